//! Random configurations through every release and through the library; disagreements by kind, shrunk.

use std::{collections::BTreeMap, error::Error, io, thread, time::Instant};

use ackward::version::{RELEASES, Version};

use crate::{
    Options, generate,
    jvm::Jvm,
    random::Random,
    truth::{
        Values,
        judge::{Disagreement, World, judge},
        scenario::{ROLES, Scenario},
    },
};

/// Configurations that a release sees in one go.
const BATCH: usize = 2000;

/// A kind of disagreement: how often it was met, and where first.
struct Kind {
    count: usize,
    releases: Vec<Version>,
    scenario: Scenario,
    version: Version,
    example: Disagreement,
}

/// Runs the comparison and says what it found; `false` where anything differed.
pub fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let seed: u64 = options.get("seed", 1)?;
    let pairs: usize = options.get("pairs", 100_000)?;
    let workers: usize = options.get("workers", 2)?;
    let named: String = options.get("releases", "all".to_owned())?;
    let world = if options.get("application", false)? { World::Application } else { World::Bare };
    let releases = releases(&named)?;
    let mut random = Random::new(seed);
    let scenarios: Vec<Scenario> = (0..pairs.div_ceil(releases.len())).map(|_| generate::scenario(&mut random)).collect();
    println!(
        "seed {seed}: {} configurations x {} releases ({} to {}) = {} pairs",
        scenarios.len(),
        releases.len(),
        releases[0],
        releases[releases.len() - 1],
        scenarios.len() * releases.len()
    );
    let start = Instant::now();
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    let found = thread::scope(|scope| {
        let running: Vec<_> = (0..workers)
            .map(|worker| {
                let mine: Vec<Version> = releases.iter().skip(worker).step_by(workers).copied().collect();
                let scenarios = &scenarios;
                scope.spawn(move || work(&mine, scenarios, world))
            })
            .collect();
        running.into_iter().map(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())).collect::<Vec<_>>()
    });
    for kind in found {
        for (name, kind) in kind?? {
            match kinds.get_mut(&name) {
                Some(known) => {
                    known.count += kind.count;
                    known.releases.extend(kind.releases);
                    if kind.scenario.entries.len() < known.scenario.entries.len() {
                        (known.scenario, known.version, known.example) = (kind.scenario, kind.version, kind.example);
                    }
                }
                None => {
                    kinds.insert(name, kind);
                }
            }
        }
    }
    let disagreements: usize = kinds.values().map(|kind| kind.count).sum();
    println!(
        "{} pairs, {disagreements} disagreements of {} kinds, {:.0?}",
        scenarios.len() * releases.len(),
        kinds.len(),
        start.elapsed()
    );
    report(kinds, world)?;
    Ok(disagreements == 0)
}

/// The releases of a list, oldest first.
fn releases(named: &str) -> Result<Vec<Version>, String> {
    if named == "all" {
        return Ok(RELEASES.to_vec());
    }
    let known = |name: &str| Version::parse(name).filter(|version| version.index().is_some());
    let mut releases: Vec<Version> =
        named.split(',').map(|name| known(name).ok_or_else(|| format!("no release `{name}`"))).collect::<Result<_, _>>()?;
    releases.sort();
    releases.dedup();
    Ok(releases)
}

fn work(releases: &[Version], scenarios: &[Scenario], world: World) -> io::Result<BTreeMap<String, Kind>> {
    let mut jvm = Jvm::start("construct", world)?;
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    for &version in releases {
        let bases = bases(&mut jvm, version)?;
        for batch in scenarios.chunks(BATCH) {
            let measured = jvm.construct(version, &batch.iter().collect::<Vec<_>>())?;
            for (scenario, measured) in batch.iter().zip(measured) {
                for found in judge(scenario, version, &measured, &bases[scenario.role.name()], world) {
                    let kind = kinds.entry(found.kind.clone()).or_insert_with(|| Kind {
                        count: 0,
                        releases: Vec::new(),
                        scenario: scenario.clone(),
                        version,
                        example: found.clone(),
                    });
                    kind.count += 1;
                    if kind.releases.last() != Some(&version) {
                        kind.releases.push(version);
                    }
                    if scenario.entries.len() < kind.scenario.entries.len() {
                        (kind.scenario, kind.version, kind.example) = (scenario.clone(), version, found);
                    }
                }
            }
        }
    }
    Ok(kinds)
}

/// What each client of a release shows with nothing else set, by role.
pub fn bases(jvm: &mut Jvm, version: Version) -> io::Result<BTreeMap<&'static str, Values>> {
    ROLES.into_iter().map(|role| Ok((role.name(), jvm.base(version, &Scenario::base(role))?))).collect()
}

/// Shrinks the example of each kind, and prints it with both answers.
fn report(kinds: BTreeMap<String, Kind>, world: World) -> Result<(), Box<dyn Error>> {
    if kinds.is_empty() {
        return Ok(());
    }
    let mut jvm = Jvm::start("construct", world)?;
    let mut sorted: Vec<_> = kinds.into_iter().collect();
    sorted.sort_by_key(|(_, kind)| std::cmp::Reverse(kind.count));
    for (name, mut kind) in sorted {
        let base = bases(&mut jvm, kind.version)?.remove(kind.scenario.role.name()).unwrap_or_default();
        while let Some((scenario, example)) = simpler(&mut jvm, &kind, &name, &base, world)? {
            (kind.scenario, kind.example) = (scenario, example);
        }
        kind.releases.sort();
        kind.releases.dedup();
        println!("\n{} x {name}", kind.count);
        println!("  in {}", kind.releases.iter().copied().collect::<ackward::version::VersionSet>());
        println!("  {}: {}", kind.version, kind.scenario);
        println!("  ours: {}\n  real: {}", kind.example.ours, kind.example.real);
    }
    Ok(())
}

/// The first simpler scenario that shows the same kind of disagreement.
fn simpler(jvm: &mut Jvm, kind: &Kind, name: &str, base: &Values, world: World) -> io::Result<Option<(Scenario, Disagreement)>> {
    let simpler = one_step_simpler(&kind.scenario);
    let measured = jvm.construct(kind.version, &simpler.iter().collect::<Vec<_>>())?;
    Ok(simpler.iter().zip(measured).find_map(|(scenario, measured)| {
        let found = judge(scenario, kind.version, &measured, base, world).into_iter().find(|found| found.kind == name)?;
        Some((scenario.clone(), found))
    }))
}

/// Scenarios that are one step simpler: a setting back to what every client has.
fn one_step_simpler(scenario: &Scenario) -> Vec<Scenario> {
    let base = Scenario::base(scenario.role);
    let mut all = Vec::new();
    for (key, value) in &scenario.entries {
        let mut simpler = scenario.clone();
        match base.get(key) {
            Some(needed) if needed == value => continue,
            Some(needed) => simpler.set(key, needed),
            None => simpler.unset(key),
        }
        all.push(simpler);
    }
    for (key, value) in &base.entries {
        if scenario.get(key).is_none() {
            let mut simpler = scenario.clone();
            simpler.set(key, value);
            all.push(simpler);
        }
    }
    all
}
