//! What in a file's syntax does not mean what it looks like → findings, where a key of Kafka's suffers.

use std::ops::Range;

use super::{More, Told};
use crate::{
    finding::{Edit, Fix, Outcome, Related, Severity},
    kafka::{KeyId, is_secret_key, java_trim},
    properties::{Entry, Properties, SyntaxKind, SyntaxProblem, problems},
    rule::{
        catalogue::Native,
        fire::{graded, listed},
        found::Grade,
        mend::{line_end, whole_lines},
        message::{Arguments, shown},
    },
    source::Span,
};

/// Reports the problems that matter.
pub(super) fn look(told: &mut Told<'_>) {
    for problem in problems(told.file.properties, &|name| KeyId::named(name).is_some()) {
        report(told, &problem);
    }
}

fn report(told: &mut Told<'_>, problem: &SyntaxProblem) {
    let kind = &problem.kind;
    let Some(rule) = native(kind).and_then(|native| told.asks(native)) else { return };
    let (file, properties) = (told.file, told.file.properties);
    let entry = problem.entry.map(|index| &properties.entries[index]);
    let name_meant = entry.and_then(|entry| name_meant(problem, entry));
    let about = match &name_meant {
        Some(name) => KeyId::named(name),
        None => problem.entry.and_then(|index| file.keys[index]),
    };
    let whole_file = is_about_the_file(kind);
    if about.is_none() && !whole_file {
        return;
    }
    let grade = match about.filter(|_| name_meant.is_some()) {
        Some(key) => told.standing_for(key),
        None if *kind == (SyntaxKind::ByteOrderMark { harmless: true }) => graded(rule, Severity::Info, Outcome::Hygiene),
        None => Grade::of(rule),
    };
    let strays = strays(kind);
    let mut keys: Vec<String> = entry.filter(|_| !whole_file).iter().map(|entry| entry.key.to_string()).collect();
    keys.extend(strays.clone().map(|index| properties.entries[index].key.to_string()));
    keys.extend(if let SyntaxKind::SwallowedEntry { key } = kind { Some(key.clone()) } else { None });
    let span = match (kind, entry) {
        (SyntaxKind::QuotedValue | SyntaxKind::InlineComment | SyntaxKind::BrokenJaas { .. }, Some(entry)) => entry.span(),
        _ => problem.span,
    };
    let safe = rule.fix.as_ref().is_some_and(|fix| fix.safe);
    told.say(rule, grade, Some(span), keys, || {
        let stray = |index: usize| Related {
            file: file.id,
            span: properties.entries[index].span(),
            message: "this line is an entry of its own".into(),
        };
        let edits = entry.map(|entry| edits(properties, problem, entry)).unwrap_or_default();
        let edits: Vec<Edit> = edits.into_iter().map(|(span, text)| Edit { file: file.id, span, text }).collect();
        More {
            arguments: Arguments {
                setting: entry.map(|entry| entry.key.to_string()).unwrap_or_default(),
                value: entry.map(|entry| shown(&entry.key, &entry.value)).unwrap_or_default(),
                part: part(properties, problem, entry),
                others: listed(strays.clone().map(|index| properties.entries[index].key.to_string()).collect()),
                meant: name_meant.unwrap_or_default(),
                because: match kind {
                    SyntaxKind::MissingContinuation { .. } => "no backslash ends the line".into(),
                    _ => "a blank stands behind the backslash".into(),
                },
                ..Arguments::default()
            },
            related: strays.map(stray).collect(),
            fix: (!edits.is_empty()).then(|| Fix { safe, title: title(kind).into(), edits }),
        }
    });
}

/// The rule of a problem. Half a surrogate pair is left to the rules about values.
const fn native(kind: &SyntaxKind) -> Option<Native> {
    Some(match kind {
        SyntaxKind::Utf16 => Native::Utf16,
        SyntaxKind::ByteOrderMark { .. } => Native::ByteOrderMark,
        SyntaxKind::MalformedEscape => Native::MalformedEscape,
        SyntaxKind::LostContinuation { .. } | SyntaxKind::MissingContinuation { .. } => Native::ContinuationLost,
        SyntaxKind::QuotedKey => Native::QuotedKey,
        SyntaxKind::QuotedValue => Native::QuotedValue,
        SyntaxKind::InlineComment => Native::InlineComment,
        SyntaxKind::InvisibleCharacter { .. } => Native::InvisibleCharacter,
        SyntaxKind::EatenBackslash => Native::BackslashEaten,
        SyntaxKind::ShellAssignment { .. } => Native::ShellAssignment,
        SyntaxKind::SectionHeader => Native::SectionHeader,
        SyntaxKind::BrokenJaas { .. } => Native::JaasCutOff,
        SyntaxKind::SwallowedComment | SyntaxKind::SwallowedEntry { .. } => Native::SwallowedLine,
        SyntaxKind::DoubledSeparator => Native::SeparatorTwice,
        SyntaxKind::ConflictMarker => Native::ConflictMarker,
        SyntaxKind::LoneSurrogate => return None,
    })
}

