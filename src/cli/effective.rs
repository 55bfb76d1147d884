//! `ackward effective`: what the clients of files run with, release by release.

use rayon::prelude::*;

use super::{
    Error, Status, Terminal,
    applied::{Applied, RuleFlags, here, say_releases},
    args::{EffectiveArgs, EffectiveFormatName},
    patches::{Differences, Differing, Patches},
    reading::{Reading, Task},
};
use crate::{
    classify::View,
    effective::{Effective, Written, resolve},
    kafka::{KeyId, Role},
    properties::{self, Properties},
    render::effective::{ClientOfFile, EffectiveFormat, EffectiveReport, Run, differences},
    version::{Version, VersionSet},
};

/// So many clients are resolved before they are written: enough for every core, few enough for memory.
const BATCH: usize = 64;

/// Writes what they run with.
pub fn run(args: &EffectiveArgs, terminal: &mut Terminal) -> Result<Status, Error> {
    let mut reading = Reading::prepare(&args.reading, RuleFlags::default(), &here(), terminal)?;
    let sources = reading.sources(terminal);
    say_releases(sources.iter().map(|(task, _)| &*task.applied), terminal);
    let read: Vec<Properties<'_>> = sources.iter().map(|(_, source)| properties::read(source)).collect();
    let mut clients = Vec::new();
    for ((task, _), properties) in sources.iter().zip(&read) {
        let Task { input, applied } = &**task;
        let told = task.classify(properties);
        let views: Vec<&View> = told.views.iter().filter(|view| view.role.client().is_some()).collect();
        if views.is_empty() && input.named {
            terminal.notice(&format!("{}: no Kafka client ({})", input.shown, told.because));
        }
        clients.extend(views.into_iter().map(|view| Client {
            properties,
            role: view.role,
            written: written(view, properties),
            applied,
        }));
    }
    if clients.is_empty() && !sources.iter().any(|(task, _)| task.input.named) && !reading.failed {
        terminal.notice("no client configuration found");
    }
    let keys: Vec<KeyId> = args.keys.iter().filter_map(|key| KeyId::named(key)).collect();
    let mut differences = Differences::default();
    for client in &clients {
        differences.add(client.properties.source.name(), client.differing(&keys));
    }
    differences.say(terminal);
    let format = match args.format {
        EffectiveFormatName::Text => EffectiveFormat::Text { all: args.all },
        EffectiveFormatName::Json => EffectiveFormat::Json,
        EffectiveFormatName::Properties => EffectiveFormat::Properties,
    };
    let resolved = clients.chunks(BATCH).flat_map(|batch| -> Vec<ClientOfFile<'_>> {
        match batch {
            [only] => vec![only.resolve(&keys)],
            many => many.par_iter().map(|client| client.resolve(&keys)).collect(),
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
    applied: &'a Applied,
}

impl Client<'_> {
    fn resolve(&self, keys: &[KeyId]) -> ClientOfFile<'_> {
        let resolved = self.applied.clients.iter().filter_map(|version| self.on(version));
        ClientOfFile { properties: self.properties, role: self.role, runs: Run::join(resolved, keys) }
    }

    fn on(&self, version: Version) -> Option<Effective<'_>> {
        let effective = resolve(self.role, version, &self.written, self.applied.complete)?;
        let entries = &self.properties.entries;
        let unreadable = self.properties.malformed.is_some();
        Some(if unreadable { effective.of_unreadable_file(|entry| entries[entry].is_malformed) } else { effective })
    }

    /// Where other patches of a partial version answer something else.
    fn differing(&self, keys: &[KeyId]) -> Vec<Differing> {
        let of_line = |patches: &Patches| {
            let as_read = self.on(patches.read_as)?;
            let others = patches.others.iter().filter_map(|version| self.on(version));
            let differing: Vec<(VersionSet, &str)> = others
                .flat_map(|other| {
                    let on = VersionSet::one(other.version);
                    differences(&as_read, &other, keys).into_iter().map(move |what| (on, what))
                })
                .collect();
            patches.differing(differing.into_iter())
        };
        self.applied.partial.iter().filter_map(of_line).collect()
    }
}

fn written<'a>(view: &View, properties: &'a Properties<'a>) -> Vec<Written<'a>> {
    let written = view.seen.iter().map(|seen| {
        let entry = &properties.entries[seen.entry];
        Written { key: &entry.key[seen.prefix..], value: &entry.value, entry: seen.entry }
    });
    written.collect()
}
