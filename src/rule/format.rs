//! A rule as it is written: TOML text → typed parts, each checked where it stands.
//!
//! The build script compiles this file too, so that a broken rule does not compile; what is a key, a
//! release or a reason it asks its own `vocabulary`.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::vocabulary;

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
    /// How to mend it, as edits.
    #[serde(default)]
    pub fix: Option<Fix>,
    /// Files at which the rule must fire.
    pub bad: Vec<Example>,
    /// Files at which it must not.
    pub good: Vec<Example>,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
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

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
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

/// What one key must satisfy; each part that is there must hold.
///
/// A key reads its effective value. One that the release does not know, or whose value is not known
/// (a placeholder) or did not parse, gives no answer, and the rule is silent; such a key is only
/// surely not written.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Test {
    /// Whether the file writes the key.
    pub written: Option<bool>,
    /// The value; words in any case.
    pub equals: Option<Literal>,
    /// One of these values; words in any case.
    pub one_of: Option<Vec<Literal>>,
    /// Another value than this; also where the release does not know the key.
    pub differs: Option<Literal>,
    /// The text in the file, trimmed, is one of these, letter by letter; also where it does not parse.
    pub text_one_of: Option<Vec<String>>,
    /// A number not below this.
    pub at_least: Option<Quantity>,
    /// A number not above this.
    pub at_most: Option<Quantity>,
}

/// A value that is written down.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema), schemars(untagged))]
#[allow(missing_docs, reason = "the names say it")]
pub enum Literal {
    Boolean(bool),
    Number(i64),
    Text(String),
}

/// A number: written down, read from a key, or computed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema), schemars(untagged))]
pub enum Quantity {
    /// `5`
    Number(i64),
    /// `"linger.ms"`
    Key(KeyRef),
    /// `{ sum = […] }`
    Compute(Compute),
}

/// A number computed from others. Sums saturate.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Compute {
    /// All of them together.
    Sum(Vec<Quantity>),
    /// The greatest.
    Max(Vec<Quantity>),
    /// The least.
    Min(Vec<Quantity>),
}

