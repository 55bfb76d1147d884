//! Entries → what kind of file it is, because of what, and how each client in it sees it.
//!
//! By content, in this order: another dialect, a server or a framework, plain clients, nothing of
//! Kafka's. The name of the file only settles what the content leaves open. Not Kafka beats a wrong
//! guess.

mod decide;
mod marks;
mod names;
mod tally;
mod view;

use self::tally::Tally;
use crate::{kafka::Role, properties::Properties, source::Source};

pub use view::{Seen, View};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One role: a plain client, a framework or a server.
    Role(Role),
    /// Only keys that every client knows: nothing tells which it is for.
    Client,
    /// Settings of Kafka clients in the names or the syntax of something else, which the rules for
    /// Java clients would get wrong.
    Dialect(Dialect),
    /// Nothing of Kafka's.
    NotKafka,
}

/// Names and syntax that are not those of the Java client's own configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum Dialect {
    Spring,
    Quarkus,
    Camel,
    Librdkafka,
    SchemaRegistry,
    RestProxy,
    KsqlDb,
    ControlCenter,
    DebeziumServer,
    CruiseControl,
    Flink,
    /// Variables that container images turn into settings.
    Environment,
    /// Keys of clients behind a prefix of the application's own.
    Prefixed,
    /// HOCON or JSON: blocks in braces.
    Braces,
    /// YAML, XML, source code: the file is named for another syntax.
    OtherSyntax,
}

impl Kind {
    /// The name, as the JSON of `check` has it under `role`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Role(role) => role.name(),
            Self::Client => "client",
            Self::Dialect(dialect) => dialect.name(),
            Self::NotKafka => "not-kafka",
        }
    }

    /// The role, where there is exactly one name for it.
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::Role(role) => Some(role),
            _ => None,
        }
    }

    /// Whether plain clients read it, so that all rules for them hold.
    pub const fn is_client(self) -> bool {
        match self {
            Self::Client | Self::Role(Role::Shared) => true,
            Self::Role(role) => role.client().is_some(),
            _ => false,
        }
    }
}

impl Dialect {
    /// The name, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spring => "spring",
            Self::Quarkus => "quarkus",
            Self::Camel => "camel",
            Self::Librdkafka => "librdkafka",
            Self::SchemaRegistry => "schema-registry",
            Self::RestProxy => "rest-proxy",
            Self::KsqlDb => "ksqldb",
            Self::ControlCenter => "control-center",
            Self::DebeziumServer => "debezium-server",
            Self::CruiseControl => "cruise-control",
            Self::Flink => "flink",
            Self::Environment => "environment",
            Self::Prefixed => "prefixed",
            Self::Braces => "braces",
            Self::OtherSyntax => "other-syntax",
        }
    }
}

/// What a file is, and why it is thought to be that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classification {
    /// What it is.
    pub kind: Kind,
    /// The reason in a few words, with the key and the line that decided.
    pub because: String,
    /// How each client that the file is for sees it: one for a plain client, several for a shared
    /// file or one that says only what all clients know, one with every entry for a framework or a
    /// server, none otherwise.
    pub views: Vec<View>,
}

/// What a file is by its content.
#[must_use]
pub fn classify(properties: &Properties<'_>) -> Classification {
    let source = properties.source;
    if let Some(text) = utf16::decoded(source.bytes()) {
        // Java reads nothing of it, so no client sees anything; but it is good to know what it was
        // meant to be.
        let meant = Source::new(source.name(), text.into_bytes());
        let found = classify(&crate::properties::read(&meant));
        return Classification { because: format!("{}, read as UTF-16", found.because), views: Vec::new(), ..found };
    }
    let tally = Tally::of(properties);
    let (kind, because) = decide::decide(properties, &tally);
    Classification { kind, because, views: view::of_kind(properties, &tally, kind) }
}

/// What a file is because someone says so, which settles it.
#[must_use]
pub fn classify_as(properties: &Properties<'_>, role: Role, because: impl Into<String>) -> Classification {
    let kind = Kind::Role(role);
    let views = view::of_kind(properties, &Tally::of(properties), kind);
    Classification { kind, because: because.into(), views }
}

mod utf16 {
    /// The text of a file that begins with a byte order mark of UTF-16.
    pub(super) fn decoded(bytes: &[u8]) -> Option<String> {
        let read: fn([u8; 2]) -> u16 = match bytes {
            [0xff, 0xfe, ..] => u16::from_le_bytes,
            [0xfe, 0xff, ..] => u16::from_be_bytes,
            _ => return None,
        };
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        Some(String::from_utf16_lossy(&units))
    }
}

#[cfg(test)]
mod tests;
