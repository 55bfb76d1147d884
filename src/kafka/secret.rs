//! Which values must never be shown, and which parts of them.
//!
//! Kafka itself hides values of type PASSWORD. A file holds more: keys of serializers and other
//! plug-ins, misspelt keys, user info in addresses, JAAS text that slipped into another key.

use std::{borrow::Cow, ops::Range};

use memchr::{memchr2, memmem};

use super::{Client, KeyId};

/// What stands in place of a secret, as Kafka prints a password.
pub const HIDDEN: &str = "[hidden]";

/// Whether the whole value of a key must never be shown, whatever it is.
///
/// True for the keys of type PASSWORD, with or without a prefix, and for keys that Kafka does not
/// know whose name speaks of a password, secret, token or credential, also where that word is misspelt.
pub fn is_secret_key(key: &str) -> bool {
    let key = key.trim_matches(|char: char| char.is_whitespace() || matches!(char, '"' | '\''));
    // The longest end of the key that Kafka knows decides; what stands before it is a prefix.
    let mut ends = std::iter::once(0).chain(key.match_indices('.').map(|(dot, _)| dot + 1));
    let known = ends.find_map(|start| Some((&key[..start], KeyId::named(&key[start..])?)));
    match known {
        Some((prefix, id)) => {
            Client::ALL.into_iter().any(|client| id.definitions(client).iter().any(super::Definition::is_secret))
                || speaks_of_a_secret(prefix)
        }
        None => speaks_of_a_secret(key),
    }
}

/// Where in a line without a separator the secret begins that stands behind the name of its key, as in
/// `ssl.key.passwordhunter2`. Of other names that speak of a secret only a longer end counts: `db.passwords`
/// is a name.
pub fn secret_in_key(key: &str) -> Option<usize> {
    const A_FEW_LETTERS: usize = 3;
    if KeyId::named(key).is_some() {
        return None;
    }
    if let Some((known, at)) = runs_on(key) {
        let is_secret = Client::ALL.into_iter().any(|client| known.definitions(client).iter().any(super::Definition::is_secret));
        return is_secret.then_some(at);
    }
    let lower = key.to_ascii_lowercase();
    let ends = WORDS.iter().chain(&ENDINGS).filter_map(|word| lower.rfind(word).map(|at| at + word.len()));
    let at = ends.max().filter(|at| key.len() >= at + A_FEW_LETTERS)?;
    (!key[at..].starts_with(['.', '_', '-'])).then_some(at)
}

/// The longest name of Kafka's, behind whatever prefix, that a key goes on from with something that is no
/// further part of a name, and where that begins.
pub fn runs_on(key: &str) -> Option<(KeyId, usize)> {
    let starts = std::iter::once(0).chain(key.match_indices('.').map(|(dot, _)| dot + 1));
    starts.take(4).find_map(|start| {
        let rest = &key[start..];
        let begins = |known: &KeyId| rest.len() > known.name().len() && rest.starts_with(known.name());
        let known = KeyId::all().filter(begins).max_by_key(|known| known.name().len())?;
        let at = start + known.name().len();
        (!key[at..].starts_with('.')).then_some((known, at))
    })
}

/// Whether a text is one that stands in names and classes of Kafka's anyway, so that showing it there tells nothing.
pub fn is_common_word(text: &str) -> bool {
    // Every name is of such letters, and few secrets are.
    let may_be_in_name = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'.');
    may_be_in_name && ("org.apache.kafka".contains(text) || KeyId::LINES.contains(text))
}

/// The parts of a value that must not be shown, in order; they do not overlap.
pub fn secret_parts(key: &str, value: &str) -> Vec<Range<usize>> {
    if value.is_empty() {
        return Vec::new();
    }
    if is_secret_key(key) || value.contains('L') && value.contains("LoginModule") {
        return std::iter::once(0..value.len()).collect();
    }
    let mut parts = user_infos(value);
    if let Some(start) = assigned_secret(value).into_iter().chain(bearer_token(value)).min() {
        parts.retain(|part| part.end <= start);
        parts.push(start..value.len());
    }
    parts
}

