//! Holds what the library says of a client against what the client was seen to do.

use ackward::{
    effective::{Effective, Reason, Refusal, Setting, Written, resolve},
    kafka::{Type, Value},
    version::Version,
};

use super::{Measured, Values, scenario::Scenario};

/// One thing on which the library and the real client differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What kind it is: the same for every configuration that shows the same mistake.
    pub kind: String,
    /// What the library says.
    pub ours: String,
    /// What the client did.
    pub real: String,
}

/// Every disagreement over one scenario in one release. `base` is what a client with nothing else set shows.
pub fn judge(scenario: &Scenario, version: Version, measured: &Measured, base: &Values) -> Vec<Disagreement> {
    let written: Vec<Written<'_>> =
        scenario.entries.iter().enumerate().map(|(entry, (key, value))| Written { key, value, entry }).collect();
    let ours = resolve(scenario.role, version, &written, true);
    let role = scenario.role.name();
    match (&ours, measured) {
        (None, Measured::NoSuchClient) => Vec::new(),
        (None, _) | (_, Measured::NoSuchClient) => vec![Disagreement {
            kind: format!("{role}: whether the release has this client"),
            ours: ours.is_some().to_string(),
            real: (*measured != Measured::NoSuchClient).to_string(),
        }],
        (Some(ours), _) => {
            let mut found: Vec<Disagreement> = outcome(role, ours, measured).into_iter().collect();
            if let (Measured::Starts { shows, runs }, true) = (measured, found.is_empty()) {
                found.extend(ours.settings.iter().flat_map(|setting| values(role, setting, shows, runs, base)));
            }
            found
        }
    }
}

/// In the world of the harness no class but Kafka's own exists, no file, and no JAAS entry of the
/// JVM: of the refusals in the client's own order the first is what it must throw. Only what the JVM itself knows may go either way.
fn outcome(role: &str, ours: &Effective<'_>, measured: &Measured) -> Option<Disagreement> {
    let mut possible: Vec<Option<&Refusal>> = Vec::new();
    for refusal in &ours.refusals {
        possible.push(Some(refusal));
        if refusal.certain || !matches!(refusal.reason, Reason::SslProtocol | Reason::SslAlgorithm | Reason::Login) {
            break;
        }
    }
    if possible.last().is_none_or(|last| last.is_some_and(|last| !last.certain && may_pass(last.reason))) {
        possible.push(None);
    }
    if possible.iter().any(|&refusal| agrees(refusal, measured)) {
        return None;
    }
    let (ours, real) = (said(possible[0]), seen(measured));
    Some(Disagreement { kind: format!("{role}: {ours} <> {real}"), ours, real })
}

fn may_pass(reason: Reason) -> bool {
    matches!(reason, Reason::SslProtocol | Reason::SslAlgorithm | Reason::Login)
}

fn agrees(ours: Option<&Refusal>, measured: &Measured) -> bool {
    match (ours, measured) {
        (None, Measured::Starts { .. }) => true,
        (Some(ours), Measured::Refuses { exception, wrapped, key, reason }) => {
            ours.exception == exception
                && ours.wrapped == *wrapped
                && ours.reason.name() == reason
                && ours.key_name() == key.as_deref()
        }
        _ => false,
    }
}

fn said(refusal: Option<&Refusal>) -> String {
    refusal.map_or_else(
        || "starts".into(),
        |refusal| {
            let wrapped = if refusal.wrapped { "wrapped " } else { "" };
            format!("{wrapped}{} {} {}", refusal.exception, refusal.reason.name(), refusal.key_name().unwrap_or("-"))
        },
    )
}

fn seen(measured: &Measured) -> String {
    match measured {
        Measured::Refuses { exception, wrapped, key, reason } => {
            let wrapped = if *wrapped { "wrapped " } else { "" };
            format!("{wrapped}{exception} {reason} {}", key.as_deref().unwrap_or("-"))
        }
        Measured::Starts { .. } => "starts".into(),
        Measured::NoSuchClient => "no such client".into(),
    }
}

fn values(role: &str, setting: &Setting<'_>, shows: &Values, runs: &Values, base: &Values) -> Vec<Disagreement> {
    let key = setting.definition.key.name();
    let Some(shown) = shows.get(key).or_else(|| base.get(key)) else {
        return vec![Disagreement { kind: format!("{role}: {key} is shown"), ours: "yes".into(), real: "no".into() }];
    };
    let real = runs.get(key).unwrap_or(shown);
    let declared = setting.declared.as_ref().unwrap_or(&setting.value);
    [("shows", declared, shown), ("runs with", &setting.value, real)]
        .into_iter()
        .filter_map(|(what, ours, real)| {
            let ours = printed(setting, ours)?;
            let real = real.strip_prefix("class ").unwrap_or(real);
            (ours != real).then(|| Disagreement { kind: format!("{role}: the value {key} {what}"), ours, real: real.into() })
        })
        .collect()
}

/// The value as a client prints it; `None` where it is not known.
fn printed(setting: &Setting<'_>, value: &Value<'_>) -> Option<String> {
    match value {
        Value::Unknown => None,
        Value::Text(_) if setting.definition.kind == Type::Password => Some("[hidden]".into()),
        value => Some(value.to_string()),
    }
}
