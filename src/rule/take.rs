//! What a key takes, in words; and what was meant by a value that it does not take.

use super::nearest;
use crate::kafka::{Class, Definition, Type, Validator, java_trim};

/// `a whole number from 0 to 2147483647`, `one of none, gzip, snappy, lz4 and zstd`.
pub(super) fn described(definition: &Definition) -> String {
    match definition.validator {
        Validator::OneOf(words) => return format!("one of {}", words.join(", ")),
        Validator::OneOfIgnoringCase(words) => return format!("one of {} (in any case)", words.join(", ")),
        Validator::OffsetReset => return "one of latest, earliest, none, by_duration:PnDTnHnMnS".into(),
        _ => {}
    }
    match (definition.kind, definition.kind.bounds()) {
        (Type::Boolean, _) => "true or false".into(),
        (Type::Double, _) => "a number".into(),
        (_, Some((least, most))) => {
            let (min, max) = match definition.validator {
                Validator::Range { min, max } => (min, max),
                Validator::RangeOr { min, max, or } => return format!("{or}, or a whole number from {min} to {max}"),
                _ => (f64::NEG_INFINITY, f64::INFINITY),
            };
            let least = if min.is_finite() { format!("{min}") } else { least.to_string() };
            let most = if max.is_finite() { format!("{max}") } else { most.to_string() };
            format!("a whole number from {least} to {most}")
        }
        (Type::List, _) => "a list with commas between its elements".into(),
        (Type::Class, _) => "a full class name".into(),
        _ => "a text".into(),
    }
}

/// The accepted word, or the class that Kafka ships, that the text nearly is.
pub(super) fn nearest(definition: &Definition, text: &str) -> Option<String> {
    let text = java_trim(text);
    match definition.validator {
        Validator::OneOf(words) | Validator::OneOfIgnoringCase(words) => word(words.iter().copied(), text),
        Validator::OffsetReset => word(["latest", "earliest", "none"].into_iter(), text),
        _ if definition.kind == Type::Class => word(Class::all().iter().map(|class| class.name), text),
        _ if definition.kind == Type::Boolean => match text.to_lowercase().as_str() {
            "yes" | "on" | "1" | "y" | "t" => Some("true".into()),
            "no" | "off" | "0" | "n" | "f" => Some("false".into()),
            _ => word(["true", "false"].into_iter(), text),
        },
        _ => None,
    }
}

fn word<'a>(words: impl Iterator<Item = &'a str>, text: &str) -> Option<String> {
    nearest::among(words, text).map(str::to_owned)
}
