//! Findings → the JSON of `check`, version 1. A contract: only ever added to.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Report, Secrets, SecretsOf,
    shown::{is_free_of_secrets, url},
};
use crate::{
    finding::{Finding, Fix, Severity},
    render::{OneByOne, write_json},
    version::VersionSet,
};

/// What `ackward check --format json` prints.
#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Check")]
pub struct CheckJson<Files = Vec<FileJson<'static>>, Findings = Vec<FindingJson<'static>>> {
    /// The version of this form: 1.
    version: u32,
    /// The files that were judged.
    files: Files,
    /// What was found, sorted by path, line, column and rule.
    findings: Findings,
    /// How many of each.
    summary: SummaryJson,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "File")]
pub struct FileJson<'a> {
    /// The path, with `/`, relative to where the command ran.
    path: &'a str,
    /// What the file configures.
    role: &'a str,
    /// Because of what.
    role_because: &'a str,
    /// The releases of kafka-clients that it was read as, oldest first.
    clients: Vec<String>,
    /// Why those.
    client_because: &'a str,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Finding")]
pub struct FindingJson<'a> {
    /// The id of the rule.
    rule: &'a str,
    /// `error`, `warning` or `info`.
    severity: &'a str,
    /// What comes of it: `refuses-to-start`, `fails-later`, `silently-different`, `weaker-guarantee`,
    /// `ignored` or `hygiene`.
    outcome: &'a str,
    /// The file.
    path: &'a str,
    /// The line, from 1; null where the finding is about a key that is not there.
    line: Option<usize>,
    /// The column in characters, from 1.
    column: Option<usize>,
    /// The line on which it ends.
    end_line: Option<usize>,
    /// The column just behind its last character.
    end_column: Option<usize>,
    /// The keys that it is about, as written in the file.
    keys: Vec<String>,
    /// The client that it is about; `shared` where those are several of one file.
    role: &'a str,
    /// The clients that it is about, one by one.
    roles: Vec<&'static str>,
    /// The releases on which it holds, oldest first.
    clients: Vec<String>,
    /// What is wrong, in one line.
    message: String,
    /// How to mend it.
    help: Option<String>,
    /// Where to read more.
    url: Option<String>,
    /// Other places that belong to it.
    related: Vec<RelatedJson<'a>>,
    /// Edits that would mend it; null also where a secret would show in them.
    fix: Option<FixJson<'a>>,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Related")]
struct RelatedJson<'a> {
    /// The file.
    path: &'a str,
    /// The line, from 1.
    line: usize,
    /// The column in characters, from 1.
    column: usize,
    /// What is to be seen there.
    message: String,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Fix")]
struct FixJson<'a> {
    /// Whether the client behaves as before in every respect but the one that was wrong.
    safe: bool,
    /// What it does.
    title: String,
    /// The edits.
    edits: Vec<EditJson<'a>>,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Edit")]
struct EditJson<'a> {
    /// The file.
    path: &'a str,
    /// The byte at which it begins, from 0.
    start: usize,
    /// The byte just behind its last; the same as `start` for an insertion.
    end: usize,
    /// The text that comes in their place.
    text: &'a str,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Summary")]
struct SummaryJson {
    files: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
}

/// Writes one JSON object and a line feed.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut secrets = SecretsOf::new(report);
    let files = report.files.iter().map(|file| FileJson {
        path: file.source.name(),
        role: file.role,
        role_because: &file.role_because,
        clients: releases(file.clients),
        client_because: &file.client_because,
    });
    let findings = report.findings.iter().map(|found| finding(report, found, &mut secrets));
    let summary = SummaryJson {
        files: report.files.len(),
        errors: report.count(Severity::Error),
        warnings: report.count(Severity::Warning),
        infos: report.count(Severity::Info),
    };
    write_json(&CheckJson { version: 1, files: OneByOne::new(files), findings: OneByOne::new(findings), summary }, out)
}

fn finding<'a>(report: &'a Report, finding: &'a Finding, secrets: &mut SecretsOf<'a>) -> FindingJson<'a> {
    let source = &report.file(finding.file).source;
    let start = finding.span.map(|span| source.position(span.start));
    let end = finding.span.map(|span| source.position(span.end));
    let shown_fix = finding.fix.as_ref().filter(|fix| is_free_of_secrets(fix, secrets));
    let hidden = secrets.file(finding.file);
    let scrub = |text: &str| hidden.scrub(text).into_owned();
    FindingJson {
        rule: finding.rule,
        severity: finding.severity.name(),
        outcome: finding.outcome.name(),
        path: source.name(),
        line: start.map(|position| position.line),
        column: start.map(|position| position.column),
        end_line: end.map(|position| position.line),
        end_column: end.map(|position| position.column),
        keys: finding.keys.iter().map(|key| scrub(key)).collect(),
        role: finding.role().name(),
        roles: finding.roles.iter().map(|role| role.name()).collect(),
        clients: releases(finding.clients),
        message: scrub(&finding.message),
        help: finding.help.as_deref().map(scrub),
        url: url(finding.rule),
        related: finding
            .related
            .iter()
            .map(|other| {
                let source = &report.file(other.file).source;
                let position = source.position(other.span.start);
                let message = hidden.scrub(&other.message).into_owned();
                RelatedJson { path: source.name(), line: position.line, column: position.column, message }
            })
            .collect(),
        fix: shown_fix.map(|found| fix(report, found, hidden)),
    }
}

fn fix<'a>(report: &'a Report, fix: &'a Fix, secrets: &Secrets) -> FixJson<'a> {
    FixJson {
        safe: fix.safe,
        title: secrets.scrub(&fix.title).into_owned(),
        edits: fix
            .edits
            .iter()
            .map(|edit| EditJson {
                path: report.file(edit.file).source.name(),
                start: edit.span.start,
                end: edit.span.end,
                text: &edit.text,
            })
            .collect(),
    }
}

/// The releases as the contract lists them, oldest first.
pub fn releases(set: VersionSet) -> Vec<String> {
    set.iter().map(|version| version.to_string()).collect()
}
