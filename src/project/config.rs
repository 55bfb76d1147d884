//! The text of an `ackward.toml` → its settings as written, each with the place where it stands.

use std::{collections::BTreeMap, ops::Range};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use super::{error::Error, pipeline::Pipeline};
use crate::{finding::Severity, kafka::Role, source::Source};

/// The name under which a project's configuration is found.
pub const FILE_NAME: &str = "ackward.toml";

/// An `ackward.toml` as written. Paths in it are relative to the folder of the file.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(title = "ackward.toml")]
pub struct Config {
    /// The versions of ackward that this file is written for, as Cargo writes requirements: `">=0.1, <0.3"`.
    pub required_version: Option<At<String>>,
    /// This folder is the top of the project: nothing above it is looked at, whether there is a `.git` or not.
    pub root: Option<At<bool>>,
    /// Another configuration file to start from. What stands here wins; ignored rules, excludes, severities,
    /// overrides and pipelines are added to those there.
    pub extends: Option<At<String>>,
    /// The kafka-clients release: `"3.9.1"`, a list `"3.0.0,3.9.1"`, a range `"3.0.0..4.4.0"`, `"all"`, or
    /// `"auto"` (the default: what the nearest build file says).
    pub client: Option<At<String>>,
    /// Whether each file is all that its client gets, so that missing required keys count.
    pub complete: Option<At<bool>>,
    /// The frozen set of rules to apply, by name. The default one changes with a major version only.
    pub preset: Option<At<String>>,
    /// Whether to apply the rules that are not yet in the preset as well.
    pub preview: Option<At<bool>>,
    /// The least severity that makes the exit status 1.
    pub fail_on: Option<At<FailOn>>,
    /// The rules to apply, in place of those of the preset: their names, or `"all"`.
    pub select: Option<Vec<At<String>>>,
    /// Rules that are not applied.
    pub ignore: Vec<At<String>>,
    /// Severities in place of the rules' own, by the name of the rule.
    pub severity: Severities,
    /// Globs of files that are not checked, also where they are named on the command line.
    pub exclude: Vec<At<String>>,
    /// Settings for some of the files; of two that say the same, the later one wins.
    #[serde(rename = "override")]
    pub overrides: Vec<At<Override>>,
    /// Clients that work together.
    #[serde(rename = "pipeline")]
    pub pipelines: Vec<At<Pipeline>>,
}

/// Settings for the files that a glob matches.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Override {
    /// Globs: `"config/*.properties"`. One without a slash matches the name of a file in any folder.
    pub paths: Vec<At<String>>,
    /// The kafka-clients release, as above.
    #[serde(default)]
    pub client: Option<At<String>>,
    /// What the files configure.
    #[serde(default)]
    pub role: Option<At<RoleName>>,
    /// Whether each file is all that its client gets.
    #[serde(default)]
    pub complete: Option<At<bool>>,
    /// The least severity that makes the exit status 1.
    #[serde(default)]
    pub fail_on: Option<At<FailOn>>,
    /// Rules to apply beside those that are applied anyway.
    #[serde(default)]
    pub select: Vec<At<String>>,
    /// Rules that are not applied.
    #[serde(default)]
    pub ignore: Vec<At<String>>,
    /// Severities in place of the rules' own, by the name of the rule.
    #[serde(default)]
    pub severity: Severities,
}

/// Severities by the name of the rule.
pub type Severities = BTreeMap<At<String>, Level>;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Worth knowing.
    Info,
    /// It runs, but not as the file suggests.
    Warning,
    /// It is refused.
    Error,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Info => Self::Info,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
        }
    }
}

/// From which severity on the exit status is 1.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FailOn {
    /// Errors only.
    Error,
    /// Warnings and errors.
    #[default]
    Warning,
    /// Any finding.
    Info,
    /// No finding at all.
    Never,
}

impl FailOn {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Info, Self::Never];

    /// The name, as written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Never => "never",
        }
    }

    /// The least severity that counts; none where nothing does.
    pub const fn least(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Info => Some(Severity::Info),
            Self::Never => None,
        }
    }
}

/// What a file configures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum RoleName {
    Producer,
    Consumer,
    ShareConsumer,
    Admin,
    Streams,
    ConnectWorker,
    Connector,
    MirrorMaker,
    Broker,
    Auto,
}

