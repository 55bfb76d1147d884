//! The rules of `rules/*.toml`, checked and written as constants of `ackward::rule`. A broken rule ends
//! the build with its file, line and column.

#[path = "../../src/rule/format/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the library uses what this script does not")]
mod format;
#[path = "../../src/finding/grade.rs"]
#[allow(dead_code, reason = "the library uses what this script does not")]
mod grade;
mod index;
mod values;

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path, sync::OnceLock};

use format::RuleFile;
use values::{camel, constant, option};

use crate::kafka::Releases;

/// What a rule may name.
struct Vocabulary {
    keys: BTreeSet<String>,
    broker_keys: BTreeSet<String>,
    reasons: BTreeSet<String>,
    releases: Vec<String>,
}

static VOCABULARY: OnceLock<Vocabulary> = OnceLock::new();

/// The questions that `format` asks.
mod vocabulary {
    fn known() -> &'static super::Vocabulary {
        super::VOCABULARY.get().expect("the vocabulary is set before any rule is read")
    }

    pub fn is_key(name: &str) -> bool {
        known().keys.contains(name)
    }

    pub fn begins_key(stem: &str) -> bool {
        known().keys.range(stem.to_owned()..).next().is_some_and(|key| key.starts_with(stem))
    }

    pub fn is_broker_key(name: &str) -> bool {
        known().broker_keys.contains(name)
    }

    pub fn is_reason(name: &str) -> bool {
        known().reasons.contains(name)
    }

    pub fn release_index(text: &str) -> Option<usize> {
        known().releases.iter().position(|release| release == text)
    }
}

/// `RULES`, and the ways to find those that may fire.
pub fn tables(releases: &Releases, folder: &Path, source: &Path) -> String {
    let vocabulary = Vocabulary {
        keys: column(&source.join("kafka/keys.tsv"), 1),
        broker_keys: column(&source.join("kafka/broker.tsv"), 0),
        reasons: reasons(&source.join("effective/construction.rs")),
        releases: releases.names().to_vec(),
    };
    let vocabulary = VOCABULARY.get_or_init(|| vocabulary);
    let rules = read_all(folder);
    let mut out = String::new();
    let o = &mut out;
    let words = rules.len().div_ceil(64).max(1);
    writeln!(o, "/// How many words a set of rules has.\npub(super) const WORDS: usize = {words};").expect(WRITES);
    writeln!(o, "pub(super) static RULES: [Rule; {}] = [", rules.len()).expect(WRITES);
    for (id, rule) in &rules {
        values::rule(o, vocabulary, id, rule);
    }
    o.push_str("];\n");
    index::triggers(o, vocabulary, &rules, words);
    index::reasons(o, &rules);
    index::natives(o, &rules);
    out
}

const WRITES: &str = "a String takes every write";

fn read_all(folder: &Path) -> Vec<(String, RuleFile)> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a folder lists its files").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    // By id, not by file name: `-` comes before the dot of the extension, and `rule` searches by id.
    paths.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    let mut broken = Vec::new();
    let mut rules = Vec::new();
    for path in paths {
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let id = path.file_stem().and_then(|stem| stem.to_str()).expect("a rule's name is ASCII").to_owned();
        assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'), "{id}: no kebab-case");
        match RuleFile::read(&text) {
            Ok(rule) => rules.push((id, rule)),
            Err(error) => broken.push(format!("{}:{error}", path.display())),
        }
    }
    for line in &broken {
        println!("cargo::error={line}");
    }
    assert!(broken.is_empty(), "rules/ has broken rules: {broken:#?}");
    rules
}

/// One column of a table with a heading.
fn column(path: &Path, index: usize) -> BTreeSet<String> {
    let text = read(path);
    text.lines().skip(1).filter_map(|row| row.split('\t').nth(index)).map(str::to_owned).collect()
}

/// The names in the list that declares the reasons of a refusal.
fn reasons(path: &Path) -> BTreeSet<String> {
    let text = read(path);
    let list = text.split_once("\nreasons! {").and_then(|(_, after)| after.split_once("\n}")).map(|(list, _)| list);
    let list = list.unwrap_or_else(|| panic!("{} has no `reasons! {{ … }}`", path.display()));
    list.lines().filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
}

/// `NAMES`: keys that no client has, and what they are instead.
pub fn names(path: &Path) -> String {
    let text = read(path);
    let mut rows: Vec<Vec<&str>> = text.lines().skip(1).map(|row| row.split('\t').collect()).collect();
    rows.sort_unstable();
    let mut out = format!("static NAMES: [Foreign; {}] = [\n", rows.len());
    for row in rows {
        let [name, whose, meant] = row[..] else { panic!("names.tsv has three columns: {row:?}") };
        assert!(!vocabulary::is_key(name), "names.tsv: a client has `{name}`");
        assert!(meant.is_empty() || vocabulary::is_key(meant), "names.tsv: no client has `{meant}`");
        let meant = option(Some(meant).filter(|meant| !meant.is_empty()), constant);
        writeln!(out, "    Foreign {{ name: {name:?}, whose: Whose::{}, meant: {meant} }},", camel(whose)).expect(WRITES);
    }
    out + "];\n"
}

fn read(path: &Path) -> String {
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
