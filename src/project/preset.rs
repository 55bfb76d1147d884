//! Presets: named sets of rules that never change once they are released, so that a new version of the
//! tool finds what the old one found.

use std::sync::OnceLock;

use super::nearest;
use crate::{
    finding::Severity,
    rule::{RuleSet, rule},
};

/// A named set of rules.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name: the year, and a number in it.
    pub name: &'static str,
    /// `rule  severity`, a line each: how bad its findings are at worst.
    rules: &'static str,
}

/// What a preset says, in the form in which it is asked for.
struct Known {
    set: RuleSet,
    /// By the names of the rules.
    most: Vec<(&'static str, Severity)>,
}

/// Every preset, oldest first.
pub const PRESETS: [Preset; 1] = [Preset { name: "2026.1", rules: include_str!("presets/2026.1.txt") }];

impl Preset {
    /// The preset of a project that names none. It changes with a major version only (before 1.0, with
    /// the second number).
    pub const DEFAULT: &'static Self = &PRESETS[0];

    /// The preset of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// What to say to a name that no preset has.
    pub fn unknown(name: &str) -> String {
        let names = PRESETS.iter().map(|preset| preset.name);
        format!("there is no preset `{name}`; {}", nearest::suggestion(name, names, "to this version"))
    }

    /// Its rules that this build has, as a set.
    pub fn set(&self) -> RuleSet {
        self.known().set
    }

    /// How bad the findings of a rule are at worst, where it is one of the preset's.
    pub fn most(&self, rule: &str) -> Option<Severity> {
        let most = &self.known().most;
        most.binary_search_by_key(&rule, |(id, _)| id).ok().map(|index| most[index].1)
    }

    /// The preset as every file asks for it, made once.
    fn known(&self) -> &'static Known {
        static KNOWN: [OnceLock<Known>; PRESETS.len()] = [const { OnceLock::new() }; PRESETS.len()];
        let index = PRESETS.iter().position(|preset| preset.name == self.name).expect("every preset is one of PRESETS");
        KNOWN[index].get_or_init(|| {
            let mut set = RuleSet::NONE;
            self.rules().filter_map(|(id, _)| rule(id)).for_each(|rule| set.set(rule, true));
            let mut most: Vec<_> = self.rules().collect();
            most.sort_unstable_by_key(|(id, _)| *id);
            Known { set, most }
        })
    }

    /// Its rules, and how bad their findings are at worst.
    pub fn rules(&self) -> impl Iterator<Item = (&'static str, Severity)> + use<> {
        self.rules.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let (rule, severity) = line.split_once('\t')?;
            let severity =
                [Severity::Info, Severity::Warning, Severity::Error].into_iter().find(|known| known.name() == severity)?;
            Some((rule, severity))
        })
    }
}
