//! Files as named → their texts, each in the part that it plays.

use std::io;
use std::path::{Path, PathBuf};

use super::args::FileArgs;
use super::pipelines::{Placed, shown};
use super::problem::Problem;
use crate::classify::{Dialect, Kind, classify};
use crate::cli::{Error, files};
use crate::kafka::Role;
use crate::project::pipeline::Pipeline;
use crate::properties;
use crate::source::Source;
use crate::txn_window::latencies::Latencies;
use crate::txn_window::report::Sample;

/// The part that a file plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The transactional producer.
    Producer,
    /// The consumer of the loop.
    Consumer,
    /// A Streams application.
    Streams,
    /// A Connect worker.
    Worker,
    /// A source connector.
    Connector,
    /// A broker.
    Broker,
}

impl Part {
    const ALL: [Self; 6] = [Self::Producer, Self::Consumer, Self::Streams, Self::Worker, Self::Connector, Self::Broker];

    const fn of_flags(self, from: &FileArgs) -> Option<&PathBuf> {
        match self {
            Self::Producer => from.producer.as_ref(),
            Self::Consumer => from.consumer.as_ref(),
            Self::Streams => from.streams.as_ref(),
            Self::Worker => from.worker.as_ref(),
            Self::Connector => from.connector.as_ref(),
            Self::Broker => from.broker.as_ref(),
        }
    }

    fn of_project(self, pipeline: &Pipeline) -> Option<&PathBuf> {
        match self {
            Self::Producer => pipeline.producer.as_ref(),
            Self::Consumer => pipeline.consumer.as_ref(),
            Self::Streams => pipeline.streams.as_ref(),
            Self::Worker => pipeline.worker.as_ref(),
            Self::Connector => pipeline.connector.as_ref(),
            Self::Broker => pipeline.broker.as_ref(),
        }
    }

    /// The flag that names it.
    pub const fn flag(self) -> &'static str {
        match self {
            Self::Producer => "producer",
            Self::Consumer => "consumer",
            Self::Streams => "streams",
            Self::Worker => "worker",
            Self::Connector => "connector",
            Self::Broker => "broker",
        }
    }
}

/// What was read.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The files.
    pub files: Vec<(Part, Source)>,
    /// The latencies.
    pub sample: Option<Sample>,
}

impl Loaded {
    /// The file that plays a part.
    pub fn file(&self, part: Part) -> Option<&Source> {
        self.files.iter().find(|(played, _)| *played == part).map(|(_, source)| source)
    }

    fn add(&mut self, part: Part, source: Source) -> Result<(), Problem> {
        if let Some(first) = self.file(part) {
            let (first, second) = (first.name().to_owned(), source.name().to_owned());
            return Err(Problem::TwoFiles { part: part.flag(), first, second });
        }
        self.files.push((part, source));
        Ok(())
    }
}

/// Read every file that was named, and those of the pipeline for the parts that are left.
pub fn load(from: &FileArgs, placed: Option<&Placed>) -> Result<Loaded, Error> {
    let mut loaded = Loaded { files: Vec::new(), sample: sample(from, placed)? };
    for part in Part::ALL {
        if let Some(path) = part.of_flags(from) {
            loaded.add(part, source(path)?)?;
        }
    }
    for path in &from.paths {
        for (part, source) in parts(source(path)?)? {
            loaded.add(part, source)?;
        }
    }
    for part in Part::ALL {
        let path = placed.and_then(|placed| Some(placed.folder.join(part.of_project(&placed.pipeline)?)));
        if let Some(path) = path.filter(|_| loaded.file(part).is_none()) {
            loaded.add(part, source(&path)?)?;
        }
    }
    Ok(loaded)
}

/// The parts that a file plays by its content; a shared one plays two.
fn parts(source: Source) -> Result<Vec<(Part, Source)>, Problem> {
    let found = classify(&properties::read(&source));
    let part = match found.kind {
        Kind::Role(Role::Producer) => Part::Producer,
        Kind::Role(Role::Consumer) => Part::Consumer,
        Kind::Role(Role::Streams) => Part::Streams,
        Kind::Role(Role::ConnectWorker) => Part::Worker,
        Kind::Role(Role::Connector) => Part::Connector,
        Kind::Role(Role::Broker) => Part::Broker,
        Kind::Role(Role::Shared) | Kind::Client | Kind::Dialect(Dialect::Spring) => {
            let again = Source::new(source.name(), source.bytes().to_vec());
            return Ok(vec![(Part::Producer, source), (Part::Consumer, again)]);
        }
        _ => return Err(Problem::NoPart { path: source.name().to_owned(), because: found.because }),
    };
    Ok(vec![(part, source)])
}

fn sample(from: &FileArgs, placed: Option<&Placed>) -> Result<Option<Sample>, Error> {
    let transaction = placed.and_then(|placed| placed.pipeline.transaction.as_ref());
    let of_project = || placed.and_then(|placed| Some(placed.folder.join(transaction?.latencies.as_ref()?)));
    let Some(path) = from.latencies.clone().or_else(of_project) else { return Ok(None) };
    let column = from.latency_column.as_deref().or(transaction.and_then(|transaction| transaction.latency_column.as_deref()));
    let percentile = from.latency_percentile.or_else(|| transaction?.latency_percentile).unwrap_or_default();
    let unit = from.latency_unit.or_else(|| transaction?.latency_unit);
    let source = source(&path)?;
    let text = source.decoded();
    let path = source.name().to_owned();
    match Latencies::read(text.as_str(), column, unit) {
        Ok(latencies) => Ok(Some(Sample { latencies, percentile, path })),
        Err(error) => Err(Problem::Latencies { path, error }.into()),
    }
}

/// A file, or standard input.
fn source(path: &Path) -> Result<Source, Error> {
    if path.is_dir() {
        return Err(Error::Read { path: shown(path), error: io::ErrorKind::IsADirectory.into() });
    }
    let mut found = files::find(&[path.to_path_buf()], None, &crate::cli::applied::here());
    if !found.errors.is_empty() {
        return Err(found.errors.swap_remove(0));
    }
    let input = found.inputs.first().expect("a path that is no folder and gave no error is one file");
    Ok(Source::new(input.shown.clone(), files::read(input)?))
}
