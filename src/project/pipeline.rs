//! `[[pipeline]]` of `ackward.toml`: clients that work together, and the numbers behind their
//! transaction timeout.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, Visitor};

use crate::kafka::Role;
use crate::txn_window::headroom::{Headroom, parse_headroom};
use crate::txn_window::inputs::InputName;
use crate::txn_window::latencies::{Percentile, Unit};
use crate::txn_window::millis::{Millis, Written, parse_duration};
use crate::txn_window::preset::Preset;
use crate::txn_window::report::Request;
use crate::txn_window::sources::{Note, Origin};
use crate::txn_window::vary::Quantity;

/// Clients that work together on one flow of records. Paths are relative to the file that names them.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Pipeline {
    /// Its name, for `--pipeline` and in what is said about it
    pub name: String,
    /// The kafka-clients release of the pipeline
    pub client: Option<String>,
    /// The producer's configuration file
    pub producer: Option<PathBuf>,
    /// The consumer's configuration file
    pub consumer: Option<PathBuf>,
    /// More producers' configuration files
    #[serde(default)]
    pub producers: Vec<PathBuf>,
    /// More consumers' configuration files
    #[serde(default)]
    pub consumers: Vec<PathBuf>,
    /// The Kafka Streams application's configuration file
    pub streams: Option<PathBuf>,
    /// The Connect worker's configuration file
    pub worker: Option<PathBuf>,
    /// The source connector's configuration file
    pub connector: Option<PathBuf>,
    /// The broker's configuration file
    pub broker: Option<PathBuf>,
    /// The release of the broker, for the defaults that its file leaves out
    pub broker_version: Option<String>,
    /// Settings of the broker, in place of those of its file
    #[serde(default)]
    pub broker_set: BTreeMap<String, Setting>,
    /// What the transaction timeout has to cover
    pub transaction: Option<Transaction>,
}

/// The inputs of `ackward txn-window`, under the names of its flags.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Transaction {
    /// Who drives the producer
    #[serde(rename = "for")]
    pub preset: Option<Driver>,
    /// From one commit to the next
    pub commit_interval: Option<Duration>,
    /// The worst commit step
    pub commit_latency: Option<Duration>,
    /// The longest pause or restart that an open transaction has to outlast
    pub restart: Option<Duration>,
    /// How long a committed record may stay unseen
    pub visibility: Option<Duration>,
    /// How often the broker looks for timed-out transactions
    pub sweep: Option<Duration>,
    /// The broker's transaction.max.timeout.ms
    pub broker_max: Option<Duration>,
    /// How many times the worst case should fit into the timeout
    pub headroom: Option<Factor>,
    /// The transaction.timeout.ms to judge
    pub timeout: Option<Duration>,
    /// max.poll.interval.ms of the consumer in the same loop
    pub max_poll_interval: Option<Duration>,
    /// A file of measured commit latencies
    pub latencies: Option<PathBuf>,
    /// The column of that file, by name or number
    pub latency_column: Option<String>,
    /// Which figure of the sample counts
    pub latency_percentile: Option<Figure>,
    /// The unit of numbers without one
    pub latency_unit: Option<NumberUnit>,
}

impl Pipeline {
    /// The files of its clients, with what each configures.
    pub fn members(&self) -> impl Iterator<Item = (Role, &Path)> {
        let one = [
            (Role::Producer, &self.producer),
            (Role::Consumer, &self.consumer),
            (Role::Streams, &self.streams),
            (Role::ConnectWorker, &self.worker),
            (Role::Connector, &self.connector),
        ];
        let one = one.into_iter().filter_map(|(role, path)| path.as_deref().map(|path| (role, path)));
        let producers = self.producers.iter().map(|path| (Role::Producer, path.as_path()));
        one.chain(producers).chain(self.consumers.iter().map(|path| (Role::Consumer, path.as_path())))
    }
}

/// A setting of the broker: a text, a number or a boolean, as its own file would write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting(pub String);

impl<'de> Deserialize<'de> for Setting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SettingVisitor)
    }
}

struct SettingVisitor;

