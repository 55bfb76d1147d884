//! Findings → a comment for a pull request, in the Markdown that GitHub and GitLab share.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::{Report, shown::Shown, text::summary};
use crate::render::{counted, escaped};

/// GitHub takes no comment longer than 65,536 characters; what stands around the findings needs some.
const LONGEST: usize = 60_000;

/// Writes a heading, and a table for each file about which there is something to say. The first line is a comment by
/// which a script finds what it wrote before.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<!-- ackward -->\n### ackward: {}", prose(&summary(report)))?;
    let shown = Shown::all(report);
    let mut length = 0;
    let mut written = 0;
    'files: for file in shown.chunk_by(|a, b| a.finding.file == b.finding.file) {
        let mut table = format!("\n{}\n\n| line | | |\n|-----:|---|---|\n", code(&file[0].path));
        for shown in file {
            let row = row(shown);
            length += row.len();
            if length + table.len() > LONGEST {
                break 'files;
            }
            out.write_all(table.as_bytes())?;
            out.write_all(row.as_bytes())?;
            length += table.len();
            table.clear();
            written += 1;
        }
    }
    match shown.len() - written {
        0 => Ok(()),
        rest => writeln!(out, "\n… and {} more", counted(rest, "finding")),
    }
}

fn row(shown: &Shown<'_>) -> String {
    let line = shown.start.map(|start| start.line.to_string()).unwrap_or_default();
    let help = shown.help.as_ref().map(|help| format!("<br>{}", prose(help))).unwrap_or_default();
    let severity = shown.finding.severity.name();
    format!("| {line} | {severity} | {}{help}<br>{} |\n", prose(&shown.message), code(shown.finding.rule))
}

/// Text in which nothing is markup, and nobody and nothing is mentioned.
fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in escaped(text).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            '#' => out.push_str("&#35;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// Text as code. What would end the cell of the table or the code is a character reference.
fn code(text: &str) -> String {
    let mut out = String::from("<code>");
    for c in escaped(text).chars() {
        if matches!(c, '&' | '<' | '>' | '|' | '`' | '*' | '_' | '[' | '~' | '$' | '@' | '#' | '\\') {
            write!(out, "&#{};", u32::from(c)).expect("a String takes every write");
        } else {
            out.push(c);
        }
    }
    out + "</code>"
}
