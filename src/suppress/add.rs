//! Findings that are to stay → the comments that say so, as edits.

use std::collections::BTreeMap;

use super::judge::is_about_comments;
use crate::{
    finding::{Edit, FileId, Finding},
    properties::Properties,
    source::{BYTE_ORDER_MARK, Span},
};

/// The edits that silence these findings of a file: above each setting a comment with its rules, and one
/// for the file for what stands at no setting. What is wrong with comments cannot be silenced by more of them.
pub fn add(file: FileId, properties: &Properties<'_>, findings: &[Finding], reason: &str) -> Vec<Edit> {
    let source = properties.source;
    let mut at_entries: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let mut in_file: Vec<&str> = Vec::new();
    // Nothing can stand before a byte order mark, and behind it a comment would be none.
    let marked = source.bytes().starts_with(BYTE_ORDER_MARK);
    for finding in findings.iter().filter(|finding| finding.file == file && !is_about_comments(finding.rule)) {
        let line = finding.span.map(|span| source.line_at(span.start));
        let entry = line.and_then(|line| {
            let after = properties.entries.partition_point(|entry| entry.line <= line);
            after.checked_sub(1).filter(|&index| line <= properties.entries[index].last_line)
        });
        match entry.filter(|&index| !(marked && properties.entries[index].line == 1)) {
            Some(index) => at_entries.entry(index).or_default().push(finding.rule),
            None => in_file.push(finding.rule),
        }
    }
    let reason: String = reason.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let comment = |verb: &str, mut rules: Vec<&str>| {
        rules.sort_unstable();
        rules.dedup();
        format!("# ackward: {verb}[{}] {reason}", rules.join(", ").trim_end())
    };
    let mut edits = Vec::new();
    if !in_file.is_empty() {
        let text = comment("ignore-file", in_file);
        if !marked {
            edits.push(Edit { file, span: Span::at(0), text: format!("{text}\n") });
        } else if let Some(before) = end_of_a_line(properties) {
            edits.push(Edit { file, span: Span::at(source.bytes().len()), text: format!("{before}{text}\n") });
        }
    }
    for (index, rules) in at_entries {
        let entry = &properties.entries[index];
        let line = source.line_span(entry.line).unwrap_or_default();
        let indent = source.text(Span::new(line.start, entry.key_span.start)).into_owned();
        let text = format!("{indent}{}\n", comment("ignore", rules));
        match edits.first_mut() {
            // Two insertions at one place are one.
            Some(first) if first.span.start == line.start => first.text.push_str(&text),
            _ => edits.push(Edit { file, span: Span::at(line.start), text }),
        }
    }
    edits
}

/// What must stand at the end of the file so that a new line can begin there; `None` where the last line goes on.
fn end_of_a_line(properties: &Properties<'_>) -> Option<&'static str> {
    let bytes = properties.source.bytes();
    let lines = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let lines = lines.strip_suffix(b"\r").unwrap_or(lines);
    match lines.last() {
        Some(b'\\') => None,
        _ if lines.len() < bytes.len() => Some(""),
        _ => Some("\n"),
    }
}
