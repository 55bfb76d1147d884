//! Connect workers and connectors, as `Worker` makes their clients.

use super::{super::Told, say};
use crate::{
    effective::is_placeholder,
    kafka::{Client, KeyId, Type, Value, java_trim, key},
    rule::{catalogue::Native, message::Arguments},
    version::Version,
};

/// A key of a worker whose values are told from any other text.
struct WorkerKey {
    name: &'static str,
    /// The first release that has it, of those from 1.0.0 on that were measured.
    since: Version,
    takes: Takes,
    /// Whether standalone workers do not have it.
    distributed: bool,
}

/// What a key of a worker takes.
#[derive(Clone, Copy)]
enum Takes {
    /// A number of this type, not below that.
    Number(Type, i64),
    /// A number above 0, or from 2.6.0 on -1, which leaves it to the brokers.
    Count(Type),
    Flag,
    /// One of these, in any case.
    Word(&'static [&'static str]),
}

/// The keys, as the ConfigDefs of the workers from 1.0.0 to 4.4.0 have them.
const WORKER: [WorkerKey; 28] = {
    const fn key(name: &'static str, since: [u16; 3], takes: Takes, distributed: bool) -> WorkerKey {
        WorkerKey { name, since: Version::new([since[0], since[1], since[2], 0]), takes, distributed }
    }
    const INT: Takes = Takes::Number(Type::Int, i32::MIN as i64);
    const LONG: Takes = Takes::Number(Type::Long, i64::MIN);
    [
        key("connect.protocol", [2, 4, 0], Takes::Word(&["eager", "compatible", "sessioned"]), true),
        key("connections.max.idle.ms", [1, 0, 0], LONG, true),
        key("config.storage.replication.factor", [1, 0, 0], Takes::Count(Type::Short), true),
        key("exactly.once.source.support", [3, 3, 0], Takes::Word(&["disabled", "preparing", "enabled"]), true),
        key("heartbeat.interval.ms", [1, 0, 0], INT, true),
        key("inter.worker.key.size", [2, 4, 0], INT, true),
        key("inter.worker.key.ttl.ms", [2, 4, 0], Takes::Number(Type::Int, 0), true),
        key("internal.topics.automatic.creation.enable", [4, 4, 0], Takes::Flag, true),
        key("metadata.max.age.ms", [1, 0, 0], LONG, true),
        key("offset.flush.interval.ms", [1, 0, 0], LONG, false),
        key("offset.flush.timeout.ms", [1, 0, 0], LONG, false),
        key("offset.storage.partitions", [1, 0, 0], Takes::Count(Type::Int), true),
        key("offset.storage.replication.factor", [1, 0, 0], Takes::Count(Type::Short), true),
        key("plugin.discovery", [3, 6, 0], Takes::Word(&["only_scan", "service_load", "hybrid_warn", "hybrid_fail"]), false),
        key("rebalance.timeout.ms", [1, 0, 0], INT, true),
        key("request.timeout.ms", [1, 0, 0], INT, true),
        key("rest.advertised.port", [1, 0, 0], INT, false),
        key("retry.backoff.ms", [1, 0, 0], LONG, true),
        key("scheduled.rebalance.max.delay.ms", [2, 3, 0], Takes::Number(Type::Int, 0), true),
        key("session.timeout.ms", [1, 0, 0], INT, true),
        key("status.storage.partitions", [1, 0, 0], Takes::Count(Type::Int), true),
        key("status.storage.replication.factor", [1, 0, 0], Takes::Count(Type::Short), true),
        key("task.shutdown.graceful.timeout.ms", [1, 0, 0], LONG, false),
        key("topic.creation.enable", [2, 6, 0], Takes::Flag, false),
        key("topic.tracking.allow.reset", [2, 5, 0], Takes::Flag, false),
        key("topic.tracking.enable", [2, 5, 0], Takes::Flag, false),
        key("worker.sync.timeout.ms", [1, 0, 0], INT, true),
        key("worker.unsync.backoff.ms", [1, 0, 0], INT, true),
    ]
};

impl Takes {
    fn refuses(self, text: &str, version: Version) -> bool {
        let number = |kind| Value::parse(kind, text).ok().and_then(|value| value.as_number());
        match self {
            Self::Number(kind, least) => number(kind).is_none_or(|number| number < least),
            Self::Count(kind) => number(kind).is_none_or(|number| number < 1 && !(number == -1 && version >= LEFT_TO_BROKERS)),
            Self::Flag => Value::parse(Type::Boolean, text).is_err(),
            Self::Word(words) => !words.iter().any(|word| word.eq_ignore_ascii_case(java_trim(text))),
        }
    }

    fn described(self, version: Version) -> String {
        match self {
            Self::Number(_, 0) => "a whole number, 0 or more".into(),
            Self::Number(..) => "a whole number".into(),
            Self::Count(_) if version >= LEFT_TO_BROKERS => "a whole number above 0, or -1".into(),
            Self::Count(_) => "a whole number above 0".into(),
            Self::Flag => "true or false".into(),
            Self::Word(words) => format!("one of {}", words.join(", ")),
        }
    }
}

/// From here on -1 leaves partitions and replicas to the brokers.
const LEFT_TO_BROKERS: Version = Version::new([2, 6, 0, 0]);

/// The values of a worker's own keys.
fn values(told: &mut Told<'_>) {
    let entries = &told.file.properties.entries;
    let standalone = entries.iter().any(|entry| entry.key == "offset.storage.file.filename");
    for known in WORKER.iter().filter(|known| !(known.distributed && standalone)) {
        // Of a key that comes twice the worker is given the last.
        let Some((index, entry)) = entries.iter().enumerate().rfind(|(_, entry)| entry.key == known.name) else { continue };
        if is_placeholder(&entry.value) || entry.is_malformed {
            continue;
        }
        let refuses = |version: &Version| *version >= known.since && known.takes.refuses(&entry.value, *version);
        let refusing: Vec<Version> = told.clients.iter().filter(refuses).collect();
        let (before, after): (Vec<Version>, Vec<Version>) = refusing.into_iter().partition(|version| *version < LEFT_TO_BROKERS);
        for releases in [after, before] {
            let Some(newest) = releases.last() else { continue };
            let arguments = Arguments { kind: known.takes.described(*newest), ..Arguments::default() };
            say(told, Native::ConnectValueRefused, index, releases.into_iter().collect(), None, arguments);
        }
    }
}

pub(super) fn worker(told: &mut Told<'_>) {
    values(told);
    for index in 0..told.file.properties.entries.len() {
        let name = &*told.file.properties.entries[index].key;
        if ["producer.override.", "consumer.override.", "admin.override."].iter().any(|prefix| name.starts_with(prefix)) {
            say(told, Native::OverridePrefixInWorker, index, told.clients, None, Arguments::default());
        }
        replaced_serializer(told, index, "");
    }
}

pub(super) fn connector(told: &mut Told<'_>) {
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
