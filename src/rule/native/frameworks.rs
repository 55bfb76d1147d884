//! What is surely wrong in the files of Streams applications, Connect workers, connectors and brokers.
//!
//! These make clients of their own, from keys behind prefixes. What they change is measured: Streams
//! 0.10.0.0 to 4.4.0 and Connect 2.0.1 to 4.4.0.

use super::{More, Told, names};
use crate::{
    effective::is_placeholder,
    finding::{Outcome, Severity},
    kafka::{Client, KeyId, Role, Type, Value, java_trim, key},
    properties::Entry,
    rule::{
        catalogue::Native,
        fire::graded,
        found::Grade,
        message::{Arguments, shown},
        nearest, take,
    },
    version::{Version, VersionSet},
};

/// Looks at a file whose one view is a framework's or a server's.
pub(super) fn look(told: &mut Told<'_>) {
    let [view] = told.file.views.as_slice() else { return };
    match view.role {
        Role::Streams => streams(told),
        Role::ConnectWorker => worker(told),
        Role::Connector => connector(told),
        Role::Broker => broker(told),
        _ => return,
    }
    if view.role != Role::Broker {
        for index in 0..told.file.properties.entries.len() {
            client_key(told, view.role, index);
        }
    }
}

/// What stands before a client's key in such files, and whose it is then.
const PREFIXES: [(&str, Client, &[Role]); 9] = [
    ("producer.override.", Client::Producer, &[Role::Connector]),
    ("consumer.override.", Client::Consumer, &[Role::Connector]),
    ("admin.override.", Client::Admin, &[Role::Connector]),
    ("producer.", Client::Producer, &[Role::Streams, Role::ConnectWorker]),
    ("consumer.", Client::Consumer, &[Role::Streams, Role::ConnectWorker]),
    ("admin.", Client::Admin, &[Role::Streams, Role::ConnectWorker]),
    ("main.consumer.", Client::Consumer, &[Role::Streams]),
    ("restore.consumer.", Client::Consumer, &[Role::Streams]),
    ("global.consumer.", Client::Consumer, &[Role::Streams]),
];

/// A key behind a client's prefix, or one that goes to every client of a Streams application.
fn client_key(told: &mut Told<'_>, role: Role, index: usize) {
    let name = &*told.file.properties.entries[index].key;
    let prefixed = PREFIXES.iter().find_map(|(prefix, client, roles)| {
        let behind = name.strip_prefix(prefix).filter(|_| roles.contains(&role))?;
        Some((behind, std::slice::from_ref(client)))
    });
    let (name, clients) = match prefixed {
        Some(prefixed) => prefixed,
        None if role == Role::Streams => (name, &Client::ALL[..]),
        None => return,
    };
    let Some(key) = KeyId::named(name) else {
        let prefixed = prefixed.is_some();
        let streams = names::of_streams().filter(move |_| !prefixed);
        if names::is_listed(name) {
            return;
        }
        let meant = nearest::key(name, |key| clients.iter().any(|client| key.is_known_to(*client)));
        let meant = meant.map(KeyId::name).or_else(|| nearest::name(streams, name));
        if let Some(meant) = meant {
            misspelt(told, index, meant);
        }
        return;
    };
    if prefixed.is_some() && !clients.iter().any(|client| key.is_known_to(*client)) {
        let whose: Vec<&str> = Client::ALL.into_iter().filter(|client| key.is_known_to(*client)).map(Client::name).collect();
        let arguments = Arguments { because: whose.join(" and "), ..Arguments::default() };
        say(told, Native::PrefixedKeyOfOtherClient, index, told.clients, None, arguments);
        return;
    }
    refused(told, role, index, key, clients);
}

