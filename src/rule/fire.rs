//! A rule that fires → what is said, where, and how to mend it.

use super::{
    catalogue::{KeyRef, Native, Predicate, Rule, Test},
    check::Options,
    evaluate::{Case, Party},
    found::{Found, Grade, Spot, Words},
    mend,
    message::{Arguments, filled, help, shown},
    native, take,
};
use crate::{
    effective::{Effective, Reason, Refusal, Setting},
    finding::{Outcome, Related, Severity},
    kafka::{KeyId, java_trim, key},
    properties::Properties,
    source::Span,
    version::VersionSet,
};

/// The test of `require` does not hold.
pub(super) fn test(rule: &'static Rule, key: KeyRef, test: &Test, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    let mut keys = vec![rule.at.unwrap_or(key)];
    let others = rule.when.iter().filter(|(_, test)| test.written != Some(false)).map(|(key, _)| *key);
    keys.extend(others.filter(|key| is_written(case, *key)));
    if key != keys[0] {
        keys.push(key);
    }
    // An unwritten key whose value is asked for is what the finding is about, under its proper name.
    let unwritten = |test: &Test| test.written == Some(false) && test.equals.is_some();
    keys.extend(rule.when.iter().filter(|(_, test)| unwritten(test)).map(|(key, _)| *key));
    let mut compared = Vec::new();
    test.bound().into_iter().for_each(|bound| bound.add_to(&mut compared));
    keys.extend(compared.into_iter().map(KeyRef::Own));
    let arguments = Arguments { require: case.bound(test), ..Arguments::default() };
    report(rule, Grade::of(rule), &keys, case, clients, &arguments, found);
}

/// Keys are written that nothing reads.
pub(super) fn unread(rule: &'static Rule, unread: &[KeyId], case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    let mut written: Vec<(usize, KeyRef)> =
        unread.iter().filter_map(|key| Some((case.own.effective.setting(*key)?.entry?, KeyRef::Own(*key)))).collect();
    written.sort_unstable_by_key(|(entry, _)| *entry);
    let mut keys: Vec<KeyRef> = rule.at.into_iter().chain(written.iter().map(|(_, key)| *key)).collect();
    let others = listed(written.iter().map(|(_, key)| name(case, *key)).collect());
    keys.extend(rule.when.iter().map(|(key, _)| *key).filter(|key| is_written(case, *key)));
    let arguments = Arguments { others, ..Arguments::default() };
    report(rule, Grade::of(rule), &keys, case, clients, &arguments, found);
}

/// The client refuses to start.
pub(super) fn refusal(refusal: &Refusal, case: &Case<'_>, clients: VersionSet, options: &Options, found: &mut Found) {
    // Of a malformed escape that is said, and what the value would be nobody knows.
    let entry = refusal.key.and_then(|key| case.own.effective.setting(key)?.entry);
    if entry.is_some_and(|entry| case.own.file.properties.entries[entry].is_malformed) {
        return;
    }
    let mut about = Rule::about(refusal.reason).filter(|rule| options.asks(rule));
    let Some(rule) = about.find(|rule| is_about(rule, refusal, case.own.effective, case.own.file.properties)) else {
        return;
    };
    let Predicate::Refusal { depends, .. } = rule.predicate else { return };
    let severity = match depends {
        _ if refusal.certain => rule.severity,
        Some(severity) => severity,
        None => return,
    };
    let grade = Grade { severity, outcome: Outcome::RefusesToStart };
    let (keys, arguments) = told(refusal, case);
    report(rule, grade, &keys, case, clients, &arguments, found);
}

/// The rule that reports a refusal of a client, whatever rules are selected; `None` where all rules
/// leave it to the environment.
pub fn rule_about(refusal: &Refusal, effective: &Effective<'_>, properties: &Properties<'_>) -> Option<&'static Rule> {
    if refusal.reason == Reason::MalformedEscape {
        return Some(Rule::of(Native::MalformedEscape));
    }
    let rule = Rule::about(refusal.reason).find(|rule| is_about(rule, refusal, effective, properties))?;
    let told = matches!(rule.predicate, Predicate::Refusal { depends, .. } if refusal.certain || depends.is_some());
    told.then_some(rule)
}

/// Whether a rule on refusals is about this one.
fn is_about(rule: &Rule, refusal: &Refusal, effective: &Effective<'_>, properties: &Properties<'_>) -> bool {
    let Predicate::Refusal { keys, .. } = rule.predicate else { return false };
    // Where the client's own bug hides the key, those that it trips over stand beside it.
    let about = refusal.key.as_ref().map_or(refusal.with.as_slice(), std::slice::from_ref);
    // The build script sees to it that `when` asks nothing but what stands in the file.
    let stands = |key: &KeyRef, test: &Test| {
        let entry = key.key().and_then(|key| effective.setting(key)).and_then(|setting| setting.entry);
        let text = entry.map(|entry| java_trim(&properties.entries[entry].value));
        test.written.is_none_or(|wanted| text.is_some() == wanted)
            && (test.text_one_of.is_empty() || text.is_some_and(|text| test.text_one_of.contains(&text)))
    };
    (keys.is_empty() || about.iter().any(|key| keys.contains(key)))
        && rule.is_for(effective.role, effective.version)
        && rule.when.iter().all(|(key, test)| stands(key, test))
}

