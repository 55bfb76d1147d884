//! The differential driver: the library against the real clients, by the million.
//!
//! `cargo test --features differential --test differential -- COMMAND`; see CONTRIBUTING.md.

#![allow(clippy::print_stdout, reason = "it is a program of its own")]

mod compare;
mod generate;
mod jvm;
mod properties;
mod random;
mod record;
#[path = "../truth/mod.rs"]
mod truth;
mod vocabulary;

use std::{collections::HashMap, error::Error, process::ExitCode, str::FromStr};

const USAGE: &str = "\
compare [--seed N] [--pairs N] [--releases A,B] [--workers N] [--application true]
                                                              the library against the real clients
record [--file NAME] [--workers N]                            write fixtures/oracle from tests/harness/scenarios
properties [--seed N] [--inputs N]                            .properties bytes through java.util.Properties and ours
random [--seed N] [--count N]                                 print scenarios";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    let result = options(arguments).and_then(|options| match command.as_str() {
        "compare" => compare::run(&options),
        "record" => record::run(&options),
        "properties" => properties::run(&options),
        "random" => random_scenarios(&options),
        _ => Err(USAGE.into()),
    });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("{error}");
            ExitCode::from(2)
        }
    }
}

fn random_scenarios(options: &Options) -> Result<bool, Box<dyn Error>> {
    let mut random = random::Random::new(options.get("seed", 1)?);
    for _ in 0..options.get("count", 1000)? {
        println!("{}", generate::scenario(&mut random));
    }
    Ok(true)
}

/// The `--name value` pairs of a command.
pub struct Options(HashMap<String, String>);

impl Options {
    /// The value of an option, or what it is without one.
    pub fn get<T: FromStr>(&self, name: &str, without: T) -> Result<T, Box<dyn Error>> {
        self.0.get(name).map_or(Ok(without), |text| text.parse().map_err(|_| format!("--{name} cannot be `{text}`").into()))
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, Box<dyn Error>> {
    let mut options = HashMap::new();
    while let Some(name) = arguments.next() {
        let name = name.strip_prefix("--").ok_or(USAGE)?.to_owned();
        options.insert(name, arguments.next().ok_or(USAGE)?);
    }
    Ok(Options(options))
}
