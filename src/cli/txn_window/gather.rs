//! Flags, files and project → what is asked of each pipeline, on each of its releases.

use std::path::Path;

use super::args::{FileArgs, InputArgs};
use super::load::{Loaded, Part, load};
use super::pipelines::{Placed, pipelines, releases_of};
use super::problem::Problem;
use crate::cli::Error;
use crate::cli::clients::Clients;
use crate::properties::{self, Properties};
use crate::source::Source;
use crate::txn_window::files;
use crate::txn_window::inputs::InputName;
use crate::txn_window::millis::grouped;
use crate::txn_window::preset::{Demand, Preset};
use crate::txn_window::report::Request;
use crate::txn_window::sources::{Note, Origin};
use crate::txn_window::vary::Quantity;
use crate::version::Version;

/// What is asked of one pipeline, or without any.
pub struct Asked {
    /// One for each release, in their order; never empty.
    pub requests: Vec<Request>,
    /// The release that was assumed, where files were read and nobody named one.
    pub assumed: Option<Version>,
}

/// Everything that is asked.
pub fn asked(inputs: &InputArgs, from: &FileArgs) -> Result<Vec<Asked>, Error> {
    let placed = pipelines(from, inputs.is_empty() && from.is_empty())?;
    if placed.is_empty() {
        return Ok(vec![one(inputs, from, None)?]);
    }
    placed.iter().map(|placed| one(inputs, from, Some(placed))).collect()
}

fn one(inputs: &InputArgs, from: &FileArgs, placed: Option<&Placed>) -> Result<Asked, Error> {
    let pipeline = placed.map(|placed| &placed.pipeline);
    let loaded = load(from, placed)?;
    let mut notes = Vec::new();
    let client_file = loaded.files.iter().find(|(part, _)| *part != Part::Broker).map(|(_, source)| source.name());
    let said = from.client.as_deref().or(pipeline.and_then(|pipeline| pipeline.client.as_deref()));
    let clients = match (said, client_file) {
        (Some(said), _) => Clients::parse(said)?,
        (None, None) => Clients::newest_known(),
        (None, Some(file)) => {
            let (clients, because) = releases_of(Path::new(file), from)?;
            notes.extend(because.map(|because| Note::info(format!("read as kafka-clients {} ({because})", clients.set))));
            clients
        }
    };
    let broker = from.broker_version.as_deref().or(pipeline.and_then(|pipeline| pipeline.broker_version.as_deref()));
    let broker = broker.map(one_broker).transpose()?;
    notes.extend(clients.notes.iter().chain(broker.iter().flat_map(|broker| &broker.notes)).map(Note::info));
    let broker = broker.and_then(|broker| broker.set.newest());
    let requests = clients
        .set
        .iter()
        .map(|client| {
            let mut request = Request::new(client);
            request.notes.clone_from(&notes);
            typed(&mut request, inputs);
            if let Some(Placed { shown, pipeline, .. }) = placed {
                request.pipeline = Some(pipeline.name.clone());
                if let Some(transaction) = &pipeline.transaction {
                    transaction.offer(&mut request, shown, &pipeline.name);
                }
            }
            measured(&mut request, &loaded);
            client_side(&mut request, &loaded);
            broker_side(&mut request, from, &loaded, broker);
            request
        })
        .collect();
    let assumed = clients.set.newest().filter(|_| clients.assumed && client_file.is_some());
    Ok(Asked { requests, assumed })
}

/// The release of the broker: a partial version is its newest patch, and several are none.
fn one_broker(said: &str) -> Result<Clients, Error> {
    let clients = Clients::parse(said)?;
    if clients.set.len() > 1 { Err(Problem::ManyBrokers(said.to_owned()).into()) } else { Ok(clients) }
}

fn typed(request: &mut Request, inputs: &InputArgs) {
    request.preset = inputs.preset;
    for (input, written) in inputs.times() {
        request.sources.offer_time(input, written.millis, Origin::Flag(input.name().to_owned()));
        request.notes.extend(written.doubt(input).map(|doubt| Note::warning(format!("--{doubt}"))));
    }
    if let Some(headroom) = inputs.headroom {
        request.sources.offer(InputName::Headroom, Quantity::Factor(headroom), Origin::Flag("headroom".to_owned()));
    }
}

fn measured(request: &mut Request, loaded: &Loaded) {
    let Some(sample) = &loaded.sample else { return };
    let samples = grouped(i64::try_from(sample.latencies.samples()).unwrap_or(i64::MAX));
    let origin = Origin::Measured(format!("{} of {samples} in {}", sample.percentile.name(), sample.path));
    request.sources.offer_time(InputName::CommitLatency, sample.latencies.at(sample.percentile), origin);
    request.sample = Some(sample.clone());
}

fn client_side(request: &mut Request, loaded: &Loaded) {
    let mut read = |part| loaded.file(part).map(|source| entries(request, source));
    let (streams, worker, connector) = (read(Part::Streams), read(Part::Worker), read(Part::Connector));
    let (producer, consumer) = (read(Part::Producer), read(Part::Consumer));
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
        let apart = producer.as_ref().is_none_or(|producer| producer.source.name() != consumer.source.name());
        if apart {
            request.preset.get_or_insert(Preset::Loop);
        }
        files::consumer(request, consumer);
    }
}

fn broker_side(request: &mut Request, from: &FileArgs, loaded: &Loaded, version: Option<Version>) {
    for (key, value) in &from.broker_set {
        files::broker_setting(request, key, value);
    }
    if let Some(source) = loaded.file(Part::Broker) {
        let broker = entries(request, source);
        files::broker(request, &broker, version);
    }
    if let Some(version) = version {
        files::broker_release(request, version);
    }
}

/// A file's entries; where Java would read nothing of it, that is said.
fn entries<'a>(request: &mut Request, source: &'a Source) -> Properties<'a> {
    let properties = properties::read(source);
    if let Some(span) = properties.malformed {
        let line = source.line_at(span.start);
        let words = format!("{}:{line}: a \\u without four hexadecimal digits: Java reads nothing of this file", source.name());
        let demand = Demand { holds: false, words };
        if !request.demands.contains(&demand) {
            request.demands.push(demand);
        }
    }
    properties
}
