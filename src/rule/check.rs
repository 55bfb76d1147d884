//! A file and releases → findings: resolves each client, asks the rules that its keys can make fire.

use super::{
    catalogue::{Applies, KeyRef, Predicate, Rule, RuleSet},
    evaluate::{Case, Party},
    facts::BrokerFacts,
    fire,
    found::Found,
    native,
};
use crate::{
    classify::{Classification, Kind},
    effective::{Written, exists, resolve},
    finding::{FileId, Finding, Outcome, Severity},
    kafka::{KeyId, Role},
    properties::Properties,
    version::VersionSet,
};

/// A file to be checked.
pub struct File<'a> {
    /// Which of the files of the run.
    pub id: FileId,
    /// Its entries.
    pub properties: &'a Properties<'a>,
    /// What it configures.
    pub classification: &'a Classification,
}

/// A file as the rules see it.
pub(super) struct Subject<'a> {
    /// Which of the files of the run.
    pub(super) id: FileId,
    /// Its entries.
    pub(super) properties: &'a Properties<'a>,
    /// What it configures; `Shared` where that is several clients.
    pub(super) role: Role,
    /// The clients, or the framework.
    pub(super) views: Vec<Given<'a>>,
    /// Whether nothing in it says which of the clients reads it.
    pub(super) is_undecided: bool,
    /// For each entry the key of Kafka's clients that it writes, whatever prefix stands before it.
    pub(super) keys: Vec<Option<KeyId>>,
}

/// What one client is given of a file.
pub(super) struct Given<'a> {
    /// The client.
    pub(super) role: Role,
    /// Its settings, prefixes stripped; of a key that comes twice, the last one wins.
    pub(super) written: Vec<Written<'a>>,
}

impl<'a> Subject<'a> {
    /// The file with each client's settings; `None` where no rule is for such files.
    fn of(file: &File<'a>) -> Option<Self> {
        let properties = file.properties;
        let views = file.classification.views.iter().map(|view| Given {
            role: view.role,
            written: view
                .settings(properties)
                .zip(&view.seen)
                .map(|((key, entry), seen)| Written { key, value: &entry.value, entry: seen.entry })
                .collect(),
        });
        let views: Vec<Given<'a>> = views.collect();
        let role = match (file.classification.kind.role(), views.as_slice()) {
            (_, []) => return None,
            (Some(role), _) => role,
            (None, _) => Role::Shared,
        };
        let mut keys: Vec<Option<KeyId>> = properties.entries.iter().map(|entry| key_behind_prefix(&entry.key)).collect();
        for written in views.iter().flat_map(|view| &view.written) {
            if keys[written.entry].is_none() {
                keys[written.entry] = KeyId::named(written.key);
            }
        }
        let is_undecided = file.classification.kind == Kind::Client;
        Some(Self { id: file.id, properties, role, views, is_undecided, keys })
    }

    /// Whether a finding holds whichever of the clients reads the file.
    fn is_about_all(&self, finding: &Finding) -> bool {
        let exists = |role| finding.clients.iter().any(|version| exists(role, version));
        self.views.iter().all(|view| finding.roles.contains(&view.role) || !exists(view.role))
    }

    /// Whether some client is given the key.
    pub(super) fn writes(&self, key: KeyId) -> bool {
        self.views.iter().flat_map(|view| &view.written).any(|written| written.key == key.name())
    }
}

/// A client's key, alone or behind what frameworks put before it.
fn key_behind_prefix(name: &str) -> Option<KeyId> {
    let behind = |prefix: &&str| name.strip_prefix(*prefix).and_then(KeyId::named);
    KeyId::named(name).or_else(|| PREFIXES.iter().find_map(behind))
}

const PREFIXES: [&str; 9] = [
    "producer.override.",
    "consumer.override.",
    "admin.override.",
    "main.consumer.",
    "restore.consumer.",
    "global.consumer.",
    "producer.",
    "consumer.",
    "admin.",
];

/// What a run asks for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether the files are all that the clients get.
    pub complete: bool,
    /// What is known of the brokers.
    pub facts: BrokerFacts,
    /// The rules that are asked.
    pub rules: RuleSet,
    /// Severities in place of the rules' own.
    pub severities: Vec<(&'static Rule, Severity)>,
}

