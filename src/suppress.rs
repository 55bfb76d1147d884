//! Comments in a file → which of its findings are not to be reported, and what is wrong with the comments.

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
