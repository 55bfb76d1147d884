//! A rule → the constant that it becomes.

use std::fmt::Write as _;

use super::{
    VOCABULARY, Vocabulary, WRITES,
    format::{self, Assigned, Compute, Example, KeyRef, Literal, Piece, Quantity, RuleFile, Test},
    vocabulary,
};

pub(super) fn rule(o: &mut String, vocabulary: &Vocabulary, id: &str, rule: &RuleFile) {
    let roles: Vec<String> = rule.roles.iter().map(|role| format!("Role::{role:?}")).collect();
    let predicate = if let Some(require) = &rule.require {
        let (key, test) = require.iter().next().expect("`require` has one test, as RuleFile::read checks");
        format!("Predicate::Require({}, {})", key_ref(key), test_value(test))
    } else if let Some(unread) = &rule.unread {
        format!("Predicate::Unread(&[{}])", expand(vocabulary, unread))
    } else if let Some(reasons) = &rule.refusal {
        format!(
            "Predicate::Refusal {{ reasons: &[{}], keys: &[{}], depends: {} }}",
            list(reasons, |reason| format!("Reason::{}", camel(&reason.0))),
            expand(vocabulary, &rule.refusal_keys),
            option(rule.depends, |severity| format!("Severity::{severity:?}"))
        )
    } else {
        format!("Predicate::Native(Native::{:?})", rule.native.expect("one way is given, as RuleFile::read checks"))
    };
    let fix = rule.fix.as_ref().map(|fix| {
        let set = fix.set.iter().map(|(key, value)| format!("({}, {})", constant(&key.0), assigned(value)));
        let rename = fix.rename.iter().map(|(from, to)| format!("({}, {})", constant(&from.0), constant(&to.0)));
        format!(
            "Recipe {{ safe: {}, title: {}, set: &[{}], remove: &[{}], rename: &[{}] }}",
            fix.safe,
            option(fix.title.as_ref(), |title| template(&title.0)),
            set.collect::<Vec<_>>().join(", "),
            list(&fix.remove, |key| constant(&key.0)),
            rename.collect::<Vec<_>>().join(", ")
        )
    });
    let fields = [
        ("id", format!("{id:?}")),
        ("title", format!("{:?}", rule.title)),
        ("severity", format!("Severity::{:?}", rule.severity)),
        ("severest", format!("Severity::{:?}", rule.severest.unwrap_or(rule.severity).max(rule.severity))),
        ("outcome", format!("Outcome::{:?}", rule.outcome)),
        ("roles", format!("&[{}]", roles.join(", "))),
        ("clients", format!("VersionSet::from_bits({:#x})", bits(rule))),
        ("applies", format!("Applies::{:?}", rule.applies)),
        ("message", template(&rule.message.0)),
        ("label", option(rule.label.as_ref(), |text| template(&text.0))),
        ("help", option(rule.help.as_ref(), |text| template(&text.0))),
        ("why", format!("{:?}", rule.why.trim())),
        ("sources", format!("&{:?}", rule.sources)),
        ("at", option(rule.at.as_ref(), key_ref)),
        (
            "when",
            format!(
                "&[{}]",
                rule.when.iter().map(|(k, t)| format!("({}, {})", key_ref(k), test_value(t))).collect::<Vec<_>>().join(", ")
            ),
        ),
        ("predicate", predicate),
        ("yields_to", format!("&{:?}", rule.yields_to)),
        ("fix", option(fix, |fix| fix)),
        ("bad", format!("&[{}]", list(&rule.bad, example))),
        ("good", format!("&[{}]", list(&rule.good, example))),
    ];
    o.push_str("    Rule {\n");
    for (name, value) in fields {
        writeln!(o, "        {name}: {value},").expect(WRITES);
    }
    o.push_str("    },\n");
}

/// The releases of a rule, as a `VersionSet` holds them.
fn bits(rule: &RuleFile) -> u128 {
    let last = VOCABULARY.get().map_or(0, |vocabulary| vocabulary.releases.len() - 1);
    let index = |text: &str| vocabulary::release_index(text).expect("a release, as RuleFile::read checks");
    let Some(ranges) = &rule.clients else { return u128::MAX >> (127 - last) };
    ranges.iter().fold(0, |bits, range| {
        let (first, end) = match range.0.split_once("..") {
            None => (index(&range.0), index(&range.0)),
            Some((first, end)) => {
                (if first.is_empty() { 0 } else { index(first) }, if end.is_empty() { last } else { index(end) })
            }
        };
        (first..=end).fold(bits, |bits, release| bits | 1 << release)
    })
}

