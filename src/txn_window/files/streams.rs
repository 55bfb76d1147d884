//! A Streams file → commit interval and timeout under exactly-once (StreamsConfig, 0.11.0.0 to 4.4.0).

use super::{Number, TIMEOUT_KEY, broker_keys, last, number, offer};
use crate::effective::is_placeholder;
use crate::kafka::Type;
use crate::properties::Properties;
use crate::txn_window::inputs::InputName;
use crate::txn_window::preset::{Demand, Preset};
use crate::txn_window::report::Request;
use crate::txn_window::sources::{Note, Origin};
use crate::version::Version;

const PREFIXED: &str = "producer.transaction.timeout.ms";

const REFUSES: &str = "Streams refuses to start";

/// Take the commit interval and the timeout that the producers of a Streams application run with.
pub fn streams(request: &mut Request, properties: &Properties<'_>) {
    request.preset.get_or_insert(Preset::Streams);
    let path = properties.source.name();
    broker_keys(request, properties, "Streams");
    guarantee(request, properties);
    offer(request, InputName::CommitInterval, properties, &number(properties, "commit.interval.ms", Type::Long), REFUSES);

    let own = Preset::Streams.default_timeout(request.client);
    let prefixed = number(properties, PREFIXED, Type::Int);
    let bare = number(properties, TIMEOUT_KEY, Type::Int);
    let in_effect = if matches!(prefixed, Number::Absent) { &bare } else { &prefixed };
    offer(request, InputName::Timeout, properties, in_effect, REFUSES);
    if matches!(in_effect, Number::Absent) {
        let origin = Origin::Release(format!("what Streams {} takes where {path} writes nothing", request.client));
        request.sources.offer_time(InputName::Timeout, own, origin);
    }
    request.compared_timeout = match (&prefixed, &bare) {
        (Number::Is(value, _), _) => Some(*value),
        (Number::Absent, Number::Is(..) | Number::Unknown(_)) => Some(own),
        _ => None,
    };
    if let (Number::Absent, Some(entry)) = (&prefixed, last(properties, TIMEOUT_KEY)) {
        let message = format!(
            "{TIMEOUT_KEY} without producer. reaches the producer, but Streams compares commit.interval.ms with its own {own}: \
             write {PREFIXED}"
        );
        request.notes.push(Note::warning(message).at(path, entry.line));
    }
}

/// The first release with transactions (KIP-98, KIP-129).
const FIRST: Version = Version::new([0, 11, 0, 0]);
/// The first release with exactly_once_beta (KIP-447).
const BETA: Version = Version::new([2, 6, 0, 0]);
/// The first release with exactly_once_v2 (KIP-732).
const V2: Version = Version::new([3, 0, 0, 0]);
/// The first release that takes neither exactly_once nor exactly_once_beta.
const V2_ONLY: Version = Version::new([4, 0, 0, 0]);

/// Whether a release takes a value of processing.guarantee (StreamsConfig, 0.11.0.0 to 4.4.0); none where something else
/// fills it in.
fn takes(client: Version, guarantee: &str) -> Option<bool> {
    if is_placeholder(guarantee) {
        return None;
    }
    Some(match guarantee {
        "at_least_once" => true,
        "exactly_once" => client < V2_ONLY,
        "exactly_once_beta" => (BETA..V2_ONLY).contains(&client),
        "exactly_once_v2" => client >= V2,
        _ => false,
    })
}

