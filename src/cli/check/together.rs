//! Files of one folder or pipeline → what is wrong with them only because they belong together.

use std::{cell::LazyCell, collections::BTreeMap};

use super::{
    judge::{Context, Run},
    pipelines::place,
};
use crate::{
    classify::Classification,
    finding::{FileId, Finding},
    properties::{self, Properties},
    render::check::Report,
    rule::{BrokerFacts, File, Options, RuleSet, check_together, rule},
    suppress::{self, Suppressed},
    version::VersionSet,
};

impl Run {
    /// What is wrong with files only because they belong together: those of one folder that were named
    /// themselves, and those of one pipeline. Files that merely lie in one tree need not know of each other.
    /// Only the first files, those that were asked for, are judged.
    pub fn together(&self, own: usize, context: &Context) -> (Vec<Finding>, Vec<Suppressed>) {
        let mut by_folder: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, task) in self.tasks.iter().enumerate().take(own).filter(|(_, task)| task.input.named) {
            let folder = task.input.shown.rsplit_once('/').map_or("", |(folder, _)| folder);
            by_folder.entry(folder).or_default().push(index);
        }
        let groups = by_folder.into_values().map(|members| (members, None));
        let places: LazyCell<Vec<_>, _> =
            LazyCell::new(|| self.tasks.iter().map(|task| place(&task.input, &context.here)).collect());
        let pipelines = context.pipelines.groups().map(|(members, facts)| {
            let members = (0..self.tasks.len()).filter(|index| members.contains(&places[*index])).collect();
            (members, facts)
        });
        let mut findings: Vec<Finding> = Vec::new();
        for (members, facts) in groups.chain(pipelines).filter(|(members, _)| members.len() > 1) {
            for finding in self.of_group(&members, facts, context) {
                if finding.file.0 < own && !findings.contains(&finding) {
                    findings.push(finding);
                }
            }
        }
        silenced(&self.report, &findings)
    }

    fn of_group(&self, members: &[usize], facts: Option<&BrokerFacts>, context: &Context) -> Vec<Finding> {
        let read: Vec<(FileId, Properties<'_>)> =
            members.iter().map(|index| (FileId(*index), properties::read(&self.report.files[*index].source))).collect();
        let told: Vec<Classification> = read.iter().map(|(id, properties)| self.tasks[id.0].classify(properties)).collect();
        let files: Vec<(File<'_>, VersionSet)> = read
            .iter()
            .zip(&told)
            .map(|((id, properties), told)| {
                (File { id: *id, properties, classification: told }, self.tasks[id.0].applied.clients)
            })
            .collect();
        let selection = |index: usize| &self.tasks[index].applied.selection;
        let mut asked = RuleSet::NONE;
        for index in members {
            asked.add(selection(*index).rules);
        }
        let mut options = Options { rules: asked, ..context.options(&self.tasks[members[0]]) };
        options.facts = context.facts.as_ref().or(facts).cloned().unwrap_or_default();
        let mut findings = check_together(&files, &options);
        findings.retain(|finding| rule(finding.rule).is_none_or(|rule| selection(finding.file.0).rules.contains(rule)));
        for finding in &mut findings {
            selection(finding.file.0).adjust(finding);
        }
        findings
    }
}

/// Findings about several files, and those of them that a comment silences.
fn silenced(report: &Report, findings: &[Finding]) -> (Vec<Finding>, Vec<Suppressed>) {
    let (mut kept, mut suppressed) = (Vec::new(), Vec::new());
    let mut files: Vec<FileId> = findings.iter().map(|finding| finding.file).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let own = findings.iter().filter(|finding| finding.file == file).cloned().collect();
        let parted = suppress::silence(&properties::read(&report.file(file).source), file, own);
        kept.extend(parted.0);
        suppressed.extend(parted.1);
    }
    (kept, suppressed)
}
