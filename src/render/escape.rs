//! Text of files and names → text that is safe to send to a terminal.

use std::{borrow::Cow, fmt::Write as _};

/// Whether a character can steer a terminal or hide what is written: C0, C1, and the invisible ones
/// that reorder or separate text.
pub fn is_unsafe(char: char) -> bool {
    char.is_control()
        || matches!(char,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The text with every unsafe character as `\u001b`, the way `.properties` writes it.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        push_escaped(&mut out, char);
    }
    Cow::Owned(out)
}

/// Appends one character, escaped where it is unsafe.
pub fn push_escaped(out: &mut String, char: char) {
    if is_unsafe(char) {
        write!(out, "\\u{:04x}", u32::from(char)).expect("a String takes every write");
    } else {
        out.push(char);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(escaped("a\u{1b}[31mb\u{9b}c\u{7f}"), "a\\u001b[31mb\\u009bc\\u007f");
        assert_eq!(escaped("\u{202e}x\u{2066}\u{feff}"), "\\u202ex\\u2066\\ufeff");
        assert_eq!(escaped("tab\tand\nline"), "tab\\u0009and\\u000aline");
    }

    #[test]
    fn other_text_stays() {
        for text in ["", "acks=all", "größe=日本 🎉"] {
            assert!(matches!(escaped(text), Cow::Borrowed(same) if same == text));
        }
    }
}
