//! The clients that Connect makes for the tasks of a connector, as `Worker` puts their settings together:
//! Connect's own first, then those behind the prefix of the client. Measured on 2.0.1 to 4.4.0.

use super::super::{More, Told};
use crate::{
    effective::{Reason, Refusal, Written, is_placeholder, resolve},
    finding::{Outcome, Related, Severity},
    kafka::{Client, KeyId, Role, java_trim, key},
    rule::{
        catalogue::{Native, Predicate, Rule},
        fire::{graded, listed},
        message::{Arguments, shown},
    },
    version::{Version, VersionSet},
};

/// The first release that was measured.
const FIRST: Version = Version::new([2, 0, 1, 0]);

/// From here on a worker can be told to write exactly once (KIP-618).
const FIRST_EXACTLY_ONCE: Version = Version::new([3, 3, 0, 0]);

/// Reports settings that a client of a task refuses together: those of a worker beside what Connect itself
/// sets, those of a connector beside each other, since the worker may set more.
pub(super) fn look(told: &mut Told<'_>, role: Role) {
    let worker = role == Role::ConnectWorker;
    let prefixes = if worker { ["producer.", "consumer."] } else { ["producer.override.", "consumer.override."] };
    for (prefix, client) in prefixes.into_iter().zip([Client::Producer, Client::Consumer]) {
        let file = told.file;
        let own = file.properties.entries.iter().enumerate().filter_map(|(entry, line)| {
            let key = line.key.strip_prefix(prefix)?;
            (worker || !key.starts_with("override.")).then_some(Written { key, value: &line.value, entry })
        });
        let own: Vec<Written<'_>> = own.collect();
        // One setting alone contradicts nothing but Connect's own.
        if own.is_empty() || own.len() < 2 && !worker {
            continue;
        }
        for version in told.clients.iter().rev().filter(|version| *version >= FIRST) {
            let Some(written) = settings(told, client, version, &own, worker) else { continue };
            let Some(effective) = resolve(client.into(), version, &written, false) else { continue };
            for refusal in effective.refusals.iter().filter(|refusal| refusal.certain && joins_settings(refusal.reason)) {
                let about = Rule::about(refusal.reason).find(|rule| {
                    let limits = if let Predicate::Refusal { keys, .. } = rule.predicate { keys } else { &[] };
                    rule.is_for(client.into(), version)
                        && (limits.is_empty() || refusal.key.is_some_and(|key| limits.contains(&key)))
                });
                told.on(VersionSet::one(version), |told| refused(told, client, refusal, &written, worker, about));
            }
        }
    }
}

/// What stands for no entry of the file: Connect sets it.
const BY_CONNECT: usize = usize::MAX;

/// The settings of a client of a task; `None` where the file does not tell.
fn settings<'a>(
    told: &Told<'a>,
    client: Client,
    version: Version,
    own: &[Written<'a>],
    worker: bool,
) -> Option<Vec<Written<'a>>> {
    let by_connect = |(key, value): (KeyId, &'static str)| Written { key: key.name(), value, entry: BY_CONNECT };
    let mut settings: Vec<Written<'a>> = match client {
        Client::Producer => producer(version).into_iter().map(by_connect).collect(),
        Client::Consumer => CONSUMER.into_iter().map(by_connect).collect(),
        Client::Admin => Vec::new(),
    };
    settings.extend(own.iter().copied());
    if client == Client::Producer && version >= FIRST_EXACTLY_ONCE && worker {
        let entries = &told.file.properties.entries;
        let standalone = entries.iter().any(|entry| entry.key == "offset.storage.file.filename");
        let support = entries.iter().rfind(|entry| entry.key == "exactly.once.source.support" && !standalone);
        if support.is_some_and(|entry| is_placeholder(&entry.value)) {
            return None;
        }
        if support.is_some_and(|entry| java_trim(&entry.value).eq_ignore_ascii_case("enabled")) {
            settings.retain(|line| ![key::ENABLE_IDEMPOTENCE.name(), key::TRANSACTIONAL_ID.name()].contains(&line.key));
            settings.push(by_connect((key::ENABLE_IDEMPOTENCE, "true")));
            settings.push(by_connect((key::TRANSACTIONAL_ID, "connect")));
        }
    }
    Some(settings)
}