impl Default for Options {
    /// Every rule, about fragments, knowing nothing of the brokers.
    fn default() -> Self {
        Self { complete: false, facts: BrokerFacts::default(), rules: RuleSet::ALL, severities: Vec::new() }
    }
}

/// Everything that is wrong with a file, or worth knowing, on each of these releases.
pub fn check(file: &File<'_>, clients: VersionSet, options: &Options) -> Vec<Finding> {
    let Some(subject) = Subject::of(file) else { return Vec::new() };
    let mut found = Found::default();
    native::file(&subject, clients, options, &mut found);
    for view in &subject.views {
        check_view(&subject, view, clients, options, &mut found);
    }
    let sides: Vec<Side<'_>> = subject.views.iter().map(|view| Side { file: &subject, view, clients }).collect();
    check_pairs(&sides, options, &mut found);
    let mut findings = found.finish();
    if subject.is_undecided && !options.complete {
        findings.iter_mut().filter(|finding| !subject.is_about_all(finding)).for_each(doubt);
    }
    set_severities(&mut findings, options);
    findings
}

/// Where only one client would refuse and nothing says that the file is for that one, nothing is sure.
fn doubt(finding: &mut Finding) {
    if finding.outcome == Outcome::RefusesToStart {
        finding.severity = finding.severity.min(Severity::Warning);
    }
}

