//! Who drives the producer → what its inputs are called there, what it documents as defaults, what
//! it demands of them, and what a longer restart allowance buys.

use schemars::JsonSchema;
use serde::Deserialize;

use super::inputs::{DEFAULT_TIMEOUT, InputName};
use super::millis::Millis;
use crate::version::Version;

/// Who drives the producer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// A producer on its own
    Plain,
    /// Consume, transform, produce, in one loop
    Loop,
    /// Kafka Streams under exactly-once
    Streams,
    /// A Connect source connector on a worker with exactly-once source support
    Connect,
    /// Flink's Kafka sink with the exactly-once guarantee
    Flink,
    /// A Spring Kafka listener container with a Kafka transaction manager
    Spring,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 6] = [Self::Plain, Self::Loop, Self::Streams, Self::Connect, Self::Flink, Self::Spring];

    /// As `--for` takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Loop => "loop",
            Self::Streams => "streams",
            Self::Connect => "connect",
            Self::Flink => "flink",
            Self::Spring => "spring",
        }
    }

    /// As it reads in a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Plain => "a plain producer",
            Self::Loop => "a consume-transform-produce loop",
            Self::Streams => "Kafka Streams under exactly-once",
            Self::Connect => "a Connect source connector under exactly-once",
            Self::Flink => "Flink's exactly-once Kafka sink",
            Self::Spring => "a Spring Kafka listener with a transaction manager",
        }
    }

    /// The inputs that it takes, and what each is there.
    #[must_use]
    pub const fn takes(self) -> &'static [(InputName, &'static str)] {
        match self {
            Self::Plain => &[
                (InputName::CommitInterval, "longest time from the first send to asking for the commit"),
                (InputName::CommitLatency, "worst commitTransaction(), with the flush that it does"),
                (InputName::Restart, "longest pause that the living producer comes back from"),
            ],
            Self::Loop => &[
                (InputName::CommitInterval, "longest time from the first send after a poll to asking for the commit"),
                (InputName::CommitLatency, "worst commitTransaction(), with the flush that it does"),
                (InputName::Restart, "longest pause that the living loop comes back from"),
                (InputName::MaxPollInterval, "max.poll.interval.ms of its consumer"),
            ],
            Self::Streams => &[
                (InputName::CommitInterval, "commit.interval.ms"),
                (InputName::CommitLatency, "worst commit of a task, flushing its stores and producer"),
                (InputName::Restart, "longest pause that the living instance comes back from"),
            ],
            Self::Connect => &[
                (
                    InputName::CommitInterval,
                    "transaction.boundary.interval.ms, else offset.flush.interval.ms; with the boundary poll the time \
                     that one batch takes",
                ),
                (InputName::CommitLatency, "worst commit of records and source offsets"),
                (InputName::Restart, "longest pause that the living task comes back from"),
            ],
            Self::Flink => &[
                (InputName::CommitInterval, "checkpoint interval"),
                (InputName::CommitLatency, "longest checkpoint, from its trigger to the commit after it"),
                (InputName::Restart, "longest restart of the job, from failure to the commit of what it resumed"),
            ],
            Self::Spring => &[
                (InputName::CommitInterval, "longest run of the listener: one record, or one batch with a batch listener"),
                (InputName::CommitLatency, "worst commitTransaction(), with the flush that it does"),
                (InputName::Restart, "longest pause that the living container comes back from"),
                (InputName::MaxPollInterval, "max.poll.interval.ms of its consumer"),
            ],
        }
    }

    /// What an input is there, where it takes it.
    #[must_use]
    pub fn meaning_of(self, input: InputName) -> Option<&'static str> {
        self.takes().iter().find(|(name, _)| *name == input).map(|(_, what)| *what)
    }

    /// The default that is documented for an input, and where: as of a client release.
    #[must_use]
    pub fn default_of(self, input: InputName, client: Version) -> Option<(Millis, String)> {
        let of = |millis, what: &str| Some((Millis::new(millis), what.to_owned()));
        match (self, input) {
            (Self::Streams, InputName::CommitInterval) => of(100, "Streams' default commit.interval.ms under exactly-once"),
            (Self::Connect, InputName::CommitInterval) => {
                of(60_000, "Connect's default offset.flush.interval.ms, which counts with transaction.boundary=interval")
            }
            (Self::Loop | Self::Spring, InputName::MaxPollInterval) => of(300_000, "the consumer's default max.poll.interval.ms"),
            (_, InputName::Timeout) => Some((self.default_timeout(client), self.default_timeout_from(client))),
            _ => None,
        }
    }

    /// What `transaction.timeout.ms` is where nobody writes it. Streams sets its own from 2.6.0
    /// (StreamsConfig), Flink's sink its own hour (KafkaSinkBuilder).
    #[must_use]
    pub fn default_timeout(self, client: Version) -> Millis {
        match self {
            Self::Streams if client >= STREAMS_SETS_TIMEOUT => Millis::seconds(10),
            Self::Flink => Millis::seconds(3_600),
            _ => DEFAULT_TIMEOUT,
        }
    }

    fn default_timeout_from(self, client: Version) -> String {
        match self {
            Self::Streams if client >= STREAMS_SETS_TIMEOUT => "Streams' default under exactly-once".to_owned(),
            Self::Flink => "the default of Flink's sink".to_owned(),
            _ => "the producer's default".to_owned(),
        }
    }

    /// The key as it has to be written to reach the producer there.
    #[must_use]
    pub const fn timeout_key(self) -> &'static str {
        match self {
            Self::Plain | Self::Loop | Self::Flink => "transaction.timeout.ms",
            Self::Streams => "producer.transaction.timeout.ms",
            Self::Connect => "producer.override.transaction.timeout.ms",
            Self::Spring => "spring.kafka.producer.properties.transaction.timeout.ms",
        }
    }

    /// What R is worth there, in a sentence or two.
    #[must_use]
    pub const fn what_restart_buys(self) -> &'static str {
        match self {
            Self::Flink => {
                "Flink resumes and commits the same transaction after a restart, so R covers the restart; a transaction \
                 that times out meanwhile is lost data"
            }
            Self::Streams => {
                "a replacement under the same transactional.id aborts the open transaction at once (0.25 s measured), \
                 however long the timeout: R covers only pauses that the living instance comes back from (GC, a moved \
                 machine, the network); a replacement under another id leaves readers waiting for the whole stall"
            }
            Self::Plain | Self::Loop | Self::Connect | Self::Spring => {
                "a replacement under the same transactional.id aborts the open transaction at once (0.25 s measured), \
                 however long the timeout: R covers only pauses that the living producer comes back from (GC, a moved \
                 machine, the network), never a restart"
            }
        }
    }

    /// What it demands beyond the window, held against the numbers. `checked` is the timeout that
    /// Streams looks at where that is not the one in effect.
    #[must_use]
    pub fn demands(self, facts: &Facts) -> Vec<Demand> {
        match self {
            Self::Streams => facts.timeout.map(|timeout| streams_demand(timeout, facts)).into_iter().flatten().collect(),
            Self::Loop | Self::Spring => facts.max_poll_interval.map(|longest| poll_demand(longest, facts)).into_iter().collect(),
            Self::Plain | Self::Connect | Self::Flink => Vec::new(),
        }
    }
}

