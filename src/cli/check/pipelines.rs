//! The pipelines of the files at hand → what is known of their brokers, and which files belong together.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use super::broker;
use crate::{
    cli::{
        Error, Terminal,
        files::{self, Input},
        reading::{Reading, Task},
    },
    project::{
        At, Pipeline,
        place::{plain, shown},
    },
    rule::BrokerFacts,
};

/// The pipelines that files at hand belong to.
#[derive(Debug, Default)]
pub struct Pipelines {
    all: Vec<Placed>,
}

/// A pipeline of a run.
#[derive(Debug)]
struct Placed {
    /// Its clients' files.
    members: Vec<PathBuf>,
    /// What is known of its brokers, where it says anything.
    facts: Option<BrokerFacts>,
}

impl Pipelines {
    /// Those that some of the files belong to.
    pub fn of(reading: &Reading<'_>) -> Result<Self, Error> {
        let here = &reading.lookup.here;
        let belonging = || reading.tasks.iter().filter(|task| !task.applied.settings.pipelines.is_empty());
        if belonging().next().is_none() {
            return Ok(Self::default());
        }
        let files: HashSet<PathBuf> = reading.tasks.iter().map(|task| place(&task.input, here)).collect();
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        for task in belonging() {
            for layer in &task.applied.project.layers {
                if !seen.insert(layer.shown.clone()) {
                    continue;
                }
                for pipeline in &layer.config.pipelines {
                    let members: Vec<PathBuf> =
                        pipeline.value.members().map(|(_, path)| plain(layer.folder.join(path))).collect();
                    if members.iter().any(|member| files.contains(member)) {
                        let said_by = format!("{}:{}", layer.shown, layer.line(pipeline));
                        missing(&pipeline.value, &members, here).map_err(|message| layer.error(pipeline, message))?;
                        let facts = facts(pipeline, &layer.folder, &said_by).map_err(|error| match error {
                            Error::Project(error) => Error::Project(error),
                            error => layer.error(pipeline, format!("pipeline {}: {error}", pipeline.value.name)).into(),
                        })?;
                        all.push(Placed { members, facts });
                    }
                }
            }
        }
        Ok(Self { all })
    }

    /// What the pipelines of a file say of its brokers; the last one that says anything wins.
    pub fn facts(&self, input: &Input, here: &Path) -> Option<&BrokerFacts> {
        if self.all.is_empty() {
            return None;
        }
        let file = place(input, here);
        self.all.iter().rev().filter(|pipeline| pipeline.members.contains(&file)).find_map(|pipeline| pipeline.facts.as_ref())
    }

    /// The files of each pipeline, with what is known of its brokers.
    pub fn groups(&self) -> impl Iterator<Item = (&[PathBuf], Option<&BrokerFacts>)> {
        self.all.iter().map(|pipeline| (pipeline.members.as_slice(), pipeline.facts.as_ref()))
    }

    /// The members that are not at hand, to be read beside those that are.
    pub fn partners(&self, reading: &Reading<'_>, terminal: &mut Terminal) -> Result<Vec<Task>, Error> {
        if self.all.is_empty() {
            return Ok(Vec::new());
        }
        let here = &reading.lookup.here;
        let mut known: HashSet<PathBuf> = reading.tasks.iter().map(|task| place(&task.input, here)).collect();
        let mut partners = Vec::new();
        for member in self.all.iter().flat_map(|pipeline| &pipeline.members) {
            if known.insert(member.clone()) {
                let input = Input { shown: shown(member, here), ..files::named(member) };
                let applied = reading.lookup.of(&input, terminal)?;
                partners.push(Task { input, applied });
            }
        }
        Ok(partners)
    }
}

/// Where a file is, as one path.
pub fn place(input: &Input, here: &Path) -> PathBuf {
    plain(here.join(&input.shown))
}

fn missing(pipeline: &Pipeline, members: &[PathBuf], here: &Path) -> Result<(), String> {
    match members.iter().find(|member| !member.is_file()) {
        Some(member) => Err(format!("pipeline {}: {}: no such file", pipeline.name, shown(member, here))),
        None => Ok(()),
    }
}

fn facts(pipeline: &At<Pipeline>, folder: &Path, said_by: &str) -> Result<Option<BrokerFacts>, Error> {
    let Pipeline { broker, broker_version, broker_set, .. } = &pipeline.value;
    if broker.is_none() && broker_version.is_none() && broker_set.is_empty() {
        return Ok(None);
    }
    let file = broker.as_ref().map(|path| plain(folder.join(path)));
    let settings: Vec<(String, String)> = broker_set.iter().map(|(key, value)| (key.clone(), value.0.clone())).collect();
    broker::facts(file.as_deref(), &settings, said_by, broker_version.as_deref()).map(Some)
}