/// What `Worker` sets for the producer of a task that is not written by exactly-once.
fn producer(version: Version) -> Vec<(KeyId, &'static str)> {
    const MAX: &str = "2147483647";
    let mut settings =
        vec![(key::MAX_BLOCK_MS, "9223372036854775807"), (key::ACKS, "all"), (key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1")];
    if version >= Version::new([2, 1, 0, 0]) {
        settings.push((key::DELIVERY_TIMEOUT_MS, MAX));
    } else {
        settings.push((key::RETRIES, MAX));
    }
    if version < Version::new([3, 0, 0, 0]) {
        settings.push((key::REQUEST_TIMEOUT_MS, MAX));
    } else if version >= Version::new([3, 0, 2, 0]) && version != Version::new([3, 1, 0, 0]) {
        settings.push((key::ENABLE_IDEMPOTENCE, "false"));
    }
    settings
}

/// What `Worker` sets for the consumer of a sink's task; the group is named after the connector.
const CONSUMER: [(KeyId, &str); 3] =
    [(key::GROUP_ID, "connect-sink"), (key::ENABLE_AUTO_COMMIT, "false"), (key::AUTO_OFFSET_RESET, "earliest")];

/// Whether a refusal is about how settings go together. What a single value must be is another rule's matter.
const fn joins_settings(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::IdempotenceNeedsAcksAll
            | Reason::IdempotenceNeedsRetries
            | Reason::IdempotenceNeedsInFlight5
            | Reason::TransactionalNeedsIdempotence
            | Reason::TwoPhaseCommitForbidsTimeout
            | Reason::DeliveryBelowLingerPlusRequest
            | Reason::RackAwareNeedsRack
            | Reason::IncrementalBufferForbidsCompression
            | Reason::HeartbeatNotBelowSession
            | Reason::ForbiddenWithProtocol
    )
}

/// Says it, where settings of the file are part of it; of a connector's file, where all of them are.
fn refused(told: &mut Told<'_>, client: Client, refusal: &Refusal, written: &[Written<'_>], worker: bool, about: Option<&Rule>) {
    let Some(rule) = told.asks(Native::ConnectTaskRefuses) else { return };
    let keys = refusal.key.iter().chain(&refusal.with);
    let setting = |key: &KeyId| written.iter().rfind(|line| line.key == key.name());
    let involved: Vec<&Written<'_>> = keys.clone().filter_map(setting).collect();
    let (own, by_connect): (Vec<&Written<'_>>, Vec<&Written<'_>>) =
        involved.into_iter().partition(|line| line.entry != BY_CONNECT);
    let Some((first, rest)) = own.split_first() else { return };
    if !worker && (!by_connect.is_empty() || keys.clone().any(|key| setting(key).is_none())) {
        return;
    }
    let entries = &told.file.properties.entries;
    let as_written = |line: &Written<'_>| format!("{}={}", entries[line.entry].key, shown(line.key, line.value));
    let mut others: Vec<String> = rest.iter().map(|line| as_written(line)).collect();
    others.extend(by_connect.iter().map(|line| format!("{}={} (Connect's own)", line.key, line.value)));
    let related =
        rest.iter().map(|line| Related { file: told.file.id, span: entries[line.entry].span(), message: as_written(line) });
    let related: Vec<Related> = related.collect();
    let arguments = Arguments {
        setting: entries[first.entry].key.to_string(),
        value: shown(first.key, first.value),
        because: if others.is_empty() { "is not taken".into() } else { format!("contradicts {}", listed(others)) },
        part: client.name().to_owned(),
        meant: about.map(|rule| rule.id.to_owned()).unwrap_or_default(),
        ..Arguments::default()
    };
    let names = own.iter().map(|line| entries[line.entry].key.to_string()).collect();
    let grade = graded(rule, Severity::Error, Outcome::FailsLater);
    told.say(rule, grade, Some(entries[first.entry].span()), names, || More { arguments, related, ..More::default() });
}