impl Visitor<'_> for SettingVisitor {
    type Value = Setting;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a setting of the broker: a text, a number or a boolean")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Setting, E> {
        Ok(Setting(text.to_owned()))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Setting, E> {
        Ok(Setting(number.to_string()))
    }

    fn visit_bool<E: de::Error>(self, whether: bool) -> Result<Setting, E> {
        Ok(Setting(whether.to_string()))
    }
}

impl JsonSchema for Setting {
    fn schema_name() -> Cow<'static, str> {
        "Setting".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A setting of the broker, as its own file would write it",
            "type": ["string", "integer", "boolean"]
        })
    }
}

impl Transaction {
    /// Offer what is written here. `path` is the file, `pipeline` the name of the pipeline.
    pub fn offer(&self, request: &mut Request, path: &str, pipeline: &str) {
        let origin = || Origin::Project { path: path.to_owned(), pipeline: pipeline.to_owned() };
        request.preset = request.preset.or(self.preset.map(Driver::preset));
        for (input, duration) in [
            (InputName::CommitInterval, self.commit_interval),
            (InputName::CommitLatency, self.commit_latency),
            (InputName::Restart, self.restart),
            (InputName::Visibility, self.visibility),
            (InputName::Sweep, self.sweep),
            (InputName::BrokerMax, self.broker_max),
            (InputName::Timeout, self.timeout),
            (InputName::MaxPollInterval, self.max_poll_interval),
        ] {
            let Some(Duration(written)) = duration else { continue };
            request.sources.offer_time(input, written.millis, origin());
            request.notes.extend(written.doubt(input).map(Note::warning));
        }
        if let Some(Factor(headroom)) = self.headroom {
            request.sources.offer(InputName::Headroom, Quantity::Factor(headroom), origin());
        }
    }
}

/// Who drives the producer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Driver {
    /// A producer on its own
    Plain,
    /// Consume, transform, produce, in one loop
    Loop,
    /// Kafka Streams under exactly-once
    Streams,
    /// A Connect source connector under exactly-once
    Connect,
    /// Flink's exactly-once Kafka sink
    Flink,
    /// A Spring Kafka listener with a transaction manager
    Spring,
}

impl Driver {
    /// What the solver knows it as.
    #[must_use]
    pub const fn preset(self) -> Preset {
        match self {
            Self::Plain => Preset::Plain,
            Self::Loop => Preset::Loop,
            Self::Streams => Preset::Streams,
            Self::Connect => Preset::Connect,
            Self::Flink => Preset::Flink,
            Self::Spring => Preset::Spring,
        }
    }
}

/// A figure of a sample of latencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, JsonSchema)]
pub enum Figure {
    /// Half of the sample is longer
    #[serde(rename = "p50")]
    P50,
    /// One in a hundred is longer
    #[serde(rename = "p99")]
    P99,
    /// One in a thousand is longer
    #[serde(rename = "p99.9")]
    P999,
    /// The longest seen
    #[serde(rename = "max")]
    Max,
}

impl Figure {
    /// What the solver knows it as.
    #[must_use]
    pub const fn percentile(self) -> Percentile {
        match self {
            Self::P50 => Percentile::P50,
            Self::P99 => Percentile::P99,
            Self::P999 => Percentile::P999,
            Self::Max => Percentile::Max,
        }
    }
}

/// The unit of numbers that name none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize, JsonSchema)]
pub enum NumberUnit {
    /// Nanoseconds
    #[serde(rename = "ns")]
    Nanos,
    /// Microseconds
    #[serde(rename = "us")]
    Micros,
    /// Milliseconds
    #[serde(rename = "ms")]
    Millis,
    /// Seconds
    #[serde(rename = "s")]
    Seconds,
}

impl NumberUnit {
    /// What the solver knows it as.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::Nanos => Unit::Nanos,
            Self::Micros => Unit::Micros,
            Self::Millis => Unit::Millis,
            Self::Seconds => Unit::Seconds,
        }
    }
}

/// A length of time: `"30s"`, `"7m30s"`, or a number of milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration(pub Written);

/// A headroom: `2`, `1.5` or `"2.25"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factor(pub Headroom);

impl<'de> Deserialize<'de> for Duration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DurationVisitor)
    }
}

