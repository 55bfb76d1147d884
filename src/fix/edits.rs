//! Findings with fixes + sources → the bytes of the sources with as many fixes applied as do not touch
//! each other.

use std::{borrow::Cow, collections::BTreeMap};

use crate::{
    finding::{Edit, FileId, Finding, Fix},
    source::{Encoding, Source, Span},
};

/// Which fixes are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Those after which the client behaves as before in every respect but the one that was wrong.
    Safe,
    /// All of them.
    All,
}

impl Which {
    /// Whether a fix is one of them.
    pub const fn includes(self, fix: &Fix) -> bool {
        fix.safe || matches!(self, Self::All)
    }
}

/// What came of applying fixes once.
#[derive(Debug, Default)]
pub struct Round {
    /// The files that differ now, with their bytes.
    pub changed: Vec<(FileId, Vec<u8>)>,
    /// The rules whose fixes were applied.
    pub applied: Vec<&'static str>,
    /// How many fixes touch one that was applied, so that they have to wait for the next round.
    pub deferred: usize,
}

/// A stretch of a file, and the bytes that take its place.
type Replacement = (Span, Vec<u8>);

/// Applies fixes to the sources. A fix is applied as a whole or not at all; of two that touch each other,
/// the one for the worse finding is. Every byte outside the edits stays as it is.
///
/// An edit's line feeds become the line ends of its file, and characters that the file's encoding cannot
/// hold become `\uXXXX`.
pub fn apply<'a>(findings: &[Finding], which: Which, source: impl Fn(FileId) -> &'a Source) -> Round {
    let mut round = Round::default();
    let mut accepted: BTreeMap<FileId, Vec<Replacement>> = BTreeMap::new();
    let mut fixes: Vec<(&Finding, &Fix)> =
        findings.iter().filter_map(|finding| Some((finding, finding.fix.as_ref().filter(|fix| which.includes(fix))?))).collect();
    fixes.sort_by_key(|(finding, _)| std::cmp::Reverse(finding.severity));
    for (finding, fix) in fixes {
        let Some(edits) = encode(&fix.edits, &source) else { continue };
        // Two findings can ask for the same edits; what is done once is done for both.
        let is_new = |(file, edit): &&(FileId, Replacement)| !accepted.get(file).is_some_and(|others| others.contains(edit));
        let new: Vec<_> = edits.iter().filter(is_new).cloned().collect();
        let touches = |(file, (span, _)): &(FileId, Replacement)| {
            accepted.get(file).is_some_and(|others| others.iter().any(|(other, _)| touch(*span, *other)))
        };
        if new.iter().any(touches) {
            round.deferred += 1;
            continue;
        }
        for (file, edit) in new {
            accepted.entry(file).or_default().push(edit);
        }
        round.applied.push(finding.rule);
    }
    for (file, mut edits) in accepted {
        edits.sort();
        round.changed.push((file, spliced(source(file).bytes(), &edits)));
    }
    round
}

/// A file with edits applied, encoded as [`apply`] does it; `None` where they change nothing, overlap, or
/// lie outside the file.
pub fn edited(source: &Source, edits: &[Edit]) -> Option<Vec<u8>> {
    let mut encoded: Vec<Replacement> = encode(edits, &|_| source)?.into_iter().map(|(_, edit)| edit).collect();
    encoded.sort();
    Some(spliced(source.bytes(), &encoded))
}

/// Whether two edits cannot be applied side by side. An insertion at the rim of another edit can't: which
/// of the two texts comes first would be a guess.
fn touch(a: Span, b: Span) -> bool {
    if a.is_empty() || b.is_empty() { a.start <= b.end && b.start <= a.end } else { a.start < b.end && b.start < a.end }
}

/// Edits as bytes; `None` where they change nothing, overlap, or lie outside their file.
fn encode<'a>(edits: &[Edit], source: &impl Fn(FileId) -> &'a Source) -> Option<Vec<(FileId, Replacement)>> {
    let mut encoded: Vec<(FileId, Replacement)> = Vec::with_capacity(edits.len());
    for edit in edits {
        let source = source(edit.file);
        let replaced = source.bytes().get(edit.span.start..edit.span.end)?;
        if encoded.iter().any(|(file, (span, _))| *file == edit.file && touch(*span, edit.span)) {
            return None;
        }
        let bytes = bytes_of(edit, source);
        if bytes != replaced {
            encoded.push((edit.file, (edit.span, bytes)));
        }
    }
    (!encoded.is_empty()).then_some(encoded)
}

