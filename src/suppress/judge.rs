//! Directives + findings → what is still to be reported, and what is wrong with the directives.

use super::{
    By, Suppressed,
    comment::{Directive, Malformed, Scope, directives},
};
use crate::{
    finding::{Edit, FileId, Finding, Fix, Outcome, Severity},
    kafka::Role,
    properties::Properties,
    source::{Source, Span},
    version::VersionSet,
};

/// What was asked about a file.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The file.
    pub file: FileId,
    /// The client.
    pub role: Role,
    /// The releases.
    pub clients: VersionSet,
    /// The rules there are.
    pub known: &'a [&'static str],
    /// Whether a rule was asked about this file. About one that was not, no comment can be unused.
    pub ran: &'a dyn Fn(&str) -> bool,
    /// The rule that may be meant by an unknown name.
    pub nearest: &'a dyn Fn(&str) -> Option<&'static str>,
}

/// The rules about the comments themselves.
const UNUSED: &str = "suppression-unused";
const UNKNOWN: &str = "suppression-unknown-rule";
const WITHOUT_REASON: &str = "suppression-without-reason";
const MALFORMED: &str = "suppression-malformed";

/// Parts the findings of one file in those to report and those that a comment silences, and adds what is wrong with the comments.
/// What is found about comments can itself only be silenced for a whole file.
pub fn apply(asked: Asked<'_>, properties: &Properties<'_>, findings: Vec<Finding>) -> (Vec<Finding>, Vec<Suppressed>) {
    let all = directives(properties);
    if all.is_empty() {
        return (findings, Vec::new());
    }
    let mut judge =
        Judge { asked, properties, used: Vec::new(), directives: Vec::new(), kept: Vec::new(), suppressed: Vec::new() };
    let mut about: Vec<Finding> = Vec::new();
    for directive in all {
        match directive {
            Ok(directive) => {
                about.extend(judge.wrong(&directive));
                judge.used.push(vec![false; directive.rules.len()]);
                judge.directives.push(directive);
            }
            Err(malformed) => about.push(judge.malformed(&malformed)),
        }
    }
    for finding in findings {
        judge.take(finding);
    }
    about.extend(judge.unused(|rule| !is_about_comments(rule)));
    about.retain(|finding| (asked.ran)(finding.rule));
    for finding in about {
        judge.take(finding);
    }
    let rest = judge.unused(is_about_comments).into_iter().filter(|finding| (asked.ran)(finding.rule));
    judge.kept.extend(rest.collect::<Vec<_>>());
    (judge.kept, judge.suppressed)
}

pub(super) fn is_about_comments(rule: &str) -> bool {
    [UNUSED, UNKNOWN, WITHOUT_REASON, MALFORMED].contains(&rule)
}

struct Judge<'a> {
    asked: Asked<'a>,
    properties: &'a Properties<'a>,
    directives: Vec<Directive>,
    /// For each directive, whether each of its rules silenced anything.
    used: Vec<Vec<bool>>,
    kept: Vec<Finding>,
    suppressed: Vec<Suppressed>,
}

