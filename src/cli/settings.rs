//! `--show-settings FILE`: what applies to a file, and which line says so.

use std::path::Path;

use super::{
    Error, Status, Terminal,
    applied::{ClientFrom, Lookup, RuleFlags, here},
    args::ReadingArgs,
    files,
};
use crate::{
    project::{By, Said},
    render::{escaped, table},
    rule::rules,
};

/// Prints it. The file need not exist.
pub fn run(args: &ReadingArgs, flags: RuleFlags<'_>, file: &Path, terminal: &mut Terminal) -> Result<Status, Error> {
    let lookup = Lookup::new(args, flags, &here())?;
    let input = files::named(file);
    let applied = lookup.of(&input, terminal)?;
    let settings = &applied.settings;
    let mut rows: Vec<[String; 3]> = Vec::new();
    let mut row = |name: &str, value: String, by: String| rows.push([name.into(), value, by]);

    let layers = &applied.project.layers;
    let configuration = layers.first().map_or_else(|| "none".to_owned(), |layer| layer.shown.to_string());
    let extends: Vec<&str> = layers.iter().skip(1).map(|layer| &*layer.shown).collect();
    row(
        "configuration",
        configuration,
        if extends.is_empty() { String::new() } else { format!("extends {}", extends.join(", ")) },
    );
    if let Some(excluded) = applied.project.excluded(Path::new(&input.shown)) {
        row("excluded", excluded.value.clone(), excluded.by.to_string());
    }
    let by_client = match applied.client_from {
        ClientFrom::Settings => settings.client.by.to_string(),
        _ => applied.client_because.to_string(),
    };
    row("client", applied.clients.to_string(), by_client);
    let role = settings.role.value.map_or("by content", crate::kafka::Role::name);
    row("role", role.into(), settings.role.by.to_string());
    let yes = |said: &Said<bool>| if said.value { "yes" } else { "no" }.to_owned();
    row("complete", yes(&settings.complete), settings.complete.by.to_string());
    row("fail-on", settings.fail_on.value.name().into(), settings.fail_on.by.to_string());
    for pipeline in &settings.pipelines {
        row("pipeline", pipeline.value.clone(), pipeline.by.to_string());
    }
    if let Some(select) = &settings.select {
        let names: Vec<&str> = select.iter().map(|name| name.value.as_str()).collect();
        row("select", names.join(", "), select.first().map_or(By::Default, |name| name.by.clone()).to_string());
    } else {
        row("preset", settings.preset.value.name.into(), settings.preset.by.to_string());
        row("preview", yes(&settings.preview), settings.preview.by.to_string());
    }
    for step in &settings.steps {
        let what = if step.applies { "also applied" } else { "ignored" };
        row(what, step.rule.value.clone(), step.rule.by.to_string());
    }
    for (rule, level) in &settings.severity {
        row("severity", format!("{rule} = {}", crate::finding::Severity::from(level.value).name()), level.by.to_string());
    }
    row("rules", format!("{} of {}", applied.selection.rules.iter().count(), rules().len()), String::new());

    let look = terminal.look;
    writeln!(terminal.out(), "{}", escaped(&input.shown))?;
    writeln!(terminal.out(), "{}", table(look, ["setting", "value", "from"], rows))?;
    Ok(Status::Clean)
}
