//! A version in a build file → what it says about the release of kafka-clients.

use std::path::{Path, PathBuf};

use super::{libraries::Library, reading};
use crate::version::VersionSet;

/// What a version is the version of.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// kafka-clients itself.
    Clients,
    /// Another artifact of Kafka, which brings the clients of its own release along.
    Kafka,
    /// A framework that brings kafka-clients along, or manages its version.
    Library(&'static Library),
}

impl Kind {
    /// What wins where several speak, least first: its own version, then what manages it, then what
    /// merely brings it along.
    pub const fn rank(self) -> u8 {
        match self {
            Self::Clients => 0,
            Self::Library(Library { manages: true, .. }) => 1,
            Self::Kafka => 2,
            Self::Library(_) => 3,
        }
    }
}

/// A line of a build file that says which release it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The releases.
    pub clients: VersionSet,
    /// How it was read, where the text is no release as it stands.
    pub note: Option<String>,
    /// What stands there: `kafka.version is 3.9.1`.
    how: String,
    rank: u8,
}

impl Evidence {
    /// What a version says; `None` where it says nothing that is understood. `property` is the name under
    /// which the version stands at that line.
    pub fn new(kind: Kind, artifact: &str, version: &str, path: &Path, line: usize, property: Option<&str>) -> Option<Self> {
        let (clients, note, how) = match kind {
            Kind::Clients | Kind::Kafka => {
                let reading = reading::read(version)?;
                let name = property.unwrap_or(if artifact.is_empty() { "kafka-clients" } else { artifact });
                (reading.clients, reading.note, format!("{name} is {version}"))
            }
            Kind::Library(library) => {
                let brought = library.brings(version)?;
                let reading = reading::read(brought.release)?;
                (reading.clients, brought.note, format!("{artifact} {version} brings kafka-clients {}", brought.release))
            }
        };
        Some(Self { path: path.into(), line, clients, note, how, rank: kind.rank() })
    }

    /// The line and what stands there, as it follows the name of the file: `12: kafka.version is 3.9.1`.
    pub fn because(&self) -> String {
        format!("{}: {}", self.line, self.how)
    }

    /// Whether a BOM or a parent says it, whose choice a property can override.
    pub(super) fn is_of_managing_library(&self) -> bool {
        self.rank == 1
    }

    /// Those that win; of several that say the same, the first.
    pub fn strongest(mut all: Vec<Self>) -> Vec<Self> {
        let Some(best) = all.iter().map(|evidence| evidence.rank).min() else { return all };
        all.retain(|evidence| evidence.rank == best);
        let mut kept: Vec<Self> = Vec::new();
        for evidence in all {
            if kept.iter().all(|other| other.clients != evidence.clients) {
                kept.push(evidence);
            }
        }
        kept
    }
}
