//! Recorded truth: one line a scenario, its releases in runs with one outcome.

use std::collections::BTreeMap;

use ackward::{
    kafka::Role,
    version::{RELEASES, Version},
};
use serde::{Deserialize, Serialize};

use super::{Measured, Values};

/// A scenario and everything that came of it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The scenario as text.
    pub scenario: String,
    /// What came of it, oldest releases first.
    pub runs: Vec<Run>,
}

/// Neighbouring releases with one outcome.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The first of them.
    pub from: String,
    /// The last of them.
    pub to: String,
    /// What came of it.
    #[serde(flatten)]
    pub measured: Measured,
}

/// What a client with nothing else set shows, by role and key, in runs of releases.
pub type Base = BTreeMap<String, BTreeMap<String, Vec<(String, String, String)>>>;

/// The runs of a sequence of outcomes, one for each known release.
pub fn runs(outcomes: &[Measured]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (version, measured) in RELEASES.iter().zip(outcomes) {
        match runs.last_mut() {
            Some(run) if run.measured == *measured => run.to = version.to_string(),
            _ => runs.push(Run { from: version.to_string(), to: version.to_string(), measured: measured.clone() }),
        }
    }
    runs
}

impl Run {
    /// The releases of the run; the error names one that is not known.
    pub fn releases(&self) -> Result<&'static [Version], String> {
        releases(&self.from, &self.to)
    }
}

/// The known releases from one to another, both ends in.
pub fn releases(from: &str, to: &str) -> Result<&'static [Version], String> {
    let place = |text: &str| Version::parse(text).and_then(Version::index).ok_or_else(|| format!("no release `{text}`"));
    Ok(&RELEASES[place(from)?..=place(to)?])
}

/// What a client of each release shows with nothing else set; empty where there is no such client.
pub fn base_of(base: &Base, role: Role) -> Result<Vec<Values>, String> {
    let mut all = vec![Values::new(); RELEASES.len()];
    for (key, runs) in base.get(role.name()).ok_or_else(|| format!("nothing recorded of the {}", role.name()))? {
        for (from, to, value) in runs {
            for version in releases(from, to)? {
                all[version.index().ok_or("a known release has an index")?].insert(key.clone(), value.clone());
            }
        }
    }
    Ok(all)
}
