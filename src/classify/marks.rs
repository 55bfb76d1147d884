//! One key → what it says about its file. Data, and the little that looks it up.

use super::names::{BEFORE_A_KEY, Filter, NAMES, PREFIXES};
use crate::kafka::{Client, KeyId, key};

/// What a key stands for. A key may stand for several things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mark {
    /// A client's key whose name nothing else would use.
    Telling,
    /// A client's key that other software might have as well.
    Common,
    /// No key of any client.
    Unknown,
    Bootstrap,
    GroupId,
    Producer,
    /// A producer's key that brokers have as well.
    Compression,
    Serializer,
    Consumer,
    Deserializer,
    ShareConsumer,
    /// A key that a share consumer refuses.
    NotShareConsumer,
    Admin,
    /// A key of the Java clients that librdkafka has not.
    Java,
    /// `producer.`, `consumer.`, `admin.` before a key of that client.
    ForProducer,
    ForConsumer,
    ForAdmin,
    /// A key that a Streams application alone has, also `main.consumer.` and its kin.
    Streams,
    ApplicationId,
    Connector,
    ConnectWorker,
    Broker,
    /// A broker's key that other software might have as well, or a topic's.
    BrokerLike,
    Clusters,
    Flow,
    /// `….bootstrap.servers` behind some prefix.
    PrefixedBootstrap,
    Librdkafka,
    /// Of librdkafka and of the Scala clients before 0.9.
    LibrdkafkaOrScala,
    ScalaProducer,
    ScalaConsumer,
    /// `zookeeper.connect`: of brokers, and of the Scala consumer.
    Zookeeper,
    Spring,
    Quarkus,
    Camel,
    SchemaRegistry,
    RestProxy,
    KsqlDb,
    ControlCenter,
    DebeziumServer,
    CruiseControl,
    /// `properties.` before a key of a client.
    Flink,
    /// `kafka.` before a key of a client.
    KafkaPrefix,
    Environment,
    OpenBrace,
    CloseBrace,
}

/// How many marks there are.
pub(super) const MARKS: usize = Mark::CloseBrace as usize + 1;

/// Hands every mark of a key to `mark`.
pub(super) fn of(name: &str, value: &str, mut mark: impl FnMut(Mark)) {
    if let Some(id) = KeyId::named(name) {
        return of_client_key(id, mark);
    }
    let mut unknown = true;
    marks_of_name(name, value, |found| {
        unknown = false;
        mark(found);
    });
    if unknown {
        mark(Mark::Unknown);
    }
}

fn of_client_key(id: KeyId, mut mark: impl FnMut(Mark)) {
    mark(if is_common(id) { Mark::Common } else { Mark::Telling });
    let [producer, consumer, admin] = Client::ALL.map(|client| id.is_known_to(client));
    match id {
        key::BOOTSTRAP_SERVERS => mark(Mark::Bootstrap),
        key::KEY_SERIALIZER | key::VALUE_SERIALIZER => mark(Mark::Serializer),
        key::KEY_DESERIALIZER | key::VALUE_DESERIALIZER => mark(Mark::Deserializer),
        key::SHARE_ACKNOWLEDGEMENT_MODE | key::SHARE_ACQUIRE_MODE => mark(Mark::ShareConsumer),
        // No vote: a cloud vendor's template has it for every client.
        key::SESSION_TIMEOUT_MS => {}
        key::COMPRESSION_TYPE => {
            mark(Mark::Compression);
            mark(Mark::Producer);
        }
        key::GROUP_ID => {
            mark(Mark::GroupId);
            mark(Mark::Consumer);
        }
        _ if producer && !consumer && !admin => mark(Mark::Producer),
        _ if consumer && !producer && !admin => mark(Mark::Consumer),
        _ if admin && !producer && !consumer => mark(Mark::Admin),
        _ => {}
    }
    if is_refused_by_share_consumers(id) {
        mark(Mark::NotShareConsumer);
    }
    if is_java_only(id) {
        mark(Mark::Java);
    }
}

/// Keys that say nothing alone: OAuth has a `client.id`, any batch job a `batch.size`.
fn is_common(id: KeyId) -> bool {
    matches!(
        id,
        key::BATCH_SIZE
            | key::CLIENT_ID
            | key::COMPRESSION_TYPE
            | key::CONNECTIONS_MAX_IDLE_MS
            | key::GROUP_ID
            | key::GROUP_PROTOCOL
            | key::HEARTBEAT_INTERVAL_MS
            | key::METRIC_REPORTERS
            | key::RECEIVE_BUFFER_BYTES
            | key::RECONNECT_BACKOFF_MS
            | key::REQUEST_TIMEOUT_MS
            | key::RETRIES
            | key::RETRY_BACKOFF_MS
            | key::SECURITY_PROVIDERS
            | key::SEND_BUFFER_BYTES
            | key::SESSION_TIMEOUT_MS
            | key::TIMEOUT_MS
    ) || id.name().starts_with("ssl.")
}

