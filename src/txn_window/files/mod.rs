//! Configuration files → the inputs that stand in them, as the named release reads them.

mod broker;
mod connect;
mod producer;
mod streams;

pub use broker::{BROKER_MAX_KEY, SWEEP_KEY, broker, broker_release, broker_setting};
pub use connect::connect;
pub use producer::{consumer, producer};
pub use streams::streams;

use super::inputs::InputName;
use super::millis::Millis;
use super::preset::Demand;
use super::report::Request;
use super::sources::{Note, Origin};
use crate::effective::is_placeholder;
use crate::kafka::{Type, Value};
use crate::properties::{Entry, Properties};

const TIMEOUT_KEY: &str = "transaction.timeout.ms";

/// What a key of a number holds.
enum Number<'a> {
    /// It is not written.
    Absent,
    /// So many milliseconds.
    Is(Millis, &'a Entry<'a>),
    /// Something else fills it in.
    Unknown(&'a Entry<'a>),
    /// The client refuses the text.
    Refused(&'a Entry<'a>),
}

/// The last entry of a key: the one that Java's reader leaves.
fn last<'a>(properties: &'a Properties<'a>, key: &str) -> Option<&'a Entry<'a>> {
    properties.entries.iter().rev().find(|entry| entry.key == key)
}

fn number<'a>(properties: &'a Properties<'a>, key: &str, kind: Type) -> Number<'a> {
    let Some(entry) = last(properties, key) else { return Number::Absent };
    if is_placeholder(&entry.value) {
        return Number::Unknown(entry);
    }
    match Value::parse(kind, &entry.value) {
        Ok(Value::Number(value)) => Number::Is(Millis::new(value), entry),
        _ => Number::Refused(entry),
    }
}

fn origin(properties: &Properties<'_>, entry: &Entry<'_>) -> Origin {
    Origin::File { path: properties.source.name().to_owned(), line: entry.line, key: entry.key.clone().into_owned() }
}

/// Offer what a key says, or say why it says nothing; gives the value.
fn offer(request: &mut Request, input: InputName, properties: &Properties<'_>, number: &Number<'_>, who: &str) -> Option<Millis> {
    let path = properties.source.name();
    match number {
        Number::Absent => None,
        Number::Is(value, entry) => {
            request.sources.offer_time(input, *value, origin(properties, entry));
            Some(*value)
        }
        Number::Unknown(entry) => {
            unread(request, input, path, entry);
            None
        }
        Number::Refused(entry) => {
            let words = format!("{path}:{}: {}", entry.line, refused(entry.key.as_ref(), &entry.value, who));
            request.demands.push(Demand { holds: false, words });
            None
        }
    }
}

/// Say that only a flag can name what stands here, so that no default takes its place unseen.
fn unread(request: &mut Request, input: InputName, path: &str, entry: &Entry<'_>) {
    let message = format!("{} is filled in from elsewhere: --{input} has to say it", entry.key);
    request.unread.push((input, format!("{path}:{}: {message}", entry.line)));
    request.notes.push(Note::warning(message).at(path, entry.line));
}

/// Why a text is no value of its key: not a number at all, or one that is too long for it.
fn refused(key: &str, value: &str, who: &str) -> String {
    let value = value.trim();
    let digits = value.trim_start_matches(['-', '+']);
    let what = if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        "does not fit into the key"
    } else {
        "is no number"
    };
    format!("{key}={value} {what}: {who}")
}

/// Say of every broker key in a client's file that nothing there reads it.
fn broker_keys(request: &mut Request, properties: &Properties<'_>, who: &str) {
    for key in [BROKER_MAX_KEY, SWEEP_KEY] {
        if let Some(entry) = last(properties, key) {
            let message = format!("{key} is a broker key: {who} does nothing with it, and it is not taken for the broker's");
            request.notes.push(Note::warning(message).at(properties.source.name(), entry.line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::txn_window::report::Report;
    use crate::version::Version;

    /// A request with what a file says, the rest filled in.
    pub fn read(release: [u16; 4], text: &str, with: impl Fn(&mut Request, &Properties<'_>)) -> Request {
        let source = Source::new("a.properties", text.as_bytes().to_vec());
        let properties = crate::properties::read(&source);
        let mut request = Request::new(Version::new(release));
        with(&mut request, &properties);
        request
    }

    /// The answer to it, where interval, latency and restart are a second unless a file says more.
    pub fn answer(mut request: Request) -> Report {
        for input in [InputName::CommitInterval, InputName::CommitLatency, InputName::Restart] {
            if request.sources.get(input).is_none() && input != InputName::CommitInterval {
                request.sources.offer_time(input, Millis::seconds(1), Origin::Prompt);
            }
        }
        if request.preset.is_none() {
            request.sources.offer_time(InputName::CommitInterval, Millis::seconds(1), Origin::Prompt);
        }
        Report::of(request).unwrap()
    }
}
