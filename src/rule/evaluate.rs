//! Tests of the rule language → yes, no, or no answer.

use std::borrow::Cow;

use super::{
    catalogue::{Guarantee, KeyRef, Literal, Quantity, Test},
    check::Subject,
    facts::BrokerFacts,
};
use crate::{
    effective::{Effective, Setting},
    kafka::{Role, Value, equals_ignoring_case, java_trim},
};

/// A client of a file, as one release resolves it.
#[derive(Clone, Copy)]
pub(super) struct Party<'a> {
    /// The file.
    pub(super) file: &'a Subject<'a>,
    /// What the client runs with.
    pub(super) effective: &'a Effective<'a>,
}

/// What a rule looks at: a client, perhaps another that belongs to it, and the brokers.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    /// The client at hand.
    pub(super) own: Party<'a>,
    /// The other one.
    pub(super) other: Option<Party<'a>>,
    /// What is known of the brokers.
    pub(super) facts: &'a BrokerFacts,
}

impl<'a> Case<'a> {
    /// Whether a test holds; `None` where there is no answer.
    pub(super) fn holds(&self, key: KeyRef, test: &Test) -> Option<bool> {
        if let Some(wanted) = test.written
            && self.is_written(key)? != wanted
        {
            return Some(false);
        }
        if !test.text_one_of.is_empty() && !test.text_one_of.contains(&self.text(key)?) {
            return Some(false);
        }
        if let Some(literal) = test.differs
            && self.exists(key)
            && equals(self.value(key)?.as_ref(), literal)?
        {
            return Some(false);
        }
        if test.equals.is_none() && test.one_of.is_empty() && test.bound().is_none() {
            return Some(true);
        }
        let value = self.value(key)?;
        let mut holds = true;
        if let Some(literal) = test.equals {
            holds &= equals(&value, literal)?;
        }
        if !test.one_of.is_empty() {
            let mut any = false;
            for literal in test.one_of {
                any |= equals(&value, *literal)?;
            }
            holds &= any;
        }
        if let Some(least) = test.at_least {
            holds &= value.as_number()? >= self.quantity(least)?;
        }
        if let Some(most) = test.at_most {
            holds &= value.as_number()? <= self.quantity(most)?;
        }
        Some(holds)
    }

    /// The number, where every key in it has one. Sums saturate.
    pub(super) fn quantity(&self, quantity: Quantity) -> Option<i64> {
        let all = |parts: &'static [Quantity], fold: fn(i64, i64) -> i64| {
            let mut parts = parts.iter().map(|part| self.quantity(*part));
            let first = parts.next()??;
            parts.try_fold(first, |result, part| Some(fold(result, part?)))
        };
        match quantity {
            Quantity::Number(number) => Some(number),
            Quantity::Key(key) => self.value(key)?.as_number(),
            Quantity::Sum(parts) => all(parts, i64::saturating_add),
            Quantity::Max(parts) => all(parts, i64::max),
            Quantity::Min(parts) => all(parts, i64::min),
        }
    }

    /// The value; `None` where the key does not exist here, or its value is not known.
    pub(super) fn value(&self, key: KeyRef) -> Option<Cow<'a, Value<'a>>> {
        match key {
            KeyRef::Own(_) | KeyRef::Of(..) => {
                let setting = self.setting(key)?.1;
                (setting.value != Value::Unknown).then_some(Cow::Borrowed(&setting.value))
            }
            KeyRef::Written(_) => {
                let (party, setting) = self.setting(key)?;
                let text = &party.file.properties.entries[setting.entry?].value;
                Value::parse(setting.definition.kind, text).ok().map(Cow::Owned)
            }
            KeyRef::Broker(name) => self.facts.value(name).map(Cow::Owned),
            KeyRef::DefaultBroker(name) => self.facts.default_where_unknown(name, self.own.effective.version).map(Cow::Owned),
            KeyRef::Guarantee(guarantee) => {
                let guarantees = &self.own.effective.guarantees;
                let holds = match guarantee {
                    Guarantee::Idempotent => guarantees.idempotent,
                    Guarantee::Transactional => guarantees.transactional,
                    Guarantee::Ordered => guarantees.ordered,
                    Guarantee::DuplicatesOnRetry => guarantees.duplicates_on_retry,
                    Guarantee::AutoCommit => guarantees.auto_commit,
                };
                holds.map(|holds| Cow::Owned(Value::Boolean(holds)))
            }
        }
    }

    /// The setting of a client's key, and whose it is.
    pub(super) fn setting(&self, key: KeyRef) -> Option<(Party<'a>, &'a Setting<'a>)> {
        let (party, key) = match key {
            KeyRef::Own(key) | KeyRef::Written(key) => (self.own, key),
            KeyRef::Of(role, key) => (self.party(role)?, key),
            _ => return None,
        };
        party.effective.setting(key).map(|setting| (party, setting))
    }

    /// Whether the file writes the key; a key that does not exist here is not written.
    fn is_written(&self, key: KeyRef) -> Option<bool> {
        match key {
            KeyRef::Own(key) | KeyRef::Written(key) => Some(self.own.effective.is_written(key)),
            KeyRef::Of(role, key) => Some(self.party(role)?.effective.is_written(key)),
            KeyRef::Broker(name) | KeyRef::DefaultBroker(name) => Some(self.facts.settings.contains_key(name)),
            KeyRef::Guarantee(_) => None,
        }
    }

    /// The text that the file writes, trimmed.
    fn text(&self, key: KeyRef) -> Option<&'a str> {
        let (party, setting) = self.setting(key)?;
        setting.entry.map(|entry| java_trim(&party.file.properties.entries[entry].value))
    }

    /// Whether a client of this release has the key.
    fn exists(&self, key: KeyRef) -> bool {
        key.key().is_none() || self.setting(key).is_some()
    }

    /// The client of a role, among the one at hand and the other.
    fn party(&self, role: Role) -> Option<Party<'a>> {
        [Some(self.own), self.other].into_iter().flatten().find(|party| party.effective.role == role)
    }

    /// The number that a test compares with.
    pub(super) fn bound(&self, test: &Test) -> Option<i64> {
        self.quantity(test.bound()?)
    }
}

/// Whether a value is that literal; words in any case. `None` where the value is of another kind.
fn equals(value: &Value<'_>, literal: Literal) -> Option<bool> {
    match (value, literal) {
        (Value::Boolean(value), Literal::Boolean(literal)) => Some(*value == literal),
        (Value::Number(value), Literal::Number(literal)) => Some(*value == literal),
        (Value::Text(value), Literal::Text(literal)) => Some(equals_ignoring_case(value, literal)),
        (Value::Null, _) => Some(false),
        _ => None,
    }
}
