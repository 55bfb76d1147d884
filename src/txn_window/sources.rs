//! Where each input comes from: many candidates → one value each, and what was overruled.

use std::collections::BTreeMap;
use std::fmt;

use super::headroom::Headroom;
use super::inputs::{DEFAULT_BROKER_MAX, DEFAULT_SWEEP, InputName, Inputs};
use super::millis::Millis;
use super::vary::Quantity;

/// Who says so. In order of precedence: the command line (or the prompt), the project, a file or a
/// measurement, a release, a preset, this tool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A flag of the command line.
    Flag(String),
    /// Answered at the prompt.
    Prompt,
    /// The project's configuration.
    Project {
        /// The file.
        path: String,
        /// The pipeline in it.
        pipeline: String,
    },
    /// A key of a configuration file.
    File {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The key as written.
        key: String,
    },
    /// A percentile of a sample.
    Measured(String),
    /// What a release takes where nothing is written.
    Release(String),
    /// What a framework documents, or Kafka where nothing is known of the release.
    Default(String),
}

impl Origin {
    /// Whether a person wrote it down, so that overruling it is worth a word.
    #[must_use]
    pub const fn is_written(&self) -> bool {
        !matches!(self, Self::Release(_) | Self::Default(_))
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Flag(_) | Self::Prompt => 0,
            Self::Project { .. } => 1,
            Self::File { .. } | Self::Measured(_) => 2,
            Self::Release(_) => 3,
            Self::Default(_) => 4,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "--{flag}"),
            Self::Prompt => f.write_str("answered"),
            Self::Project { path, pipeline } => write!(f, "{path}, pipeline {pipeline}"),
            Self::File { path, line, key } => write!(f, "{path}:{line} ({key})"),
            Self::Measured(what) | Self::Release(what) | Self::Default(what) => f.write_str(what),
        }
    }
}

/// A value and who says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The value.
    pub value: Quantity,
    /// Who says so.
    pub origin: Origin,
}

/// Something to tell beside the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// It makes the answer doubtful, or a line of a file useless; else it is just worth knowing.
    pub is_warning: bool,
    /// One line, lower case, the value first.
    pub message: String,
    /// The file and line that it is about.
    pub place: Option<(String, usize)>,
}

impl Note {
    /// Worth knowing.
    #[must_use]
    pub fn info(message: impl Into<String>) -> Self {
        Self { is_warning: false, message: message.into(), place: None }
    }

    /// Makes the answer doubtful, or a line useless.
    #[must_use]
    pub fn warning(message: impl Into<String>) -> Self {
        Self { is_warning: true, message: message.into(), place: None }
    }

    /// The same, about a line of a file.
    #[must_use]
    pub fn at(mut self, path: &str, line: usize) -> Self {
        self.place = Some((path.to_owned(), line));
        self
    }
}

/// Every value that was offered for every input.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    candidates: BTreeMap<InputName, Vec<Candidate>>,
}

impl Sources {
    /// Offer a value. Of two of the same rank the one offered first wins.
    pub fn offer(&mut self, input: InputName, value: Quantity, origin: Origin) {
        let candidates = self.candidates.entry(input).or_default();
        candidates.push(Candidate { value, origin });
        candidates.sort_by_key(|candidate| candidate.origin.rank());
    }

    /// Offer a length.
    pub fn offer_time(&mut self, input: InputName, value: Millis, origin: Origin) {
        self.offer(input, Quantity::Time(value), origin);
    }

    /// Forget what was offered for an input and take this instead.
    pub fn replace(&mut self, input: InputName, value: Quantity, origin: Origin) {
        self.candidates.insert(input, vec![Candidate { value, origin }]);
    }

    /// Forget what was offered for an input.
    pub fn withdraw(&mut self, input: InputName) {
        self.candidates.remove(&input);
    }

    /// What wins for an input.
    #[must_use]
    pub fn get(&self, input: InputName) -> Option<&Candidate> {
        self.candidates.get(&input)?.first()
    }

    /// The winning length of an input.
    #[must_use]
    pub fn time(&self, input: InputName) -> Option<Millis> {
        match self.get(input)?.value {
            Quantity::Time(millis) => Some(millis),
            Quantity::Factor(_) => None,
        }
    }

