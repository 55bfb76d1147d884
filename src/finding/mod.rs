//! What is said about a configuration: plain data, no output format.

mod grade;

use std::borrow::Cow;

pub use grade::{Outcome, Severity};

use crate::{kafka::Role, source::Span, version::VersionSet};

/// Which of the files of a run; an index into the run's list of files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub usize);

/// One thing that is wrong, or worth knowing, at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The id of the rule, which is the name of its file: `idempotence-silently-off`.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What comes of it.
    pub outcome: Outcome,
    /// The file that it is about.
    pub file: FileId,
    /// The bytes that it is about; `None` where it is about a key that is not there.
    pub span: Option<Span>,
    /// The keys that it is about, as written in the file (prefix and misspelling included); a key
    /// that is not there by its proper name.
    pub keys: Vec<String>,
    /// The client that it is about, or those of its file that it is about alike.
    pub roles: Vec<Role>,
    /// The releases on which it holds, among those that were asked for.
    pub clients: VersionSet,
    /// One line: the value first, then what the client does about it.
    pub message: String,
    /// A few words to stand under the marked text.
    pub label: Option<Cow<'static, str>>,
    /// How to mend it.
    pub help: Option<String>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// Edits that would mend it.
    pub fix: Option<Fix>,
}

impl Finding {
    /// The client that it is about; `Shared` where those are several of one file.
    pub fn role(&self) -> Role {
        if let [role] = self.roles[..] { role } else { Role::Shared }
    }
}

/// Another place that belongs to a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The file.
    pub file: FileId,
    /// The bytes.
    pub span: Span,
    /// What is to be seen there.
    pub message: String,
}

/// Edits that mend a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// Whether the client behaves as before in every respect but the one that was wrong.
    pub safe: bool,
    /// What it does, as an order: `write acks=all`.
    pub title: String,
    /// The edits; they do not overlap.
    pub edits: Vec<Edit>,
}

/// Bytes to be replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The file.
    pub file: FileId,
    /// The bytes that go; empty for an insertion.
    pub span: Span,
    /// The text that comes, escaped as `.properties` wants it.
    pub text: String,
}
