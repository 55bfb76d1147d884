//! Lock files → the kafka-clients release that the build is held to.

use std::path::Path;

use super::{
    coordinates::kind_of,
    evidence::{Evidence, Kind},
    files::Files,
    script::{Comments, Script},
};

/// Gradle's lock files in a folder: `org.apache.kafka:kafka-clients:3.9.1=runtimeClasspath`.
pub fn gradle(folder: &Path, files: &mut Files) -> Vec<Evidence> {
    let mut paths = vec![folder.join("gradle.lockfile")];
    paths.extend(files.ending(&folder.join("gradle/dependency-locks"), &[".lockfile"]));
    let mut found = Vec::new();
    for path in paths {
        let Some(text) = files.text(&path) else { continue };
        for (index, line) in text.lines().enumerate() {
            let mut parts = line.split('=').next().unwrap_or_default().split(':');
            if let (Some("org.apache.kafka"), Some("kafka-clients"), Some(version)) = (parts.next(), parts.next(), parts.next()) {
                let version = version.trim();
                found.extend(Evidence::new(Kind::Clients, "kafka-clients", version, &path, index + 1, None));
            }
        }
    }
    found
}

/// Lock files in JSON or TOML, of sbt, Bazel and Pants: an artifact, and the next thing called its version.
pub fn others(folder: &Path, files: &mut Files) -> Vec<Evidence> {
    let mut found = Vec::new();
    let mut paths: Vec<_> =
        ["build.sbt.lock", "maven_install.json", "3rdparty/jvm/default.lock"].iter().map(|name| folder.join(name)).collect();
    paths.extend(files.ending(folder, &["_install.json"]).into_iter().filter(|path| !path.ends_with("maven_install.json")));
    for path in paths {
        let Some(text) = files.text(&path) else { continue };
        if !text.contains("kafka-clients") {
            continue;
        }
        let script = Script::new(&text, Comments::Hash);
        let literals = script.literals();
        for (at, literal) in literals.iter().enumerate() {
            let before = literals[at.saturating_sub(3)..at].iter().any(|before| before.text == "org.apache.kafka");
            let mut parts = literal.text.split(':');
            let version = match (parts.next(), parts.next(), parts.next()) {
                (Some("kafka-clients"), None, None) if before => named_version(&literals[at..], &script),
                (Some("org.apache.kafka"), Some("kafka-clients"), None) => named_version(&literals[at..], &script),
                (Some(group), Some(artifact), Some(version)) if matches!(kind_of(group, artifact), Some(Kind::Clients)) => {
                    Some((parts.next_back().unwrap_or(version), literal.start))
                }
                _ => None,
            };
            if let Some((version, at)) = version {
                found.extend(Evidence::new(Kind::Clients, "kafka-clients", version, &path, script.line(at), None));
            }
        }
    }
    found
}

/// The value that stands behind the next `version`.
fn named_version<'a>(literals: &[super::script::Literal<'a>], script: &Script) -> Option<(&'a str, usize)> {
    let near = &literals[..literals.len().min(12)];
    let quoted = near.iter().position(|literal| literal.text == "version").and_then(|at| near.get(at + 1));
    // TOML does not quote the name: `version = "3.9.1"`.
    let plain =
        || near.iter().skip(1).find(|literal| script.text()[..literal.start].trim_end_matches([' ', '=']).ends_with("version"));
    quoted.or_else(plain).map(|literal| (literal.text, literal.start))
}
