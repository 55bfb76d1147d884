//! `ackward completions SHELL`: a script for the shell, or the manual page.

use std::io::Write;

use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::{Cli, Error, Status, terminal::Terminal};

/// What to write for the command line itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Target {
    /// Completions for bash
    Bash,
    /// Completions for zsh
    Zsh,
    /// Completions for fish
    Fish,
    /// Completions for PowerShell
    Powershell,
    /// The manual page
    Man,
}

impl Target {
    /// The text.
    pub fn text(self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        let shell = match self {
            Self::Bash => Shell::Bash,
            Self::Zsh => Shell::Zsh,
            Self::Fish => Shell::Fish,
            Self::Powershell => Shell::PowerShell,
            Self::Man => {
                manual(&mut out)?;
                return Ok(out);
            }
        };
        clap_complete::generate(shell, &mut Cli::command(), "ackward", &mut out);
        Ok(out)
    }
}

/// Writes it to standard output.
pub fn run(target: Target, terminal: &mut Terminal) -> Result<Status, Error> {
    terminal.out().write_all(&target.text()?)?;
    Ok(Status::Clean)
}

/// One page for the program and, below it, every command with its options.
fn manual(out: &mut Vec<u8>) -> Result<(), Error> {
    let mut command = Cli::command();
    command.build();
    let page = clap_mangen::Man::new(command.clone());
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        section(sub, out)?;
    }
    page.render_version_section(out)?;
    Ok(())
}

fn section(command: &Command, out: &mut Vec<u8>) -> Result<(), Error> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render_options_section(&mut page)?;
    let options = String::from_utf8_lossy(&page).replacen(".SH OPTIONS", "", 1);
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    writeln!(out, ".SH \"ackward {}\"\n{about}\n{}", command.get_name(), options.trim_start())?;
    Ok(())
}
