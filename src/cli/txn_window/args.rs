//! Every flag of `ackward txn-window`, as typed.

use std::path::PathBuf;

use clap::{
    ValueEnum, ValueHint,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use super::problem::Problem;
use crate::txn_window::headroom::{Headroom, HeadroomError, parse_headroom};
use crate::txn_window::inputs::{InputName, times};
use crate::txn_window::latencies::{Percentile, Unit};
use crate::txn_window::millis::{DurationError, Written, parse_duration};
use crate::txn_window::preset::Preset;
use crate::txn_window::vary::{Range, RangeError, parse_range};

/// `ackward txn-window`.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "\
A DURATION is 30s, 7m30s, 450000ms, or a bare number of milliseconds. Of several sources of one input a flag wins \
over ackward.toml, ackward.toml over a file, a file over a release's default.

Exit status: 0 answered (whatever the answer), 2 could not work (a missing or impossible input, an unreadable file). \
With --check also 1: the value is not legal or has less than the wanted headroom, or, without a value, no value fits.

  ackward txn-window --commit-interval 30s --commit-latency 12s --restart 180s --visibility 480s
  ackward txn-window --for streams --streams app.properties --commit-latency 2s --restart 5s --check")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    #[command(flatten)]
    pub files: FileArgs,

    /// Sweep an input: restart=60s..720s/60s; repeatable
    #[arg(long, value_name = "INPUT=FROM..TO/STEP", value_parser = range, help_heading = "Answer")]
    pub vary: Vec<Range>,

    /// Exit with 1 unless the value (or, without one, the window) fits
    #[arg(long, help_heading = "Answer")]
    pub check: bool,

    /// The form of the answer
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, help_heading = "Answer")]
    pub format: Format,

    /// Write the answer to a file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Answer")]
    pub output: Option<PathBuf>,
}

/// The numbers of the window: shared with `explain exactly-once`.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = "Inputs")]
pub struct InputArgs {
    /// Who drives the producer: fills in what is documented there
    #[arg(long = "for", value_name = "PRESET", value_parser = presets())]
    pub preset: Option<Preset>,

    /// Tc: from one commit to the next (Flink: checkpoint interval)
    #[arg(long, visible_alias = "checkpoint-interval", value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub commit_interval: Option<Written>,

    /// L: the worst commit step, p99.9 (Flink: longest checkpoint)
    #[arg(long, visible_alias = "longest-checkpoint", value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub commit_latency: Option<Written>,

    /// R: the longest pause or restart that an open transaction has to outlast
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub restart: Option<Written>,

    /// V: how long a committed record may stay unseen; without it only the broker bounds the window
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub visibility: Option<Written>,

    /// How often the broker looks for timed-out transactions [default: 10s, or the broker release's]
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub sweep: Option<Written>,

    /// The broker's transaction.max.timeout.ms [default: 900s]
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub broker_max: Option<Written>,

    /// How many times the worst case should fit into the timeout [default: 2]
    #[arg(long, value_name = "FACTOR", value_parser = headroom, allow_hyphen_values = true)]
    pub headroom: Option<Headroom>,

    /// A transaction.timeout.ms to judge
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub timeout: Option<Written>,

    /// max.poll.interval.ms of the loop's consumer [default: 300s, with --for loop or spring]
    #[arg(long, value_name = "DURATION", value_parser = duration, allow_hyphen_values = true)]
    pub max_poll_interval: Option<Written>,
}

/// Where inputs stand: shared with `explain exactly-once`.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = "Inputs from files")]
pub struct FileArgs {
    /// Configuration files, each taken for what its content says that it is
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Inputs from files")]
    pub paths: Vec<PathBuf>,

    /// Measured commit latencies, one a line or in a column of a table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub latencies: Option<PathBuf>,

    /// The column of that table, by name or number
    #[arg(long, value_name = "COLUMN", requires = "latencies")]
    pub latency_column: Option<String>,

    /// Which figure of the sample to size with [default: p99.9]
    #[arg(long, value_name = "FIGURE", requires = "latencies", value_parser = percentiles())]
    pub latency_percentile: Option<Percentile>,