fn guarantee(request: &mut Request, properties: &Properties<'_>) {
    let written = last(properties, "processing.guarantee");
    let path = properties.source.name();
    if request.client < FIRST {
        let words = format!("Streams {} knows no transactions: they came with 0.11.0.0", request.client);
        request.demands.push(Demand { holds: false, words });
        return;
    }
    match written.map(|entry| (entry.value.trim(), entry.line)) {
        Some((guarantee, line)) if takes(request.client, guarantee).is_some_and(|takes| !takes) => {
            let instead = if request.client < V2 { "exactly_once" } else { "exactly_once_v2" };
            let words = format!(
                "{path}:{line}: processing.guarantee={guarantee} is none that Streams {} takes: it refuses to start; write {instead}",
                request.client
            );
            request.demands.push(Demand { holds: false, words });
        }
        Some(("exactly_once" | "exactly_once_beta" | "exactly_once_v2", _)) => {}
        Some((other, line)) => {
            let message = format!("processing.guarantee={other} opens no transactions: sized as if it were exactly_once_v2");
            request.notes.push(Note::warning(message).at(path, line));
        }
        None => request.notes.push(Note::warning(format!(
            "{path} sets no processing.guarantee, and the default at_least_once opens no transactions: sized as if it were exactly_once_v2"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{answer, read};
    use super::*;
    use crate::txn_window::millis::Millis;

    const NEW: [u16; 4] = [3, 9, 1, 0];
    const EOS: &str = "processing.guarantee=exactly_once_v2\n";

    fn report(text: &str) -> crate::txn_window::report::Report {
        answer(read(NEW, &format!("{EOS}{text}"), streams))
    }

    #[test]
    fn the_defaults_under_exactly_once() {
        let report = report("");
        assert_eq!(report.inputs.commit_interval, Millis::new(100));
        assert_eq!(report.judgement.as_ref().unwrap().timeout, Millis::seconds(10));
        assert!(report.passes());
        assert_eq!(report.timeout_key(), "producer.transaction.timeout.ms");
        let old = answer(read([2, 5, 1, 0], "processing.guarantee=exactly_once\n", streams));
        assert_eq!(old.judgement.unwrap().timeout, Millis::seconds(60));
    }

    #[test]
    fn an_interval_above_the_timeout_is_refused() {
        let report = report("commit.interval.ms=10001\n");
        assert!(report.demands.iter().any(|demand| !demand.holds && demand.words.contains("refuses to start")));
        assert!(!report.passes());
    }

    #[test]
    fn the_bare_key_reaches_the_producer_but_not_the_check() {
        let report = report("commit.interval.ms=20000\ntransaction.timeout.ms=60000\n");
        assert_eq!(report.judgement.as_ref().unwrap().timeout, Millis::seconds(60));
        assert!(report.judgement.as_ref().unwrap().passes());
        assert!(report.demands.iter().any(|demand| !demand.holds), "compared with 10 s");
        assert!(report.notes[0].message.contains("write producer.transaction.timeout.ms"));
        let prefixed =
            self::report("commit.interval.ms=20000\nproducer.transaction.timeout.ms=60000\ntransaction.timeout.ms=1\n");
        assert!(prefixed.passes());
        let short = self::report("transaction.timeout.ms=99\n");
        assert!(short.demands[0].holds, "accepted, and it times out");
        assert!(!short.passes());
    }

    #[test]
    fn each_release_takes_its_own_guarantees() {
        let refused = |release, guarantee: &str| {
            let request = read(release, &format!("processing.guarantee={guarantee}\n"), streams);
            request.demands.iter().any(|demand| !demand.holds && demand.words.contains(guarantee))
        };
        for (guarantee, takes) in [
            ("exactly_once", [true, true, true, true, false, false]),
            ("exactly_once_beta", [false, false, true, true, false, false]),
            ("exactly_once_v2", [false, false, false, true, true, true]),
            ("exactly_onc", [false; 6]),
            ("at_least_once", [true; 6]),
            ("${guarantee}", [true; 6]),
        ] {
            let releases = [[0, 11, 0, 0], [2, 5, 1, 0], [2, 6, 0, 0], [3, 9, 2, 0], [4, 0, 0, 0], [4, 4, 0, 0]];
            for (release, takes) in releases.into_iter().zip(takes) {
                assert_eq!(refused(release, guarantee), !takes, "{guarantee} on {release:?}");
            }
        }
        let none = read([0, 10, 2, 2], "processing.guarantee=exactly_once\n", streams);
        assert_eq!(none.demands[0].words, "Streams 0.10.2.2 knows no transactions: they came with 0.11.0.0");
    }

    #[test]
    fn what_something_else_fills_in_has_no_default() {
        let mut request = read(NEW, &format!("{EOS}commit.interval.ms=${{I}}\n"), streams);
        for input in [InputName::CommitLatency, InputName::Restart] {
            request.sources.offer_time(input, Millis::seconds(1), Origin::Prompt);
        }
        assert_eq!(
            crate::txn_window::report::Report::of(request.clone()).unwrap_err().to_string(),
            "a.properties:2: commit.interval.ms is filled in from elsewhere: --commit-interval has to say it"
        );
        request.sources.offer_time(InputName::CommitInterval, Millis::seconds(1), Origin::Flag("commit-interval".into()));
        assert_eq!(crate::txn_window::report::Report::of(request).unwrap().unread, []);
    }

    #[test]
    fn at_least_once_opens_no_transactions() {
        assert!(read(NEW, "", streams).notes[0].message.contains("opens no transactions"));
        assert!(read(NEW, "processing.guarantee=at_least_once\n", streams).notes[0].place.is_some());
    }
}
