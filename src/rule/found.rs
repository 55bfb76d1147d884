//! What the rules found, release by release → findings, each with the set of its releases.

use std::borrow::Cow;

use super::{
    by_release,
    catalogue::{Native, Piece, Rule, rule},
};
use crate::{
    effective::exists,
    finding::{FileId, Finding, Fix, Outcome, Related, Severity},
    kafka::Role,
    source::Span,
    version::VersionSet,
};

/// Where a rule fires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    /// The file.
    pub(super) file: FileId,
    /// The bytes; `None` where it is about a key that is not there.
    pub(super) span: Option<Span>,
    /// The keys, as written; the first is the one that it is about.
    pub(super) keys: Vec<String>,
    /// The client, or the clients of the file where all of them share it.
    pub(super) roles: Vec<Role>,
}

/// How bad it is, and what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grade {
    pub(super) severity: Severity,
    pub(super) outcome: Outcome,
}

impl Grade {
    /// The rule's own.
    pub(super) const fn of(rule: &Rule) -> Self {
        Self { severity: rule.severity, outcome: rule.outcome }
    }
}

/// What is said about it.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Words {
    pub(super) message: String,
    pub(super) label: Option<String>,
    pub(super) help: Option<String>,
    pub(super) related: Vec<Related>,
    pub(super) fix: Option<Fix>,
}

/// The findings of one run, as they come.
#[derive(Default)]
pub(super) struct Found {
    findings: Vec<Finding>,
    /// What is said of each finding, by the releases on which that is right.
    said: Vec<Vec<(VersionSet, Words)>>,
}

impl Found {
    /// Adds what a rule found for some releases. The same rule at the same place is one finding, and the
    /// newest release, which is looked at first, has the first word.
    pub(super) fn add(
        &mut self,
        rule: &'static Rule,
        grade: Grade,
        spot: Spot,
        clients: VersionSet,
        words: impl FnOnce() -> Words,
    ) {
        let alike = |finding: &Finding| {
            finding.rule == rule.id
                && finding.file == spot.file
                && finding.span == spot.span
                && finding.keys.first() == spot.keys.first()
                && (finding.severity, finding.outcome) == (grade.severity, grade.outcome)
                && finding.roles == spot.roles
        };
        if let Some(index) = self.findings.iter().position(alike) {
            join(&mut self.findings[index], spot.keys, clients);
            let said = &mut self.said[index];
            if says_the_same(rule) {
                said[0].0 = said[0].0.union(clients);
                return;
            }
            let words = words();
            match said.iter_mut().find(|(_, other)| *other == words) {
                Some((releases, _)) => *releases = releases.union(clients),
                None => said.push((clients, words)),
            }
            return;
        }
        self.findings.push(Finding {
            rule: rule.id,
            severity: grade.severity,
            outcome: grade.outcome,
            file: spot.file,
            span: spot.span,
            keys: spot.keys,
            roles: spot.roles,
            clients,
            message: String::new(),
            label: None,
            help: None,
            related: Vec::new(),
            fix: None,
        });
        self.said.push(vec![(clients, words())]);
    }

    /// The findings, by place and rule.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        for (finding, said) in self.findings.iter_mut().zip(self.said.drain(..)) {
            tell(finding, said);
        }
        self.lend_causes();
        self.yield_to_better();
        self.share();
        self.findings.sort_by(|a, b| {
            let place = |finding: &Finding| (finding.file, finding.span.map(|span| span.start));
            place(a).cmp(&place(b)).then_with(|| a.rule.cmp(b.rule)).then_with(|| a.keys.cmp(&b.keys))
        });
        self.findings
    }
}

impl Found {
    /// Clients of one file share a mistake in a setting that they read alike. It is one finding where it
    /// holds on the same releases for each, save those that have no such client.
    fn share(&mut self) {
        if self.findings.iter().all(|finding| finding.roles == self.findings[0].roles) {
            return;
        }
        let mut shared: Vec<Finding> = Vec::with_capacity(self.findings.len());
        for finding in self.findings.drain(..) {
            let alike = |other: &Finding| {
                (other.rule, other.file, other.span) == (finding.rule, finding.file, finding.span)
                    && (other.severity, other.outcome) == (finding.severity, finding.outcome)
                    && other.keys.first() == finding.keys.first()
                    && other.message == finding.message
                    && (other.clients == finding.clients
                        || other.clients.intersection(releases(&finding.roles))
                            == finding.clients.intersection(releases(&other.roles)))
            };
            match shared.iter_mut().find(|other| alike(other)) {
                Some(other) => {
                    other
                        .roles
                        .extend(finding.roles.iter().filter(|role| !other.roles.contains(role)).copied().collect::<Vec<_>>());
                    join(other, finding.keys, finding.clients);
                }
                None => shared.push(finding),
            }
        }
        self.findings = shared;
    }

