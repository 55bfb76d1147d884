//! Keys and values → properties text that Java reads back as the same, whichever encoding it reads
//! the file in: everything beyond ASCII becomes `\uXXXX`.

use std::io::{self, Write};

use java_properties::PropertiesWriter;

/// Writes one line `key=value`, escaped as `Properties.store` does it and a little more.
pub fn write_pair(out: &mut dyn Write, key: &str, value: &str) -> io::Result<()> {
    // The crate writes `\u1`, `\u101` and `\u1f600` for characters outside its encoding, which Java
    // refuses or reads as others.
    let printable = |text: &str| text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if printable(key) && printable(value) {
        let mut writer = PropertiesWriter::new(&mut *out);
        return writer.write(key, value).and_then(|()| writer.finish()).map_err(io::Error::other);
    }
    writeln!(out, "{}={}", escape_key(key), escape_value(value))
}

/// A key as it must stand in a file.
#[must_use]
pub fn escape_key(key: &str) -> String {
    escape(key, |at, c| matches!(c, ' ' | '=' | ':') || at == 0 && matches!(c, '#' | '!'))
}

/// A value as it must stand behind its separator, with as few escapes as that takes: what people
/// wrote stays readable.
#[must_use]
pub fn escape_value(value: &str) -> String {
    let start = value.len() - value.trim_start_matches(' ').len();
    escape(value, |at, c| at < start || at == 0 && matches!(c, '=' | ':'))
}

fn escape(text: &str, needs_backslash: impl Fn(usize, char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '\t' => escaped.push_str(r"\t"),
            '\n' => escaped.push_str(r"\n"),
            '\r' => escaped.push_str(r"\r"),
            '\x0c' => escaped.push_str(r"\f"),
            ' '..='~' => {
                if c == '\\' || needs_backslash(at, c) {
                    escaped.push('\\');
                }
                escaped.push(c);
            }
            _ => escaped.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}"))),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::properties::load_utf16;

    #[test]
    fn values_stay_readable() {
        for (value, expected) in [
            ("a.example:9092,b.example:9092", "a.example:9092,b.example:9092"),
            ("C:\\kafka\\new", "C:\\\\kafka\\\\new"),
            ("  x = y # z ", "\\ \\ x = y # z "),
            (":CLIENT_ID:", "\\:CLIENT_ID:"),
            ("a\nb\u{1}é😀", "a\\nb\\u0001\\u00e9\\ud83d\\ude00"),
        ] {
            assert_eq!(escape_value(value), expected);
        }
        assert_eq!(escape_key("# a:b=c#"), "\\#\\ a\\:b\\=c#");
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: proptest::test_runner::RngSeed::Fixed(1),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn what_is_written_is_read_back(key in "(?s).{0,9}", value in "(?s)([ =:#!\\\\\t\n]|.){0,9}") {
            let mut lines = Vec::new();
            write_pair(&mut lines, &key, &value).unwrap();
            // A blank alone would begin the next line, not end an empty key.
            let between = if key.is_empty() { "=" } else { " " };
            for separator in ["=", ":", " = ", between] {
                let line = format!("{}{separator}{}\r\n", escape_key(&key), escape_value(&value));
                lines.extend(line.bytes());
            }
            let pair = (key.encode_utf16().collect(), value.encode_utf16().collect());
            prop_assert_eq!(load_utf16(&lines), Ok(vec![pair; 5]));
        }
    }
}
