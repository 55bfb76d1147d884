//! Releases of kafka-clients and sets of them.
//!
//! A [`Version`] has always four numbers inside. A [`VersionSet`] is a set of *known* releases, so
//! that behaviour which comes, goes and comes back is said exactly: there is no "since".

use std::fmt;

include!(concat!(env!("OUT_DIR"), "/releases.rs"));

/// The number of a release: `3.9.1`, `0.10.2.2`. Ordered as released numbers are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version([u16; 4]);

impl Version {
    /// A version from its four numbers; `3.9.1` is `[3, 9, 1, 0]`.
    pub const fn new(numbers: [u16; 4]) -> Self {
        Self(numbers)
    }

    /// The newest release that this build knows.
    pub const NEWEST: Self = RELEASES[RELEASES.len() - 1];

    /// The oldest release that this build knows.
    pub const OLDEST: Self = RELEASES[0];

    /// Where the release stands in [`RELEASES`], or `None` when it was never released.
    pub fn index(self) -> Option<usize> {
        RELEASES.binary_search(&self).ok()
    }

    /// Reads `3.9.1`, `0.10.2.2` or `3.0` (a partial version; missing numbers are 0).
    ///
    /// Returns `None` when the text is no version at all; whether it was ever released is another
    /// question ([`Version::index`]).
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = [0; 4];
        let mut parts = text.split('.');
        for number in &mut numbers {
            match parts.next() {
                Some(part) if part.bytes().all(|byte| byte.is_ascii_digit()) => *number = part.parse().ok()?,
                Some(_) => return None,
                None => break,
            }
        }
        (!text.is_empty() && parts.next().is_none()).then_some(Self(numbers))
    }

    /// The first two numbers: what Kafka calls a feature release (three numbers before 1.0).
    pub fn minor(self) -> &'static [u16] {
        let index = self.index().unwrap_or(0);
        let numbers = &RELEASES[index].0;
        if numbers[0] == 0 { &numbers[..3] } else { &numbers[..2] }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = if self.0[0] == 0 { 4 } else { 3 };
        for (index, number) in self.0[..shown].iter().enumerate() {
            write!(f, "{}{number}", if index == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const _: () = assert!(RELEASES.len() <= 128, "a VersionSet holds one bit a release");

/// A set of known releases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct VersionSet(u128);

impl VersionSet {
    /// No release.
    pub const NONE: Self = Self(0);

    /// Every known release.
    pub const ALL: Self = Self(u128::MAX >> (128 - RELEASES.len()));

    /// A set from its bits: bit *n* is the release `RELEASES[n]`.
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The set of one release; empty when the version was never released.
    pub fn one(version: Version) -> Self {
        version.index().map_or(Self::NONE, |index| Self(1 << index))
    }

    /// Every known release from `first` to `last`, both ends in. The ends need not be releases.
    pub fn range(first: Version, last: Version) -> Self {
        RELEASES.iter().filter(|version| (first..=last).contains(version)).copied().collect()
    }

    /// Whether the release is in the set.
    pub fn contains(self, version: Version) -> bool {
        version.index().is_some_and(|index| self.0 >> index & 1 == 1)
    }

    /// Whether nothing is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many releases are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Releases in either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Releases in both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether some release is in both sets.
    pub const fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Releases in this set and not in the other.
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The releases, oldest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Version> + Clone {
        Iter(self)
    }

    /// The newest release in the set.
    pub fn newest(self) -> Option<Version> {
        self.iter().next_back()
    }

    /// The runs of neighbouring releases, oldest first, both ends in.
    pub fn runs(self) -> Vec<(Version, Version)> {
        self.runs_within(Self::ALL)
    }

    /// The runs of releases that are neighbours among `within`: with `within` = 3.0.0 and 3.9.1,
    /// those two make one run.
    pub fn runs_within(self, within: Self) -> Vec<(Version, Version)> {
        let mut runs: Vec<(Version, Version)> = Vec::new();
        let mut open = false;
        for version in within.iter() {
            if !self.contains(version) {
                open = false;
                continue;
            }
            match runs.last_mut() {
                Some(run) if open => run.1 = version,
                _ => runs.push((version, version)),
            }
            open = true;
        }
        runs
    }
}

/// Takes the releases out of a set, from both ends.
#[derive(Clone)]
struct Iter(VersionSet);

impl Iterator for Iter {
    type Item = Version;

    fn next(&mut self) -> Option<Version> {
        let index = self.0.0.trailing_zeros();
        self.take(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Iter {
    fn next_back(&mut self) -> Option<Version> {
        let index = self.0.0.checked_ilog2()?;
        self.take(index)
    }
}

impl Iter {
    fn take(&mut self, index: u32) -> Option<Version> {
        let version = *RELEASES.get(index as usize)?;
        self.0.0 &= !(1 << index);
        Some(version)
    }
}

impl FromIterator<Version> for VersionSet {
    fn from_iter<I: IntoIterator<Item = Version>>(versions: I) -> Self {
        versions.into_iter().fold(Self::NONE, |set, version| set.union(Self::one(version)))
    }
}

/// As a person says it: `2.8.2, 3.0.1 to 3.9.2`.
impl fmt::Display for VersionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (first, last)) in self.runs().into_iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            if first == last { write!(f, "{first}")? } else { write!(f, "{first} to {last}")? }
        }
        Ok(())
    }
}

impl fmt::Debug for VersionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        Version::parse(text).expect("a version")
    }

    #[test]
    fn releases_stand_in_order_and_print_as_they_were_named() {
        assert!(RELEASES.is_sorted());
        assert_eq!(version("0.10.2.2").to_string(), "0.10.2.2");
        assert_eq!(version("3.9").to_string(), "3.9.0");
        assert!(version("3.10.0") > version("3.9.2"));
    }

    #[test]
    fn what_is_no_version_is_refused() {
        for text in ["", "banana", "3.x", "3..1", "1.2.3.4.5", "-1", "+3.0", "3.0.", "99999.0"] {
            assert_eq!(Version::parse(text), None, "{text}");
        }
        assert_eq!(version("4.9.9").index(), None);
    }

    #[test]
    fn a_set_says_its_runs() {
        let set =
            VersionSet::range(version("3.0.1"), version("3.0.2")).union(VersionSet::range(version("3.1.1"), version("3.2.0")));
        assert_eq!(set.to_string(), "3.0.1 to 3.0.2, 3.1.1 to 3.2.0");
        assert!(!set.contains(version("3.1.0")));
        assert_eq!(set.len(), 5);
        let asked: VersionSet = [version("3.0.2"), version("3.2.0")].into_iter().collect();
        assert_eq!(set.runs_within(asked), [(version("3.0.2"), version("3.2.0"))]);
    }
}
