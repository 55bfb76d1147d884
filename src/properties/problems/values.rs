//! Values that carry more, or less, than was meant.

use std::ops::Range;

use super::{Search, SyntaxKind};
use crate::properties::{Entry, lines};
use crate::source::Span;

/// What Java's `String.trim`, and with it every client, leaves of a value.
fn trimmed(value: &str) -> Range<usize> {
    let blank = |c: char| c <= ' ';
    let start = value.len() - value.trim_start_matches(blank).len();
    start..value.trim_end_matches(blank).len().max(start)
}

pub(super) fn quoted(search: &mut Search<'_>, entry: &Entry<'_>) {
    let inside = trimmed(&entry.value);
    if in_quotes(&entry.value[inside.clone()]) {
        let span = entry.value_part(search.properties.source, inside);
        search.add(SyntaxKind::QuotedValue, span);
    }
}

/// Whether a text stands in one pair of quotes as a whole. `"a","b"` does not; a login module does,
/// whatever is quoted inside it, since no such value may begin with a quote.
pub(super) fn in_quotes(text: &str) -> bool {
    let Some(open) = text.chars().next() else { return false };
    let close = match open {
        '"' | '\'' => open,
        '“' => '”',
        '‘' => '’',
        _ => return false,
    };
    text[open.len_utf8()..]
        .strip_suffix(close)
        .is_some_and(|inside| !inside.contains([open, close]) || inside.contains("LoginModule"))
}

pub(super) fn inline_comment(search: &mut Search<'_>, entry: &Entry<'_>) {
    let value = &*entry.value;
    if memchr::memchr2(b'#', b'/', value.as_bytes()).is_none() {
        return;
    }
    let end = trimmed(value).end;
    let last_quotes = ['"', '\''].map(|quote| (quote, value.rfind(quote)));
    let slashes_count = last_quotes.iter().all(|(_, last)| last.is_none()) && !value.contains(';');
    let mut open = [false; 2];
    // Where the blanks before the character at hand begin, and whether they begin the value.
    let (mut blanks, mut first) = (0, true);
    for (at, c) in value[..end].char_indices() {
        let rest = &value[at..end];
        let after_blank = first || blanks < at;
        let in_quotes = (last_quotes.iter().zip(open)).any(|((_, last), open)| open && Some(at) < *last);
        let comment = match c {
            '#' if after_blank && !in_quotes => is_number_sign_comment(first, rest),
            '/' if after_blank && !first && slashes_count => is_slash_comment(rest),
            _ => false,
        };
        if comment {
            let span = entry.value_part(search.properties.source, blanks..value.len());
            search.add(SyntaxKind::InlineComment, span);
            return;
        }
        for ((quote, _), open) in last_quotes.iter().zip(&mut open) {
            *open ^= *quote == c;
        }
        if !is_blank(c) {
            (blanks, first) = (at + c.len_utf8(), false);
        }
    }
}

/// A `#` with a blank or letter behind it; in front of a value only one with a blank, which is no
/// colour. Not the beginning of `#{…}`, `#!` or `#1`.
fn is_number_sign_comment(first: bool, rest: &str) -> bool {
    let rest = rest.trim_start_matches('#');
    if first {
        rest.starts_with(is_blank)
    } else {
        rest.is_empty() || rest.starts_with(|c: char| is_blank(c) || c.is_alphabetic())
    }
}

/// A `//` with a blank behind it; the one of a URL has none in front, and a JAAS value may hold
/// such comments.
fn is_slash_comment(rest: &str) -> bool {
    rest.strip_prefix("//").is_some_and(|rest| rest.starts_with(is_blank))
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

pub(super) fn invisible(search: &mut Search<'_>, entry: &Entry<'_>) {
    let source = search.properties.source;
    for (text, of_key) in [(&entry.key, true), (&entry.value, false)] {
        // The mark at the beginning of a file is reported as such.
        let skip = if entry.key_span.start == 0 && of_key && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let rest = &text[skip..];
        let Some((at, character)) = rest.char_indices().find(|&(_, c)| is_invisible(c)) else {
            continue;
        };
        let run = rest[at..].find(|c| !is_invisible(c)).unwrap_or(rest.len() - at);
        let part = skip + at..skip + at + run;
        let span = if of_key { entry.key_part(source, part) } else { entry.value_part(source, part) };
        search.add(SyntaxKind::InvisibleCharacter { character }, span);
    }
}

/// Blanks that Java's `String.trim` leaves, and characters without width.
fn is_invisible(c: char) -> bool {
    c > ' ' && !c.is_ascii() && c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A backslash before an ordinary letter or digit is dropped; `\t`, `\n`, `\r` and `\f` count only
/// where the value looks like a path, since elsewhere they are meant (a key in PEM form).
pub(super) fn eaten_backslash(search: &mut Search<'_>, entry: &Entry<'_>) {
    let raw = search.bytes(entry.value_span);
    let path = is_path(raw);
    let mut at = 0;
    while let Some(found) = raw[at..].iter().position(|&byte| byte == b'\\') {
        let backslash = at + found;
        match raw.get(backslash + 1) {
            Some(b't' | b'n' | b'r' | b'f') if !path => {}
            Some(b'u') => {}
            Some(byte) if byte.is_ascii_alphanumeric() => {
                let start = entry.value_span.start + backslash;
                search.add(SyntaxKind::EatenBackslash, Span::new(start, start + 2));
                return;
            }
            _ => {}
        }
        at = (backslash + 2).min(raw.len());
    }
}

/// A drive letter or a server's name in front, or the name of a file at the end.
fn is_path(raw: &[u8]) -> bool {
    const EXTENSIONS: [&[u8]; 16] = [
        b".jks",
        b".p12",
        b".pfx",
        b".pem",
        b".crt",
        b".cer",
        b".der",
        b".key",
        b".keytab",
        b".keystore",
        b".truststore",
        b".conf",
        b".cfg",
        b".properties",
        b".xml",
        b".json",
    ];
    let text = raw.trim_ascii_end();
    let drive = text.windows(3).enumerate().any(|(at, window)| {
        let at_word_start = at == 0 || !text[at - 1].is_ascii_alphanumeric();
        at_word_start && window[0].is_ascii_alphabetic() && &window[1..] == br":\"
    });
    let server = text.starts_with(br"\\") && text.get(2).is_some_and(u8::is_ascii_alphanumeric);
    let tail = text[text.len().saturating_sub(16)..].to_ascii_lowercase();
    let file = EXTENSIONS.iter().any(|extension| tail.ends_with(extension));
    drive || server || file && !text.iter().any(|&byte| lines::is_blank(byte))
}
