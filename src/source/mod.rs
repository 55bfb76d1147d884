//! Bytes of a file → text, lines and positions. Knows no format.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

/// A stretch of a file: byte offsets as it is on disk, `end` not included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset just behind the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to and without `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty stretch in front of the byte at `offset`.
    #[must_use]
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it covers nothing.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the byte at `offset` lies inside.
    #[must_use]
    pub const fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// The smallest stretch that covers both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// A place in a file as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How the bytes of a file are read as characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The whole file is valid UTF-8 (so is plain ASCII).
    Utf8,
    /// Anything else: each byte is the character of that number.
    Latin1,
}

/// A file that was read: the name it is shown under, and its bytes.
///
/// Lines end as they do for Java: at LF, CR, or CR LF. Line starts are worked out when first asked
/// for, so a file about which nothing is said costs no more than its encoding check.
pub struct Source {
    name: String,
    text: Text,
    /// For every `STEP` bytes, the number of line ends before that offset. Sparse, so that a file
    /// of nothing but line ends does not cost eight times its size.
    marks: OnceLock<Vec<usize>>,
}

enum Text {
    Utf8 { text: String, with_line_feeds: OnceLock<Option<String>> },
    Latin1 { bytes: Vec<u8>, decoded: OnceLock<Decoded> },
}

const STEP: usize = 1024;

impl Source {
    /// Takes the bytes as they are on disk. `name` is shown to the user and uses `/`.
    #[must_use]
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let text = match String::from_utf8(bytes) {
            Ok(text) => Text::Utf8 { text, with_line_feeds: OnceLock::new() },
            Err(e) => Text::Latin1 { bytes: e.into_bytes(), decoded: OnceLock::new() },
        };
        Self { name: name.into(), text, marks: OnceLock::new() }
    }

    /// The path as shown, with `/` between its parts.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The last part of the name.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// The bytes as they are on disk.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.text {
            Text::Utf8 { text, .. } => text.as_bytes(),
            Text::Latin1 { bytes, .. } => bytes,
        }
    }

    /// How the bytes are read as characters.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        match self.text {
            Text::Utf8 { .. } => Encoding::Utf8,
            Text::Latin1 { .. } => Encoding::Latin1,
        }
    }

    /// The characters of a stretch. Ends beyond the file or inside a character are moved back to
    /// where a character begins.
    #[must_use]
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        match &self.text {
            Text::Utf8 { text, .. } => {
                if let Some(whole) = text.get(span.start..span.end) {
                    return Cow::Borrowed(whole);
                }
                let start = char_boundary(text, span.start);
                Cow::Borrowed(&text[start..char_boundary(text, span.end).max(start)])
            }
            Text::Latin1 { bytes, .. } => {
                let end = span.end.min(bytes.len());
                let bytes = &bytes[span.start.min(end)..end];
                match std::str::from_utf8(bytes) {
                    Ok(text) if text.is_ascii() => Cow::Borrowed(text),
                    _ => Cow::Owned(latin1(bytes)),
                }
            }
        }
    }

    /// The number of lines: one more than there are line ends.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.line_at(self.bytes().len())
    }

    /// The line, from 1, on which the byte at `offset` lies. A line end belongs to the line it
    /// ends; beyond the file is the last line.
    #[must_use]
    pub fn line_at(&self, offset: usize) -> usize {
        let bytes = self.bytes();
        let offset = offset.min(bytes.len());
        let marks = self.marks();
        let mark = offset / STEP;
        1 + marks[mark] + count_line_ends(bytes, mark * STEP, offset)
    }

    /// The bytes of a line, its line end not included; `None` where there is no such line.
    #[must_use]
    pub fn line_span(&self, line: usize) -> Option<Span> {
        let bytes = self.bytes();
        let start = match line.checked_sub(2) {
            None if line == 0 => return None,
            None => 0,
            // The line begins behind the line end of this index.
            Some(index) => {
                let mark = self.marks().partition_point(|&before| before <= index) - 1;
                let skip = index - self.marks()[mark];
                line_ends(bytes, mark * STEP, bytes.len()).nth(skip)? + 1
            }
        };
        let len = bytes[start..].iter().position(|&byte| is_eol(byte));
        Some(Span::new(start, len.map_or(bytes.len(), |len| start + len)))
    }

    /// Where an offset lies. A byte inside a character counts as that character; a byte order mark
    /// at the beginning of the file takes no column, as in editors.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let bytes = self.bytes();
        let offset = offset.min(bytes.len());
        let line = self.line_at(offset);
        let before = &bytes[line_start(bytes, offset)..offset];
        let column = 1 + match &self.text {
            Text::Latin1 { .. } => before.len(),
            Text::Utf8 { text, .. } => {
                let whole = before.iter().filter(|&&byte| !is_continuation(byte)).count();
                whole
                    - usize::from(!text.is_char_boundary(offset))
                    - usize::from(line == 1 && before.starts_with(BYTE_ORDER_MARK))
            }
        };
        Position { line, column }
    }

    /// The whole file as UTF-8 in which every line ends with a line feed, for renderers that can
    /// show nothing else, with the way from offsets in the file to offsets in it.
    #[must_use]
    pub fn decoded(&self) -> DecodedText<'_> {
        match &self.text {
            Text::Utf8 { text, with_line_feeds } => {
                let changed = with_line_feeds
                    .get_or_init(|| lone_carriage_returns(text.as_bytes()).next().map(|_| line_feeds(text.clone())));
                let bytes = text.as_bytes();
                DecodedText { text: changed.as_ref().unwrap_or(text), bytes, wider: &[] }
            }
            Text::Latin1 { bytes, decoded } => {
                let Decoded { text, wider } = decoded.get_or_init(|| Decoded {
                    text: line_feeds(latin1(bytes)),
                    wider: running_count(bytes.len(), |from, to| beyond_ascii(&bytes[from..to])),
                });
                DecodedText { text, bytes, wider }
            }
        }
    }

    fn marks(&self) -> &[usize] {
        self.marks.get_or_init(|| {
            let bytes = self.bytes();
            running_count(bytes.len(), |from, to| count_line_ends(bytes, from, to))
        })
    }
}

