//! The name that a text nearly is.

use std::sync::LazyLock;

use crate::kafka::KeyId;

/// The one of the words that the text nearly is: at most two slips of the hand from it, fewer in a short
/// word; letters in the other case are none. The nearest wins, then the first.
pub(super) fn among<'a>(words: impl Iterator<Item = &'a str>, text: &str) -> Option<&'a str> {
    let lower = text.to_lowercase();
    let most = match lower.len() {
        0..=2 => 0,
        3..=11 => 1,
        _ => 2,
    };
    let near = words.filter(|word| word.len().abs_diff(lower.len()) <= most);
    near.map(|word| (strsim::osa_distance(&lower, &word.to_lowercase()), word))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// The key that a name nearly is, among those that suit: two slips in a long name, one in a short one,
/// where a changed letter makes another word more often than a slip does (`client.ip`).
pub(super) fn key(name: &str, suits: impl Fn(KeyId) -> bool) -> Option<KeyId> {
    /// Which letters each key has.
    static LETTERS: LazyLock<Vec<u64>> = LazyLock::new(|| KeyId::all().map(|key| letters(key.name())).collect());
    if !name.is_ascii() || !(6..=80).contains(&name.len()) {
        return None;
    }
    let short = name.len() < 12;
    let most = if short { 1 } else { 2 };
    let mine = letters(name);
    KeyId::all()
        .filter(|key| key.name().len().abs_diff(name.len()) <= most)
        .filter(|key| (LETTERS[key.index()] ^ mine).count_ones() <= 2 * u32::try_from(most).unwrap_or(2))
        .filter(|key| suits(*key))
        .map(|key| (strsim::osa_distance(name, key.name()), key))
        .filter(|(distance, key)| *distance <= most && !(short && is_substitution(name, key.name())))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, key)| key)
}

/// The name that another nearly is, by the same measure.
pub(super) fn name<'a>(names: impl Iterator<Item = &'a str>, name: &str) -> Option<&'a str> {
    let most = if name.len() < 12 { 1 } else { 2 };
    names
        .filter(|other| other.len() >= 8 && other.len().abs_diff(name.len()) <= most)
        .map(|other| (strsim::osa_distance(name, other), other))
        .filter(|(distance, other)| *distance <= most && !(most == 1 && is_substitution(name, other)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// A bit for each letter and digit that occurs.
fn letters(name: &str) -> u64 {
    name.bytes().fold(0, |letters, byte| letters | 1 << (byte & 0x3f))
}

/// Whether one letter, and no more, is another.
fn is_substitution(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).filter(|(x, y)| x != y).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_hand_are_seen() {
        for (slip, meant) in [
            ("boostrap.servers", "bootstrap.servers"),
            ("enable.idempotent", "enable.idempotence"),
            ("gruop.id", "group.id"),
            ("group.idd", "group.id"),
            ("max.pool.records", "max.poll.records"),
            ("max.inflight.requests.per.connection", "max.in.flight.requests.per.connection"),
            ("key.serialiser", "key.serializer"),
        ] {
            assert_eq!(key(slip, |_| true).map(KeyId::name), Some(meant), "{slip}");
        }
    }

    #[test]
    fn other_names_are_left_alone() {
        for name in ["client.ip", "topic", "ack", "schema.registry.url", "topic.id", "batch.sizes.max", "app.name", "größe.id"]
        {
            assert_eq!(key(name, |_| true), None, "{name}");
        }
    }

    #[test]
    fn words_are_compared_in_any_case() {
        assert_eq!(among(["true", "false"].into_iter(), "ture"), Some("true"));
        assert_eq!(among(["latest", "earliest"].into_iter(), "LATEST"), Some("latest"));
        assert_eq!(among(["none"].into_iter(), "no"), None);
    }
}