    /// Fill in what Kafka and this tool take where nobody says anything: sweep, broker maximum, headroom.
    pub fn fill_defaults(&mut self) {
        for (input, value, from) in [
            (InputName::Sweep, DEFAULT_SWEEP, "the default of brokers since 2.5.0"),
            (InputName::BrokerMax, DEFAULT_BROKER_MAX, "the default of every broker"),
        ] {
            if self.get(input).is_none() {
                self.offer_time(input, value, Origin::Default(from.to_owned()));
            }
        }
        if self.get(InputName::Headroom).is_none() {
            self.offer(InputName::Headroom, Quantity::Factor(Headroom::DEFAULT), Origin::Default("our default".into()));
        }
    }

    /// The inputs, or the names of those without which there is no floor. Missing bounds take their defaults.
    pub fn inputs(&self) -> Result<Inputs, Vec<InputName>> {
        let floor = [InputName::CommitInterval, InputName::CommitLatency, InputName::Restart];
        let times = floor.map(|input| self.time(input));
        let [Some(commit_interval), Some(commit_latency), Some(restart)] = times else {
            return Err(floor.into_iter().zip(times).filter(|(_, time)| time.is_none()).map(|(input, _)| input).collect());
        };
        let headroom = match self.get(InputName::Headroom).map(|candidate| candidate.value) {
            Some(Quantity::Factor(headroom)) => headroom,
            _ => Headroom::DEFAULT,
        };
        Ok(Inputs {
            commit_interval,
            commit_latency,
            restart,
            visibility: self.time(InputName::Visibility),
            sweep: self.time(InputName::Sweep).unwrap_or(DEFAULT_SWEEP),
            broker_max: self.time(InputName::BrokerMax).unwrap_or(DEFAULT_BROKER_MAX),
            headroom,
        })
    }

    /// Both sides of every contradiction between two people, and which wins.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        for (input, candidates) in &self.candidates {
            let [winner, losers @ ..] = candidates.as_slice() else { continue };
            for loser in losers.iter().filter(|loser| loser.origin.is_written() && loser.value != winner.value) {
                notes.push(Note::warning(format!(
                    "the {} is {} by {} and {} by {}: the first wins",
                    input.words(),
                    winner.value,
                    winner.origin,
                    loser.value,
                    loser.origin
                )));
            }
        }
        notes
    }

    /// The winners, in the order of the inputs.
    pub fn winners(&self) -> impl Iterator<Item = (InputName, &Candidate)> {
        self.candidates.iter().filter_map(|(input, candidates)| Some((*input, candidates.first()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(name: &str) -> Origin {
        Origin::Flag(name.into())
    }

    fn file(line: usize) -> Origin {
        Origin::File { path: "server.properties".into(), line, key: "transaction.max.timeout.ms".into() }
    }

    #[test]
    fn a_flag_wins_over_a_file_and_both_are_said() {
        let mut sources = Sources::default();
        sources.offer_time(InputName::BrokerMax, Millis::seconds(900), file(3));
        sources.offer_time(InputName::BrokerMax, Millis::seconds(1_200), flag("broker-max"));
        assert_eq!(sources.time(InputName::BrokerMax), Some(Millis::seconds(1_200)));
        let notes = sources.conflicts();
        assert_eq!(
            notes[0].message,
            "the broker's maximum is 1,200 s by --broker-max and 900 s by server.properties:3 (transaction.max.timeout.ms): \
             the first wins"
        );
    }

    #[test]
    fn agreement_and_overruled_defaults_are_no_conflict() {
        let mut sources = Sources::default();
        sources.offer_time(InputName::BrokerMax, Millis::seconds(900), file(3));
        sources.offer_time(InputName::BrokerMax, Millis::seconds(900), flag("broker-max"));
        sources.offer_time(InputName::Sweep, Millis::seconds(60), Origin::Release("brokers of 2.4.1".into()));
        sources.offer_time(InputName::Sweep, Millis::seconds(10), flag("sweep"));
        assert_eq!(sources.conflicts(), []);
    }

    #[test]
    fn says_what_is_missing() {
        let mut sources = Sources::default();
        sources.offer_time(InputName::CommitLatency, Millis::seconds(12), flag("commit-latency"));
        assert_eq!(sources.inputs(), Err(vec![InputName::CommitInterval, InputName::Restart]));
        sources.offer_time(InputName::CommitInterval, Millis::seconds(30), flag("commit-interval"));
        sources.offer_time(InputName::Restart, Millis::seconds(180), flag("restart"));
        sources.fill_defaults();
        let inputs = sources.inputs().unwrap();
        assert_eq!((inputs.sweep, inputs.broker_max), (DEFAULT_SWEEP, DEFAULT_BROKER_MAX));
        assert_eq!(inputs.visibility, None);
    }
}
