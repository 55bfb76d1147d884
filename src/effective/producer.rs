//! The producer: `ProducerConfig` and `KafkaProducer`, era by era.

use std::borrow::Cow;

use super::{
    Acknowledged, Era, Reason,
    idempotence::{BY_TRANSACTIONAL_ID, acks, asked_for, in_flight, on_by_default, retries},
    stage::{Shows, Stage, Throws, v, v0},
};
use crate::kafka::{ClassKind, Value, equals_ignoring_case, java_trim, key};

/// Runs every step of the construction in the producer's own order.
pub(super) fn run(stage: &mut Stage<'_>) {
    let era = Era::of(stage.version);
    stage.require_first([key::KEY_SERIALIZER, key::VALUE_SERIALIZER]);
    stage.load_providers();
    stage.parse();
    stage.sasl_mechanism();
    stage.reconnect_backoff();
    stage.static_backoff();
    acks_as_number(stage);
    let idempotent = match era {
        Era::None => Some(false),
        Era::OneInFlight | Era::FiveInFlight | Era::DeliveryTimeout => in_constructor(stage, era),
        Era::InConfig | Era::DefaultNotApplied => in_config(stage, era),
        Era::OnByDefault | Era::StrictInFlight => {
            let idempotent = on_by_default(stage, era);
            two_phase_commit(stage);
            client_id(stage);
            instances(stage);
            delivery_timeout(stage);
            stage.bootstrap();
            rack_and_buffer(stage);
            stage.channel();
            idempotent
        }
    };
    if era == Era::None {
        client_id(stage);
        before_idempotence(stage);
    }
    batch_size(stage);
    guarantees(stage, idempotent);
}

/// 0.9 and 0.10: the old timeouts; up to 0.10.0.1 serializers and interceptors are made last.
fn before_idempotence(stage: &mut Stage<'_>) {
    if stage.version < v0(10, 1, 0) {
        reporters(stage);
        stage.instantiate(key::PARTITIONER_CLASS, ClassKind::Partitioner);
        compression(stage);
        if stage.version < v0(10, 0, 0) {
            stage.client_id_as_jmx_name();
        }
        stage.bootstrap();
        stage.channel();
        serializers(stage);
        stage.instantiate_all(key::INTERCEPTOR_CLASSES, ClassKind::Interceptor);
    } else {
        instances(stage);
        stage.bootstrap();
        stage.channel();
    }
    old_timeouts(stage);
}

/// 0.11.0.0 to 2.4.1, `KafkaProducer.configureTransactionState` and its kin: whether it is idempotent.
fn in_constructor(stage: &mut Stage<'_>, era: Era) -> Option<bool> {
    client_id(stage);
    instances(stage);
    let idempotent = asked_for(stage, Throws::wrapped("ConfigException"));
    if idempotent == Some(true) && !stage.is_written(key::ENABLE_IDEMPOTENCE) {
        stage.override_with(key::ENABLE_IDEMPOTENCE, Value::Boolean(true), BY_TRANSACTIONAL_ID, Shows::Before);
    }
    if era == Era::DeliveryTimeout {
        delivery_timeout(stage);
        stage.bootstrap();
        in_flight(stage, era, idempotent);
        stage.channel();
        retries(stage, idempotent, Throws::wrapped("ConfigException"));
        acks(stage, idempotent, Throws::wrapped("ConfigException"), Shows::Before);
    } else {
        retries(stage, idempotent, Throws::wrapped("ConfigException"));
        in_flight(stage, era, idempotent);
        acks(stage, idempotent, Throws::wrapped("ConfigException"), Shows::Before);
        stage.bootstrap();
        stage.channel();
    }
    idempotent
}

/// 2.5.0 to 3.0.0, and 3.1.0, `ProducerConfig.postProcessParsedConfig`: whether it is idempotent.
fn in_config(stage: &mut Stage<'_>, era: Era) -> Option<bool> {
    let idempotent = asked_for(stage, Throws::CONFIG);
    retries(stage, idempotent, Throws::CONFIG);
    acks(stage, idempotent, Throws::CONFIG, Shows::After);
    if era == Era::InConfig && idempotent == Some(true) && !stage.is_written(key::ENABLE_IDEMPOTENCE) {
        stage.override_with(key::ENABLE_IDEMPOTENCE, Value::Boolean(true), BY_TRANSACTIONAL_ID, Shows::After);
    }
    if era == Era::DefaultNotApplied && idempotent == Some(false) && !stage.is_written(key::ENABLE_IDEMPOTENCE) {
        stage.default_differs(
            key::ENABLE_IDEMPOTENCE,
            Value::Boolean(false),
            "default true, not applied by 3.0.0 and 3.1.0 (KAFKA-13598); the start-up log says true",
        );
    }
    client_id(stage);
    instances(stage);
    delivery_timeout(stage);
    stage.bootstrap();
    in_flight(stage, era, idempotent);
    stage.channel();
    idempotent
}