fn misspelt(told: &mut Told<'_>, index: usize, meant: &str) {
    let grade = KeyId::named(meant).map(|key| told.standing_for(key));
    // Whether the framework starts without it is not for the client's rules to say.
    let grade = grade.map(|grade| Grade { outcome: Outcome::SilentlyDifferent, ..grade });
    let arguments = Arguments { meant: meant.to_owned(), ..Arguments::default() };
    say(told, Native::MisspeltKey, index, told.clients, grade, arguments);
}

/// A value that the client which gets it does not take.
fn refused(told: &mut Told<'_>, role: Role, index: usize, key: KeyId, clients: &[Client]) {
    let entry = &told.file.properties.entries[index];
    let value = &*entry.value;
    let refuses = |version: Version| {
        clients.iter().find_map(|client| {
            let definition = key.definition(*client, version)?;
            let plain = !matches!(definition.kind, Type::Class | Type::Password | Type::List);
            let parsed = Value::parse(definition.kind, value).and_then(|mut value| value.validate(definition.validator));
            (plain && parsed.is_err()).then_some(definition)
        })
    };
    let Some(definition) = told.clients.iter().rev().find_map(refuses).filter(|_| !is_placeholder(value)) else { return };
    let releases: VersionSet = told.clients.iter().filter(|version| refuses(*version).is_some()).collect();
    let outcome = if role == Role::Streams { Outcome::RefusesToStart } else { Outcome::FailsLater };
    let arguments = Arguments {
        kind: take::described(definition),
        because: definition.client.name().to_owned(),
        meant: take::nearest(definition, value).unwrap_or_default(),
        ..Arguments::default()
    };
    let grade = Grade { severity: Severity::Error, outcome };
    say(told, Native::ClientValueRefused, index, releases, Some(grade), arguments);
}

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

