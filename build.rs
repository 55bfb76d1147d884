//! Turns the data that people edit (releases, key tables, rules) into Rust, so that it costs nothing at start.

#[path = "build/kafka.rs"]
mod kafka;
#[path = "build/rules/mod.rs"]
mod rules;

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let releases = kafka::Releases::read(Path::new("src/kafka/releases.txt"));
    write(&out, "releases.rs", &releases.to_rust());
    write(&out, "kafka_tables.rs", &kafka::tables(&releases, Path::new("src/kafka")));
    println!("cargo::rerun-if-changed=src/rule/format");
    println!("cargo::rerun-if-changed=src/finding/grade.rs");
    write(&out, "rules.rs", &rules::tables(&releases, Path::new("rules"), Path::new("src")));
    write(&out, "rule_names.rs", &rules::names(Path::new("src/rule/native/names.tsv")));
    // The build script reads the rule format without its JSON schema, and so needs no schemars.
    println!("cargo::rustc-cfg=ackward_schema");
}

fn write(folder: &str, name: &str, text: &str) {
    let path = Path::new(folder).join(name);
    fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
