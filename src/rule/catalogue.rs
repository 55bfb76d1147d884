//! The rules as the build script writes them: constants, found by id, by key and by reason.

pub use super::format::{Applies, Argument, Native};
use crate::{
    effective::Reason,
    finding::{Outcome, Severity},
    kafka::{KeyId, Role},
    version::{Version, VersionSet},
};

#[allow(clippy::match_same_arms, clippy::unreadable_literal, reason = "written by the build script")]
mod tables {
    use super::{
        Applies, Argument, Assigned, Example, Guarantee, KeyRef, Literal, Native, Outcome, Piece, Predicate, Quantity, Reason,
        Recipe, Role, Rule, Severity, Test, VersionSet,
    };
    use crate::{
        kafka::{KEY_COUNT, key},
        version::RELEASES,
    };
    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}

use tables::{ALWAYS, RULES, TRIGGERED, WORDS, about, rule_of};

/// One rule: what is wrong, when, why, and how to mend it.
#[derive(Debug)]
pub struct Rule {
    /// The name of its file: `idempotence-silently-off`.
    pub id: &'static str,
    /// What is wrong, as a heading.
    pub title: &'static str,
    /// How bad a finding usually is.
    pub severity: Severity,
    /// How bad a finding can be at worst.
    pub severest: Severity,
    /// What comes of it, usually.
    pub outcome: Outcome,
    /// The clients that it is for.
    pub roles: &'static [Role],
    /// The releases that it is for.
    pub clients: VersionSet,
    /// Whether it is for complete files, for fragments, or for both.
    pub applies: Applies,
    /// The message, with places to be filled in.
    pub message: &'static [Piece],
    /// A few words under the marked text.
    pub label: Option<&'static [Piece]>,
    /// How to mend it, in a line.
    pub help: Option<&'static [Piece]>,
    /// Why it is wrong.
    pub why: &'static str,
    /// Where that can be read, or was measured.
    pub sources: &'static [&'static str],
    /// The key at which a finding stands, where it is not the one of the predicate.
    pub at: Option<KeyRef>,
    /// Tests that must all hold.
    pub when: &'static [(KeyRef, Test)],
    /// What makes it fire then.
    pub predicate: Predicate,
    /// How to mend it, as edits.
    pub fix: Option<Recipe>,
    /// Files at which it fires.
    pub bad: &'static [Example],
    /// Files at which it does not.
    pub good: &'static [Example],
}

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

/// Every rule, by id.
pub fn rules() -> &'static [Rule] {
    &RULES
}

/// The rule of that id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.binary_search_by(|rule| rule.id.cmp(id)).ok().map(|index| &RULES[index])
}

/// The rules that read a key.
pub fn rules_reading(key: KeyId) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(move |rule| rule.keys().any(|read| read == key))
}

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSet([u64; WORDS]);

impl RuleSet {
    /// No rule.
    pub const NONE: Self = Self([0; WORDS]);

    /// Every rule.
    pub const ALL: Self = {
        let mut words = [u64::MAX; WORDS];
        if !RULES.len().is_multiple_of(64) {
            words[WORDS - 1] = (1 << (RULES.len() % 64)) - 1;
        }
        Self(words)
    };

    /// The rules that look at every file, whatever it writes.
    pub(super) const fn always() -> Self {
        Self(ALWAYS)
    }

    /// Adds the rules that a written key can make fire.
    pub(super) fn add_triggered(&mut self, key: KeyId) {
        self.add(Self(TRIGGERED[key.index()]));
    }

    /// Adds the rules of another set.
    pub fn add(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    /// Adds a rule, or takes it out.
    pub fn set(&mut self, rule: &'static Rule, included: bool) {
        let index = rule.index();
        let bit = 1 << (index % 64);
        if included {
            self.0[index / 64] |= bit;
        } else {
            self.0[index / 64] &= !bit;
        }
    }

    /// Whether a rule is in it.
    pub fn contains(&self, rule: &'static Rule) -> bool {
        let index = rule.index();
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// The rules in both sets.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// The rules, by id.
    pub fn iter(self) -> impl Iterator<Item = &'static Rule> {
        self.0.into_iter().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.checked_ilog2()? as usize;
                let lowest = word.trailing_zeros() as usize;
                debug_assert!(lowest <= bit);
                word &= word - 1;
                Some(&RULES[index * 64 + lowest])
            })
        })
    }
}

impl Rule {
    /// Where the rule stands in [`rules`].
    pub(super) fn index(&self) -> usize {
        RULES.binary_search_by(|rule| rule.id.cmp(self.id)).unwrap_or_default()
    }

    /// The rule that a native decides.
    pub(super) fn of(native: Native) -> &'static Self {
        &RULES[usize::from(rule_of(native))]
    }

    /// The rules about a reason to refuse, those limited to some keys or cases first.
    pub(super) fn about(reason: Reason) -> impl Iterator<Item = &'static Self> {
        about(reason).iter().map(|index| &RULES[usize::from(*index)])
    }

    /// Whether the rule is for a client of a release.
    pub fn is_for(&self, role: Role, version: Version) -> bool {
        self.roles.contains(&role) && self.clients.contains(version)
    }

    /// Every client's key that the rule's tests, fixes and message name.
    pub fn keys(&self) -> impl Iterator<Item = KeyId> {
        let mut keys = Vec::new();
        for (key, test) in self.when {
            key.add_to(&mut keys);
            test.add_to(&mut keys);
        }
        match self.predicate {
            Predicate::Require(key, test) => {
                key.add_to(&mut keys);
                test.add_to(&mut keys);
            }
            Predicate::Unread(unread) => keys.extend_from_slice(unread),
            Predicate::Refusal { keys: limited, .. } => keys.extend_from_slice(limited),
            Predicate::Native(_) => {}
        }
        if let Some(fix) = &self.fix {
            keys.extend(fix.set.iter().map(|(key, _)| *key).chain(fix.remove.iter().copied()));
        }
        for piece in self.message {
            match piece {
                Piece::Value(key) => key.add_to(&mut keys),
                Piece::Written(key) => keys.push(*key),
                Piece::Text(_) | Piece::Argument(_) => {}
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter()
    }
}

impl KeyRef {
    /// The key of a client.
    pub const fn key(self) -> Option<KeyId> {
        match self {
            Self::Own(key) | Self::Written(key) | Self::Of(_, key) => Some(key),
            Self::Broker(_) | Self::DefaultBroker(_) | Self::Guarantee(_) => None,
        }
    }

    fn add_to(self, keys: &mut Vec<KeyId>) {
        keys.extend(self.key());
    }
}

impl Test {
    fn add_to(&self, keys: &mut Vec<KeyId>) {
        for quantity in [self.at_least, self.at_most].into_iter().flatten() {
            quantity.add_to(keys);
        }
    }

    /// The number that the test compares with.
    pub(super) const fn bound(&self) -> Option<Quantity> {
        match self.at_least {
            Some(bound) => Some(bound),
            None => self.at_most,
        }
    }
}

impl Quantity {
    pub(super) fn add_to(self, keys: &mut Vec<KeyId>) {
        match self {
            Self::Number(_) => {}
            Self::Key(key) => key.add_to(keys),
            Self::Sum(parts) | Self::Max(parts) | Self::Min(parts) => parts.iter().for_each(|part| part.add_to(keys)),
        }
    }
}
