//! The headroom factor as an exact decimal: `2`, `1.5`, `2.25` → millionths.

use std::fmt;

/// A factor in millionths, so that every comparison with it is one of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Headroom(i64);

impl Headroom {
    /// The smallest headroom that means anything: the timeout equals the floor.
    pub const ONE: Self = Self(MILLIONTHS);
    /// What is asked for where nobody says otherwise.
    pub const DEFAULT: Self = Self(2 * MILLIONTHS);
    /// The largest that is taken as meant.
    pub const LARGEST: Self = Self(100 * MILLIONTHS);

    /// So many millionths.
    #[must_use]
    pub const fn from_millionths(millionths: i64) -> Self {
        Self(millionths)
    }

    /// The factor in millionths.
    #[must_use]
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// The largest factor not above `part ÷ whole`; none where `whole` is not positive.
    #[must_use]
    pub fn at_most(part: i128, whole: i128) -> Option<Self> {
        let millionths = (whole > 0).then(|| (part * i128::from(MILLIONTHS)).div_euclid(whole))?;
        i64::try_from(millionths).ok().map(Self)
    }

    /// `length × factor`, rounded up to a whole unit.
    #[must_use]
    pub fn times(self, length: i128) -> i128 {
        let product = length * i128::from(self.0);
        -(-product).div_euclid(i128::from(MILLIONTHS))
    }

    /// `length ÷ factor`, rounded down to a whole unit.
    #[must_use]
    pub fn divide(self, length: i128) -> i128 {
        (length * i128::from(MILLIONTHS)).div_euclid(i128::from(self.0))
    }

    /// The factor for JSON, cut (never rounded up) to `places` decimals.
    #[must_use]
    pub fn as_f64(self, places: usize) -> f64 {
        // Through text: the shortest float that prints these digits, whatever they are.
        self.cut(places).parse().unwrap_or_default()
    }

    /// Cut (never rounded up) to at most `places` decimals, trailing zeros dropped.
    #[must_use]
    pub fn cut(self, places: usize) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let magnitude = self.0.unsigned_abs();
        let unit = MILLIONTHS.unsigned_abs();
        let decimals = format!("{:06}", magnitude % unit);
        let decimals = decimals[..places.min(6)].trim_end_matches('0');
        let dot = if decimals.is_empty() { "" } else { "." };
        format!("{sign}{}{dot}{decimals}", magnitude / unit)
    }
}

const MILLIONTHS: i64 = 1_000_000;

/// All its digits: `2`, `1.5`, `2.117117`.
impl fmt::Display for Headroom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.cut(6))
    }
}

/// Why a text is not a headroom factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeadroomError {
    /// Not a decimal number.
    Malformed,
    /// More than six decimals.
    TooFine,
    /// Below 1: such a timeout would be below the floor.
    BelowOne,
    /// Above 100.
    TooLarge,
}

impl fmt::Display for HeadroomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "no factor: write a number such as 2, 1.5 or 2.25",
            Self::TooFine => "more than six decimals",
            Self::BelowOne => "below 1: it would ask for a timeout below the floor",
            Self::TooLarge => "above 100: no window is that wide",
        })
    }
}

impl std::error::Error for HeadroomError {}

/// Read a factor of at least 1, exactly.
pub fn parse_headroom(text: &str) -> Result<Headroom, HeadroomError> {
    let trimmed = text.trim();
    let (negative, number) = match trimmed.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, trimmed),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return Err(HeadroomError::Malformed);
    }
    if negative {
        return Err(HeadroomError::BelowOne);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 6 {
        return Err(HeadroomError::TooFine);
    }
    let millionths: i64 = format!("{fraction:0<6}").parse().map_err(|_| HeadroomError::Malformed)?;
    let factor = whole
        .parse::<i64>()
        .ok()
        .and_then(|whole| whole.checked_mul(MILLIONTHS)?.checked_add(millionths))
        .map(Headroom)
        .filter(|factor| *factor <= Headroom::LARGEST)
        .ok_or(HeadroomError::TooLarge)?;
    if factor < Headroom::ONE {
        return Err(HeadroomError::BelowOne);
    }
    Ok(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_exact_decimals() {
        assert_eq!(parse_headroom("2"), Ok(Headroom::DEFAULT));
        assert_eq!(parse_headroom("1.5").unwrap().millionths(), 1_500_000);
        assert_eq!(parse_headroom(" 2.250 ").unwrap().to_string(), "2.25");
        assert_eq!(parse_headroom("1"), Ok(Headroom::ONE));
        assert_eq!(parse_headroom("100"), Ok(Headroom::LARGEST));
    }

    #[test]
    fn refuses_the_rest() {
        assert!(matches!(parse_headroom("0.99"), Err(HeadroomError::BelowOne)));
        assert!(matches!(parse_headroom("-2"), Err(HeadroomError::BelowOne)));
        assert!(matches!(parse_headroom("100.1"), Err(HeadroomError::TooLarge)));
        assert!(matches!(parse_headroom("99999999999999999999"), Err(HeadroomError::TooLarge)));
        assert!(matches!(parse_headroom("1.0000001"), Err(HeadroomError::TooFine)));
        for text in ["", ".", "2.", ".5", "1,5", "2x", "NaN", "inf", "1e1", "٢"] {
            assert!(matches!(parse_headroom(text), Err(HeadroomError::Malformed)), "{text:?}");
        }
    }

    #[test]
    fn is_never_overstated() {
        let largest = Headroom::at_most(470_000, 222_000).unwrap();
        assert_eq!(largest.cut(3), "2.117");
        assert_eq!(Headroom::at_most(2_999_999, 1_000_000).unwrap().cut(3), "2.999");
        assert_eq!(Headroom::at_most(1, 0), None);
        assert_eq!(largest.as_f64(3).to_string(), "2.117");
    }

    #[test]
    fn rounds_up_when_multiplying_and_down_when_dividing() {
        let third = parse_headroom("1.333333").unwrap();
        assert_eq!(third.times(3), 4);
        assert_eq!(third.divide(4), 3);
        assert_eq!(parse_headroom("1.5").unwrap().times(1), 2);
        assert_eq!(parse_headroom("1.5").unwrap().divide(-1), -1);
    }
}
