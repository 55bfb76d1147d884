//! Keys that a file writes more than once: Java keeps the last.

use super::{More, Told};
use crate::{
    finding::{Edit, Fix, Outcome, Related, Severity},
    kafka::{KEY_COUNT, java_trim},
    rule::{
        catalogue::Native,
        fire::graded,
        found::Grade,
        mend::whole_lines,
        message::{Arguments, shown},
    },
};

/// Reports each entry of Kafka's keys that a later one of the same name overwrites.
pub(super) fn look(told: &mut Told<'_>) {
    let Some(rule) = told.asks(Native::DuplicateKey) else { return };
    let file = told.file;
    let entries = &file.properties.entries;
    let mut last_of = [usize::MAX; KEY_COUNT];
    for (index, key) in file.keys.iter().enumerate() {
        if let Some(key) = key {
            last_of[key.index()] = index;
        }
    }
    for (index, entry) in entries.iter().enumerate() {
        let Some(key) = file.keys[index] else { continue };
        if last_of[key.index()] == index {
            continue;
        }
        // The last entry of this key may stand behind another prefix, and then is another setting.
        let Some(last) = entries[index + 1..].iter().rfind(|later| later.key == entry.key) else { continue };
        let same = java_trim(&entry.value) == java_trim(&last.value);
        let grade = if same { graded(rule, Severity::Info, Outcome::Hygiene) } else { Grade::of(rule) };
        let harmless = rule.fix.as_ref().is_some_and(|fix| fix.safe);
        told.say(rule, grade, Some(entry.span()), vec![entry.key.to_string()], || More {
            arguments: Arguments {
                setting: entry.key.to_string(),
                value: shown(key.name(), &entry.value),
                meant: shown(key.name(), &last.value),
                part: last.line.to_string(),
                ..Arguments::default()
            },
            related: vec![Related { file: file.id, span: last.span(), message: "this one counts".into() }],
            fix: Some(Fix {
                safe: harmless,
                title: "remove the line that does not count".into(),
                edits: vec![Edit { file: file.id, span: whole_lines(file.properties, entry), text: String::new() }],
            }),
        });
    }
}
