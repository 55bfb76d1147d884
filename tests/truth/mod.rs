//! What real clients were seen to do, and how that is held against what the library says.

pub mod fixture;
pub mod judge;
pub mod scenario;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Keys and values, in the order of keys.
pub type Values = BTreeMap<String, String>;

/// What one construction of a real client came to, in the words of the harness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Measured {
    /// It started.
    Starts {
        /// Values of its own configuration that differ from those of a client with nothing else set.
        #[serde(default, skip_serializing_if = "Values::is_empty")]
        shows: Values,
        /// Values that the client object runs with, where they differ from those that it shows.
        #[serde(default, skip_serializing_if = "Values::is_empty")]
        runs: Values,
    },
    /// It refused.
    Refuses {
        /// The simple class name of the exception that tells the reason.
        exception: String,
        /// Whether that came inside a KafkaException.
        wrapped: bool,
        /// The setting it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The reason code of the JSON contract.
        reason: String,
    },
    /// The release has no client of this role.
    NoSuchClient,
}
