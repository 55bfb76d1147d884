//! `server.properties`, or a broker release → sweep and maximum.

use super::{Number, TIMEOUT_KEY, last, number, offer, refused};
use crate::kafka::{BrokerSetting, Default, Type};
use crate::properties::Properties;
use crate::txn_window::inputs::InputName;
use crate::txn_window::millis::Millis;
use crate::txn_window::preset::Demand;
use crate::txn_window::report::Request;
use crate::txn_window::sources::{Note, Origin};
use crate::version::Version;

/// The broker's cap on every timeout.
pub const BROKER_MAX_KEY: &str = "transaction.max.timeout.ms";

/// How often the broker looks for timed-out transactions.
pub const SWEEP_KEY: &str = "transaction.abort.timed.out.transaction.cleanup.interval.ms";

const BOTH: [(InputName, &str); 2] = [(InputName::BrokerMax, BROKER_MAX_KEY), (InputName::Sweep, SWEEP_KEY)];

/// The last release whose broker takes 60 s for the sweep whatever is written (TransactionCoordinator, 0.11.0.0).
const LAST_DEAF: Version = Version::new([0, 11, 0, 1]);

/// Take both numbers from a broker's file; of its release where that is known.
pub fn broker(request: &mut Request, properties: &Properties<'_>, release: Option<Version>) {
    let path = properties.source.name();
    for (input, key) in BOTH {
        let written = number(properties, key, Type::Int);
        if let (InputName::Sweep, Some(release), Number::Is(_, entry)) = (input, release, &written)
            && release <= LAST_DEAF
        {
            let message = format!("{key} is ignored by brokers of {release}: they sweep every 60 s");
            request.notes.push(Note::warning(message).at(path, entry.line));
            continue;
        }
        offer(request, input, properties, &written, "the broker refuses to start");
    }
    if let Some(entry) = last(properties, TIMEOUT_KEY) {
        let message = format!("{TIMEOUT_KEY} is a producer key: a broker does nothing with it (its cap is {BROKER_MAX_KEY})");
        request.notes.push(Note::warning(message).at(path, entry.line));
    }
}

/// Take one `KEY=VALUE` that was given for the broker; other keys are nothing to us.
pub fn broker_setting(request: &mut Request, key: &str, value: &str) {
    let Some((input, _)) = BOTH.into_iter().find(|(_, name)| *name == key) else { return };
    if let Ok(millis) = value.trim().parse::<i32>() {
        let origin = Origin::Flag(format!("broker-set {key}"));
        request.sources.offer_time(input, Millis::new(millis.into()), origin);
    } else {
        let words = format!("--broker-set {}", refused(key, value, "the broker refuses to start"));
        request.demands.push(Demand { holds: false, words });
    }
}

/// Take what a broker release has where nothing is written.
pub fn broker_release(request: &mut Request, release: Version) {
    let mut known = false;
    for (input, key) in BOTH {
        if let Some(Default::Number(value)) = BrokerSetting::of(key, release).map(|setting| setting.default) {
            known = true;
            request.sources.offer_time(input, Millis::new(value), Origin::Release(format!("what brokers of {release} take")));
        }
    }
    if !known {
        let words = format!("brokers of {release} know no transactions: they came with 0.11.0.0");
        request.demands.push(Demand { holds: false, words });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    const NEW: [u16; 4] = [3, 9, 1, 0];

    #[test]
    fn both_numbers_come_from_the_file() {
        let text = "transaction.max.timeout.ms=1200000\ntransaction.abort.timed.out.transaction.cleanup.interval.ms = 5000 \n";
        let request = read(NEW, text, |request, file| broker(request, file, None));
        assert_eq!(request.sources.time(InputName::BrokerMax), Some(Millis::seconds(1_200)));
        assert_eq!(request.sources.time(InputName::Sweep), Some(Millis::seconds(5)));
        let origin = request.sources.get(InputName::Sweep).unwrap().origin.to_string();
        assert_eq!(origin, "a.properties:2 (transaction.abort.timed.out.transaction.cleanup.interval.ms)");
    }

    #[test]
    fn the_release_fills_what_the_file_leaves_out() {
        let sweep = |release| {
            let request = read(NEW, "", |request, _| broker_release(request, Version::new(release)));
            request.sources.time(InputName::Sweep)
        };
        assert_eq!(sweep([2, 4, 1, 0]), Some(Millis::seconds(60)));
        assert_eq!(sweep([2, 5, 0, 0]), Some(Millis::seconds(10)));
        assert_eq!(sweep([0, 10, 2, 2]), None);
    }

    #[test]
    fn the_first_brokers_do_not_read_their_sweep() {
        let text = "transaction.abort.timed.out.transaction.cleanup.interval.ms=5000\n";
        let request = read(NEW, text, |request, file| broker(request, file, Some(Version::new([0, 11, 0, 1]))));
        assert_eq!(request.sources.get(InputName::Sweep), None);
        assert!(request.notes[0].message.contains("sweep every 60 s"));
    }

    #[test]
    fn a_producer_key_does_nothing_here() {
        let request = read(NEW, "a=1\ntransaction.timeout.ms=60000\n", |request, file| broker(request, file, None));
        assert_eq!(request.notes[0].place, Some(("a.properties".into(), 2)));
        assert!(request.notes[0].is_warning && request.notes[0].message.starts_with("transaction.timeout.ms is a producer key"));
        assert_eq!(request.sources.get(InputName::Timeout), None);
    }

    #[test]
    fn a_bad_or_unknown_number_is_said() {
        let request = read(NEW, "transaction.max.timeout.ms=15m\n", |request, file| broker(request, file, None));
        assert_eq!(
            request.demands[0].words,
            "a.properties:1: transaction.max.timeout.ms=15m is no number: the broker refuses to start"
        );
        let request = read(NEW, "transaction.max.timeout.ms=3000000000\n", |request, file| broker(request, file, None));
        assert!(request.demands[0].words.contains("=3000000000 does not fit into the key"), "{:?}", request.demands);
        let request = read(NEW, "transaction.max.timeout.ms=${MAX}\n", |request, file| broker(request, file, None));
        assert!(request.notes[0].message.contains("--broker-max has to say it"));
    }
}
