//! Durations as people write them (`30s`, `7m30s`, `450000`) → whole milliseconds, and back.

use std::fmt;

use super::inputs::InputName;

/// The longest duration that is taken as meant: 100 years. Everything computed from such inputs
/// stays far inside an `i64`.
const LONGEST: i64 = 36_525 * DAY;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A span of time in whole milliseconds, the unit of every Kafka key that ends in `.ms`.
/// May be negative: a value to judge or an excess can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Millis(i64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// So many milliseconds.
    #[must_use]
    pub const fn new(millis: i64) -> Self {
        Self(millis)
    }

    /// So many seconds.
    #[must_use]
    pub const fn seconds(seconds: i64) -> Self {
        Self(seconds * SECOND)
    }

    /// The number of milliseconds.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The number of milliseconds, wide enough that no sum or product of inputs overflows.
    #[must_use]
    pub fn wide(self) -> i128 {
        i128::from(self.0)
    }

    /// Back from wide arithmetic; what an `i64` cannot hold stays at its limit.
    #[must_use]
    pub fn from_wide(millis: i128) -> Self {
        let limit = if millis < 0 { i64::MIN } else { i64::MAX };
        Self(i64::try_from(millis).unwrap_or(limit))
    }

    /// The same length without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// As the command line takes it back: `30s` where the value is whole seconds, else `1500ms`.
    #[must_use]
    pub fn as_flag(self) -> String {
        if self.0 % SECOND == 0 { format!("{}s", self.0 / SECOND) } else { format!("{}ms", self.0) }
    }

    /// In minutes, hours or days (`7.5 min`), where that is shorter to say and exact to one decimal.
    #[must_use]
    pub fn in_larger_unit(self) -> Option<String> {
        [(DAY, "d"), (HOUR, "h"), (MINUTE, "min")]
            .into_iter()
            .filter(|(unit, _)| self.0 >= 2 * unit)
            .find(|(unit, _)| self.0 % (unit / 10) == 0)
            .map(|(unit, name)| match (self.0 / unit, self.0 % unit / (unit / 10)) {
                (whole, 0) => format!("{whole} {name}"),
                (whole, tenth) => format!("{whole}.{tenth} {name}"),
            })
    }
}

/// For people: `450 s`, `1,524 s`, `12.5 s`, `100 ms`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "−" } else { "" };
        let (whole, rest) = (self.abs().0 / SECOND, self.abs().0 % SECOND);
        let text = match (whole, rest) {
            (0, 0) => "0 s".to_owned(),
            (0, rest) => format!("{sign}{rest} ms"),
            (whole, 0) => format!("{sign}{} s", grouped(whole)),
            (whole, rest) => {
                let decimals = format!("{rest:03}");
                format!("{sign}{}.{} s", grouped(whole), decimals.trim_end_matches('0'))
            }
        };
        f.pad(&text)
    }
}

/// `1524000` as `1,524,000`.
#[must_use]
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if number < 0 {
        out.push('−');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A duration that was read, and whether it named its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The value.
    pub millis: Millis,
    /// No unit was written, so the number was taken as milliseconds.
    pub bare: bool,
}

impl Written {
    /// What to say where seconds were probably meant: a number without a unit that makes less than a second.
    #[must_use]
    pub fn doubt(self, input: InputName) -> Option<String> {
        let millis = self.millis.get();
        (self.bare && (1..SECOND).contains(&millis))
            .then(|| format!("{input} is {millis} without a unit, taken as {millis} ms: write {millis}s if seconds are meant"))
    }
}

/// Why a text is not a duration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DurationError {
    /// Nothing but blanks.
    Empty,
    /// Not of the form `7m30s`.
    Malformed,
    /// A unit other than `ms`, `s`, `m`, `h`, `d`.
    UnknownUnit(String),
    /// Finer than a millisecond.
    TooFine,
    /// Longer than 100 years, or than a number can hold.
    TooLong,
}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "empty: write a duration such as 30s, 7m30s or 450000"),
            Self::Malformed => write!(f, "no duration: write 30s, 7m30s, 450000ms or a number of milliseconds"),
            Self::UnknownUnit(unit) => write!(f, "unknown unit {unit:?}: use ms, s, m, h or d"),
            Self::TooFine => write!(f, "no whole number of milliseconds"),
            Self::TooLong => write!(f, "longer than 100 years"),
        }
    }
}

impl std::error::Error for DurationError {}

