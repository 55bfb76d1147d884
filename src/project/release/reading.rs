//! The text of a version in a build file → the releases of kafka-clients that it can mean.

use crate::version::{RELEASES, Version, VersionSet};

/// What the text of a version means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The releases; never empty.
    pub clients: VersionSet,
    /// How the text was read, where it is no release as it stands.
    pub note: Option<String>,
}

/// Confluent Platform → the Apache release that its `-ccs` and `-ce` artifacts are built from, as
/// Confluent's page on supported versions says.
const CONFLUENT: [(&str, &str); 27] = [
    ("2.0", "0.9.0"),
    ("3.0", "0.10.0"),
    ("3.1", "0.10.1"),
    ("3.2", "0.10.2"),
    ("3.3", "0.11.0"),
    ("4.0", "1.0"),
    ("4.1", "1.1"),
    ("5.0", "2.0"),
    ("5.1", "2.1"),
    ("5.2", "2.2"),
    ("5.3", "2.3"),
    ("5.4", "2.4"),
    ("5.5", "2.5"),
    ("6.0", "2.6"),
    ("6.1", "2.7"),
    ("6.2", "2.8"),
    ("7.0", "3.0"),
    ("7.1", "3.1"),
    ("7.2", "3.2"),
    ("7.3", "3.3"),
    ("7.4", "3.4"),
    ("7.5", "3.5"),
    ("7.6", "3.6"),
    ("7.7", "3.7"),
    ("7.8", "3.8"),
    ("7.9", "3.9"),
    ("8.0", "4.0"),
];

/// Reads a version as Maven, Gradle, sbt and lock files write it. `None`: no release can be made out.
pub fn read(text: &str) -> Option<Reading> {
    let text = text.trim();
    if let Some(apache) = confluent(text) {
        let clients = beginning_with(apache);
        return known(clients, format!("{text} is Confluent's build of {apache}"));
    }
    if let Some(range) = text.strip_prefix(['[', '(', ']']) {
        return in_range(text, range);
    }
    if let Some(stem) = text.strip_suffix('+') {
        return newest_of(text, beginning_with(stem.trim_end_matches('.')));
    }
    if matches!(text, "latest.release" | "latest.integration" | "RELEASE" | "LATEST") {
        return newest_of(text, VersionSet::ALL);
    }
    exact(text)
}

/// `3.9.1`, `3.7.0.redhat-00007`, `3.4.1.7.1.9.0-387`: as many numbers as a release has.
fn exact(text: &str) -> Option<Reading> {
    let numbers: Vec<&str> = text.split(['.', '-', '_']).take_while(|part| is_number(part)).collect();
    let wanted = if numbers.first() == Some(&"0") { 4 } else { 3 };
    let release = numbers.get(..wanted.min(numbers.len()))?.join(".");
    let version = Version::parse(&release)?;
    if numbers.len() >= wanted && version.index().is_some() {
        let note = (release != text).then(|| format!("{text} read as {release}"));
        return Some(Reading { clients: VersionSet::one(version), note });
    }
    let nearest = if numbers.len() < wanted { beginning_with(&release).newest() } else { None };
    let nearest = nearest.or_else(|| RELEASES.iter().rev().find(|known| **known <= version).copied())?;
    Some(Reading {
        clients: VersionSet::one(nearest),
        note: Some(format!("{text} is no release that is known here; read as {nearest}, the nearest before it")),
    })
}

/// The Apache release behind `7.6.1-ccs`.
fn confluent(text: &str) -> Option<&'static str> {
    let (platform, suffix) = text.split_once('-')?;
    if !matches!(suffix, "ccs" | "ce" | "cp1" | "0-ccs" | "0-ce") {
        return None;
    }
    let platform: Vec<&str> = platform.split('.').take(2).collect();
    let platform = platform.join(".");
    CONFLUENT.iter().find(|(known, _)| *known == platform).map(|(_, apache)| *apache)
}

