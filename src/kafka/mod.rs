//! What a key *is* in a given release: type, default, validator, importance, parse order. Data, and
//! its reader; the data stands in the `.tsv` files beside this one, extracted from the released jars.

mod classes;
mod hash;
mod java;
mod offset_reset;
mod role;
mod secret;
mod value;

pub use classes::{Class, ClassKind, class_named};
pub use java::{equals_ignoring_case, java_double, java_trim};
pub use role::Role;
pub use secret::{HIDDEN, is_common_word, is_secret_key, redacted, runs_on, secret_in_key, secret_parts};
pub use value::{Refused, Value};

use crate::version::{Version, VersionSet};

#[allow(missing_docs, clippy::unreadable_literal)]
mod tables {
    use super::{BrokerSetting, Class, ClassKind, Client, Default, Definition, Importance, KeyId, Layout, Type, Validator};
    use crate::version::VersionSet;
    include!(concat!(env!("OUT_DIR"), "/kafka_tables.rs"));
}

pub use tables::{KEY_COUNT, key};

/// A client with a ConfigDef of its own. A share consumer uses the consumer's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Client {
    /// `ProducerConfig`
    Producer,
    /// `ConsumerConfig`
    Consumer,
    /// `AdminClientConfig`, from 0.11.0.0
    Admin,
}

impl Client {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Producer, Self::Consumer, Self::Admin];

    /// `producer`, `consumer` or `admin`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Producer => "producer",
            Self::Consumer => "consumer",
            Self::Admin => "admin",
        }
    }

    /// The releases that have this client.
    pub fn releases(self) -> VersionSet {
        tables::CLIENT_RELEASES[self as usize]
    }
}

/// One of the keys that some client of some release knows. Cheap to copy and to compare; the
/// constants are in [`key`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(u16);

impl KeyId {
    /// The key of that exact name, if any client of any release knows it.
    pub fn named(name: &str) -> Option<Self> {
        let mut place = hash::place(name.as_bytes());
        loop {
            let id = tables::BY_HASH[place];
            if *tables::NAMES.get(usize::from(id))? == name {
                return Some(Self(u16::from(id)));
            }
            place = (place + 1) % hash::PLACES;
        }
    }

    /// The names of all keys, one a line.
    const LINES: &str = tables::NAME_LINES;

    /// Every key, by name.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..u16::try_from(KEY_COUNT).unwrap_or(u16::MAX)).map(Self)
    }

    /// The name as Kafka writes it.
    pub fn name(self) -> &'static str {
        tables::NAMES[usize::from(self.0)]
    }

    /// Whether that client of some release knows the key.
    pub fn is_known_to(self, client: Client) -> bool {
        !self.definitions(client).is_empty()
    }

    /// A small number, unique among keys and below [`KEY_COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What the key is for a client, one definition for each run of releases on which nothing changed.
    pub fn definitions(self, client: Client) -> &'static [Definition] {
        let (first, count) = tables::KEY_DEFINITIONS[self.index()][client as usize];
        &tables::DEFINITIONS[usize::from(first)..][..usize::from(count)]
    }

    /// What the key is for a client of a release, or `None` where that client does not know it.
    pub fn definition(self, client: Client, version: Version) -> Option<&'static Definition> {
        let layout = Layout::of(client, version)?;
        layout.position(self).map(|position| layout.definition(position))
    }

    /// The releases in which a client knows the key.
    pub fn releases(self, client: Client) -> VersionSet {
        self.definitions(client).iter().fold(VersionSet::NONE, |set, definition| set.union(definition.releases))
    }
}

impl std::fmt::Debug for KeyId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What a key is for one client on a run of releases.
#[derive(Debug)]
pub struct Definition {
    /// The key.
    pub key: KeyId,
    /// The client.
    pub client: Client,
    /// The releases for which all of this holds.
    pub releases: VersionSet,
    /// The type as ConfigDef names it.
    pub kind: Type,
    /// What the client takes when nothing is written.
    pub default: Default,
    /// What a parsed value must satisfy.
    pub validator: Validator,
    /// How often Kafka expects the key to be touched (not what a wrong value costs).
    pub importance: Importance,
    /// Whether Kafka keeps the key out of its documentation.
    pub internal: bool,
}

impl Definition {
    /// Whether the value must never be shown.
    pub fn is_secret(&self) -> bool {
        self.kind == Type::Password
    }
}

/// `org.apache.kafka.common.config.ConfigDef.Type`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say what ConfigDef says")]
pub enum Type {
    Boolean,
    Short,
    Int,
    Long,
    Double,
    String,
    List,
    Class,
    Password,
}

impl Type {
    /// The name as Kafka's messages spell it: `INT`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boolean => "BOOLEAN",
            Self::Short => "SHORT",
            Self::Int => "INT",
            Self::Long => "LONG",
            Self::Double => "DOUBLE",
            Self::String => "STRING",
            Self::List => "LIST",
            Self::Class => "CLASS",
            Self::Password => "PASSWORD",
        }
    }

    /// The inclusive bounds of an integer type.
    pub const fn bounds(self) -> Option<(i64, i64)> {
        match self {
            Self::Short => Some((i16::MIN as i64, i16::MAX as i64)),
            Self::Int => Some((i32::MIN as i64, i32::MAX as i64)),
            Self::Long => Some((i64::MIN, i64::MAX)),
            _ => None,
        }
    }
}

/// What a client takes when nothing is written.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say what they hold")]
pub enum Default {
    /// Nothing: the key must be written.
    Required,
    Null,
    Boolean(bool),
    Number(i64),
    Double(f64),
    Text(&'static str),
    List(&'static [&'static str]),
}

