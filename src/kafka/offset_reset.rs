//! What `auto.offset.reset` takes from 4.0.0 on: a word, or a duration (KIP-1106).

/// `AutoOffsetResetStrategy.Validator`, 4.0.0: the prefix in lower case, then what
/// `java.time.Duration` parses, not negative.
pub(super) fn is_offset_reset(text: &str) -> bool {
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