/// What is wrong with files only because they belong together: named together, or of one pipeline.
pub fn check_together(files: &[(File<'_>, VersionSet)], options: &Options) -> Vec<Finding> {
    let mut found = Found::default();
    let subjects: Vec<(Subject<'_>, VersionSet)> =
        files.iter().filter_map(|(file, clients)| Some((Subject::of(file)?, *clients))).collect();
    let side = |(file, clients)| move |view| Side { file, view, clients };
    let sides: Vec<Side<'_>> =
        subjects.iter().flat_map(|(file, clients)| file.views.iter().map(side((file, *clients)))).collect();
    check_pairs(&sides, options, &mut found);
    let mut findings = found.finish();
    set_severities(&mut findings, options);
    findings
}

fn set_severities(findings: &mut [Finding], options: &Options) {
    for (rule, severity) in &options.severities {
        findings.iter_mut().filter(|finding| finding.rule == rule.id).for_each(|finding| finding.severity = *severity);
    }
}

impl Options {
    /// Whether the rule is asked about such files at all.
    pub fn asks(&self, rule: &'static Rule) -> bool {
        let applies = match rule.applies {
            Applies::Everywhere => true,
            Applies::Complete => self.complete,
            Applies::Fragment => !self.complete,
        };
        applies && self.rules.contains(rule)
    }
}

fn check_view(file: &Subject<'_>, view: &Given<'_>, clients: VersionSet, options: &Options, found: &mut Found) {
    let rules: Vec<&'static Rule> = triggered(file, view)
        .and(options.rules)
        .iter()
        .filter(|rule| rule.roles.contains(&view.role) && options.asks(rule))
        .collect();
    for version in clients.iter().rev() {
        let one = VersionSet::one(version);
        let effective = resolve(view.role, version, &view.written, options.complete);
        let Some(effective) = &effective else { continue };
        let case = Case { own: Party { file, effective }, other: None, facts: &options.facts };
        for rule in rules.iter().filter(|rule| rule.clients.overlaps(one)) {
            ask(rule, &case, one, found);
        }
        for refusal in &effective.refusals {
            fire::refusal(refusal, &case, one, options, found);
        }
    }
}

/// The rules that what a client is given can make fire. What a file leaves out is nobody's default where
/// nothing says which client reads it.
fn triggered(file: &Subject<'_>, view: &Given<'_>) -> RuleSet {
    let mut rules = if file.is_undecided { RuleSet::NONE } else { RuleSet::always() };
    for key in view.written.iter().filter_map(|written| KeyId::named(written.key)) {
        rules.add_triggered(key);
    }
    rules
}

fn ask(rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    if !rule.when.iter().all(|(key, test)| case.holds(*key, test) == Some(true)) {
        return;
    }
    match rule.predicate {
        Predicate::Require(key, test) => {
            if case.holds(key, &test) == Some(false) {
                fire::test(rule, key, &test, case, clients, found);
            }
        }
        Predicate::Unread(keys) => {
            if keys.iter().any(|key| case.own.effective.is_written(*key)) {
                fire::unread(rule, keys, case, clients, found);
            }
        }
        Predicate::Native(native) => native::client(native, rule, case, clients, found),
        Predicate::Refusal { .. } => {}
    }
}

/// A client of a file, with the releases that it is asked about.
#[derive(Clone, Copy)]
struct Side<'a> {
    file: &'a Subject<'a>,
    view: &'a Given<'a>,
    clients: VersionSet,
}

/// Asks the rules that join two clients about every such two.
fn check_pairs(sides: &[Side<'_>], options: &Options, found: &mut Found) {
    if sides.len() < 2 {
        return;
    }
    let joined: Vec<(&'static Rule, Role)> =
        options.rules.iter().filter(|rule| options.asks(rule)).filter_map(|rule| rule.joins().map(|role| (rule, role))).collect();
    for own in sides {
        let rules: Vec<&(&'static Rule, Role)> = joined.iter().filter(|(rule, _)| rule.roles.contains(&own.view.role)).collect();
        if rules.is_empty() {
            continue;
        }
        for other in sides
            .iter()
            .filter(|other| !std::ptr::eq(other.view, own.view) && rules.iter().any(|(_, role)| *role == other.view.role))
        {
            for version in own.clients.iter().rev() {
                let others = if other.clients.contains(version) { Some(version) } else { other.clients.newest() };
                let mine = resolve(own.view.role, version, &own.view.written, options.complete);
                let theirs = others.and_then(|version| resolve(other.view.role, version, &other.view.written, options.complete));
                let (Some(mine), Some(theirs)) = (&mine, &theirs) else { continue };
                let case = Case {
                    own: Party { file: own.file, effective: mine },
                    other: Some(Party { file: other.file, effective: theirs }),
                    facts: &options.facts,
                };
                let alike = rules.iter().filter(|(rule, role)| *role == other.view.role && rule.clients.contains(version));
                for (rule, _) in alike {
                    ask(rule, &case, VersionSet::one(version), found);
                }
            }
        }
    }
}

impl Rule {
    /// The role of the other client that the rule joins with its own.
    fn joins(&self) -> Option<Role> {
        let of = |key: &KeyRef| if let KeyRef::Of(role, _) = key { Some(*role) } else { None };
        let required = if let Predicate::Require(key, _) = &self.predicate { of(key) } else { None };
        self.when.iter().find_map(|(key, _)| of(key)).or(required)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{classify::classify_as, properties::read, rule::rules, source::Source, version::Version};

    #[test]
    fn no_rule_fires_that_was_not_triggered() {
        for example in rules().iter().flat_map(|rule| rule.bad.iter().chain(rule.good)) {
            for (role, text) in example.files {
                let source = Source::new("a.properties", text.as_bytes().to_vec());
                let properties = read(&source);
                let classification = classify_as(&properties, *role, "the example says so");
                let file = File { id: FileId(0), properties: &properties, classification: &classification };
                let Some(subject) = Subject::of(&file) else { continue };
                for view in &subject.views {
                    let version = example.client.unwrap_or(Version::NEWEST);
                    let Some(effective) = resolve(view.role, version, &view.written, example.complete) else { continue };
                    let case =
                        Case { own: Party { file: &subject, effective: &effective }, other: None, facts: BrokerFacts::NONE };
                    let asked = triggered(&subject, view);
                    let mut found = Found::default();
                    let others = rules().iter().filter(|rule| rule.is_for(view.role, version) && !asked.contains(rule));
                    others.for_each(|rule| ask(rule, &case, VersionSet::one(version), &mut found));
                    let fired: Vec<&str> = found.finish().iter().map(|finding| finding.rule).collect();
                    assert!(fired.is_empty(), "{fired:?} fire unasked at\n{text}");
                }
            }
        }
    }
}
