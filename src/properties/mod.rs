//! Bytes → entries { key, value, spans }, exactly as `java.util.Properties.load` of JDK 17 reads
//! them; comments and duplicates are kept.
//!
//! `Properties.load` throws away a whole file for one malformed `\uXXXX`. Here the place is noted
//! and reading goes on, with the backslash dropped as before any other letter.

mod decode;
mod lines;
mod problems;
mod write;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

pub use self::problems::{SyntaxKind, SyntaxProblem, problems};
pub use self::write::{escape_key, escape_value, write_pair};
use crate::source::{Source, Span};

/// A file as Java's reader sees it.
pub struct Properties<'a> {
    /// The file.
    pub source: &'a Source,
    /// Every key with its value, in the order of the file; of a key that comes twice, the client
    /// gets the last.
    pub entries: Vec<Entry<'a>>,
    /// Comment lines, in the order of the file.
    pub comments: Vec<Comment>,
    /// The first malformed `\uXXXX` of a key or value: from it `Properties.load` throws
    /// IllegalArgumentException, and nothing of the file reaches a client.
    pub malformed: Option<Span>,
}

/// One key and its value.
///
/// A lone surrogate (`\ud800` without its other half) is U+FFFD in `key` and `value`;
/// [`Entry::key_utf16`] and [`Entry::value_utf16`] have it as it is.
#[derive(Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The key, escapes undone.
    pub key: Cow<'a, str>,
    /// The value, escapes undone and continuation lines joined; trailing blanks are kept, as
    /// Java keeps them.
    pub value: Cow<'a, str>,
    /// Where the key stands in the file.
    pub key_span: Span,
    /// Where the value stands, from its first byte to its last, continuation lines included; empty
    /// at the end of the entry where there is no value.
    pub value_span: Span,
    /// What stands between key and value.
    pub separator: Separator,
    /// The line on which the key begins, from 1.
    pub line: usize,
    /// The line on which the value ends, from 1.
    pub last_line: usize,
    /// Whether key or value holds half of a surrogate pair.
    pub has_lone_surrogate: bool,
    /// Whether key or value holds a malformed `\uXXXX`, so that nobody knows what it says.
    pub is_malformed: bool,
}

/// What stands between a key and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// `=`, blanks around it or not.
    Equals,
    /// `:`, blanks around it or not.
    Colon,
    /// Only blanks.
    Blank,
    /// Nothing: the key is all there is.
    None,
}

/// A comment line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// From its `#` or `!` to the end of the line.
    pub span: Span,
    /// Its line, from 1.
    pub line: usize,
}

/// Reads a file. Any bytes give an answer, in time linear in their number.
#[must_use]
pub fn read(source: &Source) -> Properties<'_> {
    let mut properties = Properties { source, entries: Vec::new(), comments: Vec::new(), malformed: None };
    // Most lines are longer; a small file then takes one allocation.
    properties.entries.reserve((source.bytes().len() / 24).min(64));
    let mut lines = lines::Lines::new(source.bytes());
    while let Some(line) = lines.next(|comment| properties.comments.push(comment)) {
        let mut text = decode::Text::new(source);
        let key = text.decode(line.key, line.has_backslash);
        let value = text.decode(line.value, line.has_backslash);
        properties.malformed = properties.malformed.or(text.malformed);
        properties.entries.push(Entry {
            key,
            value,
            key_span: line.key,
            value_span: line.value,
            separator: line.separator,
            line: line.first,
            last_line: line.last,
            has_lone_surrogate: text.lone_surrogate.is_some(),
            is_malformed: text.malformed.is_some(),
        });
    }
    properties
}

/// A key and its value as Java holds them, in UTF-16 code units.
pub type Utf16Pair = (Vec<u16>, Vec<u16>);

/// Every key and value of a file that is read from a stream, where each
/// byte is a character (`Properties.load(InputStream)`), in the order of the file.
///
/// # Errors
/// What Java answers with IllegalArgumentException: a malformed `\uXXXX`.
pub fn load_utf16(bytes: &[u8]) -> Result<Vec<Utf16Pair>, Malformed> {
    let mut pairs = Vec::new();
    let mut lines = lines::Lines::new(bytes);
    while let Some(line) = lines.next(|_| ()) {
        let part = |span| {
            let raw = |span: Span, units: &mut Vec<u16>| {
                units.extend(bytes[span.start..span.end].iter().map(|&byte| u16::from(byte)));
            };
            let (units, malformed) = decode::utf16(bytes, span, raw);
            malformed.map(|()| units)
        };
        pairs.push((part(line.key)?, part(line.value)?));
    }
    Ok(pairs)
}

/// A `\u` that four hexadecimal digits do not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The backslash, the `u`, and the digits there are.
    pub span: Span,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\\u without four hexadecimal digits")
    }
}

impl std::error::Error for Malformed {}

impl<'a> Properties<'a> {
    /// The entry of this key that the client gets: the last one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.entries.iter().rev().find(|entry| entry.key == key)
    }
}

impl Entry<'_> {
    /// Key, separator and value.
    #[must_use]
    pub fn span(&self) -> Span {
        self.key_span.cover(self.value_span)
    }

    /// Where a part of `value` stands in the file, across escapes and continuation lines. The
    /// range counts bytes of `value`; one that ends inside a character takes all of it.
    #[must_use]
    pub fn value_part(&self, source: &Source, part: Range<usize>) -> Span {
        locate(source, &self.value, self.value_span, part)
    }

    /// Where a part of `key` stands in the file, as [`Entry::value_part`] tells it of a value.
    #[must_use]
    pub fn key_part(&self, source: &Source, part: Range<usize>) -> Span {
        locate(source, &self.key, self.key_span, part)
    }

    /// The key as Java holds it.
    #[must_use]
    pub fn key_utf16(&self, source: &Source) -> Vec<u16> {
        utf16(source, self.key_span)
    }

    /// The value as Java holds it.
    #[must_use]
    pub fn value_utf16(&self, source: &Source) -> Vec<u16> {
        utf16(source, self.value_span)
    }
}

/// Shows the key and the places only: values hold secrets.
impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("key", &self.key)
            .field("key_span", &self.key_span)
            .field("value_span", &self.value_span)
            .field("separator", &self.separator)
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}

fn locate(source: &Source, text: &str, span: Span, part: Range<usize>) -> Span {
    if source.bytes()[span.start..span.end] == *text.as_bytes() {
        let [start, end] = [part.start, part.end].map(|at| span.start + at.min(text.len()));
        return Span::new(start, end.max(start));
    }
    decode::locate(source, span, part)
}

fn utf16(source: &Source, span: Span) -> Vec<u16> {
    let raw = |span, units: &mut Vec<u16>| units.extend(source.text(span).encode_utf16());
    decode::utf16(source.bytes(), span, raw).0
}

#[cfg(test)]
mod tests;
