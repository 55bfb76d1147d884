//! A Connect worker's and a source connector's file → commit interval and timeout (exactly-once source
//! support, 3.3.0 to 4.4.0).

use super::{Number, TIMEOUT_KEY, broker_keys, last, number, offer};
use crate::kafka::{Type, equals_ignoring_case};
use crate::properties::Properties;
use crate::txn_window::inputs::InputName;
use crate::txn_window::preset::{Demand, Preset};
use crate::txn_window::report::Request;
use crate::txn_window::sources::{Note, Origin};
use crate::version::Version;

const WORKER_TIMEOUT: &str = "producer.transaction.timeout.ms";
const CONNECTOR_TIMEOUT: &str = "producer.override.transaction.timeout.ms";
const INTERVAL: &str = "transaction.boundary.interval.ms";
const FLUSH: &str = "offset.flush.interval.ms";

const REFUSES_TASK: &str = "the task fails";
const REFUSES_WORKER: &str = "the worker refuses to start";

/// The first release with exactly-once source support.
const FIRST: Version = Version::new([3, 3, 0, 0]);

/// Take what the two files say together; either may be missing.
pub fn connect(request: &mut Request, worker: Option<&Properties<'_>>, connector: Option<&Properties<'_>>) {
    request.preset.get_or_insert(Preset::Connect);
    if request.client < FIRST {
        let words = format!("Connect {} has no exactly-once support for sources: it came with 3.3.0", request.client);
        request.demands.push(Demand { holds: false, words });
    }
    for file in [worker, connector].into_iter().flatten() {
        broker_keys(request, file, "Connect");
    }
    if let Some(worker) = worker {
        support(request, worker);
    }
    interval(request, worker, connector);
    timeout(request, worker, connector);
}

fn support(request: &mut Request, worker: &Properties<'_>) {
    let written = last(worker, "exactly.once.source.support");
    let value = written.map_or("disabled", |entry| entry.value.trim());
    if !equals_ignoring_case(value, "enabled") {
        let message = format!("exactly.once.source.support is {value}: source tasks open no transactions before it is enabled");
        let note = Note::warning(message);
        request.notes.push(written.map_or_else(|| note.clone(), |entry| note.clone().at(worker.source.name(), entry.line)));
    }
}

/// The commit interval is known only where the boundary is `interval`; the default is `poll`.
fn interval(request: &mut Request, worker: Option<&Properties<'_>>, connector: Option<&Properties<'_>>) {
    let boundary = connector.and_then(|file| last(file, "transaction.boundary").map(|entry| (file, entry)));
    let value = boundary.map_or("poll", |(_, entry)| entry.value.trim());
    if connector.is_some() && !equals_ignoring_case(value, "interval") {
        request.without_default.push(InputName::CommitInterval);
        let what = if equals_ignoring_case(value, "connector") {
            "the connector decides when to commit: --commit-interval is the longest that it lets pass"
        } else {
            "a transaction is one batch of the task: --commit-interval is the longest that one takes"
        };
        let note = Note::info(format!("transaction.boundary is {value}: {what}"));
        request.notes.push(match boundary {
            Some((file, entry)) => note.at(file.source.name(), entry.line),
            None => note,
        });
        return;
    }
    let own = connector.map(|file| (file, number(file, INTERVAL, Type::Long)));
    let flush = worker.map(|file| (file, number(file, FLUSH, Type::Long)));
    let written = |found: &Option<(&Properties<'_>, Number<'_>)>| {
        found.as_ref().is_some_and(|(_, number)| !matches!(number, Number::Absent))
    };
    if written(&own) {
        if let Some((file, number)) = own {
            offer(request, InputName::CommitInterval, file, &number, REFUSES_TASK);
        }
    } else if let Some((file, number)) = flush {
        offer(request, InputName::CommitInterval, file, &number, REFUSES_WORKER);
    }
}

fn timeout(request: &mut Request, worker: Option<&Properties<'_>>, connector: Option<&Properties<'_>>) {
    let mut found = false;
    for (file, key) in [(connector, CONNECTOR_TIMEOUT), (worker, WORKER_TIMEOUT)] {
        let Some(file) = file else { continue };
        let number = number(file, key, Type::Int);
        if found {
            // The connector's override has won already.
            continue;
        }
        found = !matches!(number, Number::Absent);
        offer(request, InputName::Timeout, file, &number, REFUSES_TASK);
    }
    if !found {
        let what = format!("what kafka-clients {} takes where neither worker nor connector writes one", request.client);
        request.sources.offer_time(InputName::Timeout, Preset::Connect.default_timeout(request.client), Origin::Release(what));
    }
    let nowhere = [
        (worker, TIMEOUT_KEY, WORKER_TIMEOUT),
        (worker, CONNECTOR_TIMEOUT, WORKER_TIMEOUT),
        (connector, TIMEOUT_KEY, CONNECTOR_TIMEOUT),
        (connector, WORKER_TIMEOUT, CONNECTOR_TIMEOUT),
    ];
    for (file, key, instead) in nowhere {
        if let Some((file, entry)) = file.and_then(|file| last(file, key).map(|entry| (file, entry))) {
            let message = format!("{key} reaches no task producer from here: write {instead}");
            request.notes.push(Note::warning(message).at(file.source.name(), entry.line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;
    use crate::txn_window::millis::Millis;

    const NEW: [u16; 4] = [3, 9, 1, 0];

    fn worker(text: &str) -> Request {
        read(NEW, text, |request, file| connect(request, Some(file), None))
    }

    fn connector(text: &str) -> Request {
        read(NEW, text, |request, file| connect(request, None, Some(file)))
    }

    #[test]
    fn an_interval_boundary_has_an_interval() {
        let request = connector("transaction.boundary=INTERVAL\ntransaction.boundary.interval.ms=30000\n");
        assert_eq!(request.sources.time(InputName::CommitInterval), Some(Millis::seconds(30)));
        let request = connector("transaction.boundary=interval\n");
        assert_eq!(request.sources.get(InputName::CommitInterval), None, "the preset knows the default of the worker");
        assert!(request.without_default.is_empty());
        let request = worker("exactly.once.source.support=enabled\noffset.flush.interval.ms=5000\n");
        assert_eq!(request.sources.time(InputName::CommitInterval), Some(Millis::seconds(5)));
    }

    #[test]
    fn other_boundaries_have_none_that_a_file_could_say() {
        for text in ["transaction.boundary=poll\n", "", "transaction.boundary=connector\n"] {
            assert_eq!(connector(text).without_default, [InputName::CommitInterval], "{text}");
        }
    }

    #[test]
    fn the_timeout_needs_its_prefix() {
        let request =
            worker("exactly.once.source.support=enabled\nproducer.transaction.timeout.ms=90000\ntransaction.timeout.ms=1\n");
        assert_eq!(request.sources.time(InputName::Timeout), Some(Millis::seconds(90)));
        assert!(request.notes[0].message.contains("write producer.transaction.timeout.ms"));
        let request = connector("producer.transaction.timeout.ms=1\n");
        assert_eq!(request.sources.time(InputName::Timeout), Some(Millis::seconds(60)));
        assert!(request.notes.iter().any(|note| note.message.contains("write producer.override.")));
    }

    #[test]
    fn a_worker_without_the_support_opens_no_transactions() {
        assert!(worker("").notes[0].message.contains("is disabled"));
        assert!(worker("exactly.once.source.support=Enabled\n").notes.is_empty());
        let old = read([3, 2, 3, 0], "", |request, file| connect(request, Some(file), None));
        assert!(old.demands[0].words.contains("came with 3.3.0"));
    }
}
