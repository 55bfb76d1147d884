//! Comments that silence findings: what they hold for, what is wrong with them, and how they come into a file.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ackward::{
    classify::classify_as,
    finding::{FileId, Finding, Outcome, Related, Severity},
    fix::{Which, edited, settle},
    kafka::Role,
    properties::read,
    rule::{File, Options, rule},
    source::{Source, Span},
    suppress::{Suppressed, add, apply},
    version::VersionSet,
};
use proptest::prelude::*;

/// The rules of these tests, by the names that they have in them.
const NAMES: [(&str, &str); 4] =
    [("r", "duplicate-key"), ("s", "quoted-value"), ("not-asked", "inline-comment"), ("rr", "duplicate-keys")];
const R: &str = NAMES[0].1;
const S: &str = NAMES[1].1;
const NOT_ASKED: &str = NAMES[2].1;

/// The text with the names of real rules between its brackets.
fn spelled(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, list)) = rest.split_once('[') {
        let (list, after) = list.split_once(']').unwrap_or((list, ""));
        let name = |name: &str| {
            NAMES
                .iter()
                .find(|(short, _)| *short == name.trim())
                .map_or(name.to_owned(), |(short, long)| name.replace(short, long))
        };
        out.extend([before, "[", &list.split(',').map(name).collect::<Vec<_>>().join(","), "]"]);
        rest = after;
    }
    out + rest
}

fn finding(rule: &'static str, at: usize) -> Finding {
    Finding {
        rule,
        severity: Severity::Warning,
        outcome: Outcome::Hygiene,
        file: FileId(0),
        span: Some(Span::new(at, at + 1)),
        keys: Vec::new(),
        roles: vec![Role::Producer],
        clients: VersionSet::ALL,
        message: String::new(),
        label: None,
        help: None,
        related: Vec::new(),
        fix: None,
    }
}

/// Finds R at each `1` and S at each `2` of a value; a `3` in a value is R in the file, at no place.
fn found(source: &Source) -> Vec<Finding> {
    let places = |entry: &ackward::properties::Entry<'_>| entry.value_span.start..entry.value_span.end;
    let places = read(source).entries.iter().flat_map(places).collect::<Vec<_>>();
    let found = places.into_iter().filter_map(|at| match source.bytes()[at] {
        b'1' => Some(finding(R, at)),
        b'2' => Some(finding(S, at)),
        b'3' => Some(Finding { span: None, ..finding(R, at) }),
        _ => None,
    });
    found.collect()
}

fn judged(source: &Source, found: Vec<Finding>) -> (Vec<Finding>, Vec<Suppressed>) {
    let properties = read(source);
    let classification = classify_as(&properties, Role::Producer, "the test says so");
    let mut options = Options::default();
    options.rules.set(rule(NOT_ASKED).unwrap(), false);
    apply(&File { id: FileId(0), properties: &properties, classification: &classification }, VersionSet::ALL, &options, found)
}

fn source(bytes: impl AsRef<[u8]>) -> Source {
    Source::new("a.properties", bytes.as_ref().to_vec())
}

/// What is still reported, each with its line, and how much is not.
fn summary(text: &str) -> (Vec<String>, usize) {
    let source = source(spelled(text));
    let (kept, suppressed) = judged(&source, found(&source));
    let line = |finding: &Finding| finding.span.map_or(0, |span| source.line_at(span.start));
    let name = |rule: &'static str| NAMES.iter().find(|(_, long)| *long == rule).map_or(rule, |(short, _)| short);
    (kept.iter().map(|finding| format!("{}:{}", line(finding), name(finding.rule))).collect(), suppressed.len())
}

#[test]
fn a_comment_silences_its_rules_at_the_setting_below() {
    for (text, kept, suppressed) in [
        ("# ackward: ignore[r] x\na=1\nb=1\n", vec!["3:r"], 1),
        ("# ackward: ignore[r, s] x\n# other\na=1,\\\n  2\n", vec![], 2),
        ("! ackward: ignore-file[r] x\na=1\n\nb=1\nc=2\nd=3\n", vec!["5:s"], 3),
        ("# ackward: ignore[r] x\na=3\n", vec!["0:r", "1:suppression-unused"], 0),
        ("# ackward: ignore[r] x\n# ackward: ignore[s] y\na=12\n", vec![], 2),
        ("a=1\n# ackward: ignore[r] x\n\nb=1\n", vec!["1:r", "4:r", "2:suppression-unused"], 0),
        ("# ackward: ignore[r]\na=1\n", vec!["1:suppression-without-reason"], 1),
        ("# ackward: ignore[rr, r] x\na=1\n", vec!["1:suppression-unknown-rule"], 1),
        ("# ackward: ignore r\na=1\n", vec!["2:r", "1:suppression-malformed"], 0),
        ("# ackward: ignore[not-asked] x\na=b\n", vec![], 0),
    ] {
        assert_eq!(summary(text), (kept.into_iter().map(str::to_owned).collect(), suppressed), "{text}");
    }
}

