//! Timeouts that brokers and clients refuse, ignore, or never let expire, against the rules.

use std::collections::{BTreeMap, BTreeSet};

use ackward::txn_window::{
    inputs::{DEFAULT_TIMEOUT, KEY_LIMIT},
    judge::{Flaw, Judgement},
    millis::Millis,
};
use serde::Deserialize;

use crate::{inputs, rows, rules_on, version};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refusal {
    brokers: Vec<String>,
    clients: Vec<String>,
    timeout: Option<i64>,
    throws: Option<String>,
    text: Option<String>,
    cause: Option<String>,
    when: Option<String>,
    logged: Option<String>,
    again: Option<String>,
}

/// initTransactions() fails as the rules say, on the timeouts that they say.
#[test]
fn timeouts_are_refused_as_the_rules_say() {
    const RULES: [(&str, &str, &str); 3] = [
        ("transaction-timeout-above-broker-maximum", "org.apache.kafka.common.KafkaException", "at once"),
        ("transaction-timeout-not-positive", "java.lang.IllegalArgumentException", "at once"),
        ("transaction-timeout-hangs", "org.apache.kafka.common.errors.TimeoutException", "max.block.ms"),
    ];
    for row in rows::<Refusal>("refusals") {
        let written = row.timeout.map(|timeout| format!("transaction.timeout.ms={timeout}\n")).unwrap_or_default();
        let judged = Judgement::of(row.timeout.map_or(DEFAULT_TIMEOUT, Millis::new), &inputs(10_000, 1));
        let refused = judged.flaws.iter().any(|flaw| matches!(flaw, Flaw::NotPositive | Flaw::AboveBrokerMax(_)));
        assert_eq!(refused, row.throws.is_some(), "{:?}", row.timeout);
        assert_eq!(row.cause, None, "{:?} has a cause", row.timeout);
        // The producer is of no more use.
        assert!(row.throws.is_none() || row.again.as_deref() != Some("ok"), "{:?}", row.timeout);
        let hangs = row.when.as_deref() == Some("max.block.ms");
        assert_eq!(hangs, row.logged.is_some(), "only the log tells why: {:?} {:?}", row.text, row.logged);
        for (broker, client) in row.brokers.iter().flat_map(|broker| row.clients.iter().map(move |client| (broker, client))) {
            let fired = rules_on(client, &format!("transactional.id=t\n{written}"), broker, &[]);
            let expected = RULES.iter().find(|(rule, ..)| fired.contains(rule));
            let seen = row.throws.as_deref().zip(row.when.as_deref());
            assert_eq!(expected.map(|(_, throws, when)| (*throws, *when)), seen, "{client} on {broker}, {:?}", row.timeout);
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TwoPhase {
    brokers: Vec<String>,
    clients: Vec<String>,
    broker_flag: Option<bool>,
    broker_max: i64,
    init: String,
    timeout_ms: Option<i64>,
}

/// The flag for two-phase commit does nothing: the transaction is an ordinary one of 60 s, whatever the broker allows.
#[test]
fn the_two_phase_flag_does_nothing() {
    let file = "transactional.id=t\ntransaction.two.phase.commit.enable=true\n";
    let mut flags = BTreeSet::new();
    for row in rows::<TwoPhase>("two-phase") {
        flags.insert(row.broker_flag);
        if DEFAULT_TIMEOUT.get() <= row.broker_max {
            assert_eq!((row.init.as_str(), row.timeout_ms), ("ok", Some(DEFAULT_TIMEOUT.get())), "{:?}", row.broker_flag);
        } else {
            // A request of two-phase commit has no timeout to refuse.
            assert!(row.init.starts_with("KafkaException: ") && row.timeout_ms.is_none(), "{}", row.init);
        }
        for client in &row.clients {
            let fired = rules_on(client, file, &row.brokers[0], &[]);
            let knows = version(client) >= version("4.1.0");
            assert_eq!(fired.contains("two-phase-commit-does-nothing"), knows, "{client}: {fired:?}");
        }
    }
    assert_eq!(flags.len(), 3, "on, off, and a broker without it");
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expiry {
    brokers: Vec<String>,
    timeout_ms: Option<i64>,
    two_phase: bool,
    states: BTreeMap<String, String>,
}

/// 2147483647 never expires on brokers from 4.1.0 on, and nothing else is without end.
#[test]
fn the_largest_timeout_never_expires_from_4_1_on() {
    for row in rows::<Expiry>("expiry") {
        assert_eq!(row.two_phase, row.timeout_ms.is_none());
        let timeout = row.timeout_ms.unwrap_or(DEFAULT_TIMEOUT.get());
        for broker in &row.brokers {
            let never = timeout == KEY_LIMIT.get() && version(broker) >= version("4.1.0");
            for (ahead, millis) in [("+0", 0), ("+70 s", 70_000), ("+24 d", 24 * DAY), ("+25 d", 25 * DAY), ("+300 d", 300 * DAY)]
            {
                let open = never || millis < timeout;
                let state = if open { "Ongoing" } else { "CompleteAbort" };
                assert_eq!(row.states[ahead], state, "{timeout} on {broker} {ahead}");
            }
            if let Some(timeout) = row.timeout_ms {
                let file = format!("transactional.id=t\ntransaction.timeout.ms={timeout}\n");
                let fired = rules_on(broker, &file, broker, &[("transaction.max.timeout.ms", "2147483647")]);
                assert_eq!(fired.contains("transaction-never-expires"), timeout == KEY_LIMIT.get(), "{timeout}: {fired:?}");
            }
        }
    }
}

const DAY: i64 = 24 * 60 * 60 * 1_000;