/// The text of an edit in the encoding and with the line ends of its file.
fn bytes_of(edit: &Edit, source: &Source) -> Vec<u8> {
    let text = if edit.text.contains('\n') {
        let end = line_end(source.bytes(), edit.span.start);
        Cow::Owned(edit.text.replace("\r\n", "\n").replace('\n', end))
    } else {
        Cow::Borrowed(edit.text.as_str())
    };
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match (source.encoding(), u8::try_from(c)) {
            (_, Ok(byte)) if c.is_ascii() => bytes.push(byte),
            (Encoding::Latin1, Ok(byte)) => bytes.push(byte),
            // A file of ASCII alone does not tell as what it is read: there, only escapes mean the same to everyone.
            (Encoding::Utf8, _) if !source.bytes().is_ascii() => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            _ => bytes.extend(c.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| format!("\\u{unit:04x}").into_bytes())),
        }
    }
    bytes
}

/// The line end at an offset or next behind it; where there is none, the last one before.
fn line_end(bytes: &[u8], at: usize) -> &'static str {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let at = at.min(bytes.len());
    let end = bytes[at..].iter().position(is_end).map(|found| at + found).or_else(|| bytes[..at].iter().rposition(is_end));
    match end {
        Some(end) if bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n') => "\r\n",
        Some(end) if bytes[end] == b'\n' && end > 0 && bytes[end - 1] == b'\r' => "\r\n",
        Some(end) if bytes[end] == b'\r' => "\r",
        _ => "\n",
    }
}

/// The bytes with each of the sorted, disjoint stretches replaced.
fn spliced(bytes: &[u8], edits: &[Replacement]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + edits.iter().map(|(_, new)| new.len()).sum::<usize>());
    let mut from = 0;
    for (span, new) in edits {
        out.extend_from_slice(&bytes[from..span.start]);
        out.extend_from_slice(new);
        from = span.end;
    }
    out.extend_from_slice(&bytes[from..]);
    out
}

