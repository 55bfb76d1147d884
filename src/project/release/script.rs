//! The text of a build script (Groovy, Kotlin, Scala, Starlark, Clojure) → its string literals and
//! assignments. No language is parsed; what all of them have in common is enough.

/// A script without its comments; every byte stays where it was.
#[derive(Debug)]
pub struct Script {
    text: String,
}

/// A string literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal<'a> {
    /// What stands between the quotes.
    pub text: &'a str,
    /// Where the opening quote is.
    pub start: usize,
    /// Just behind the closing quote.
    pub end: usize,
}

/// What may introduce a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comments {
    /// `//` and `/* */`
    Slashes,
    /// `#`
    Hash,
    /// `;`
    Semicolon,
}

impl Script {
    /// Takes a script, and blanks its comments.
    pub fn new(text: &str, comments: Comments) -> Self {
        let mut bytes = text.as_bytes().to_vec();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let length = match (comments, rest) {
                (_, [quote @ (b'"' | b'\''), ..]) => {
                    at += literal_length(rest, *quote);
                    continue;
                }
                (Comments::Slashes, [b'/', b'/', ..]) | (Comments::Hash, [b'#', ..]) | (Comments::Semicolon, [b';', ..]) => {
                    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
                }
                (Comments::Slashes, [b'/', b'*', ..]) => {
                    rest.windows(2).skip(2).position(|end| end == b"*/").map_or(rest.len(), |end| end + 4)
                }
                _ => {
                    at += 1;
                    continue;
                }
            };
            bytes[at..at + length].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
            at += length;
        }
        Self { text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    /// The text, comments blanked.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of a byte, from 1.
    pub fn line(&self, at: usize) -> usize {
        1 + self.text.get(..at).unwrap_or(&self.text).matches('\n').count()
    }

    /// The string literals, in order.
    pub fn literals(&self) -> Vec<Literal<'_>> {
        let bytes = self.text.as_bytes();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(start) = bytes[at..].iter().position(|byte| matches!(byte, b'"' | b'\'')).map(|next| at + next) {
            let length = literal_length(&bytes[start..], bytes[start]);
            let end = start + length;
            let quotes = if bytes[start..end].starts_with(&[bytes[start]; 3]) && length >= 6 { 3 } else { 1 };
            if length > quotes * 2 || length == 2 {
                found.push(Literal { text: self.text.get(start + quotes..end - quotes).unwrap_or_default(), start, end });
            }
            at = end;
        }
        found
    }

    /// The literals that are assigned to a name, and where they stand: `name = "…"`, `name: '…'`,
    /// `ext['name'] = "…"`, `set("name", "…")`, `val name: String by extra("…")`.
    pub fn assigned<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Literal<'a>> {
        self.text.match_indices(name).filter_map(move |(start, _)| {
            let bytes = self.text.as_bytes();
            let end = start + name.len();
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$');
            if start.checked_sub(1).and_then(|before| bytes.get(before)).is_some_and(is_part)
                || bytes.get(end).is_some_and(is_part)
            {
                return None;
            }
            let mut rest = self.text[end..].trim_start_matches(['"', '\'', ']', ')', ' ', '\t']);
            // The type of a Kotlin or Scala value.
            if let Some(untyped) = rest.strip_prefix(':').and_then(|typed| typed.trim_start().strip_prefix("String")) {
                rest = untyped.trim_start();
            }
            let rest = ["by extra(", "by extra {", "=", ":", ","].iter().find_map(|sign| rest.strip_prefix(sign))?;
            let value = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            let quote = value.bytes().next().filter(|byte| matches!(byte, b'"' | b'\''))?;
            let start = self.text.len() - value.len();
            let length = literal_length(value.as_bytes(), quote);
            Some(Literal { text: value.get(1..length.checked_sub(1)?)?, start, end: start + length })
        })
    }
}

/// How long a literal is, its quotes included; one that is not closed ends with its line.
fn literal_length(bytes: &[u8], quote: u8) -> usize {
    let triple = [quote; 3];
    if bytes.starts_with(&triple) {
        return bytes.windows(3).skip(3).position(|end| end == triple).map_or(bytes.len(), |end| end + 6);
    }
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            // A template may hold quotes of its own: "…:${property("kafkaVersion")}".
            b'$' if quote == b'"' && bytes.get(at + 1) == Some(&b'{') => {
                let line = bytes[at..].iter().take_while(|byte| **byte != b'\n');
                at += line.enumerate().find(|(_, byte)| **byte == b'}').map_or(2, |(end, _)| end + 1);
            }
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_blanked_and_lines_stay() {
        let script = Script::new("a // \"x\"\n/* 'y'\n*/ \"http://z\"\n'it''s'", Comments::Slashes);
        let texts: Vec<_> = script.literals().iter().map(|literal| (literal.text, script.line(literal.start))).collect();
        assert_eq!(texts, [("http://z", 3), ("it", 4), ("s", 4)]);
        let script = Script::new("a(\"x:${property(\"y\")}\")", Comments::Slashes);
        assert_eq!(script.literals()[0].text, "x:${property(\"y\")}");
        let script = Script::new("# \"x\"\nload(\"y\")", Comments::Hash);
        assert_eq!(script.literals().len(), 1);
    }

    #[test]
    fn what_is_assigned_to_a_name() {
        for text in [
            "kafkaVersion = '3.9.1'",
            "def kafkaVersion = \"3.9.1\"",
            "val kafkaVersion: String = \"3.9.1\"",
            "val kafkaVersion by extra(\"3.9.1\")",
            "ext['kafkaVersion'] = '3.9.1'",
            "extra[\"kafkaVersion\"] = \"3.9.1\"",
            "ext.kafkaVersion = '3.9.1'",
            "set('kafkaVersion', '3.9.1')",
            "ext { x = 1; kafkaVersion = '3.9.1' }",
            "versions = [ kafkaVersion: '3.9.1' ]",
            "println(kafkaVersion == \"1\")\nval kafkaVersion = \"3.9.1\"",
            "myKafkaVersion = '1'\nkafkaVersion2 = '2'\nkafkaVersion = '3.9.1'",
        ] {
            let script = Script::new(text, Comments::Slashes);
            assert_eq!(script.assigned("kafkaVersion").map(|value| value.text).next(), Some("3.9.1"), "{text}");
        }
        assert_eq!(Script::new("uses(kafkaVersion)", Comments::Slashes).assigned("kafkaVersion").next(), None);
        assert_eq!(Script::new("kafkaVersion = other", Comments::Slashes).assigned("kafkaVersion").next(), None);
    }

    #[test]
    fn an_open_literal_ends_with_its_line() {
        let script = Script::new("a = \"open\nb = 'x\\'y'", Comments::Slashes);
        assert_eq!(script.literals().last().unwrap().text, "x\\'y");
        for text in ["\"", "'''", "\"\"\"", "\"\\", "/*", "//"] {
            let _ = Script::new(text, Comments::Slashes).literals();
        }
    }
}
