//! Connect workers and connectors, as `Worker` makes their clients.

use super::{super::Told, say};
use crate::{
    effective::is_placeholder,
    kafka::{Client, KeyId, java_trim, key},
    rule::{catalogue::Native, message::Arguments},
};

pub(super) fn worker(told: &mut Told<'_>) {
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
