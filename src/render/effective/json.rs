//! Effective settings → the JSON of `effective`, version 1. A contract: only ever added to.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::{ClientOfFile, EffectiveReport, Run, declared_shown, value_shown, why};
use crate::{
    effective::{Acknowledged, Effective, Guarantees, Reads, Refusal, Setting},
    kafka::KeyId,
    render::{OneByOne, write_json},
    rule::rule_about,
};

/// What `ackward effective --format json` prints.
#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Effective")]
pub struct EffectiveJson<F = Vec<FileJson>> {
    /// The version of this form: 1.
    version: u32,
    /// One entry for each client of each file.
    files: F,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "File")]
pub struct FileJson {
    /// The path, with `/`, relative to where the command ran.
    path: String,
    /// The client.
    role: &'static str,
    /// One element for each run of releases on which everything shown is the same, oldest first.
    clients: Vec<ClientJson>,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Client")]
struct ClientJson {
    /// The first release of the run.
    client: String,
    /// The last release of the run.
    client_to: String,
    /// Whether the client starts.
    construction: ConstructionJson,
    /// The settings, by key.
    settings: Vec<SettingJson>,
    /// What the client guarantees where it starts.
    guarantees: GuaranteesJson,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Construction")]
struct ConstructionJson {
    /// `starts`, `refuses` or `depends`.
    outcome: &'static str,
    /// The simple class name of the innermost exception that tells the reason.
    exception: Option<&'static str>,
    /// Whether it comes inside a KafkaException.
    wrapped: Option<bool>,
    /// The setting that it is about.
    key: Option<String>,
    /// The reason.
    reason: Option<&'static str>,
    /// The rule that reports it.
    rule: Option<&'static str>,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Setting")]
struct SettingJson {
    /// The key.
    key: &'static str,
    /// The value that the client object really runs with, as Kafka prints it; null where the file
    /// does not tell it.
    value: Option<String>,
    /// `written`, `default` or `override`.
    origin: &'static str,
    /// What the client's own configuration shows at start, where that differs.
    declared: Option<String>,
    /// The line that writes the key.
    line: Option<usize>,
    /// Why the value is not simply the written one or the default.
    because: Option<&'static str>,
}

#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Guarantees")]
struct GuaranteesJson {
    /// Whether the broker drops what a retry of this producer session repeats.
    idempotent: Option<bool>,
    /// Whether the producer can run transactions.
    transactional: Option<bool>,
    /// Whether records are stored in the order in which they were sent, also after a retry.
    ordered: Option<bool>,
    /// `all`, `leader` or `nobody`.
    acknowledged_by: Option<&'static str>,
    /// Whether a retry after a lost acknowledgement can write a record twice.
    duplicates_on_retry: Option<bool>,
    /// Whether the consumer commits on its own timer.
    auto_commit: Option<bool>,
    /// `committed` or `uncommitted`.
    reads: Option<&'static str>,
}

/// Writes one JSON object and a line feed.
pub fn write<'a, C>(report: EffectiveReport<'_, C>, out: &mut dyn Write) -> io::Result<()>
where
    C: Iterator<Item = ClientOfFile<'a>>,
{
    let files = report.clients.map(|client| FileJson {
        path: client.path().to_owned(),
        role: client.role.name(),
        clients: client.runs.iter().map(|run| run_json(&client, run, report.keys)).collect(),
    });
    write_json(&EffectiveJson { version: 1, files: OneByOne::new(files) }, out)
}

fn run_json(client: &ClientOfFile<'_>, run: &Run<'_>, keys: &[KeyId]) -> ClientJson {
    ClientJson {
        client: run.first.to_string(),
        client_to: run.last.to_string(),
        construction: construction(client, &run.effective),
        settings: run.settings(keys).into_iter().map(|setting| setting_json(client, setting)).collect(),
        guarantees: guarantees(run.effective.guarantees),
    }
}

fn construction(client: &ClientOfFile<'_>, effective: &Effective<'_>) -> ConstructionJson {
    let construction = effective.construction();
    let refusal = construction.refusal.as_ref();
    ConstructionJson {
        outcome: construction.verdict.name(),
        exception: refusal.map(|refusal| refusal.exception),
        wrapped: refusal.map(|refusal| refusal.wrapped),
        key: refusal.and_then(Refusal::key_name).map(str::to_owned),
        reason: refusal.map(|refusal| refusal.reason.name()),
        rule: refusal.and_then(|refusal| rule_about(refusal, effective, client.properties)).map(|rule| rule.id),
    }
}

fn setting_json(client: &ClientOfFile<'_>, setting: &Setting<'_>) -> SettingJson {
    let key = setting.definition.key.name();
    SettingJson {
        key,
        value: value_shown(setting),
        origin: setting.origin.name(),
        declared: declared_shown(setting),
        line: setting.entry.map(|entry| client.line(entry)),
        because: why(setting),
    }
}

fn guarantees(guarantees: Guarantees) -> GuaranteesJson {
    GuaranteesJson {
        idempotent: guarantees.idempotent,
        transactional: guarantees.transactional,
        ordered: guarantees.ordered,
        acknowledged_by: guarantees.acknowledged_by.map(Acknowledged::name),
        duplicates_on_retry: guarantees.duplicates_on_retry,
        auto_commit: guarantees.auto_commit,
        reads: guarantees.reads.map(Reads::name),
    }
}
