//! A comment line → the directive that it is, if it is one.

use crate::{
    properties::{Comment, Properties},
    source::{Encoding, Source, Span},
};

/// A comment that silences rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Directive {
    /// Where it holds.
    pub(super) scope: Scope,
    /// The rules, as written, each with its place.
    pub(super) rules: Vec<(Span, String)>,
    /// Why.
    pub(super) reason: Option<String>,
    /// The comment, from its `#` to the end of the line.
    pub(super) span: Span,
}

/// Where a directive holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// In the whole file.
    File,
    /// At the entry with this index.
    Entry(usize),
    /// Nowhere: no setting follows it.
    Nothing,
}

/// A comment that is meant as a directive and is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Malformed {
    /// What is wrong with it.
    pub(super) why: String,
    /// The comment.
    pub(super) span: Span,
}

/// The directives of a file, in its order.
pub(super) fn directives(properties: &Properties<'_>) -> Vec<Result<Directive, Malformed>> {
    let comments = properties.comments.iter().enumerate();
    comments.filter_map(|(index, comment)| directive(properties, index, comment)).collect()
}

fn directive(properties: &Properties<'_>, index: usize, comment: &Comment) -> Option<Result<Directive, Malformed>> {
    let source = properties.source;
    let text = source.text(comment.span);
    let order = order(&text)?;
    let malformed = |why: String| Some(Err(Malformed { why, span: comment.span }));
    let (verb, rest) = order.split_at(order.find(|c: char| c == '[' || c.is_whitespace()).unwrap_or(order.len()));
    let scope = match verb {
        "ignore" => None,
        "ignore-file" => Some(Scope::File),
        "" => return malformed("`ackward:` is followed by nothing".into()),
        verb => return malformed(format!("`{verb}` is nothing that a comment can tell ackward")),
    };
    let Some(list) = rest.trim_start().strip_prefix('[') else {
        return malformed(format!("`{verb}` names no rule"));
    };
    let Some((list, reason)) = list.split_once(']') else {
        return malformed(format!("the list of `{verb}` is not closed"));
    };
    let list_start = offset_of(&text, list);
    let mut rules = Vec::new();
    let mut at = list_start;
    for part in list.split(',') {
        let name = part.trim();
        if !name.is_empty() {
            let start = at + (part.len() - part.trim_start().len());
            rules.push((place(source, comment.span, &text, start, start + name.len()), name.to_owned()));
        }
        at += part.len() + 1;
    }
    if rules.is_empty() {
        return malformed(format!("`{verb}` names no rule"));
    }
    let reason = reason.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '-' | '–' | '—'));
    let scope = scope.unwrap_or_else(|| next_entry(properties, index, comment).map_or(Scope::Nothing, Scope::Entry));
    Some(Ok(Directive { scope, rules, reason: (!reason.is_empty()).then(|| reason.to_owned()), span: comment.span }))
}

/// What stands behind `ackward:`, where a comment begins so.
fn order(text: &str) -> Option<&str> {
    const NAME: &str = "ackward";
    let text = text.trim_start_matches(|c: char| matches!(c, '#' | '!') || c.is_whitespace());
    let name = text.get(..NAME.len()).filter(|name| name.eq_ignore_ascii_case(NAME))?;
    text[name.len()..].trim_start().strip_prefix(':').map(str::trim)
}

/// The entry on the line below, or below the comments that follow.
fn next_entry(properties: &Properties<'_>, index: usize, comment: &Comment) -> Option<usize> {
    let below =
        properties.comments[index + 1..].iter().zip(comment.line + 1..).take_while(|(comment, line)| comment.line == *line);
    let line = comment.line + 1 + below.count();
    properties.entries.binary_search_by_key(&line, |entry| entry.line).ok()
}

/// Where a part of a text begins in it.
fn offset_of(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The place in the file of a part of a comment's text.
fn place(source: &Source, comment: Span, text: &str, start: usize, end: usize) -> Span {
    let at = |offset: usize| {
        comment.start
            + match source.encoding() {
                Encoding::Utf8 => offset,
                Encoding::Latin1 => text[..offset].chars().count(),
            }
    };
    Span::new(at(start), at(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::read;

    fn only(bytes: &[u8]) -> Option<Result<Directive, Malformed>> {
        let source = Source::new("a.properties", bytes.to_vec());
        let mut all = directives(&read(&source));
        assert!(all.len() < 2);
        all.pop()
    }

    fn parsed(text: &str) -> (Scope, Vec<String>, Option<String>) {
        let directive = only(text.as_bytes()).unwrap().unwrap();
        (directive.scope, directive.rules.into_iter().map(|(_, name)| name).collect(), directive.reason)
    }

    #[test]
    fn both_forms_and_both_marks() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        for (text, scope, rules, reason) in [
            ("# ackward: ignore[a-b] why\nk=v", Scope::Entry(0), names(&["a-b"]), Some("why")),
            ("!ackward:ignore-file[a,b]: why not\nk=v", Scope::File, names(&["a", "b"]), Some("why not")),
            ("  ## Ackward : ignore [ a , b ,] \n# more\n  k=v", Scope::Entry(0), names(&["a", "b"]), None),
            ("x=y\n# ackward: ignore[a] - 1\n\nk=v", Scope::Nothing, names(&["a"]), Some("1")),
            ("x=y\n# ackward: ignore[a]", Scope::Nothing, names(&["a"]), None),
        ] {
            assert_eq!(parsed(text), (scope, rules, reason.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_file() {
        let bytes = b"# \xe9\n# ackward: ignore[\xe9x, b] \xe9\nk=v";
        let directive = only(bytes).unwrap().unwrap();
        let at = |index: usize| &bytes[directive.rules[index].0.start..directive.rules[index].0.end];
        assert_eq!((at(0), at(1)), (&b"\xe9x"[..], &b"b"[..]));
    }

    #[test]
    fn what_is_meant_and_wrong_is_said_and_other_prose_is_left_alone() {
        for (text, why) in [
            ("# ackward: ignore because", "`ignore` names no rule"),
            ("# ackward: ignore[]", "`ignore` names no rule"),
            ("# ackward: ignore-file[a", "the list of `ignore-file` is not closed"),
            ("# ackward: disable[a]", "`disable` is nothing that a comment can tell ackward"),
            ("# ackward:", "`ackward:` is followed by nothing"),
        ] {
            assert_eq!(only(text.as_bytes()).unwrap().unwrap_err().why, why, "{text}");
        }
        for text in ["# ackward is a linter", "# see ackward: ignore[a]", "a=b\\\n# ackward: ignore[a]", "#", "# ackw\u{e4}rd: x"]
        {
            assert_eq!(only(text.as_bytes()), None, "{text}");
        }
    }
}
