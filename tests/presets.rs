//! Presets are frozen: a rule in one stays in the catalogue, and is never worse than it was.

use std::{collections::BTreeSet, env, fmt::Write as _, fs};

use ackward::{
    project::{
        Config,
        preset::{PRESETS, Preset},
        selection::is_preview,
    },
    rule::{rule, rules},
    source::Source,
};

/// The first line of a preset that is not yet released, and follows the catalogue.
const OPEN: &str = "# open";

fn path(preset: &Preset) -> String {
    format!("src/project/presets/{}.txt", preset.name)
}

#[test]
fn every_rule_of_a_preset_is_in_the_catalogue() {
    for preset in &PRESETS {
        let ids: Vec<_> = preset.rules().map(|(id, _)| id).collect();
        assert!(ids.is_sorted() && !ids.is_empty(), "{}", preset.name);
        for id in ids {
            assert!(rule(id).is_some(), "{} holds {id}, which is gone: a preset is frozen, so the rule has to stay", preset.name);
        }
    }
}

#[test]
fn the_open_preset_is_the_catalogue() {
    for preset in &PRESETS {
        let file = fs::read_to_string(path(preset)).unwrap();
        let Some(head) = file.lines().next().filter(|line| line.starts_with(OPEN)) else { continue };
        let mut expected = format!("{head}\n");
        for rule in rules() {
            writeln!(expected, "{}\t{}", rule.id, rule.severest.name()).unwrap();
        }
        if env::var_os("UPDATE").is_some() {
            fs::write(path(preset), &expected).unwrap();
        } else {
            assert!(file == expected, "{} is not the catalogue: UPDATE=1 cargo test rewrites it", path(preset));
        }
    }
}

#[test]
fn only_the_newest_preset_can_be_open() {
    let open = |preset: &&Preset| fs::read_to_string(path(preset)).unwrap().starts_with(OPEN);
    assert!(PRESETS.iter().rev().skip(1).find(open).is_none());
    let names: BTreeSet<_> = PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names.len(), PRESETS.len());
    assert!(names.contains(Preset::DEFAULT.name));
}

#[test]
fn what_is_in_no_preset_is_preview() {
    let listed: BTreeSet<_> = PRESETS.iter().flat_map(Preset::rules).map(|(id, _)| id).collect();
    for rule in rules() {
        assert_eq!(is_preview(rule), !listed.contains(rule.id), "{}", rule.id);
    }
}

#[test]
fn the_schema_is_a_schema_and_agrees_with_the_reader() {
    let schema = serde_json::to_value(Config::schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let good = [
        "",
        "client = \"3.9.1\"\ncomplete = true\npreset = \"2026.1\"\nselect = [\"all\"]\n[severity]\ncrc-check-off = \"info\"\n",
        "[[override]]\npaths = [\"a/*\"]\nrole = \"share-consumer\"\nfail-on = \"never\"\n",
        "[[pipeline]]\nname = \"x\"\nproducer = \"p\"\n[pipeline.transaction]\nrestart = \"3m\"\nheadroom = 1.5\n",
    ];
    let bad = [
        "clinet = \"3.9.1\"",
        "client = 3.9",
        "fail-on = \"warn\"",
        "[severity]\nx = \"fatal\"",
        "[[override]]\nrole = \"producer\"",
        "[[override]]\npaths = [\"a\"]\nrole = \"shared\"",
        "[[pipeline]]\nproducer = \"p\"",
    ];
    let as_json = |text: &str| serde_json::to_value(toml::from_str::<toml::Value>(text).unwrap()).unwrap();
    let reads = |text: &str| Config::parse(&Source::new("ackward.toml", text.into())).is_ok();
    for text in good {
        assert!(validator.is_valid(&as_json(text)), "the schema refuses\n{text}");
        assert!(reads(text), "the reader refuses\n{text}");
    }
    for text in bad {
        assert!(!validator.is_valid(&as_json(text)), "the schema takes\n{text}");
        assert!(!reads(text), "the reader takes\n{text}");
    }
}
