//! Findings → the report that GitLab's code quality widget reads (the issues of Code Climate).

use std::io::{self, Write};

use serde::Serialize;

use super::{Report, fingerprint::fingerprints, shown::Shown};
use crate::{finding::Severity, render::write_json};

#[derive(Serialize)]
struct Issue {
    r#type: &'static str,
    check_name: &'static str,
    description: String,
    categories: [&'static str; 1],
    severity: &'static str,
    fingerprint: String,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

/// Writes an array with an issue for each finding.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let issue = |(shown, fingerprint): (Shown<'_>, String)| Issue {
        r#type: "issue",
        check_name: shown.finding.rule,
        categories: ["Bug Risk"],
        severity: match shown.finding.severity {
            Severity::Error => "critical",
            Severity::Warning => "major",
            Severity::Info => "info",
        },
        fingerprint,
        location: Location {
            lines: Lines { begin: shown.line(), end: shown.end.map_or(shown.line(), |end| end.line) },
            path: shown.path,
        },
        description: shown.message,
    };
    let issues: Vec<Issue> = Shown::all(report).into_iter().zip(fingerprints(report)).map(issue).collect();
    write_json(&issues, out)
}
