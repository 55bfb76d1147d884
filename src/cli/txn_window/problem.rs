//! Why `txn-window` could not work: one line each, exit status 2.

use std::{error, fmt, io};

use crate::project;
use crate::render::escaped;
use crate::txn_window::latencies::LatencyError;
use crate::txn_window::report::ReportError;

/// Why there is no answer.
#[derive(Debug)]
pub enum Problem {
    /// Inputs that are missing or cannot be.
    Report {
        /// The pipeline, where the project has it.
        pipeline: Option<String>,
        /// What is wrong.
        error: ReportError,
    },
    /// A file that cannot be written.
    Write {
        /// As named.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file of latencies that holds something else.
    Latencies {
        /// As named.
        path: String,
        /// What is wrong.
        error: LatencyError,
    },
    /// An `ackward.toml` that cannot be used.
    Project(project::Error),
    /// A pipeline was asked for, and there is no `ackward.toml`.
    NoProject,
    /// A pipeline that the project does not have, or one without transaction inputs.
    NoPipeline {
        /// The project's file.
        path: String,
        /// The name that was asked for.
        name: Option<String>,
        /// The names that there are.
        known: Vec<String>,
    },
    /// Two files that play the same part.
    TwoFiles {
        /// The flag of that part.
        part: &'static str,
        /// As named.
        first: String,
        /// As named.
        second: String,
    },
    /// A file whose content does not say what it is.
    NoPart {
        /// As named.
        path: String,
        /// What it is thought to be.
        because: String,
    },
    /// An input beside something that is not computed from inputs.
    Unused(&'static str),
    /// A gate over a value that a file leaves to something that is not read here.
    Unread(String),
    /// Several broker releases.
    ManyBrokers(String),
    /// The prompt was left.
    Cancelled,
    /// The prompt cannot go on.
    Prompt(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Report { pipeline: Some(pipeline), error } => write!(f, "pipeline {}: {error}", escaped(pipeline)),
            Self::Report { pipeline: None, error } => error.fmt(f),
            Self::Write { path, error } => {
                write!(f, "{}: {}", escaped(path), crate::cli::Error::reason(error))
            }
            Self::Latencies { path, error } => write!(f, "{}: {}", escaped(path), escaped(&error.to_string())),
            Self::Project(error) => write!(f, "{}", escaped(&error.to_string())),
            Self::NoProject => f.write_str("no ackward.toml from here up to the root of the repository"),
            Self::NoPipeline { path, name: Some(name), known } => {
                write!(f, "{} has no pipeline {}", escaped(path), escaped(name))?;
                if known.is_empty() { Ok(()) } else { write!(f, "; it has {}", escaped(&known.join(", "))) }
            }
            Self::NoPipeline { path, name: None, .. } => {
                write!(f, "{} has no [[pipeline]] with [pipeline.transaction]", escaped(path))
            }
            Self::TwoFiles { part, first, second } => {
                write!(f, "two files for one part: {} and {} are both --{part}", escaped(first), escaped(second))
            }
            Self::NoPart { path, because } => write!(
                f,
                "{}: cannot tell what it configures ({}); name it with --producer, --consumer, --streams, --worker, --connector or \
                 --broker",
                escaped(path),
                escaped(because)
            ),
            Self::Unused(flag) => write!(f, "--{flag} goes with `explain exactly-once` only"),
            Self::Unread(place) => f.write_str(&escaped(place)),
            Self::ManyBrokers(said) => {
                write!(f, "--broker-version {}: one release, please: the sweep differs between them", escaped(said))
            }
            Self::Cancelled => f.write_str("left without an answer"),
            Self::Prompt(why) => write!(f, "the prompt cannot go on: {why}"),
        }
    }
}

impl error::Error for Problem {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Report { error, .. } => Some(error),
            Self::Write { error, .. } => Some(error),
            Self::Latencies { error, .. } => Some(error),
            Self::Project(error) => Some(error),
            _ => None,
        }
    }
}
