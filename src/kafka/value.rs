//! Text → value, as `org.apache.kafka.common.config.ConfigDef` parses and validates it.

use std::{borrow::Cow, fmt};

use super::{Type, Validator};

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

/// `String.trim()`: everything up to U+0020 goes, at both ends. A no-break space stays.
pub fn java_trim(text: &str) -> &str {
    text.trim_matches(|char| char <= ' ')
}

/// `String.equalsIgnoreCase`: two characters are the same when their upper or lower case is.
pub fn equals_ignoring_case(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    let fold = |char: char| {
        let mut upper = char.to_uppercase();
        let upper = if upper.len() == 1 { upper.next().unwrap_or(char) } else { char };
        let mut lower = upper.to_lowercase();
        if lower.len() == 1 { lower.next().unwrap_or(upper) } else { upper }
    };
    a.chars().map(fold).eq(b.chars().map(fold))
}

/// `Double.toString`: at least one digit after the point, scientific below 10⁻³ and from 10⁷ on.
pub fn java_double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    if value == 0.0 || (1e-3..1e7).contains(&value.abs()) {
        return format!("{value:?}");
    }
    let text = format!("{value:E}");
    match text.split_once('E') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0E{exponent}"),
        _ => text,
    }
}

/// The `\s` of a Java regular expression.
const fn is_java_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\x0B' | '\x0C' | '\r')
}

/// `Long.parseLong` in base ten: an optional sign, then digits of any script (of the basic plane).
fn parse_integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() {
        return None;
    }
    let value = digits.chars().try_fold(0_i64, |value, char| {
        let digit = i64::from(digit(char)?);
        value.checked_mul(10)?.checked_sub(digit)
    })?;
    if negative { Some(value) } else { value.checked_neg() }
}

/// The value of a decimal digit as `Character.digit(char, 10)` gives it.
fn digit(char: char) -> Option<u32> {
    /// The zeros of the decimal digits of the basic plane in Unicode 13 (Java 17).
    const ZEROS: [u32; 37] = [
        0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0, 0xF20,
        0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900,
        0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    ];
    let code = u32::from(char);
    if code < 0x80 {
        return char.to_digit(10);
    }
    let zero = ZEROS.get(ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?)?;
    (code - zero < 10).then(|| code - zero)
}

/// `Double.parseDouble`: decimal or hexadecimal, `NaN`, `Infinity`, and an optional `f` or `d` behind.
fn parse_double(text: &str) -> Option<f64> {
    let (sign, rest) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    let magnitude = match rest {
        "NaN" => f64::NAN,
        "Infinity" => f64::INFINITY,
        _ => {
            let number = rest.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(rest);
            match rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X")) {
                Some(hex) => parse_hexadecimal(
                    hex.strip_suffix(['f', 'F', 'd', 'D']).filter(|hex| hex.contains(['p', 'P'])).unwrap_or(hex),
                )?,
                None if number.starts_with(|char: char| char.is_ascii_digit() || char == '.') => number.parse().ok()?,
                None => return None,
            }
        }
    };
    Some(sign * magnitude)
}

/// The significand and exponent of a hexadecimal floating point literal, `1.8p3`.
fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (significand, exponent) = text.split_once(['p', 'P'])?;
    let exponent_digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let exponent: i32 = if !exponent_digits.is_empty() && exponent_digits.bytes().all(|byte| byte.is_ascii_digit()) {
        exponent.parse().unwrap_or(if exponent.starts_with('-') { -100_000 } else { 100_000 })
    } else {
        return None;
    };
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0;
    let mut scale = 1.0;
    for char in whole.chars() {
        value = value * 16.0 + f64::from(char.to_digit(16)?);
    }
    for char in fraction.chars() {
        scale /= 16.0;
        value += f64::from(char.to_digit(16)?) * scale;
    }
    Some(value * 2.0_f64.powi(exponent))
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

/// `AutoOffsetResetStrategy.Validator`, 4.0.0: the prefix in lower case, then what
/// `java.time.Duration` parses, not negative.
fn is_offset_reset(text: &str) -> bool {
    match text.strip_prefix("by_duration:") {
        Some(duration) => is_duration_not_negative(duration),
        None => matches!(text, "latest" | "earliest" | "none"),
    }
}

/// Whether `java.time.Duration.parse` takes the text and the result is not negative.
fn is_duration_not_negative(text: &str) -> bool {
    duration_nanos(text).is_some_and(|nanos| nanos >= 0)
}

/// The nanoseconds of an ISO-8601 duration of days, hours, minutes and seconds; `None` where Java refuses it.
fn duration_nanos(text: &str) -> Option<i128> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let text = text.strip_prefix(['P', 'p'])?;
    let (days, time) = match text.split_once(['T', 't']) {
        Some((days, time)) if !time.is_empty() => (days, time),
        Some(_) => return None,
        None => (text, ""),
    };
    let mut total: i128 = 0;
    let mut any = false;
    if !days.is_empty() {
        total += whole(days.strip_suffix(['D', 'd'])?)?.checked_mul(86_400_000_000_000)?;
        any = true;
    }
    let mut rest = time;
    for (units, nanos) in [(['H', 'h'], 3_600_000_000_000), (['M', 'm'], 60_000_000_000), (['S', 's'], 1_000_000_000)] {
        let Some((number, after)) = rest.split_once(units) else { continue };
        total += if units[0] == 'S' { seconds(number)? } else { whole(number)?.checked_mul(nanos)? };
        rest = after;
        any = true;
    }
    if !rest.is_empty() || !any {
        return None;
    }
    let total = if negative { -total } else { total };
    // Duration holds its seconds in a long.
    i64::try_from(total.div_euclid(1_000_000_000)).ok()?;
    Some(total)
}

fn whole(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse::<i64>().ok().map(i128::from) } else { None }
}

fn seconds(text: &str) -> Option<i128> {
    let (number, fraction) = match text.split_once(['.', ',']) {
        Some((number, fraction)) => (number, fraction),
        None => (text, ""),
    };
    if fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let nanos: i128 = if fraction.is_empty() { 0 } else { format!("{fraction:0<9}").parse().ok()? };
    let value = whole(number)?.checked_mul(1_000_000_000)?;
    Some(if number.starts_with('-') { value - nanos } else { value + nanos })
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
    fn doubles_print_as_java_prints_them() {
        for (value, text) in [(0.8, "0.8"), (1.0, "1.0"), (1e7, "1.0E7"), (1.5e-4, "1.5E-4"), (0.0, "0.0")] {
            assert_eq!(java_double(value), text);
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

    #[test]
    fn an_offset_reset_may_be_a_duration() {
        for text in [
            "latest",
            "by_duration:PT1H",
            "by_duration:P1D",
            "by_duration:PT0S",
            "by_duration:pt1h",
            "by_duration:P1DT-1H",
            "by_duration:PT0.5S",
        ] {
            assert!(is_offset_reset(text), "{text}");
        }
        for text in [
            "LATEST",
            "by_duration",
            "by_duration:",
            "by_duration:1h",
            "by_duration:P1M",
            "by_duration:P1Y",
            "by_duration:-PT1H",
            "by_duration:PT-1H",
            "by_duration:PT",
            "by_duration:P",
            "by_duration: PT1H",
            "by_duration:PT1M1H",
        ] {
            assert!(!is_offset_reset(text), "{text}");
        }
    }
}
