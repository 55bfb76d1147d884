//! Rules that are decided outside of this module, from what is known only when the others have spoken:
//! those about comments that silence findings.

use std::borrow::Cow;

use super::{
    catalogue::{KeyRef, Native, Predicate, Quantity, Rule, Test, rules},
    check::{File, Options},
    message::{Arguments, filled, help},
    nearest,
};
use crate::{
    finding::{Finding, Fix},
    source::Span,
    version::VersionSet,
};

/// A file, the releases, and what the run asks for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The file.
    pub file: &'a File<'a>,
    /// The releases.
    pub clients: VersionSet,
    /// What the run asks for.
    pub options: &'a Options,
}

/// What is found, to be put in the words of its rule.
#[derive(Default)]
pub struct Told<'a> {
    /// The bytes.
    pub span: Span,
    /// `{part}` of the message.
    pub part: &'a str,
    /// `{meant}` of the message.
    pub meant: &'a str,
    /// `{because}` of the message.
    pub because: &'a str,
    /// The edits that mend it.
    pub fix: Option<Fix>,
}

impl Asked<'_> {
    /// The finding of a native rule; `None` where the run does not ask for it.
    pub fn finding(&self, native: Native, told: Told<'_>) -> Option<Finding> {
        let rule = Rule::of(native);
        if !self.options.asks(rule) {
            return None;
        }
        let arguments = Arguments {
            part: told.part.to_owned(),
            meant: told.meant.to_owned(),
            because: told.because.to_owned(),
            ..Arguments::default()
        };
        let fill = |pieces| filled(pieces, None, &arguments);
        let severity = self.options.severities.iter().rfind(|(other, _)| other.id == rule.id);
        Some(Finding {
            rule: rule.id,
            severity: severity.map_or(rule.severity, |(_, severity)| *severity),
            outcome: rule.outcome,
            file: self.file.id,
            span: Some(told.span),
            keys: Vec::new(),
            roles: self.file.classification.views.iter().map(|view| view.role).collect(),
            clients: self.clients,
            message: fill(rule.message),
            label: rule.label.map(fill).map(Cow::Owned),
            help: rule.help.and_then(|pieces| help(pieces, None, &arguments)),
            related: Vec::new(),
            fix: told.fix,
        })
    }

    /// Whether this run could have made a rule fire in this file. A rule that looks at other files or at
    /// the brokers may fire where more is known.
    pub fn could_fire(&self, rule: &'static Rule) -> bool {
        self.options.asks(rule) && rule.clients.overlaps(self.clients) && !looks_elsewhere(rule)
    }
}

/// The rule that is nearly of this name.
pub fn rule_like(name: &str) -> Option<&'static str> {
    nearest::among(rules().iter().map(|rule| rule.id), name)
}

fn looks_elsewhere(rule: &Rule) -> bool {
    let requires = match &rule.predicate {
        Predicate::Require(key, test) => Some((key, test)),
        Predicate::Unread(_) | Predicate::Refusal { .. } | Predicate::Native(_) => None,
    };
    let mut tests = rule.when.iter().map(|(key, test)| (key, test)).chain(requires);
    tests.any(|(key, test)| key_is_elsewhere(*key) || test_is_elsewhere(test))
}

const fn key_is_elsewhere(key: KeyRef) -> bool {
    matches!(key, KeyRef::Of(..) | KeyRef::Broker(_) | KeyRef::DefaultBroker(_))
}

fn test_is_elsewhere(test: &Test) -> bool {
    [test.at_least, test.at_most].into_iter().flatten().any(is_elsewhere)
}

fn is_elsewhere(quantity: Quantity) -> bool {
    match quantity {
        Quantity::Number(_) => false,
        Quantity::Key(key) => key_is_elsewhere(key),
        Quantity::Sum(parts) | Quantity::Max(parts) | Quantity::Min(parts) => parts.iter().copied().any(is_elsewhere),
    }
}
