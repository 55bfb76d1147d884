//! What a client would *run with*: written settings → effective ones, whether it starts, and what it guarantees.
//!
//! This is code where the release notes need the word *if*. It never fails and never complains:
//! everything odd about the settings is in the answer.

mod addresses;
mod admin;
mod classes;
mod construction;
mod consumer;
mod era;
mod guarantees;
mod idempotence;
mod jaas;
mod placeholder;
mod producer;
mod providers;
mod sasl;
mod security;
mod stage;
mod tls;

pub use construction::{Construction, Reason, Refusal, Verdict};
pub use era::Era;
pub use guarantees::{Acknowledged, Guarantees, Reads};
pub use placeholder::is_placeholder;

use crate::{
    kafka::{Client, Definition, KeyId, Layout, Role, Value},
    version::Version,
};

/// One setting of the file, as one client is given it: prefix stripped, last duplicate last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written<'a> {
    /// The key.
    pub key: &'a str,
    /// The value, untrimmed.
    pub value: &'a str,
    /// Which entry of the file it is; the caller's own number.
    pub entry: usize,
}

/// What a client of a release does with its settings.
#[derive(Clone, Debug)]
pub struct Effective<'a> {
    /// The client.
    pub role: Role,
    /// Its release.
    pub version: Version,
    /// Every key that this client of this release knows, in the order in which it parses them.
    pub settings: Vec<Setting<'a>>,
    /// Everything for which it refuses to be constructed, in the order in which it looks; it throws the first.
    pub refusals: Vec<Refusal>,
    /// What it guarantees, where it starts.
    pub guarantees: Guarantees,
    layout: &'static Layout,
}

/// A key with its value in effect.
#[derive(Clone, Debug)]
pub struct Setting<'a> {
    /// What the key is in this release.
    pub definition: &'static Definition,
    /// The value that the client object really runs with.
    pub value: Value<'a>,
    /// The value that the client's own configuration shows at start, where it is another one.
    pub declared: Option<Value<'a>>,
    /// Where the value in effect comes from.
    pub origin: Origin,
    /// The entry that writes the key, also where another value is in effect.
    pub entry: Option<usize>,
    /// Why the value is not simply the written one or the default, or what it means in practice.
    pub because: Option<&'static str>,
}

/// Where a value in effect comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The file writes it.
    Written,
    /// The release's default.
    Default,
    /// The client puts it in place of the written value or the default.
    Override,
}

impl Origin {
    /// The name in the JSON contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Default => "default",
            Self::Override => "override",
        }
    }
}

/// Resolves the settings of a client as its release does.
///
/// With `complete` the file is all that the client is given: absent required keys count, and a
/// template's placeholder is the text that it is. Without it, required keys are presumed set and
/// placeholders are unknown values.
///
/// `None` where there is nothing to resolve: the role is no plain client, the release is not
/// known, or it does not have that client yet (admin before 0.11.0.0, share consumer before 3.9.0).
pub fn resolve<'a>(role: Role, version: Version, written: &'a [Written<'a>], complete: bool) -> Option<Effective<'a>> {
    let client = role.client()?;
    let layout = layout(role, version)?;
    let mut stage = stage::Stage::new(role, version, layout, written, complete);
    match client {
        Client::Producer => producer::run(&mut stage),
        Client::Consumer => consumer::run(&mut stage),
        Client::Admin => admin::run(&mut stage),
    }
    Some(stage.finish())
}

/// Whether a release has that client.
pub fn exists(role: Role, version: Version) -> bool {
    layout(role, version).is_some()
}

fn layout(role: Role, version: Version) -> Option<&'static Layout> {
    let is_too_old = role == Role::ShareConsumer && version < consumer::FIRST_SHARE_CONSUMER;
    role.client().filter(|_| !is_too_old).and_then(|client| Layout::of(client, version))
}

impl<'a> Effective<'a> {
    /// What comes of it where the settings stand in a file that `java.util.Properties.load` does not read:
    /// it throws before there is a client, whatever the release. `is_malformed` tells the entries whose
    /// text nobody knows.
    #[must_use]
    pub fn of_unreadable_file(mut self, is_malformed: impl Fn(usize) -> bool) -> Self {
        for setting in self.settings.iter_mut().filter(|setting| setting.entry.is_some_and(&is_malformed)) {
            setting.value = Value::Unknown;
            setting.declared = None;
            setting.because = None;
        }
        self.refusals.insert(
            0,
            Refusal {
                reason: Reason::MalformedEscape,
                key: None,
                with: Vec::new(),
                certain: true,
                exception: "IllegalArgumentException",
                wrapped: false,
                part: None,
            },
        );
        self
    }

    /// The setting of a key, where this client of this release knows it.
    pub fn setting(&self, key: KeyId) -> Option<&Setting<'a>> {
        self.layout.position(key).map(|position| &self.settings[position])
    }

    /// The value in effect; `None` where the key does not exist here.
    pub fn value(&self, key: KeyId) -> Option<&Value<'a>> {
        self.setting(key).map(|setting| &setting.value)
    }

    /// Whether the file writes the key.
    pub fn is_written(&self, key: KeyId) -> bool {
        self.setting(key).is_some_and(|setting| setting.entry.is_some())
    }

    /// Whether the client starts, and what it throws where it does not.
    pub fn construction(&self) -> Construction {
        Construction::of(&self.refusals)
    }
}

impl Setting<'_> {
    /// The value in effect as it may be shown: `[hidden]` for a password.
    pub fn shown(&self) -> String {
        shown(self.definition, &self.value)
    }

    /// The declared value as it may be shown.
    pub fn declared_shown(&self) -> Option<String> {
        self.declared.as_ref().map(|value| shown(self.definition, value))
    }
}

fn shown(definition: &Definition, value: &Value<'_>) -> String {
    match value {
        Value::Text(_) if definition.is_secret() => "[hidden]".into(),
        value => value.to_string(),
    }
}
