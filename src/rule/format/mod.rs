//! A rule as it is written: TOML text → typed parts, each checked where it stands.
//!
//! The build script compiles this module too, so that a broken rule does not compile; what is a key, a
//! release or a reason it asks its own `vocabulary`.

mod checked;
mod language;
mod native;
mod template;

use std::{collections::BTreeMap, fmt};

use serde::Deserialize;

pub use checked::{Key, KeyPattern, KeyRef, Range, Reason, Release, Template};
pub use language::{Assigned, Compute, Literal, Quantity, Test};
pub use native::Native;
pub use template::{Argument, Piece, pieces};

use super::{
    grade::{Outcome, Severity},
    vocabulary,
};

/// One rule: the file `rules/<id>.toml`.
///
/// A rule fires in one of three ways: every test of `when` holds and the one of `require` does not
/// (or keys of `unread` are written); or the client refuses to start for one of the reasons of
/// `refusal`; or the code named by `native` says so. `when` may narrow all three.
#[derive(Debug, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RuleFile {
    /// What is wrong, as a heading.
    pub title: String,
    /// How bad a finding of this rule usually is.
    pub severity: Severity,
    /// How bad a finding of this rule can be at worst, where that depends on what is written.
    #[serde(default)]
    pub severest: Option<Severity>,
    /// What comes of it, usually.
    pub outcome: Outcome,
    /// The clients that it is for.
    pub roles: Vec<Role>,
    /// The releases that it is for, as ranges; all of them where this is left out.
    #[serde(default)]
    pub clients: Option<Vec<Range>>,
    /// Whether it is for files that may be completed by code, for files that are all that the client
    /// gets (`--complete`), or for both.
    #[serde(default)]
    pub applies: Applies,
    /// Whether it can fire though the file writes none of its keys.
    #[serde(default)]
    pub always: bool,
    /// One line: the value first, then what the client does about it.
    pub message: Template,
    /// A few words under the marked text.
    #[serde(default)]
    pub label: Option<Template>,
    /// How to mend it, in a line.
    #[serde(default)]
    pub help: Option<Template>,
    /// Why it is wrong, in a paragraph or two.
    pub why: String,
    /// Where that can be read or was measured: KIP, KAFKA number, class and release.
    pub sources: Vec<String>,
    /// The key at which the finding stands; the one of `require`, where it is left out.
    #[serde(default)]
    pub at: Option<KeyRef>,
    /// Tests that must all hold.
    #[serde(default)]
    pub when: BTreeMap<KeyRef, Test>,
    /// The test that must not hold.
    #[serde(default)]
    pub require: Option<BTreeMap<KeyRef, Test>>,
    /// Keys of which none may be written, since nothing reads them; `ssl.*` is all that begin so.
    #[serde(default)]
    pub unread: Option<Vec<KeyPattern>>,
    /// Reasons for which the client refuses.
    #[serde(default)]
    pub refusal: Option<Vec<Reason>>,
    /// The keys to which `refusal` is limited.
    #[serde(default)]
    pub refusal_keys: Vec<KeyPattern>,
    /// How bad a refusal is that the environment decides; silent where this is left out.
    #[serde(default)]
    pub depends: Option<Severity>,
    /// The code that decides, where the language cannot say it.
    #[serde(default)]
    pub native: Option<Native>,
    /// Rules that say the same better: where one of them fires at the same place, this one is silent.
    #[serde(default)]
    pub yields_to: Vec<String>,
    /// How to mend it, as edits.
    #[serde(default)]
    pub fix: Option<Fix>,
    /// Files at which the rule must fire.
    pub bad: Vec<Example>,
    /// Files at which it must not.
    pub good: Vec<Example>,
}

/// What a file configures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Role {
    Producer,
    Consumer,
    ShareConsumer,
    Admin,
    Streams,
    ConnectWorker,
    Connector,
    MirrorMaker,
    Broker,
}

/// Which files a rule is for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Applies {
    /// All of them.
    #[default]
    Everywhere,
    /// Only where the file is all that the client gets.
    Complete,
    /// Only where code may complete the file.
    Fragment,
}

/// How to mend it. The edits of a native rule come from its code.
#[derive(Debug, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fix {
    /// Whether the client behaves as before in every respect but the one that was wrong.
    pub safe: bool,
    /// What it does, as an order; made from the edits where it is left out.
    #[serde(default)]
    pub title: Option<Template>,
    /// Keys to be written with these values.
    #[serde(default)]
    pub set: BTreeMap<Key, Assigned>,
    /// Keys whose entries go.
    #[serde(default)]
    pub remove: Vec<Key>,
    /// Keys that get another name.
    #[serde(default)]
    pub rename: BTreeMap<Key, Key>,
}

