//! Findings → text for people and machines.

mod checkstyle;
mod concise;
mod diff;
mod excerpt;
mod fingerprint;
mod github;
mod gitlab;
mod json;
mod junit;
mod markdown;
mod rdjson;
mod sarif;
mod secrets;
mod shown;
mod text;

use std::{fmt, io, io::Write, path::PathBuf, str::FromStr, sync::Arc};

pub use diff::diff;
pub use fingerprint::keys_and_values;
pub use json::CheckJson;
pub use secrets::{Secrets, SecretsOf};
pub use text::{severity_style, summary};

use super::Look;
use crate::{
    finding::{FileId, Finding, Severity},
    kafka::Role,
    source::{Position, Source},
    suppress::Suppressed,
    version::VersionSet,
};

/// What a run of `check` has to say.
#[derive(Default, Debug)]
pub struct Report {
    /// The files that were judged; a [`FileId`] is an index into it.
    pub files: Vec<JudgedFile>,
    /// What was found, sorted by path, line, column and rule.
    pub findings: Vec<Finding>,
    /// What was found and is not to be reported.
    pub suppressed: Vec<Suppressed>,
    /// The way from the root of the repository to where the command ran, as `services/orders/`; empty at
    /// the root, and where there is no repository.
    pub here: String,
    /// The folder that the paths start from, where the terminal makes links of the names of files.
    pub links: Option<PathBuf>,
}

/// A file that was judged.
#[derive(Debug)]
pub struct JudgedFile {
    /// Its text.
    pub source: Source,
    /// What it configures, as the JSON contract names it.
    pub role: &'static str,
    /// The clients, or the framework, that read it.
    pub roles: Vec<Role>,
    /// Because of what.
    pub role_because: String,
    /// The releases that it was read as.
    pub clients: VersionSet,
    /// Why those.
    pub client_because: Arc<str>,
}

impl Report {
    /// The file of a finding.
    pub fn file(&self, id: FileId) -> &JudgedFile {
        &self.files[id.0]
    }

    /// Where a finding begins; `None` where it is about a key that is not there.
    pub fn position(&self, finding: &Finding) -> Option<Position> {
        finding.span.map(|span| self.file(finding.file).source.position(span.start))
    }

    /// How many findings are that bad.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }

    /// Sorts the findings as every format shows them.
    pub fn sort(&mut self) {
        let files = &self.files;
        self.findings.sort_by(|a, b| {
            let place = |finding: &Finding| {
                (finding.span.map(|span| span.start), finding.rule, finding.role(), finding.span.map(|span| span.end))
            };
            let name = |finding: &Finding| files[finding.file.0].source.name();
            name(a).cmp(name(b)).then_with(|| place(a).cmp(&place(b))).then_with(|| a.message.cmp(&b.message))
        });
    }
}

/// A form in which findings are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// For people: the line itself, what is wrong with it, how to mend it.
    Text,
    /// For people and editors: one line a finding.
    Concise,
    /// The JSON contract.
    Json,
    /// What code scanning and editors read.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// The code quality report of GitLab.
    Gitlab,
    /// Test results, as CI servers read them.
    Junit,
    /// The XML that most review tools read.
    Checkstyle,
    /// The format of reviewdog.
    Rdjson,
    /// A comment for a pull request.
    Markdown,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Concise,
        Self::Json,
        Self::Sarif,
        Self::Github,
        Self::Gitlab,
        Self::Junit,
        Self::Checkstyle,
        Self::Rdjson,
        Self::Markdown,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Junit => "junit",
            Self::Checkstyle => "checkstyle",
            Self::Rdjson => "rdjson",
            Self::Markdown => "markdown",
        }
    }

    /// Whether a program reads it, so that nothing else may stand beside it.
    pub const fn is_for_programs(self) -> bool {
        !matches!(self, Self::Text | Self::Concise)
    }

    /// Writes the findings in this form.
    pub fn write(self, report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Text => text::write(report, look, out),
            Self::Concise => concise::write(report, look, out),
            Self::Json => json::write(report, out),
            Self::Sarif => sarif::write(report, out),
            Self::Github => github::write(report, out),
            Self::Gitlab => gitlab::write(report, out),
            Self::Junit => junit::write(report, out),
            Self::Checkstyle => checkstyle::write(report, out),
            Self::Rdjson => rdjson::write(report, out),
            Self::Markdown => markdown::write(report, out),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|format| format.name() == text);
        known.ok_or_else(|| format!("`{text}` is no format; use one of {}", Self::ALL.map(Self::name).join(", ")))
    }
}
