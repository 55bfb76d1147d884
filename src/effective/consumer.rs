//! The consumer and the share consumer: `ConsumerConfig`, `KafkaConsumer`, `KafkaShareConsumer`.

use std::borrow::Cow;

use super::{
    Reads, Reason,
    stage::{Shows, Stage, Throws, v, v0},
};
use crate::{
    kafka::{ClassKind, KeyId, Role, Value, equals_ignoring_case, java_trim, key},
    version::Version,
};

/// The first release with `KafkaShareConsumer`.
pub(super) const FIRST_SHARE_CONSUMER: Version = v(3, 9, 0);

/// Runs every step of the construction in the consumer's own order.
pub(super) fn run(stage: &mut Stage<'_>) {
    let share = stage.role == Role::ShareConsumer;
    stage.require_first([key::KEY_DESERIALIZER, key::VALUE_DESERIALIZER]);
    if share {
        forbidden_with_share_group(stage);
    }
    stage.load_providers();
    stage.parse();
    stage.sasl_mechanism();
    stage.reconnect_backoff();
    stage.static_backoff();
    let group = Group::of(stage);
    let modern = share || protocol_is_consumer(stage) == Some(true);
    client_id(stage, &group);
    // From 2.6.0 the generated client id looks at it first.
    let instance_id_first = stage.version >= v(2, 6, 0) && !stage.has_client_id();
    if instance_id_first {
        instance_id(stage, Throws::bare("InvalidConfigurationException"));
    }
    if stage.version >= v(3, 7, 0) {
        auto_commit_without_group(stage, &group, Throws::bare("InvalidConfigurationException"));
    }
    forbidden_with_protocol(stage);

    request_timeout(stage);
    // A share consumer has no other use for it.
    if !instance_id_first && !share {
        instance_id(stage, Throws::wrapped("InvalidConfigurationException"));
    }
    if stage.version < v(3, 7, 0) {
        auto_commit_without_group(stage, &group, Throws::wrapped("InvalidConfigurationException"));
    }
    // The consumer protocol looks at it after the addresses.
    let empty_group_late = modern && !share;
    if !empty_group_late {
        empty_group(stage, &group, share, modern);
    }
    stage.reporters(Some(Throws::wrapped("NullPointerException")));
    if stage.version < v0(10, 1, 0) {
        stage.bootstrap();
        stage.channel();
        if stage.version < v0(10, 0, 0) {
            stage.client_id_as_jmx_name();
        }
        assignors(stage, modern);
        interceptors(stage);
        heartbeat(stage, &group, modern);
        deserializers(stage);
        guarantees(stage, &group, share);
        return;
    }
    interceptors(stage);
    deserializers(stage);
    stage.bootstrap();
    if empty_group_late {
        empty_group(stage, &group, share, modern);
    }
    network_thread(stage, modern);
    // The consumer protocol makes its network client in a thread of its own up to 4.1.2, where a
    // security error does not reach the constructor.
    if !modern || stage.version >= v(4, 2, 0) {
        stage.channel();
    }
    assignors(stage, modern);
    heartbeat(stage, &group, modern);
    guarantees(stage, &group, share);
}

/// `ConsumerNetworkThread`, 4.2.0: the constructor waits for it, default.api.timeout.ms at most.
fn network_thread(stage: &mut Stage<'_>, modern: bool) {
    const SURELY_ENOUGH: i64 = 1000;
    let timeout = stage.number(key::DEFAULT_API_TIMEOUT_MS).filter(|_| modern && stage.version >= v(4, 2, 0));
    if timeout.is_some_and(|timeout| timeout < SURELY_ENOUGH) {
        let throws = Throws::wrapped("TimeoutException");
        stage.note(Reason::NetworkThreadLate, Some(key::DEFAULT_API_TIMEOUT_MS), &[], throws, false, None);
    }
}

