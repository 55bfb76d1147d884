//! Flags, files and project → one request for each pipeline.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::{FileArgs, InputArgs};
use super::problem::Problem;
use crate::project::pipeline::Pipeline;
use crate::properties::{self, Properties};
use crate::source::Source;
use crate::txn_window::files;
use crate::txn_window::inputs::InputName;
use crate::txn_window::latencies::{Latencies, Percentile, Unit};
use crate::txn_window::preset::Demand;
use crate::txn_window::report::{Request, Sample};
use crate::txn_window::sources::{Note, Origin};
use crate::txn_window::vary::Quantity;
use crate::version::{RELEASES, Version};

/// Everything that is asked: one request, or one for each pipeline of the project.
pub fn requests(inputs: &InputArgs, from: &FileArgs) -> Result<Vec<Request>, Problem> {
    let pipelines = pipelines(inputs, from)?;
    if pipelines.is_empty() {
        return Ok(vec![request(inputs, from, None)?]);
    }
    pipelines.iter().map(|pipeline| request(inputs, from, Some(pipeline))).collect()
}

/// A pipeline, with the file that it stands in.
struct Placed {
    path: PathBuf,
    pipeline: Pipeline,
}

impl Placed {
    /// A path of the project's file, relative to that file.
    fn at(&self, path: Option<&PathBuf>) -> Option<PathBuf> {
        path.map(|path| self.path.parent().unwrap_or(Path::new("")).join(path))
    }
}

/// The pipelines that are meant: those of the named file, or of the nearest `ackward.toml` where one
/// was asked for by name or nothing else was said.
fn pipelines(inputs: &InputArgs, from: &FileArgs) -> Result<Vec<Placed>, Problem> {
    let asked = from.config.is_some() || from.pipeline.is_some();
    let nothing_said = inputs.is_empty() && from.is_empty();
    if from.isolated || !(asked || nothing_said) {
        return Ok(Vec::new());
    }
    let Some(path) = from.config.clone().or_else(nearest) else {
        return if asked { Err(Problem::NoProject) } else { Ok(Vec::new()) };
    };
    let all = read_project(&path)?;
    let known: Vec<String> = all.iter().map(|pipeline| pipeline.name.clone()).collect();
    let mut found: Vec<Placed> = all
        .into_iter()
        .filter(|pipeline| from.pipeline.as_ref().map_or(pipeline.transaction.is_some(), |name| *name == pipeline.name))
        .map(|pipeline| Placed { path: path.clone(), pipeline })
        .collect();
    if found.is_empty() && asked {
        return Err(Problem::NoPipeline { path: shown(&path), name: from.pipeline.clone(), known });
    }
    found.sort_by(|one, other| one.pipeline.name.cmp(&other.pipeline.name));
    Ok(found)
}

/// The nearest `ackward.toml` from here up to the root of the repository.
fn nearest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    for folder in here.ancestors() {
        let path = folder.join("ackward.toml");
        if path.is_file() {
            return Some(path.strip_prefix(&here).map(Path::to_path_buf).unwrap_or(path));
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    None
}

/// The part of `ackward.toml` that concerns us.
#[derive(serde::Deserialize)]
struct Project {
    #[serde(default)]
    pipeline: Vec<Pipeline>,
}

fn read_project(path: &Path) -> Result<Vec<Pipeline>, Problem> {
    let text = String::from_utf8(read(path)?).map_err(|_| Problem::project(path, "it is no UTF-8".to_owned()))?;
    let project: Project = toml::from_str(&text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        Problem::project(path, format!("{place}{}", error.message()))
    })?;
    Ok(project.pipeline)
}

fn request(inputs: &InputArgs, from: &FileArgs, placed: Option<&Placed>) -> Result<Request, Problem> {
    let pipeline = placed.map(|placed| &placed.pipeline);
    let mut notes = Vec::new();
    let client = from.client.as_deref().or(pipeline.and_then(|pipeline| pipeline.client.as_deref()));
    let client = client.map_or(Ok(Version::NEWEST), |text| release(text, "client", &mut notes))?;
    let mut request = Request::new(client);
    request.notes = notes;
    request.preset = inputs.preset.map(Into::into);
    for (input, written) in inputs.times() {
        request.sources.offer_time(input, written.millis, Origin::Flag(input.name().to_owned()));
        request.notes.extend(written.doubt(input).map(|doubt| Note::warning(format!("--{doubt}"))));
    }
    if let Some(headroom) = inputs.headroom {
        request.sources.offer(InputName::Headroom, Quantity::Factor(headroom), Origin::Flag("headroom".to_owned()));
    }
    if let Some(Placed { path, pipeline }) = placed {
        request.pipeline = Some(pipeline.name.clone());
        if let Some(transaction) = &pipeline.transaction {
            transaction.offer(&mut request, &shown(path), &pipeline.name);
        }
    }
    for (key, value) in &from.broker_set {
        files::broker_setting(&mut request, key, value);
    }
    latencies(&mut request, from, placed)?;
    client_files(&mut request, from, placed)?;
    broker(&mut request, from, placed)?;
    Ok(request)
}

