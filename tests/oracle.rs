//! Recorded truth: what the clients of every release did with thousands of configurations, against
//! what the library says of them. No JVM is needed; `fixtures/oracle/README.md` tells where it comes from.

mod truth;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use ackward::{
    kafka::Role,
    version::{RELEASES, Version, VersionSet},
};
use rayon::prelude::*;
use truth::{
    Values,
    fixture::{Base, Recorded},
    judge::{Disagreement, World, judge},
    scenario::{ROLES, Scenario},
};

#[test]
fn the_library_says_what_real_clients_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/oracle");
    let base: Base = serde_json::from_str(&read(&folder.join("base.json"))).expect("base.json is as recorded");
    let bases: BTreeMap<&str, Vec<Values>> =
        ROLES.into_iter().map(|role| (role.name(), base_of(&base, role).expect("every role is recorded"))).collect();
    let lines: Vec<(String, String)> = recorded_files(&folder)
        .into_iter()
        .flat_map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            read(&path).lines().map(|line| (name.clone(), line.to_owned())).collect::<Vec<_>>()
        })
        .collect();
    assert!(lines.len() > 5000, "only {} scenarios are recorded", lines.len());
    let differences: Vec<Difference> = lines.par_iter().flat_map_iter(|(file, line)| differences(file, line, &bases)).collect();
    let mut kinds: BTreeMap<&str, Vec<&Difference>> = BTreeMap::new();
    for difference in &differences {
        kinds.entry(&difference.found.kind).or_default().push(difference);
    }
    let report: Vec<String> = kinds.iter().map(|(kind, all)| said(kind, all)).collect();
    assert!(kinds.is_empty(), "{} differences from what real clients did:\n{}", differences.len(), report.join("\n"));
}

/// One release in which the library says something else than a client did.
struct Difference {
    file: String,
    version: Version,
    scenario: Scenario,
    found: Disagreement,
}

/// A kind of difference: in which releases, and the simplest scenario that shows it.
fn said(kind: &str, all: &[&Difference]) -> String {
    let releases: VersionSet = all.iter().map(|difference| difference.version).collect();
    let example = all.iter().min_by_key(|difference| difference.scenario.entries.len()).expect("a kind was met");
    let Difference { file, version, scenario, found } = example;
    format!(
        "{} x {kind}\n  in {releases}\n  {file}, {version}: {scenario}\n  ours: {}\n  real: {}",
        all.len(),
        found.ours,
        found.real
    )
}

fn differences(file: &str, line: &str, bases: &BTreeMap<&str, Vec<Values>>) -> Vec<Difference> {
    let recorded: Recorded = serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error}: {line}"));
    let scenario = Scenario::parse(&recorded.scenario).unwrap_or_else(|error| panic!("{file}: {error}: {line}"));
    let mut differences = Vec::new();
    for run in &recorded.runs {
        let all = releases(&run.from, &run.to).unwrap_or_else(|error| panic!("{file}: {error}: {line}"));
        for version in sample(all, line.len()) {
            let base = &bases[scenario.role.name()][version.index().expect("a run is of known releases")];
            let found = judge(&scenario, version, &run.measured, base, World::Bare);
            differences.extend(found.into_iter().map(|found| Difference {
                file: file.to_owned(),
                version,
                scenario: scenario.clone(),
                found,
            }));
        }
    }
    differences
}

/// Both ends of a run and one release between, another in each scenario: a wrong bound moves an end, and all together takes seconds.
fn sample(run: &[Version], chance: usize) -> Vec<Version> {
    let mut sample: Vec<Version> =
        [0, 1 + chance % run.len(), run.len() - 1].iter().filter_map(|index| run.get(*index)).copied().collect();
    sample.dedup();
    sample
}

#[test]
fn every_scenario_is_recorded_for_every_release() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut recorded = 0;
    for path in recorded_files(&root.join("fixtures/oracle")) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let scenarios = Scenario::parse_all(&read(&root.join("tests/harness/scenarios").join(format!("{name}.txt"))))
            .expect("scenarios parse");
        let lines: Vec<Recorded> =
            read(&path).lines().map(|line| serde_json::from_str(line).expect("a recorded line parses")).collect();
        let texts: Vec<String> = lines.iter().map(|line| line.scenario.clone()).collect();
        let wanted: Vec<String> = scenarios.iter().map(ToString::to_string).collect();
        assert_eq!(texts, wanted, "{name} differs from its scenarios: record anew");
        for line in lines {
            let releases: Vec<Version> = line
                .runs
                .iter()
                .flat_map(|run| releases(&run.from, &run.to).expect("runs are of known releases"))
                .copied()
                .collect();
            assert_eq!(releases, RELEASES, "{name}: {}", line.scenario);
            recorded += 1;
        }
    }
    assert!(recorded > 5000);
}

fn recorded_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The known releases from one to another, both ends in.
fn releases(from: &str, to: &str) -> Result<&'static [Version], String> {
    let place = |text: &str| Version::parse(text).and_then(Version::index).ok_or_else(|| format!("no release `{text}`"));
    Ok(&RELEASES[place(from)?..=place(to)?])
}

/// What a client of each release shows with nothing else set; empty where there is no such client.
fn base_of(base: &Base, role: Role) -> Result<Vec<Values>, String> {
    let mut all = vec![Values::new(); RELEASES.len()];
    for (key, runs) in base.get(role.name()).ok_or_else(|| format!("nothing recorded of the {}", role.name()))? {
        for (from, to, value) in runs {
            for version in releases(from, to)? {
                all[version.index().ok_or("a known release has an index")?].insert(key.clone(), value.clone());
            }
        }
    }
    Ok(all)
}