/// A share consumer has none; from 4.1.0 it refuses the key.
fn interceptors(stage: &mut Stage<'_>) {
    if stage.role != Role::ShareConsumer {
        stage.instantiate_all(key::INTERCEPTOR_CLASSES, ClassKind::Interceptor);
    }
}

fn deserializers(stage: &mut Stage<'_>) {
    stage.instantiate(key::KEY_DESERIALIZER, ClassKind::Deserializer);
    stage.instantiate(key::VALUE_DESERIALIZER, ClassKind::Deserializer);
}

/// What is known of `group.id`.
enum Group {
    /// Null: no group.
    None,
    /// Blank.
    Empty,
    /// A name.
    Named(String),
    /// A placeholder stands there.
    Unknown,
}

impl Group {
    fn of(stage: &Stage<'_>) -> Self {
        match stage.setting(key::GROUP_ID).map(|setting| &setting.value) {
            Some(Value::Null) => Self::None,
            Some(Value::Text(id)) if id.is_empty() => Self::Empty,
            Some(Value::Text(id)) => Self::Named(id.clone().into_owned()),
            _ => Self::Unknown,
        }
    }
}

/// Whether `group.protocol` is `consumer` (KIP-848, 3.7.0); false where the key does not exist.
fn protocol_is_consumer(stage: &Stage<'_>) -> Option<bool> {
    match stage.setting(key::GROUP_PROTOCOL) {
        None => Some(false),
        Some(_) => {
            stage.value(key::GROUP_PROTOCOL).and_then(Value::as_text).map(|protocol| equals_ignoring_case(protocol, "consumer"))
        }
    }
}

/// `ConsumerConfig.maybeOverrideEnableAutoCommit`, and `KafkaConsumer` before 3.7.0: no group, no
/// auto-commit; refused when both are at odds in writing.
fn auto_commit_without_group(stage: &mut Stage<'_>, group: &Group, throws: Throws) {
    if stage.version < v(2, 2, 0) || !matches!(group, Group::None) {
        return;
    }
    if !stage.is_written(key::ENABLE_AUTO_COMMIT) {
        let shows = if stage.version < v(3, 7, 0) { Shows::Before } else { Shows::After };
        stage.override_with(key::ENABLE_AUTO_COMMIT, Value::Boolean(false), "there is no group.id to commit for", shows);
    } else if stage.flag(key::ENABLE_AUTO_COMMIT) == Some(true) {
        // The application may still set group.id in code where the file is only a part.
        let certain = stage.complete;
        let with = [key::GROUP_ID];
        stage.note(Reason::AutoCommitWithoutGroup, Some(key::ENABLE_AUTO_COMMIT), &with, throws, certain, None);
    }
}

fn empty_group(stage: &mut Stage<'_>, group: &Group, share: bool, modern: bool) {
    let throws = Throws::wrapped("InvalidGroupIdException");
    match group {
        Group::None if share && stage.complete => stage.refuse(Reason::GroupIdMissing, key::GROUP_ID, &[], throws),
        Group::Empty if share => stage.refuse(Reason::GroupIdMissing, key::GROUP_ID, &[], throws),
        Group::Empty if stage.version >= v(4, 0, 0) || (modern && stage.version >= v(3, 7, 0)) => {
            stage.refuse(Reason::GroupIdEmpty, key::GROUP_ID, &[], throws);
        }
        _ => {}
    }
}

/// `KafkaConsumer`, up to 1.1.1; the first check of the constructor.
fn request_timeout(stage: &mut Stage<'_>) {
    if stage.version >= v(2, 0, 0) {
        return;
    }
    let (Some(request), Some(session), Some(wait)) =
        (stage.number(key::REQUEST_TIMEOUT_MS), stage.number(key::SESSION_TIMEOUT_MS), stage.number(key::FETCH_MAX_WAIT_MS))
    else {
        return;
    };
    if request <= session || request <= wait {
        let with = [key::SESSION_TIMEOUT_MS, key::FETCH_MAX_WAIT_MS];
        let reason = Reason::RequestNotAboveSessionAndFetchWait;
        stage.refuse(reason, key::REQUEST_TIMEOUT_MS, &with, Throws::wrapped("ConfigException"));
    }
}

