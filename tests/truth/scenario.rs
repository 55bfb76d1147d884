//! One configuration in one line of text: `producer | acks=1 | key.serializer`.
//!
//! Every scenario starts from what a client needs at least; `key=value` sets a key, a bare `key`
//! takes one of those away. In values `\p` is `|`, `\s` a blank at either end, `\n`, `\t`, `\r` and
//! `\\` are what they are elsewhere, and `\u{3a9}` is any other character.

use std::fmt::{self, Write as _};

use ackward::kafka::Role;

/// A client and what it is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// Which client.
    pub role: Role,
    /// Its whole configuration; no key comes twice.
    pub entries: Vec<(String, String)>,
}

/// The roles that the harness constructs.
pub const ROLES: [Role; 4] = [Role::Producer, Role::Consumer, Role::ShareConsumer, Role::Admin];

const STRING_SERIALIZER: &str = "org.apache.kafka.common.serialization.StringSerializer";
const STRING_DESERIALIZER: &str = "org.apache.kafka.common.serialization.StringDeserializer";

impl Scenario {
    /// A client with what it needs and nothing else.
    pub fn base(role: Role) -> Self {
        let needs: &[(&str, &str)] = match role {
            Role::Producer => &[("key.serializer", STRING_SERIALIZER), ("value.serializer", STRING_SERIALIZER)],
            Role::Consumer => &[("key.deserializer", STRING_DESERIALIZER), ("value.deserializer", STRING_DESERIALIZER)],
            Role::ShareConsumer => {
                &[("key.deserializer", STRING_DESERIALIZER), ("value.deserializer", STRING_DESERIALIZER), ("group.id", "g")]
            }
            _ => &[],
        };
        let entries = [("bootstrap.servers", "localhost:1")].iter().chain(needs);
        Self { role, entries: entries.map(|&(key, value)| (key.into(), value.into())).collect() }
    }

    /// Sets a key.
    pub fn set(&mut self, key: &str, value: &str) {
        match self.entries.iter_mut().find(|entry| entry.0 == key) {
            Some(entry) => entry.1 = value.into(),
            None => self.entries.push((key.into(), value.into())),
        }
    }

    /// Takes a key away.
    pub fn unset(&mut self, key: &str) {
        self.entries.retain(|entry| entry.0 != key);
    }

    /// What it was given for a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.0 == key).map(|entry| entry.1.as_str())
    }

    /// Reads a line; the error says what is wrong with it.
    pub fn parse(line: &str) -> Result<Self, String> {
        let mut fields = line.split('|').map(str::trim);
        let name = fields.next().unwrap_or_default();
        let role = ROLES.into_iter().find(|role| role.name() == name).ok_or_else(|| format!("no role `{name}`"))?;
        let mut scenario = Self::base(role);
        for field in fields {
            match field.split_once('=') {
                Some((key, value)) => scenario.set(&unescape(key)?, &unescape(value)?),
                None => scenario.unset(field),
            }
        }
        Ok(scenario)
    }

    /// The scenarios of a text, one a line; blank lines and lines that start with `#` are skipped.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, String> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        lines.map(|(index, line)| Self::parse(line).map_err(|error| format!("line {}: {error}", index + 1))).collect()
    }
}

/// The line that [`Scenario::parse`] reads.
impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = Self::base(self.role);
        f.write_str(self.role.name())?;
        for (key, _) in base.entries.iter().filter(|(key, _)| self.get(key).is_none()) {
            write!(f, " | {key}")?;
        }
        for (key, value) in self.entries.iter().filter(|(key, value)| base.get(key) != Some(value)) {
            write!(f, " | {}={}", escape(key), escape(value))?;
        }
        Ok(())
    }
}

fn escape(text: &str) -> String {
    let inner = text.trim_matches(' ');
    let start = text.len() - text.trim_start_matches(' ').len();
    let mut escaped = String::with_capacity(text.len());
    for (index, letter) in text.char_indices() {
        match letter {
            ' ' if index < start || index >= start + inner.len() => escaped.push_str("\\s"),
            '|' => escaped.push_str("\\p"),
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            ' '..='~' => escaped.push(letter),
            other => write!(escaped, "\\u{{{:x}}}", other as u32).expect("writing to a String never fails"),
        }
    }
    escaped
}

fn unescape(text: &str) -> Result<String, String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let mut after = rest[at + 1..].chars();
        plain.push(match after.next() {
            Some('s') => ' ',
            Some('p') => '|',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('\\') => '\\',
            Some('u') => {
                let (digits, tail) = after
                    .as_str()
                    .strip_prefix('{')
                    .and_then(|digits| digits.split_once('}'))
                    .ok_or_else(|| format!("`\\u` without braces in `{text}`"))?;
                after = tail.chars();
                u32::from_str_radix(digits, 16)
                    .ok()
                    .and_then(char::from_u32)
                    .ok_or_else(|| format!("no character `\\u{{{digits}}}`"))?
            }
            other => return Err(format!("no escape `\\{}` in `{text}`", other.unwrap_or(' '))),
        });
        rest = after.as_str();
    }
    plain.push_str(rest);
    Ok(plain)
}
