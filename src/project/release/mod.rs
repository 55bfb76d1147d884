//! Build files near a configuration file → the release of kafka-clients that the project uses, and the line
//! that says so.

mod catalog;
mod coordinates;
mod evidence;
mod files;
mod gradle;
mod libraries;
mod locks;
mod maven;
mod others;
mod pom;
mod reading;
mod script;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

pub use evidence::Evidence;
use files::Files;

use super::place::shown;
use crate::version::VersionSet;

/// Whether a file with that path, `/` between its parts, can be one that is read here.
pub fn is_build_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let endings = [".gradle", ".kts", ".sbt", ".lockfile", "_install.json", ".versions.toml", ".lock", ".edn", ".clj"];
    let of_build = path.contains("buildSrc/") || path.contains("project/");
    matches!(name, "pom.xml" | "gradle.properties" | "build.sc" | "build.mill" | "ivy.xml" | "MODULE.bazel")
        || name.starts_with("WORKSPACE")
        || endings.iter().any(|ending| name.ends_with(ending))
        || of_build && [".kt", ".groovy", ".java", ".scala"].iter().any(|ending| name.ends_with(ending))
}

/// The releases that a project uses, and the lines that say so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detected {
    /// The releases: one, or all that the build files leave open.
    pub clients: VersionSet,
    /// The lines that decided; never empty.
    pub evidence: Vec<Evidence>,
}

/// Looks for build files that say which release of kafka-clients is used; reads each once.
#[derive(Debug, Default)]
pub struct Detector {
    files: Files,
    known: HashMap<(PathBuf, PathBuf), Option<Arc<Detected>>>,
}

impl Detector {
    /// Looks in `folder`, then in each folder above it up to `top`. The nearest that says it wins.
    pub fn detect(&mut self, folder: &Path, top: &Path) -> Option<Arc<Detected>> {
        let place = (folder.to_owned(), top.to_owned());
        if let Some(known) = self.known.get(&place) {
            return known.clone();
        }
        let above = folder.parent().filter(|_| folder != top);
        let detected = self.own(folder, top).map(Arc::new).or_else(|| self.detect(above?, top));
        self.known.insert(place, detected.clone());
        detected
    }

    /// What the build files in the folder itself say.
    fn own(&mut self, folder: &Path, top: &Path) -> Option<Detected> {
        let files = &mut self.files;
        let mut evidence = Evidence::strongest(maven::read(folder, files));
        if evidence.is_empty() {
            evidence = Evidence::strongest(gradle::read(folder, top, files));
        }
        if evidence.is_empty() {
            evidence = Evidence::strongest(others::read(folder, files));
        }
        if evidence.is_empty() {
            return None;
        }
        let clients = evidence.iter().fold(VersionSet::NONE, |set, one| set.union(one.clients));
        Some(Detected { clients, evidence })
    }
}

impl Detected {
    /// The lines that decided: `pom.xml:12: kafka.version is 3.9.1`, paths from the folder `here`.
    pub fn because(&self, here: &Path) -> String {
        let lines = self.evidence.iter().map(|one| {
            let note = one.note.as_ref().map_or_else(String::new, |note| format!(" ({note})"));
            format!("{}:{}{note}", shown(&one.path, here), one.because())
        });
        lines.collect::<Vec<_>>().join("; ")
    }
}
