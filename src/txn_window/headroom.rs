//! The headroom factor as an exact decimal: `2`, `1.5`, `2.25` → billionths.

use std::fmt;

/// A factor in billionths, so that every comparison with it is one of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Headroom(i64);

impl Headroom {
    /// The smallest headroom that means anything: the timeout equals the floor.
    pub const ONE: Self = Self(BILLIONTHS);
    /// What is asked for where nobody says otherwise.
    pub const DEFAULT: Self = Self(2 * BILLIONTHS);
    /// The largest that is taken as meant.
    pub const LARGEST: Self = Self(1_000 * BILLIONTHS);

    /// So many billionths.
    #[must_use]
    pub const fn from_billionths(billionths: i64) -> Self {
        Self(billionths)
    }

    /// The factor in billionths.
    #[must_use]
    pub const fn billionths(self) -> i64 {
        self.0
    }

    /// The largest factor not above `part ÷ whole`; none where `whole` is not positive.
    #[must_use]
    pub fn at_most(part: i128, whole: i128) -> Option<Self> {
        let billionths = (whole > 0).then(|| (part * i128::from(BILLIONTHS)).div_euclid(whole))?;
        i64::try_from(billionths).ok().map(Self)
    }

    /// `length × factor`, rounded up to a whole unit.
    #[must_use]
    pub fn times(self, length: i128) -> i128 {
        let product = length * i128::from(self.0);
        -(-product).div_euclid(i128::from(BILLIONTHS))
    }

    /// `length ÷ factor`, rounded down to a whole unit.
    #[must_use]
    pub fn divide(self, length: i128) -> i128 {
        (length * i128::from(BILLIONTHS)).div_euclid(i128::from(self.0))
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
        let unit = BILLIONTHS.unsigned_abs();
        let decimals = format!("{:09}", magnitude % unit);
        let decimals = decimals[..places.min(9)].trim_end_matches('0');
        let dot = if decimals.is_empty() { "" } else { "." };
        format!("{sign}{}{dot}{decimals}", magnitude / unit)
    }
}

const BILLIONTHS: i64 = 1_000_000_000;

/// All its digits: `2`, `1.5`, `2.117117117`.
impl fmt::Display for Headroom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.cut(9))
    }
}

/// Why a text is not a headroom factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeadroomError {
    /// Not a decimal number.
    Malformed,
    /// More than nine decimals.
    TooFine,
    /// Below 1: such a timeout would be below the floor.
    BelowOne,
    /// Above 1000.
    TooLarge,
}

impl fmt::Display for HeadroomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "no factor: write a number such as 2, 1.5 or 2.25",
            Self::TooFine => "more than nine decimals",
            Self::BelowOne => "below 1: it would ask for a timeout below the floor",
            Self::TooLarge => "above 1000: more than any timeout can be made to cover",
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
    if fraction.len() > 9 {
        return Err(HeadroomError::TooFine);
    }
    let billionths: i64 = format!("{fraction:0<9}").parse().map_err(|_| HeadroomError::Malformed)?;
    let factor = whole
        .parse::<i64>()
        .ok()
        .and_then(|whole| whole.checked_mul(BILLIONTHS)?.checked_add(billionths))
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
        assert_eq!(parse_headroom("1.5").unwrap().billionths(), 1_500_000_000);
        assert_eq!(parse_headroom(" 2.250 ").unwrap().to_string(), "2.25");
        assert_eq!(parse_headroom("1"), Ok(Headroom::ONE));
        assert_eq!(parse_headroom("1.0000001").unwrap().billionths(), 1_000_000_100);
        assert_eq!(parse_headroom("1000"), Ok(Headroom::LARGEST));
    }

    #[test]
    fn refuses_the_rest() {
        assert!(matches!(parse_headroom("0.99"), Err(HeadroomError::BelowOne)));
        assert!(matches!(parse_headroom("-2"), Err(HeadroomError::BelowOne)));
        assert!(matches!(parse_headroom("1000.1"), Err(HeadroomError::TooLarge)));
        assert!(matches!(parse_headroom("99999999999999999999"), Err(HeadroomError::TooLarge)));
        assert!(matches!(parse_headroom("1.0000000001"), Err(HeadroomError::TooFine)));
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
