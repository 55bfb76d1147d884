//! Effective settings → a properties file that pins them, so that another release runs with the same.

use std::io::{self, Write};

use super::{ClientOfFile, EffectiveReport, Run, why};
use crate::{
    effective::{Effective, Origin, Setting, Written, resolve},
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
            let mut lines = Vec::new();
            block(&client, run, report.keys, &mut lines)?;
            out.write_all(&lines)?;
        }
    }
    Ok(())
}

fn block(client: &ClientOfFile<'_>, run: &Run<'_>, keys: &[KeyId], out: &mut Vec<u8>) -> io::Result<()> {
    let releases = if run.first == run.last { run.first.to_string() } else { format!("{} to {}", run.first, run.last) };
    writeln!(out, "# {}: what a {} on kafka-clients {releases} runs with", escaped(client.path()), client.role)?;
    let lines: Vec<(&Setting<'_>, Line)> =
        run.settings(keys).into_iter().filter_map(|setting| Some((setting, line(setting)?))).collect();
    let refused = refused_when_written(&run.effective, &lines);
    for (setting, line) in &lines {
        let key = setting.definition.key.name();
        match line {
            Line::Pin(value) if refused.contains(&setting.definition.key) => {
                writeln!(out, "# {}={} (the client refuses it when it is written)", escape_key(key), escape_value(value))?;
            }
            Line::Pin(value) => write_pair(out, key, value)?,
            Line::Remark(text) => writeln!(out, "# {}: {text}", escape_key(key))?,
        }
    }
    Ok(())
}

/// What becomes of a setting.
enum Line {
    /// It is written down.
    Pin(String),
    /// It cannot be, for this reason.
    Remark(String),
}

/// The line of a setting; a key without a value has none.
fn line(setting: &Setting<'_>) -> Option<Line> {
    let key = setting.definition.key.name();
    let value = match &setting.value {
        Value::Null => return None,
        Value::Unknown if setting.entry.is_none() => return None,
        Value::Unknown => return Some(Line::Remark(why(setting).unwrap_or("not known").into())),
        Value::List(list) => list.join(","),
        value => value.to_string(),
    };
    if setting.definition.is_secret() || !secret_parts(key, &value).is_empty() {
        return Some(Line::Remark("secret, so not written here".into()));
    }
    // A generated client.id is another one at every start.
    if setting.origin == Origin::Override && value.ends_with("-N") {
        return Some(Line::Remark(format!("generated, as {value}")));
    }
    Some(Line::Pin(value))
}

/// The keys that the client refuses only because they are written, as those of the other group protocol.
fn refused_when_written(effective: &Effective<'_>, lines: &[(&Setting<'_>, Line)]) -> Vec<KeyId> {
    let pins = lines.iter().enumerate().filter_map(|(entry, (setting, line))| match line {
        Line::Pin(value) => Some(Written { key: setting.definition.key.name(), value, entry }),
        Line::Remark(_) => None,
    });
    let mut written: Vec<Written<'_>> = pins.collect();
    let mut refused = Vec::new();
    // One refusal can hide behind another.
    loop {
        let Some(pinned) = resolve(effective.role, effective.version, &written, false) else { return refused };
        let is_new = |key: &KeyId| !effective.refusals.iter().any(|known| known.key == Some(*key));
        let more: Vec<KeyId> = pinned.refusals.iter().filter_map(|refusal| refusal.key).filter(is_new).collect();
        let before = written.len();
        written.retain(|line| !more.iter().any(|key| key.name() == line.key));
        if written.len() == before {
            return refused;
        }
        refused.extend(more);
    }
}
