//! Entries → what in their syntax does not mean what it looks like. Observations, not findings:
//! whether one matters depends on the key, and that is for rules to say.

mod joins;
mod keys;
mod values;

use std::ops::Range;

use super::{Entry, Properties, decode};
use crate::source::Span;

/// One place where Java reads something else than the text suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxProblem {
    /// What it is.
    pub kind: SyntaxKind,
    /// The bytes to blame.
    pub span: Span,
    /// The entry it is in, as an index into [`Properties::entries`]; `None` where it is about the
    /// whole file.
    pub entry: Option<usize>,
}

/// What does not mean what it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxKind {
    /// The file is UTF-16: nothing in it reads as written. The span is its byte order mark.
    Utf16,
    /// A byte order mark, which is part of the first key. `harmless` where that line is blank or
    /// would have been a comment.
    ByteOrderMark {
        /// Whether no key of the file suffers.
        harmless: bool,
    },
    /// `\u` without four hexadecimal digits: `Properties.load` throws IllegalArgumentException for
    /// the whole file. One for each entry, at its first.
    MalformedEscape,
    /// A backslash with blanks behind it, which continues nothing: the next line is an entry of its
    /// own. The span is the backslash with the blanks.
    LostContinuation {
        /// The entry that the next line became.
        next: usize,
    },
    /// A list that goes on in the next line with no backslash before it; that line is an entry of its own.
    /// The span is the comma at which the value ends, or its end where the next line brings the comma.
    MissingContinuation {
        /// The entry that the next line became.
        next: usize,
    },
    /// The whole key in quotes, which are part of it.
    QuotedKey,
    /// The whole value in quotes, which are part of it.
    QuotedValue,
    /// ` # comment` behind the value, part of it. The span begins at the blanks before the mark, and
    /// covers the whole value where nothing stands before them.
    InlineComment,
    /// A character that is not seen, or looks like a blank and is not trimmed. The first run of them
    /// in a key or in a value.
    InvisibleCharacter {
        /// The first of the run.
        character: char,
    },
    /// A backslash before a letter or digit, which is dropped, or makes a tab or line end in what
    /// looks like a path. The first of the value; the span is the backslash with that letter.
    EatenBackslash,
    /// `export KEY=…` or `set KEY=…`, whose key is `export` or `set`. The span is that word.
    ShellAssignment {
        /// The name behind it.
        name: String,
    },
    /// `[section]`, which is a key with an empty value.
    SectionHeader,
    /// `sasl.jaas.config` that goes on in the next lines without a backslash, which are entries of
    /// their own. The span is the cut value, or the key where there is none.
    BrokenJaas {
        /// The entries that those lines became.
        strays: Range<usize>,
    },
    /// A comment line that a backslash before it made part of the value. The span is that line.
    SwallowedComment,
    /// A line `key=value` that a backslash before it made part of the value. The span is that line.
    SwallowedEntry {
        /// Its key.
        key: String,
    },
    /// Half of a surrogate pair, which no encoding can carry on.
    LoneSurrogate,
    /// `key==value`: the second sign is part of the value. The span is that sign.
    DoubledSeparator,
    /// A line that a version control system left in a conflict.
    ConflictMarker,
}

/// Everything of the kind in a file, in its order. `is_key` says whether a name is a key that some
/// client knows: it tells a stray line from an accident.
#[must_use]
pub fn problems(properties: &Properties<'_>, is_key: &dyn Fn(&str) -> bool) -> Vec<SyntaxProblem> {
    let mut search = Search { properties, is_key, index: 0, torn_off_until: 0, in_conflict: false, found: Vec::new() };
    for index in 0..properties.entries.len() {
        search.index = index;
        search.entry();
    }
    search.found.sort_by_key(|problem| problem.span);
    let bytes = properties.source.bytes();
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let span = Span::new(0, 2);
        search.found.insert(0, SyntaxProblem { kind: SyntaxKind::Utf16, span, entry: None });
    }
    search.found
}

/// What the searches share: the file, the entry at hand, and what was found so far.
struct Search<'a> {
    properties: &'a Properties<'a>,
    is_key: &'a dyn Fn(&str) -> bool,
    index: usize,
    /// Entries before this one are lines that were torn off another.
    torn_off_until: usize,
    /// Whether the lines at hand are one side of an unsettled merge.
    in_conflict: bool,
    found: Vec<SyntaxProblem>,
}

impl<'a> Search<'a> {
    fn add(&mut self, kind: SyntaxKind, span: Span) {
        self.found.push(SyntaxProblem { kind, span, entry: Some(self.index) });
    }

    fn bytes(&self, span: Span) -> &'a [u8] {
        &self.properties.source.bytes()[span.start..span.end]
    }

    fn entry(&mut self) {
        let entry = &self.properties.entries[self.index];
        let raw = self.bytes(entry.span());
        if !raw.is_ascii() {
            keys::byte_order_mark(self, entry);
            values::invisible(self, entry);
        }
        let mut joined_by_mistake = false;
        if raw.contains(&b'\\') {
            if !self.escapes(entry) {
                values::eaten_backslash(self, entry);
            }
            joins::lost_continuation(self, entry);
            joined_by_mistake = joins::swallowed(self, entry);
        }
        joins::missing_continuation(self, entry);
        keys::shapes(self, entry);
        if self.index >= self.torn_off_until {
            values::quoted(self, entry);
        }
        if !joined_by_mistake {
            values::inline_comment(self, entry);
        }
        joins::broken_jaas(self, entry);
    }

    /// Escapes that stand for no character; whether one is malformed.
    fn escapes(&mut self, entry: &Entry<'_>) -> bool {
        if !entry.has_lone_surrogate && self.properties.malformed.is_none() {
            return false;
        }
        let mut text = decode::Text::new(self.properties.source);
        text.decode(entry.key_span, true);
        text.decode(entry.value_span, true);
        if let Some(span) = text.lone_surrogate {
            self.add(SyntaxKind::LoneSurrogate, span);
        }
        if let Some(span) = text.malformed {
            self.add(SyntaxKind::MalformedEscape, span);
        }
        text.malformed.is_some()
    }
}

#[cfg(test)]
mod tests;