fn streams(told: &mut Told<'_>) {
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
    let names: Vec<&str> = guarantees()
        .into_iter()
        .filter(|(_, releases)| known.newest().is_some_and(|newest| releases.contains(newest)))
        .map(|(name, _)| name)
        .collect();
    let arguments = Arguments {
        kind: format!("one of {}", names.join(", ")),
        meant: nearest::among(names.into_iter(), written).unwrap_or_default().to_owned(),
        ..Arguments::default()
    };
    say(told, Native::StreamsGuaranteeUnknown, index, known.difference(accepted), None, arguments);
    if written.starts_with("exactly_once") {
        exactly_once(told, written, accepted.intersection(told.clients));
    }
}

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
    let weaker: [(KeyId, VersionSet, &dyn Fn(&str) -> bool); 3] = [
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

fn worker(told: &mut Told<'_>) {
    for index in 0..told.file.properties.entries.len() {
        let name = &*told.file.properties.entries[index].key;
        if ["producer.override.", "consumer.override.", "admin.override."].iter().any(|prefix| name.starts_with(prefix)) {
            say(told, Native::OverridePrefixInWorker, index, told.clients, None, Arguments::default());
        }
        replaced_serializer(told, index, "");
    }
}

fn connector(told: &mut Told<'_>) {
    /// Client keys that no connector is known to have under the same name.
    const BARE: [KeyId; 9] = [
        key::AUTO_OFFSET_RESET,
        key::BUFFER_MEMORY,
        key::DELIVERY_TIMEOUT_MS,
        key::ENABLE_IDEMPOTENCE,
        key::ISOLATION_LEVEL,
        key::MAX_BLOCK_MS,
        key::MAX_POLL_INTERVAL_MS,
        key::MAX_POLL_RECORDS,
        key::MAX_REQUEST_SIZE,
    ];
    for index in 0..told.file.properties.entries.len() {
        let name = &*told.file.properties.entries[index].key;
        let prefixed = [("producer.", Client::Producer), ("consumer.", Client::Consumer), ("admin.", Client::Admin)];
        let prefixed = prefixed.into_iter().find_map(|(prefix, client)| {
            let key = KeyId::named(name.strip_prefix(prefix)?)?;
            key.is_known_to(client).then(|| format!("{prefix}override.{}", key.name()))
        });
        let bare = || {
            let key = KeyId::named(name).filter(|key| BARE.contains(key))?;
            let prefix = if key.is_known_to(Client::Producer) { "producer" } else { "consumer" };
            Some(format!("{prefix}.override.{}", key.name()))
        };
        if let Some(meant) = prefixed.or_else(bare) {
            let arguments = Arguments { meant, ..Arguments::default() };
            say(told, Native::ConnectorKeyWithoutOverride, index, told.clients, None, arguments);
        }
        replaced_serializer(told, index, "override.");
    }
}

/// A serializer in place of the one for bytes, which converters need.
fn replaced_serializer(told: &mut Told<'_>, index: usize, middle: &str) {
    let entry = &told.file.properties.entries[index];
    let key = match (entry.key.strip_prefix("producer."), entry.key.strip_prefix("consumer.")) {
        (Some(rest), _) => rest.strip_prefix(middle).filter(|key| matches!(*key, "key.serializer" | "value.serializer")),
        (_, Some(rest)) => rest.strip_prefix(middle).filter(|key| matches!(*key, "key.deserializer" | "value.deserializer")),
        _ => None,
    };
    let value = java_trim(&entry.value);
    let bytes = ["ByteArraySerializer", "ByteArrayDeserializer"].iter().any(|class| value.ends_with(class));
    if let Some(key) = key.filter(|_| !bytes && !is_placeholder(value)) {
        let converter = if key.starts_with("key") { "key.converter" } else { "value.converter" };
        let arguments = Arguments { meant: converter.into(), ..Arguments::default() };
        say(told, Native::ConnectSerializerReplaced, index, told.clients, None, arguments);
    }
}

/// Keys of clients that no broker of any release has.
const NOT_OF_BROKERS: [KeyId; 16] = [
    key::ACKS,
    key::AUTO_OFFSET_RESET,
    key::BATCH_SIZE,
    key::DELIVERY_TIMEOUT_MS,
    key::ENABLE_AUTO_COMMIT,
    key::ENABLE_IDEMPOTENCE,
    key::HEARTBEAT_INTERVAL_MS,
    key::ISOLATION_LEVEL,
    key::LINGER_MS,
    key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
    key::MAX_POLL_INTERVAL_MS,
    key::MAX_POLL_RECORDS,
    key::MAX_REQUEST_SIZE,
    key::SESSION_TIMEOUT_MS,
    key::TRANSACTIONAL_ID,
    key::TRANSACTION_TIMEOUT_MS,
];

fn broker(told: &mut Told<'_>) {
    for index in 0..told.file.properties.entries.len() {
        let name = &*told.file.properties.entries[index].key;
        let Some(key) = KeyId::named(name).filter(|key| NOT_OF_BROKERS.contains(key)) else { continue };
        let whose: Vec<&str> = Client::ALL.into_iter().filter(|client| key.is_known_to(*client)).map(Client::name).collect();
        let arguments = Arguments {
            because: whose.join(" and "),
            meant: if key == key::TRANSACTION_TIMEOUT_MS { "transaction.max.timeout.ms".into() } else { String::new() },
            ..Arguments::default()
        };
        say(told, Native::ClientKeyInBroker, index, told.clients, None, arguments);
    }
}

fn say(told: &mut Told<'_>, native: Native, index: usize, clients: VersionSet, grade: Option<Grade>, arguments: Arguments) {
    let Some(rule) = told.asks(native).filter(|_| !clients.is_empty()) else { return };
    let entry = &told.file.properties.entries[index];
    let grade = grade.map_or(Grade::of(rule), |grade| graded(rule, grade.severity, grade.outcome));
    let arguments = Arguments { setting: entry.key.to_string(), value: shown(&entry.key, &entry.value), ..arguments };
    told.on(clients, |told| {
        told.say(rule, grade, Some(entry.span()), vec![entry.key.to_string()], || More { arguments, ..More::default() });
    });
}
