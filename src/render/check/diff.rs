//! A source before and after → a unified diff, secrets gone and control characters escaped.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use anstyle::{AnsiColor, Style};
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, group_diff_ops};

use super::Secrets;
use crate::{
    kafka::HIDDEN,
    render::{Look, escaped, push_escaped},
    source::{Encoding, Source, Span},
};

/// How many unchanged lines are shown around a change.
const CONTEXT: usize = 3;

/// Writes what has to be done to the lines of `old` to make `new` of it. Nothing, where they are the same.
pub fn diff(old: &Source, new: &Source, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let secrets = [Secrets::of(old), Secrets::of(new)];
    let [old, new] = [old, new].map(|source| Side { source, lines: lines(source.bytes()) });
    let [before, after] = [&old, &new].map(|side| side.lines.iter().map(|line| side.bytes(*line)).collect::<Vec<_>>());
    let ops = capture_diff_slices(Algorithm::Myers, &before, &after);
    if ops.iter().all(|op| matches!(op, DiffOp::Equal { .. })) {
        return Ok(());
    }
    let [bold, cyan, red, green] =
        [Style::new().bold(), AnsiColor::Cyan.on_default(), AnsiColor::Red.on_default(), AnsiColor::Green.on_default()]
            .map(|style| if look.color { style } else { Style::new() });
    let name = escaped(old.source.name());
    writeln!(out, "{bold}--- {name}{bold:#}\n{bold}+++ {name}{bold:#}")?;
    for group in group_diff_ops(ops, CONTEXT) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let [from, to] =
            [first.old_range().start..last.old_range().end, first.new_range().start..last.new_range().end].map(header);
        writeln!(out, "{cyan}@@ -{from} +{to} @@{cyan:#}")?;
        for change in group.iter().flat_map(|op| op.iter_changes(&before, &after)) {
            let (mark, style, side, secrets, other, index) = match change.tag() {
                ChangeTag::Equal => (' ', Style::new(), &old, &secrets[0], &secrets[1], change.old_index()),
                ChangeTag::Delete => ('-', red, &old, &secrets[0], &secrets[1], change.old_index()),
                ChangeTag::Insert => ('+', green, &new, &secrets[1], &secrets[0], change.new_index()),
            };
            let line = index.map(|index| side.lines[index]).unwrap_or_default();
            // What only one side knows as a secret is none of the reader's business on the other.
            let (text, end) = side.shown(line, secrets);
            writeln!(out, "{style}{mark}{}{style:#}{end}", other.scrub(&text))?;
            if !is_ended(side.bytes(line)) {
                writeln!(out, "\\ No newline at end of file")?;
            }
        }
    }
    Ok(())
}

struct Side<'a> {
    source: &'a Source,
    lines: Vec<Span>,
}

impl<'a> Side<'a> {
    fn bytes(&self, line: Span) -> &'a [u8] {
        &self.source.bytes()[line.start..line.end]
    }

    /// A line without its end, and the carriage return of the end, which a program that applies the diff needs.
    fn shown(&self, line: Span, secrets: &Secrets) -> (String, &'static str) {
        let bytes = self.bytes(line);
        let ends = bytes.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let text = Span::new(line.start, line.end - ends);
        let mut hidden = secrets.hidden_within(self.source, text).into_iter().peekable();
        let mut shown = String::new();
        let mut at = text.start;
        let mut inside = None;
        for c in self.source.text(text).chars() {
            while hidden.next_if(|secret| secret.end <= at).is_some() {}
            let secret = hidden.peek().filter(|secret| secret.start <= at).copied();
            match secret {
                Some(secret) if inside != Some(secret) => shown.push_str(HIDDEN),
                None if c == '\t' => shown.push(c),
                None => push_escaped(&mut shown, c),
                Some(_) => {}
            }
            inside = secret;
            at += if self.source.encoding() == Encoding::Latin1 { 1 } else { c.len_utf8() };
        }
        (shown, if bytes.ends_with(b"\r\n") { "\r" } else { "" })
    }
}

/// The lines, each with its end, as Java parts them.
fn lines(bytes: &[u8]) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            lines.push(Span::new(start, at + 1));
            start = at + 1;
        }
    }
    if start < bytes.len() {
        lines.push(Span::new(start, bytes.len()));
    }
    lines
}

fn is_ended(line: &[u8]) -> bool {
    matches!(line.last(), Some(b'\n' | b'\r'))
}

/// `3`, `3,4`, or `2,0` for nothing behind the second line.
fn header(range: std::ops::Range<usize>) -> String {
    let mut header = String::new();
    let first = if range.is_empty() { range.start } else { range.start + 1 };
    write!(header, "{first}").expect("a String takes every write");
    if range.len() != 1 {
        write!(header, ",{}", range.len()).expect("a String takes every write");
    }
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &[u8], new: &[u8]) -> String {
        let source = |bytes: &[u8]| Source::new("a b.properties", bytes.to_vec());
        let mut out = Vec::new();
        diff(&source(old), &source(new), Look::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn changed_lines_stand_among_their_neighbours() {
        assert_eq!(
            shown(b"a=1\nb=2\nc=3\nd=4\ne=5\nf=6\n", b"a=1\nb=2\nc=3\nd=4\ne=6\nf=6\ng=7"),
            "--- a b.properties\n+++ a b.properties\n@@ -2,5 +2,6 @@\n b=2\n c=3\n d=4\n-e=5\n+e=6\n f=6\n+g=7\n\\ No newline at end of file\n"
        );
        assert_eq!(shown(b"", b"a=1\n"), "--- a b.properties\n+++ a b.properties\n@@ -0,0 +1 @@\n+a=1\n");
        assert_eq!(shown(b"a=1\n", b"a=1\n"), "");
    }

    #[test]
    fn line_ends_are_kept_and_control_characters_are_not() {
        assert_eq!(
            shown(b"\tx=\x1b\xe9\r\na=1\r\n", b"\tx=\x1b\xe9\r\na=2\r\n"),
            "--- a b.properties\n+++ a b.properties\n@@ -1,2 +1,2 @@\n \tx=\\u001bé\r\n-a=1\r\n+a=2\r\n"
        );
    }

    #[test]
    fn secrets_of_either_side_are_hidden_on_both() {
        let diff = shown(
            b"ssl.key.password=\"hunter2\"\nsomething=swordfish1\nsasl.jaas.config=x \\\n  password=\"alice\" \\\n y\n",
            b"ssl.key.password=hunter2\nssl.keystore.password=swordfish1\nsasl.jaas.config=x \\\n  password=\"alice\";\n",
        );
        for secret in ["hunter2", "swordfish1", "alice"] {
            assert!(!diff.contains(secret), "{diff}");
        }
        assert!(diff.contains("-ssl.key.password=[hidden]\n") && diff.contains("+ssl.key.password=[hidden]\n"), "{diff}");
    }
}
