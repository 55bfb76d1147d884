//! Findings → the XML of JUnit, as CI servers read it: a suite for each file, a case for each finding.
//!
//! An error or a warning is a failed case; what is only worth knowing passes, with its message as
//! output; a file about which nothing is said is one case that passes.

use std::io::{self, Write};

use super::{
    Report,
    shown::{Shown, path, xml},
};
use crate::finding::Severity;

/// Writes the suites.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let shown = Shown::all(report);
    let suites: Vec<Suite<'_>> = report
        .files
        .iter()
        .enumerate()
        .map(|(index, file)| Suite {
            name: xml(&path(report, &file.source)),
            cases: shown.iter().filter(|shown| shown.finding.file.0 == index).collect(),
        })
        .collect();
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    let tests: usize = suites.iter().map(Suite::tests).sum();
    let failures: usize = suites.iter().map(Suite::failures).sum();
    writeln!(out, r#"<testsuites name="ackward" tests="{tests}" failures="{failures}" errors="0">"#)?;
    for suite in &suites {
        suite.write(out)?;
    }
    writeln!(out, "</testsuites>")
}

struct Suite<'a> {
    name: String,
    cases: Vec<&'a Shown<'a>>,
}

impl Suite<'_> {
    fn tests(&self) -> usize {
        self.cases.len().max(1)
    }

    fn failures(&self) -> usize {
        self.cases.iter().filter(|case| case.finding.severity > Severity::Info).count()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { name, .. } = self;
        let (tests, failures) = (self.tests(), self.failures());
        writeln!(out, r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="0" file="{name}">"#)?;
        if self.cases.is_empty() {
            writeln!(out, r#"    <testcase name="nothing to report" classname="{name}" file="{name}"/>"#)?;
        }
        for case in &self.cases {
            let severity = case.finding.severity;
            let rule = case.finding.rule;
            write!(out, r#"    <testcase name="{}" classname="{name}" file="{name}""#, xml(&case_name(case)))?;
            if let Some(start) = case.start {
                write!(out, r#" line="{}""#, start.line)?;
            }
            writeln!(out, ">")?;
            let place = case.start.map_or_else(|| name.clone(), |start| format!("{name}:{start}"));
            let help = case.help.as_ref().map(|help| format!("\nhelp: {}", xml(help))).unwrap_or_default();
            let message = xml(&case.message);
            if severity > Severity::Info {
                let kind = severity.name();
                writeln!(
                    out,
                    r#"      <failure type="{kind}" message="{message}">{place}: {kind}[{rule}] {message}{help}</failure>"#
                )?;
            } else {
                writeln!(out, "      <system-out>{place}: {}[{rule}] {message}{help}</system-out>", severity.name())?;
            }
            writeln!(out, "    </testcase>")?;
        }
        writeln!(out, "  </testsuite>")
    }
}

/// `idempotence-silently-off: acks, enable.idempotence`; no line, so that CI servers know it again.
fn case_name(case: &Shown<'_>) -> String {
    if case.keys.is_empty() { case.finding.rule.to_owned() } else { format!("{}: {}", case.finding.rule, case.keys.join(", ")) }
}