/// Shows the name and the size only: files hold secrets.
impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("bytes", &self.bytes().len())
            .field("encoding", &self.encoding())
            .finish_non_exhaustive()
    }
}

/// The bytes of a byte order mark in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What [`Source::decoded`] gives.
#[derive(Clone, Copy)]
pub struct DecodedText<'a> {
    text: &'a str,
    bytes: &'a [u8],
    wider: &'a [usize],
}

impl<'a> DecodedText<'a> {
    /// The text.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.text
    }

    /// The offset in the text of the byte at `offset` in the file.
    #[must_use]
    pub fn offset(self, offset: usize) -> usize {
        let offset = offset.min(self.bytes.len());
        let mark = offset / STEP;
        match self.wider.get(mark) {
            None => offset,
            Some(before) => offset + before + beyond_ascii(&self.bytes[mark * STEP..offset]),
        }
    }

    /// The stretch of the text for a stretch of the file.
    #[must_use]
    pub fn span(self, span: Span) -> Span {
        Span::new(self.offset(span.start), self.offset(span.end))
    }
}

/// An ISO-8859-1 file as UTF-8.
struct Decoded {
    text: String,
    /// Bytes from 0x80 on take two bytes here: for every `STEP` bytes of the file, how many of them
    /// lie before.
    wider: Vec<usize>,
}

/// For every `STEP` offsets up to `len`, how much `count` finds before it.
fn running_count(len: usize, count: impl Fn(usize, usize) -> usize) -> Vec<usize> {
    let mut before = 0;
    (0..=len)
        .step_by(STEP)
        .map(|from| {
            let here = before;
            before += count(from, len.min(from + STEP));
            here
        })
        .collect()
}

fn is_eol(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// The boundary between characters at an offset or before it.
fn char_boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn beyond_ascii(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !byte.is_ascii()).count()
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The offset of the last byte of each line end that has it between `from` and `to`.
fn line_ends(bytes: &[u8], from: usize, to: usize) -> impl Iterator<Item = usize> {
    (from..to).filter(move |&at| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    })
}

/// How many line ends have their last byte between `from` and `to`.
fn count_line_ends(bytes: &[u8], from: usize, to: usize) -> usize {
    let part = &bytes[from..to];
    let lone = memchr::memchr_iter(b'\r', part).filter(|at| bytes.get(from + at + 1) != Some(&b'\n'));
    memchr::memchr_iter(b'\n', part).count() + lone.count()
}

/// Where the line begins on which an offset lies.
fn line_start(bytes: &[u8], offset: usize) -> usize {
    // A line feed that is part of CR LF belongs to the line that the carriage return ends.
    let inside = offset > 0 && bytes[offset - 1] == b'\r' && bytes.get(offset) == Some(&b'\n');
    memchr::memrchr2(b'\n', b'\r', &bytes[..offset - usize::from(inside)]).map_or(0, |end| end + 1)
}

fn lone_carriage_returns(bytes: &[u8]) -> impl Iterator<Item = usize> {
    line_ends(bytes, 0, bytes.len()).filter(|&at| bytes[at] == b'\r')
}

fn line_feeds(text: String) -> String {
    let mut bytes = text.into_bytes();
    for at in 0..bytes.len() {
        if bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            bytes[at] = b'\n';
        }
    }
    String::from_utf8(bytes).expect("one ASCII byte was replaced by another")
}

#[cfg(test)]
mod tests;