/// Read `30s`, `7m30s`, `1.5h`, `450000ms`, or a bare number of milliseconds; a leading `-` is kept.
pub fn parse_duration(text: &str) -> Result<Written, DurationError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(DurationError::Empty);
    }
    let (negative, mut rest) = match trimmed.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, trimmed),
    };
    let mut total: i128 = 0;
    let mut previous = i64::MAX;
    let mut bare = false;
    while !rest.is_empty() {
        let number_end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, tail) = rest.split_at(number_end);
        let tail = tail.trim_start();
        let unit_end = tail.find(|c: char| c.is_ascii_digit() || c.is_whitespace()).unwrap_or(tail.len());
        let (unit, next) = tail.split_at(unit_end);
        let size = match unit {
            "ms" => 1,
            "s" => SECOND,
            "m" | "min" => MINUTE,
            "h" => HOUR,
            "d" => DAY,
            "" if previous == i64::MAX && next.is_empty() => {
                bare = true;
                1
            }
            "" => return Err(DurationError::Malformed),
            _ if number.is_empty() => return Err(DurationError::Malformed),
            _ => {
                return Err(DurationError::UnknownUnit(unit.to_owned()));
            }
        };
        if size >= previous {
            return Err(DurationError::Malformed);
        }
        previous = size;
        total += scaled(number, size)?;
        rest = next.trim_start();
    }
    if previous == i64::MAX {
        return Err(DurationError::Malformed);
    }
    if total > i128::from(LONGEST) {
        return Err(DurationError::TooLong);
    }
    let millis = Millis::from_wide(if negative { -total } else { total });
    Ok(Written { millis, bare })
}

/// A decimal number times a unit, exactly.
fn scaled(number: &str, size: i64) -> Result<i128, DurationError> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits_only = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits_only(fraction) || number.ends_with('.') {
        return Err(DurationError::Malformed);
    }
    let whole: i64 = whole.parse().map_err(|_| DurationError::TooLong)?;
    let fraction = fraction.trim_end_matches('0');
    let mut total = i128::from(whole) * i128::from(size);
    if !fraction.is_empty() {
        // A day has 86,400,000 ms = 2^10·3^3·5^5, so no more than ten decimals can come out whole.
        let places = u32::try_from(fraction.len()).map_err(|_| DurationError::TooFine)?;
        let divisor = (places <= 10).then(|| 10_i128.pow(places)).ok_or(DurationError::TooFine)?;
        let numerator: i128 = fraction.parse().map_err(|_| DurationError::TooFine)?;
        let product = numerator * i128::from(size);
        if product % divisor != 0 {
            return Err(DurationError::TooFine);
        }
        total += product / divisor;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(text: &str) -> i64 {
        parse_duration(text).unwrap().millis.get()
    }

    #[test]
    fn reads_what_the_contract_names() {
        assert_eq!(millis("30s"), 30_000);
        assert_eq!(millis("7m30s"), 450_000);
        assert_eq!(millis("450000ms"), 450_000);
        assert_eq!(millis("450000"), 450_000);
    }

    #[test]
    fn reads_decimals_blanks_and_compounds_exactly() {
        assert_eq!(millis(" 1.5 h "), 5_400_000);
        assert_eq!(millis("1d2h3m4s5ms"), 93_784_005);
        assert_eq!(millis("0.001s"), 1);
        assert_eq!(millis("2 min"), 120_000);
        assert_eq!(millis("1h 30m"), 5_400_000);
        assert_eq!(millis("-5s"), -5_000);
        assert_eq!(millis("0"), 0);
    }

    #[test]
    fn knows_whether_the_unit_was_written() {
        assert!(parse_duration("30").unwrap().bare);
        assert!(!parse_duration("30ms").unwrap().bare);
    }

    #[test]
    fn refuses_what_is_no_duration() {
        for text in ["", "  ", "-", "s", "30s7m", "30s30s", "1.2.3s", ".5s", "5.s", "1e3", "30 30", "+5s", "٣s", "1,5s"] {
            assert!(parse_duration(text).is_err(), "{text:?}");
        }
        assert_eq!(parse_duration("30x"), Err(DurationError::UnknownUnit("x".into())));
        assert_eq!(parse_duration("0.0001s"), Err(DurationError::TooFine));
        assert_eq!(parse_duration("0.5"), Err(DurationError::TooFine));
        for text in ["99999999999999999999s", "9223372036854775807d", "36526d", "9223372036854775807"] {
            assert!(matches!(parse_duration(text), Err(DurationError::TooLong)), "{text}");
        }
        assert_eq!(millis("36525d"), LONGEST);
    }

    #[test]
    fn writes_for_people_and_for_the_command_line() {
        let shown = |ms| Millis::new(ms).to_string();
        assert_eq!(shown(450_000), "450 s");
        assert_eq!(shown(1_524_000), "1,524 s");
        assert_eq!(shown(12_500), "12.5 s");
        assert_eq!(shown(100), "100 ms");
        assert_eq!(shown(0), "0 s");
        assert_eq!(shown(-26_000), "−26 s");
        assert_eq!(Millis::new(450_000).in_larger_unit().as_deref(), Some("7.5 min"));
        assert_eq!(Millis::new(900_000).in_larger_unit().as_deref(), Some("15 min"));
        assert_eq!(Millis::new(5_400_000).in_larger_unit().as_deref(), Some("90 min"));
        assert_eq!(Millis::new(61_001).in_larger_unit(), None);
        assert_eq!(Millis::new(450_000).as_flag(), "450s");
        assert_eq!(Millis::new(1_001).as_flag(), "1001ms");
        assert_eq!(grouped(-1_524_000), "−1,524,000");
    }
}