/// `ProducerConfig`, 4.1.0 (KIP-939): the flag forbids the timeout, whatever its value.
fn two_phase_commit(stage: &mut Stage<'_>) {
    if stage.flag(key::TRANSACTION_TWO_PHASE_COMMIT_ENABLE) == Some(true) {
        if stage.is_written(key::TRANSACTION_TIMEOUT_MS) {
            let with = [key::TRANSACTION_TWO_PHASE_COMMIT_ENABLE];
            stage.refuse(Reason::TwoPhaseCommitForbidsTimeout, key::TRANSACTION_TIMEOUT_MS, &with, Throws::CONFIG);
        }
        stage.remark(key::TRANSACTION_TWO_PHASE_COMMIT_ENABLE, "the released clients never send it; transactions still expire");
    }
}

/// What the constructor makes before it looks at timeouts and addresses.
fn instances(stage: &mut Stage<'_>) {
    reporters(stage);
    stage.instantiate(key::PARTITIONER_CLASS, ClassKind::Partitioner);
    serializers(stage);
    stage.instantiate_all(key::INTERCEPTOR_CLASSES, ClassKind::Interceptor);
    compression(stage);
}

fn reporters(stage: &mut Stage<'_>) {
    stage.reporters(Some(Throws::bare("NullPointerException")));
}

fn serializers(stage: &mut Stage<'_>) {
    stage.instantiate(key::KEY_SERIALIZER, ClassKind::Serializer);
    stage.instantiate(key::VALUE_SERIALIZER, ClassKind::Serializer);
}

/// `CompressionType.forName`, up to 3.2.3 the only check of compression.type.
fn compression(stage: &mut Stage<'_>) {
    if stage.version >= v(3, 3, 0) {
        return;
    }
    let Some(name) = stage.value(key::COMPRESSION_TYPE).and_then(Value::as_text) else { return };
    let known = ["none", "gzip", "snappy", "lz4"].contains(&name) || (name == "zstd" && stage.version >= v(2, 1, 0));
    if !known {
        stage.refuse(Reason::NotInEnum, key::COMPRESSION_TYPE, &[], Throws::wrapped("IllegalArgumentException"));
    }
}

/// `KafkaProducer.configureDeliveryTimeout`, 2.1.0 (KIP-91).
fn delivery_timeout(stage: &mut Stage<'_>) {
    let max = i64::from(i32::MAX);
    let clamps = stage.version >= v(2, 2, 1);
    if clamps && stage.number(key::LINGER_MS).is_some_and(|linger| linger > max) {
        stage.override_with(key::LINGER_MS, Value::Number(max), "the producer counts its wait in an int", Shows::Before);
    }
    let (Some(delivery), Some(linger), Some(request)) =
        (stage.number(key::DELIVERY_TIMEOUT_MS), stage.number(key::LINGER_MS), stage.number(key::REQUEST_TIMEOUT_MS))
    else {
        return;
    };
    let sum = if clamps { (linger + request).min(max) } else { i64::from(wrap_to_int(linger + request)) };
    if delivery >= sum {
        return;
    }
    if stage.is_written(key::DELIVERY_TIMEOUT_MS) {
        let with = [key::LINGER_MS, key::REQUEST_TIMEOUT_MS];
        let throws = Throws::wrapped("ConfigException");
        stage.refuse(Reason::DeliveryBelowLingerPlusRequest, key::DELIVERY_TIMEOUT_MS, &with, throws);
    } else {
        stage.override_with(
            key::DELIVERY_TIMEOUT_MS,
            Value::Number(sum),
            "raised to linger.ms + request.timeout.ms; the start-up log shows the default",
            Shows::Before,
        );
    }
}

/// The sum of two ints in Java, which 2.1.0 to 2.2.0 let overflow.
#[allow(clippy::cast_possible_truncation, reason = "that is what the client does")]
const fn wrap_to_int(sum: i64) -> i32 {
    sum as i32
}

/// 4.4.0: `partitioner.rack.aware` needs a rack, and incremental buffers take no compression.
fn rack_and_buffer(stage: &mut Stage<'_>) {
    let throws = Throws::wrapped("ConfigException");
    let rack_is_blank = stage.value(key::CLIENT_RACK).and_then(Value::as_text).is_some_and(|rack| java_trim(rack).is_empty());
    if stage.flag(key::PARTITIONER_RACK_AWARE) == Some(true) && rack_is_blank {
        stage.refuse(Reason::RackAwareNeedsRack, key::CLIENT_RACK, &[key::PARTITIONER_RACK_AWARE], throws);
    }
    let strategy = stage.value(key::BUFFER_MEMORY_ALLOCATION_STRATEGY).and_then(Value::as_text);
    if !strategy.is_some_and(|strategy| equals_ignoring_case(strategy, "incremental")) {
        return;
    }
    if stage.number(key::BATCH_SIZE).is_some_and(|size| size < 16_384) {
        stage.override_with(
            key::BUFFER_MEMORY_ALLOCATION_STRATEGY,
            Value::Text(Cow::Borrowed("full")),
            "batch.size is below 16384, so the producer allocates whole batches",
            Shows::Before,
        );
    } else if stage.value(key::COMPRESSION_TYPE).and_then(Value::as_text).is_some_and(|name| name != "none") {
        let with = [key::BUFFER_MEMORY_ALLOCATION_STRATEGY];
        stage.refuse(Reason::IncrementalBufferForbidsCompression, key::COMPRESSION_TYPE, &with, throws);
    }
}

