//! Why we could not work: one line each, exit status 2.

use std::{error, fmt, io, path::PathBuf};

use super::txn_window;
use crate::{
    fix::WriteError,
    project::{self, git::GitError},
    render::escaped,
    version::{RELEASES, Version},
};

/// Why we could not work.
#[derive(Debug)]
pub enum Error {
    /// A path that leads nowhere.
    NoSuchPath {
        /// As named.
        path: String,
        /// A command that may have been meant.
        command: Option<String>,
    },
    /// A link whose target does not exist.
    DanglingLink {
        /// As named.
        path: String,
        /// Where it leads.
        target: String,
    },
    /// A file or folder that cannot be read.
    Read {
        /// As named.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file that is too large to be a configuration.
    TooLarge {
        /// As named.
        path: String,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// `--client` with a release that was never made.
    UnknownRelease {
        /// As typed.
        text: String,
        /// What it would be, if it were one.
        version: Version,
    },
    /// `--client` with something that is no release at all.
    NotARelease(String),
    /// `--client` with a range whose first end is the newer one.
    BackwardsRange(String),
    /// A rule that does not exist.
    UnknownRule {
        /// As typed.
        rule: String,
        /// What may have been meant.
        near: Vec<String>,
    },
    /// `--diff-base` without an answer of git's.
    Git(GitError),
    /// `init` where there is a configuration already.
    Exists(String),
    /// Two formats for standard output.
    FormatsOverlap,
    /// Two formats for one file.
    FileTwice(PathBuf),
    /// `--stdin-filename` beside paths none of which is `-`.
    StdinNotAsked,
    /// Output that cannot be written to a file.
    Write {
        /// As named.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A configuration of the project, or a baseline, that cannot be used.
    Project(project::Error),
    /// A file that cannot be replaced.
    Mend {
        /// As shown.
        path: String,
        /// Why not.
        error: WriteError,
    },
    /// `explain` of something that is no rule, key or topic.
    NothingToExplain {
        /// As typed.
        what: String,
        /// What may have been meant.
        near: Vec<String>,
    },
    /// `txn-window` without an answer.
    TxnWindow(txn_window::Problem),
    /// Output that cannot be written.
    Output(io::Error),
}

impl Error {
    /// What the system says, in the form of our messages: `permission denied`.
    pub fn reason(error: &io::Error) -> String {
        let text = error.to_string();
        let text = text.split(" (os error").next().unwrap_or_default();
        let mut chars = text.chars();
        chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
    }

    /// Whether the reader of our output went away, which is no failure.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPath { path, command: None } => write!(f, "{}: no such file or folder", escaped(path)),
            Self::NoSuchPath { path, command: Some(command) } => {
                write!(f, "{}: no such file or folder, and the command is `{command}`", escaped(path))
            }
            Self::DanglingLink { path, target } => {
                write!(f, "{}: the link leads to {}, which does not exist", escaped(path), escaped(target))
            }
            Self::Read { path, error } | Self::Mend { path, error: WriteError::Io(error) } => {
                write!(f, "{}: {}", escaped(path), Self::reason(error))
            }
            Self::TooLarge { path, limit } => {
                write!(f, "{}: larger than {} MiB, which no client configuration is, so not read", escaped(path), limit >> 20)
            }
            Self::UnknownRelease { text, version } => {
                write!(f, "{} is no known release of kafka-clients; {}", escaped(text), nearest(*version))
            }
            Self::NotARelease(text) => write!(
                f,
                "`{}` is no release of kafka-clients; known are {} to {}, and --client takes one, a list, a range like 3.0.0..{}, all, or auto",
                escaped(text),
                Version::OLDEST,
                Version::NEWEST,
                Version::NEWEST
            ),
            Self::BackwardsRange(text) => {
                write!(f, "{} runs from newer to older; the older release comes first", escaped(text))
            }
            Self::UnknownRule { rule, near } => write!(f, "`{}` is no rule{}", escaped(rule), meant(near)),
            Self::Git(error) => write!(f, "{}", escaped(&error.to_string())),
            Self::Exists(path) => write!(f, "{}: exists already, and is left as it is", escaped(path)),
            Self::FormatsOverlap => f.write_str("only one format can go to standard output; write the others as FORMAT=FILE"),
            Self::FileTwice(path) => {
                write!(f, "{}: only one format can go to a file", escaped(&path.to_string_lossy()))
            }
            Self::StdinNotAsked => {
                f.write_str("--stdin-filename names standard input, and no PATH is it; add - or leave out the paths")
            }
            Self::Write { path, error } => write!(f, "{}: {}", escaped(&path.to_string_lossy()), Self::reason(error)),
            Self::Project(error) => write!(f, "{}", escaped(&error.to_string())),
            Self::Mend { path, error } => write!(f, "{}: {error}", escaped(path)),
            Self::NothingToExplain { what, near } => write!(f, "`{}` is no rule, key or topic{}", escaped(what), meant(near)),
            Self::TxnWindow(problem) => problem.fmt(f),
            Self::Output(error) => write!(f, "standard output: {}", Self::reason(error)),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::TxnWindow(problem) => problem.source(),
            Self::Project(error) => Some(error),
            Self::Mend { error, .. } => Some(error),
            Self::Output(error) | Self::Read { error, .. } | Self::Write { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<txn_window::Problem> for Error {
    fn from(problem: txn_window::Problem) -> Self {
        Self::TxnWindow(problem)
    }
}

impl From<project::Error> for Error {
    fn from(error: project::Error) -> Self {
        Self::Project(error)
    }
}

impl From<GitError> for Error {
    fn from(error: GitError) -> Self {
        Self::Git(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// `; near it: linger.ms`.
fn meant(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; near it: {}", near.join(", ")) }
}

/// `the nearest are 3.9.2 and 4.0.0`.
fn nearest(version: Version) -> String {
    let above = RELEASES.partition_point(|known| *known < version);
    match (above.checked_sub(1).map(|below| RELEASES[below]), RELEASES.get(above)) {
        (Some(below), Some(above)) => format!("the nearest are {below} and {above}"),
        (Some(newest), None) => format!("the newest that is known is {newest}"),
        (None, oldest) => format!("the oldest that is known is {}", oldest.unwrap_or(&Version::OLDEST)),
    }
}