/// `group.instance.id`, 2.3.0 (KIP-345): the characters of a topic name, up to 249.
fn instance_id(stage: &mut Stage<'_>, throws: Throws) {
    let Some(id) = stage.value(key::GROUP_INSTANCE_ID).and_then(Value::as_text) else { return };
    let valid = !matches!(id, "" | "." | "..")
        && id.chars().count() <= 249
        && id.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '.' | '_' | '-'));
    if valid {
        return;
    }
    if stage.version < v(2, 5, 0) {
        let with = [key::GROUP_INSTANCE_ID];
        stage.note(Reason::NullPointerBug, None, &with, Throws::bare("NullPointerException"), true, None);
        return;
    }
    stage.refuse(Reason::GroupInstanceIdInvalid, key::GROUP_INSTANCE_ID, &[], throws);
}

/// `ConsumerConfig.checkUnsupportedConfigsPostProcess` and its forerunner, 3.9.0: keys of the other protocol.
fn forbidden_with_protocol(stage: &mut Stage<'_>) {
    let Some(consumer) = protocol_is_consumer(stage) else { return };
    let version = stage.version;
    let of_share_groups = [(key::SHARE_ACKNOWLEDGEMENT_MODE, v(4, 1, 0)), (key::SHARE_ACQUIRE_MODE, v(4, 2, 0))];
    let of_share_groups = if stage.role == Role::ShareConsumer { &[][..] } else { &of_share_groups[..] };
    let by_protocol: &[(KeyId, Version)] = if consumer {
        &[
            (key::PARTITION_ASSIGNMENT_STRATEGY, v(4, 0, 0)),
            (key::HEARTBEAT_INTERVAL_MS, v(4, 0, 0)),
            (key::SESSION_TIMEOUT_MS, v(4, 0, 0)),
        ]
    } else {
        &[(key::GROUP_REMOTE_ASSIGNOR, v(3, 9, 0))]
    };
    let keys: Vec<KeyId> = by_protocol
        .iter()
        .chain(of_share_groups)
        .filter(|(key, from)| version >= *from && stage.text(*key).is_some_and(|text| !java_trim(text).is_empty()))
        .map(|(key, _)| *key)
        .collect();
    if let Some((first, rest)) = keys.split_first() {
        let with: Vec<KeyId> = rest.iter().copied().chain([key::GROUP_PROTOCOL]).collect();
        stage.refuse(Reason::ForbiddenWithProtocol, *first, &with, Throws::CONFIG);
    }
}

/// `ShareConsumerConfig`, 4.1.0 (KIP-932): ten keys, refused for being there at all, before anything is parsed.
fn forbidden_with_share_group(stage: &mut Stage<'_>) {
    const KEYS: [KeyId; 10] = [
        key::AUTO_OFFSET_RESET,
        key::ENABLE_AUTO_COMMIT,
        key::GROUP_INSTANCE_ID,
        key::ISOLATION_LEVEL,
        key::PARTITION_ASSIGNMENT_STRATEGY,
        key::INTERCEPTOR_CLASSES,
        key::SESSION_TIMEOUT_MS,
        key::HEARTBEAT_INTERVAL_MS,
        key::GROUP_PROTOCOL,
        key::GROUP_REMOTE_ASSIGNOR,
    ];
    if stage.version < v(4, 1, 0) {
        return;
    }
    let keys: Vec<KeyId> = KEYS.into_iter().filter(|key| stage.is_written(*key)).collect();
    if let Some((first, rest)) = keys.split_first() {
        stage.refuse(Reason::ForbiddenWithShareGroup, *first, rest, Throws::CONFIG);
    }
}

