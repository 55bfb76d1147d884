//! Open transactions: when their time starts, how long readers wait, and what comes after, against the window.

use std::collections::BTreeMap;

use ackward::txn_window::{judge::Judgement, millis::Millis};
use serde::Deserialize;

use crate::{inputs, rows, version};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clock {
    brokers: Vec<String>,
    clients: Vec<String>,
    transaction_version: Option<u8>,
    described: bool,
    after_begin_ms: Option<i64>,
    linger_ms: i64,
    after_send_ms: Option<i64>,
    moved: Option<bool>,
    after_offsets_ms: Option<i64>,
    early_begin: String,
}

/// The clock starts with the first partition, which on transaction.version 2 is the first request of a 4.x client.
#[test]
fn the_clock_starts_with_the_first_partition() {
    for row in rows::<Clock>("clock") {
        assert_eq!(row.after_begin_ms, None, "beginTransaction() starts it");
        assert_eq!(row.early_begin, "ok", "the time before the first send counts");
        assert_eq!(row.described, row.brokers.iter().all(|broker| version(broker) >= version("3.0.0")));
        if !row.described {
            continue;
        }
        assert_eq!(row.moved, Some(false), "a later send moves it");
        assert!(row.after_offsets_ms.is_some_and(|after| after < 1_000), "offsets alone do not start it");
        let after = row.after_send_ms.expect("a start was seen");
        for client in &row.clients {
            let by_request = row.transaction_version == Some(2) && version(client) >= version("4.0.0");
            assert_eq!(
                after >= row.linger_ms,
                by_request,
                "{client}, transaction.version {:?}: {after} ms",
                row.transaction_version
            );
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stall {
    brokers: Vec<String>,
    clients: Vec<String>,
    timeout_ms: i64,
    sweep_ms: i64,
    described: bool,
    aborted_after_ms: Vec<i64>,
    read_committed_after_ms: Vec<i64>,
    read_uncommitted_after_ms: Vec<i64>,
}

/// Open transactions are aborted, and readers go on, after more than the timeout and at most the worst stall.
#[test]
fn stalls_are_as_long_as_the_window_says() {
    // For the markers, and for looking from outside.
    const MORE: i64 = 100;
    for row in rows::<Stall>("stalls") {
        assert!(!row.brokers.is_empty() && !row.clients.is_empty());
        assert_eq!(row.described, row.brokers.iter().all(|broker| version(broker) >= version("3.0.0")));
        let judged = Judgement::of(Millis::new(row.timeout_ms), &inputs(row.sweep_ms, 1));
        let (worst, typical) = (judged.stall_worst.get(), judged.stall_typical.get());
        for delays in [&row.aborted_after_ms, &row.read_committed_after_ms] {
            for delay in delays {
                assert!((row.timeout_ms + 1..=worst + MORE).contains(delay), "{delay} is outside ({}, {worst}]", row.timeout_ms);
            }
            let mut sorted = delays.clone();
            sorted.sort_unstable();
            let median = sorted[sorted.len() / 2];
            assert!((median - typical).abs() <= row.sweep_ms / 5, "the median is {median}, not about {typical}");
            // Evenly spread over the sweep.
            assert!(sorted[sorted.len() - 1] - sorted[0] > row.sweep_ms * 4 / 5, "{sorted:?}");
        }
        let mut passing = row.read_uncommitted_after_ms.clone();
        passing.sort_unstable();
        assert!(passing[passing.len() / 2] < 200, "readers of everything wait as well: {passing:?}");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LateCommits {
    brokers: Vec<String>,
    clients: Vec<String>,
    timeout_ms: i64,
    sweep_ms: i64,
    overrun_ms: i64,
    commits: BTreeMap<String, u32>,
}

/// Commits past the deadline fail as often as the window says: overrun ÷ sweep.
#[test]
fn late_commits_fail_as_often_as_the_window_says() {
    for row in rows::<LateCommits>("overruns") {
        assert!(!row.brokers.is_empty() && !row.clients.is_empty());
        let judged = Judgement::of(Millis::new(row.timeout_ms), &inputs(row.sweep_ms, row.timeout_ms + row.overrun_ms));
        let said = u32::from(judged.overrun.expect("it overruns").aborted);
        let all: u32 = row.commits.values().sum();
        let failed = all - row.commits.get("ok").copied().unwrap_or(0);
        let seen = failed * 1_000 / all;
        assert!(said.abs_diff(seen) <= 100, "{failed} of {all} failed, {said} in 1,000 were said to");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Afterwards {
    brokers: Vec<String>,
    clients: Vec<String>,
    transaction_version: Option<u8>,
    send: String,
    send_then_commit: String,
    usable_after_send: String,
    commit: String,
    usable_after_commit: String,
    abort: String,
    usable_after_abort: String,
    restart_ms: u32,
    readers_go_on: bool,
    first_commit: String,
}

/// After a time-out only a 4.x client on transaction.version 2 can go on; a restart ends the open transaction at once.
#[test]
fn what_comes_after_a_time_out() {
    for row in rows::<Afterwards>("afterwards") {
        for client in &row.clients {
            let recovers = row.transaction_version == Some(2) && version(client) >= version("4.0.0");
            assert_eq!(row.send, "InvalidProducerEpochException", "{client}");
            assert_eq!(row.send_then_commit, "InvalidProducerEpochException", "{client}");
            let (commit, other) = if recovers { ("InvalidTxnStateException", "ok") } else { (FENCED, FENCED) };
            assert_eq!(row.commit, commit, "{client} on {:?}", row.brokers);
            assert_eq!(
                [&row.abort, &row.usable_after_send, &row.usable_after_abort],
                [other; 3],
                "{client} on {:?}",
                row.brokers
            );
            assert_ne!(row.usable_after_commit, "ok", "{client} on {:?}", row.brokers);
            assert!(row.restart_ms < 5_000 && row.readers_go_on, "{client}: the open transaction outlives a restart");
            assert_eq!(row.first_commit, FENCED, "{client}");
        }
    }
}

const FENCED: &str = "ProducerFencedException";
