//! The reader against the java-properties crate: where both are at home they agree, and where the
//! crate and the JDK differ, the reader does as the JDK does.

use ackward::properties::{load_utf16, read};
use ackward::source::Source;
use java_properties::{Line, LineContent, PropertiesIter};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

type Pairs = Vec<(String, String)>;

/// What the reader makes of a file that is read byte by byte; nothing where Java would throw.
fn by_reader(bytes: &[u8]) -> Option<Pairs> {
    let text = |units: Vec<u16>| String::from_utf16_lossy(&units);
    let pairs = load_utf16(bytes).ok()?;
    Some(pairs.into_iter().map(|(key, value)| (text(key), text(value))).collect())
}

/// What the crate makes of it; nothing where it fails.
fn by_crate(bytes: &[u8]) -> Option<Pairs> {
    PropertiesIter::new(bytes)
        .filter_map(|line| match line.map(Line::consume_content) {
            Ok(LineContent::KVPair(key, value)) => Some(Ok((key, value))),
            Ok(LineContent::Comment(_)) => None,
            Err(e) => Some(Err(e)),
        })
        .collect::<Result<_, _>>()
        .ok()
}

/// Each with what the JDK makes of it. The crate makes something else of every one.
#[test]
fn where_they_differ_the_jdk_is_right() {
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    for (bytes, jdk) in [
        // The crate decodes windows-1252, and looks for byte order marks.
        (&b"a=\x80"[..], Some(vec![pair("a", "\u{80}")])),
        (b"\xef\xbb\xbfa=b", Some(vec![pair("\u{ef}\u{bb}\u{bf}a", "b")])),
        // It takes every surrogate for a mistake, and `+` for a digit.
        (br"a=\ud83d\ude00", Some(vec![pair("a", "\u{1f600}")])),
        (br"a=\u+041", None),
        // It looks for escapes in comments.
        (b"# C:\\users", Some(vec![])),
        // It drops more than Java's three blanks where a line is continued.
        (b"a=b\\\n\x0bc", Some(vec![pair("a", "b\u{b}c")])),
        (b"a=b\\\n\xa0c", Some(vec![pair("a", "b\u{a0}c")])),
        // It forgets a last line that ends with a backslash.
        (b"a=b\\", Some(vec![pair("a", "b")])),
        // It finds no entry where a file ends with a backslash alone.
        (b"\\\n", Some(vec![pair("", "")])),
    ] {
        assert_eq!(by_reader(bytes), jdk, "of {:?}", bytes.escape_ascii().to_string());
        assert_ne!(by_crate(bytes), jdk, "of {:?}", bytes.escape_ascii().to_string());
    }
}

/// Whether a file holds none of the above.
fn in_the_domain_of_both(bytes: &[u8]) -> bool {
    let has = |part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    let lines_fit = bytes.split(|byte| matches!(byte, b'\r' | b'\n')).all(|line| {
        let line = line.trim_ascii_start();
        let comment_with_escape = matches!(line, [b'#' | b'!', ..]) && has(br"\u");
        let blank_of_its_own = matches!(line, [b'\x0b' | b'\xa0' | b'\x85', ..]);
        line != br"\" && !comment_with_escape && !blank_of_its_own
    });
    let marks: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
    lines_fit && !bytes.ends_with(br"\") && !has(br"u+") && !has(br"ud") && !marks.iter().any(|mark| bytes.starts_with(mark))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2048,
        rng_seed: RngSeed::Fixed(9),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn elsewhere_they_agree(parts in prop::collection::vec(
        prop::sample::select(vec![
            "\\", "\\", "\n", "\r", "\r\n", " ", "\t", "\x0c", "=", ":", "#", "!", "a", "key", "u",
            "\\u0041", "\\u00", "4", "n", "\0", "\u{e9}", "\u{a0}", "\\\n", "\\\r\n ", "\\\\",
        ]),
        0..12,
    )) {
        let bytes: Vec<u8> = parts.concat().chars().map(|c| u8::try_from(c).unwrap()).collect();
        if in_the_domain_of_both(&bytes) {
            prop_assert_eq!(by_reader(&bytes), by_crate(&bytes));
        }
    }

    /// Any bytes are read, and every piece lies where it is said to lie.
    #[test]
    fn every_piece_is_at_its_place(bytes in prop::collection::vec(any::<u8>(), 0..64),
                                   text in "(?s)([a =:#\\\\\r\n]|\\\\u00e9|.){0,40}") {
        for bytes in [bytes, text.into_bytes()] {
            let source = Source::new("a.properties", bytes);
            let mut behind = 0;
            for entry in &read(&source).entries {
                prop_assert!(behind <= entry.key_span.start);
                prop_assert!(entry.key_span.end <= entry.value_span.start);
                prop_assert_eq!(source.line_at(entry.key_span.start), entry.line);
                behind = entry.value_span.end;
                for (at, c) in entry.value.char_indices() {
                    let span = entry.value_part(&source, at..at + c.len_utf8());
                    let raw = source.text(span);
                    prop_assert!(raw.starts_with('\\') || raw == c.to_string());
                }
            }
            prop_assert!(behind <= source.bytes().len());
        }
    }
}
