//! `[[pipeline]]` of `ackward.toml`: clients that work together, and the numbers behind their
//! transaction timeout.

mod written;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;

pub use self::written::{Duration, Factor, Setting};
use crate::kafka::Role;
use crate::txn_window::inputs::{InputName, times};
use crate::txn_window::latencies::{Percentile, Unit};
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
    pub preset: Option<Preset>,
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
    pub latency_percentile: Option<Percentile>,
    /// The unit of numbers without one
    pub latency_unit: Option<Unit>,
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

impl Transaction {
    /// Offer what is written here. `path` is the file, `pipeline` the name of the pipeline.
    pub fn offer(&self, request: &mut Request, path: &str, pipeline: &str) {
        let origin = || Origin::Project { path: path.to_owned(), pipeline: pipeline.to_owned() };
        request.preset = request.preset.or(self.preset);
        for (input, duration) in times!(self) {
            let Some(Duration(written)) = duration else { continue };
            request.sources.offer_time(input, written.millis, origin());
            request.notes.extend(written.doubt(input).map(Note::warning));
        }
        if let Some(Factor(headroom)) = self.headroom {
            request.sources.offer(InputName::Headroom, Quantity::Factor(headroom), origin());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::millis::Millis;
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