#[test]
fn what_is_wrong_with_comments_is_silenced_for_the_file_only() {
    let for_the_file = "# ackward: ignore-file[suppression-without-reason] ours need none\n# ackward: ignore[r]\na=1\n";
    assert_eq!(summary(for_the_file), (vec![], 2));
    let above = "# ackward: ignore[suppression-without-reason] x\n# ackward: ignore[r]\na=1\n";
    assert_eq!(summary(above), (vec!["2:suppression-without-reason".to_owned(), "1:suppression-unused".to_owned()], 1));
    let without_use = "# ackward: ignore-file[suppression-unused] x\na=b\n";
    assert_eq!(summary(without_use), (vec!["1:suppression-unused".to_owned()], 0));
}

#[test]
fn another_place_of_a_finding_counts_too() {
    let source = source(spelled("# ackward: ignore[r] x\na=b\nc=1\n"));
    for (file, kept) in [(FileId(0), 0), (FileId(1), 2)] {
        let mut found = found(&source);
        found[0].related.push(Related { file, span: read(&source).entries[0].span(), message: String::new() });
        assert_eq!(judged(&source, found).0.len(), kept);
    }
}

#[test]
fn what_is_unused_can_be_removed() {
    for (before, after) in [
        ("# ackward: ignore[r] x\r\na=b\r\n", "a=b\r\n"),
        ("a=1\n  # ackward: ignore[s, r] x", "a=1\n"),
        ("# ackward: ignore[s, r] x\na=1\n", "# ackward: ignore[r] x\na=1\n"),
        ("# ackward: ignore[r ,s,not-asked] x\na=1\n", "# ackward: ignore[r ,not-asked] x\na=1\n"),
        ("# ackward: ignore[r,s] x\na=1\n", "# ackward: ignore[r] x\na=1\n"),
    ] {
        let settled = settle(vec![source(spelled(before))], Which::Safe, |sources| judged(&sources[0], found(&sources[0])).0);
        assert_eq!(String::from_utf8_lossy(settled.sources[0].bytes()), spelled(after), "{before}");
    }
}

/// The file with a comment for everything that is found in it.
fn silenced(source: &Source, reason: &str) -> Source {
    let edits = add(FileId(0), &read(source), &found(source), reason);
    Source::new(source.name(), edited(source, &edits).unwrap_or_else(|| source.bytes().to_vec()))
}

#[test]
fn comments_are_added_where_they_belong() {
    for (before, after) in [
        ("a=1\nb=x\n  c=12\n", "# ackward: ignore[r] y\na=1\nb=x\n  # ackward: ignore[r, s] y\n  c=12\n"),
        ("# x\r\na=3\r\n", "# ackward: ignore-file[r] y\r\n# x\r\na=3\r\n"),
        ("a=31", "# ackward: ignore-file[r] y\n# ackward: ignore[r] y\na=31"),
        ("\u{feff}a=1", "\u{feff}a=1\n# ackward: ignore-file[r] y\n"),
        ("\u{feff}a=1\n# end", "\u{feff}a=1\n# end\n# ackward: ignore-file[r] y\n"),
        ("\u{feff}a=1\\\n", "\u{feff}a=1\\\n"),
        ("a=x\n", "a=x\n"),
    ] {
        assert_eq!(String::from_utf8_lossy(silenced(&source(before), "y").bytes()), spelled(after), "{before:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: proptest::test_runner::RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever the file: after adding comments nothing is reported, and every setting is what it was.
    #[test]
    fn what_is_added_silences_everything_and_changes_nothing(text in "([ab#!= 123]|\\\\|\n|\r\n|\t|é){0,40}") {
        let before = source(&text);
        let after = silenced(&before, "because");
        let pairs = |source: &Source| read(source).entries.iter().map(|entry| (entry.key.to_string(), entry.value.to_string())).collect::<Vec<_>>();
        prop_assert_eq!(pairs(&before), pairs(&after));
        let (kept, _) = judged(&after, found(&after));
        prop_assert!(kept.is_empty(), "{:?} in {:?}", kept, String::from_utf8_lossy(after.bytes()));
    }
}
