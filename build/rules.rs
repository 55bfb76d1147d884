//! The rules of `rules/*.toml`, checked and written as constants of `ackward::rule`. A broken rule ends
//! the build with its file, line and column.

#[path = "../src/rule/format.rs"]
#[allow(dead_code, reason = "the library uses what this script does not")]
mod format;

use std::{collections::BTreeMap, collections::BTreeSet, fmt::Write as _, fs, path::Path, sync::OnceLock};

use format::{Assigned, Compute, Example, KeyRef, Literal, Native, Piece, Quantity, RuleFile, Test};

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
        rule_value(o, vocabulary, id, rule);
    }
    o.push_str("];\n");
    triggers(o, vocabulary, &rules, words);
    reasons_table(o, &rules);
    natives_table(o, &rules);
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

fn rule_value(o: &mut String, vocabulary: &Vocabulary, id: &str, rule: &RuleFile) {
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

/// For each key the rules that can fire only where the file writes one such key; and those that look at every file.
fn triggers(o: &mut String, vocabulary: &Vocabulary, rules: &[(String, RuleFile)], words: usize) {
    let keys: Vec<&String> = vocabulary.keys.iter().collect();
    let mut by_key = vec![vec![0_u64; words]; keys.len()];
    let mut always = vec![0_u64; words];
    for (index, (_, rule)) in rules.iter().enumerate() {
        if rule.refusal.is_some() {
            continue;
        }
        let wanted = wanted_keys(vocabulary, rule);
        if rule.always || wanted.is_empty() {
            always[index / 64] |= 1 << (index % 64);
        } else {
            for key in wanted {
                let id = keys.iter().position(|known| **known == key).expect("a key, as RuleFile::read checks");
                by_key[id][index / 64] |= 1 << (index % 64);
            }
        }
    }
    writeln!(o, "pub(super) static TRIGGERED: [[u64; WORDS]; KEY_COUNT] = {by_key:?};").expect(WRITES);
    writeln!(o, "pub(super) static ALWAYS: [u64; WORDS] = {always:?};").expect(WRITES);
}

/// The keys of which one must be written before the rule can fire. A key that must be written is enough
/// alone; else any that the rule reads can make it fire.
fn wanted_keys(vocabulary: &Vocabulary, rule: &RuleFile) -> BTreeSet<String> {
    let own = |key: &KeyRef| {
        let key = key.0.strip_prefix("written:").unwrap_or(&key.0);
        (!key.contains(':')).then(|| key.to_owned())
    };
    let must = rule.when.iter().find(|(key, test)| test.written == Some(true) && own(key).is_some());
    if let Some((key, _)) = must {
        return BTreeSet::from([key.0.clone()]);
    }
    if let Some(unread) = &rule.unread {
        return unread.iter().flat_map(|pattern| matching(vocabulary, &pattern.0)).cloned().collect();
    }
    let mut keys = BTreeSet::new();
    for (key, test) in rule.when.iter().chain(rule.require.iter().flatten()) {
        keys.extend(own(key).filter(|_| test.written != Some(false)));
        for quantity in test.at_least.iter().chain(&test.at_most) {
            keys_of(quantity, &mut keys);
        }
    }
    keys
}

fn keys_of(quantity: &Quantity, keys: &mut BTreeSet<String>) {
    match quantity {
        Quantity::Number(_) => {}
        Quantity::Key(key) => keys.extend(Some(&key.0).filter(|key| !key.contains(':')).cloned()),
        Quantity::Compute(Compute::Sum(parts) | Compute::Max(parts) | Compute::Min(parts)) => {
            for part in parts {
                keys_of(part, keys);
            }
        }
    }
}

/// For each reason the rules about it, those limited to some keys or cases first.
fn reasons_table(o: &mut String, rules: &[(String, RuleFile)]) {
    let mut by_reason: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, (_, rule)) in rules.iter().enumerate() {
        for reason in rule.refusal.iter().flatten() {
            by_reason.entry(&reason.0).or_default().push(index);
        }
    }
    o.push_str("pub(super) const fn about(reason: Reason) -> &'static [u16] {\n    match reason {\n");
    for (reason, mut of) in by_reason {
        of.sort_by_key(|index| {
            let rule = &rules[*index].1;
            (rule.refusal_keys.is_empty(), rule.when.is_empty(), *index)
        });
        writeln!(o, "        Reason::{} => &{of:?},", camel(reason)).expect(WRITES);
    }
    o.push_str("        #[allow(unreachable_patterns)]\n        _ => &[],\n    }\n}\n");
}

/// The rule of each native.
fn natives_table(o: &mut String, rules: &[(String, RuleFile)]) {
    o.push_str("pub(super) const fn rule_of(native: Native) -> u16 {\n    match native {\n");
    for native in Native::ALL {
        let of: Vec<usize> = (0..rules.len()).filter(|index| rules[*index].1.native == Some(*native)).collect();
        let [index] = of[..] else { panic!("{native:?} needs one rule in rules/, and has {}", of.len()) };
        writeln!(o, "        Native::{native:?} => {index},").expect(WRITES);
    }
    o.push_str("    }\n}\n");
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

fn matching<'a>(vocabulary: &'a Vocabulary, pattern: &'a str) -> impl Iterator<Item = &'a String> {
    let stem = pattern.strip_suffix('*');
    vocabulary.keys.iter().filter(move |key| stem.map_or(*key == pattern, |stem| key.starts_with(stem)))
}

fn constant(key: &str) -> String {
    format!("key::{}", key.replace('.', "_").to_uppercase())
}

fn camel(name: &str) -> String {
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

fn option<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or("None".into(), |value| format!("Some({})", text(value)))
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
