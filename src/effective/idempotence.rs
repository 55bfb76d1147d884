//! Whether a producer is idempotent, what that raises, and what it refuses.

use std::borrow::Cow;

use super::{
    Era, Reason,
    stage::{Shows, Stage, Throws},
};
use crate::kafka::{KeyId, Value, key};

/// From 3.0.1, `ProducerConfig.postProcessAndValidateIdempotenceConfigs`: whether it is idempotent.
pub(super) fn on_by_default(stage: &mut Stage<'_>, era: Era) -> Option<bool> {
    let asked = stage.is_written(key::ENABLE_IDEMPOTENCE);
    let mut idempotent = stage.flag(key::ENABLE_IDEMPOTENCE);
    let mut off = Vec::new();
    if idempotent == Some(true) {
        let retries_none = stage.number(key::RETRIES).map(|retries| retries == 0);
        let acks_weaker = stage.value(key::ACKS).map(|acks| acks.as_text() != Some("-1"));
        let in_flight_over = stage.number(key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION).map(|in_flight| in_flight > 5);
        let over = Reason::IdempotenceNeedsInFlight5;
        for (broken, key, reason, because) in [
            (retries_none, key::RETRIES, Reason::IdempotenceNeedsRetries, "retries=0 switches it off"),
            (acks_weaker, key::ACKS, Reason::IdempotenceNeedsAcksAll, "acks other than all switches it off"),
            (in_flight_over, key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, over, "more than 5 requests in flight switch it off"),
        ] {
            match broken {
                Some(false) => {}
                Some(true) if asked || (reason == over && era == Era::StrictInFlight) => {
                    stage.refuse(reason, key, &[key::ENABLE_IDEMPOTENCE], Throws::CONFIG);
                }
                Some(true) => off.push((key, because)),
                // A weaker value may hide behind the placeholder.
                None => idempotent = None,
            }
        }
        if let Some((_, because)) = off.first().copied() {
            stage.override_with(key::ENABLE_IDEMPOTENCE, Value::Boolean(false), because, Shows::After);
            idempotent = Some(false);
        }
    }
    if idempotent == Some(false) && stage.is_written(key::TRANSACTIONAL_ID) {
        let with: Vec<_> = std::iter::once(key::ENABLE_IDEMPOTENCE).chain(off.into_iter().map(|(key, _)| key)).collect();
        stage.refuse(Reason::TransactionalNeedsIdempotence, key::TRANSACTIONAL_ID, &with, Throws::CONFIG);
    }
    idempotent
}

pub(super) const BY_TRANSACTIONAL_ID: &str = "a transactional.id switches idempotence on";
const BY_IDEMPOTENCE: &str = "idempotence raises the default";

/// Whether the file asks for idempotence, itself or by a transactional.id; refuses both at odds.
pub(super) fn asked_for(stage: &mut Stage<'_>, throws: Throws) -> Option<bool> {
    let written = stage.is_written(key::ENABLE_IDEMPOTENCE);
    let value = stage.flag(key::ENABLE_IDEMPOTENCE);
    if !stage.is_written(key::TRANSACTIONAL_ID) {
        return if written { value } else { Some(false) };
    }
    if !written {
        return Some(true);
    }
    if value == Some(false) {
        stage.refuse(Reason::TransactionalNeedsIdempotence, key::TRANSACTIONAL_ID, &[key::ENABLE_IDEMPOTENCE], throws);
        return None;
    }
    value
}

/// Which of the written keys asks for idempotence.
fn asking(stage: &Stage<'_>) -> KeyId {
    if stage.is_written(key::ENABLE_IDEMPOTENCE) { key::ENABLE_IDEMPOTENCE } else { key::TRANSACTIONAL_ID }
}

pub(super) fn retries(stage: &mut Stage<'_>, idempotent: Option<bool>, throws: Throws) {
    if idempotent != Some(true) {
        return;
    }
    if !stage.is_written(key::RETRIES) {
        if stage.number(key::RETRIES) == Some(0) {
            stage.override_with(key::RETRIES, Value::Number(i64::from(i32::MAX)), BY_IDEMPOTENCE, Shows::Before);
        }
    } else if stage.number(key::RETRIES) == Some(0) {
        stage.refuse(Reason::IdempotenceNeedsRetries, key::RETRIES, &[asking(stage)], throws);
    }
}

pub(super) fn acks(stage: &mut Stage<'_>, idempotent: Option<bool>, throws: Throws, shows: Shows) {
    if idempotent != Some(true) {
        return;
    }
    let weaker = stage.value(key::ACKS).is_some_and(|acks| acks.as_text() != Some("-1"));
    if !stage.is_written(key::ACKS) {
        if weaker {
            stage.override_with(key::ACKS, Value::Text(Cow::Borrowed("-1")), BY_IDEMPOTENCE, shows);
        }
    } else if weaker {
        stage.refuse(Reason::IdempotenceNeedsAcksAll, key::ACKS, &[asking(stage)], throws);
    }
}

/// `KafkaProducer.configureInflightRequests`: one request in 0.11, up to five later.
pub(super) fn in_flight(stage: &mut Stage<'_>, era: Era, idempotent: Option<bool>) {
    let key = key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION;
    let Some(in_flight) = stage.number(key).filter(|_| idempotent == Some(true)) else { return };
    let throws = Throws::wrapped("ConfigException");
    if era == Era::OneInFlight {
        if !stage.is_written(key) {
            stage.override_with(key, Value::Number(1), "idempotence allows one request in flight in 0.11", Shows::Before);
        } else if in_flight != 1 {
            stage.refuse(Reason::IdempotenceNeedsInFlight1, key, &[asking(stage)], throws);
        }
    } else if in_flight > 5 {
        stage.refuse(Reason::IdempotenceNeedsInFlight5, key, &[asking(stage)], throws);
    }
}
