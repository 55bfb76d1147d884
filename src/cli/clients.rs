//! `--client SPEC` → a set of releases, and why those.

use super::{Error, patches::Patches};
use crate::version::{RELEASES, Version, VersionSet};

/// The releases to read files as.
#[derive(Clone, Debug)]
pub struct Clients {
    /// The releases.
    pub set: VersionSet,
    /// Why these, for the JSON: `--client 3.9.1`.
    pub because: String,
    /// What must be said aloud: how a partial version was read.
    pub notes: Vec<String>,
    /// The partial versions that were read as their newest patch, where others are not asked for.
    pub partial: Vec<Patches>,
    /// Whether nobody said which.
    pub assumed: bool,
}

impl Clients {
    /// Reads a SPEC: a release, a list of them, a range with both ends in, `all`, or `auto`.
    pub fn parse(spec: &str) -> Result<Self, Error> {
        let spec = spec.trim();
        let mut clients = Self::of(VersionSet::NONE, format!("--client {spec}"));
        match spec {
            "auto" => return Ok(Self::newest_known()),
            "all" => clients.set = VersionSet::ALL,
            _ => {
                for item in spec.split(',') {
                    let set = clients.item(item.trim())?;
                    clients.set = clients.set.union(set);
                }
            }
        }
        for patches in &mut clients.partial {
            patches.others = patches.others.difference(clients.set);
        }
        clients.partial.retain(|patches| !patches.others.is_empty());
        Ok(clients)
    }

    /// These releases, about which nothing need be said.
    pub fn of(set: VersionSet, because: String) -> Self {
        Self { set, because, notes: Vec::new(), partial: Vec::new(), assumed: false }
    }

    /// What is assumed where nobody says which release it is.
    pub fn newest_known() -> Self {
        let newest = Self::of(VersionSet::one(Version::NEWEST), "the newest known release, since none was named".into());
        Self { assumed: true, ..newest }
    }

    fn item(&mut self, item: &str) -> Result<VersionSet, Error> {
        let Some((first, last)) = item.split_once("..") else {
            let releases = releases(item)?;
            let newest = releases.newest().ok_or_else(|| Error::NotARelease(item.into()))?;
            self.read_aloud(item, newest, releases);
            return Ok(VersionSet::one(newest));
        };
        // An open end is the end of what is known.
        let from = if first.is_empty() { Version::OLDEST } else { releases(first)?.iter().next().unwrap_or(Version::OLDEST) };
        let last_releases = if last.is_empty() { VersionSet::ALL } else { releases(last)? };
        let to = last_releases.newest().unwrap_or(Version::NEWEST);
        if from > to {
            return Err(Error::BackwardsRange(item.into()));
        }
        if !last.is_empty() {
            self.read_aloud(last, to, last_releases);
        }
        Ok(VersionSet::range(from, to))
    }

    fn read_aloud(&mut self, typed: &str, newest: Version, releases: VersionSet) {
        if releases.len() > 1 {
            self.notes.push(format!("{typed} read as {newest}, the newest of {releases}"));
            self.partial.push(Patches { read_as: newest, others: releases });
        } else if Version::parse(typed) != Some(newest) || is_partial(typed) {
            self.notes.push(format!("{typed} read as {newest}"));
        }
    }
}

/// One release, a partial version being its newest patch.
pub fn one(text: &str) -> Result<Version, Error> {
    releases(text)?.newest().ok_or_else(|| Error::NotARelease(text.into()))
}

/// The known releases that a text means: one, or all that begin with a partial version.
fn releases(text: &str) -> Result<VersionSet, Error> {
    let version = Version::parse(text).ok_or_else(|| Error::NotARelease(text.into()))?;
    let set: VersionSet = if is_partial(text) {
        RELEASES.iter().filter(|known| known.to_string().starts_with(&format!("{text}."))).copied().collect()
    } else {
        VersionSet::one(version)
    };
    if set.is_empty() { Err(Error::UnknownRelease { text: text.into(), version }) } else { Ok(set) }
}

/// Whether numbers are missing: a release has three, before 1.0 four.
fn is_partial(text: &str) -> bool {
    let numbers = text.split('.').count();
    numbers < if text == "0" || text.starts_with("0.") { 4 } else { 3 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(spec: &str) -> String {
        Clients::parse(spec).map_or_else(|error| error.to_string(), |clients| clients.set.to_string())
    }

    #[test]
    fn one_a_list_a_range_and_all() {
        assert_eq!(set("3.9.1"), "3.9.1");
        assert_eq!(set("3.0.0,3.9.1"), "3.0.0, 3.9.1");
        assert_eq!(set("3.0.0..3.0.2, 4.4.0"), "3.0.0 to 3.0.2, 4.4.0");
        assert_eq!(set("4.2.0.."), VersionSet::range(Version::new([4, 2, 0, 0]), Version::NEWEST).to_string());
        assert_eq!(set("all"), VersionSet::ALL.to_string());
        assert_eq!(set("auto"), Version::NEWEST.to_string());
    }

    #[test]
    fn a_partial_version_is_its_newest_patch_said_aloud() {
        for (spec, set, note) in [
            ("3.0", "3.0.2", "3.0 read as 3.0.2, the newest of 3.0.0 to 3.0.2"),
            ("0.10.2", "0.10.2.2", "0.10.2 read as 0.10.2.2, the newest of 0.10.2.0 to 0.10.2.2"),
            ("3.0..3.1", "3.0.0 to 3.1.2", "3.1 read as 3.1.2, the newest of 3.1.0 to 3.1.2"),
        ] {
            let clients = Clients::parse(spec).unwrap();
            assert_eq!((clients.set.to_string().as_str(), clients.notes), (set, vec![note.to_owned()]));
        }
        assert!(Clients::parse("3.0.0").unwrap().notes.is_empty());
    }

    #[test]
    fn the_patches_that_nobody_asks_for_are_known() {
        let others = |spec| {
            let partial = Clients::parse(spec).unwrap().partial;
            partial.into_iter().map(|patches| patches.others.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(others("3.0, 3.1"), ["3.0.0 to 3.0.1", "3.1.0 to 3.1.1"]);
        assert_eq!(others("3.0,3.0.1"), ["3.0.0"]);
        assert_eq!(others("3.0..3.1"), [""; 0]);
        assert_eq!(others("3.0.2,2.4.1"), [""; 0]);
    }

    #[test]
    fn what_is_no_release_is_refused_with_the_nearest() {
        assert_eq!(
            set("4.9.9"),
            format!("4.9.9 is no known release of kafka-clients; the newest that is known is {}", Version::NEWEST)
        );
        assert_eq!(set("3.9.9"), "3.9.9 is no known release of kafka-clients; the nearest are 3.9.2 and 4.0.0");
        assert_eq!(set("0.8.2.1"), "0.8.2.1 is no known release of kafka-clients; the oldest that is known is 0.9.0.0");
        assert_eq!(set("3.10"), "3.10 is no known release of kafka-clients; the nearest are 3.9.2 and 4.0.0");
        assert!(set("banana").starts_with("`banana` is no release of kafka-clients; known are 0.9.0.0 to"));
        assert!(set("3.9.1,").starts_with("`` is no release"));
        assert_eq!(set("4.0.0..3.0.0"), "4.0.0..3.0.0 runs from newer to older; the older release comes first");
    }
}
