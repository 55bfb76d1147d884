//! `ackward effective`: what the clients of files run with, release by release.

use rayon::prelude::*;

use super::{
    Error, Status, Terminal,
    args::{EffectiveArgs, EffectiveFormatName},
    reading::Reading,
};
use crate::{
    classify::View,
    effective::{Written, resolve},
    kafka::{KeyId, Role},
    properties::{self, Properties},
    render::effective::{ClientOfFile, EffectiveFormat, EffectiveReport, Run},
    version::VersionSet,
};

/// So many clients are resolved before they are written: enough for every core, few enough for memory.
const BATCH: usize = 64;

/// Writes what they run with.
pub fn run(args: &EffectiveArgs, terminal: &mut Terminal) -> Result<Status, Error> {
    let mut reading = Reading::prepare(&args.reading, terminal)?;
    let sources = reading.sources(terminal);
    if !sources.is_empty() {
        reading.say_release(terminal);
    }
    let read: Vec<Properties<'_>> = sources.iter().map(|(_, source)| properties::read(source)).collect();
    let mut clients = Vec::new();
    for ((input, _), properties) in sources.iter().zip(&read) {
        let told = reading.classify(input, properties);
        let views: Vec<&View> = told.views.iter().filter(|view| view.role.client().is_some()).collect();
        if views.is_empty() && input.named {
            terminal.notice(&format!("{}: no Kafka client ({})", input.shown, told.because));
        }
        clients.extend(views.into_iter().map(|view| Client { properties, role: view.role, written: written(view, properties) }));
    }
    if clients.is_empty() && !sources.iter().any(|(input, _)| input.named) && !reading.failed {
        terminal.notice("no client configuration found");
    }
    let keys: Vec<KeyId> = args.keys.iter().filter_map(|key| KeyId::named(key)).collect();
    let asked = reading.clients.set;
    let complete = args.reading.complete;
    let format = match args.format {
        EffectiveFormatName::Text => EffectiveFormat::Text { all: args.all },
        EffectiveFormatName::Json => EffectiveFormat::Json,
        EffectiveFormatName::Properties => EffectiveFormat::Properties,
    };
    let resolved = clients.chunks(BATCH).flat_map(|batch| -> Vec<ClientOfFile<'_>> {
        match batch {
            [only] => vec![only.resolve(asked, complete, &keys)],
            many => many.par_iter().map(|client| client.resolve(asked, complete, &keys)).collect(),
        }
    });
    let look = terminal.look;
    format.write(EffectiveReport { clients: resolved, keys: &keys }, look, terminal.out())?;
    Ok(if reading.failed { Status::Failed } else { Status::Clean })
}

/// One client that a file configures, before it is resolved.
struct Client<'a> {
    properties: &'a Properties<'a>,
    role: Role,
    written: Vec<Written<'a>>,
}

impl Client<'_> {
    fn resolve(&self, asked: VersionSet, complete: bool, keys: &[KeyId]) -> ClientOfFile<'_> {
        let resolved = asked.iter().filter_map(|version| resolve(self.role, version, &self.written, complete));
        ClientOfFile { properties: self.properties, role: self.role, runs: Run::join(resolved, keys) }
    }
}

fn written<'a>(view: &View, properties: &'a Properties<'a>) -> Vec<Written<'a>> {
    let written = view.seen.iter().map(|seen| {
        let entry = &properties.entries[seen.entry];
        Written { key: &entry.key[seen.prefix..], value: &entry.value, entry: seen.entry }
    });
    written.collect()
}