fn client_files(request: &mut Request, from: &FileArgs, placed: Option<&Placed>) -> Result<(), Problem> {
    let file = |flag: &Option<PathBuf>, of: fn(&Pipeline) -> Option<&PathBuf>| {
        let path = flag.clone().or_else(|| placed.and_then(|placed| placed.at(of(&placed.pipeline))));
        path.map(|path| source(&path)).transpose()
    };
    let streams = file(&from.streams, |pipeline| pipeline.streams.as_ref())?;
    let worker = file(&from.worker, |pipeline| pipeline.worker.as_ref())?;
    let connector = file(&from.connector, |pipeline| pipeline.connector.as_ref())?;
    let producer = file(&from.producer, |pipeline| pipeline.producer.as_ref())?;
    let consumer = file(&from.consumer, |pipeline| pipeline.consumer.as_ref())?;
    let [streams, worker, connector, producer, consumer] =
        [&streams, &worker, &connector, &producer, &consumer].map(|source| source.as_ref().map(|source| load(request, source)));
    if let Some(streams) = &streams {
        files::streams(request, streams);
    }
    if worker.is_some() || connector.is_some() {
        files::connect(request, worker.as_ref(), connector.as_ref());
    }
    if let Some(producer) = &producer {
        files::producer(request, producer);
    }
    if let Some(consumer) = &consumer {
        files::consumer(request, consumer);
    }
    Ok(())
}

fn broker(request: &mut Request, from: &FileArgs, placed: Option<&Placed>) -> Result<(), Problem> {
    let pipeline = placed.map(|placed| &placed.pipeline);
    let version = from.broker_version.as_deref().or(pipeline.and_then(|pipeline| pipeline.broker_version.as_deref()));
    let version = version.map(|text| release(text, "broker-version", &mut request.notes)).transpose()?;
    let path = from.broker.clone().or_else(|| placed.and_then(|placed| placed.at(placed.pipeline.broker.as_ref())));
    if let Some(path) = path {
        let source = source(&path)?;
        let properties = load(request, &source);
        files::broker(request, &properties, version);
    }
    if let Some(version) = version {
        files::broker_release(request, version);
    }
    Ok(())
}

fn latencies(request: &mut Request, from: &FileArgs, placed: Option<&Placed>) -> Result<(), Problem> {
    let transaction = placed.and_then(|placed| placed.pipeline.transaction.as_ref());
    let of_project = || placed.and_then(|placed| placed.at(transaction.and_then(|transaction| transaction.latencies.as_ref())));
    let Some(path) = from.latencies.clone().or_else(of_project) else { return Ok(()) };
    let column = from.latency_column.as_deref().or(transaction.and_then(|transaction| transaction.latency_column.as_deref()));
    let percentile = from.latency_percentile.map(Percentile::from);
    let percentile = percentile.or_else(|| Some(transaction?.latency_percentile?.percentile())).unwrap_or_default();
    let unit = from.latency_unit.map(Unit::from);
    let unit = unit.or_else(|| Some(transaction?.latency_unit?.unit())).unwrap_or_default();
    let path_shown = shown(&path);
    let text = String::from_utf8_lossy(&read(&path)?).into_owned();
    let sample = Latencies::read(&text, column, unit).map_err(|error| Problem::Latencies { path: path_shown.clone(), error })?;
    let origin = Origin::Measured(format!("{} of {} in {path_shown}", percentile.name(), sample.samples()));
    request.sources.offer_time(InputName::CommitLatency, sample.at(percentile), origin);
    request.sample = Some(Sample { latencies: sample, percentile, path: path_shown });
    Ok(())
}

/// A file's entries; where Java would read nothing of it, that is said.
fn load<'a>(request: &mut Request, source: &'a Source) -> Properties<'a> {
    let properties = properties::read(source);
    if let Some(span) = properties.malformed {
        let line = source.line_at(span.start);
        let words = format!("{}:{line}: a \\u without four hexadecimal digits: Java reads nothing of this file", source.name());
        request.demands.push(Demand { holds: false, words });
    }
    properties
}

fn source(path: &Path) -> Result<Source, Problem> {
    Ok(Source::new(shown(path), read(path)?))
}

fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    fs::read(path).map_err(|error| Problem::Read { path: shown(path), error })
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// A release; a partial one is its newest patch, said aloud.
fn release(text: &str, flag: &'static str, notes: &mut Vec<Note>) -> Result<Version, Problem> {
    let unknown = || Problem::Release { flag, text: text.to_owned() };
    let version = Version::parse(text.trim()).ok_or_else(unknown)?;
    if version.index().is_some() {
        return Ok(version);
    }
    let start = format!("{}.", text.trim());
    let newest = RELEASES.iter().rev().find(|known| known.to_string().starts_with(&start)).copied().ok_or_else(unknown)?;
    notes.push(Note::info(format!("--{flag} {} is read as {newest}, its newest patch", text.trim())));
    Ok(newest)
}
