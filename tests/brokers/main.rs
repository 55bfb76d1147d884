//! What real brokers did, recorded in `fixtures/brokers/` by `tests/brokers/run`, against what the library says of it.

mod guarantees;
mod refusals;
mod settings;
mod transactions;

use std::collections::BTreeSet;

use ackward::{
    classify::classify_as,
    finding::FileId,
    kafka::Role,
    properties::read,
    rule::{BrokerFacts, Fact, File, Options, check},
    source::Source,
    txn_window::{
        headroom::Headroom,
        inputs::{DEFAULT_BROKER_MAX, Inputs},
        millis::Millis,
    },
    version::{Version, VersionSet},
};
use serde::{Deserialize, de::DeserializeOwned};

/// The rows of one scenario; every row must be of the shape that the test knows.
fn rows<Row: DeserializeOwned>(scenario: &str) -> Vec<Row> {
    #[derive(Deserialize)]
    struct Fixture<Row> {
        rows: Vec<Row>,
    }
    let path = format!("{}/fixtures/brokers/{scenario}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let fixture: Fixture<Row> = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert!(!fixture.rows.is_empty(), "{path} has no rows");
    fixture.rows
}

fn version(text: &str) -> Version {
    Version::parse(text).unwrap_or_else(|| panic!("{text} is no release"))
}

/// The rules that fire on a producer's file, given these facts of its brokers.
fn rules_on(client: &str, file: &str, broker: &str, facts: &[(&str, &str)]) -> BTreeSet<&'static str> {
    let source = Source::new("producer.properties".to_owned(), file.as_bytes().to_vec());
    let properties = read(&source);
    let classification = classify_as(&properties, Role::Producer, "the test says so");
    let mut known = BrokerFacts { version: Some(version(broker)), ..BrokerFacts::default() };
    for (key, value) in facts {
        known.settings.insert((*key).to_owned(), Fact { value: (*value).to_owned(), origin: "the test".to_owned() });
    }
    let file = File { id: FileId(0), properties: &properties, classification: &classification };
    let options = Options { facts: known, ..Options::default() };
    check(&file, VersionSet::one(version(client)), &options).iter().map(|finding| finding.rule).collect()
}

/// A transaction window that leaves everything but the timeout and the sweep alone.
fn inputs(sweep: i64, floor: i64) -> Inputs {
    Inputs {
        commit_interval: Millis::new(floor),
        commit_latency: Millis::ZERO,
        restart: Millis::ZERO,
        visibility: None,
        sweep: Millis::new(sweep),
        broker_max: DEFAULT_BROKER_MAX,
        headroom: Headroom::ONE,
    }
}
