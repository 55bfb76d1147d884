//! Streams applications, as `StreamsConfig` makes their clients.

use super::{super::Told, say};
use crate::{
    effective::is_placeholder,
    finding::{Outcome, Severity},
    kafka::{KeyId, Type, Value, java_trim, key},
    properties::Entry,
    rule::{catalogue::Native, found::Grade, message::Arguments, nearest},
    version::{Version, VersionSet},
};

/// The entry of a key that counts: the last.
fn entry<'a>(told: &Told<'a>, name: &str) -> Option<(usize, &'a Entry<'a>)> {
    told.file.properties.entries.iter().enumerate().rfind(|(_, entry)| entry.key == name)
}

/// The entry that a client of a Streams application is given: behind its prefix, else bare.
fn given<'a>(told: &Told<'a>, prefix: &str, key: KeyId) -> Option<(usize, &'a Entry<'a>)> {
    entry(told, &format!("{prefix}{}", key.name())).or_else(|| entry(told, key.name()))
}

/// What `processing.guarantee` may be, and on which releases.
fn guarantees() -> [(&'static str, VersionSet); 4] {
    let range = |first: [u16; 4], last: [u16; 4]| VersionSet::range(Version::new(first), Version::new(last));
    let newest = [u16::MAX; 4];
    [
        ("at_least_once", range([0, 11, 0, 0], newest)),
        ("exactly_once", range([0, 11, 0, 0], [3, 9, u16::MAX, 0])),
        ("exactly_once_beta", range([2, 6, 0, 0], [3, 9, u16::MAX, 0])),
        ("exactly_once_v2", range([3, 0, 0, 0], newest)),
    ]
}

/// The releases, parted by what they take; those with the newest first.
fn by_what_they_take(clients: VersionSet) -> Vec<(Vec<&'static str>, VersionSet)> {
    let mut parts: Vec<(Vec<&str>, VersionSet)> = Vec::new();
    for version in clients.iter().rev() {
        let taken: Vec<&str> =
            guarantees().into_iter().filter(|(_, releases)| releases.contains(version)).map(|(name, _)| name).collect();
        match parts.iter_mut().find(|(other, _)| *other == taken) {
            Some((_, releases)) => *releases = releases.union(VersionSet::one(version)),
            None => parts.push((taken, VersionSet::one(version))),
        }
    }
    parts
}

pub(super) fn look(told: &mut Told<'_>) {
    for (name, because) in [
        ("group.id", "names every group after application.id"),
        ("consumer.group.id", "names every group after application.id"),
        ("restore.consumer.auto.offset.reset", "sets it to none last"),
        ("global.consumer.auto.offset.reset", "sets it to none last"),
    ] {
        overridden(told, name, |_| true, because);
    }
    for name in ["enable.auto.commit", "consumer.enable.auto.commit"] {
        overridden(told, name, |value| value.eq_ignore_ascii_case("true"), "commits by itself, every commit.interval.ms");
    }
    let Some((index, guarantee)) = entry(told, "processing.guarantee") else { return };
    let written = java_trim(&guarantee.value);
    if is_placeholder(written) {
        return;
    }
    let accepted = guarantees().into_iter().find(|(name, _)| *name == written).map_or(VersionSet::NONE, |(_, releases)| releases);
    let known = guarantees()[0].1.intersection(told.clients);
    for (taken, releases) in by_what_they_take(known.difference(accepted)) {
        let arguments = Arguments {
            kind: format!("one of {}", taken.join(", ")),
            meant: nearest::among(taken.into_iter(), written).unwrap_or_default().to_owned(),
            ..Arguments::default()
        };
        say(told, Native::StreamsGuaranteeUnknown, index, releases, None, arguments);
    }
    if written.starts_with("exactly_once") {
        exactly_once(told, written, accepted.intersection(told.clients));
    }
}

/// Whether a value is weaker than exactly-once allows.
type IsWeaker<'a> = &'a dyn Fn(&str) -> bool;

fn exactly_once(told: &mut Told<'_>, guarantee: &str, clients: VersionSet) {
    for (name, because) in [
        ("isolation.level", "reads committed records only"),
        ("consumer.isolation.level", "reads committed records only"),
        ("enable.idempotence", "makes its producers idempotent"),
        ("producer.enable.idempotence", "makes its producers idempotent"),
    ] {
        let differs = |value: &str| !value.eq_ignore_ascii_case("true") && value != "read_committed";
        overridden(told, name, differs, because);
    }
    for name in ["transactional.id", "producer.transactional.id"] {
        overridden(told, name, |_| true, "gives each producer an id of its own");
    }
    commit_interval(told, clients);
    let in_flight = key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION;
    let number = |value: &str| Value::parse(Type::Int, value).ok().and_then(|value| value.as_number());
    let since_2_1 = VersionSet::range(Version::new([2, 1, 0, 0]), Version::NEWEST);
    let weaker: [(KeyId, VersionSet, IsWeaker<'_>); 3] = [
        (key::ACKS, VersionSet::ALL, &|value| matches!(java_trim(value), "0" | "1")),
        (key::RETRIES, VersionSet::ALL, &|value| number(value) == Some(0)),
        (in_flight, since_2_1, &|value| number(value).is_some_and(|number| number > 5)),
    ];
    for (key, releases, is_weaker) in weaker {
        let Some((index, entry)) = given(told, "producer.", key) else { continue };
        if !is_weaker(&entry.value) {
            continue;
        }
        // The first form makes its producers when tasks are assigned, the others when the application starts.
        let outcome = if guarantee == "exactly_once" { Outcome::FailsLater } else { Outcome::RefusesToStart };
        let arguments = Arguments { meant: guarantee.to_owned(), ..Arguments::default() };
        let grade = Grade { severity: Severity::Error, outcome };
        say(told, Native::StreamsExactlyOnceContradicted, index, clients.intersection(releases), Some(grade), arguments);
    }
}

/// `StreamsConfig.verifyEOSTransactionTimeoutCompatibility`, 3.0.0: it looks at the prefixed timeout only.
fn commit_interval(told: &mut Told<'_>, clients: VersionSet) {
    let timeout = entry(told, "producer.transaction.timeout.ms");
    let number = |value: &str| Value::parse(Type::Long, value).ok().and_then(|value| value.as_number());
    let Some(limit) = timeout.map_or(Some(10_000), |(_, entry)| number(&entry.value)) else { return };
    let Some((index, interval)) = entry(told, "commit.interval.ms") else { return };
    if number(&interval.value).is_none_or(|interval| interval <= limit) {
        return;
    }
    let arguments = Arguments {
        meant: limit.to_string(),
        because: if timeout.is_some() { String::new() } else { ", the default of Streams".into() },
        ..Arguments::default()
    };
    say(told, Native::StreamsCommitIntervalTooLong, index, clients, None, arguments);
}

fn overridden(told: &mut Told<'_>, name: &str, differs: impl Fn(&str) -> bool, because: &str) {
    let Some((index, entry)) = entry(told, name) else { return };
    let value = java_trim(&entry.value);
    if !is_placeholder(value) && differs(value) {
        let arguments = Arguments { because: because.to_owned(), ..Arguments::default() };
        say(told, Native::StreamsSettingOverridden, index, told.clients, None, arguments);
    }
}
