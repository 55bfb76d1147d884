//! A partial version, read as its newest patch → a line that says where its other patches would answer
//! something else.

use std::collections::{BTreeMap, BTreeSet};

use super::Terminal;
use crate::{
    render::{counted, releases},
    version::{Version, VersionSet},
};

/// How many of the rules or keys in which releases differ are named.
const NAMED: usize = 3;

/// The patches of a partial version.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patches {
    /// The one that it is read as.
    pub read_as: Version,
    /// Those that nobody asked for.
    pub others: VersionSet,
}

/// Where the answer about one file is another on other patches.
#[derive(Clone, Debug)]
pub struct Differing {
    patches: Patches,
    on: VersionSet,
    in_what: BTreeSet<&'static str>,
}

impl Patches {
    /// All of them.
    pub fn all(self) -> VersionSet {
        self.others.union(VersionSet::one(self.read_as))
    }

    /// What holds for some of them and not for all, of what is known to hold for a set of releases each.
    pub fn differing(self, answers: impl Iterator<Item = (VersionSet, &'static str)>) -> Option<Differing> {
        let mut differing = Differing { patches: self, on: VersionSet::NONE, in_what: BTreeSet::new() };
        for (holds_on, what) in answers {
            let as_read = if holds_on.contains(self.read_as) { holds_on } else { VersionSet::ALL.difference(holds_on) };
            let on = self.others.difference(as_read);
            if !on.is_empty() {
                differing.on = differing.on.union(on);
                differing.in_what.insert(what);
            }
        }
        (!differing.on.is_empty()).then_some(differing)
    }
}

/// Where answers differ in the files of a run, by the release that was asked.
#[derive(Default, Debug)]
pub struct Differences {
    by_release: BTreeMap<Version, Many>,
}

#[derive(Debug)]
struct Many {
    one: Differing,
    first: String,
    files: usize,
}

impl Differences {
    /// Adds those of one file.
    pub fn add(&mut self, file: &str, differing: Vec<Differing>) {
        for one in differing {
            let Some(many) = self.by_release.get_mut(&one.patches.read_as) else {
                self.by_release.insert(one.patches.read_as, Many { one, first: file.to_owned(), files: 1 });
                continue;
            };
            // One file may configure two clients.
            many.files += usize::from(many.first != file);
            many.one.on = many.one.on.union(one.on);
            many.one.patches.others = many.one.patches.others.union(one.patches.others);
            many.one.in_what.extend(one.in_what);
        }
    }

    /// Says it, a line for each release that was read for a partial version.
    pub fn say(&self, terminal: &mut Terminal) {
        for Many { one: Differing { patches, on, in_what }, first, files } in self.by_release.values() {
            let differ = if on.len() == 1 { "differs" } else { "differ" };
            let place = if *files == 1 { first.clone() } else { format!("{}, {first} first", counted(*files, "file")) };
            let named: Vec<&str> = in_what.iter().copied().take(NAMED).collect();
            let more = in_what.len().saturating_sub(NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let all = patches.all();
            let oldest = all.iter().next().unwrap_or(patches.read_as);
            terminal.notice(&format!(
                "{} {differ} from {} in {place}: {}{more}; --client {oldest}..{} shows it",
                releases(*on, all),
                patches.read_as,
                named.join(", "),
                all.newest().unwrap_or(patches.read_as),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(texts: &[&str]) -> VersionSet {
        texts.iter().filter_map(|text| Version::parse(text)).collect()
    }

    #[test]
    fn what_holds_on_the_patch_that_was_read_and_not_on_another_differs_as_does_the_reverse() {
        let patches = Patches { read_as: Version::new([3, 0, 2, 0]), others: versions(&["3.0.0", "3.0.1"]) };
        let on = |holds_on: &[&str]| patches.differing([(versions(holds_on), "x")].into_iter()).map(|one| one.on);
        assert_eq!(on(&["3.0.0", "3.0.1", "3.0.2"]), None);
        assert_eq!(on(&["3.9.1"]), None);
        assert_eq!(on(&["3.0.0"]), Some(versions(&["3.0.0"])));
        assert_eq!(on(&["3.0.1", "3.0.2"]), Some(versions(&["3.0.0"])));
        assert_eq!(on(&["3.0.2"]), Some(versions(&["3.0.0", "3.0.1"])));
    }
}
