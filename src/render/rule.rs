//! A rule → what it says, when it fires, why, and what is right and wrong; and the list of all rules.

use std::io::{self, Write};

use anstyle::Style;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Look, check::severity_style, list, releases, table, write_json};
use crate::{
    kafka::Role,
    rule::{
        Rule,
        catalogue::{Applies, Example, Guarantee, KeyRef, Literal, Predicate, Quantity, Test},
    },
    version::VersionSet,
};

/// Writes all that there is to know about a rule.
pub fn write(rule: &Rule, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let style = severity_style(rule.severity, look);
    let title = look.fill(&format!("{}: {}", rule.id, rule.title), "", "  ");
    writeln!(out, "{style}{}{style:#}{}", rule.id, title.strip_prefix(rule.id).unwrap_or_default())?;
    writeln!(out, "{}", look.fill(&facts(rule), "", "  "))?;
    for paragraph in rule.why.trim().split("\n\n") {
        writeln!(out, "\n{}", look.fill(&paragraph.replace('\n', " "), "", ""))?;
    }
    heading("when", look, out)?;
    writeln!(out, "{}", look.fill(&condition(rule), "  ", "  "))?;
    if let Some(example) = rule.bad.first() {
        examples("wrong", std::slice::from_ref(example), look, out)?;
        if let Some(fixed) = example.fixed {
            heading("mended", look, out)?;
            file(fixed, out)?;
        }
    }
    examples("right", &rule.good[..rule.good.len().min(2)], look, out)?;
    heading("sources", look, out)?;
    for source in rule.sources {
        writeln!(out, "{}", look.fill(source, "  ", "    "))?;
    }
    Ok(())
}

/// A rule in the JSON of `ackward rules`.
#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "Rule")]
struct RuleJson {
    /// The id.
    id: &'static str,
    /// What is wrong, as a heading.
    title: &'static str,
    /// How bad a finding usually is.
    severity: &'static str,
    /// How bad a finding can be at worst.
    severest: &'static str,
    /// What comes of it, usually.
    outcome: &'static str,
    /// The clients that it is for.
    roles: Vec<&'static str>,
    /// The releases that it is for, as runs `[first, last]`.
    clients: Vec<[String; 2]>,
    /// Whether there is a fix, and whether it is `safe` or `unsafe`.
    fix: Option<&'static str>,
}

/// Writes every rule as one JSON array.
pub fn write_list_json(rules: &[&Rule], out: &mut dyn Write) -> io::Result<()> {
    let rules: Vec<RuleJson> = rules
        .iter()
        .map(|rule| RuleJson {
            id: rule.id,
            title: rule.title,
            severity: rule.severity.name(),
            severest: rule.severest.name(),
            outcome: rule.outcome.name(),
            roles: rule.roles.iter().map(|role| role.name()).collect(),
            clients: rule.clients.runs().into_iter().map(|(first, last)| [first.to_string(), last.to_string()]).collect(),
            fix: rule.fix.as_ref().map(|fix| if fix.safe { "safe" } else { "unsafe" }),
        })
        .collect();
    write_json(&rules, out)
}

/// Writes every rule with what is wrong: a table where there is room for it, else two lines each.
pub fn write_list(rules: &[&Rule], look: Look, out: &mut dyn Write) -> io::Result<()> {
    if look.width >= WIDTH_OF_TABLE {
        let rows = rules.iter().map(|rule| [rule.id.to_owned(), severity(rule), rule.title.to_owned()]);
        return writeln!(out, "{}", table(look, ["rule", "severity", "what is wrong"], rows));
    }
    for rule in rules {
        let style = severity_style(rule.severest, look);
        writeln!(out, "{}: {style}{}{style:#}", rule.id, severity(rule))?;
        writeln!(out, "{}", look.fill(rule.title, "    ", "    "))?;
    }
    Ok(())
}

/// From so many columns on a table leaves most titles on one line.
const WIDTH_OF_TABLE: usize = 110;

/// `warning, error at worst; weaker-guarantee; producer; 3.0.1 to 4.4.0; safe fix`
fn facts(rule: &Rule) -> String {
    let roles: Vec<String> = rule.roles.iter().map(|role| role.name().replace('-', " ")).collect();
    let clients = if rule.clients == VersionSet::ALL { "every release".into() } else { releases(rule.clients, VersionSet::ALL) };
    let mut facts = vec![severity(rule), rule.outcome.name().to_owned(), list(&roles), clients];
    match rule.applies {
        Applies::Everywhere => {}
        Applies::Complete => facts.push("with --complete only".into()),
        Applies::Fragment => facts.push("without --complete only".into()),
    }
    if let Some(fix) = &rule.fix {
        facts.push(if fix.safe { "safe fix".into() } else { "unsafe fix".into() });
    }
    facts.join("; ")
}

fn severity(rule: &Rule) -> String {
    if rule.severest > rule.severity {
        format!("{} to {}", rule.severity.name(), rule.severest.name())
    } else {
        rule.severity.name().into()
    }
}

