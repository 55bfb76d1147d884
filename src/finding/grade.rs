//! How bad a finding is, and what comes of it.
//!
//! Rules are written in the same words: the build script, which reads them, compiles this module too.

use serde::Deserialize;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// It runs, but not as the file suggests, or a guarantee is silently weaker.
    Warning,
    /// The client or the broker will surely refuse it.
    Error,
}

impl Severity {
    /// `info`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What comes of it, for the one who runs the client.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The client throws while it is constructed.
    RefusesToStart,
    /// It starts, and fails at a call, a handshake, or on the broker.
    FailsLater,
    /// It runs with another value than the one written.
    SilentlyDifferent,
    /// It runs as written, and that guarantees less than it seems.
    WeakerGuarantee,
    /// Nothing reads it.
    Ignored,
    /// It works; it could be said better.
    Hygiene,
}

impl Outcome {
    /// The name in the JSON contract: `refuses-to-start`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RefusesToStart => "refuses-to-start",
            Self::FailsLater => "fails-later",
            Self::SilentlyDifferent => "silently-different",
            Self::WeakerGuarantee => "weaker-guarantee",
            Self::Ignored => "ignored",
            Self::Hygiene => "hygiene",
        }
    }
}
