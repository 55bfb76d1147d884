//! The findings of before and of now → those that are worse now.

use std::collections::BTreeMap;

use super::baseline::{Base, Known, known};
use crate::{
    finding::Severity,
    render::check::Report,
    suppress::{By, Suppressed},
};

/// Moves the findings that were there before, and were at least as bad, to the suppressed ones; says how many.
/// A finding is known again as a baseline knows it. `renames` leads from the old paths to the new ones.
pub fn keep_worse(before: (&Report, &Base), renames: &BTreeMap<String, String>, now: (&mut Report, &Base)) -> usize {
    let mut left: BTreeMap<Known, Vec<Severity>> = BTreeMap::new();
    for (known, finding) in known(before.0, before.1).into_iter().zip(&before.0.findings) {
        let new_path = renames.get(known.path()).cloned();
        left.entry(known.moved_to(new_path)).or_default().push(finding.severity);
    }
    for severities in left.values_mut() {
        severities.sort_unstable();
    }
    let (report, base) = now;
    let all = known(report, base);
    let mut kept = Vec::new();
    let before = report.suppressed.len();
    for (finding, known) in std::mem::take(&mut report.findings).into_iter().zip(all) {
        let severities = left.entry(known).or_default();
        // The mildest that is bad enough, so that the worse ones can answer for others.
        if let Some(index) = severities.iter().position(|severity| *severity >= finding.severity) {
            severities.remove(index);
            report.suppressed.push(Suppressed { finding, by: By::Baseline, reason: None });
        } else {
            kept.push(finding);
        }
    }
    report.findings = kept;
    report.suppressed.len() - before
}
