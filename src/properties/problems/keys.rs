//! Keys and whole lines that are not what they look like.

use super::{Search, SyntaxKind};
use crate::properties::{Entry, Separator};
use crate::source::{BYTE_ORDER_MARK, Span};

pub(super) fn byte_order_mark(search: &mut Search<'_>, entry: &Entry<'_>) {
    if entry.key_span.start == 0 && search.bytes(entry.key_span).starts_with(BYTE_ORDER_MARK) {
        let rest = entry.key.trim_start_matches('\u{feff}');
        let blank = rest.is_empty() && entry.value.is_empty();
        let harmless = blank || rest.starts_with(['#', '!']);
        search.add(SyntaxKind::ByteOrderMark { harmless }, Span::new(0, BYTE_ORDER_MARK.len()));
    }
}

/// Lines in the form of other formats.
pub(super) fn shapes(search: &mut Search<'_>, entry: &Entry<'_>) {
    let (key, value) = (&*entry.key, &*entry.value);
    let bare = matches!(entry.separator, Separator::Blank | Separator::None);
    if super::values::in_quotes(key) && key.len() > 2 {
        search.add(SyntaxKind::QuotedKey, entry.key_span);
    } else if (key == "export" || key == "set") && entry.separator == Separator::Blank {
        if let Some((name, _)) = value.split_once('=')
            && is_name(name)
        {
            search.add(SyntaxKind::ShellAssignment { name: name.to_owned() }, entry.key_span);
        }
    } else if key.starts_with('[') && bare {
        let whole = search.properties.source.text(entry.span());
        let inside = whole.trim_end().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        if inside.is_some_and(|text| text.chars().all(|c| is_name_char(c) || c == ' ')) {
            search.add(SyntaxKind::SectionHeader, entry.span());
        }
    } else if ["<<<<<<<", "|||||||", ">>>>>>>"].contains(&key) && bare {
        search.in_conflict = key != ">>>>>>>";
        search.add(SyntaxKind::ConflictMarker, entry.span());
    } else if search.in_conflict && key.is_empty() && value == "======" {
        search.add(SyntaxKind::ConflictMarker, entry.span());
    } else if value.len() > 1 && value.starts_with('=') && search.bytes(entry.value_span).starts_with(b"=") && !key.is_empty() {
        let at = entry.value_span.start;
        search.add(SyntaxKind::DoubledSeparator, Span::new(at, at + 1));
    }
}

/// Whether a text could be the name of a setting or of a variable.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(is_name_char)
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')
}
