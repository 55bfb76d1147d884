//! Text → value, as `org.apache.kafka.common.config.ConfigDef` parses and validates it.

use std::{borrow::Cow, fmt};

use super::{
    Type, Validator,
    java::{equals_ignoring_case, is_java_space, java_double, java_trim, parse_double, parse_integer},
    offset_reset::is_offset_reset,
};

/// A parsed value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// No value.
    Null,
    /// A BOOLEAN.
    Boolean(bool),
    /// A SHORT, INT or LONG.
    Number(i64),
    /// A DOUBLE.
    Double(f64),
    /// A STRING, CLASS or PASSWORD.
    Text(Cow<'a, str>),
    /// A LIST.
    List(Cow<'a, [&'a str]>),
    /// Not known from this file: a placeholder, or a reference that a config provider resolves.
    Unknown,
}

/// Why ConfigDef refuses a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are the reasons of the JSON contract")]
pub enum Refused {
    NotANumber,
    NotBoolean,
    BelowMin,
    AboveMax,
    NotInRange,
    NotInEnum,
    Empty,
    ListEmpty,
    ListEmptyElement,
}

impl<'a> Value<'a> {
    /// Parses a text as `ConfigDef.parseType` does: trimmed first, whatever the type.
    pub fn parse(kind: Type, text: &'a str) -> Result<Self, Refused> {
        let text = java_trim(text);
        match kind {
            Type::Boolean if equals_ignoring_case(text, "true") => Ok(Self::Boolean(true)),
            Type::Boolean if equals_ignoring_case(text, "false") => Ok(Self::Boolean(false)),
            Type::Boolean => Err(Refused::NotBoolean),
            Type::Short | Type::Int | Type::Long => {
                let (min, max) = kind.bounds().unwrap_or((i64::MIN, i64::MAX));
                parse_integer(text).filter(|number| (min..=max).contains(number)).map(Self::Number).ok_or(Refused::NotANumber)
            }
            Type::Double => parse_double(text).map(Self::Double).ok_or(Refused::NotANumber),
            Type::String | Type::Class | Type::Password => Ok(Self::Text(Cow::Borrowed(text))),
            Type::List if text.is_empty() => Ok(Self::List(Cow::Borrowed(&[]))),
            Type::List => Ok(Self::List(text.split(',').map(|element| element.trim_matches(is_java_space)).collect())),
        }
    }

    /// Checks a parsed value. For lists with a validator, drops duplicates first (the first stays), as 4.2.0 does.
    pub fn validate(&mut self, validator: Validator) -> Result<(), Refused> {
        if let (Self::List(list), Validator::List { .. }) = (&mut *self, validator) {
            drop_duplicates(list);
        }
        match (validator, &*self) {
            (Validator::Range { min, max }, value) => {
                let number = match value {
                    #[allow(clippy::cast_precision_loss, reason = "Range compares Number.doubleValue()")]
                    Self::Number(number) => *number as f64,
                    Self::Double(number) => *number,
                    _ => return Ok(()),
                };
                if number < min {
                    Err(Refused::BelowMin)
                } else if number > max {
                    Err(Refused::AboveMax)
                } else {
                    Ok(())
                }
            }
            (Validator::RangeOr { min, max, or }, Self::Number(number)) if !(min..=max).contains(number) && *number != or => {
                Err(Refused::NotInRange)
            }
            (Validator::NonEmpty, Self::Text(text)) if text.is_empty() => Err(Refused::Empty),
            (Validator::OneOf(words), Self::Text(text)) if !words.contains(&text.as_ref()) => Err(Refused::NotInEnum),
            (Validator::OneOfIgnoringCase(words), Self::Text(text)) => {
                let upper = text.to_uppercase();
                if words.iter().any(|word| word.to_uppercase() == upper) { Ok(()) } else { Err(Refused::NotInEnum) }
            }
            (Validator::OffsetReset, Self::Text(text)) if !is_offset_reset(text) => Err(Refused::NotInEnum),
            (Validator::List { empty: false }, Self::List(list)) if list.is_empty() => Err(Refused::ListEmpty),
            (Validator::List { .. }, Self::List(list)) if list.contains(&"") => Err(Refused::ListEmptyElement),
            _ => Ok(()),
        }
    }