#[cfg(test)]
pub(super) mod tests {
    use std::ops::Range;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        finding::{Outcome, Severity},
        kafka::Role,
        version::VersionSet,
    };

    /// A finding in the first file whose fix replaces these stretches.
    pub(in crate::fix) fn finding(rule: &'static str, safe: bool, edits: &[(Range<usize>, &str)]) -> Finding {
        let edit = |(range, text): &(Range<usize>, &str)| Edit {
            file: FileId(0),
            span: Span::new(range.start, range.end),
            text: (*text).to_owned(),
        };
        Finding {
            rule,
            severity: Severity::Warning,
            outcome: Outcome::Hygiene,
            file: FileId(0),
            span: None,
            keys: Vec::new(),
            roles: vec![Role::Producer],
            clients: VersionSet::ALL,
            message: String::new(),
            label: None,
            help: None,
            related: Vec::new(),
            fix: Some(Fix { safe, title: String::new(), edits: edits.iter().map(edit).collect() }),
        }
    }

    fn applied(bytes: &[u8], which: Which, findings: &[Finding]) -> (Vec<u8>, Round) {
        let source = Source::new("a.properties", bytes.to_vec());
        let round = apply(findings, which, |_| &source);
        let now = round.changed.first().map_or(bytes.to_vec(), |(_, bytes)| bytes.clone());
        (now, round)
    }

    #[test]
    fn unsafe_fixes_wait_to_be_asked_for() {
        let findings = [finding("a", false, &[(5..6, "all")]), finding("b", true, &[(0..4, "ack")])];
        assert_eq!(applied(b"acks=1", Which::Safe, &findings).0, b"ack=1");
        assert_eq!(applied(b"acks=1", Which::All, &findings).0, b"ack=all");
    }

    #[test]
    fn of_two_that_touch_the_worse_one_is_mended_first() {
        let mut findings = [finding("a", true, &[(5..6, "all")]), finding("b", true, &[(0..6, "acks=0")])];
        findings[1].severity = Severity::Error;
        let (bytes, round) = applied(b"acks=1", Which::Safe, &findings);
        assert_eq!((bytes.as_slice(), round.applied, round.deferred), (&b"acks=0"[..], vec!["b"], 1));
    }

    #[test]
    fn a_fix_is_all_or_nothing_and_the_same_edit_counts_once() {
        let both = [finding("a", true, &[(0..1, "x")]), finding("b", true, &[(0..1, "y"), (2..3, "z")])];
        assert_eq!(applied(b"a=b", Which::Safe, &both).0, b"x=b");
        let same = [finding("a", true, &[(0..1, "x")]), finding("b", true, &[(0..1, "x"), (2..3, "z")])];
        let (bytes, round) = applied(b"a=b", Which::Safe, &same);
        assert_eq!((bytes.as_slice(), round.applied, round.deferred), (&b"x=z"[..], vec!["a", "b"], 0));
    }

    #[test]
    fn insertions_at_one_place_wait_for_each_other() {
        let findings =
            [finding("a", true, &[(3..3, "x")]), finding("b", true, &[(3..3, "y")]), finding("c", true, &[(2..3, "z")])];
        let (bytes, round) = applied(b"a=b", Which::Safe, &findings);
        assert_eq!((bytes.as_slice(), round.deferred), (&b"a=bx"[..], 2));
    }

    #[test]
    fn what_cannot_be_applied_is_left_out() {
        let findings = [
            finding("outside", true, &[(2..9, "x")]),
            finding("overlapping", true, &[(0..2, "x"), (1..3, "y")]),
            finding("nothing", true, &[(0..1, "a")]),
        ];
        let (_, round) = applied(b"a=b", Which::Safe, &findings);
        assert!(round.changed.is_empty() && round.applied.is_empty());
    }

    #[test]
    fn line_feeds_become_the_line_ends_of_the_file() {
        for (before, at, after) in [
            (&b"a=1\r\nb=2\r\n"[..], 5, &b"a=1\r\nx=y\r\nb=2\r\n"[..]),
            (b"a=1\rb=2\r", 4, b"a=1\rx=y\rb=2\r"),
            (b"a=1\nb=2", 4, b"a=1\nx=y\nb=2"),
            (b"a=1", 0, b"x=y\na=1"),
            (b"a=1\r\n", 5, b"a=1\r\nx=y\r\n"),
            // Mixed: as the line at which the edit stands.
            (b"a=1\nb=2\r\n", 4, b"a=1\nx=y\r\nb=2\r\n"),
        ] {
            assert_eq!(applied(before, Which::Safe, &[finding("a", true, &[(at..at, "x=y\n")])]).0, after, "{before:?}");
        }
    }

    #[test]
    fn characters_stay_within_the_encoding() {
        let insert = |bytes: &[u8]| applied(bytes, Which::Safe, &[finding("a", true, &[(0..0, "é€=😀\n")])]).0;
        assert_eq!(insert(b"a=\xe9\n"), b"\xe9\\u20ac=\\ud83d\\ude00\na=\xe9\n");
        assert_eq!(insert("a=é\n".as_bytes()), "é€=😀\na=é\n".as_bytes());
        assert_eq!(insert(b"a=e\n"), b"\\u00e9\\u20ac=\\ud83d\\ude00\na=e\n");
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: proptest::test_runner::RngSeed::Fixed(1),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        /// Outside the edits no byte changes, whatever the file holds.
        #[test]
        fn bytes_outside_stay(bytes in prop::collection::vec(any::<u8>(), 0..60), cuts in prop::collection::vec((0_usize..60, 0_usize..4), 0..6)) {
            let findings: Vec<Finding> = cuts.iter()
                .map(|&(start, len)| (start.min(bytes.len()), len))
                .map(|(start, len)| finding("r", true, &[(start..(start + len).min(bytes.len()), "<>")]))
                .collect();
            let (after, round) = applied(&bytes, Which::Safe, &findings);
            prop_assert_eq!(round.applied.len() + round.deferred, findings.len());
            // Taken apart at the marks, what is left is what was there, less what the edits covered.
            let mut covered: Vec<(usize, usize)> = Vec::new();
            for &(start, len) in &cuts {
                let start = start.min(bytes.len());
                let span = Span::new(start, (start + len).min(bytes.len()));
                if !covered.iter().any(|&(a, b)| touch(Span::new(a, b), span)) {
                    covered.push((span.start, span.end));
                }
            }
            covered.sort_unstable();
            let mut expected = Vec::new();
            let mut from = 0;
            for (start, end) in covered {
                expected.extend_from_slice(&bytes[from..start]);
                expected.extend_from_slice(b"<>");
                from = end;
            }
            expected.extend_from_slice(&bytes[from..]);
            // Equal edits count once but are both applied.
            prop_assert_eq!(after, expected);
        }
    }
}
