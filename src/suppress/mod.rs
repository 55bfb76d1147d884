//! Comments in a file → which of its findings are not to be reported, and what is wrong with the comments.
//!
//! ```text
//! # ackward: ignore[duplicate-key] the second one is meant for the tests
//! # ackward: ignore-file[misspelt-key, topic-key-in-client] read by our own code
//! ```
//!
//! The first silences its rules at the setting on the next line (other comments may stand between), the
//! second in the whole file. Both begin with `#` or `!`, stand on a line of their own, and give a reason.

mod add;
mod comment;
mod judge;

pub use self::add::add;
pub use self::judge::{apply, silence};
use crate::finding::Finding;

/// A finding that is not to be reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppressed {
    /// The finding.
    pub finding: Finding,
    /// Who says so.
    pub by: By,
    /// Why, as its author put it.
    pub reason: Option<String>,
}

/// Who says that a finding is not to be reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// A comment in the file.
    Comment,
    /// A baseline.
    Baseline,
}
