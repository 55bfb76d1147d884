//! Texts as `String`, `Long` and `Double` of Java take and print them.

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
pub(super) const fn is_java_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\x0B' | '\x0C' | '\r')
}

/// `Long.parseLong` in base ten: an optional sign, then digits of any script (of the basic plane).
pub(super) fn parse_integer(text: &str) -> Option<i64> {
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
pub(super) fn parse_double(text: &str) -> Option<f64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_print_as_java_prints_them() {
        for (value, text) in [(0.8, "0.8"), (1.0, "1.0"), (1e7, "1.0E7"), (1.5e-4, "1.5E-4"), (0.0, "0.0")] {
            assert_eq!(java_double(value), text);
        }
    }
}
