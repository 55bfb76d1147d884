//! Findings → the XML of Checkstyle, which most review tools and CI servers read.

use std::io::{self, Write};

use super::{
    Report,
    shown::{Shown, path, xml},
};

/// Writes a `file` element for each file that was judged, with an `error` element for each of its findings.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<checkstyle version="{}">"#, env!("CARGO_PKG_VERSION"))?;
    let shown = Shown::all(report);
    for (index, file) in report.files.iter().enumerate() {
        writeln!(out, r#"  <file name="{}">"#, xml(&path(report, &file.source)))?;
        for shown in shown.iter().filter(|shown| shown.finding.file.0 == index) {
            write!(out, r#"    <error line="{}""#, shown.line())?;
            if let Some(start) = shown.start {
                write!(out, r#" column="{}""#, start.column)?;
            }
            let help = shown.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
            writeln!(
                out,
                r#" severity="{}" message="{}{}" source="ackward.{}"/>"#,
                shown.finding.severity.name(),
                xml(&shown.message),
                xml(&help),
                shown.finding.rule
            )?;
        }
        writeln!(out, "  </file>")?;
    }
    writeln!(out, "</checkstyle>")
}
