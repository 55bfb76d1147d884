//! Messages with places to be filled in.

use super::{KeyRef, checked::check_key};

/// One part of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// As it is.
    Text(String),
    /// The effective value of a key.
    Value(&'a str),
    /// The written text of a key.
    Written(&'a str),
    /// What the rule's code or the refusal provides.
    Argument(Argument),
}

/// What a refusal or a native rule provides for its message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// `{require}`: the number that `require` compares with.
    Require,
    /// `{setting}`: the key, as the file writes it.
    Setting,
    /// `{value}`: the value, as the file writes it.
    Value,
    /// `{part}`: the part of the value at fault.
    Part,
    /// `{others}`: the other keys that belong to it.
    Others,
    /// `{beside}`: the same with their values.
    Beside,
    /// `{type}`: what the key takes.
    Type,
    /// `{meant}`: what was meant instead.
    Meant,
    /// `{because}`: a few words from the code.
    Because,
}

impl Argument {
    const NAMES: [(&'static str, Self); 9] = [
        ("require", Self::Require),
        ("setting", Self::Setting),
        ("value", Self::Value),
        ("part", Self::Part),
        ("others", Self::Others),
        ("beside", Self::Beside),
        ("type", Self::Type),
        ("meant", Self::Meant),
        ("because", Self::Because),
    ];
}

/// Takes a template apart.
pub fn pieces(template: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let doubled = rest[at + 1..].starts_with(&rest[at..=at]);
        if doubled {
            text.push_str(&rest[at..=at]);
            rest = &rest[at + 2..];
            continue;
        }
        let inside = rest[at..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let (name, after) = inside.ok_or("a brace is not closed; `{{` and `}}` are braces")?;
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        let argument = Argument::NAMES.into_iter().find(|(known, _)| *known == name);
        pieces.push(match (argument, name.strip_suffix(":written")) {
            (Some((_, argument)), _) => Piece::Argument(argument),
            (None, Some(key)) => check_key(key).map(|()| Piece::Written(key))?,
            (None, None) => KeyRef::try_from(name.to_owned()).map(|_| Piece::Value(name))?,
        });
        rest = after;
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}