/// The keys of a refusal, and what its message may say.
fn told(refusal: &Refusal, case: &Case<'_>) -> (Vec<KeyRef>, Arguments) {
    let mut keys: Vec<KeyRef> = refusal.key.iter().chain(&refusal.with).copied().map(KeyRef::Own).collect();
    let others = listed(keys.iter().skip(1).filter(|key| is_written(case, **key)).map(|key| name(case, *key)).collect());
    // A finding about a key that is not there stands at one that makes it so, unless its absence is the mistake.
    let absent = matches!(refusal.reason, Reason::Missing | Reason::JaasMissing | Reason::GroupIdMissing | Reason::NoBootstrap);
    if !absent && let Some(at) = keys.iter().position(|key| is_written(case, *key)) {
        keys.swap(0, at);
    }
    let about = refusal.key.or(refusal.with.first().copied());
    let setting = about.and_then(|key| case.own.effective.setting(key));
    let key_name = about.map(KeyId::name).unwrap_or_default();
    let text = setting.map(|setting| text_of(case.own, setting)).unwrap_or_default();
    let beside = |key: &KeyRef| {
        let (party, setting) = case.setting(*key)?;
        setting.entry.map(|_| format!("{}={}", name(case, *key), shown(setting.definition.key.name(), &text_of(party, setting))))
    };
    let value = shown(key_name, &text);
    let arguments = Arguments {
        setting: about.map(|key| name(case, KeyRef::Own(key))).unwrap_or_default(),
        part: match refusal.part.as_deref() {
            Some(part) => shown_part(key_name, part),
            None if value.is_empty() => "the empty name".into(),
            None => value.clone(),
        },
        value,
        others,
        beside: listed(refusal.with.iter().filter_map(|key| beside(&KeyRef::Own(*key))).collect()),
        kind: setting.map(|setting| take::described(setting.definition, case.own.effective.version)).unwrap_or_default(),
        meant: setting
            .and_then(|setting| {
                take::nearest(setting.definition, refusal.part.as_deref().unwrap_or(&text), case.own.effective.version)
            })
            .unwrap_or_default(),
        because: match refusal.reason {
            Reason::JaasInvalid => native::jaas_fault(&text).into(),
            Reason::NullPointerBug if about == Some(key::SASL_JAAS_CONFIG) => native::jaas_fault(&text).into(),
            Reason::Keystore => native::store_fault(refusal, case),
            _ => String::new(),
        },
        ..Arguments::default()
    };
    (keys, arguments)
}

/// A part of a value as it may be shown. The class of a login module is no secret where it surely is a class.
fn shown_part(key: &str, part: &str) -> String {
    let is_class = ["org.apache.kafka.", "com.sun.security."].iter().any(|package| part.starts_with(package))
        && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'$'));
    match part {
        "" => "the empty name, where a comma separates nothing".into(),
        _ if is_class => part.to_owned(),
        _ => shown(key, part),
    }
}

/// The text that the file writes for a setting, or else its value.
fn text_of(party: Party<'_>, setting: &Setting<'_>) -> String {
    match setting.entry {
        Some(entry) => party.file.properties.entries[entry].value.to_string(),
        None => setting.shown(),
    }
}

/// Says it at the first of the keys.
pub(super) fn report(
    rule: &'static Rule,
    grade: Grade,
    keys: &[KeyRef],
    case: &Case<'_>,
    clients: VersionSet,
    arguments: &Arguments,
    found: &mut Found,
) {
    let mut names: Vec<String> = Vec::with_capacity(keys.len());
    for key in keys {
        let name = name(case, *key);
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    let first = keys.first().copied();
    let file = first.and_then(|key| case.setting(key)).map_or(case.own.file.id, |(party, _)| party.file.id);
    let span = first.and_then(|key| span(case, key));
    let spot = Spot { file, span, keys: names, roles: vec![case.own.effective.role] };
    found.add(rule, grade, spot, clients, || {
        let text = |pieces| filled(pieces, Some(case), arguments);
        Words {
            message: text(rule.message),
            label: rule.label.map(text),
            help: rule.help.and_then(|pieces| help(pieces, Some(case), arguments)),
            related: keys.iter().skip(1).filter_map(|key| related(case, *key, span)).collect(),
            fix: rule.fix.as_ref().and_then(|recipe| mend::fix(recipe, case, first, arguments)),
        }
    });
}

/// Another key that belongs to it, where it stands.
fn related(case: &Case<'_>, key: KeyRef, primary: Option<Span>) -> Option<Related> {
    let (party, setting) = case.setting(key)?;
    let entry = &party.file.properties.entries[setting.entry?];
    let span = entry.span();
    let message = format!("{}={}", entry.key, shown(setting.definition.key.name(), &entry.value));
    (Some(span) != primary).then_some(Related { file: party.file.id, span, message })
}

fn is_written(case: &Case<'_>, key: KeyRef) -> bool {
    case.setting(key).is_some_and(|(_, setting)| setting.entry.is_some())
}

fn span(case: &Case<'_>, key: KeyRef) -> Option<Span> {
    let (party, setting) = case.setting(key)?;
    Some(party.file.properties.entries[setting.entry?].span())
}

/// The key as the file writes it, or by its proper name.
fn name(case: &Case<'_>, key: KeyRef) -> String {
    let written = case.setting(key).and_then(|(party, setting)| Some(&party.file.properties.entries[setting.entry?].key));
    written.map(ToString::to_string).or(key.key().map(|key| key.name().to_owned())).unwrap_or_default()
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(mut items: Vec<String>) -> String {
    let Some(last) = items.pop() else { return String::new() };
    if items.is_empty() { last } else { format!("{} and {last}", items.join(", ")) }
}

/// A grade of a native finding: its own severity, within what the rule says.
pub(super) fn graded(rule: &Rule, severity: Severity, outcome: Outcome) -> Grade {
    debug_assert!(severity <= rule.severest, "{} says {severity:?}", rule.id);
    Grade { severity, outcome }
}
