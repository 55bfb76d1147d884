//! Bytes → logical lines: comments and blank lines passed over, continuation lines joined, the key
//! told from the value. Nothing is decoded here: every character that matters is ASCII, so the same
//! code reads ISO-8859-1 and UTF-8.
//!
//! Follows `Properties.LineReader.readLine` and `Properties.load0` of JDK 17, which join lines
//! first and look for the separator afterwards.

use memchr::{memchr, memchr2, memchr3};

use super::{Comment, Separator};
use crate::source::Span;

/// One logical line that is no comment.
pub(super) struct Line {
    pub(super) key: Span,
    pub(super) value: Span,
    pub(super) separator: Separator,
    /// The natural lines of its first and last byte, from 1.
    pub(super) first: usize,
    pub(super) last: usize,
    /// Whether there is anything to undo in it.
    pub(super) has_backslash: bool,
}

pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    /// The next logical line; `comment` gets the comment lines before it.
    pub(super) fn next(&mut self, mut comment: impl FnMut(Comment)) -> Option<Line> {
        loop {
            self.at = skip_blanks(self.bytes, self.at);
            match *self.bytes.get(self.at)? {
                b'\n' | b'\r' => self.pass_line_end(),
                b'#' | b'!' => {
                    let start = self.at;
                    self.at = or_end(self.bytes, start, memchr2(b'\n', b'\r', &self.bytes[start..]));
                    comment(Comment { span: Span::new(start, self.at), line: self.line });
                }
                // A backslash alone on its line continues nothing: the next line begins afresh,
                // and may be a comment. Only where the file ends with it, there is an empty entry.
                b'\\' if self.line_end_at(self.at + 1) => {
                    let at = self.at;
                    if at + 2 >= self.bytes.len() {
                        self.at = self.bytes.len();
                        return Some(Line {
                            key: Span::at(at),
                            value: Span::at(at),
                            separator: Separator::None,
                            first: self.line,
                            last: self.line,
                            has_backslash: false,
                        });
                    }
                    self.at += 1;
                    self.pass_line_end();
                }
                _ => return Some(self.logical_line()),
            }
        }
    }

    /// Reads a line whose first character is at hand.
    fn logical_line(&mut self) -> Line {
        let (start, first) = (self.at, self.line);
        let (mut end, mut last) = (start, first);
        let mut has_backslash = false;
        loop {
            let from = self.at;
            self.at = or_end(self.bytes, from, memchr3(b'\\', b'\n', b'\r', &self.bytes[from..]));
            if self.at > from {
                (end, last) = (self.at, self.line);
            }
            if self.bytes.get(self.at) != Some(&b'\\') {
                break;
            }
            has_backslash = true;
            if !self.line_end_at(self.at + 1) {
                self.at += 2;
                (end, last) = (self.at, self.line);
            } else if self.at + 2 >= self.bytes.len() {
                self.at = self.bytes.len();
                break;
            } else {
                self.at += 1;
                self.pass_line_end();
                self.at = skip_blanks(self.bytes, self.at);
            }
        }
        let (key_end, separator, value_start) = split(self.bytes, start, end);
        Line { key: Span::new(start, key_end), value: Span::new(value_start, end), separator, first, last, has_backslash }
    }

    /// Whether a line or the file ends at an offset.
    fn line_end_at(&self, at: usize) -> bool {
        self.bytes.get(at).is_none_or(|&byte| is_line_end(byte))
    }

    fn pass_line_end(&mut self) {
        self.at = after_line_end(self.bytes, self.at);
        self.line += 1;
    }
}

/// The bytes before which a stretch of a key ends. A table, since every byte of every key is asked.
static ENDS_PLAIN: [bool; 256] = {
    let mut ends = [false; 256];
    let mut index = 0;
    while index < END_BYTES.len() {
        ends[END_BYTES[index] as usize] = true;
        index += 1;
    }
    ends
};

const END_BYTES: &[u8] = b" \t\x0c=:\\";

/// The end of the key, what separates, and the beginning of the value.
fn split(bytes: &[u8], start: usize, end: usize) -> (usize, Separator, usize) {
    let (mut at, mut key_end) = (start, start);
    let mut separator = loop {
        let rest = &bytes[at..end];
        let plain = rest.iter().position(|&byte| ENDS_PLAIN[usize::from(byte)]);
        let plain = plain.unwrap_or(rest.len());
        if plain > 0 {
            at += plain;
            key_end = at;
        }
        match bytes[..end].get(at) {
            None => return (key_end, Separator::None, end),
            Some(b'=') => break Separator::Equals,
            Some(b':') => break Separator::Colon,
            Some(b'\\') => {
                let joined = skip_continuations(bytes, at);
                if joined == at {
                    at += 2;
                    key_end = at;
                } else {
                    at = joined.min(end);
                }
            }
            Some(_) => break Separator::Blank,
        }
    };
    loop {
        at = skip_continuations(bytes, at + 1);
        match bytes[..end].get(at) {
            Some(&byte) if is_blank(byte) => {}
            Some(b'=') if separator == Separator::Blank => separator = Separator::Equals,
            Some(b':') if separator == Separator::Blank => separator = Separator::Colon,
            Some(_) => return (key_end, separator, at),
            None => return (key_end, separator, end),
        }
    }
}

/// The next backslash from an offset on that joins its line with the next. The offset must not lie
/// inside an escape.
pub(super) fn find_continuation(bytes: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let at = or_end(bytes, from, memchr(b'\\', bytes.get(from..)?));
        match bytes.get(at + 1) {
            None => return None,
            Some(&byte) if is_line_end(byte) => return Some(at),
            Some(_) => from = at + 2,
        }
    }
}

/// Passes over every backslash that joins its line with the next, with the blanks that follow.
pub(super) fn skip_continuations(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at) == Some(&b'\\') && bytes.get(at + 1).is_some_and(|&byte| is_line_end(byte)) {
        at = skip_blanks(bytes, after_line_end(bytes, at + 1));
    }
    at
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    or_end(bytes, at, bytes[at..].iter().position(|&byte| !is_blank(byte)))
}

/// Passes over LF, CR, or CR LF.
fn after_line_end(bytes: &[u8], at: usize) -> usize {
    at + if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 }
}

/// What was found behind an offset, or else the end.
fn or_end(bytes: &[u8], from: usize, found: Option<usize>) -> usize {
    found.map_or(bytes.len(), |found| from + found)
}

/// A blank to `Properties.load`; no other white space is one.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0c')
}

pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
