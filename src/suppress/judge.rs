//! Directives + findings → what is still to be reported, and what is wrong with the directives.

use super::{
    By, Suppressed,
    comment::{Directive, Malformed, Scope, directives},
};
use crate::{
    finding::{Edit, FileId, Finding, Fix},
    properties::Properties,
    rule::{Asked, File, Options, Told, catalogue::Native, rule, rule_like},
    source::{Source, Span},
    version::VersionSet,
};

/// Parts the findings of one file in those to report and those that a comment silences, and adds what is
/// wrong with the comments. What is found about comments can itself only be silenced for a whole file.
pub fn apply(file: &File<'_>, clients: VersionSet, options: &Options, findings: Vec<Finding>) -> (Vec<Finding>, Vec<Suppressed>) {
    let all = directives(file.properties);
    if all.is_empty() {
        return (findings, Vec::new());
    }
    let asked = Asked { file, clients, options };
    let properties = file.properties;
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
            Err(malformed) => about.extend(judge.malformed(&malformed)),
        }
    }
    for finding in findings {
        judge.take(finding);
    }
    about.extend(judge.unused(|rule| !is_about_comments(rule)));
    for finding in about {
        judge.take(finding);
    }
    let rest = judge.unused(is_about_comments);
    judge.kept.extend(rest);
    (judge.kept, judge.suppressed)
}

/// Parts findings of one file as [`apply`] does, and says nothing about the comments. For what is found when those have been
/// judged.
pub fn silence(properties: &Properties<'_>, file: FileId, findings: Vec<Finding>) -> (Vec<Finding>, Vec<Suppressed>) {
    let directives: Vec<Directive> = directives(properties).into_iter().filter_map(Result::ok).collect();
    let (mut kept, mut suppressed) = (Vec::new(), Vec::new());
    for finding in findings {
        let names = |directive: &&Directive| directive.rules.iter().any(|(_, rule)| rule == finding.rule);
        let mut mine = directives.iter().filter(names);
        match mine.find(|directive| covers(directive.scope, properties, file, &finding)) {
            Some(directive) => suppressed.push(Suppressed { finding, by: By::Comment, reason: directive.reason.clone() }),
            None => kept.push(finding),
        }
    }
    (kept, suppressed)
}

/// Whether a rule is one about such comments.
pub(super) fn is_about_comments(rule: &str) -> bool {
    rule.starts_with("suppression-")
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
            if let Some(index) = named.filter(|_| covers(directive.scope, self.properties, self.asked.file.id, &finding)) {
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
        for (span, name) in directive.rules.iter().filter(|(_, name)| rule(name).is_none()) {
            let meant = rule_like(name);
            found.extend(self.asked.finding(
                Native::SuppressionUnknownRule,
                Told {
                    span: *span,
                    part: name,
                    meant: meant.unwrap_or_default(),
                    fix: meant.map(|meant| self.fix(false, format!("write {meant}"), *span, meant)),
                    ..Told::default()
                },
            ));
        }
        if directive.reason.is_none() {
            let names: Vec<&str> = directive.rules.iter().map(|(_, name)| name.as_str()).collect();
            let told = Told { span: directive.span, part: &names.join(", "), ..Told::default() };
            found.extend(self.asked.finding(Native::SuppressionWithoutReason, told));
        }
        found
    }

    fn malformed(&self, malformed: &Malformed) -> Option<Finding> {
        let told = Told { span: malformed.span, because: &malformed.why, ..Told::default() };
        self.asked.finding(Native::SuppressionMalformed, told)
    }

    /// The rules of directives that silenced nothing, of those that are asked for.
    fn unused(&self, about: impl Fn(&str) -> bool) -> Vec<Finding> {
        let mut found = Vec::new();
        for (directive, used) in self.directives.iter().zip(&self.used) {
            let idle = |index: &usize| {
                let name = &directive.rules[*index].1;
                !used[*index] && about(name) && rule(name).is_some_and(|rule| self.asked.could_fire(rule))
            };
            let idle: Vec<usize> = (0..directive.rules.len()).filter(idle).collect();
            for &index in &idle {
                let (span, name) = &directive.rules[index];
                let place = match directive.scope {
                    Scope::File => "in this file".to_owned(),
                    Scope::Entry(entry) => format!("at {}", self.properties.entries[entry].key),
                    Scope::Nothing => "here, since no setting stands on the next line".to_owned(),
                };
                let removed = if idle.len() == directive.rules.len() {
                    whole_line(self.properties.source, directive.span)
                } else {
                    with_comma(&directive.rules, index)
                };
                let fix = self.fix(true, format!("no longer silence {name}"), removed, "");
                let told = Told { span: *span, part: name, because: &place, fix: Some(fix), ..Told::default() };
                found.extend(self.asked.finding(Native::SuppressionUnused, told));
            }
        }
        found
    }

    fn fix(&self, safe: bool, title: String, span: Span, text: &str) -> Fix {
        Fix { safe, title, edits: vec![Edit { file: self.asked.file.id, span, text: text.to_owned() }] }
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