struct DurationVisitor;

impl Visitor<'_> for DurationVisitor {
    type Value = Duration;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a duration such as \"30s\", or a number of milliseconds")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Duration, E> {
        parse_duration(text).map(Duration).map_err(|error| E::custom(format!("{text:?}: {error}")))
    }

    fn visit_i64<E: de::Error>(self, millis: i64) -> Result<Duration, E> {
        Ok(Duration(Written { millis: Millis::new(millis), bare: true }))
    }
}

impl<'de> Deserialize<'de> for Factor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FactorVisitor)
    }
}

struct FactorVisitor;

impl Visitor<'_> for FactorVisitor {
    type Value = Factor;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a factor of 1 or more, such as 2 or 1.5")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Factor, E> {
        parse_headroom(text).map(Factor).map_err(|error| E::custom(format!("{text:?}: {error}")))
    }

    fn visit_i64<E: de::Error>(self, whole: i64) -> Result<Factor, E> {
        self.visit_str(&whole.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Factor, E> {
        // A float prints the digits that were written, as long as there are no more than nine decimals.
        self.visit_str(&number.to_string())
    }
}

impl JsonSchema for Duration {
    fn schema_name() -> Cow<'static, str> {
        "Duration".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A length of time: \"30s\", \"7m30s\", or a number of milliseconds",
            "anyOf": [{ "type": "string", "pattern": r"^\s*-?[0-9]" }, { "type": "integer" }]
        })
    }
}

impl JsonSchema for Factor {
    fn schema_name() -> Cow<'static, str> {
        "Factor".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A headroom of 1 or more: 2, 1.5",
            "anyOf": [{ "type": "number", "minimum": 1, "maximum": 100 }, { "type": "string", "pattern": r"^\s*[0-9]" }]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::report::Report;
    use crate::version::Version;

    #[derive(Debug, serde::Deserialize)]
    struct File {
        pipeline: Vec<Pipeline>,
    }

    fn read(text: &str) -> Result<Vec<Pipeline>, toml::de::Error> {
        toml::from_str::<File>(text).map(|file| file.pipeline)
    }

    #[test]
    fn the_inputs_stand_under_the_names_of_the_flags() {
        let text = r#"
            [[pipeline]]
            name = "ledger"
            producer = "producer.properties"
            [pipeline.transaction]
            for = "flink"
            commit-interval = "30s"
            commit-latency = 12000
            restart = "3m"
            visibility = "480s"
            headroom = 2.0
            latency-percentile = "p99.9"
            latency-unit = "ns"
        "#;
        let pipelines = read(text).unwrap();
        let mut request = Request::new(Version::NEWEST);
        pipelines[0].transaction.as_ref().unwrap().offer(&mut request, "ackward.toml", &pipelines[0].name);
        assert_eq!(request.preset, Some(Preset::Flink));
        assert_eq!(request.notes, []);
        let report = Report::of(request).unwrap();
        assert_eq!(report.window.recommended, Some(Millis::new(450_000)));
        assert_eq!(report.origin(InputName::Restart).unwrap().to_string(), "ackward.toml, pipeline ledger");
    }

    #[test]
    fn errors_name_the_value_and_the_field() {
        let problem =
            |line: &str| read(&format!("[[pipeline]]\nname = \"a\"\n[pipeline.transaction]\n{line}\n")).unwrap_err().to_string();
        assert!(problem("restart = \"3x\"").contains("unknown unit \"x\""));
        assert!(problem("restart = true").contains("expected a duration"));
        assert!(problem("headroom = 0.5").contains("below 1"));
        assert!(problem("restrat = 1").contains("unknown field `restrat`"));
        assert!(problem("for = \"kafka\"").contains("unknown variant `kafka`"));
    }

    #[test]
    fn a_bare_small_number_is_doubted() {
        let pipelines = read("[[pipeline]]\nname = \"a\"\ntransaction = { restart = 30 }\n").unwrap();
        let mut request = Request::new(Version::NEWEST);
        pipelines[0].transaction.as_ref().unwrap().offer(&mut request, "ackward.toml", "a");
        assert!(request.notes[0].message.contains("30 ms"));
    }
}
