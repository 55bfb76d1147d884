//! Findings → one line each: `path:line:column: warning[rule] message`.

use std::io::{self, Write};

use super::{Look, Report, SecretsOf, text};
use crate::render::escaped;

/// Writes one line a finding, and nothing else.
pub fn write(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let mut secrets = SecretsOf::new(report);
    for finding in &report.findings {
        let file = report.file(finding.file);
        write!(out, "{}:", escaped(file.source.name()))?;
        if let Some(position) = report.position(finding) {
            write!(out, "{position}:")?;
        }
        let style = text::severity_style(finding.severity, look);
        write!(
            out,
            " {style}{}[{}]{style:#} {}",
            finding.severity.name(),
            finding.rule,
            secrets.file(finding.file).clean(&finding.message)
        )?;
        writeln!(out, "{}", text::where_it_holds(finding, file))?;
    }
    Ok(())
}
