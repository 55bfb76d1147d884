//! Values that something else fills in before a client sees them.

/// Whether a value holds a template's placeholder: `${X}`, `<X>`, `{{ x }}`, `{% x %}`, `@x@`, `%X%`, `:X:`, `$X`, `#{x}#`.
///
/// The marks must be closed, and what looks like a name must stand between them, so that a JAAS
/// value with `$ConnectionString`, an IPv6 address or a path is none.
pub fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    // Hardly a value has such a sign, and a byte is looked for much faster than a word.
    let may_be_between = memchr::memchr2(b'{', b'<', value.as_bytes()).is_some();
    may_be_between
        && (between(value, "${", "}", |_| true)
            || between(value, "{{", "}}", |_| true)
            || between(value, "{%", "%}", |_| true)
            || between(value, "#{", "}", |_| true)
            || between(value, "<", ">", |inner| is_name(inner) && inner.chars().any(char::is_alphabetic)))
        || match value.as_bytes().first() {
            Some(mark @ (b'@' | b'%' | b':')) => whole(value, char::from(*mark)),
            Some(b'_') => whole(value, '_') && value.starts_with("__") && value.ends_with("__"),
            Some(b'$') => value.len() > 1 && is_constant(&value[1..]),
            _ => false,
        }
}

/// Whether `open`, something that suits, and `close` stand anywhere in the value.
fn between(value: &str, open: &str, close: &str, suits: impl Fn(&str) -> bool) -> bool {
    let mut rest = value;
    while let Some((_, after)) = rest.split_once(open) {
        if after.split_once(close).is_some_and(|(inner, _)| !inner.is_empty() && suits(inner)) {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether the whole value is a name between two of these marks.
fn whole(value: &str, mark: char) -> bool {
    value
        .strip_prefix(mark)
        .and_then(|rest| rest.strip_suffix(mark))
        .is_some_and(|inner| is_name(inner) && inner.chars().any(char::is_alphabetic))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | ' ' | '|'))
}

fn is_constant(text: &str) -> bool {
    text.chars().all(|char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '_')
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn placeholders_are_told_from_values() {
        for value in [
            "${SESSION_TIMEOUT:45000}",
            "app-${random.uuid}",
            "<kafka-broker-fqdn>:9093",
            "{{ max_poll }}",
            "@linger@",
            "%RETRIES%",
            ":CLIENT_ID:",
            "$RETRIES",
            "{% if x %}",
            "${file:/etc/x:y}",
        ] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in [
            "",
            "all",
            "[::1]:9092",
            "broker-1:9092",
            "org.x.Y required username=\"$ConnectionString\";",
            "a<b",
            "50%",
            "user@host",
            "$",
            "${",
            "100",
        ] {
            assert!(!is_placeholder(value), "{value}");
        }
    }
}