macro_rules! natives {
    ($($name:ident),* $(,)?) => {
        /// What decides in code, where the language cannot say it: iterating over entries, parsing inside
        /// a value, asking where a value comes from.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
        #[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "each is the id of its rule, which says it")]
        pub enum Native {
            $($name),*
        }

        impl Native {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

natives! {
    AzureIdleConnections,
    BackslashEaten,
    BootstrapSeparator,
    BrokerKeyInClient,
    ByteOrderMark,
    ClientKeyInBroker,
    ClientValueRefused,
    ConfigProviderUndeclared,
    ConflictMarker,
    ConnectKeyInClient,
    ConnectSerializerReplaced,
    ConnectorKeyWithoutOverride,
    ContinuationLost,
    DuplicateKey,
    InlineComment,
    InvisibleCharacter,
    JaasCutOff,
    KeyInOtherStyle,
    KeyOfEarlierRelease,
    KeyOfLaterRelease,
    KeyOfOtherClient,
    LibrdkafkaName,
    LoginModuleMismatch,
    MalformedEscape,
    MisspeltKey,
    OldClientName,
    OverridePrefixInWorker,
    PlaceholderNotChecked,
    PrefixedKeyOfOtherClient,
    QuotedKey,
    QuotedValue,
    SaslMechanismUnknown,
    SectionHeader,
    SeparatorTwice,
    ShellAssignment,
    StoreTypeMismatch,
    StreamsCommitIntervalTooLong,
    StreamsExactlyOnceContradicted,
    StreamsGuaranteeUnknown,
    StreamsKeyInClient,
    StreamsSettingOverridden,
    SuppressionMalformed,
    SuppressionUnknownRule,
    SuppressionUnused,
    SuppressionWithoutReason,
    SwallowedLine,
    TopicKeyInClient,
    TransactionalIdRandom,
    Utf16,
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

/// A value to be written: plain, or computed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema), schemars(untagged))]
#[allow(missing_docs, reason = "the names say it")]
pub enum Assigned {
    Literal(Literal),
    Compute(Compute),
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
            ("Broker", &self.broker),
        ]
        .into_iter()
        .filter_map(|(role, text)| text.as_deref().map(|text| (role, text)))
    }
}

/// A text that is checked as it is read.
macro_rules! checked {
    ($(#[$doc:meta])* $name:ident, $check:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
        #[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
        #[serde(try_from = "String")]
        pub struct $name(pub String);

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                let check: fn(&str) -> Result<(), String> = $check;
                check(&text).map(|()| Self(text))
            }
        }
    };
}

checked! {
    /// A key that some client of some release knows.
    Key, check_key
}
checked! {
    /// A key, or the beginning of keys: `ssl.*`.
    KeyPattern, |text| match text.strip_suffix(".*") {
        Some(stem) if vocabulary::begins_key(&format!("{stem}.")) => Ok(()),
        Some(_) => Err(format!("no key begins with `{text}`")),
        None => check_key(text),
    }
}
checked! {
    /// A key, and whose: `linger.ms` of the client at hand; `written:linger.ms`, what the file says also where
    /// the client runs with another value; `producer:acks` and `consumer:group.id` of
    /// another file of the pipeline; `broker:transaction.max.timeout.ms` where that is known;
    /// `default-broker:…`, Kafka's default, where it is not; `guarantee:ordered`.
    KeyRef, |text| match text.split_once(':') {
        None => check_key(text),
        Some(("producer" | "consumer" | "written", key)) => check_key(key),
        Some(("broker" | "default-broker", key)) if vocabulary::is_broker_key(key) => Ok(()),
        Some(("broker" | "default-broker", key)) => Err(format!("`{key}` is no broker key of broker.tsv")),
        Some(("guarantee", "idempotent" | "transactional" | "ordered" | "duplicates-on-retry" | "auto-commit")) => Ok(()),
        Some(("guarantee", name)) => Err(format!("`{name}` is no guarantee")),
        Some((whose, _)) => Err(format!("`{whose}:` says nothing; use written, producer, consumer, broker, default-broker or guarantee")),
    }
}
checked! {
    /// A reason of the JSON contract: `below-min`.
    Reason, |text| if vocabulary::is_reason(text) { Ok(()) } else { Err(format!("`{text}` is no reason to refuse")) }
}
checked! {
    /// A release: `3.9.1`.
    Release, check_release
}
checked! {
    /// Releases from one to another, both ends in: `2.1.0..4.0.1`, `2.1.0..`, `..2.0.1`, or one alone.
    Range, |text| match text.split_once("..") {
        None => check_release(text),
        Some(("", "")) => Err("`..` has no end".into()),
        Some((first, last)) => {
            for end in [first, last].into_iter().filter(|end| !end.is_empty()) {
                check_release(end)?;
            }
            let runs_backwards = !first.is_empty() && !last.is_empty() && vocabulary::release_index(first) > vocabulary::release_index(last);
            if runs_backwards { Err(format!("`{text}` runs backwards")) } else { Ok(()) }
        }
    }
}
checked! {
    /// A text with places to be filled in: `{acks}` is the key's effective value, `{acks:written}` the
    /// text in the file, `{require}` the number that `require` compares with. Native and refusal rules
    /// have names of their own: `{setting}`, `{value}`, `{part}` and so on. `{{` is a brace.
    Template, |text| pieces(text).map(drop)
}

fn check_key(text: &str) -> Result<(), String> {
    if vocabulary::is_key(text) { Ok(()) } else { Err(format!("no client of any release knows `{text}`")) }
}

fn check_release(text: &str) -> Result<(), String> {
    if vocabulary::release_index(text).is_some() { Ok(()) } else { Err(format!("`{text}` was never released")) }
}

/// One part of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// As it is.
    Text(String),
    /// The effective value of a key.
    Value(&'a str),
    /// The written text of a key.
    Written(&'a str),
    /// What the rule's code or the refusal provides.
    Argument(Argument),
}

/// What a refusal or a native rule provides for its message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// `{require}`: the number that `require` compares with.
    Require,
    /// `{setting}`: the key, as the file writes it.
    Setting,
    /// `{value}`: the value, as the file writes it.
    Value,
    /// `{part}`: the part of the value at fault.
    Part,
    /// `{others}`: the other keys that belong to it.
    Others,
    /// `{beside}`: the same with their values.
    Beside,
    /// `{type}`: what the key takes.
    Type,
    /// `{meant}`: what was meant instead.
    Meant,
    /// `{because}`: a few words from the code.
    Because,
}

impl Argument {
    const NAMES: [(&'static str, Self); 9] = [
        ("require", Self::Require),
        ("setting", Self::Setting),
        ("value", Self::Value),
        ("part", Self::Part),
        ("others", Self::Others),
        ("beside", Self::Beside),
        ("type", Self::Type),
        ("meant", Self::Meant),
        ("because", Self::Because),
    ];
}

/// Takes a template apart.
pub fn pieces(template: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let doubled = rest[at + 1..].starts_with(&rest[at..=at]);
        if doubled {
            text.push_str(&rest[at..=at]);
            rest = &rest[at + 2..];
            continue;
        }
        let inside = rest[at..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let (name, after) = inside.ok_or("a brace is not closed; `{{` and `}}` are braces")?;
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        let argument = Argument::NAMES.into_iter().find(|(known, _)| *known == name);
        pieces.push(match (argument, name.strip_suffix(":written")) {
            (Some((_, argument)), _) => Piece::Argument(argument),
            (None, Some(key)) => check_key(key).map(|()| Piece::Written(key))?,
            (None, None) => KeyRef::try_from(name.to_owned()).map(|_| Piece::Value(name))?,
        });
        rest = after;
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
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

impl<'de> Deserialize<'de> for Literal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl Visitor<'_> for Visit {
            type Value = Literal;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, a whole number or a text")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Literal, E> {
                Ok(Literal::Boolean(value))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Literal, E> {
                Ok(Literal::Number(value))
            }

            fn visit_str<E>(self, value: &str) -> Result<Literal, E> {
                Ok(Literal::Text(value.to_owned()))
            }
        }
        deserializer.deserialize_any(Visit)
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Quantity;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, a key, or one of { sum = […] }, { max = […] }, { min = […] }")
            }

            fn visit_i64<E>(self, value: i64) -> Result<Quantity, E> {
                Ok(Quantity::Number(value))
            }

            fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Quantity, E> {
                KeyRef::try_from(value.to_owned()).map(Quantity::Key).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Quantity, A::Error> {
                Compute::deserialize(MapAccessDeserializer::new(map)).map(Quantity::Compute)
            }
        }
        deserializer.deserialize_any(Visit)
    }
}

impl<'de> Deserialize<'de> for Assigned {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Assigned;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, a whole number, a text, or one of { sum = […] }, { max = […] }, { min = […] }")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Assigned, E> {
                Ok(Assigned::Literal(Literal::Boolean(value)))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Assigned, E> {
                Ok(Assigned::Literal(Literal::Number(value)))
            }

            fn visit_str<E>(self, value: &str) -> Result<Assigned, E> {
                Ok(Assigned::Literal(Literal::Text(value.to_owned())))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Assigned, A::Error> {
                Compute::deserialize(MapAccessDeserializer::new(map)).map(Assigned::Compute)
            }
        }
        deserializer.deserialize_any(Visit)
    }
}
