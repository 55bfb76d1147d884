//! Duplicates and order after harm, against `guarantees`.

use std::collections::BTreeMap;

use ackward::{
    effective::{Effective, Guarantees, Verdict, Written, resolve},
    kafka::{KeyId, Role, Value, key},
};
use serde::Deserialize;

use crate::{rows, version};

type Config = BTreeMap<String, String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Duplicates {
    brokers: Vec<String>,
    clients: Vec<String>,
    harm: String,
    config: Config,
    sees: String,
    copies: Option<usize>,
    told_of: Option<usize>,
}

/// One record, one lost acknowledgement: two copies exactly where `duplicates_on_retry` says so.
#[test]
fn duplicates_appear_where_the_guarantees_say_so() {
    let mut runs = 0;
    let mut wrong = Vec::new();
    for row in rows::<Duplicates>("duplicates") {
        for client in &row.clients {
            runs += row.brokers.len();
            let starts = with_producer(client, &row.config, |effective| effective.construction().verdict != Verdict::Refuses);
            if starts != (row.sees != "refuses") {
                wrong.push(format!("{client} {:?} {}: starts is {starts}", row.config, row.sees));
            }
            let Some(copies) = row.copies else { continue };
            let said = guarantees(client, &row.config);
            if said.duplicates_on_retry != Some(copies > 1) {
                wrong.push(format!("{client} {:?} {}: {copies} copies, {:?}", row.config, row.harm, said.duplicates_on_retry));
            }
            // A producer that never sends again reports an error, though the record may be stored; any other is none the wiser.
            let never_again = number(client, &row.config, key::RETRIES) == Some(0) && said.idempotent != Some(true);
            let sees = if never_again && row.harm != "cut-after-request" { "NetworkException" } else { "ok" };
            if row.sees != sees {
                wrong.push(format!("{client} {:?} {}: sees {}, not {sees}", row.config, row.harm, row.sees));
            }
            if copies == 2 {
                assert_eq!(row.told_of, Some(2), "{client} {:?}: the first copy is not the one that it is told of", row.config);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(runs > 500, "{runs} runs are recorded");
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    brokers: Vec<String>,
    clients: Vec<String>,
    harm: String,
    config: Config,
    stored: Vec<u8>,
    sees: Vec<String>,
}

/// One refused batch brings the others before it exactly where `ordered` says no.
#[test]
fn a_retry_reorders_where_the_guarantees_say_so() {
    let mut wrong = Vec::new();
    for row in rows::<Order>("order") {
        assert_eq!(row.sees.len(), 4);
        assert!(!row.brokers.is_empty());
        let in_order = row.stored.is_sorted_by(|one, next| one < next);
        for client in &row.clients {
            let said = guarantees(client, &row.config);
            let old_in_flight = version(client) < version("0.10.0.0") && row.config.contains_key(IN_FLIGHT);
            let agrees = match row.harm.as_str() {
                // Before 0.10.0.0 one request in flight keeps the order as long as the leader stays, as it does here.
                "refused" => said.ordered == Some(in_order) || old_in_flight,
                // Nothing overtakes a request of which only a part was sent, not even with acks=0.
                "cut-within-request" => in_order,
                // The sequence number of a new producer is not yet known: nothing is out of order, but one record is missing.
                "refused-as-first" => in_order && row.stored == [2, 3, 4] && row.sees[0] == "TimeoutException",
                // What an old connection still delivers is dropped if it is numbered, and stored out of turn if it is not.
                "delivered-late" => said.idempotent == Some(row.stored == [1, 2, 3, 4]),
                other => panic!("{other} is not known"),
            };
            if !agrees {
                wrong.push(format!("{client} {:?} {}: stored {:?}, {:?}", row.config, row.harm, row.stored, said.ordered));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

const IN_FLIGHT: &str = "max.in.flight.requests.per.connection";

/// What a producer of that release does with these settings.
fn with_producer<T>(client: &str, config: &Config, ask: impl Fn(&Effective<'_>) -> T) -> T {
    let written: Vec<Written<'_>> =
        config.iter().enumerate().map(|(entry, (key, value))| Written { key, value, entry }).collect();
    let effective = resolve(Role::Producer, version(client), &written, false).expect("every release has a producer");
    ask(&effective)
}

fn guarantees(client: &str, config: &Config) -> Guarantees {
    with_producer(client, config, |effective| effective.guarantees)
}

fn number(client: &str, config: &Config, key: KeyId) -> Option<i64> {
    with_producer(client, config, |effective| effective.value(key).and_then(Value::as_number))
}
