//! The recipe of a rule → edits of the file.

use super::{
    catalogue::{Assigned, KeyRef, Recipe},
    evaluate::{Case, Party},
    fire::listed,
    message::{Arguments, filled},
};
use crate::{
    finding::{Edit, Fix},
    kafka::KeyId,
    properties::{Entry, Properties, escape_value},
    source::{Source, Span},
};

/// The edits that mend a finding at a key; `None` where the file gives no place for them.
pub(super) fn fix(recipe: &Recipe, case: &Case<'_>, at: Option<KeyRef>, arguments: &Arguments) -> Option<Fix> {
    let party = at.and_then(|key| case.setting(key)).map_or(case.own, |(party, _)| party);
    let mut edits = Vec::new();
    let mut orders = Vec::new();
    for (key, value) in recipe.set {
        let value = match value {
            Assigned::Text(text) => (*text).to_owned(),
            Assigned::Number(quantity) => case.quantity(*quantity)?.to_string(),
        };
        orders.push(format!("write {key:?}={value}"));
        edits.push(assignment(party, *key, &value, at));
    }
    for key in recipe.remove {
        if let Some(entry) = entry(party, *key) {
            orders.push(format!("remove {}", entry.key));
            edits.push(Edit { file: party.file.id, span: whole_lines(party.file.properties, entry), text: String::new() });
        }
    }
    for (from, to) in recipe.rename {
        let entry = entry(party, *from)?;
        let prefix = entry.key.strip_suffix(from.name())?;
        orders.push(format!("rename {} to {prefix}{to:?}", entry.key));
        edits.push(Edit { file: party.file.id, span: entry.key_span, text: format!("{prefix}{to:?}") });
    }
    if edits.is_empty() {
        return None;
    }
    let title = recipe.title.map_or_else(|| listed(orders), |title| filled(title, Some(case), arguments));
    Some(Fix { safe: recipe.safe, title, edits })
}

fn entry(party: Party<'_>, key: KeyId) -> Option<&Entry<'_>> {
    party.effective.setting(key)?.entry.map(|entry| &party.file.properties.entries[entry])
}

/// Writes a value in place of the one that stands, or in a line of its own.
fn assignment(party: Party<'_>, key: KeyId, value: &str, at: Option<KeyRef>) -> Edit {
    let file = party.file.id;
    let properties = party.file.properties;
    if let Some(entry) = entry(party, key) {
        let text = escape_value(value);
        // A key with nothing behind it has no sign either.
        let bare = entry.value_span.is_empty() && entry.separator == crate::properties::Separator::None;
        return Edit { file, span: entry.value_span, text: if bare { format!("={text}") } else { text } };
    }
    let beside = at.and_then(KeyRef::key).and_then(|key| entry_of(party, key));
    let prefix = beside.map_or("", |(entry, key)| entry.key.strip_suffix(key.name()).unwrap_or_default());
    let line = format!("{prefix}{key:?}={}", escape_value(value));
    let source = properties.source;
    let end = source.bytes().len();
    let offset = beside.map_or(end, |(entry, _)| whole_lines(properties, entry).end);
    let newline = line_end(source);
    let after_line_end = offset == 0 || matches!(source.bytes()[offset - 1], b'\n' | b'\r');
    let text = if after_line_end { format!("{line}{newline}") } else { format!("{newline}{line}") };
    Edit { file, span: Span::at(offset), text }
}

fn entry_of(party: Party<'_>, key: KeyId) -> Option<(&Entry<'_>, KeyId)> {
    entry(party, key).map(|entry| (entry, key))
}

/// The lines of an entry, the end of the last one included.
pub(super) fn whole_lines(properties: &Properties<'_>, entry: &Entry<'_>) -> Span {
    let source = properties.source;
    let first = source.line_span(entry.line).map_or(entry.key_span.start, |line| line.start);
    let end = source.line_span(entry.last_line + 1).map_or(source.bytes().len(), |line| line.start);
    Span::new(first, end.max(entry.value_span.end))
}

/// How the lines of a file end: as its first does.
pub(super) fn line_end(source: &Source) -> &'static str {
    let bytes = source.bytes();
    match bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(at) if bytes[at] == b'\n' => "\n",
        Some(at) if bytes.get(at + 1) == Some(&b'\n') => "\r\n",
        Some(_) => "\r",
        None => "\n",
    }
}
