//! Effective settings → text for people and machines.

mod json;
mod properties;
mod text;

use std::io::{self, Write};

pub use json::EffectiveJson;

use super::Look;
use crate::{
    effective::{Effective, Setting},
    kafka::{Default, KeyId, Role, Value, redacted},
    properties::Properties,
    version::Version,
};

/// What a run of `effective` has to say: one entry for each client of each file.
pub struct EffectiveReport<'a, C> {
    /// The clients, in the order of their files; made as they are written, since a thousand files
    /// on every release are more than memory should hold.
    pub clients: C,
    /// The keys to show; all where there are none.
    pub keys: &'a [KeyId],
}

/// One client that a file configures.
pub struct ClientOfFile<'a> {
    /// The file.
    pub properties: &'a Properties<'a>,
    /// The client.
    pub role: Role,
    /// What it runs with, in the order of releases.
    pub runs: Vec<Run<'a>>,
}

impl ClientOfFile<'_> {
    /// The name of the file.
    fn path(&self) -> &str {
        self.properties.source.name()
    }

    /// The line on which an entry begins.
    fn line(&self, entry: usize) -> usize {
        self.properties.entries[entry].line
    }
}

/// A run of releases on which everything that is shown is the same.
pub struct Run<'a> {
    /// Its first release.
    pub first: Version,
    /// Its last.
    pub last: Version,
    /// What the client runs with, on its last release.
    pub effective: Effective<'a>,
}

/// A form in which effective settings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectiveFormat {
    /// For people.
    Text {
        /// Whether also the keys that nobody touched are shown.
        all: bool,
    },
    /// The JSON contract.
    Json,
    /// A file that pins every value.
    Properties,
}

impl EffectiveFormat {
    /// Writes the settings in this form.
    pub fn write<'a, C>(self, report: EffectiveReport<'_, C>, look: Look, out: &mut dyn Write) -> io::Result<()>
    where
        C: Iterator<Item = ClientOfFile<'a>>,
    {
        match self {
            Self::Text { all } => text::write(report, all, look, out),
            Self::Json => json::write(report, out),
            Self::Properties => properties::write(report, out),
        }
    }
}

impl<'a> Run<'a> {
    /// The runs of what a client runs with, release by release, oldest first. Only neighbours among
    /// all known releases are joined.
    pub fn join(resolved: impl IntoIterator<Item = Effective<'a>>, keys: &[KeyId]) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for effective in resolved {
            let version = effective.version;
            match runs.last_mut() {
                Some(run) if is_next(run.last, version) && looks_alike(&run.effective, &effective, keys) => {
                    run.last = version;
                    run.effective = effective;
                }
                _ => runs.push(Self { first: version, last: version, effective }),
            }
        }
        runs
    }

    /// The settings to show, by key.
    fn settings(&self, keys: &[KeyId]) -> Vec<&Setting<'a>> {
        let mut settings: Vec<&Setting<'a>> = shown(&self.effective, keys).collect();
        settings.sort_by_key(|setting| setting.definition.key);
        settings
    }
}

fn is_next(before: Version, after: Version) -> bool {
    before.index().zip(after.index()).is_some_and(|(before, after)| before + 1 == after)
}

fn shown<'e, 'a>(effective: &'e Effective<'a>, keys: &[KeyId]) -> impl Iterator<Item = &'e Setting<'a>> {
    effective.settings.iter().filter(move |setting| keys.is_empty() || keys.contains(&setting.definition.key))
}

/// Whether everything that is shown of two releases is the same.
fn looks_alike<'a>(a: &Effective<'a>, b: &Effective<'a>, keys: &[KeyId]) -> bool {
    let sorted = |effective| {
        let mut settings: Vec<&Setting<'a>> = shown(effective, keys).collect();
        settings.sort_by_key(|setting| setting.definition.key);
        settings
    };
    let (left, right) = (sorted(a), sorted(b));
    left.len() == right.len()
        && left.iter().zip(&right).all(|(a, b)| is_same(a, b))
        && a.construction() == b.construction()
        && a.guarantees == b.guarantees
}

/// What two releases answer differently, by name: keys that both have, `construction`, `guarantees`.
pub fn differences<'a>(a: &Effective<'a>, b: &Effective<'a>, keys: &[KeyId]) -> Vec<&'static str> {
    let differs = |one: &&Setting<'a>| {
        let other = b.setting(one.definition.key);
        other.is_some_and(|other| (&one.value, &one.declared) != (&other.value, &other.declared))
    };
    let mut found: Vec<&str> = shown(a, keys).filter(differs).map(|setting| setting.definition.key.name()).collect();
    if a.construction() != b.construction() {
        found.push("construction");
    }
    if found.is_empty() && a.guarantees != b.guarantees {
        found.push("guarantees");
    }
    found
}

fn is_same<'a>(a: &Setting<'a>, b: &Setting<'a>) -> bool {
    a.definition.key == b.definition.key
        && a.value == b.value
        && a.declared == b.declared
        && a.origin == b.origin
        && a.entry == b.entry
        && why(a) == why(b)
}

/// The value in effect as it may be shown; `None` where this file does not tell it.
fn value_shown(setting: &Setting<'_>) -> Option<String> {
    (setting.value != Value::Unknown).then(|| without_secrets(setting, &setting.value, setting.shown()))
}

/// The declared value as it may be shown, where it differs from the one in effect.
fn declared_shown(setting: &Setting<'_>) -> Option<String> {
    let declared = setting.declared.as_ref()?;
    Some(without_secrets(setting, declared, setting.declared_shown()?))
}

/// No value is no secret: a client prints `null` for a password that nobody set.
fn without_secrets(setting: &Setting<'_>, value: &Value<'_>, shown: String) -> String {
    if *value == Value::Null { shown } else { redacted(setting.definition.key.name(), &shown).into_owned() }
}

/// Why a value is in effect, or why it is not known.
fn why(setting: &Setting<'_>) -> Option<&'static str> {
    setting.because.or(match (&setting.value, setting.entry) {
        (Value::Unknown, None) if setting.definition.default == Default::Required => Some("required, and not written here"),
        (Value::Unknown, Some(_)) => Some("the text that is written tells no value"),
        _ => None,
    })
}
