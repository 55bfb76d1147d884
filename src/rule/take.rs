//! What a key takes, in words; and what was meant by a value that it does not take.

use super::nearest;
use crate::{
    kafka::{Class, Definition, Type, Validator, java_trim, key},
    version::Version,
};

/// `a whole number from 0 to 2147483647`, `one of none, gzip, snappy, lz4, zstd`.
pub(super) fn described(definition: &Definition, version: Version) -> String {
    match words(definition, version) {
        Some((words, Case::Exact)) => return format!("one of {}", words.join(", ")),
        Some((words, Case::Any)) => return format!("one of {} (in any case)", words.join(", ")),
        None => {}
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

/// Whether the case of letters counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Exact,
    Any,
}

/// The words that a key takes, also where only the client's constructor looks at them.
fn words(definition: &Definition, version: Version) -> Option<(&'static [&'static str], Case)> {
    const CODECS: [&str; 5] = ["none", "gzip", "snappy", "lz4", "zstd"];
    let since = |numbers| version >= Version::new(numbers);
    Some(match (definition.validator, definition.key) {
        (Validator::OneOf(words), _) => (words, Case::Exact),
        (Validator::OneOfIgnoringCase(words), _) => (words, Case::Any),
        (Validator::OffsetReset, _) => (&["latest", "earliest", "none", "by_duration:PnDTnHnMnS"], Case::Exact),
        (_, key::COMPRESSION_TYPE) => (if since([2, 1, 0, 0]) { &CODECS } else { &CODECS[..4] }, Case::Exact),
        (_, key::SECURITY_PROTOCOL) => {
            let case = if since([0, 10, 0, 0]) { Case::Any } else { Case::Exact };
            (&["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"], case)
        }
        _ => return None,
    })
}

/// The accepted word, or the class that Kafka ships, that the text nearly is.
pub(super) fn nearest(definition: &Definition, text: &str, version: Version) -> Option<String> {
    let text = java_trim(text);
    if let Some((words, _)) = words(definition, version) {
        return word(words.iter().copied().filter(|word| !word.contains(':')), text);
    }
    match definition.kind {
        Type::Class => {
            let here = |class: &&Class| class.name != text && class.releases.contains(version);
            word(Class::all().iter().filter(here).map(|class| class.name), text).or_else(|| of_simple_name(text, version))
        }
        Type::Boolean => match text.to_lowercase().as_str() {
            "yes" | "on" | "1" | "y" | "t" => Some("true".into()),
            "no" | "off" | "0" | "n" | "f" => Some("false".into()),
            _ => word(["true", "false"].into_iter(), text),
        },
        _ => None,
    }
}

/// The class of Kafka's that has the same last name, where there is one alone: the package is another, or
/// `.class` stands behind it.
fn of_simple_name(text: &str, version: Version) -> Option<String> {
    let name = text.strip_suffix(".class").unwrap_or(text);
    let simple = name.rsplit('.').next().unwrap_or(name);
    let mut names = Class::all()
        .iter()
        .filter(|class| class.releases.contains(version) && class.name != text)
        .map(|class| class.name)
        .filter(|class| class.strip_suffix(simple).is_some_and(|package| package.ends_with('.')));
    let only = names.next()?;
    names.all(|other| other == only).then(|| only.to_owned())
}

fn word<'a>(words: impl Iterator<Item = &'a str>, text: &str) -> Option<String> {
    nearest::among(words, text).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kafka::Client;

    #[test]
    fn what_is_meant_is_another_word_that_the_release_has() {
        let [old, new] = [[3, 9, 1, 0], [4, 0, 0, 0]].map(Version::new);
        let gone = "org.apache.kafka.clients.producer.internals.DefaultPartitioner";
        let partitioner = key::PARTITIONER_CLASS.definition(Client::Producer, new).expect("a key of the producer");
        assert_eq!(nearest(partitioner, gone, new), None);
        assert_eq!(nearest(partitioner, &gone[..gone.len() - 1], old).as_deref(), Some(gone));
        let serializer = key::KEY_SERIALIZER.definition(Client::Producer, new).expect("a key of the producer");
        let string = "org.apache.kafka.common.serialization.StringSerializer";
        for slip in ["org.apache.kafka.common.serializer.StringSerializer", &format!("{string}.class")] {
            assert_eq!(nearest(serializer, slip, new).as_deref(), Some(string));
        }
        assert_eq!(nearest(serializer, "org.apache.kafka.common.serialization.JsonSerializer", new), None);
        let codec = key::COMPRESSION_TYPE.definition(Client::Producer, Version::OLDEST).expect("a key of the producer");
        assert_eq!(nearest(codec, "gzp", Version::OLDEST).as_deref(), Some("gzip"));
        assert_eq!(described(codec, Version::OLDEST), "one of none, gzip, snappy, lz4");
    }
}
