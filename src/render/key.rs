//! A key → what it is for each client, release by release, and what changed when.

use std::io::{self, Write};

use super::{Look, list, releases, table::table};
use crate::{
    kafka::{BrokerSetting, Client, Default, Definition, KeyId, Validator},
    version::VersionSet,
};

/// Writes what a key is. `rules` are the ids of those that read it.
pub fn write(key: KeyId, rules: &[&str], look: Look, out: &mut dyn Write) -> io::Result<()> {
    let clients: Vec<Client> = Client::ALL.into_iter().filter(|client| !key.releases(*client).is_empty()).collect();
    let names: Vec<&str> = clients.iter().map(|client| client.name()).collect();
    writeln!(out, "{}", look.fill(&format!("{}: a key of {}", key.name(), list(&names)), "", "  "))?;
    let mut told: Vec<(Vec<[String; 5]>, Vec<&str>)> = Vec::new();
    for client in clients {
        let rows = rows(key, client);
        match told.iter_mut().find(|(known, _)| *known == rows) {
            Some((_, clients)) => clients.push(client.name()),
            None => told.push((rows, vec![client.name()])),
        }
    }
    for (rows, clients) in told {
        writeln!(out, "\n{}", list(&clients))?;
        let changes = changes(&rows);
        writeln!(out, "{}", table(look, HEADING, rows))?;
        for change in changes {
            writeln!(out, "{}", look.fill(&change, "   ", "           "))?;
        }
    }
    for class in classes(key) {
        writeln!(out, "{}", look.fill(&format!("{} is {class}", simple_name(class)), "   ", "     "))?;
    }
    if !rules.is_empty() {
        writeln!(out, "\nrules that read it (ackward explain RULE)")?;
        for rule in rules {
            writeln!(out, "   {rule}")?;
        }
    }
    Ok(())
}

/// Writes what a broker key is.
pub fn write_broker(name: &str, rules: &[&str], look: Look, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{name}: a key of the broker\n")?;
    let settings = BrokerSetting::all().iter().filter(|setting| setting.name == name);
    let rows = settings.map(|setting| [said(setting.releases), setting.kind.name().into(), default(&setting.default)]);
    writeln!(out, "{}", table(look, ["brokers", "type", "default"], rows))?;
    if !rules.is_empty() {
        writeln!(out, "\nrules that read it (ackward explain RULE)")?;
        for rule in rules {
            writeln!(out, "   {rule}")?;
        }
    }
    Ok(())
}

const HEADING: [&str; 5] = ["releases", "type", "default", "values", "importance"];

/// One row for each run of releases on which nothing that is shown changed.
fn rows(key: KeyId, client: Client) -> Vec<[String; 5]> {
    let mut runs: Vec<(VersionSet, &Definition)> = Vec::new();
    for definition in key.definitions(client) {
        let shown = |definition: &Definition| columns(definition);
        match runs.last_mut() {
            Some((set, last)) if shown(last) == shown(definition) => *set = set.union(definition.releases),
            _ => runs.push((definition.releases, definition)),
        }
    }
    let row = |(set, definition): (VersionSet, &Definition)| {
        let [kind, default, values, importance] = columns(definition);
        [said(set), kind, default, values, importance]
    };
    runs.into_iter().map(row).collect()
}

fn columns(definition: &Definition) -> [String; 4] {
    let kind = definition.kind.name().to_owned();
    [kind, default(&definition.default), values(definition.validator), definition.importance.name().into()]
}

/// `3.0.0   default 1 → all`, for each row that differs from the one before it.
fn changes(rows: &[[String; 5]]) -> Vec<String> {
    let mut changes = Vec::new();
    for pair in rows.windows(2) {
        let first = pair[1][0].split([' ', ',']).next().unwrap_or_default();
        let parts = (1..5).filter(|column| pair[0][*column] != pair[1][*column]);
        let parts = parts.map(|column| {
            let [before, after] = [&pair[0][column], &pair[1][column]].map(|cell| cell.replace('\n', " "));
            format!("{} {before} → {after}", HEADING[column])
        });
        changes.push(format!("{first}   {}", parts.collect::<Vec<_>>().join(", ")));
    }
    changes
}

fn said(set: VersionSet) -> String {
    releases(set, VersionSet::ALL)
}

/// A default as it is said.
pub fn default(default: &Default) -> String {
    match default {
        Default::Required => "none; it must be written".into(),
        Default::Text("") => "\"\"".into(),
        Default::Text(text) => simple_name(text).into(),
        Default::List([]) => "[]".into(),
        Default::List(list) => list.iter().map(|element| simple_name(element)).collect::<Vec<_>>().join(",\n"),
        default => default.value().to_string(),
    }
}

/// The classes that some default of the key names.
fn classes(key: KeyId) -> Vec<&'static str> {
    let mut classes: Vec<&str> = Vec::new();
    for definition in Client::ALL.into_iter().flat_map(|client| key.definitions(client)) {
        match &definition.default {
            Default::Text(text) => classes.push(text),
            Default::List(list) => classes.extend(*list),
            _ => {}
        }
    }
    classes.retain(|class| class.starts_with("org."));
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// `RangeAssignor` of a class name; other text as it is.
fn simple_name(text: &str) -> &str {
    if text.starts_with("org.") { text.rsplit('.').next().unwrap_or(text) } else { text }
}

/// What a value may be.
fn values(validator: Validator) -> String {
    match validator {
        Validator::Any | Validator::NonNull => "any".into(),
        Validator::NonEmpty => "not empty".into(),
        Validator::Range { min, max: f64::INFINITY } => format!("at least {min}"),
        Validator::Range { min, max } => format!("{min} to {max}"),
        Validator::RangeOr { min, max, or } => format!("{min} to {max}, or {or}"),
        Validator::OneOf(words) => words.join(", "),
        Validator::OneOfIgnoringCase(words) => format!("{} (in any case)", words.join(", ")),
        Validator::List { empty: true } => "no empty element".into(),
        Validator::List { empty: false } => "at least one element, none empty".into(),
        Validator::OffsetReset => "latest, earliest, none, by_duration:PnDTnHnMn.nS".into(),
    }
}
