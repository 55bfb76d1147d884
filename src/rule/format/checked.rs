//! Texts that name something, checked as they are read.

use serde::Deserialize;

use super::{pieces, vocabulary};

/// A text that is checked as it is read.
macro_rules! checked {
    ($(#[$doc:meta])* $name:ident, $check:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
        #[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
        #[serde(try_from = "String")]
        pub struct $name(pub String);

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                let check: fn(&str) -> Result<(), String> = $check;
                check(&text).map(|()| Self(text))
            }
        }
    };
}

checked! {
    /// A key that some client of some release knows.
    Key, check_key
}
checked! {
    /// A key, or the beginning of keys: `ssl.*`.
    KeyPattern, |text| match text.strip_suffix(".*") {
        Some(stem) if vocabulary::begins_key(&format!("{stem}.")) => Ok(()),
        Some(_) => Err(format!("no key begins with `{text}`")),
        None => check_key(text),
    }
}
checked! {
    /// A key, and whose: `linger.ms` of the client at hand; `written:linger.ms`, what the file says also where
    /// the client runs with another value; `producer:acks` and `consumer:group.id` of
    /// another file of the pipeline; `broker:transaction.max.timeout.ms` where that is known;
    /// `default-broker:…`, Kafka's default, where it is not; `guarantee:ordered`.
    KeyRef, |text| match text.split_once(':') {
        None => check_key(text),
        Some(("producer" | "consumer" | "written", key)) => check_key(key),
        Some(("broker" | "default-broker", key)) if vocabulary::is_broker_key(key) => Ok(()),
        Some(("broker" | "default-broker", key)) => Err(format!("`{key}` is no broker key of broker.tsv")),
        Some(("guarantee", "idempotent" | "transactional" | "ordered" | "duplicates-on-retry" | "auto-commit")) => Ok(()),
        Some(("guarantee", name)) => Err(format!("`{name}` is no guarantee")),
        Some((whose, _)) => Err(format!("`{whose}:` says nothing; use written, producer, consumer, broker, default-broker or guarantee")),
    }
}
checked! {
    /// A reason of the JSON contract: `below-min`.
    Reason, |text| if vocabulary::is_reason(text) { Ok(()) } else { Err(format!("`{text}` is no reason to refuse")) }
}
checked! {
    /// A release: `3.9.1`.
    Release, check_release
}
checked! {
    /// Releases from one to another, both ends in: `2.1.0..4.0.1`, `2.1.0..`, `..2.0.1`, or one alone.
    Range, |text| match text.split_once("..") {
        None => check_release(text),
        Some(("", "")) => Err("`..` has no end".into()),
        Some((first, last)) => {
            for end in [first, last].into_iter().filter(|end| !end.is_empty()) {
                check_release(end)?;
            }
            let runs_backwards = !first.is_empty() && !last.is_empty() && vocabulary::release_index(first) > vocabulary::release_index(last);
            if runs_backwards { Err(format!("`{text}` runs backwards")) } else { Ok(()) }
        }
    }
}
checked! {
    /// A text with places to be filled in: `{acks}` is the key's effective value, `{acks:written}` the
    /// text in the file, `{require}` the number that `require` compares with. Native and refusal rules
    /// have names of their own: `{setting}`, `{value}`, `{part}` and so on. `{{` is a brace.
    Template, |text| pieces(text).map(drop)
}

pub(super) fn check_key(text: &str) -> Result<(), String> {
    if vocabulary::is_key(text) { Ok(()) } else { Err(format!("no client of any release knows `{text}`")) }
}

fn check_release(text: &str) -> Result<(), String> {
    if vocabulary::release_index(text).is_some() { Ok(()) } else { Err(format!("`{text}` was never released")) }
}