/// The known releases whose name begins with these numbers.
fn beginning_with(stem: &str) -> VersionSet {
    let stem = if stem.is_empty() { String::new() } else { format!("{stem}.") };
    RELEASES.iter().filter(|known| format!("{known}.").starts_with(&stem)).copied().collect()
}

/// `[3.0,4.0)`, `[3.9.1]`, `[3.0,)`: Maven and Gradle take the newest release in it.
fn in_range(text: &str, range: &str) -> Option<Reading> {
    let closed_below = text.starts_with('[');
    let closed_above = range.ends_with(']') && !range.ends_with("[]");
    let inner = range.trim_end_matches([')', ']', '[']);
    // A union of ranges; the last one is the newest.
    let inner = inner.rsplit(['[', '(']).next()?;
    let (low, high) = inner.split_once(',').unwrap_or((inner, inner));
    let (low, high) = (low.trim(), high.trim());
    let bound = |text: &str, open: Version| if text.is_empty() { Some(open) } else { Version::parse(text) };
    let (low, high) = (bound(low, Version::OLDEST)?, bound(high, Version::new([u16::MAX; 4]))?);
    let clients = RELEASES
        .iter()
        .filter(|known| **known >= low && **known <= high)
        .filter(|known| (closed_below || **known != low) && (closed_above || **known != high))
        .copied()
        .collect();
    newest_of(text, clients)
}

fn newest_of(text: &str, clients: VersionSet) -> Option<Reading> {
    let newest = clients.newest()?;
    known(VersionSet::one(newest), format!("{text} read as {newest}, the newest known release that it allows"))
}

fn known(clients: VersionSet, note: String) -> Option<Reading> {
    (!clients.is_empty()).then_some(Reading { clients, note: Some(note) })
}

fn is_number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clients(text: &str) -> String {
        read(text).map_or_else(|| "nothing".into(), |reading| reading.clients.to_string())
    }

    #[test]
    fn releases_and_vendors_builds_of_them() {
        for (text, expected) in [
            ("3.9.1", "3.9.1"),
            (" 0.10.2.2 ", "0.10.2.2"),
            ("3.7.0.redhat-00007", "3.7.0"),
            ("3.4.1.7.1.9.0-387", "3.4.1"),
            ("3.6.0-SNAPSHOT", "3.6.0"),
            ("7.6.1-ccs", "3.6.0 to 3.6.2"),
            ("5.5.1-ce", "2.5.0 to 2.5.1"),
            ("3.9", "3.9.2"),
            ("3.9.77", "3.9.2"),
            ("99.0.0", &Version::NEWEST.to_string()),
            ("0.8.2.2", "nothing"),
            ("kafka", "nothing"),
            ("${kafka.version}", "nothing"),
            ("", "nothing"),
        ] {
            assert_eq!(clients(text), expected, "{text}");
        }
        assert_eq!(read("3.9.1").unwrap().note, None);
        assert_eq!(read("3.7.0.redhat-00007").unwrap().note.unwrap(), "3.7.0.redhat-00007 read as 3.7.0");
    }

    #[test]
    fn ranges_and_open_versions_are_the_newest_that_they_allow() {
        let newest = Version::NEWEST.to_string();
        for (text, expected) in [
            ("[3.9.1]", "3.9.1"),
            ("[3.0,4.0)", "3.9.2"),
            ("[3.0.0, 3.9.1]", "3.9.1"),
            ("(,3.0.1)", "3.0.0"),
            ("[3.0,)", newest.as_str()),
            ("[2.0,3.0),[3.3,3.5)", "3.4.1"),
            ("3.+", "3.9.2"),
            ("3.6.+", "3.6.2"),
            ("+", newest.as_str()),
            ("latest.release", newest.as_str()),
        ] {
            assert_eq!(clients(text), expected, "{text}");
        }
    }
}
