//! Where output goes, and how it looks there.

use std::{
    env,
    io::{self, IsTerminal, Write},
};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use super::Error;
use crate::render::{Look, escaped};

/// Standard output and standard error with their looks.
pub struct Terminal {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    /// How standard output looks.
    pub look: Look,
    /// Whether to keep notices back.
    pub quiet: bool,
    /// Whether standard output makes links of addresses.
    pub links: bool,
    err_color: bool,
}

impl Terminal {
    /// The real one. Output is buffered, so it must be flushed.
    pub fn new(color: ColorChoice) -> Self {
        let colored = |auto: ColorChoice| match color {
            ColorChoice::Auto => auto != ColorChoice::Never,
            choice => choice != ColorChoice::Never,
        };
        Self {
            look: Look { color: colored(AutoStream::choice(&io::stdout())), width: width() },
            quiet: false,
            links: supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
            err_color: colored(AutoStream::choice(&io::stderr())),
            out: Box::new(io::BufWriter::with_capacity(1 << 16, io::stdout())),
            err: Box::new(io::stderr()),
        }
    }

    /// One that shows nothing.
    pub fn nowhere() -> Self {
        let look = Look { color: false, width: 80 };
        Self { look, quiet: true, links: false, err_color: false, out: Box::new(io::sink()), err: Box::new(io::sink()) }
    }

    /// Standard output.
    pub fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Standard error.
    pub fn err(&mut self) -> &mut dyn Write {
        &mut self.err
    }

    /// Says something beside the output, on standard error.
    pub fn notice(&mut self, text: &str) {
        if !self.quiet {
            self.say("note", AnsiColor::Cyan, text);
        }
    }

    /// Says something that its reader should see to, on standard error.
    pub fn warning(&mut self, text: &str) {
        self.say("warning", AnsiColor::Yellow, text);
    }

    /// Says on standard error why something did not work.
    pub fn error(&mut self, error: &Error) {
        self.say("error", AnsiColor::Red, &error.to_string());
    }

    /// Sends on what is buffered.
    pub fn flush(&mut self) -> Result<(), Error> {
        Ok(self.out.flush()?)
    }

    /// A closed standard error keeps nobody from working.
    fn say(&mut self, what: &str, color: AnsiColor, text: &str) {
        let style = if self.err_color { color.on_default().bold() } else { Style::new() };
        let _ = writeln!(self.err, "{style}{what}{style:#}: {}", escaped(text));
    }
}

/// The columns that `COLUMNS` says, else those of the terminal, within what reads well; 80 where nobody says it.
fn width() -> usize {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
    let of_terminal = || {
        let (width, _) = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten()?;
        Some(usize::from(width.0))
    };
    said.or_else(of_terminal).map_or(80, |columns: usize| columns.clamp(40, 120))
}