/// From 3.3.2 (`RecordAccumulator`) a batch has at least one byte.
fn batch_size(stage: &mut Stage<'_>) {
    if stage.version >= v(3, 3, 2) && stage.number(key::BATCH_SIZE) == Some(0) {
        stage.override_with(key::BATCH_SIZE, Value::Number(1), "the accumulator takes at least 1", Shows::Before);
    }
}

/// 0.9 and 0.10: the timeouts of the producer before (`KafkaProducer`, 0.9.0.0).
fn old_timeouts(stage: &mut Stage<'_>) {
    if stage.is_written(key::TIMEOUT_MS) {
        let value = stage.setting(key::TIMEOUT_MS).map_or(Value::Unknown, |setting| setting.value.clone());
        stage.override_with(key::REQUEST_TIMEOUT_MS, value, "timeout.ms is written and replaces it", Shows::Before);
    }
    if stage.flag(key::BLOCK_ON_BUFFER_FULL) == Some(true) {
        stage.override_with(
            key::MAX_BLOCK_MS,
            Value::Number(i64::MAX),
            "block.on.buffer.full=true waits without end",
            Shows::Before,
        );
    } else if stage.is_written(key::METADATA_FETCH_TIMEOUT_MS) {
        let value = stage.setting(key::METADATA_FETCH_TIMEOUT_MS).map_or(Value::Unknown, |setting| setting.value.clone());
        stage.override_with(key::MAX_BLOCK_MS, value, "metadata.fetch.timeout.ms is written and replaces it", Shows::Before);
    }
}

/// A client id that is generated: `producer-N`, from 2.4.0 `producer-<transactional.id>`.
fn client_id(stage: &mut Stage<'_>) {
    let absent = match stage.text(key::CLIENT_ID) {
        None => true,
        Some(text) => stage.version < v(2, 5, 0) && java_trim(text).is_empty(),
    };
    if !absent {
        return;
    }
    let shows = if stage.version < v(2, 5, 0) { Shows::Before } else { Shows::After };
    let id = match stage.value(key::TRANSACTIONAL_ID) {
        None if stage.is_written(key::TRANSACTIONAL_ID) => Value::Unknown,
        // 2.4 takes the text before it is trimmed.
        Some(Value::Text(id)) if (v(2, 4, 0)..v(2, 5, 0)).contains(&stage.version) => {
            Value::Text(format!("producer-{}", stage.text(key::TRANSACTIONAL_ID).unwrap_or(id)).into())
        }
        Some(Value::Text(id)) if stage.version >= v(2, 4, 0) => Value::Text(format!("producer-{id}").into()),
        _ => Value::Text(Cow::Borrowed("producer-N")),
    };
    stage.override_with(key::CLIENT_ID, id, "generated, since none is written", shows);
}

/// `acks` as the number that goes over the wire.
fn acks_as_number(stage: &mut Stage<'_>) {
    if stage.value(key::ACKS).and_then(Value::as_text) == Some("all") {
        stage.canonical(key::ACKS, Value::Text(Cow::Borrowed("-1")));
    }
}

fn guarantees(stage: &mut Stage<'_>, idempotent: Option<bool>) {
    let retries = stage.number(key::RETRIES);
    let in_flight = stage.number(key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION);
    let acks = stage.value(key::ACKS).and_then(Value::as_text).map(|acks| match acks {
        "-1" => Acknowledged::All,
        "1" => Acknowledged::Leader,
        _ => Acknowledged::Nobody,
    });
    let knows_transactions = stage.setting(key::TRANSACTIONAL_ID).is_some();
    let transactional = knows_transactions && stage.is_written(key::TRANSACTIONAL_ID);
    let never_again = retries.map(|retries| retries == 0);
    // Before 0.10.0.0 one request in flight does not keep the order (KAFKA-3197).
    let one_at_a_time = in_flight.map(|in_flight| in_flight == 1 && stage.version >= v0(10, 0, 0));
    // With acks=0 a batch counts as sent once it is written; only one that was not written whole is sent again.
    let unanswered = acks.map(|acks| acks == Acknowledged::Nobody);
    let once = any([idempotent, never_again, unanswered]);
    stage.guarantees.idempotent = idempotent;
    stage.guarantees.transactional = if transactional { idempotent } else { Some(false) };
    stage.guarantees.ordered = any([idempotent, never_again, one_at_a_time]);
    stage.guarantees.acknowledged_by = acks;
    stage.guarantees.duplicates_on_retry = once.map(|once| !once);
}

/// Whether one of them holds: yes if any does, unknown if none does and some are not known.
fn any(facts: [Option<bool>; 3]) -> Option<bool> {
    if facts.contains(&Some(true)) {
        Some(true)
    } else if facts.contains(&None) {
        None
    } else {
        Some(false)
    }
}
