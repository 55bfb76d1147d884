//! Writes `fixtures/oracle`: every scenario of `tests/harness/scenarios`, and what each release made of it.

use std::{
    error::Error,
    fs,
    io::{self, Write as _},
    path::Path,
    thread,
};

use ackward::version::{RELEASES, Version};

use crate::{
    Options,
    compare::bases,
    jvm::Jvm,
    truth::{
        Measured, Values,
        fixture::{Base, Recorded, Run},
        judge::World,
        scenario::{ROLES, Scenario},
    },
};

/// What one release made of everything: what its clients show with nothing else set, and the outcome of each scenario.
type Column = (std::collections::BTreeMap<&'static str, Values>, Vec<Measured>);

/// Records everything anew, or one file of scenarios. The diff of the fixtures says what changed.
pub fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let workers: usize = options.get("workers", 2)?;
    let only: String = options.get("file", String::new())?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<(String, Vec<Scenario>)> = Vec::new();
    for entry in fs::read_dir(root.join("tests/harness/scenarios"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if !only.is_empty() && only != name {
                continue;
            }
            let scenarios =
                Scenario::parse_all(&fs::read_to_string(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
            files.push((name, scenarios));
        }
    }
    if files.is_empty() {
        return Err(format!("tests/harness/scenarios has no {only}.txt").into());
    }
    files.sort_by(|one, other| one.0.cmp(&other.0));
    let all: Vec<&Scenario> = files.iter().flat_map(|(_, scenarios)| scenarios).collect();
    let columns = measure(&all, workers)?;
    let folder = root.join("fixtures/oracle");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("base.json"), base_text(&columns)?)?;
    let mut index = 0;
    for (name, scenarios) in &files {
        let mut out = io::BufWriter::new(fs::File::create(folder.join(format!("{name}.jsonl")))?);
        for scenario in scenarios {
            let outcomes: Vec<Measured> = columns.iter().map(|column| column.1[index].clone()).collect();
            let recorded = Recorded { scenario: scenario.to_string(), runs: runs(&outcomes) };
            writeln!(out, "{}", serde_json::to_string(&recorded)?)?;
            index += 1;
        }
        out.flush()?;
        println!("{name}: {} scenarios", scenarios.len());
    }
    let unknown: Vec<String> = columns.iter().flat_map(|column| &column.1).filter_map(unknown_reason).collect();
    for reason in unknown.iter().collect::<std::collections::BTreeSet<_>>() {
        println!("no code for: {reason}");
    }
    println!("{} scenarios x {} releases", all.len(), columns.len());
    Ok(unknown.is_empty())
}

/// The runs of a sequence of outcomes, one for each known release.
fn runs(outcomes: &[Measured]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (version, measured) in RELEASES.iter().zip(outcomes) {
        match runs.last_mut() {
            Some(run) if run.measured == *measured => run.to = version.to_string(),
            _ => runs.push(Run { from: version.to_string(), to: version.to_string(), measured: measured.clone() }),
        }
    }
    runs
}

fn unknown_reason(measured: &Measured) -> Option<String> {
    match measured {
        Measured::Refuses { reason, .. } if reason.starts_with("unknown:") => Some(reason.clone()),
        _ => None,
    }
}

/// One column a release, in the order of releases.
fn measure(all: &[&Scenario], workers: usize) -> Result<Vec<Column>, Box<dyn Error>> {
    let mut columns: Vec<(Version, Column)> = Vec::new();
    let found = thread::scope(|scope| {
        let running: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    let mut jvm = Jvm::start("construct", World::Bare)?;
                    let mine = RELEASES.iter().skip(worker).step_by(workers);
                    mine.map(|&version| Ok((version, (bases(&mut jvm, version)?, jvm.construct(version, all)?))))
                        .collect::<io::Result<Vec<_>>>()
                })
            })
            .collect();
        running.into_iter().map(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())).collect::<Vec<_>>()
    });
    for worker in found {
        columns.extend(worker??);
    }
    columns.sort_by_key(|column| column.0);
    Ok(columns.into_iter().map(|(_, column)| column).collect())
}

/// What clients with nothing else set show: a line for each role and key.
fn base_text(columns: &[Column]) -> Result<String, Box<dyn Error>> {
    let mut base = Base::new();
    for role in ROLES {
        let keys = base.entry(role.name().into()).or_default();
        for (version, column) in RELEASES.iter().zip(columns) {
            for (key, value) in column.0.get(role.name()).into_iter().flatten() {
                let runs: &mut Vec<(String, String, String)> = keys.entry(key.clone()).or_default();
                let before = version.index().and_then(|index| index.checked_sub(1)).map(|index| RELEASES[index].to_string());
                match runs.last_mut() {
                    Some(run) if run.2 == *value && Some(&run.1) == before.as_ref() => run.1 = version.to_string(),
                    _ => runs.push((version.to_string(), version.to_string(), value.clone())),
                }
            }
        }
    }
    // A line a key, so that a diff shows what changed.
    let mut roles = Vec::new();
    for (role, keys) in &base {
        let lines: Result<Vec<String>, serde_json::Error> = keys
            .iter()
            .map(|(key, runs)| Ok(format!("{}: {}", serde_json::to_string(key)?, serde_json::to_string(runs)?)))
            .collect();
        roles.push(format!("{}: {{\n{}}}", serde_json::to_string(role)?, lines?.join(",\n")));
    }
    Ok(format!("{{\n{}}}\n", roles.join(",\n")))
}
