//! Lines that belong together and were not joined, and lines that were joined and do not belong.

use super::{Search, SyntaxKind, keys};
use crate::properties::{Entry, Separator, lines};
use crate::source::Span;

/// A backslash, then blanks, then the end of the line: the first blank is escaped, and nothing is
/// continued. It matters where the next line was meant to belong to it.
pub(super) fn lost_continuation(search: &mut Search<'_>, entry: &Entry<'_>) {
    let raw = search.bytes(entry.value_span);
    let until_blanks = raw.len() - raw.iter().rev().take_while(|&&b| lines::is_blank(b)).count();
    let before = raw[..until_blanks].iter().rev().take_while(|&&b| b == b'\\').count();
    if until_blanks == raw.len() || before % 2 == 0 {
        return;
    }
    let next = search.index + 1;
    let Some(following) = following(search, next - 1) else { return };
    let value = raw[..until_blanks - 1].trim_ascii_end();
    let meant = indent(search, following) > indent(search, entry)
        || value.ends_with(b",")
        || !value.is_empty() && !stands_alone(search, following);
    if meant {
        let start = entry.value_span.start + until_blanks - 1;
        let span = Span::new(start, entry.value_span.end);
        search.torn_off_until = next + 1;
        search.add(SyntaxKind::LostContinuation { next }, span);
    }
}

/// A comma at the end of a line or before the next, no backslash between them, and a next line that is hardly
/// an entry.
pub(super) fn missing_continuation(search: &mut Search<'_>, entry: &Entry<'_>) {
    let value = search.bytes(entry.value_span).trim_ascii_end();
    let Some(next) = following(search, search.index) else { return };
    let (ends, begins) = (value.ends_with(b","), next.key.starts_with(','));
    if !(ends || begins) || value.is_empty() || stands_alone(search, next) {
        return;
    }
    let is_port =
        next.separator == Separator::Colon && next.value.trim_end_matches([',', ' ']).bytes().all(|b| b.is_ascii_digit());
    let is_bare = next.separator == Separator::None;
    let goes_on = is_bare || is_port || indent(search, next) > indent(search, entry);
    if begins || ends && goes_on {
        let end = entry.value_span.start + value.len();
        let index = search.index + 1;
        search.torn_off_until = search.torn_off_until.max(index + 1);
        search.add(SyntaxKind::MissingContinuation { next: index }, Span::new(if ends { end - 1 } else { end }, end));
    }
}

/// Whether an entry was hardly meant as the rest of another.
fn stands_alone(search: &Search<'_>, entry: &Entry<'_>) -> bool {
    let dotted = entry.key.contains('.') && keys::is_name(&entry.key);
    (search.is_key)(&entry.key) || entry.separator == Separator::Equals && dotted
}

/// The entry on the very next line.
fn following<'a>(search: &Search<'a>, index: usize) -> Option<&'a Entry<'a>> {
    let entries = &search.properties.entries;
    entries.get(index + 1).filter(|next| next.line == entries[index].last_line + 1)
}

fn indent(search: &Search<'_>, entry: &Entry<'_>) -> usize {
    let before = search.bytes(Span::new(0, entry.key_span.start));
    before.iter().rev().take_while(|&&byte| lines::is_blank(byte)).count()
}

/// Comments and entries that a backslash on the line before made part of this value; whether there
/// is one.
pub(super) fn swallowed(search: &mut Search<'_>, entry: &Entry<'_>) -> bool {
    let bytes = search.properties.source.bytes();
    let found_before = search.found.len();
    let mut from = entry.span().start;
    let end = entry.value_span.end;
    let mut so_far = SoFar::default();
    while let Some(backslash) = lines::find_continuation(&bytes[..end], from) {
        let start = lines::skip_continuations(bytes, backslash);
        if start >= end {
            break;
        }
        so_far.add(&bytes[from.max(entry.value_span.start).min(backslash)..backslash]);
        let line_end = bytes[start..end].iter().position(|&byte| lines::is_line_end(byte));
        let line = Span::new(start, line_end.map_or(end, |len| start + len));
        if let Some(kind) = stray(search, &so_far, line) {
            search.add(kind, line);
        }
        from = start;
    }
    search.found.len() > found_before
}