/// `ShareConsumerConfig`, 4.1.0.
fn is_refused_by_share_consumers(id: KeyId) -> bool {
    matches!(
        id,
        key::AUTO_OFFSET_RESET
            | key::ENABLE_AUTO_COMMIT
            | key::GROUP_INSTANCE_ID
            | key::GROUP_PROTOCOL
            | key::GROUP_REMOTE_ASSIGNOR
            | key::HEARTBEAT_INTERVAL_MS
            | key::INTERCEPTOR_CLASSES
            | key::ISOLATION_LEVEL
            | key::PARTITION_ASSIGNMENT_STRATEGY
            | key::SESSION_TIMEOUT_MS
    )
}

fn is_java_only(id: KeyId) -> bool {
    matches!(
        id,
        key::BUFFER_MEMORY
            | key::DEFAULT_API_TIMEOUT_MS
            | key::FETCH_MAX_WAIT_MS
            | key::INTERCEPTOR_CLASSES
            | key::KEY_DESERIALIZER
            | key::KEY_SERIALIZER
            | key::MAX_BLOCK_MS
            | key::MAX_REQUEST_SIZE
            | key::METRIC_REPORTERS
            | key::PARTITIONER_CLASS
            | key::SASL_CLIENT_CALLBACK_HANDLER_CLASS
            | key::SASL_JAAS_CONFIG
            | key::SASL_LOGIN_CALLBACK_HANDLER_CLASS
            | key::SASL_LOGIN_CLASS
            | key::SSL_ENABLED_PROTOCOLS
            | key::SSL_KEYSTORE_TYPE
            | key::SSL_PROTOCOL
            | key::SSL_TRUSTSTORE_LOCATION
            | key::SSL_TRUSTSTORE_PASSWORD
            | key::SSL_TRUSTSTORE_TYPE
            | key::TRANSACTION_TWO_PHASE_COMMIT_ENABLE
            | key::VALUE_DESERIALIZER
            | key::VALUE_SERIALIZER
    )
}

fn marks_of_name(name: &str, value: &str, mut mark: impl FnMut(Mark)) {
    let first = name.split('.').next().unwrap_or(name);
    if Filter::PREFIXES.may_have(first) {
        if let Some(&(prefix, found)) = BEFORE_A_KEY.iter().find(|(prefix, _)| name.starts_with(prefix))
            && before_a_key(found, &name[prefix.len()..], &mut mark)
        {
            return;
        }
        if let Some(&(_, found)) = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix)) {
            mark(found);
        }
    }
    if Filter::NAMES.may_have(name)
        && let Ok(index) = NAMES.binary_search_by_key(&name, |&(known, _)| known)
    {
        mark(NAMES[index].1);
    }
    if name.ends_with(".bootstrap.servers") {
        mark(Mark::PrefixedBootstrap);
    }
    if name.as_bytes().contains(&b'>') && name.contains("->") {
        mark(Mark::Flow);
    }
    if is_environment(name) {
        mark(Mark::Environment);
    }
    if name == "}" {
        mark(Mark::CloseBrace);
    } else if name.ends_with('{') || value.trim_ascii_end().ends_with('{') {
        mark(Mark::OpenBrace);
    }
}

/// The marks of a key behind a prefix; whether it is one.
fn before_a_key(prefix: Mark, rest: &str, mut mark: impl FnMut(Mark)) -> bool {
    let client = match prefix {
        Mark::ForProducer => Some(Client::Producer),
        Mark::ForConsumer => Some(Client::Consumer),
        Mark::ForAdmin => Some(Client::Admin),
        _ => None,
    };
    let id = KeyId::named(rest);
    match (client, id) {
        (Some(client), Some(id)) if id.is_known_to(client) => {
            mark(if is_common(id) { Mark::Common } else { Mark::Telling });
        }
        (None, Some(_)) => {}
        // `kafka.producer.acks` and its kin.
        (None, None) if KeyId::named(rest.split_once('.').map_or("", |(_, rest)| rest)).is_some() => {}
        _ => return false,
    }
    mark(prefix);
    true
}

/// `KAFKA_…`, `CONNECT_…`: names of variables that images turn into settings.
fn is_environment(name: &str) -> bool {
    ["KAFKA_", "CONNECT_", "SPRING_KAFKA_"].iter().any(|prefix| name.starts_with(prefix))
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}
