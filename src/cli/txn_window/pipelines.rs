//! `[[pipeline]]` of an `ackward.toml` → the pipelines that are meant.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::FileArgs;
use super::problem::Problem;
use crate::cli::Error;
use crate::project::pipeline::Pipeline;

/// A pipeline, with the file that it stands in.
pub struct Placed {
    /// The file.
    pub path: PathBuf,
    /// What stands there.
    pub pipeline: Pipeline,
}

impl Placed {
    /// A path of the project's file, relative to that file.
    pub fn at(&self, path: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(path)
    }
}

/// The pipelines of the named file, or of the nearest `ackward.toml` where one was asked for by name
/// or nothing else was said; by name.
pub fn pipelines(from: &FileArgs, nothing_said: bool) -> Result<Vec<Placed>, Error> {
    let asked = from.config.is_some() || from.pipeline.is_some();
    if from.isolated || !(asked || nothing_said) {
        return Ok(Vec::new());
    }
    let Some(path) = from.config.clone().or_else(nearest) else {
        return if asked { Err(Problem::NoProject.into()) } else { Ok(Vec::new()) };
    };
    let all = read(&path)?;
    let known: Vec<String> = all.iter().map(|pipeline| pipeline.name.clone()).collect();
    let mut found: Vec<Placed> = all
        .into_iter()
        .filter(|pipeline| from.pipeline.as_ref().map_or(pipeline.transaction.is_some(), |name| *name == pipeline.name))
        .map(|pipeline| Placed { path: path.clone(), pipeline })
        .collect();
    if found.is_empty() && asked {
        return Err(Problem::NoPipeline { path: shown(&path), name: from.pipeline.clone(), known }.into());
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

fn read(path: &Path) -> Result<Vec<Pipeline>, Error> {
    let bytes = fs::read(path).map_err(|error| Error::Read { path: shown(path), error })?;
    let refuse = |message: String| Problem::Project { path: shown(path), message };
    let text = String::from_utf8(bytes).map_err(|_| refuse("no UTF-8".to_owned()))?;
    let project: Project = toml::from_str(&text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        refuse(format!("{place}{}", error.message()))
    })?;
    Ok(project.pipeline)
}

/// A path as it is shown.
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