/// What the lines of a value had up to here.
#[derive(Default)]
struct SoFar {
    in_quotes: bool,
    in_login_module: bool,
    /// The last byte that is no blank.
    last: Option<u8>,
}

impl SoFar {
    fn add(&mut self, raw: &[u8]) {
        self.in_quotes = raw.iter().fold(self.in_quotes, |open, &byte| open ^ (byte == b'"'));
        self.in_login_module |= raw.windows(11).any(|window| window == b"LoginModule");
        self.last = raw.trim_ascii_end().last().copied().or(self.last);
        self.in_login_module &= self.last != Some(b';');
    }
}

/// What a continuation line would be if it stood alone, where it was hardly meant to go on.
fn stray(search: &Search<'_>, before: &SoFar, line: Span) -> Option<SyntaxKind> {
    let line = search.properties.source.text(line);
    if before.in_quotes {
        return None;
    }
    if let Some(rest) = line.strip_prefix('#') {
        return (!rest.starts_with(['{', '['])).then_some(SyntaxKind::SwallowedComment);
    }
    if line.strip_prefix('!').is_some_and(|rest| rest.starts_with([' ', '\t'])) {
        return Some(SyntaxKind::SwallowedComment);
    }
    let (name, rest) = line.split_at(line.find(['=', ':', ' ', '\t'])?);
    let separator = rest.trim_start_matches([' ', '\t']).chars().next();
    if !matches!(separator, Some('=' | ':')) || !keys::is_name(name) || before.in_login_module {
        return None;
    }
    let ended = !matches!(before.last, None | Some(b',' | b';'));
    let looks_like_key = name.contains('.') && separator == Some('=') && ended;
    ((search.is_key)(name) || looks_like_key).then(|| SyntaxKind::SwallowedEntry { key: name.to_owned() })
}

/// A login module whose options stand on lines of their own without a backslash.
pub(super) fn broken_jaas(search: &mut Search<'_>, entry: &Entry<'_>) {
    if !is_jaas(&entry.key) {
        return;
    }
    let value = entry.value.trim_end();
    let cut = value.is_empty() || value.contains("LoginModule");
    if !cut || value.trim_end_matches(['"', '\'']).ends_with(';') {
        return;
    }
    let mut of_entry = search.found.iter().rev().take_while(|problem| problem.entry == Some(search.index));
    if of_entry.any(|problem| matches!(problem.kind, SyntaxKind::LostContinuation { .. })) {
        return;
    }
    let first = search.index + 1;
    let mut end = first;
    while let Some(stray) = following(search, end - 1).filter(|next| is_option(search, next)) {
        end += 1;
        if stray.value.trim_end().ends_with(';') || stray.key.ends_with(';') {
            break;
        }
    }
    if end > first {
        let span = if value.is_empty() { entry.key_span } else { entry.value_span };
        search.torn_off_until = end;
        search.add(SyntaxKind::BrokenJaas { strays: first..end }, span);
    }
}

fn is_jaas(key: &str) -> bool {
    key == "sasl.jaas.config" || key.ends_with(".sasl.jaas.config")
}

/// Whether an entry reads like the login module, a flag or an option of a JAAS value.
fn is_option(search: &Search<'_>, entry: &Entry<'_>) -> bool {
    const OPTIONS: [&str; 14] = [
        "username",
        "password",
        "tokenauth",
        "serviceName",
        "useKeyTab",
        "storeKey",
        "keyTab",
        "principal",
        "useTicketCache",
        "renewTicket",
        "refreshKrb5Config",
        "clientId",
        "clientSecret",
        "scope",
    ];
    let (key, value) = (&*entry.key, entry.value.trim_end());
    let has_option_form =
        entry.separator == Separator::Equals && (OPTIONS.contains(&key) || value.starts_with('"') || value.ends_with(';'));
    let is_module = key.ends_with("LoginModule") || key == "required" || key == ";";
    !(search.is_key)(key) && !is_jaas(key) && (has_option_form || is_module)
}
