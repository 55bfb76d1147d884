//! Recorded truth: one line a scenario, its releases in runs with one outcome.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Measured;

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
