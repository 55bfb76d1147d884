//! A producer's file → the timeout in effect; a consumer's file → how long its loop may take.

use std::borrow::Cow;

use super::{TIMEOUT_KEY, broker_keys, unread};
use crate::classify::{classify, classify_as};
use crate::effective::{self, Origin as Effect, Reason, Written, is_placeholder};
use crate::kafka::{KeyId, Role, Value, key};
use crate::properties::{Entry, Properties};
use crate::txn_window::inputs::InputName;
use crate::txn_window::millis::Millis;
use crate::txn_window::preset::{Demand, Preset};
use crate::txn_window::report::Request;
use crate::txn_window::sources::{Note, Origin};

/// Take the timeout that a producer of the request's release runs with.
pub fn producer(request: &mut Request, properties: &Properties<'_>) {
    let entries = client_entries(properties, Role::Producer);
    if is_spring(properties) {
        request.preset.get_or_insert(Preset::Spring);
    }
    broker_keys(request, properties, "a producer");
    let path = properties.source.name();
    let client = request.client;
    let given = written(&entries);
    let Some(producer) = effective::resolve(Role::Producer, client, &given, false) else { return };
    let Some(setting) = producer.setting(key::TRANSACTION_TIMEOUT_MS) else {
        let words = format!("kafka-clients {client} knows no transactions: they came with 0.11.0.0");
        request.demands.push(Demand { holds: false, words });
        return;
    };
    let entry = setting.entry.map(|at| entries[at].1);
    for refusal in &producer.refusals {
        // What the machine fills in is no refusal, and is said below.
        if refusal.reason != Reason::Placeholder
            && matches!(refusal.key, Some(key::TRANSACTION_TIMEOUT_MS | key::TRANSACTIONAL_ID))
        {
            request.demands.push(Demand { holds: false, words: refused(refusal.reason, refusal.key, entry, path) });
        }
    }
    match (&setting.value, entry.filter(|_| setting.origin == Effect::Written)) {
        (Value::Number(value), Some(entry)) => {
            let origin = Origin::File { path: path.to_owned(), line: entry.line, key: entry.key.clone().into_owned() };
            request.sources.offer_time(InputName::Timeout, Millis::new(*value), origin);
        }
        (Value::Number(value), None) => {
            let origin = Origin::Release(format!("what kafka-clients {client} takes where {path} writes nothing"));
            request.sources.offer_time(InputName::Timeout, Millis::new(*value), origin);
        }
        (Value::Unknown, Some(entry)) if is_placeholder(&entry.value) => {
            unread(request, InputName::Timeout, path, entry);
        }
        _ => {}
    }
    if !producer.is_written(key::TRANSACTIONAL_ID) {
        let message = format!(
            "{path} sets no transactional.id: unless code does, there are no transactions and nothing reads {TIMEOUT_KEY}"
        );
        request.notes.push(Note::info(message));
    }
    if producer.value(key::TRANSACTION_TWO_PHASE_COMMIT_ENABLE).is_some_and(|value| value.as_bool() == Some(true)) {
        let message = "transaction.two.phase.commit.enable is never sent by a released client: it only forbids writing \
                       transaction.timeout.ms, and the transaction expires after 60 s all the same";
        request.notes.push(Note::warning(message));
    }
}

fn refused(reason: Reason, key: Option<KeyId>, entry: Option<&Entry<'_>>, path: &str) -> String {
    let key = key.map_or("the configuration", KeyId::name);
    match (reason, entry) {
        (Reason::TwoPhaseCommitForbidsTimeout, Some(entry)) => format!(
            "{path}:{}: {} beside transaction.two.phase.commit.enable=true: the producer refuses to start",
            entry.line, entry.key
        ),
        (Reason::NotANumber, Some(entry)) => {
            let words = super::refused(entry.key.as_ref(), &entry.value, "the producer refuses to start");
            format!("{path}:{}: {words}", entry.line)
        }
        _ => format!("{path}: the producer refuses to start over {key} ({})", reason.name()),
    }
}

/// Take how long the loop around a consumer of the request's release may go without polling.
pub fn consumer(request: &mut Request, properties: &Properties<'_>) {
    let entries = client_entries(properties, Role::Consumer);
    let path = properties.source.name();
    let client = request.client;
    let given = written(&entries);
    let Some(consumer) = effective::resolve(Role::Consumer, client, &given, false) else { return };
    let Some(setting) = consumer.setting(key::MAX_POLL_INTERVAL_MS) else { return };
    let Value::Number(value) = setting.value else { return };
    let origin = match setting.entry.map(|at| entries[at].1) {
        Some(entry) => Origin::File { path: path.to_owned(), line: entry.line, key: entry.key.clone().into_owned() },
        None => Origin::Release(format!("what kafka-clients {client} takes where {path} writes nothing")),
    };
    request.sources.offer_time(InputName::MaxPollInterval, Millis::new(value), origin);
}

fn is_spring(properties: &Properties<'_>) -> bool {
    properties.entries.iter().any(|entry| entry.key.starts_with("spring.kafka."))
}

