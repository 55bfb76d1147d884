//! What a rule is made of.

use super::{Argument, Native};
use crate::{
    effective::Reason,
    finding::Severity,
    kafka::{KeyId, Role},
    version::Version,
};

/// What makes a rule fire.
#[derive(Clone, Copy, Debug)]
pub enum Predicate {
    /// The test does not hold.
    Require(KeyRef, Test),
    /// One of the keys is written.
    Unread(&'static [KeyId]),
    /// The client refuses to start.
    Refusal {
        /// For one of these reasons.
        reasons: &'static [Reason],
        /// On one of these keys; on any, where there is none.
        keys: &'static [KeyId],
        /// How bad it is where the environment decides; `None`: nothing is said.
        depends: Option<Severity>,
    },
    /// Code decides.
    Native(Native),
}

/// A key, and whose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyRef {
    /// Of the client at hand.
    Own(KeyId),
    /// Of the client at hand, as the file says it, also where the client runs with another value.
    Written(KeyId),
    /// Of another client: in the same file, or in one that belongs to it.
    Of(Role, KeyId),
    /// Of the broker, where it is known.
    Broker(&'static str),
    /// The broker's default, where the broker is not known.
    DefaultBroker(&'static str),
    /// What the client guarantees.
    Guarantee(Guarantee),
}

/// What a client guarantees, as a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guarantee {
    /// `Guarantees::idempotent`
    Idempotent,
    /// `Guarantees::transactional`
    Transactional,
    /// `Guarantees::ordered`
    Ordered,
    /// `Guarantees::duplicates_on_retry`
    DuplicatesOnRetry,
    /// `Guarantees::auto_commit`
    AutoCommit,
}

/// What one key must satisfy; each part that is there must hold.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// Whether the file writes it.
    pub written: Option<bool>,
    /// The value.
    pub equals: Option<Literal>,
    /// One of these values; any, where there is none.
    pub one_of: &'static [Literal],
    /// Another value than this; also where the release does not know the key.
    pub differs: Option<Literal>,
    /// The text in the file, trimmed, is one of these; any, where there is none.
    pub text_one_of: &'static [&'static str],
    /// A number not below this.
    pub at_least: Option<Quantity>,
    /// A number not above this.
    pub at_most: Option<Quantity>,
}

/// A value that is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Literal {
    Boolean(bool),
    Number(i64),
    Text(&'static str),
}

/// A number: written down, read from a key, or computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Quantity {
    Number(i64),
    Key(KeyRef),
    Sum(&'static [Quantity]),
    Max(&'static [Quantity]),
    Min(&'static [Quantity]),
}

/// One part of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// As it is.
    Text(&'static str),
    /// The effective value of a key.
    Value(KeyRef),
    /// The written text of a key.
    Written(KeyId),
    /// What the rule's code, or the refusal, provides.
    Argument(Argument),
}

/// How to mend it, as edits.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Whether the client behaves as before in every respect but the one that was wrong.
    pub safe: bool,
    /// What it does; made from the edits, where there is none.
    pub title: Option<&'static [Piece]>,
    /// Keys to be written with these values.
    pub set: &'static [(KeyId, Assigned)],
    /// Keys whose entries go.
    pub remove: &'static [KeyId],
    /// Keys that get another name.
    pub rename: &'static [(KeyId, KeyId)],
}

/// A value to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Assigned {
    Text(&'static str),
    Number(Quantity),
}

/// A file at which a rule fires, or does not.
#[derive(Debug)]
pub struct Example {
    /// What it shows.
    pub name: Option<&'static str>,
    /// The release; the newest known, where there is none.
    pub client: Option<Version>,
    /// Whether the files are all that the clients get.
    pub complete: bool,
    /// Whether the characters of the files stand for single bytes.
    pub latin1: bool,
    /// The files, with what each configures.
    pub files: &'static [(Role, &'static str)],
    /// What is known of the brokers, as their file would say it.
    pub broker_facts: Option<&'static str>,
    /// The message.
    pub says: Option<&'static str>,
    /// How bad it is, where that is not the rule's severity.
    pub severity: Option<Severity>,
    /// The first file after the fix.
    pub fixed: Option<&'static str>,
    /// Other rules that report an error here.
    pub also: &'static [&'static str],
}

impl KeyRef {
    /// The key of a client.
    pub const fn key(self) -> Option<KeyId> {
        match self {
            Self::Own(key) | Self::Written(key) | Self::Of(_, key) => Some(key),
            Self::Broker(_) | Self::DefaultBroker(_) | Self::Guarantee(_) => None,
        }
    }

    pub(super) fn add_to(self, keys: &mut Vec<KeyId>) {
        keys.extend(self.key());
    }
}

impl Test {
    pub(super) fn add_to(&self, keys: &mut Vec<KeyId>) {
        for quantity in [self.at_least, self.at_most].into_iter().flatten() {
            quantity.add_to(keys);
        }
    }

    /// The number that the test compares with.
    pub(in crate::rule) const fn bound(&self) -> Option<Quantity> {
        match self.at_least {
            Some(bound) => Some(bound),
            None => self.at_most,
        }
    }
}

impl Quantity {
    pub(in crate::rule) fn add_to(self, keys: &mut Vec<KeyId>) {
        match self {
            Self::Number(_) => {}
            Self::Key(key) => key.add_to(keys),
            Self::Sum(parts) | Self::Max(parts) | Self::Min(parts) => parts.iter().for_each(|part| part.add_to(keys)),
        }
    }
}
