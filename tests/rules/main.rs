//! The laws that every rule of `rules/*.toml` keeps, and its examples, run.

mod catalogue;
mod complete;

use std::{collections::BTreeSet, fmt::Write as _};

use ackward::{
    classify::classify_as,
    finding::{FileId, Finding, Severity},
    fix::{Which, apply},
    properties::read,
    rule::{BrokerFacts, Fact, File, Options, Rule, catalogue::Example, check, check_together, rules},
    source::Source,
    suppress,
    version::{Version, VersionSet},
};

/// What an example gives, and which of its files it is that the rule is about.
fn run(example: &Example) -> (Vec<Finding>, Vec<Source>) {
    let sources: Vec<Source> = example
        .files
        .iter()
        .map(|(role, text)| {
            let bytes = if example.latin1 {
                text.chars().map(|char| u8::try_from(char).expect("latin1")).collect()
            } else {
                text.as_bytes().to_vec()
            };
            Source::new(format!("{}.properties", role.name()), bytes)
        })
        .collect();
    let findings = findings_of(example, &sources);
    (findings, sources)
}

fn findings_of(example: &Example, sources: &[Source]) -> Vec<Finding> {
    let client = VersionSet::one(example.client.unwrap_or(Version::NEWEST));
    let properties: Vec<_> = sources.iter().map(read).collect();
    let classified: Vec<_> = example
        .files
        .iter()
        .zip(&properties)
        .map(|((role, _), properties)| classify_as(properties, *role, "the example says so"))
        .collect();
    let options = Options { complete: example.complete, facts: facts(example), ..Options::default() };
    let file = |index: usize| File { id: FileId(index), properties: &properties[index], classification: &classified[index] };
    let mut findings: Vec<Finding> = (0..sources.len()).flat_map(|index| check(&file(index), client, &options)).collect();
    let together: Vec<_> = (0..sources.len()).map(|index| (file(index), client)).collect();
    if together.len() > 1 {
        findings.extend(check_together(&together, &options));
    }
    (0..sources.len())
        .flat_map(|index| {
            let own = findings.iter().filter(|finding| finding.file == FileId(index)).cloned().collect();
            suppress::apply(&file(index), client, &options, own).0
        })
        .collect()
}

fn facts(example: &Example) -> BrokerFacts {
    let mut facts = BrokerFacts::default();
    for line in example.broker_facts.unwrap_or_default().lines() {
        let (key, value) = line.split_once('=').expect("broker facts are key=value");
        facts.settings.insert(key.trim().into(), Fact { value: value.trim().into(), origin: "the example".into() });
    }
    facts
}

/// Runs every example through `judge`, and fails with all that it says.
fn for_each_example(judge: impl Fn(&'static Rule, &'static Example, bool) -> Result<(), String>) {
    let mut wrong = String::new();
    for rule in rules() {
        let examples = rule.bad.iter().map(|example| (example, true)).chain(rule.good.iter().map(|example| (example, false)));
        for (index, (example, bad)) in examples.enumerate() {
            if let Err(why) = judge(rule, example, bad) {
                let number = if bad { index } else { index - rule.bad.len() };
                let kind = if bad { "bad" } else { "good" };
                writeln!(wrong, "{} [[{kind}]] {number}: {why}", rule.id).expect("a String takes every write");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn bad_examples_fire_and_good_ones_do_not() {
    for_each_example(|rule, example, bad| {
        let (findings, _) = run(example);
        let fires = findings.iter().any(|finding| finding.rule == rule.id);
        if fires == bad {
            Ok(())
        } else {
            let others: Vec<_> = findings.iter().map(|finding| (finding.rule, &finding.message)).collect();
            Err(format!("fires: {fires}; found {others:?}"))
        }
    });
}

#[test]
fn examples_show_no_other_error() {
    for_each_example(|rule, example, _| {
        let (findings, _) = run(example);
        let errors: BTreeSet<&str> = findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error && finding.rule != rule.id)
            .map(|finding| finding.rule)
            .collect();
        let also: BTreeSet<&str> = example.also.iter().copied().collect();
        if errors == also { Ok(()) } else { Err(format!("errors {errors:?}, and `also` says {also:?}")) }
    });
}

#[test]
fn messages_are_as_the_examples_say() {
    for_each_example(|rule, example, bad| {
        let (findings, _) = run(example);
        let Some(finding) = findings.iter().find(|finding| finding.rule == rule.id) else { return Ok(()) };
        if !bad {
            return Ok(());
        }
        let severity = example.severity.unwrap_or(rule.severity);
        if finding.severity != severity {
            return Err(format!("is {:?} and should be {severity:?}", finding.severity));
        }
        match example.says {
            Some(says) if says == finding.message => Ok(()),
            Some(says) => Err(format!("says  {}\n  not   {says}", finding.message)),
            None if std::ptr::eq(example, &raw const rule.bad[0]) => {
                Err(format!("the first example needs says={:?}", finding.message))
            }
            None => Ok(()),
        }
    });
}

#[test]
fn fixes_give_what_the_examples_say_and_leave_nothing_to_fix() {
    for_each_example(|rule, example, bad| {
        let Some(fixed) = example.fixed.filter(|_| bad) else { return Ok(()) };
        let (findings, sources) = run(example);
        let own =
            |findings: Vec<Finding>| -> Vec<Finding> { findings.into_iter().filter(|finding| finding.rule == rule.id).collect() };
        let once = apply(&own(findings), Which::All, |file| &sources[file.0]);
        let [(file, bytes)] = once.changed.as_slice() else { return Err("changes nothing".into()) };
        let mended = String::from_utf8_lossy(bytes);
        if mended != fixed {
            return Err(format!("gives {mended:?}"));
        }
        let again: Vec<Source> = sources
            .iter()
            .enumerate()
            .map(|(index, source)| {
                Source::new(source.name(), if index == file.0 { bytes.clone() } else { source.bytes().to_vec() })
            })
            .collect();
        let after = findings_of(example, &again);
        let errors = after.iter().filter(|finding| finding.severity == Severity::Error).map(|finding| finding.rule);
        let new: Vec<&str> = errors.filter(|rule| !example.also.contains(rule)).collect();
        if own(after.clone()).is_empty() && new.is_empty() {
            Ok(())
        } else {
            Err(format!("leaves {:?}", after.iter().map(|finding| &finding.message).collect::<Vec<_>>()))
        }
    });
}