/// A file at which the rule fires, or does not.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Example {
    /// What it shows.
    pub name: Option<String>,
    /// The release.
    pub client: Option<Release>,
    /// Whether the file is all that the client gets.
    pub complete: bool,
    /// Whether the characters of the files stand for single bytes (ISO-8859-1).
    pub latin1: bool,
    /// The text of a producer's file.
    pub producer: Option<String>,
    /// The text of a consumer's file.
    pub consumer: Option<String>,
    /// The text of a share consumer's file.
    pub share_consumer: Option<String>,
    /// The text of an admin client's file.
    pub admin: Option<String>,
    /// The text of a file for several clients.
    pub shared: Option<String>,
    /// The text of a Streams application's file.
    pub streams: Option<String>,
    /// The text of a Connect worker's file.
    pub connect_worker: Option<String>,
    /// The text of a connector's file.
    pub connector: Option<String>,
    /// The text of a MirrorMaker 2 file.
    pub mirror_maker: Option<String>,
    /// The text of a broker's file.
    pub broker: Option<String>,
    /// What is known of the brokers, as their file would say it.
    pub broker_facts: Option<String>,
    /// The message.
    pub says: Option<String>,
    /// How bad it is here, where that is not the rule's severity.
    pub severity: Option<Severity>,
    /// The text after the fix.
    pub fixed: Option<String>,
    /// Other rules that report an error here.
    pub also: Vec<String>,
}

impl Example {
    /// The files, with what each configures: the name of a `kafka::Role`.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            ("Producer", &self.producer),
            ("Consumer", &self.consumer),
            ("ShareConsumer", &self.share_consumer),
            ("Admin", &self.admin),
            ("Shared", &self.shared),
            ("Streams", &self.streams),
            ("ConnectWorker", &self.connect_worker),
            ("Connector", &self.connector),
            ("MirrorMaker", &self.mirror_maker),
            ("Broker", &self.broker),
        ]
        .into_iter()
        .filter_map(|(role, text)| text.as_deref().map(|text| (role, text)))
    }
}

/// Why a rule file is broken, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl RuleFile {
    /// Reads the text of a rule file.
    ///
    /// # Errors
    /// Where it is no TOML, has a field too many, too few or of the wrong kind, names a key, release or
    /// reason that does not exist, or does not say in exactly one way when it fires.
    pub fn read(text: &str) -> Result<Self, Broken> {
        let broken = |offset: usize, message: &str| {
            let before = &text[..offset.min(text.len())];
            let line_start = before.rfind('\n').map_or(0, |at| at + 1);
            Broken {
                line: 1 + before.matches('\n').count(),
                column: 1 + before[line_start..].chars().count(),
                message: message.trim_end().replace('\n', ", "),
            }
        };
        let rule: Self =
            toml::from_str(text).map_err(|error| broken(error.span().map_or(0, |span| span.start), error.message()))?;
        rule.check().map_err(|message| broken(0, &message))?;
        Ok(rule)
    }

    /// What no single field can tell.
    fn check(&self) -> Result<(), String> {
        let ways = [self.require.is_some(), self.unread.is_some(), self.refusal.is_some(), self.native.is_some()];
        if ways.iter().filter(|way| **way).count() != 1 {
            return Err("a rule fires in one way: give exactly one of `require`, `unread`, `refusal` and `native`".into());
        }
        if self.require.as_ref().is_some_and(|require| require.len() != 1) {
            return Err("`require` is one test of one key: two requirements need two messages, so two rules".into());
        }
        let tests = self.when.iter().chain(self.require.iter().flatten());
        if let Some((key, _)) = tests.into_iter().find(|(_, test)| **test == Test::default()) {
            return Err(format!("the test of `{}` says nothing", key.0));
        }
        if self.refusal.is_none() && (self.depends.is_some() || !self.refusal_keys.is_empty()) {
            return Err("`depends` and `refusal-keys` belong to `refusal`".into());
        }
        let beyond_the_file =
            |test: &Test| *test != Test { written: test.written, text_one_of: test.text_one_of.clone(), ..Test::default() };
        if let Some((key, _)) = self.when.iter().find(|(_, test)| self.refusal.is_some() && beyond_the_file(test)) {
            return Err(format!(
                "beside `refusal`, `when` asks what stands in the file: `written` or `text-one-of`, not the value of `{}`",
                key.0
            ));
        }
        if self.roles.is_empty() || self.sources.is_empty() || self.bad.is_empty() || self.good.is_empty() {
            return Err("a rule has at least one role, one source, one `[[bad]]` and one `[[good]]` example".into());
        }
        Ok(())
    }
}