/// The value as it may be shown.
pub fn redacted<'a>(key: &str, value: &'a str) -> Cow<'a, str> {
    let parts = secret_parts(key, value);
    if parts.is_empty() {
        return Cow::Borrowed(value);
    }
    let mut shown = String::new();
    let mut from = 0;
    for part in parts {
        shown.push_str(&value[from..part.start]);
        shown.push_str(HIDDEN);
        from = part.end;
    }
    shown.push_str(&value[from..]);
    Cow::Owned(shown)
}

/// Words that make a name secret. A segment of a key counts when it holds one, or nearly is one.
const WORDS: [&str; 10] =
    ["password", "passwd", "passphrase", "secret", "token", "credential", "credentials", "jaas", "apikey", "privatekey"];

/// Names that are secret only as a whole, at the end of a key.
const ENDINGS: [&str; 5] = ["user.info", "userinfo", "private.key", "api.key", "access.key"];

fn speaks_of_a_secret(key: &str) -> bool {
    if key.is_empty() {
        return false;
    }
    let lower = key.to_lowercase();
    let ends_so = |ending: &&str| {
        // Mostly the last letter tells.
        lower.ends_with(&ending[ending.len() - 1..]) && lower.replace(['_', '-'], ".").ends_with(*ending)
    };
    if WORDS.iter().any(|word| memmem::find(lower.as_bytes(), word.as_bytes()).is_some()) || ENDINGS.iter().any(ends_so) {
        return true;
    }
    lower
        .split(|char: char| !char.is_alphanumeric())
        .any(|segment| segment == "pwd" || WORDS.iter().any(|word| is_nearly(segment, word)))
}

/// Whether one letter is missing, doubled, wrong, or two neighbours stand the wrong way round; in a
/// long word two such slips.
fn is_nearly(text: &str, word: &str) -> bool {
    let slips = if word.len() >= 8 { 2 } else { usize::from(word.len() >= 6 || text.len() == word.len()) };
    // Four letters with a slip are another word more often than not: only a swap counts.
    if word.len() < 5 {
        return text.len() == word.len() && text != word && sorted(text) == sorted(word) || text == "jass";
    }
    text.len().abs_diff(word.len()) <= slips
        && differing_letters(text, word) <= slips
        && distance(text.as_bytes(), word.as_bytes()) <= slips
}

/// A distance that two texts have at least: a slip puts at most one letter in the place of another.
fn differing_letters(a: &str, b: &str) -> usize {
    let letters = |text: &str| text.bytes().fold(0_u64, |set, byte| set | 1 << (byte & 63));
    let (a, b) = (letters(a), letters(b));
    (a & !b).count_ones().max((b & !a).count_ones()) as usize
}

fn sorted(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.sort_unstable();
    bytes
}

/// Edits between two texts, a swap of neighbours being one.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (row[j] + usize::from(x != y)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// What stands between `://` and `@` in each address of a value.
fn user_infos(value: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    if !value.contains('@') {
        return parts;
    }
    let mut from = 0;
    while let Some(found) = value[from..].find("://") {
        let start = from + found + 3;
        let authority = &value[start..];
        let end = authority.find(['/', '?', '#', ' ', ',', '\t', '\n']).unwrap_or(authority.len());
        // A password may itself hold `@`, and `/` or `#` that nobody escaped.
        if let Some(at) = authority[..end].rfind('@').or_else(|| unescaped_password(authority)) {
            parts.push(start..start + at);
            from = start + at;
        } else {
            from = start + end;
        }
    }
    parts
}

/// `user:pa/ss@host`: the place of the `@`, where a colon comes before it and no blank or comma.
fn unescaped_password(authority: &str) -> Option<usize> {
    let end = authority.find([' ', ',', '\t', '\n']).unwrap_or(authority.len());
    let at = authority[..end].rfind('@')?;
    let colon = authority[..at].find(':')?;
    let port = authority[colon + 1..at].split('/').next().unwrap_or_default();
    (port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit())).then_some(at)
}

/// Where the token begins behind the word `Bearer`, in any case.
fn bearer_token(value: &str) -> Option<usize> {
    const WORD: &str = "bearer ";
    if !value.contains(' ') {
        return None;
    }
    let at = value.to_ascii_lowercase().find(WORD)?;
    let word_starts = at == 0 || !value.as_bytes()[at - 1].is_ascii_alphanumeric();
    let token = at + WORD.len();
    (word_starts && !value[token..].trim().is_empty()).then_some(token)
}