/// The assignors of the classic protocol (`ConsumerPartitionAssignor.getAssignorInstances`).
fn assignors(stage: &mut Stage<'_>, modern: bool) {
    if modern && stage.version >= v(3, 8, 0) || stage.role == Role::ShareConsumer {
        return;
    }
    stage.instantiate_assignors();
    let twice = (v(3, 1, 0)..v(4, 2, 0)).contains(&stage.version);
    let repeated = stage.value(key::PARTITION_ASSIGNMENT_STRATEGY).and_then(Value::as_list).and_then(|list| {
        list.iter().enumerate().find(|(index, name)| list[..*index].contains(name)).map(|(_, name)| (*name).to_owned())
    });
    if let Some(name) = repeated.filter(|_| twice) {
        let throws = Throws::wrapped("KafkaException");
        stage.note(Reason::AssignorTwice, Some(key::PARTITION_ASSIGNMENT_STRATEGY), &[], throws, true, Some(name));
    }
}

/// `Heartbeat`, made with the coordinator: always up to 2.1.1, with a group from 2.2.0, never with the consumer protocol.
fn heartbeat(stage: &mut Stage<'_>, group: &Group, modern: bool) {
    let coordinator = stage.version < v(2, 2, 0) || matches!(group, Group::Empty | Group::Named(_));
    if modern || !coordinator {
        return;
    }
    let (Some(heartbeat), Some(session)) = (stage.number(key::HEARTBEAT_INTERVAL_MS), stage.number(key::SESSION_TIMEOUT_MS))
    else {
        return;
    };
    let throws = Throws::wrapped("IllegalArgumentException");
    if heartbeat >= session {
        stage.refuse(Reason::HeartbeatNotBelowSession, key::HEARTBEAT_INTERVAL_MS, &[key::SESSION_TIMEOUT_MS], throws);
    } else if heartbeat < 0 && stage.version >= v(2, 1, 0) {
        stage.refuse(Reason::HeartbeatNegative, key::HEARTBEAT_INTERVAL_MS, &[key::SESSION_TIMEOUT_MS], throws);
    }
}

/// A client id that is generated: `consumer-N`, from 2.4.0 with the group, from 2.6.0 in the configuration too.
fn client_id(stage: &mut Stage<'_>, group: &Group) {
    if stage.has_client_id() {
        return;
    }
    let instance = stage.value(key::GROUP_INSTANCE_ID).and_then(Value::as_text).unwrap_or("N").to_owned();
    let id = match group {
        _ if stage.version < v(2, 4, 0) => Some("consumer-N".to_owned()),
        Group::Named(group) => Some(format!("consumer-{group}-{instance}")),
        Group::None | Group::Empty if stage.version < v(2, 6, 0) => Some("consumer-N".to_owned()),
        Group::Empty => Some(format!("consumer--{instance}")),
        Group::None => Some(format!("consumer-null-{instance}")),
        Group::Unknown => None,
    };
    let shows = if stage.version < v(2, 6, 0) { Shows::Before } else { Shows::After };
    let id = id.map_or(Value::Unknown, |id| Value::Text(Cow::Owned(id)));
    stage.override_with(key::CLIENT_ID, id, "generated, since none is written", shows);
}

fn guarantees(stage: &mut Stage<'_>, group: &Group, share: bool) {
    if share {
        // Share groups acknowledge records; there is no offset to commit and no isolation level of its own.
        return;
    }
    stage.guarantees.auto_commit = match group {
        Group::Unknown => None,
        _ => stage.flag(key::ENABLE_AUTO_COMMIT),
    };
    let isolation = stage.setting(key::ISOLATION_LEVEL).is_some();
    stage.guarantees.reads = match stage.value(key::ISOLATION_LEVEL).and_then(Value::as_text) {
        Some("read_committed") => Some(Reads::Committed),
        Some(_) => Some(Reads::Uncommitted),
        None if !isolation => Some(Reads::Uncommitted),
        None => None,
    };
}
