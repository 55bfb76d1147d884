//! Why a project's configuration cannot be used: one line each, with the place.

use std::{error, fmt, io};

use super::nearest;
use crate::source::Source;

/// Why a project's configuration cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The file, and the place in it: `ackward.toml:3:1`.
    pub place: String,
    /// What is wrong there.
    pub message: String,
}

impl Error {
    /// Something that is wrong at a byte of a file.
    pub fn at(source: &Source, offset: usize, message: String) -> Self {
        Self { place: format!("{}:{}", source.name(), source.position(offset)), message }
    }

    /// A file that cannot be read.
    pub fn unreadable(path: &str, error: &io::Error) -> Self {
        let text = error.to_string();
        let text = text.split(" (os error").next().unwrap_or_default();
        Self { place: path.into(), message: text.to_lowercase() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl error::Error for Error {}

/// What the TOML reader says, in our words, and with the name that may have been meant.
///
/// The reader names what it expected between back quotes; a test in `config` holds it to that.
pub(super) fn reworded(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    let mut names = first.split('`').skip(1).step_by(2);
    let Some(found) = names.next() else { return lower_first(first) };
    let known: Vec<&str> = names.collect();
    if first.starts_with("missing field") {
        return format!("`{found}` is missing");
    }
    let what = if first.starts_with("unknown field") {
        format!("unknown key `{found}`")
    } else if first.starts_with("unknown variant") {
        format!("`{found}` is not known here")
    } else {
        return lower_first(first);
    };
    format!("{what}; {}", nearest::suggestion(found, known.iter().copied(), "here"))
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}