/// The entries that reach a client, under the names that it knows. Spring Boot hands on
/// `spring.kafka.properties.*` and, over them, `spring.kafka.producer.properties.*`.
fn client_entries<'a>(properties: &'a Properties<'a>, role: Role) -> Vec<(Cow<'a, str>, &'a Entry<'a>)> {
    if !is_spring(properties) {
        let by_content = classify(properties).views;
        let said = classify_as(properties, role, "named so").views;
        let view = by_content.iter().find(|view| view.role == role).or_else(|| said.iter().find(|view| view.role == role));
        let seen = view.map(|view| view.seen.clone()).unwrap_or_default();
        let entry = |at: usize| &properties.entries[at];
        return seen.iter().map(|seen| (Cow::Borrowed(&entry(seen.entry).key[seen.prefix..]), entry(seen.entry))).collect();
    }
    let mut entries = Vec::new();
    for prefix in ["spring.kafka.properties".to_owned(), format!("spring.kafka.{}.properties", role.name())] {
        for entry in &properties.entries {
            let rest = entry.key.strip_prefix(&prefix);
            let name = rest.and_then(|rest| rest.strip_prefix('.').or_else(|| rest.strip_prefix('[')?.strip_suffix(']')));
            entries.extend(name.map(|name| (Cow::Borrowed(name), entry)));
        }
    }
    let id = properties.entries.iter().find(|entry| entry.key == "spring.kafka.producer.transaction-id-prefix");
    entries.extend(id.filter(|_| role == Role::Producer).map(|entry| (Cow::Borrowed("transactional.id"), entry)));
    entries
}

fn written<'a>(entries: &'a [(Cow<'a, str>, &'a Entry<'a>)]) -> Vec<Written<'a>> {
    let one = |(at, (key, entry)): (usize, &'a (Cow<'a, str>, &'a Entry<'a>))| Written { key, value: &entry.value, entry: at };
    entries.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{answer, read};
    use super::*;

    const NEW: [u16; 4] = [3, 9, 1, 0];

    #[test]
    fn the_written_value_is_judged_and_the_last_wins() {
        let text = "transactional.id=a\ntransaction.timeout.ms=1\ntransaction.timeout.ms=450000\n";
        let report = answer(read(NEW, text, producer));
        assert_eq!(report.judgement.unwrap().timeout, Millis::new(450_000));
        assert_eq!(
            report.origins.iter().find(|(name, _)| *name == InputName::Timeout).unwrap().1.origin.to_string(),
            "a.properties:3 (transaction.timeout.ms)"
        );
    }

    #[test]
    fn the_default_is_judged_where_nothing_is_written() {
        let report = answer(read(NEW, "transactional.id=a\n", producer));
        assert_eq!(report.judgement.unwrap().timeout, Millis::seconds(60));
        assert!(read(NEW, "acks=all\n", producer).notes[0].message.contains("sets no transactional.id"));
    }

    #[test]
    fn what_the_producer_refuses_is_a_broken_demand() {
        let bad = read(NEW, "transactional.id=a\ntransaction.timeout.ms=60s\n", producer);
        assert_eq!(
            bad.demands[0].words,
            "a.properties:2: transaction.timeout.ms=60s is no number: the producer refuses to start"
        );
        let long = read(NEW, "transactional.id=a\ntransaction.timeout.ms=3000000000\n", producer);
        assert!(
            long.demands[0].words.contains("=3000000000 does not fit into the key: the producer refuses"),
            "{:?}",
            long.demands
        );
        let text = "transactional.id=a\ntransaction.timeout.ms=60000\ntransaction.two.phase.commit.enable=true\n";
        let two_phase = read([4, 4, 0, 0], text, producer);
        assert!(two_phase.demands[0].words.contains("two.phase"), "{:?}", two_phase.demands);
        assert!(two_phase.notes[0].message.contains("never sent"));
        let old = read([0, 10, 2, 2], "transactional.id=a\n", producer);
        assert!(old.demands[0].words.contains("knows no transactions"));
    }

    #[test]
    fn spring_hands_its_properties_on() {
        let text = "spring.kafka.properties.transaction.timeout.ms=1000\n\
                    spring.kafka.producer.properties[transaction.timeout.ms]=2000\n\
                    spring.kafka.producer.transaction-id-prefix=tx-\n";
        let request = read(NEW, text, producer);
        assert_eq!(request.sources.time(InputName::Timeout), Some(Millis::seconds(2)));
        assert_eq!(request.preset, Some(Preset::Spring));
        assert_eq!(request.notes, []);
    }

    #[test]
    fn a_prefixed_file_for_two_clients_has_both() {
        let text = "bootstrap.servers=a:1\nproducer.transactional.id=a\nproducer.transaction.timeout.ms=2000\n\
                    consumer.group.id=g\nconsumer.max.poll.interval.ms=1000\n";
        let request = read(NEW, text, |request, file| {
            producer(request, file);
            consumer(request, file);
        });
        assert_eq!(request.sources.time(InputName::Timeout), Some(Millis::seconds(2)));
        assert_eq!(request.sources.time(InputName::MaxPollInterval), Some(Millis::seconds(1)));
    }

    #[test]
    fn broker_keys_do_nothing_here() {
        let request = read(NEW, "transactional.id=a\ntransaction.max.timeout.ms=1\n", producer);
        assert_eq!(request.sources.get(InputName::BrokerMax), None);
        assert!(request.notes[0].message.starts_with("transaction.max.timeout.ms is a broker key"));
    }

    #[test]
    fn a_placeholder_is_no_value() {
        let request = read(NEW, "transactional.id=a\ntransaction.timeout.ms=${T}\n", producer);
        assert_eq!(request.sources.get(InputName::Timeout), None);
        assert!(request.notes[0].message.contains("--timeout has to say it"));
        assert_eq!(request.demands, [], "nobody knows whether the producer refuses it");
        assert_eq!(request.unread[0].0, InputName::Timeout);
    }

    #[test]
    fn a_consumer_says_how_long_its_loop_may_take() {
        let request = read(NEW, "max.poll.interval.ms=60000\n", consumer);
        assert_eq!(request.sources.time(InputName::MaxPollInterval), Some(Millis::seconds(60)));
        let request = read(NEW, "", consumer);
        assert_eq!(request.sources.time(InputName::MaxPollInterval), Some(Millis::seconds(300)));
    }
}