impl Judge<'_> {
    fn take(&mut self, finding: Finding) {
        let mut reason = None;
        for (directive, used) in self.directives.iter().zip(&mut self.used) {
            let named = directive.rules.iter().position(|(_, rule)| rule == finding.rule);
            if let Some(index) = named.filter(|_| covers(directive.scope, self.properties, self.asked.file, &finding)) {
                used[index] = true;
                reason.get_or_insert_with(|| directive.reason.clone());
            }
        }
        match reason {
            Some(reason) => self.suppressed.push(Suppressed { finding, by: By::Comment, reason }),
            None => self.kept.push(finding),
        }
    }

    /// What is wrong with a directive, whatever is found.
    fn wrong(&self, directive: &Directive) -> Vec<Finding> {
        let mut found = Vec::new();
        for (span, name) in &directive.rules {
            if self.asked.known.contains(&name.as_str()) {
                continue;
            }
            let meant = (self.asked.nearest)(name);
            found.push(Finding {
                help: meant.map(|meant| format!("did you mean {meant}?")),
                fix: meant.map(|meant| Fix {
                    safe: false,
                    title: format!("name {meant}"),
                    edits: vec![self.edit(*span, meant.to_owned())],
                }),
                ..self.finding(UNKNOWN, *span, format!("{name} is no rule, so the comment silences nothing of that name"))
            });
        }
        if directive.reason.is_none() {
            let names: Vec<&str> = directive.rules.iter().map(|(_, name)| name.as_str()).collect();
            found.push(Finding {
                help: Some("say behind the bracket why it is right here".into()),
                ..self.finding(WITHOUT_REASON, directive.span, format!("{} is silenced without a reason", names.join(", ")))
            });
        }
        found
    }

    fn malformed(&self, malformed: &Malformed) -> Finding {
        Finding {
            help: Some("write `# ackward: ignore[rule] reason` above a setting, or `# ackward: ignore-file[rule] reason`".into()),
            ..self.finding(MALFORMED, malformed.span, format!("{}, so the comment silences nothing", malformed.why))
        }
    }

    /// The rules of directives that silenced nothing, of those that are asked for.
    fn unused(&self, about: impl Fn(&str) -> bool) -> Vec<Finding> {
        let mut found = Vec::new();
        for (directive, used) in self.directives.iter().zip(&self.used) {
            let idle = |index: &usize| {
                let name = directive.rules[*index].1.as_str();
                !used[*index] && about(name) && self.asked.known.contains(&name) && (self.asked.ran)(name)
            };
            let idle: Vec<usize> = (0..directive.rules.len()).filter(idle).collect();
            for &index in &idle {
                let (span, name) = &directive.rules[index];
                let place = match directive.scope {
                    Scope::File => "in this file".to_owned(),
                    Scope::Entry(entry) => format!("at {}", self.properties.entries[entry].key),
                    Scope::Nothing => "here: no setting stands on the next line".to_owned(),
                };
                let edit = if idle.len() == directive.rules.len() {
                    self.edit(whole_line(self.properties.source, directive.span), String::new())
                } else {
                    self.edit(with_comma(&directive.rules, index), String::new())
                };
                found.push(Finding {
                    help: Some("remove it, lest it hides what comes later".into()),
                    fix: Some(Fix { safe: true, title: format!("no longer silence {name}"), edits: vec![edit] }),
                    ..self.finding(UNUSED, *span, format!("{name} is silenced, and finds nothing {place}"))
                });
            }
        }
        found
    }

    fn edit(&self, span: Span, text: String) -> Edit {
        Edit { file: self.asked.file, span, text }
    }

    fn finding(&self, rule: &'static str, span: Span, message: String) -> Finding {
        Finding {
            rule,
            severity: Severity::Warning,
            outcome: Outcome::Hygiene,
            file: self.asked.file,
            span: Some(span),
            keys: Vec::new(),
            role: self.asked.role,
            clients: self.asked.clients,
            message,
            label: None,
            help: None,
            related: Vec::new(),
            fix: None,
        }
    }
}

/// Whether a finding lies where a directive holds, with its own place or with another that belongs to it.
fn covers(scope: Scope, properties: &Properties<'_>, file: FileId, finding: &Finding) -> bool {
    let entry = match scope {
        Scope::File => return true,
        Scope::Entry(index) if !is_about_comments(finding.rule) => &properties.entries[index],
        Scope::Entry(_) | Scope::Nothing => return false,
    };
    let related = finding.related.iter().filter(|other| other.file == file).map(|other| other.span);
    let mut lines = finding.span.into_iter().chain(related).map(|span| properties.source.line_at(span.start));
    lines.any(|line| (entry.line..=entry.last_line).contains(&line))
}

/// A comment's line with its line end and its indentation.
fn whole_line(source: &Source, comment: Span) -> Span {
    let line = source.line_at(comment.start);
    let start = source.line_span(line).map_or(comment.start, |line| line.start);
    let end = source.line_span(line + 1).map_or(comment.end, |next| next.start);
    Span::new(start, end)
}

/// A name in a list with the comma that parts it from its neighbour.
fn with_comma(rules: &[(Span, String)], index: usize) -> Span {
    let own = rules[index].0;
    match (rules.get(index + 1), index.checked_sub(1)) {
        (Some((next, _)), _) => Span::new(own.start, next.start),
        (None, Some(before)) => Span::new(rules[before].0.end, own.end),
        (None, None) => own,
    }
}
