//! `ackward explain WHAT`: a rule, a key or a topic.

mod topics;

use topics::{TOPICS, Topic};

use super::{Error, Status, near, terminal::Terminal, txn_window};
use crate::{
    kafka::{BrokerSetting, KeyId},
    render::{key as key_text, rule as rule_text},
    rule::{
        self, Rule,
        catalogue::{KeyRef, Predicate, Quantity, Test},
    },
};

/// Says what is known about it.
pub fn run(what: &str, window: &txn_window::InputArgs, terminal: &mut Terminal) -> Result<Status, Error> {
    if what == txn_window::EXACTLY_ONCE {
        return txn_window::explain(window, terminal);
    }
    window.unused()?;
    let (rule, key, topic) = (rule::rule(what), KeyId::named(what), Topic::named(what));
    let is_broker_key = key.is_none() && BrokerSetting::all().iter().any(|setting| setting.name == what);
    let look = terminal.look;
    if let Some(rule) = rule {
        rule_text::write(rule, look, terminal.out())?;
    }
    if let Some(key) = key {
        key_text::write(key, &client_rules(key), look, terminal.out())?;
    }
    if is_broker_key {
        key_text::write_broker(what, &broker_rules(what), look, terminal.out())?;
    }
    if let Some(topic) = topic {
        // `acks` is a key and a topic.
        if key.is_some() {
            writeln!(terminal.out())?;
        }
        topic.write(look, terminal.out())?;
    }
    if rule.is_none() && key.is_none() && topic.is_none() && !is_broker_key {
        return Err(Error::NothingToExplain { what: what.into(), near: near(what, names()) });
    }
    Ok(Status::Clean)
}

/// The rules that read a key: those that name it, and those about a refusal whose example writes it.
fn client_rules(key: KeyId) -> Vec<&'static str> {
    let writes = |text: &str| text.lines().any(|line| line.split('=').next() == Some(key.name()));
    let shows = |rule: &Rule| rule.bad.iter().flat_map(|example| example.files).any(|(_, text)| writes(text));
    let names: Vec<&str> = rule::rules_reading(key).map(|rule| rule.id).collect();
    let reads =
        |rule: &&Rule| names.contains(&rule.id) || matches!(rule.predicate, Predicate::Refusal { keys: [], .. }) && shows(rule);
    rule::rules().iter().filter(reads).map(|rule| rule.id).collect()
}

/// The rules that compare with a key of the broker.
fn broker_rules(name: &str) -> Vec<&'static str> {
    let reads = |key: &KeyRef| matches!(key, KeyRef::Broker(read) | KeyRef::DefaultBroker(read) if *read == name);
    let in_test = |test: &Test| {
        [test.at_least, test.at_most].into_iter().flatten().any(|bound| matches!(bound, Quantity::Key(key) if reads(&key)))
    };
    let rules = rule::rules().iter().filter(|rule| {
        let required = matches!(rule.predicate, Predicate::Require(key, test) if reads(&key) || in_test(&test));
        required || rule.when.iter().any(|(key, test)| reads(key) || in_test(test))
    });
    rules.map(|rule| rule.id).collect()
}

/// Everything that can be explained.
fn names() -> impl Iterator<Item = &'static str> {
    let topics = TOPICS.iter().map(|topic| topic.name).chain([txn_window::EXACTLY_ONCE]);
    let keys = KeyId::all().map(KeyId::name).chain(BrokerSetting::all().iter().map(|setting| setting.name));
    rule::rules().iter().map(|rule| rule.id).chain(topics).chain(keys)
}
