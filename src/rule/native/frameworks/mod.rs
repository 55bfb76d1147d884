//! What is surely wrong in the files of Streams applications, Connect workers, connectors, MirrorMaker 2 and
//! brokers.
//!
//! These make clients of their own, from keys behind prefixes. What they change is measured: Streams
//! 0.10.0.0 to 4.4.0 and Connect 2.0.1 to 4.4.0.

mod connect;
mod mirror_maker;
mod streams;
mod tasks;

use super::{More, Told, names};
use crate::{
    effective::is_placeholder,
    finding::{Outcome, Severity},
    kafka::{Client, Definition, KeyId, Role, Type, Value, key},
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
        Role::MirrorMaker => return mirror_maker::look(told),
        Role::Streams => streams::look(told),
        Role::ConnectWorker => {
            connect::worker(told);
            tasks::look(told, view.role);
        }
        Role::Connector => {
            connect::connector(told);
            tasks::look(told, view.role);
        }
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
    match prefixed {
        Some((name, clients)) => keyed(told, role, index, name, clients, true),
        None if role == Role::Streams || role == Role::ConnectWorker && !has_a_prefix_of_workers(name) => {
            keyed(told, role, index, name, &Client::ALL, false);
        }
        None => {}
    }
}

/// A key by the name under which clients are given it.
fn keyed(told: &mut Told<'_>, role: Role, index: usize, name: &str, clients: &[Client], prefixed: bool) {
    let Some(key) = KeyId::named(name) else {
        let written = &*told.file.properties.entries[index].key;
        let prefix = &written[..written.len() - name.len()];
        let of_framework = |name| match role {
            Role::Streams if !prefixed => nearest::name(names::of_streams(), name),
            Role::ConnectWorker if !prefixed => nearest::name(names::of_connect(), name),
            _ => None,
        };
        let suits = |key: KeyId| clients.iter().any(|client| key.is_known_to(*client));
        let listed = if prefixed { names::behind_prefix(name, suits) } else { None };
        if listed.is_none() && (names::is_listed(name) || names::separator_missing(told, index, suits)) {
            return;
        }
        let meant = listed.or_else(|| nearest::key(name, suits)).map(KeyId::name).or_else(|| of_framework(name));
        if let Some(meant) = meant {
            misspelt(told, index, prefix, meant);
        }
        return;
    };
    if prefixed && !clients.iter().any(|client| key.is_known_to(*client)) {
        let whose: Vec<&str> = Client::ALL.into_iter().filter(|client| key.is_known_to(*client)).map(Client::name).collect();
        let arguments = Arguments { because: whose.join(" and "), ..Arguments::default() };
        say(told, Native::PrefixedKeyOfOtherClient, index, told.clients, None, arguments);
        return;
    }
    // What stands bare in a worker's file goes to clients of the worker's own, which change much of it.
    if prefixed || role == Role::Streams {
        refused(told, role, index, key, clients);
    }
}

/// What plug-ins of a worker read behind these is theirs.
fn has_a_prefix_of_workers(name: &str) -> bool {
    const PREFIXES: [&str; 12] = [
        "admin.listeners.",
        "admin.override.",
        "config.providers.",
        "config.storage.",
        "consumer.override.",
        "header.converter.",
        "key.converter.",
        "listeners.",
        "offset.storage.",
        "producer.override.",
        "status.storage.",
        "value.converter.",
    ];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix)) && !names::of_connect().any(|key| key == name)
}

fn misspelt(told: &mut Told<'_>, index: usize, prefix: &str, meant: &str) {
    let grade = KeyId::named(meant).map(|key| told.standing_for(key));
    // Whether the framework starts without it is not for the client's rules to say.
    let grade = grade.map(|grade| Grade { outcome: Outcome::SilentlyDifferent, ..grade });
    let arguments = Arguments { meant: format!("{prefix}{meant}"), ..Arguments::default() };
    say(told, Native::MisspeltKey, index, told.clients, grade, arguments);
}

/// A value that the client which gets it does not take.
fn refused(told: &mut Told<'_>, role: Role, index: usize, key: KeyId, clients: &[Client]) {
    let entry = &told.file.properties.entries[index];
    if entry.is_malformed {
        return;
    }
    let value = &*entry.value;
    let refuses = |version: Version| {
        clients.iter().find_map(|client| {
            let definition = key.definition(*client, version)?;
            let plain = !matches!(definition.kind, Type::Class | Type::Password | Type::List);
            let parsed = Value::parse(definition.kind, value).and_then(|mut value| value.validate(definition.validator));
            (plain && parsed.is_err()).then_some(definition)
        })
    };
    if is_placeholder(value) {
        return;
    }
    let outcome = if role == Role::Streams { Outcome::RefusesToStart } else { Outcome::FailsLater };
    // A definition is the same for a range of releases.
    let mut definitions: Vec<(&Definition, VersionSet)> = Vec::new();
    for (version, definition) in told.clients.iter().rev().filter_map(|version| Some((version, refuses(version)?))) {
        match definitions.last_mut() {
            Some((other, releases)) if std::ptr::eq(*other, definition) => *releases = releases.union(VersionSet::one(version)),
            _ => definitions.push((definition, VersionSet::one(version))),
        }
    }
    for (definition, releases) in definitions {
        let Some(newest) = releases.newest() else { continue };
        let arguments = Arguments {
            kind: take::described(definition, newest),
            because: definition.client.name().to_owned(),
            meant: take::nearest(definition, value, newest).unwrap_or_default(),
            ..Arguments::default()
        };
        let grade = Grade { severity: Severity::Error, outcome };
        say(told, Native::ClientValueRefused, index, releases, Some(grade), arguments);
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
