//! The rules as the build script writes them: constants, found by id, by key and by reason.

mod parts;
mod set;

pub use parts::{Assigned, Example, Guarantee, KeyRef, Literal, Piece, Predicate, Quantity, Recipe, Test};
pub use set::RuleSet;

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

use tables::{RULES, about, rule_of};

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
    /// Rules that say the same better, where they fire at the same place.
    pub yields_to: &'static [&'static str],
    /// How to mend it, as edits.
    pub fix: Option<Recipe>,
    /// Files at which it fires.
    pub bad: &'static [Example],
    /// Files at which it does not.
    pub good: &'static [Example],
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

impl Rule {
    /// Where the rule stands in [`rules`]; there are no rules but those.
    pub(super) fn index(&'static self) -> usize {
        (std::ptr::from_ref(self).addr() - RULES.as_ptr().addr()) / size_of::<Self>()
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
