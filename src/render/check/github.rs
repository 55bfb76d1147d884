//! Findings → workflow commands of GitHub Actions, one a finding: each becomes an annotation.

use std::io::{self, Write};

use super::{Report, shown::Shown};
use crate::{finding::Severity, render::escaped};

/// Writes `::warning file=…,line=…,title=…::message` for each finding.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for shown in Shown::all(report) {
        let command = match shown.finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        write!(out, "::{command} file={}", property(&shown.path))?;
        if let (Some(start), Some(end)) = (shown.start, shown.end) {
            write!(out, ",line={},endLine={}", start.line, end.line)?;
            // Columns mean something only within one line.
            if start.line == end.line {
                write!(out, ",col={},endColumn={}", start.column, end.column)?;
            }
        }
        write!(out, ",title={}::{}", property(shown.finding.rule), data(&shown.message))?;
        if let Some(help) = &shown.help {
            write!(out, "%0Ahelp: {}", data(help))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Text behind the `::`, as the runner reads it back.
fn data(text: &str) -> String {
    escaped(text).replace('%', "%25")
}

/// The value of a property, as the runner reads it back. In a path every character counts, so line ends
/// stay what they are.
fn property(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A").replace(':', "%3A").replace(',', "%2C");
    escaped(&text).into_owned()
}