impl RoleName {
    /// The role; none where the content decides.
    pub const fn role(self) -> Option<Role> {
        Some(match self {
            Self::Producer => Role::Producer,
            Self::Consumer => Role::Consumer,
            Self::ShareConsumer => Role::ShareConsumer,
            Self::Admin => Role::Admin,
            Self::Streams => Role::Streams,
            Self::ConnectWorker => Role::ConnectWorker,
            Self::Connector => Role::Connector,
            Self::MirrorMaker => Role::MirrorMaker,
            Self::Broker => Role::Broker,
            Self::Auto => return None,
        })
    }
}

/// A value and the bytes where it is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At<T> {
    /// The value.
    pub value: T,
    start: usize,
    end: usize,
}

impl<T> At<T> {
    /// Where it is written.
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = toml::Spanned::<T>::deserialize(deserializer)?;
        let Range { start, end } = spanned.span();
        Ok(Self { value: spanned.into_inner(), start, end })
    }
}

/// In the schema, a value like any other.
impl<T: JsonSchema> JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl Config {
    /// Reads the text of a file. What cannot be read is said with its line and column, and with the key
    /// that may have been meant.
    pub fn parse(source: &Source) -> Result<Self, Error> {
        let text = std::str::from_utf8(source.bytes())
            .map_err(|error| Error::at(source, error.valid_up_to(), "this is no UTF-8, which TOML has to be".into()))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let dropped = source.bytes().len() - text.len();
        toml::from_str(text).map_err(|error| {
            let place = error.span().map_or(0, |span| span.start) + dropped;
            Error::at(source, place, super::error::reworded(error.message()))
        })
    }

    /// The JSON schema of the file, for editors.
    pub fn schema() -> Schema {
        schemars::schema_for!(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(&Source::new("ackward.toml", text.into())).map_err(|error| error.to_string())
    }

    #[test]
    fn values_know_where_they_stand() {
        let config = parse("client = \"3.9.1\"\n[severity]\nacks-ignored = \"error\"\n").unwrap();
        assert_eq!(config.client.as_ref().unwrap().span(), 9..16);
        let (rule, level) = config.severity.first_key_value().unwrap();
        assert_eq!((rule.value.as_str(), rule.span(), *level), ("acks-ignored", 28..40, Level::Error));
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_one_that_was_meant() {
        let says = |text: &str| parse(text).unwrap_err();
        assert_eq!(says("clinet = \"3.9.1\""), "ackward.toml:1:1: unknown key `clinet`; did you mean `client`?");
        assert_eq!(says("fail_on = \"error\""), "ackward.toml:1:1: unknown key `fail_on`; did you mean `fail-on`?");
        assert_eq!(
            says("root = true\n[[override]]\npaths = []\n  rolle = \"producer\"\n"),
            "ackward.toml:4:3: unknown key `rolle`; did you mean `role`?"
        );
        assert_eq!(
            says("[[override]]\npaths = []\nbanana = 1\n"),
            "ackward.toml:3:1: unknown key `banana`; known here are `paths`, `client`, `role`, `complete`, `fail-on`, `select`, `ignore`, `severity`"
        );
        assert_eq!(says("fail-on = \"warn\""), "ackward.toml:1:11: `warn` is not known here; did you mean `warning`?");
        assert_eq!(says("[[override]]\nrole = \"producer\"\n"), "ackward.toml:1:1: `paths` is missing");
    }

    #[test]
    fn what_is_no_toml_is_said_with_its_place() {
        let says = |text: &str| parse(text).unwrap_err();
        assert!(says("client = \n").starts_with("ackward.toml:1:"), "{}", says("client = \n"));
        assert!(says("client = 3.9\n").starts_with("ackward.toml:1:10: "), "{}", says("client = 3.9\n"));
        let error = Config::parse(&Source::new("ackward.toml", b"client = \"\xff\"".to_vec())).unwrap_err();
        assert_eq!(error.to_string(), "ackward.toml:1:11: this is no UTF-8, which TOML has to be");
        assert!(parse("\u{feff}root = true\n").unwrap().root.is_some());
    }
}