/// When it fires, as a sentence.
fn condition(rule: &Rule) -> String {
    let mut parts: Vec<String> = rule.when.iter().map(|(key, test)| said(*key, test, true)).collect();
    match rule.predicate {
        Predicate::Require(key, test) => parts.push(said(key, &test, false)),
        Predicate::Unread(keys) => {
            let keys: Vec<&str> = keys.iter().map(|key| key.name()).collect();
            let written = match keys.as_slice() {
                [only] => format!("{only} is written"),
                [.., _, _, _, _] => format!("one of {} keys is written, such as {}", keys.len(), list(&keys[..3])),
                several => format!("one of {} is written", list(several)),
            };
            parts.push(written);
        }
        Predicate::Refusal { reasons, keys, .. } => {
            let reasons: Vec<&str> = reasons.iter().map(|reason| reason.name()).collect();
            let keys: Vec<&str> = keys.iter().map(|key| key.name()).collect();
            let about = if keys.is_empty() { String::new() } else { format!(" about {}", list(&keys)) };
            parts.push(format!("the client refuses to start{about} ({})", list(&reasons)));
        }
        Predicate::Native(_) => parts.push("the text says so, as above".into()),
    }
    list(&parts)
}

/// What a test says of its key: that it holds, or that it does not.
fn said(key: KeyRef, test: &Test, holds: bool) -> String {
    let name = key_said(key);
    let (is, not) = if holds { ("is", "is not") } else { ("is not", "is") };
    let mut parts = Vec::new();
    if let Some(written) = test.written {
        parts.push(format!("{} written", if written == holds { "is" } else { "is not" }));
    }
    if let Some(value) = &test.equals {
        parts.push(format!("{is} {}", literal(value)));
    }
    if !test.one_of.is_empty() {
        parts.push(format!("{is} one of {}", test.one_of.iter().map(literal).collect::<Vec<_>>().join(", ")));
    }
    if let Some(value) = &test.differs {
        parts.push(format!("{not} {}", literal(value)));
    }
    if !test.text_one_of.is_empty() {
        parts.push(format!("{is} written as {}", test.text_one_of.join(" or ")));
    }
    if let Some(least) = test.at_least {
        parts.push(format!("is {} {}", if holds { "at least" } else { "below" }, quantity(least)));
    }
    if let Some(most) = test.at_most {
        parts.push(format!("is {} {}", if holds { "at most" } else { "above" }, quantity(most)));
    }
    format!("{name} {}", list(&parts))
}

fn key_said(key: KeyRef) -> String {
    match key {
        KeyRef::Own(key) => key.name().into(),
        KeyRef::Written(key) => format!("{} as written", key.name()),
        KeyRef::Of(role, key) => format!("the {}'s {}", role_said(role), key.name()),
        KeyRef::Broker(name) => format!("the broker's {name}"),
        KeyRef::DefaultBroker(name) => format!("the broker's {name} (Kafka's default, where the broker is not known)"),
        KeyRef::Guarantee(guarantee) => match guarantee {
            Guarantee::Idempotent => "idempotence",
            Guarantee::Transactional => "having transactions",
            Guarantee::Ordered => "order within a partition",
            Guarantee::DuplicatesOnRetry => "a duplicate after a retry",
            Guarantee::AutoCommit => "the automatic commit",
        }
        .into(),
    }
}

fn role_said(role: Role) -> String {
    role.name().replace('-', " ")
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Boolean(value) => value.to_string(),
        Literal::Number(value) => value.to_string(),
        Literal::Text("") => "empty".into(),
        // As the client holds it; people write it so.
        Literal::Text("-1") => "all".into(),
        Literal::Text(value) => (*value).into(),
    }
}

fn quantity(quantity: Quantity) -> String {
    let several = |parts: &[Quantity]| parts.iter().map(|part| self::quantity(*part)).collect::<Vec<_>>();
    match quantity {
        Quantity::Number(number) => number.to_string(),
        Quantity::Key(key) => key_said(key),
        Quantity::Sum(parts) => several(parts).join(" + "),
        Quantity::Max(parts) => format!("the greatest of {}", list(&several(parts))),
        Quantity::Min(parts) => format!("the least of {}", list(&several(parts))),
    }
}

fn examples(title: &str, examples: &[Example], look: Look, out: &mut dyn Write) -> io::Result<()> {
    for example in examples {
        let release = example.client.map(|client| format!("kafka-clients {client}"));
        let complete = example.complete.then(|| "--complete".to_owned());
        let about: Vec<String> = [release, complete, example.name.map(str::to_owned)].into_iter().flatten().collect();
        heading(&format!("{title} ({})", about.join(", ")).replace(" ()", ""), look, out)?;
        for (role, text) in example.files {
            if example.files.len() > 1 {
                writeln!(out, "  # {}", role_said(*role))?;
            }
            file(text, out)?;
        }
        if let Some(facts) = example.broker_facts {
            writeln!(out, "  # broker")?;
            file(facts, out)?;
        }
    }
    Ok(())
}

fn file(text: &str, out: &mut dyn Write) -> io::Result<()> {
    for line in text.trim_matches('\n').lines() {
        writeln!(out, "  {}", super::escaped(line))?;
    }
    Ok(())
}

fn heading(text: &str, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let bold = if look.color { Style::new().bold() } else { Style::new() };
    let text = look.fill(text, "", "  ");
    writeln!(out, "\n{bold}{text}{bold:#}")
}