    /// The unit of numbers without one [default: as headed, else ms]
    #[arg(long, value_name = "UNIT", requires = "latencies", value_parser = units())]
    pub latency_unit: Option<Unit>,

    /// Judge the timeout that this producer file has in effect
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub producer: Option<PathBuf>,

    /// Take max.poll.interval.ms from this consumer file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub consumer: Option<PathBuf>,

    /// Take commit.interval.ms and the timeout from this Kafka Streams file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub streams: Option<PathBuf>,

    /// Take offset.flush.interval.ms and the timeout from this Connect worker file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub worker: Option<PathBuf>,

    /// Take the transaction boundary and the timeout from this source connector file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub connector: Option<PathBuf>,

    /// Take sweep and maximum from this broker file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub broker: Option<PathBuf>,

    /// One setting of the broker; repeatable
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    pub broker_set: Vec<(String, String)>,

    /// The broker's release, for its defaults
    #[arg(long, value_name = "VERSION")]
    pub broker_version: Option<String>,

    /// The kafka-clients release: 3.9.1, a list, a range, all [default: the newest known]
    #[arg(long, value_name = "SPEC")]
    pub client: Option<String>,

    /// Take inputs from [[pipeline]] of this ackward.toml
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,

    /// Only the pipeline of this name
    #[arg(long, value_name = "NAME")]
    pub pipeline: Option<String>,

    /// Read no ackward.toml
    #[arg(long, conflicts_with_all = ["config", "pipeline"])]
    pub isolated: bool,
}

impl InputArgs {
    /// The lengths that were typed.
    pub fn times(&self) -> impl Iterator<Item = (InputName, Written)> {
        times!(self).into_iter().filter_map(|(input, written)| Some((input, written?)))
    }

    /// Refuse them where nothing reads them.
    pub fn unused(&self) -> Result<(), Problem> {
        let named = |input: InputName| input.name();
        let first = self.times().next().map(|(input, _)| named(input)).or(self.headroom.map(|_| named(InputName::Headroom)));
        match first.or(self.preset.map(|_| "for")) {
            Some(flag) => Err(Problem::Unused(flag)),
            None => Ok(()),
        }
    }

    /// Whether none of them was typed.
    pub fn is_empty(&self) -> bool {
        self.preset.is_none() && self.headroom.is_none() && self.times().next().is_none()
    }
}

impl FileArgs {
    /// Whether no file, and no fact of the broker, was named.
    pub fn is_empty(&self) -> bool {
        let files = [&self.latencies, &self.producer, &self.consumer, &self.streams, &self.worker, &self.connector, &self.broker];
        self.paths.is_empty()
            && files.into_iter().all(Option::is_none)
            && self.broker_set.is_empty()
            && self.broker_version.is_none()
    }
}

/// The forms of the answer.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// For a terminal, with a number line
    #[default]
    Text,
    /// For a program
    Json,
    /// For a design document, with the derivation
    Markdown,
    /// A figure, readable in light and dark
    Svg,
}

fn presets() -> impl TypedValueParser<Value = Preset> {
    one_of(&Preset::ALL, Preset::name, Preset::words)
}

fn percentiles() -> impl TypedValueParser<Value = Percentile> {
    one_of(&Percentile::ALL, Percentile::name, Percentile::words)
}

fn units() -> impl TypedValueParser<Value = Unit> {
    one_of(&Unit::ALL, Unit::name, Unit::words)
}

/// Takes one of a list by its name, and tells in the help what each is.
fn one_of<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(T) -> &'static str,
    words: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let values = all.iter().map(|one| PossibleValue::new(name(*one)).help(words(*one)));
    PossibleValuesParser::new(values)
        .map(move |typed| *all.iter().find(|one| name(**one) == typed).expect("clap lets no other name through"))
}

fn duration(text: &str) -> Result<Written, DurationError> {
    parse_duration(text)
}

fn headroom(text: &str) -> Result<Headroom, HeadroomError> {
    parse_headroom(text)
}

fn range(text: &str) -> Result<Range, RangeError> {
    parse_range(text)
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("no setting: write KEY=VALUE")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}