const fn is_about_the_file(kind: &SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::Utf16
            | SyntaxKind::MalformedEscape
            | SyntaxKind::ConflictMarker
            | SyntaxKind::SectionHeader
            | SyntaxKind::ByteOrderMark { harmless: true }
    )
}

/// The key that was meant, where the one that the client gets is another.
fn name_meant(problem: &SyntaxProblem, entry: &Entry<'_>) -> Option<String> {
    match &problem.kind {
        SyntaxKind::ByteOrderMark { harmless: false } => Some(entry.key.trim_start_matches('\u{feff}').to_owned()),
        SyntaxKind::QuotedKey => Some(entry.key.trim_matches(|char| QUOTES.contains(char)).to_owned()),
        SyntaxKind::ShellAssignment { name } => Some(name.to_lowercase().replace('_', ".")),
        SyntaxKind::InvisibleCharacter { .. } if problem.span.start < entry.key_span.end => {
            Some(entry.key.chars().filter(char::is_ascii_graphic).collect())
        }
        _ => None,
    }
}

const QUOTES: &str = "\"'“”‘’";

/// The entries that were torn off this one.
fn strays(kind: &SyntaxKind) -> Range<usize> {
    match kind {
        SyntaxKind::LostContinuation { next } | SyntaxKind::MissingContinuation { next } => *next..next + 1,
        SyntaxKind::BrokenJaas { strays } => strays.clone(),
        _ => 0..0,
    }
}

/// What the message may quote: the text to blame.
fn part(properties: &Properties<'_>, problem: &SyntaxProblem, entry: Option<&Entry<'_>>) -> String {
    if let SyntaxKind::InvisibleCharacter { character } = problem.kind {
        return match character {
            '\u{a0}' => "a no-break space".into(),
            '\u{feff}' => "a byte order mark".into(),
            '\u{200b}' => "a zero-width space".into(),
            character => format!("U+{:04X}", u32::from(character)),
        };
    }
    let key = entry.map_or("", |entry| &entry.key);
    shown(key, &properties.source.text(problem.span))
}

const fn title(kind: &SyntaxKind) -> &'static str {
    match kind {
        SyntaxKind::ByteOrderMark { .. } => "remove the byte order mark",
        SyntaxKind::QuotedKey | SyntaxKind::QuotedValue => "remove the quotes",
        SyntaxKind::InlineComment => "move the comment to a line of its own",
        SyntaxKind::LostContinuation { .. } => "remove the blanks behind the backslash",
        SyntaxKind::MissingContinuation { .. } => "end the line with a backslash",
        SyntaxKind::InvisibleCharacter { .. } => "remove it",
        SyntaxKind::ShellAssignment { .. } => "remove the word",
        SyntaxKind::DoubledSeparator => "remove the second sign",
        SyntaxKind::EatenBackslash => "double the backslashes",
        _ => "",
    }
}

/// What bytes give way to what text.
fn edits(properties: &Properties<'_>, problem: &SyntaxProblem, entry: &Entry<'_>) -> Vec<(Span, String)> {
    let source = properties.source;
    let span = problem.span;
    let gone = |span: Span| (span, String::new());
    match &problem.kind {
        SyntaxKind::ByteOrderMark { .. } | SyntaxKind::InvisibleCharacter { .. } | SyntaxKind::DoubledSeparator => {
            vec![gone(span)]
        }
        SyntaxKind::QuotedKey | SyntaxKind::QuotedValue => {
            let text = source.text(span);
            let [first, last] = [text.chars().next(), text.chars().next_back()].map(|char| char.map_or(0, char::len_utf8));
            vec![gone(Span::new(span.start, span.start + first)), gone(Span::new(span.end - last, span.end))]
        }
        // What looks like a comment may be the end of the secret.
        SyntaxKind::InlineComment if is_secret_key(&entry.key) => Vec::new(),
        SyntaxKind::InlineComment => {
            let lines = whole_lines(properties, entry);
            let comment = source.text(span);
            let comment = java_trim(&comment);
            let comment = comment.strip_prefix("//").map_or_else(|| comment.to_owned(), |rest| format!("#{rest}"));
            vec![(Span::at(lines.start), format!("{comment}{}", line_end(source))), gone(span)]
        }
        SyntaxKind::LostContinuation { .. } => vec![gone(Span::new(span.start + 1, span.end))],
        SyntaxKind::MissingContinuation { .. } => vec![(Span::new(span.end, entry.value_span.end), "\\".to_owned())],
        SyntaxKind::ShellAssignment { .. } => vec![gone(Span::new(entry.key_span.start, entry.value_span.start))],
        SyntaxKind::EatenBackslash => {
            let raw = source.text(entry.value_span);
            raw.match_indices('\\')
                .filter(|(at, _)| raw[at + 1..].starts_with(|char: char| char.is_ascii_alphanumeric()))
                .map(|(at, _)| (Span::at(entry.value_span.start + at), "\\".to_owned()))
                .collect()
        }
        _ => Vec::new(),
    }
}
