//! Holds what the library says of a client against what the client was seen to do.

use ackward::{
    effective::{Effective, Reason, Refusal, Setting, Written, resolve},
    kafka::{Role, Type, Value},
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

/// What there is beside the release where a client is constructed. No file and no JAAS entry of the JVM is anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum World {
    /// No class of an application.
    Bare,
    /// Every class of the package `com.example`, of every kind at once.
    Application,
}

/// Every disagreement over one scenario in one release. `base` is what a client with nothing else set shows.
pub fn judge(scenario: &Scenario, version: Version, measured: &Measured, base: &Values, world: World) -> Vec<Disagreement> {
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
            let mut found: Vec<Disagreement> = outcome(scenario, ours, measured, world).into_iter().collect();
            if let (Measured::Starts { shows, runs }, true) = (measured, found.is_empty()) {
                found.extend(ours.settings.iter().flat_map(|setting| values(scenario, setting, shows, runs, base)));
            }
            found
        }
    }
}

/// Of the refusals in the client's own order the first that its world does not heal is what it must throw. Only what the JVM itself
/// knows may go either way.
fn outcome(scenario: &Scenario, ours: &Effective<'_>, measured: &Measured, world: World) -> Option<Disagreement> {
    let role = scenario.role.name();
    let mut possible: Vec<Option<&Refusal>> = Vec::new();
    for refusal in ours.refusals.iter().filter(|refusal| !heals(world, scenario, refusal)) {
        possible.push(Some(refusal));
        if refusal.certain || !may_pass(refusal) {
            break;
        }
    }
    if possible.last().is_none_or(|last| last.is_some_and(|last| !last.certain && may_pass(last))) {
        possible.push(None);
    }
    if possible.iter().any(|&refusal| agrees(refusal, measured)) {
        return None;
    }
    let (ours, real) = (said(possible[0]), seen(measured));
    Some(Disagreement { kind: format!("{role}: {ours} <> {real}"), ours, real })
}

/// Whether the world has the class that a refusal misses.
fn heals(world: World, scenario: &Scenario, refusal: &Refusal) -> bool {
    let Some(part) = refusal.part.as_deref().filter(|_| world == World::Application && !refusal.certain) else { return false };
    let class = if refusal.reason == Reason::ConfigProviderClass { scenario.get(part).unwrap_or_default() } else { part };
    class.trim().starts_with("com.example.")
}

fn may_pass(refusal: &Refusal) -> bool {
    match refusal.reason {
        Reason::SslProtocol | Reason::SslAlgorithm | Reason::Login | Reason::NetworkThreadLate => true,
        // A path that a provider may read from can well be there.
        Reason::ConfigProviderFile => refusal.part.is_some(),
        _ => false,
    }
}

/// Whether the exception is not the client's own: what a login or the file of a store throws.
fn any_exception(refusal: &Refusal) -> bool {
    refusal.reason == Reason::Login || refusal.reason == Reason::Keystore && !refusal.certain
}

fn agrees(ours: Option<&Refusal>, measured: &Measured) -> bool {
    match (ours, measured) {
        (None, Measured::Starts { .. }) => true,
        (Some(ours), Measured::Refuses { exception, wrapped, key, reason }) => {
            (ours.exception == exception || any_exception(ours))
                && ours.wrapped == *wrapped
                && ours.reason.name() == reason
                    // The client names the file, and no key.
                && (ours.key_name() == key.as_deref() || ours.reason == Reason::ConfigProviderFile)
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

fn values(scenario: &Scenario, setting: &Setting<'_>, shows: &Values, runs: &Values, base: &Values) -> Vec<Disagreement> {
    let role = scenario.role.name();
    let key = setting.definition.key.name();
    let Some(at_start) = shows.get(key).or_else(|| base.get(key)) else {
        return vec![Disagreement { kind: format!("{role}: {key} is shown"), ours: "yes".into(), real: "no".into() }];
    };
    let real = runs.get(key).unwrap_or(at_start);
    let declared = setting.declared.as_ref().unwrap_or(&setting.value);
    let sees = !(is_unseen(scenario, key) && setting.declared.is_some());
    [("shows", declared, at_start), ("runs with", &setting.value, real)]
        .into_iter()
        .filter(|(what, ..)| sees || *what == "shows")
        .filter_map(|(what, ours, real)| {
            let ours = printed(setting, ours)?;
            let real = plain(key, real);
            (ours != real).then(|| Disagreement { kind: format!("{role}: the value {key} {what}"), ours, real })
        })
        .collect()
}

/// Share consumers, and consumers of the new protocol, make their network client later and in another
/// thread, where the harness does not see what it waits for.
fn is_unseen(scenario: &Scenario, key: &str) -> bool {
    let later = scenario.role == Role::ShareConsumer || scenario.get("group.protocol").is_some();
    later && matches!(key, "reconnect.backoff.ms" | "socket.connection.setup.timeout.ms")
}

/// A printed value as the JSON contract has it: acks as a number, classes by their names.
fn plain(key: &str, value: &str) -> String {
    match value {
        "all" if key == "acks" => "-1".into(),
        list if list.starts_with("[class ") => list.replace("[class ", "[").replace(", class ", ", "),
        other => other.strip_prefix("class ").or_else(|| other.strip_prefix("interface ")).unwrap_or(other).into(),
    }
}

/// The value as a client prints it; `None` where it is not known.
fn printed(setting: &Setting<'_>, value: &Value<'_>) -> Option<String> {
    match value {
        Value::Unknown => None,
        Value::Text(_) if setting.definition.kind == Type::Password => Some("[hidden]".into()),
        value => Some(value.to_string()),
    }
}
