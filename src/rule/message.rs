//! A template and what a rule found → one line of text, in which no secret stands.

use super::{
    catalogue::{Argument, KeyRef, Piece},
    evaluate::Case,
};
use crate::kafka::{Value, java_trim, redacted};

/// What a refusal or a native rule provides for its message.
#[derive(Clone, Default, Debug)]
pub(super) struct Arguments {
    /// The number that `require` compares with.
    pub(super) require: Option<i64>,
    /// The key, as the file writes it.
    pub(super) setting: String,
    /// The value, as the file writes it; already fit to be shown.
    pub(super) value: String,
    /// The part of the value at fault; already fit to be shown.
    pub(super) part: String,
    /// The other keys that belong to it.
    pub(super) others: String,
    /// The same, with their values.
    pub(super) beside: String,
    /// What the key takes.
    pub(super) kind: String,
    /// What was meant instead.
    pub(super) meant: String,
    /// A few words from the code.
    pub(super) because: String,
}

/// Fills a template in. `case` is there where a client was resolved.
pub(super) fn filled(pieces: &[Piece], case: Option<&Case<'_>>, arguments: &Arguments) -> String {
    let mut text = String::new();
    for piece in pieces {
        match *piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Value(key) => text.push_str(&case.map(|case| value(case, key)).unwrap_or_default()),
            Piece::Written(key) => text.push_str(&case.map(|case| written(case, KeyRef::Own(key))).unwrap_or_default()),
            Piece::Argument(Argument::Require) => {
                text.push_str(&arguments.require.map(|number| number.to_string()).unwrap_or_default());
            }
            Piece::Argument(Argument::Setting) => text.push_str(&arguments.setting),
            Piece::Argument(Argument::Value) => text.push_str(&arguments.value),
            Piece::Argument(Argument::Part) => text.push_str(&arguments.part),
            Piece::Argument(Argument::Others) => text.push_str(&arguments.others),
            Piece::Argument(Argument::Beside) => text.push_str(&arguments.beside),
            Piece::Argument(Argument::Type) => text.push_str(&arguments.kind),
            Piece::Argument(Argument::Meant) => text.push_str(&arguments.meant),
            Piece::Argument(Argument::Because) => text.push_str(&arguments.because),
        }
    }
    text
}

/// The help of a rule; nothing where it says what was meant and nobody knows that.
pub(super) fn help(pieces: &[Piece], case: Option<&Case<'_>>, arguments: &Arguments) -> Option<String> {
    let unknown = arguments.meant.is_empty() && pieces.contains(&Piece::Argument(Argument::Meant));
    (!unknown).then(|| filled(pieces, case, arguments))
}

fn value(case: &Case<'_>, key: KeyRef) -> String {
    if let Some((_, setting)) = case.setting(key) {
        return shown(setting.definition.key.name(), &setting.shown());
    }
    case.value(key).as_deref().map(Value::to_string).unwrap_or_default()
}

fn written(case: &Case<'_>, key: KeyRef) -> String {
    let Some((party, setting)) = case.setting(key) else { return String::new() };
    match setting.entry {
        Some(entry) => shown(setting.definition.key.name(), &party.file.properties.entries[entry].value),
        None => shown(setting.definition.key.name(), &setting.shown()),
    }
}

/// The longest value that a message holds, in characters.
const LONGEST: usize = 80;

/// A value of the file as it may stand in a message: without secrets, on one line, and not too long.
pub(super) fn shown(key: &str, value: &str) -> String {
    let value = redacted(key, java_trim(value));
    let mut text = String::new();
    for (count, char) in value.chars().enumerate() {
        if count == LONGEST {
            text.push('…');
            break;
        }
        match char {
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            char => text.push(char),
        }
    }
    text
}
