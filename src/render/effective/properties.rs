//! Effective settings → a properties file that pins them, so that another release runs with the same.

use std::io::{self, Write};

use super::{ClientOfFile, EffectiveReport, Run, why};
use crate::{
    effective::{Origin, Setting},
    kafka::{KeyId, Value, secret_parts},
    properties::{escape_key, escape_value, write_pair},
    render::escaped,
};

/// Writes one block of lines for each client and run of releases.
pub fn write<'a, C>(report: EffectiveReport<'_, C>, out: &mut dyn Write) -> io::Result<()>
where
    C: Iterator<Item = ClientOfFile<'a>>,
{
    let mut first = true;
    for client in report.clients {
        for run in &client.runs {
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            block(&client, run, report.keys, out)?;
        }
    }
    Ok(())
}

fn block(client: &ClientOfFile<'_>, run: &Run<'_>, keys: &[KeyId], out: &mut dyn Write) -> io::Result<()> {
    let releases = if run.first == run.last { run.first.to_string() } else { format!("{} to {}", run.first, run.last) };
    writeln!(out, "# {}: what a {} on kafka-clients {releases} runs with", escaped(client.path()), client.role)?;
    for setting in run.settings(keys) {
        line(setting, out)?;
    }
    Ok(())
}

/// The line of a key. What cannot be pinned stands in a comment; a key without a value has no line.
fn line(setting: &Setting<'_>, out: &mut dyn Write) -> io::Result<()> {
    let key = setting.definition.key.name();
    let value = match &setting.value {
        Value::Null => return Ok(()),
        Value::Unknown if setting.entry.is_none() => return Ok(()),
        Value::Unknown => return writeln!(out, "# {}: {}", escape_key(key), why(setting).unwrap_or("not known")),
        Value::List(list) => list.join(","),
        value => value.to_string(),
    };
    if setting.definition.is_secret() || !secret_parts(key, &value).is_empty() {
        return writeln!(out, "# {} is secret; write it here", escape_key(key));
    }
    // A generated client.id is another one at every start.
    if setting.origin == Origin::Override && value.ends_with("-N") {
        return writeln!(out, "# {}={}", escape_key(key), escape_value(&value));
    }
    write_pair(out, key, &value)
}