fn key_ref(key: &KeyRef) -> String {
    match key.0.split_once(':') {
        None => format!("KeyRef::Own({})", constant(&key.0)),
        Some(("written", key)) => format!("KeyRef::Written({})", constant(key)),
        Some(("producer", key)) => format!("KeyRef::Of(Role::Producer, {})", constant(key)),
        Some(("consumer", key)) => format!("KeyRef::Of(Role::Consumer, {})", constant(key)),
        Some(("broker", key)) => format!("KeyRef::Broker({key:?})"),
        Some(("default-broker", key)) => format!("KeyRef::DefaultBroker({key:?})"),
        Some((_, guarantee)) => format!("KeyRef::Guarantee(Guarantee::{})", camel(guarantee)),
    }
}

fn test_value(test: &Test) -> String {
    format!(
        "Test {{ written: {:?}, equals: {}, one_of: &[{}], differs: {}, text_one_of: &{:?}, at_least: {}, at_most: {} }}",
        test.written,
        option(test.equals.as_ref(), literal),
        list(test.one_of.as_deref().unwrap_or_default(), literal),
        option(test.differs.as_ref(), literal),
        test.text_one_of.as_deref().unwrap_or_default(),
        option(test.at_least.as_ref(), quantity),
        option(test.at_most.as_ref(), quantity)
    )
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Boolean(value) => format!("Literal::Boolean({value})"),
        Literal::Number(value) => format!("Literal::Number({value})"),
        Literal::Text(value) => format!("Literal::Text({value:?})"),
    }
}

fn quantity(of: &Quantity) -> String {
    match of {
        Quantity::Number(number) => format!("Quantity::Number({number})"),
        Quantity::Key(key) => format!("Quantity::Key({})", key_ref(key)),
        Quantity::Compute(compute) => computed(compute),
    }
}

fn computed(compute: &Compute) -> String {
    match compute {
        Compute::Sum(parts) => format!("Quantity::Sum(&[{}])", list(parts, quantity)),
        Compute::Max(parts) => format!("Quantity::Max(&[{}])", list(parts, quantity)),
        Compute::Min(parts) => format!("Quantity::Min(&[{}])", list(parts, quantity)),
    }
}

fn assigned(value: &Assigned) -> String {
    match value {
        Assigned::Literal(Literal::Text(text)) => format!("Assigned::Text({text:?})"),
        Assigned::Literal(Literal::Boolean(value)) => format!("Assigned::Text(\"{value}\")"),
        Assigned::Literal(Literal::Number(value)) => format!("Assigned::Text(\"{value}\")"),
        Assigned::Compute(compute) => format!("Assigned::Number({})", computed(compute)),
    }
}

fn template(text: &str) -> String {
    let pieces = format::pieces(text).expect("a template, as RuleFile::read checks");
    let pieces = list(&pieces, |piece| match piece {
        Piece::Text(text) => format!("Piece::Text({text:?})"),
        Piece::Value(key) => format!("Piece::Value({})", key_ref(&KeyRef((*key).to_owned()))),
        Piece::Written(key) => format!("Piece::Written({})", constant(key)),
        Piece::Argument(argument) => format!("Piece::Argument(Argument::{argument:?})"),
    });
    format!("&[{pieces}]")
}

fn example(example: &Example) -> String {
    let files = example.files().map(|(role, text)| format!("(Role::{role}, {text:?})"));
    let text = |text: &Option<String>| option(text.as_ref(), |text| format!("{text:?}"));
    format!(
        "Example {{ name: {}, client: {}, complete: {}, latin1: {}, files: &[{}], broker_facts: {}, says: {}, severity: {}, fixed: {}, also: &{:?} }}",
        text(&example.name),
        option(example.client.as_ref(), |release| {
            format!("RELEASES[{}]", vocabulary::release_index(&release.0).expect("a release, as RuleFile::read checks"))
        }),
        example.complete,
        example.latin1,
        files.collect::<Vec<_>>().join(", "),
        text(&example.broker_facts),
        text(&example.says),
        option(example.severity, |severity| format!("Severity::{severity:?}")),
        text(&example.fixed),
        example.also
    )
}

/// The keys of patterns, as constants.
fn expand(vocabulary: &Vocabulary, patterns: &[format::KeyPattern]) -> String {
    let keys: Vec<String> =
        patterns.iter().flat_map(|pattern| matching(vocabulary, &pattern.0)).map(|key| constant(key)).collect();
    keys.join(", ")
}

pub(super) fn matching<'a>(vocabulary: &'a Vocabulary, pattern: &'a str) -> impl Iterator<Item = &'a String> {
    let stem = pattern.strip_suffix('*');
    vocabulary.keys.iter().filter(move |key| stem.map_or(*key == pattern, |stem| key.starts_with(stem)))
}

pub(super) fn constant(key: &str) -> String {
    format!("key::{}", key.replace('.', "_").to_uppercase())
}

pub(super) fn camel(name: &str) -> String {
    name.split('-')
        .map(|word| {
            let mut chars = word.chars();
            chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
        })
        .collect()
}

fn list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}

pub(super) fn option<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or("None".into(), |value| format!("Some({})", text(value)))
}
