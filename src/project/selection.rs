//! Settings → the rules that are asked, and how bad their findings are.

use std::collections::HashSet;

use super::{
    config::{At, Config, Level},
    discover::Layer,
    error::Error,
    nearest,
    preset::Preset,
    settings::{By, Settings},
};
use crate::{
    finding::{Finding, Severity},
    rule::{Rule, RuleSet, rule, rules},
};

/// The name that stands for every rule.
pub const ALL: &str = "all";

/// The rules that are asked about a file, and how bad their findings are.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The rules.
    pub rules: RuleSet,
    /// Severities that someone wrote in place of the rules' own.
    severities: Vec<(&'static str, Severity)>,
    /// What says how bad the findings of a rule are at worst.
    most: Option<&'static Preset>,
}

impl Selection {
    /// What the settings select.
    pub fn of(settings: &Settings) -> Self {
        let mut selected = RuleSet::NONE;
        let mut most = None;
        if let Some(select) = &settings.select {
            for name in select {
                include(&mut selected, &name.value, true);
            }
        } else {
            selected = settings.preset.value.set();
            most = Some(settings.preset.value);
            if settings.preview.value {
                rules().iter().filter(|rule| is_preview(rule)).for_each(|rule| selected.set(rule, true));
            }
        }
        settings.steps.iter().for_each(|step| include(&mut selected, &step.rule.value, step.applies));
        let severities = settings.severity.iter();
        let severities = severities.filter_map(|(name, level)| Some((rule(name)?.id, Severity::from(level.value)))).collect();
        Self { rules: selected, severities, most }
    }

    /// Gives a finding the severity that it has here.
    pub fn adjust(&self, finding: &mut Finding) {
        if let Some((_, severity)) = self.severities.iter().find(|(id, _)| *id == finding.rule) {
            finding.severity = *severity;
        } else if let Some(most) = self.most.and_then(|preset| preset.most(finding.rule)) {
            finding.severity = finding.severity.min(most);
        }
    }

    /// The rules that are not asked though the preset has them, with those who say so.
    pub fn taken_out<'s>(&self, settings: &'s Settings) -> Vec<(&'static str, &'s By)> {
        let says = |id: &str| {
            let steps = settings.steps.iter().rev();
            steps
                .into_iter()
                .find(|step| !step.applies && (step.rule.value == id || step.rule.value == ALL))
                .map(|step| &step.rule.by)
        };
        let known = settings.preset.value.rules().filter_map(|(id, _)| rule(id));
        known.filter(|rule| !self.rules.contains(rule)).filter_map(|rule| Some((rule.id, says(rule.id)?))).collect()
    }
}

/// Whether a rule is in no preset yet.
pub fn is_preview(rule: &Rule) -> bool {
    super::preset::PRESETS.iter().all(|preset| preset.rules().all(|(id, _)| id != rule.id))
}

fn include(selected: &mut RuleSet, name: &str, included: bool) {
    if name == ALL {
        *selected = if included { RuleSet::ALL } else { RuleSet::NONE };
    } else if let Some(rule) = rule(name) {
        selected.set(rule, included);
    }
}

/// What to say to a name that no rule has.
pub fn unknown_rule(name: &str) -> String {
    let names = rules().iter().map(|rule| rule.id);
    let meant = nearest::among(name, names)
        .map_or_else(|| "`ackward rules` lists them".to_owned(), |meant| format!("did you mean `{meant}`?"));
    format!("there is no rule `{name}`; {meant}")
}

impl Layer {
    /// Checks the names of pipelines, presets and rules. A rule that would have to be applied must be known; one that is
    /// not to be applied, or only gets a severity, may be of another version: that is returned to be said.
    pub(super) fn check_names(&self) -> Result<Vec<String>, Error> {
        let Config { preset, select, ignore, severity, overrides, pipelines, .. } = &self.config;
        let mut names = HashSet::new();
        if let Some(twice) = pipelines.iter().find(|pipeline| !names.insert(&pipeline.value.name)) {
            return Err(self.error(twice, format!("there is a pipeline `{}` already", twice.value.name)));
        }
        if let Some(name) = preset
            && Preset::named(&name.value).is_none()
        {
            return Err(self.error(name, Preset::unknown(&name.value)));
        }
        let is_unknown = |name: &&At<String>| name.value != ALL && rule(&name.value).is_none();
        let of_overrides = || overrides.iter().map(|one| &one.value);
        let mut selected = select.iter().flatten().chain(of_overrides().flat_map(|one| &one.select));
        if let Some(name) = selected.find(is_unknown) {
            return Err(self.error(name, unknown_rule(&name.value)));
        }
        let keys = |severity: &std::collections::BTreeMap<At<String>, Level>| severity.keys().cloned().collect::<Vec<_>>();
        let mut others: Vec<At<String>> = ignore.clone();
        others.extend(keys(severity));
        for one in of_overrides() {
            others.extend(one.ignore.iter().cloned());
            others.extend(keys(&one.severity));
        }
        Ok(others.iter().filter(is_unknown).map(|name| self.error(name, unknown_rule(&name.value)).to_string()).collect())
    }
}
