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

use std::path::Path;

pub use evidence::Evidence;
pub use files::{Files, plain};

use crate::version::VersionSet;

/// The releases that a project uses, and the lines that say so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detected {
    /// The releases: one, or all that the build files leave open.
    pub clients: VersionSet,
    /// The lines that decided; never empty.
    pub evidence: Vec<Evidence>,
}

/// Looks in `folder`, then in each folder above it up to `top`, for build files that say which release of
/// kafka-clients is used. The nearest that says it wins.
pub fn detect(folder: &Path, top: &Path, files: &mut Files) -> Option<Detected> {
    for here in folder.ancestors() {
        let found = [maven::read(here, files), gradle::read(here, top, files), others::read(here, files)];
        for evidence in found {
            let evidence = Evidence::strongest(evidence);
            if !evidence.is_empty() {
                let clients = evidence.iter().fold(VersionSet::NONE, |set, one| set.union(one.clients));
                return Some(Detected { clients, evidence });
            }
        }
        if here == top {
            break;
        }
    }
    None
}
