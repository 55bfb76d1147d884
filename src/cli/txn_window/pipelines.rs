//! The project around here → its pipelines, and the release that its files are for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::FileArgs;
use super::problem::Problem;
use crate::cli::Error;
use crate::cli::clients::Clients;
use crate::project::pipeline::Pipeline;
use crate::project::place::plain;
use crate::project::release::Detector;
use crate::project::{Project, Projects};

/// A pipeline, with the place where it stands.
pub struct Placed {
    /// The file, as shown.
    pub shown: String,
    /// Its folder, to which its paths are relative.
    pub folder: PathBuf,
    /// What stands there.
    pub pipeline: Pipeline,
}

/// The pipelines of the named configuration, or of the nearest one where a pipeline was asked for by
/// name or nothing else was said; by name. One with several producers stands there once for each.
pub fn pipelines(from: &FileArgs, nothing_said: bool) -> Result<Vec<Placed>, Error> {
    let asked = from.config.is_some() || from.pipeline.is_some();
    if from.isolated || !(asked || nothing_said) {
        return Ok(Vec::new());
    }
    let project = project(from)?;
    let Some(nearest) = project.layers.first() else {
        return if asked { Err(Problem::NoProject.into()) } else { Ok(Vec::new()) };
    };
    let mut all: Vec<Placed> = Vec::new();
    for layer in &project.layers {
        all.extend(layer.config.pipelines.iter().map(|pipeline| Placed {
            shown: layer.shown.to_string(),
            folder: layer.folder.clone(),
            pipeline: pipeline.value.clone(),
        }));
    }
    let known: Vec<String> = all.iter().map(|placed| placed.pipeline.name.clone()).collect();
    all.retain(|placed| {
        from.pipeline.as_ref().map_or(placed.pipeline.transaction.is_some(), |name| *name == placed.pipeline.name)
    });
    if all.is_empty() && asked {
        return Err(Problem::NoPipeline { path: nearest.shown.to_string(), name: from.pipeline.clone(), known }.into());
    }
    all.sort_by(|one, other| one.pipeline.name.cmp(&other.pipeline.name));
    if from.producer.is_some() {
        return Ok(all);
    }
    Ok(all.into_iter().flat_map(by_producer).collect())
}

fn by_producer(Placed { shown, folder, mut pipeline }: Placed) -> Vec<Placed> {
    if let (None, [only]) = (&pipeline.consumer, pipeline.consumers.as_slice()) {
        pipeline.consumer = Some(only.clone());
    }
    let producers: Vec<PathBuf> = pipeline.producer.iter().chain(&pipeline.producers).cloned().collect();
    if producers.is_empty() {
        return vec![Placed { shown, folder, pipeline }];
    }
    let one = |producer: &PathBuf| {
        let several = producers.len() > 1;
        let name = if several { format!("{} ({})", pipeline.name, self::shown(producer)) } else { pipeline.name.clone() };
        let pipeline = Pipeline { name, producer: Some(producer.clone()), ..pipeline.clone() };
        Placed { shown: shown.clone(), folder: folder.clone(), pipeline }
    };
    producers.iter().map(one).collect()
}

/// The releases that a client's file is for where no flag and no pipeline says it, and who does: the
/// project's configuration, else its build files, else the newest known.
pub fn releases_of(file: &Path, from: &FileArgs) -> Result<(Clients, Option<String>), Error> {
    if from.isolated {
        return Ok((Clients::newest_known(), None));
    }
    let project = project(from)?;
    let said = project.settings(file).client;
    if said.value != "auto" {
        return Ok((Clients::parse(&said.value)?, Some(said.by.to_string())));
    }
    let path = plain(project.here.join(file));
    let folder = path.parent().unwrap_or(&project.here);
    let Some(detected) = Detector::default().detect(folder, &project.top) else {
        return Ok((Clients::newest_known(), None));
    };
    let because = detected.because(&project.here);
    Ok((Clients::of(detected.clients, because.clone()), Some(because)))
}

fn project(from: &FileArgs) -> Result<Arc<Project>, Error> {
    let here = std::env::current_dir().map_err(|error| Error::Read { path: ".".to_owned(), error })?;
    let refuse = |error: crate::project::Error| Problem::Project(error);
    let projects = Projects::new(&here, from.config.as_deref(), false).map_err(refuse)?;
    Ok(projects.of_folder(&here).map_err(refuse)?)
}

/// A path as it is shown.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
