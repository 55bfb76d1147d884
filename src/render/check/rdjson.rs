//! Findings → the diagnostic format of reviewdog.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    Report, SecretsOf,
    shown::{HOME, Shown, merged, url},
};
use crate::{
    finding::{FileId, Severity},
    render::write_json,
    source::{Source, Span},
};

#[derive(Serialize)]
struct Diagnostics {
    source: Tool,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'static str>,
}

#[derive(Serialize)]
struct Diagnostic {
    message: String,
    location: Location,
    severity: &'static str,
    code: Code,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Related>,
}

#[derive(Serialize)]
struct Code {
    value: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

#[derive(Serialize)]
struct Location {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
}

#[derive(Serialize)]
struct Related {
    message: String,
    location: Location,
}

#[derive(Serialize)]
struct Suggestion {
    range: Range,
    text: String,
}

#[derive(Serialize)]
struct Range {
    start: Place,
    end: Place,
}

/// Both from 1; columns in bytes of UTF-8.
#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
}

/// Writes an object with a diagnostic for each finding.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut secrets = SecretsOf::new(report);
    let diagnostics = report.findings.iter().map(|finding| {
        let shown = Shown::of(report, finding, &mut secrets);
        let suggestion = shown.fix.as_ref().and_then(|fix| {
            let source = &report.file(finding.file).source;
            let (span, text) = merged(fix.fix, finding.file, source, secrets.file(finding.file))?;
            Some(Suggestion { range: range(source, span), text })
        });
        let location = |file: FileId, path: &str, span: Option<Span>| Location {
            path: path.to_owned(),
            range: span.map(|span| range(&report.file(file).source, span)),
        };
        Diagnostic {
            location: location(finding.file, &shown.path, finding.span),
            severity: match finding.severity {
                Severity::Error => "ERROR",
                Severity::Warning => "WARNING",
                Severity::Info => "INFO",
            },
            code: Code { value: finding.rule, url: url(finding.rule) },
            suggestions: suggestion.into_iter().collect(),
            related_locations: finding
                .related
                .iter()
                .zip(&shown.related)
                .map(|(other, place)| Related {
                    message: place.message.clone(),
                    location: location(other.file, &place.path, Some(other.span)),
                })
                .collect(),
            message: match shown.help {
                Some(help) => format!("{}\nhelp: {help}", shown.message),
                None => shown.message,
            },
        }
    });
    let tool = Tool { name: "ackward", url: HOME };
    write_json(&Diagnostics { diagnostics: diagnostics.collect(), source: tool }, out)
}

fn range(source: &Source, span: Span) -> Range {
    let place = |offset: usize| {
        let line = source.line_at(offset);
        let start = source.line_span(line).map_or(offset, |line| line.start);
        Place { line, column: 1 + source.text(Span::new(start, offset)).len() }
    };
    Range { start: place(span.start), end: place(span.end) }
}
