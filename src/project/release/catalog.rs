//! A Gradle version catalogue (`libs.versions.toml`) → the kafka-clients release that it names.

use std::{collections::BTreeMap, path::Path};

use serde::Deserialize;
use toml::{Spanned, Value};

use super::{
    coordinates::kind_of,
    evidence::{Evidence, Kind},
    libraries::Library,
};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Catalog {
    versions: BTreeMap<String, Spanned<Value>>,
    libraries: BTreeMap<String, Spanned<Value>>,
    plugins: BTreeMap<String, Spanned<Value>>,
}

/// What the libraries and plugins of a catalogue say.
pub fn read(path: &Path, text: &str) -> Vec<Evidence> {
    let Ok(catalog) = toml::from_str::<Catalog>(text) else { return Vec::new() };
    let libraries = catalog.libraries.values().filter_map(|library| {
        let (group, artifact) = coordinates(library.get_ref())?;
        catalog.say(kind_of(&group, &artifact)?, &artifact, library, path, text)
    });
    let plugins = catalog.plugins.values().filter_map(|plugin| {
        let id = match plugin.get_ref() {
            Value::String(text) => text.split(':').next()?,
            table => table.get("id")?.as_str()?,
        };
        if id != "org.springframework.boot" {
            return None;
        }
        catalog.say(Kind::Library(Library::named("spring-boot")?), id, plugin, path, text)
    });
    libraries.chain(plugins).collect()
}

/// The versions of a catalogue as `name=value` lines, each on its own line of the file, so that build
/// scripts can name them.
pub fn versions(text: &str) -> String {
    let Ok(catalog) = toml::from_str::<Catalog>(text) else { return String::new() };
    let mut lines = vec![String::new(); text.lines().count()];
    for (name, version) in &catalog.versions {
        if let (Some(value), Some(line)) = (plain(version.get_ref()), lines.get_mut(line_of(text, version.span().start) - 1)) {
            // A script says `libs.versions.spring.boot` for `spring-boot`.
            *line = format!("libs.versions.{}={value}", name.replace(['-', '_'], "."));
        }
    }
    lines.join("\n")
}

impl Catalog {
    fn say(&self, kind: Kind, artifact: &str, entry: &Spanned<Value>, path: &Path, text: &str) -> Option<Evidence> {
        let (version, at, name) = match entry.get_ref() {
            Value::String(text) => (text.rsplit(':').next()?.to_owned(), entry.span(), None),
            table => match table.get("version")? {
                Value::Table(version) if version.contains_key("ref") => {
                    let name = version.get("ref")?.as_str()?;
                    let version = self.versions.get(name)?;
                    (plain(version.get_ref())?, version.span(), Some(name))
                }
                version => (plain(version)?, entry.span(), None),
            },
        };
        Evidence::new(kind, artifact, &version, path, line_of(text, at.start), name)
    }
}

/// The group and the artifact of a library.
fn coordinates(library: &Value) -> Option<(String, String)> {
    let field = |name: &str| library.get(name).and_then(Value::as_str);
    let module = library.as_str().or_else(|| field("module"));
    let (group, artifact) = match module {
        Some(module) => module.split_once(':')?,
        None => (field("group")?, field("name")?),
    };
    Some((group.into(), artifact.split(':').next()?.into()))
}

/// A version: plain, or the word of a rich one that decides where nobody else asks for the library. What is
/// preferred lies within what is required.
fn plain(version: &Value) -> Option<String> {
    match version {
        Value::String(text) => Some(text.clone()),
        table => ["prefer", "strictly", "require"].iter().find_map(|word| Some(table.get(*word)?.as_str()?.to_owned())),
    }
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.get(..at).unwrap_or(text).matches('\n').count()
}
