//! What brokers say of their settings, against the table.

use std::collections::BTreeSet;

use ackward::kafka::BrokerSetting;
use serde::Deserialize;

use crate::{rows, version};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    brokers: Vec<String>,
    key: String,
    default: String,
    read_only: bool,
    altered: Option<Altered>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Altered {
    broker: String,
    cluster: String,
}

/// The brokers' defaults are those of the table, and what is read-only cannot be altered.
#[test]
fn broker_settings_are_as_the_table_says() {
    const READ_ONLY: [&str; 3] = [
        "transaction.max.timeout.ms",
        "transaction.abort.timed.out.transaction.cleanup.interval.ms",
        "transaction.two.phase.commit.enable",
    ];
    let mut seen = BTreeSet::new();
    let rows = rows::<Setting>("settings");
    for row in &rows {
        for broker in &row.brokers {
            let setting = BrokerSetting::of(&row.key, version(broker));
            let default = setting.map(|setting| setting.default.value().to_string());
            assert_eq!(default.as_ref(), Some(&row.default), "{} on {broker}", row.key);
            seen.insert((row.key.as_str(), broker.as_str()));
        }
        if READ_ONLY.contains(&row.key.as_str()) {
            assert!(row.read_only, "{}", row.key);
        }
        if let Some(altered) = &row.altered {
            let answer = if row.read_only { "InvalidRequestException" } else { "ok" };
            assert_eq!([&altered.broker, &altered.cluster], [answer; 2], "{}", row.key);
        }
    }
    // What the table has for a broker, the broker has.
    let brokers: BTreeSet<&String> = rows.iter().flat_map(|row| &row.brokers).collect();
    for broker in brokers {
        for setting in BrokerSetting::all().iter().filter(|setting| setting.releases.contains(version(broker))) {
            assert!(seen.contains(&(setting.name, broker.as_str())), "{broker} does not know {}", setting.name);
        }
    }
}
