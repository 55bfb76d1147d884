//! Raw key or value → its characters: escapes undone, continuations left out.
//!
//! Follows `Properties.loadConvert` of JDK 17.

use std::borrow::Cow;
use std::ops::Range;

use super::Malformed;
use super::lines::skip_continuations;
use crate::source::{Encoding, Source, Span};

/// What takes the characters, each with the place it comes from.
trait Sink {
    /// Bytes that stand for themselves.
    fn raw(&mut self, span: Span);
    /// An escape, or two for the halves of one character.
    fn escaped(&mut self, character: Unit, span: Span);
    /// A `\u` without four digits, which then comes as `u`.
    fn malformed(&mut self, span: Span);
}

/// A character, or half of one that stands alone.
#[derive(Clone, Copy)]
enum Unit {
    Char(char),
    LoneSurrogate(u16),
}

fn walk(bytes: &[u8], span: Span, sink: &mut impl Sink) {
    let bytes = &bytes[..span.end];
    let mut from = span.start;
    while let Some(found) = bytes[from..].iter().position(|&byte| byte == b'\\') {
        let at = from + found;
        if at > from {
            sink.raw(Span::new(from, at));
        }
        from = skip_continuations(bytes, at).min(bytes.len());
        if from > at {
            continue;
        }
        let (unit, end) = match bytes.get(at + 1) {
            Some(b't') => (Unit::Char('\t'), at + 2),
            Some(b'n') => (Unit::Char('\n'), at + 2),
            Some(b'r') => (Unit::Char('\r'), at + 2),
            Some(b'f') => (Unit::Char('\x0c'), at + 2),
            Some(b'u') => match character(bytes, at + 2) {
                Ok(character) => character,
                Err(end) => {
                    sink.malformed(Span::new(at, end));
                    (Unit::Char('u'), at + 2)
                }
            },
            Some(&byte) if byte.is_ascii() => (Unit::Char(char::from(byte)), at + 2),
            // Only the encoding knows how long this character is; it is raw without the backslash.
            _ => {
                from = at + 1;
                continue;
            }
        };
        sink.escaped(unit, Span::new(at, end));
        from = end;
    }
    if from < bytes.len() {
        sink.raw(Span::new(from, bytes.len()));
    }
}

/// The character whose four digits begin at an offset, together with a second `\u` where that is
/// its other half, and the end of it; or where the digits end too early.
fn character(bytes: &[u8], at: usize) -> Result<(Unit, usize), usize> {
    let (first, end) = four_digits(bytes, at)?;
    if let Some(character) = char::from_u32(u32::from(first)) {
        return Ok((Unit::Char(character), end));
    }
    let second = skip_continuations(bytes, end);
    if bytes.get(second..second + 2) == Some(br"\u")
        && let Ok((low, both_end)) = four_digits(bytes, second + 2)
        && let Some(Ok(character)) = char::decode_utf16([first, low]).next()
    {
        return Ok((Unit::Char(character), both_end));
    }
    Ok((Unit::LoneSurrogate(first), end))
}

/// Digits may lie on both sides of a continuation: Java joins lines before it looks at escapes.
fn four_digits(bytes: &[u8], mut at: usize) -> Result<(u16, usize), usize> {
    let mut value = 0;
    for _ in 0..4 {
        let digit_at = skip_continuations(bytes, at);
        let digit = bytes.get(digit_at).and_then(|&byte| char::from(byte).to_digit(16)).ok_or(at)?;
        value = value * 16 + digit;
        at = digit_at + 1;
    }
    Ok((u16::try_from(value).expect("four hexadecimal digits are 16 bits"), at))
}

/// Decodes to text, and remembers what cannot be text.
pub(super) struct Text<'a> {
    source: &'a Source,
    decoded: String,
    pub(super) malformed: Option<Span>,
    pub(super) lone_surrogate: Option<Span>,
}

