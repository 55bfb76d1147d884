//! What is said on several releases → one text that is right for each of them.

use crate::version::VersionSet;

/// The text, where every release has the same; else what they share, with each variant and its releases
/// in the place where they differ: `… above 1800000 (2.3.0 to 4.4.0), 30000 (0.9.0.0 and 0.9.0.1) that …`.
pub(super) fn text<'a>(said: impl IntoIterator<Item = (VersionSet, Option<&'a str>)>) -> Option<String> {
    let mut variants: Vec<(VersionSet, &str)> = Vec::new();
    let (mut asked, mut is_silent) = (VersionSet::NONE, false);
    for (clients, text) in said {
        asked = asked.union(clients);
        let Some(text) = text else {
            is_silent = true;
            continue;
        };
        match variants.iter_mut().find(|(_, other)| *other == text) {
            Some((releases, _)) => *releases = releases.union(clients),
            None => variants.push((clients, text)),
        }
    }
    let (_, first) = *variants.first()?;
    if variants.len() == 1 && !is_silent {
        return Some(first.to_owned());
    }
    let mut before = variants.iter().fold(first.len(), |length, (_, other)| length.min(shared(first.chars(), other.chars())));
    before = first[..before].rfind(is_between).map_or(0, |at| at + 1);
    // A list is not torn.
    while first[..before].ends_with(", ") {
        before = first[..before - 2].rfind(is_between).map_or(0, |at| at + 1);
    }
    let rest = |text: &'a str| &text[before..];
    let last = rest(first);
    let mut after = variants.iter().fold(last.len(), |length, (_, other)| {
        let other = rest(other);
        length.min(shared(last.chars().rev(), other.chars().rev())).min(other.len())
    });
    let tail = &last[last.len() - after..];
    after = tail.find(is_between).map_or(0, |at| tail.len() - at);
    while let Some(list) = in_a_list(&last[last.len() - after..]) {
        after = list.find(is_between).map_or(0, |at| list.len() - at);
    }
    if variants.len() == 1 || variants.iter().any(|(_, text)| rest(text).len() == after) {
        (before, after) = (0, 0);
    }
    let middles: Vec<&str> = variants.iter().map(|(_, text)| &text[before..text.len() - after]).collect();
    let separator = if middles.iter().any(|middle| middle.contains([',', ';'])) { "; " } else { ", " };
    let named = variants.iter().zip(&middles).map(|((releases, _), middle)| format!("{middle} ({})", spoken(*releases, asked)));
    let (begin, end) = (&first[..before], &first[first.len() - after..]);
    Some(format!("{begin}{}{end}", named.collect::<Vec<_>>().join(separator)))
}

/// What follows in a list that goes on here.
fn in_a_list(text: &str) -> Option<&str> {
    let goes_on = text.strip_prefix(", ").filter(|rest| !rest.starts_with("and "));
    goes_on.or_else(|| text.strip_prefix(" and "))
}

/// The bytes that two texts have alike, from where they begin.
fn shared(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    one.zip(other).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

/// What stands between words, in one byte.
fn is_between(char: char) -> bool {
    matches!(char, ' ' | ',' | ';' | ':' | '(' | ')' | '=')
}

/// `2.3.0 to 4.4.0`, `0.9.0.0, 0.9.0.1`: the runs among the releases that are spoken of.
fn spoken(releases: VersionSet, asked: VersionSet) -> String {
    let runs = releases.runs_within(asked);
    let words =
        runs.into_iter().map(|(first, last)| if first == last { first.to_string() } else { format!("{first} to {last}") });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::Version;

    fn told(said: &[(&str, &str, Option<&str>)]) -> Option<String> {
        let version = |text| Version::parse(text).expect("a release");
        text(said.iter().map(|(first, last, text)| (VersionSet::range(version(first), version(last)), *text)))
    }

    #[test]
    fn one_text_stays_as_it_is() {
        assert_eq!(told(&[("3.0.0", "4.4.0", Some("a is 1")), ("2.8.2", "2.8.2", Some("a is 1"))]).as_deref(), Some("a is 1"));
        assert_eq!(told(&[("3.0.0", "4.4.0", None)]), None);
        assert_eq!(told(&[]), None);
    }

    #[test]
    fn where_texts_differ_each_names_its_releases() {
        for (said, expected) in [
            (
                vec![
                    ("2.3.0", "4.4.0", Some("t is 9, above the 1800000 that")),
                    ("0.9.0.0", "0.9.0.1", Some("t is 9, above the 30000 that")),
                ],
                "t is 9, above the 1800000 (2.3.0 to 4.4.0), 30000 (0.9.0.0 to 0.9.0.1) that",
            ),
            (
                vec![("4.0.0", "4.4.0", Some("one of a, c")), ("3.0.0", "3.9.2", Some("one of a, b, c"))],
                "one of a, c (4.0.0 to 4.4.0); a, b, c (3.0.0 to 3.9.2)",
            ),
            (
                vec![("4.0.0", "4.4.0", Some("one of a, c, and ends")), ("3.0.0", "3.9.2", Some("one of a, b, c, and ends"))],
                "one of a, c (4.0.0 to 4.4.0); a, b, c (3.0.0 to 3.9.2), and ends",
            ),
            (vec![("4.0.0", "4.0.0", Some("x")), ("3.0.0", "3.0.0", Some("x y"))], "x (4.0.0), x y (3.0.0)"),
            (
                vec![("4.0.0", "4.0.0", Some("write größer")), ("3.0.0", "3.0.0", Some("write große"))],
                "write größer (4.0.0), große (3.0.0)",
            ),
            (vec![("4.0.0", "4.0.0", Some("write a")), ("3.0.0", "3.0.0", None)], "write a (4.0.0)"),
            (vec![("4.0.0", "4.0.0", Some("a a a")), ("3.0.0", "3.0.0", Some("a a"))], "a a a (4.0.0), a (3.0.0)"),
        ] {
            assert_eq!(told(&said).as_deref(), Some(expected));
        }
    }
}
