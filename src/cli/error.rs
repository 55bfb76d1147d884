//! Why we could not work: one line each, exit status 2.

use std::{error, fmt, io};

use super::txn_window;
use crate::render::escaped;

/// Why we could not work.
#[derive(Debug)]
pub enum Error {
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
            Self::NothingToExplain { what, near } => {
                write!(f, "`{}` is no key of a Kafka client or broker", escaped(what))?;
                if near.is_empty() { Ok(()) } else { write!(f, "; near it: {}", near.join(", ")) }
            }
            Self::TxnWindow(problem) => problem.fmt(f),
            Self::Output(error) => write!(f, "standard output: {}", Self::reason(error)),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::TxnWindow(problem) => problem.source(),
            Self::Output(error) => Some(error),
            Self::NothingToExplain { .. } => None,
        }
    }
}

impl From<txn_window::Problem> for Error {
    fn from(problem: txn_window::Problem) -> Self {
        Self::TxnWindow(problem)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
