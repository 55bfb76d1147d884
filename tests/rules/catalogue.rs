//! Laws over the catalogue itself: names, keys, releases, wording.

use std::{collections::BTreeSet, env, fs, path::Path};

use ackward::{
    effective::Reason,
    finding::{Outcome, Severity},
    kafka::{Client, KeyId, Layout, Role, Type},
    rule::{
        Rule,
        catalogue::{Argument, Example, KeyRef, Literal, Piece, Predicate, Test},
        rules,
    },
    version::{RELEASES, Version, VersionSet},
};

/// Fails with everything that `judge` says of the rules.
fn for_each_rule(judge: impl Fn(&'static Rule) -> Vec<String>) {
    let wrong: Vec<String> =
        rules().iter().flat_map(|rule| judge(rule).into_iter().map(move |why| format!("{}: {why}", rule.id))).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_list_of_ids_is_that_of_the_files_and_of_the_golden_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files: BTreeSet<String> = fs::read_dir(root.join("rules"))
        .expect("rules/ is a folder")
        .map(|entry| entry.expect("a folder lists its files").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let ids: BTreeSet<String> = rules().iter().map(|rule| rule.id.to_owned()).collect();
    assert_eq!(files, ids);
    assert!(rules().is_sorted_by_key(|rule| rule.id));
    let golden = root.join("tests/golden/rule-ids.txt");
    let text = rules().iter().map(|rule| rule.id).collect::<Vec<_>>().join("\n") + "\n";
    if env::var_os("UPDATE").is_some() {
        fs::write(&golden, &text).expect("the golden file can be written");
    }
    assert_eq!(fs::read_to_string(&golden).unwrap_or_default(), text, "UPDATE=1 cargo test rewrites {}", golden.display());
}

#[test]
fn keys_exist_with_the_right_type_wherever_the_rule_holds() {
    for_each_rule(|rule| {
        let mut wrong = Vec::new();
        for (key, test) in tests_of(rule) {
            let Some(key) = own(key) else { continue };
            // A key that differs from a value, or is not written, may as well not exist.
            let may_be_absent = test.differs.is_some() || test.written == Some(false) && test.equals.is_none();
            for client in clients_of(rule) {
                for version in rule.clients.iter().filter(|version| Layout::of(client, *version).is_some()) {
                    match key.definition(client, version) {
                        None if may_be_absent => {}
                        None => wrong.push(format!("{key:?} is no key of the {} {version}", client.name())),
                        Some(definition) if !suits(test, definition.kind) => {
                            wrong.push(format!("{key:?} is a {} in the {} {version}", definition.kind.name(), client.name()));
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        wrong.truncate(3);
        wrong
    });
}

fn suits(test: &Test, kind: Type) -> bool {
    let literals = test.equals.iter().chain(test.one_of).chain(&test.differs);
    let numeric = matches!(kind, Type::Short | Type::Int | Type::Long);
    literals.into_iter().all(|literal| match literal {
        Literal::Boolean(_) => kind == Type::Boolean,
        Literal::Number(_) => numeric,
        Literal::Text(_) => matches!(kind, Type::String | Type::Class),
    }) && (numeric || test.at_least.is_none() && test.at_most.is_none())
}

#[test]
fn releases_are_tight() {
    for_each_rule(|rule| {
        let mut wrong = Vec::new();
        let has = |examples: &[Example], version: Version| {
            examples.iter().any(|example| example.client.unwrap_or(Version::NEWEST) == version)
        };
        for (first, last) in rule.clients.runs() {
            let (before, after) = (first.index().unwrap_or(0), last.index().unwrap_or(0) + 1);
            if before > 0 {
                let outside = RELEASES[before - 1];
                if !has(rule.bad, first) {
                    wrong.push(format!("needs a bad example for {first}, the first of its releases"));
                }
                if !has(rule.good, outside) {
                    wrong.push(format!("needs a good example for {outside}, just before its releases"));
                }
            }
            if let Some(outside) = RELEASES.get(after) {
                if !has(rule.bad, last) {
                    wrong.push(format!("needs a bad example for {last}, the last of its releases"));
                }
                if !has(rule.good, *outside) {
                    wrong.push(format!("needs a good example for {outside}, just after its releases"));
                }
            }
        }
        wrong
    });
}

#[test]
fn messages_name_what_the_rule_knows() {
    for_each_rule(|rule| {
        let texts = [Some(rule.message), rule.label, rule.help];
        let mut wrong = Vec::new();
        for piece in texts.into_iter().flatten().flatten() {
            match (*piece, rule.predicate) {
                (Piece::Argument(Argument::Require), Predicate::Require(_, test))
                    if test.at_least.is_some() || test.at_most.is_some() => {}
                (Piece::Argument(Argument::Require), _) => wrong.push("{require} is nothing here".to_owned()),
                (Piece::Argument(Argument::Others), Predicate::Unread(_)) => {}
                (Piece::Argument(argument), Predicate::Require(..) | Predicate::Unread(_)) => {
                    wrong.push(format!("{argument:?} is nothing here"));
                }
                _ => {}
            }
        }
        wrong
    });
}

#[test]
fn words_are_as_the_house_has_them() {
    for_each_rule(|rule| {
        let mut wrong = Vec::new();
        let plain = |pieces: &[Piece]| -> String {
            pieces.iter().map(|piece| if let Piece::Text(text) = piece { (*text).to_owned() } else { "x".to_owned() }).collect()
        };
        let texts = [
            ("message", Some(plain(rule.message))),
            ("label", rule.label.map(plain)),
            ("help", rule.help.map(plain)),
            ("title", Some(rule.title.to_owned())),
        ];
        for (what, text) in texts.into_iter().filter_map(|(what, text)| Some((what, text?))) {
            let first = text.split(' ').next().unwrap_or_default();
            let is_word = first.chars().skip(1).all(|char| char.is_lowercase() || char == ',');
            if text.starts_with(char::is_uppercase) && is_word && first.len() > 1 {
                wrong.push(format!("{what} begins with a capital"));
            }
            if text.ends_with('.') || text.contains('\n') || text.contains("  ") || text.trim() != text {
                wrong.push(format!("{what} is not one line without a full stop: {text:?}"));
            }
        }
        if rule.why.len() < 40 || !rule.why.ends_with('.') {
            wrong.push("why is no paragraph".into());
        }
        wrong
    });
}

#[test]
fn what_refuses_to_start_is_grave() {
    for_each_rule(|rule| {
        let refuses = rule.outcome == Outcome::RefusesToStart;
        let mut wrong = Vec::new();
        if refuses && rule.severity < Severity::Warning {
            wrong.push("a client that does not start is worth more than an info".into());
        }
        if matches!(rule.predicate, Predicate::Refusal { .. }) && (!refuses || rule.severity != Severity::Error) {
            wrong.push("a refusal is an error that refuses to start".into());
        }
        wrong
    });
}

#[test]
fn every_reason_to_refuse_has_a_rule() {
    /// What only the machine knows, and a file cannot be blamed for.
    const OF_THE_MACHINE: [Reason; 2] = [Reason::ConfigProviderNotAllowed, Reason::Placeholder];
    let covered: Vec<Reason> = rules()
        .iter()
        .filter_map(|rule| if let Predicate::Refusal { reasons, .. } = rule.predicate { Some(reasons) } else { None })
        .flatten()
        .copied()
        // The file is refused, whichever client it is for; that is a native rule's.
        .chain([Reason::MalformedEscape])
        .collect();
    let missing: Vec<&str> = Reason::ALL
        .iter()
        .filter(|reason| covered.contains(reason) == OF_THE_MACHINE.contains(reason))
        .map(|reason| reason.name())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn fixes_are_shown_by_an_example() {
    for_each_rule(|rule| {
        let shown = rule.bad.iter().any(|example| example.fixed.is_some());
        let wrong = match (&rule.fix, shown) {
            (Some(_), false) => Some("has a fix, and no example shows it"),
            (None, true) => Some("has no fix, and an example shows one"),
            _ => None,
        };
        wrong.map(str::to_owned).into_iter().collect()
    });
}

#[test]
fn a_rule_yields_to_rules_that_there_are() {
    for_each_rule(|rule| {
        let unknown = rule.yields_to.iter().filter(|id| **id == rule.id || ackward::rule::rule(id).is_none());
        unknown.map(|id| format!("yields to {id}, which is no other rule")).collect()
    });
}

#[test]
fn sets_of_releases_are_not_empty() {
    for_each_rule(|rule| if rule.clients == VersionSet::NONE { vec!["is for no release".into()] } else { Vec::new() });
}

fn tests_of(rule: &Rule) -> Vec<(KeyRef, &Test)> {
    let mut tests: Vec<(KeyRef, &Test)> = rule.when.iter().map(|(key, test)| (*key, test)).collect();
    if let Predicate::Require(key, test) = &rule.predicate {
        tests.push((*key, test));
    }
    tests
}

const fn own(key: KeyRef) -> Option<KeyId> {
    match key {
        KeyRef::Own(key) | KeyRef::Written(key) => Some(key),
        _ => None,
    }
}

fn clients_of(rule: &Rule) -> BTreeSet<Client> {
    rule.roles.iter().filter_map(|role: &Role| role.client()).collect()
}
