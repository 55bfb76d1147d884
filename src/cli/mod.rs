//! The command line: flags as typed → the library's answers, written where they were asked for.

mod applied;
mod args;
mod check;
mod clients;
mod completions;
mod effective;
mod error;
mod explain;
mod files;
mod init;
mod patches;
mod reading;
mod rules;
mod schema;
mod settings;
mod terminal;
mod txn_window;

use std::{ffi::OsString, process::ExitCode};

use clap::{ColorChoice, CommandFactory};

pub use args::Cli;
use args::Command;
pub use error::Error;
pub use terminal::Terminal;

/// What a run comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Nothing at or above what counts as failure.
    Clean,
    /// Findings that count.
    Findings,
    /// Some of it could not be done.
    Failed,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Clean => Self::SUCCESS,
            Status::Findings => Self::from(1),
            Status::Failed => Self::from(2),
        }
    }
}

/// Runs the command line: the whole program.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::read(args) {
        Ok(cli) => cli,
        // Help and the version are asked for: they go to standard output and are no failure.
        Err(message) => {
            let _ = message.print();
            return if message.use_stderr() { Status::Failed } else { Status::Clean }.into();
        }
    };
    let mut terminal = Terminal::new(color(cli.color));
    let done = run(cli, &mut terminal).and_then(|status| terminal.flush().map(|()| status));
    match done {
        Ok(status) => status.into(),
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            terminal.error(&error);
            Status::Failed.into()
        }
    }
}

fn run(cli: Cli, terminal: &mut Terminal) -> Result<Status, Error> {
    match cli.command.unwrap_or(Command::Check(Box::new(cli.check))) {
        Command::Check(args) => check::run(&args, terminal),
        Command::Effective(args) => effective::run(&args, terminal),
        Command::Explain { what, window } => explain::run(&what, &window, terminal),
        Command::Rules(args) => rules::run(&args, terminal),
        Command::Schema { of } => schema::run(of, terminal),
        Command::TxnWindow(args) => txn_window::run(&args, terminal),
        Command::Init => init::run(terminal),
        Command::Completions { target } => completions::run(target, terminal),
    }
}

fn color(choice: ColorChoice) -> anstream::ColorChoice {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
}

/// What may have been meant: the few names that are nearest to what was typed, if they are near at all.
fn near<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut near: Vec<(usize, &str)> = names.map(|name| (strsim::damerau_levenshtein(name, typed), name)).collect();
    near.retain(|(distance, name)| *distance <= 2 + name.len() / 8);
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

/// The command that a path which leads nowhere was perhaps meant to be.
fn command_like(typed: &str) -> Option<String> {
    let near = |command: &clap::Command| strsim::damerau_levenshtein(command.get_name(), typed) <= 2;
    Cli::command().get_subcommands().find(|command| near(command)).map(|command| command.get_name().to_owned())
}