impl Default {
    /// The default as a value; `Null` for a required key.
    pub const fn value<'a>(self) -> Value<'a> {
        match self {
            Self::Required | Self::Null => Value::Null,
            Self::Boolean(value) => Value::Boolean(value),
            Self::Number(value) => Value::Number(value),
            Self::Double(value) => Value::Double(value),
            Self::Text(value) => Value::Text(std::borrow::Cow::Borrowed(value)),
            Self::List(value) => Value::List(std::borrow::Cow::Borrowed(value)),
        }
    }
}

/// What ConfigDef checks after parsing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Validator {
    /// Nothing.
    Any,
    /// Not null, which no written text is.
    NonNull,
    /// A string that is not empty after trimming.
    NonEmpty,
    /// A number between both ends, compared as doubles (NaN passes).
    Range {
        /// The least value that is accepted.
        min: f64,
        /// The greatest value that is accepted.
        max: f64,
    },
    /// A number between both ends, or one other number.
    RangeOr {
        /// The least value that is accepted.
        min: i64,
        /// The greatest value that is accepted.
        max: i64,
        /// The other value that is accepted.
        or: i64,
    },
    /// One of these words, exactly.
    OneOf(&'static [&'static str]),
    /// One of these words in any case.
    OneOfIgnoringCase(&'static [&'static str]),
    /// A list without empty elements (KIP-1161, 4.2.0); duplicates are dropped before the check.
    List {
        /// Whether the whole list may be empty.
        empty: bool,
    },
    /// `latest`, `earliest`, `none`, or `by_duration:` and a duration that is not negative (4.0.0).
    OffsetReset,
}

/// How often Kafka expects a key to be touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say what ConfigDef says")]
pub enum Importance {
    High,
    Medium,
    Low,
}

impl Importance {
    /// `high`, `medium` or `low`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// The keys of one client in one run of releases, in the order in which the client parses them.
#[derive(Debug)]
pub struct Layout {
    slots: &'static [u16],
    positions: [u8; KEY_COUNT],
}

impl Layout {
    /// The layout of a client of a release; `None` where that client did not exist yet (or the
    /// release is not known).
    pub fn of(client: Client, version: Version) -> Option<&'static Self> {
        let index = tables::LAYOUT_OF[client as usize][version.index()?];
        tables::LAYOUTS.get(usize::from(index))
    }

    /// How many keys there are.
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no key at all.
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Where a key stands in the parse order.
    pub fn position(&self, key: KeyId) -> Option<usize> {
        let position = self.positions[key.index()];
        (position != u8::MAX).then_some(usize::from(position))
    }

    /// The definition at a place of the parse order.
    pub fn definition(&self, position: usize) -> &'static Definition {
        &tables::DEFINITIONS[usize::from(self.slots[position])]
    }

    /// The definitions, in parse order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static Definition> {
        self.slots.iter().map(|slot| &tables::DEFINITIONS[usize::from(*slot)])
    }
}

/// A broker key that rules and the window read, with its default on a run of broker releases.
#[derive(Debug)]
pub struct BrokerSetting {
    /// The key as `server.properties` spells it.
    pub name: &'static str,
    /// The broker releases for which this holds.
    pub releases: VersionSet,
    /// The type as ConfigDef names it.
    pub kind: Type,
    /// What the broker takes when nothing is written.
    pub default: Default,
}

impl BrokerSetting {
    /// What the key is on brokers of a release, or `None` where they do not know it.
    pub fn of(name: &str, version: Version) -> Option<&'static Self> {
        tables::BROKER_SETTINGS.iter().find(|setting| setting.name == name && setting.releases.contains(version))
    }

    /// Every broker key that is known here, one entry for each run of releases.
    pub fn all() -> &'static [Self] {
        &tables::BROKER_SETTINGS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        Version::parse(text).expect("a version")
    }

    #[test]
    fn a_default_depends_on_the_release() {
        let acks = |release| key::ACKS.definition(Client::Producer, version(release)).map(|definition| definition.default);
        assert_eq!(acks("2.8.2"), Some(Default::Text("1")));
        assert_eq!(acks("3.0.0"), Some(Default::Text("all")));
        assert_eq!(key::ACKS.definition(Client::Consumer, version("3.0.0")).map(|d| d.kind), None);
        assert_eq!(key::LINGER_MS.definition(Client::Producer, version("2.1.0")).map(|d| d.kind), Some(Type::Int));
    }

    #[test]
    fn every_key_is_found_by_its_name() {
        for key in KeyId::all() {
            assert_eq!(KeyId::named(key.name()), Some(key));
            assert_eq!(KeyId::named(&key.name()[1..]), None);
            assert!(is_common_word(key.name()), "{key:?}");
        }
        assert_eq!(KeyId::named(""), None);
    }

    #[test]
    fn the_admin_client_came_with_0_11() {
        assert!(Layout::of(Client::Admin, version("0.10.2.2")).is_none());
        assert!(Layout::of(Client::Admin, version("0.11.0.0")).is_some());
        assert_eq!(Client::Admin.releases(), VersionSet::range(version("0.11.0.0"), Version::NEWEST));
        assert_eq!(Client::Producer.releases(), VersionSet::ALL);
    }

    #[test]
    fn a_broker_release_brings_its_defaults() {
        let sweep = |release| {
            BrokerSetting::of("transaction.abort.timed.out.transaction.cleanup.interval.ms", version(release)).map(|s| s.default)
        };
        assert_eq!(sweep("2.4.1"), Some(Default::Number(60_000)));
        assert_eq!(sweep("2.5.0"), Some(Default::Number(10_000)));
    }
}