impl<'a> Text<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self { source, decoded: String::new(), malformed: None, lone_surrogate: None }
    }

    pub(super) fn decode(&mut self, span: Span, has_backslash: bool) -> Cow<'a, str> {
        let bytes = self.source.bytes();
        if !has_backslash || !bytes[span.start..span.end].contains(&b'\\') {
            return self.source.text(span);
        }
        walk(bytes, span, self);
        Cow::Owned(std::mem::take(&mut self.decoded))
    }
}

impl Sink for Text<'_> {
    fn raw(&mut self, span: Span) {
        self.decoded.push_str(&self.source.text(span));
    }

    fn escaped(&mut self, unit: Unit, span: Span) {
        match unit {
            Unit::Char(character) => self.decoded.push(character),
            Unit::LoneSurrogate(_) => {
                self.lone_surrogate = self.lone_surrogate.or(Some(span));
                self.decoded.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }

    fn malformed(&mut self, span: Span) {
        self.malformed = self.malformed.or(Some(span));
    }
}

/// The UTF-16 code units of a stretch; `raw` gives those of bytes that stand for themselves.
pub(super) fn utf16(bytes: &[u8], span: Span, raw: impl Fn(Span, &mut Vec<u16>)) -> (Vec<u16>, Result<(), Malformed>) {
    let mut sink = Utf16 { raw, units: Vec::with_capacity(span.len()), malformed: Ok(()) };
    walk(bytes, span, &mut sink);
    (sink.units, sink.malformed)
}

struct Utf16<R> {
    raw: R,
    units: Vec<u16>,
    malformed: Result<(), Malformed>,
}

impl<R: Fn(Span, &mut Vec<u16>)> Sink for Utf16<R> {
    fn raw(&mut self, span: Span) {
        (self.raw)(span, &mut self.units);
    }

    fn escaped(&mut self, unit: Unit, _: Span) {
        match unit {
            Unit::Char(character) => self.units.extend(character.encode_utf16(&mut [0; 2]).iter()),
            Unit::LoneSurrogate(half) => self.units.push(half),
        }
    }

    fn malformed(&mut self, span: Span) {
        self.malformed = self.malformed.and(Err(Malformed { span }));
    }
}

/// Where the bytes `part` of the decoded text of a stretch come from.
pub(super) fn locate(source: &Source, span: Span, part: Range<usize>) -> Span {
    let mut sink = Locate { source, part, at: 0, start: None, end: None };
    walk(source.bytes(), span, &mut sink);
    let start = sink.start.unwrap_or(span.end);
    Span::new(start, sink.end.unwrap_or(start).max(start))
}

struct Locate<'a> {
    source: &'a Source,
    part: Range<usize>,
    /// How much was decoded so far.
    at: usize,
    start: Option<usize>,
    end: Option<usize>,
}

impl Locate<'_> {
    /// One character that takes `len` bytes of the text.
    fn character(&mut self, len: usize, span: Span) {
        let after = self.at + len;
        if self.start.is_none() && self.part.start < after {
            self.start = Some(span.start);
        }
        if self.at < self.part.end && self.part.start < self.part.end {
            self.end = Some(span.end);
        }
        self.at = after;
    }
}

impl Sink for Locate<'_> {
    fn raw(&mut self, span: Span) {
        let bytes = &self.source.bytes()[span.start..span.end];
        match self.source.encoding() {
            Encoding::Latin1 => {
                for (at, byte) in (span.start..).zip(bytes) {
                    self.character(if byte.is_ascii() { 1 } else { 2 }, Span::new(at, at + 1));
                }
            }
            Encoding::Utf8 => {
                for (at, character) in self.source.text(span).char_indices() {
                    let start = span.start + at;
                    let len = character.len_utf8();
                    self.character(len, Span::new(start, start + len));
                }
            }
        }
    }

    fn escaped(&mut self, unit: Unit, span: Span) {
        let len = match unit {
            Unit::Char(character) => character.len_utf8(),
            Unit::LoneSurrogate(_) => char::REPLACEMENT_CHARACTER.len_utf8(),
        };
        self.character(len, span);
    }

    fn malformed(&mut self, _: Span) {}
}