/// The release from which StreamsConfig sets `transaction.timeout.ms` itself.
const STREAMS_SETS_TIMEOUT: Version = Version::new([2, 6, 0, 0]);

/// The release from which StreamsConfig compares it with `commit.interval.ms`.
const STREAMS_COMPARES: Version = Version::new([3, 0, 0, 0]);

/// What a preset's demands are held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Tc.
    pub commit_interval: Millis,
    /// L.
    pub commit_latency: Millis,
    /// The timeout that the framework looks at, where one is known.
    pub timeout: Option<Millis>,
    /// `max.poll.interval.ms` of the loop's consumer, where one is known.
    pub max_poll_interval: Option<Millis>,
    /// The client release.
    pub client: Version,
}

/// Something that must hold beside the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// Whether it does.
    pub holds: bool,
    /// In a sentence that is true either way.
    pub words: String,
}

fn streams_demand(timeout: Millis, facts: &Facts) -> Option<Demand> {
    let interval = facts.commit_interval;
    (facts.client >= STREAMS_COMPARES).then(|| {
        let holds = timeout >= interval;
        let words = if holds {
            format!(
                "producer.transaction.timeout.ms of {timeout} is not below commit.interval.ms of {interval}, as Streams demands"
            )
        } else {
            format!(
                "producer.transaction.timeout.ms of {timeout} is below commit.interval.ms of {interval}: Streams refuses to \
                 start (IllegalArgumentException, since 3.0.0)"
            )
        };
        Demand { holds, words }
    })
}

fn poll_demand(longest: Millis, facts: &Facts) -> Demand {
    let taken = Millis::from_wide(facts.commit_interval.wide() + facts.commit_latency.wide());
    let holds = taken <= longest;
    let words = if holds {
        format!("a commit every {taken} at the latest is inside max.poll.interval.ms of {longest}")
    } else {
        format!(
            "a commit may take {taken}, longer than max.poll.interval.ms of {longest}: the consumer drops out of its group while \
             the transaction is open"
        )
    };
    Demand { holds, words }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(interval: i64, timeout: i64) -> Facts {
        Facts {
            commit_interval: Millis::new(interval),
            commit_latency: Millis::seconds(1),
            timeout: Some(Millis::new(timeout)),
            max_poll_interval: Some(Millis::seconds(300)),
            client: Version::new([3, 9, 1, 0]),
        }
    }

    #[test]
    fn streams_refuses_a_timeout_below_its_commit_interval() {
        let holds = |interval, timeout| Preset::Streams.demands(&facts(interval, timeout))[0].holds;
        assert!(holds(10_000, 10_000), "equal is allowed");
        assert!(!holds(10_001, 10_000));
        let before = Facts { client: Version::new([2, 8, 2, 0]), ..facts(10_001, 10_000) };
        assert_eq!(Preset::Streams.demands(&before), []);
    }

    #[test]
    fn a_loop_commits_within_its_poll_interval() {
        let holds = |interval| Preset::Loop.demands(&facts(interval, 1))[0].holds;
        assert!(holds(299_000));
        assert!(!holds(299_001));
    }

    #[test]
    fn defaults_follow_the_release() {
        let timeout = |preset: Preset, release| preset.default_timeout(Version::new(release)).get();
        assert_eq!(timeout(Preset::Streams, [2, 5, 1, 0]), 60_000);
        assert_eq!(timeout(Preset::Streams, [2, 6, 0, 0]), 10_000);
        assert_eq!(timeout(Preset::Flink, [3, 9, 1, 0]), 3_600_000);
        assert_eq!(timeout(Preset::Plain, [0, 11, 0, 0]), 60_000);
    }

    #[test]
    fn every_preset_takes_what_makes_the_floor() {
        for preset in Preset::ALL {
            let inputs: Vec<InputName> = preset.takes().iter().map(|(input, _)| *input).collect();
            assert!(inputs.starts_with(&[InputName::CommitInterval, InputName::CommitLatency, InputName::Restart]));
        }
    }
}
