//! Findings → a SARIF 2.1.0 log, as code scanning and editors read it.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Report, SecretsOf,
    fingerprint::fingerprints,
    json::releases,
    shown::{HOME, Shown, ShownFix, path, uri, url},
};
use crate::{
    finding::{Finding, Severity},
    render::{escaped, write_json},
    rule,
    source::{Position, Span},
    suppress::{By, Suppressed},
};

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Value,
    invocations: Value,
    column_kind: &'static str,
    original_uri_base_ids: Value,
    results: Vec<Value>,
}

/// What relative URIs start from.
const ROOT: &str = "%SRCROOT%";

/// Writes a log of one run: a descriptor for each rule that fired, and a result for each finding, those
/// that are suppressed included.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let reported = report.findings.iter().map(|finding| (finding, None));
    let suppressed = report.suppressed.iter().map(|suppressed| (&suppressed.finding, Some(suppressed)));
    let all: Vec<(&Finding, Option<&Suppressed>)> = reported.chain(suppressed).collect();
    let mut rules: BTreeMap<&str, usize> = all.iter().map(|(finding, _)| (finding.rule, 0)).collect();
    rules.values_mut().enumerate().for_each(|(place, index)| *index = place);
    let mut secrets = SecretsOf::new(report);
    let results = all.into_iter().zip(fingerprints(report)).map(|((finding, suppressed), fingerprint)| {
        let shown = Shown::of(report, finding, &mut secrets);
        let mut result = result(report, &shown);
        result["ruleIndex"] = rules[finding.rule].into();
        result["partialFingerprints"] = json!({ "ackward/v1": fingerprint });
        // In a run, either every result says whether it is suppressed, or none does.
        if !report.suppressed.is_empty() {
            result["suppressions"] = suppressed.map(suppression).into_iter().collect();
        }
        result
    });
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            results: results.collect(),
            tool: json!({ "driver": driver(&rules.keys().map(|id| descriptor(id)).collect::<Vec<_>>()) }),
            invocations: json!([{ "executionSuccessful": true }]),
            column_kind: "unicodeCodePoints",
            original_uri_base_ids: json!({ ROOT: { "description": { "text": "The root of the repository." } } }),
        }],
    };
    write_json(&log, out)
}

fn result(report: &Report, shown: &Shown<'_>) -> Value {
    let finding = shown.finding;
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level(finding.severity),
        "message": { "text": shown.help.as_ref().map_or_else(|| shown.message.clone(), |help| format!("{}\n\n{help}", shown.message)) },
        "locations": [location(&shown.path, shown.start.zip(shown.end))],
        "properties": {
            "outcome": finding.outcome.name(),
            "role": finding.role().name(),
            "keys": shown.keys,
            "clients": releases(finding.clients),
        },
    });
    if !shown.related.is_empty() {
        let place = |(id, place): (usize, &super::shown::ShownPlace)| {
            let mut location = location(&place.path, Some((place.start, place.end)));
            location["id"] = id.into();
            location["message"] = json!({ "text": place.message });
            location
        };
        result["relatedLocations"] = shown.related.iter().enumerate().map(place).collect();
    }
    if let Some(fix) = &shown.fix {
        result["fixes"] = json!([fix_value(report, fix)]);
    }
    result
}

/// Code scanning wants a line for everything; what is not there stands at the first.
fn location(path: &str, region: Option<(Position, Position)>) -> Value {
    let artifact =
        if path.starts_with('/') { json!({ "uri": uri(path) }) } else { json!({ "uri": uri(path), "uriBaseId": ROOT }) };
    let region = region.map_or_else(|| json!({ "startLine": 1 }), |(start, end)| region_value(start, end));
    json!({ "physicalLocation": { "artifactLocation": artifact, "region": region } })
}

fn region_value(start: Position, end: Position) -> Value {
    json!({ "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column })
}

fn fix_value(report: &Report, shown: &ShownFix<'_>) -> Value {
    let mut files: BTreeMap<_, Vec<Value>> = BTreeMap::new();
    for edit in &shown.fix.edits {
        let source = &report.file(edit.file).source;
        let place = |Span { start, end }| region_value(source.position(start), source.position(end));
        let replacement = json!({ "deletedRegion": place(edit.span), "insertedContent": { "text": edit.text } });
        files.entry(edit.file).or_default().push(replacement);
    }
    let changes: Vec<Value> = files
        .into_iter()
        .map(|(file, replacements)| {
            let artifact = location(&path(report, &report.file(file).source), None);
            json!({ "artifactLocation": artifact["physicalLocation"]["artifactLocation"], "replacements": replacements })
        })
        .collect();
    json!({ "description": { "text": shown.title }, "artifactChanges": changes, "properties": { "safe": shown.fix.safe } })
}

fn suppression(suppressed: &Suppressed) -> Value {
    let mut value = json!({ "status": "accepted", "kind": match suppressed.by {
        By::Comment => "inSource",
        By::Baseline => "external",
    } });
    if let Some(reason) = &suppressed.reason {
        value["justification"] = escaped(reason).into();
    }
    value
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn driver(rules: &[Value]) -> Value {
    let mut driver = json!({
        "name": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    if let Some(home) = HOME {
        driver["informationUri"] = home.into();
    }
    driver
}

/// What there is to know of a rule.
fn descriptor(id: &str) -> Value {
    let Some(rule) = rule::rule(id) else { return json!({ "id": id }) };
    let why = paragraphs(rule.why);
    let sources: Vec<String> = rule.sources.iter().map(|source| format!("* {source}")).collect();
    let more = format!("`ackward explain {id}` shows examples.");
    let mut descriptor = json!({
        "id": id,
        "name": pascal(id),
        "shortDescription": { "text": sentence(rule.title) },
        "fullDescription": { "text": cut(why.first().map_or(rule.title, String::as_str)) },
        "help": {
            "text": format!("{}\n\n{more}", why.join("\n\n")),
            "markdown": format!("{}\n\nSources:\n\n{}\n\n{more}", why.join("\n\n"), sources.join("\n")),
        },
        "defaultConfiguration": { "level": level(rule.severity) },
        "properties": {
            "tags": ["kafka", "configuration", rule.outcome.name()],
            "precision": "very-high",
            "problem.severity": match rule.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "recommendation",
            },
        },
    });
    if let Some(url) = url(id) {
        descriptor["helpUri"] = url.into();
    }
    descriptor
}

/// The paragraphs of a text, each on one line.
fn paragraphs(text: &str) -> Vec<String> {
    text.split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|text| !text.is_empty())
        .collect()
}

/// A heading as a sentence: code scanning shows it among others that are.
fn sentence(heading: &str) -> String {
    let mut chars = heading.chars();
    // A key is written as it is, wherever it stands.
    let begins_with_key = heading.split_whitespace().next().is_some_and(|word| word.contains(['.', '=', '`']));
    let first = chars.next().map(|first| if begins_with_key { first.to_string() } else { first.to_uppercase().to_string() });
    first.unwrap_or_default() + chars.as_str() + "."
}

/// At most as much as code scanning takes of a description.
fn cut(text: &str) -> String {
    const MOST: usize = 1000;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST - 1).chain(['…']).collect() }
}

/// `idempotence-silently-off` as `IdempotenceSilentlyOff`.
fn pascal(id: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').filter(|part| !part.is_empty()).map(word).collect()
}
