//! Sets of rules, and those that a written key can make fire.

use super::{
    Rule,
    tables::{ALWAYS, RULES, TRIGGERED, WORDS},
};
use crate::kafka::KeyId;

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
    pub(in crate::rule) const fn always() -> Self {
        Self(ALWAYS)
    }

    /// Adds the rules that a written key can make fire.
    pub(in crate::rule) fn add_triggered(&mut self, key: KeyId) {
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