    /// One cause is one finding: a rule is silent on the releases on which another says it better.
    fn yield_to_better(&mut self) {
        let yields = |finding: &Finding| rule(finding.rule).map_or(&[][..], |rule| rule.yields_to);
        if self.findings.iter().all(|finding| yields(finding).is_empty()) {
            return;
        }
        let said: Vec<(&str, FileId, Option<Span>, VersionSet)> =
            self.findings.iter().map(|other| (other.rule, other.file, other.span, other.clients)).collect();
        for finding in &mut self.findings {
            let (better, place) = (yields(finding), (finding.file, finding.span));
            for (id, file, span, clients) in &said {
                if better.contains(id) && (*file, *span) == place {
                    finding.clients = finding.clients.difference(*clients);
                }
            }
        }
        self.findings.retain(|finding| !finding.clients.is_empty());
    }

    /// Where a value does not parse because of what its syntax made of it, that is one mistake: the refusal
    /// says it, helped and mended by what is known of the syntax.
    fn lend_causes(&mut self) {
        let causes = self.findings.extract_if(.., |finding| is_cause(finding)).collect::<Vec<_>>();
        for mut cause in causes {
            let mut lent = VersionSet::NONE;
            let entry = cause.keys.first().cloned();
            for refusal in self.findings.iter_mut().filter(|finding| {
                finding.outcome == Outcome::RefusesToStart
                    && finding.file == cause.file
                    && finding.keys.first() == entry.as_ref()
                    && finding
                        .span
                        .zip(cause.span)
                        .is_some_and(|(span, place)| span.start <= place.start && place.end <= span.end)
            }) {
                lent = lent.union(refusal.clients);
                refusal.help = Some(cause.message.clone());
                refusal.fix = refusal.fix.take().or_else(|| cause.fix.clone());
                refusal.related.append(&mut cause.related.clone());
                join(refusal, cause.keys.clone(), VersionSet::NONE);
            }
            cause.clients = cause.clients.difference(lent);
            if !cause.clients.is_empty() {
                self.findings.push(cause);
            }
        }
    }
}

/// Whether a finding is about how the text of a value is read.
fn is_cause(finding: &Finding) -> bool {
    const CAUSES: [Native; 6] = [
        Native::ContinuationLost,
        Native::InlineComment,
        Native::InvisibleCharacter,
        Native::JaasCutOff,
        Native::QuotedValue,
        Native::SeparatorTwice,
    ];
    CAUSES.into_iter().any(|native| Rule::of(native).id == finding.rule)
}

/// Puts a finding in words that are right for all of its releases.
fn tell(finding: &mut Finding, mut said: Vec<(VersionSet, Words)>) {
    if let [(_, words)] = &mut said[..] {
        let Words { message, label, help, related, fix } = std::mem::take(words);
        (finding.message, finding.label, finding.help) = (message, label.map(Cow::Owned), help);
        (finding.related, finding.fix) = (related, fix);
        return;
    }
    let text = |of: fn(&Words) -> Option<&str>| by_release::text(said.iter().map(|(releases, words)| (*releases, of(words))));
    finding.message = text(|words| Some(&words.message)).unwrap_or_default();
    finding.label = text(|words| words.label.as_deref()).map(Cow::Owned);
    finding.help = text(|words| words.help.as_deref());
    let mut words = said.into_iter().map(|(_, words)| words);
    let Some(first) = words.next() else { return };
    // Edits that are right on some of the releases only are no help.
    finding.fix = first.fix.filter(|fix| words.all(|other| other.fix.as_ref() == Some(fix)));
    finding.related = first.related;
}

/// Whether a rule has the same words on every release.
fn says_the_same(rule: &Rule) -> bool {
    let is_plain = |pieces: &[Piece]| pieces.iter().all(|piece| matches!(piece, Piece::Text(_)));
    rule.fix.is_none() && [Some(rule.message), rule.label, rule.help].into_iter().flatten().all(is_plain)
}

/// The releases that have such clients.
fn releases(roles: &[Role]) -> VersionSet {
    VersionSet::ALL.iter().filter(|version| roles.iter().any(|role| exists(*role, *version) || role.client().is_none())).collect()
}

fn join(finding: &mut Finding, keys: Vec<String>, clients: VersionSet) {
    finding.clients = finding.clients.union(clients);
    for key in keys {
        if !finding.keys.contains(&key) {
            finding.keys.push(key);
        }
    }
}