    /// The number, where the value is one.
    pub const fn as_number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The boolean, where the value is one.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// The text, where the value is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The list, where the value is one.
    pub fn as_list(&self) -> Option<&[&'a str]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }
}

/// As Kafka prints a parsed value.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value}"),
            Self::Double(value) => f.write_str(&java_double(*value)),
            Self::Text(value) => f.write_str(value),
            Self::List(list) => write!(f, "[{}]", list.join(", ")),
            Self::Unknown => f.write_str("?"),
        }
    }
}

fn drop_duplicates(list: &mut Cow<'_, [&str]>) {
    let repeated = list.iter().enumerate().any(|(index, element)| list[..index].contains(element));
    if repeated {
        let mut kept: Vec<&str> = Vec::with_capacity(list.len());
        for element in list.iter() {
            if !kept.contains(element) {
                kept.push(element);
            }
        }
        *list = Cow::Owned(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_java_says() {
        for (text, value) in [("5", 5), (" +5\t", 5), ("-0", 0), ("٣٠", 30), ("-9223372036854775808", i64::MIN)] {
            assert_eq!(Value::parse(Type::Long, text), Ok(Value::Number(value)), "{text}");
        }
        for text in ["", "5.0", "1e3", "1_000", "0x10", "5L", "-", "9223372036854775808", "５\u{a0}"] {
            assert_eq!(Value::parse(Type::Long, text), Err(Refused::NotANumber), "{text}");
        }
        assert_eq!(Value::parse(Type::Int, "3000000000"), Err(Refused::NotANumber));
    }

    #[test]
    fn doubles_are_what_java_says() {
        for (text, value) in
            [("8e-1", 0.8), ("0.8d", 0.8), (".5f", 0.5), ("5.", 5.0), ("0x1.8p1", 3.0), ("-Infinity", f64::NEG_INFINITY)]
        {
            assert_eq!(Value::parse(Type::Double, text), Ok(Value::Double(value)), "{text}");
        }
        for text in ["", "inf", "nan", "1e", "0x1", "1_0", "--1", "."] {
            assert_eq!(Value::parse(Type::Double, text), Err(Refused::NotANumber), "{text}");
        }
    }

    #[test]
    fn booleans_take_any_case_and_nothing_else() {
        assert_eq!(Value::parse(Type::Boolean, " TRUE "), Ok(Value::Boolean(true)));
        assert_eq!(Value::parse(Type::Boolean, "fal\u{17f}e"), Ok(Value::Boolean(false)));
        for text in ["", "yes", "1", "on", "true\u{a0}"] {
            assert_eq!(Value::parse(Type::Boolean, text), Err(Refused::NotBoolean));
        }
    }

    #[test]
    fn lists_keep_their_empty_elements() {
        let list = |text| Value::parse(Type::List, text).map(|value| value.to_string());
        assert_eq!(list(" a ,, b "), Ok("[a, , b]".into()));
        assert_eq!(list(""), Ok("[]".into()));
        assert_eq!(list(","), Ok("[, ]".into()));
    }

    #[test]
    fn from_4_2_lists_drop_duplicates_and_refuse_empty_elements() {
        let mut list = Value::parse(Type::List, "a,b,a").expect("a list");
        assert_eq!(list.validate(Validator::List { empty: false }), Ok(()));
        assert_eq!(list.to_string(), "[a, b]");
        let mut list = Value::parse(Type::List, "a,").expect("a list");
        assert_eq!(list.validate(Validator::List { empty: true }), Err(Refused::ListEmptyElement));
    }
}