/// Where the secret begins in a value that itself assigns one: `SSL_KEY_PASSWORD=x`, `password="x"`.
fn assigned_secret(value: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = memchr2(b'=', b':', &value.as_bytes()[from..]) {
        let sign = from + found;
        let name_start = value[..sign]
            .rfind(|char: char| !(char.is_alphanumeric() || matches!(char, '.' | '_' | '-' | ' ' | '"' | '\'')))
            .map_or(0, |at| at + value[at..].chars().next().map_or(1, char::len_utf8));
        let name = value[name_start..sign].trim_end_matches([' ', '"', '\'']);
        let name = name.rsplit([' ', '"', '\'']).next().unwrap_or(name);
        let after = &value[sign + 1..];
        // `token:` before `//` is a scheme, `/run/secrets:x` a path, and a word with nothing behind it assigns nothing.
        let assigns =
            !name.is_empty() && !after.trim().is_empty() && !after.starts_with("//") && !value[..name_start].ends_with('/');
        if assigns && speaks_of_a_secret(name) {
            return Some(sign + 1);
        }
        from = sign + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_type_password_are_secret_under_any_prefix() {
        for key in [
            "ssl.key.password",
            "sasl.jaas.config",
            "producer.override.sasl.jaas.config",
            "listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config",
            "ssl.truststore.certificates",
            "\"ssl.key.password\"",
        ] {
            assert!(is_secret_key(key), "{key}");
        }
    }

    #[test]
    fn names_that_speak_of_a_secret_are_secret_also_when_misspelt() {
        for key in [
            "basic.auth.user.info",
            "schema.registry.basic.auth.user.info",
            "bearer.auth.token",
            "aws.secret.access.key",
            "ssl.keystore.pasword",
            "ssl.key.passwrod",
            "ssl.key.passsword",
            "sasl.jass.config",
            "sasl.jaas.confg",
            "my.clientSecret",
            "secret.group.id",
            "SSL_KEY_PASSWORD",
            "db.pwd",
            "consumer.credentails",
            "auth.tokne",
        ] {
            assert!(is_secret_key(key), "{key}");
        }
    }

    #[test]
    fn a_secret_may_stand_in_a_key() {
        for (key, secret) in [
            ("ssl.key.passwordhunter2", Some("hunter2")),
            ("producer.ssl.keystore.passwordx", Some("x")),
            ("ssl.key.password;hunter2", Some(";hunter2")),
            ("sasl.jaas.configorg.x.Module", Some("org.x.Module")),
            ("db.passwordhunter2", Some("hunter2")),
            ("basic.auth.user.infobob", Some("bob")),
            ("ssl.key.password", None),
            ("ssl.keystore.key", None),
            ("db.passwords", None),
            ("token.endpoint", None),
            ("password_file", None),
            ("retries3", None),
        ] {
            assert_eq!(secret_in_key(key).map(|at| &key[at..]), secret, "{key}");
        }
    }

    #[test]
    fn other_keys_are_not() {
        for key in [
            "acks",
            "bootstrap.servers",
            "sasl.oauthbearer.token.endpoint.url",
            "producer.sasl.oauthbearer.token.endpoint.url",
            "ssl.keystore.location",
            "key.serializer",
            "compression.type",
            "passenger.count",
            "secure.mode",
            "",
        ] {
            assert!(!is_secret_key(key), "{key}");
        }
    }

    #[test]
    fn secrets_inside_values_go() {
        for (value, shown) in [
            ("https://bob:s3cret@host/x", "https://[hidden]@host/x"),
            ("https://bob:s3c/r#t@host/x", "https://[hidden]@host/x"),
            ("http://a:b@x:1,http://c:d@y:2", "http://[hidden]@x:1,http://[hidden]@y:2"),
            ("http://host:8081/a@b", "http://host:8081/a@b"),
            ("SSL_KEY_PASSWORD=hunter2", "SSL_KEY_PASSWORD=[hidden]"),
            ("user=bob password=\"x\";", "user=bob password=[hidden]"),
            ("org.x.PlainLoginModule required", "[hidden]"),
            ("SASL_SSL://host:9092", "SASL_SSL://host:9092"),
            ("${file:/run/secrets:db}", "${file:/run/secrets:db}"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(redacted("some.key", value), shown);
        }
        assert_eq!(redacted("ssl.key.password", "hunter2"), HIDDEN);
        assert_eq!(redacted("ssl.key.password", ""), "");
    }
}
