//! Values that the language cannot look into: placeholders, addresses, ids.

use super::{More, Told};
use crate::{
    effective::is_placeholder,
    finding::Outcome,
    kafka::{Client, KeyId, Role, Type, Validator, Value, java_trim, key},
    rule::{
        catalogue::{KeyRef, Native, Rule},
        evaluate::Case,
        fire::{self, graded},
        found::{Found, Grade},
        message::{Arguments, shown},
    },
    version::{Version, VersionSet},
};

/// Values that something else fills in: one finding a file, and one for each reference to a config provider
/// that the file does not declare.
pub(super) fn placeholders(told: &mut Told<'_>) {
    let file = told.file;
    let with_providers = Rule::of(Native::ConfigProviderUndeclared).clients.intersection(told.clients);
    let mut held: Vec<(usize, VersionSet)> = Vec::new();
    for (index, entry) in file.properties.entries.iter().enumerate() {
        let Some(key) = file.keys[index] else { continue };
        if !is_placeholder(&entry.value) {
            continue;
        }
        match provider(&entry.value) {
            // The worker that runs a connector declares its providers.
            Some(_) if file.role == Role::Connector => {}
            Some(provider) => {
                if !is_declared(told, provider) {
                    told.on(with_providers, |told| undeclared(told, index, key, provider));
                }
                held.push((index, told.clients.difference(with_providers)));
            }
            None if declares_first(told, &entry.value) => held.push((index, told.clients.difference(with_providers))),
            None => held.push((index, told.clients)),
        }
    }
    // Before there were providers, what refers to one is a placeholder like others.
    for clients in [told.clients.difference(with_providers), with_providers] {
        let held: Vec<usize> = held.iter().filter(|(_, held)| held.overlaps(clients)).map(|(index, _)| *index).collect();
        told.on(clients, |told| not_checked(told, &held));
    }
}

fn not_checked(told: &mut Told<'_>, held: &[usize]) {
    let file = told.file;
    let (Some(rule), Some(first)) = (told.asks(Native::PlaceholderNotChecked), held.first()) else { return };
    let entry = &file.properties.entries[*first];
    let keys: Vec<String> = held.iter().map(|index| file.properties.entries[*index].key.to_string()).collect();
    let names = fire::listed(keys.clone());
    told.say(rule, Grade::of(rule), Some(entry.span()), keys, || More {
        arguments: Arguments {
            setting: entry.key.to_string(),
            value: shown(&entry.key, &entry.value),
            others: names,
            ..Arguments::default()
        },
        ..More::default()
    });
}

fn undeclared(told: &mut Told<'_>, index: usize, key: KeyId, provider: &str) {
    let Some(rule) = told.asks(Native::ConfigProviderUndeclared) else { return };
    let entry = &told.file.properties.entries[index];
    let grade = if told.options.complete || takes_any_text(key) {
        Grade::of(rule)
    } else {
        graded(rule, rule.severity, Outcome::RefusesToStart)
    };
    told.say(rule, grade, Some(entry.span()), vec![entry.key.to_string(), "config.providers".into()], || More {
        arguments: Arguments {
            setting: entry.key.to_string(),
            value: shown(&entry.key, &entry.value),
            part: provider.to_owned(),
            ..Arguments::default()
        },
        ..More::default()
    });
}

/// Whether the client would start with any text in this place.
fn takes_any_text(key: KeyId) -> bool {
    let plain = |client: Client| {
        key.definition(client, Version::NEWEST).is_none_or(|definition| {
            definition.kind == Type::String && definition.validator == Validator::Any && key != key::SECURITY_PROTOCOL
        })
    };
    Client::ALL.into_iter().all(plain)
}

/// The provider that `${provider:…}` names, where it is one of the names that people give to Kafka's own.
fn provider(value: &str) -> Option<&str> {
    let (name, after) = value.split_once("${")?.1.split_once(':')?;
    let known = match name {
        "file" | "dir" | "directory" | "secret" | "secrets" | "vault" => true,
        // `${env:dev}` is a default value in other languages.
        "env" => after.split_once('}').is_some_and(|(variable, _)| {
            variable
                .trim_start_matches(':')
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        }),
        _ => false,
    };
    known.then_some(name)
}

/// Whether the value refers first to a provider that the file declares.
fn declares_first(told: &Told<'_>, value: &str) -> bool {
    let name = value.split_once("${").and_then(|(_, after)| after.split_once(':')).map(|(name, _)| name);
    name.is_some_and(|name| is_declared(told, name))
}

fn is_declared(told: &Told<'_>, name: &str) -> bool {
    let declarations = told.file.properties.entries.iter().filter(|entry| entry.key.ends_with("config.providers"));
    declarations.into_iter().any(|entry| entry.value.split(',').any(|provider| provider.trim() == name))
}

/// Addresses with something else than a comma between them, on releases that take them for one.
pub(super) fn bootstrap_separator(rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    let Some(Value::List(addresses)) = case.own.effective.value(key::BOOTSTRAP_SERVERS) else { return };
    let Some(address) = addresses.iter().find(|address| several(address)) else { return };
    let arguments = Arguments { part: shown("bootstrap.servers", address), ..Arguments::default() };
    fire::report(rule, Grade::of(rule), &[KeyRef::Own(key::BOOTSTRAP_SERVERS)], case, clients, &arguments, found);
}

/// Whether a text holds two ports, with a blank or a semicolon between the addresses.
fn several(address: &str) -> bool {
    let parts: Vec<&str> = address.split([';', ' ', '\t', '|']).filter(|part| !part.is_empty()).collect();
    let has_port = |part: &&&str| {
        part.rsplit_once(':')
            .is_some_and(|(host, port)| !host.is_empty() && !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
    };
    parts.len() > 1 && parts.iter().filter(has_port).count() > 1
}

/// Connections to Azure's Event Hubs that are kept idle for longer than its load balancer keeps them.
pub(super) fn azure_idle(rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    /// After so many milliseconds an idle connection is cut.
    const CUT: i64 = 240_000;
    let Some(Value::List(addresses)) = case.own.effective.value(key::BOOTSTRAP_SERVERS) else { return };
    if !addresses.iter().any(|address| address.to_lowercase().contains(".servicebus.windows.net:")) {
        return;
    }
    let too_long = |key: &KeyId| {
        let setting = case.own.effective.setting(*key);
        setting.is_some_and(|setting| {
            setting.entry.is_some() && setting.value.as_number().is_some_and(|time| !(0..=CUT).contains(&time))
        })
    };
    let keys: Vec<KeyRef> =
        [key::CONNECTIONS_MAX_IDLE_MS, key::METADATA_MAX_AGE_MS].into_iter().filter(too_long).map(KeyRef::Own).collect();
    if keys.is_empty() {
        return;
    }
    let named = |key: &KeyRef| {
        let (_, setting) = case.setting(*key)?;
        Some(format!("{} {}", setting.definition.key.name(), setting.value))
    };
    let others = fire::listed(keys.iter().filter_map(named).collect());
    let arguments = Arguments { others, ..Arguments::default() };
    fire::report(rule, Grade::of(rule), &keys, case, clients, &arguments, found);
}

/// A transactional.id that another start will not have again.
pub(super) fn random_id(rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    let Some((party, setting)) = case.setting(KeyRef::Own(key::TRANSACTIONAL_ID)) else { return };
    let Some(entry) = setting.entry else { return };
    let value = java_trim(&party.file.properties.entries[entry].value);
    if let Some(part) = random_part(value) {
        let arguments = Arguments { part: shown("transactional.id", part), ..Arguments::default() };
        fire::report(rule, Grade::of(rule), &[KeyRef::Own(key::TRANSACTIONAL_ID)], case, clients, &arguments, found);
    }
}

/// The part of a template that is another text each time: `${random.uuid}`, `$(uuidgen)`, `{{ uuid() }}`.
fn random_part(value: &str) -> Option<&str> {
    for (open, close) in [("${", "}"), ("#{", "}"), ("{{", "}}"), ("$(", ")"), ("`", "`"), ("<", ">")] {
        let Some((before, rest)) = value.split_once(open) else { continue };
        let Some((inside, _)) = rest.split_once(close) else { continue };
        let lower = inside.to_lowercase();
        let random =
            ["random", "uuid", "guid", "nanotime", "currenttimemillis", "timestamp"].iter().any(|word| lower.contains(word))
                || lower.trim() == "date"
                || lower.trim_start().starts_with("date ");
        if random {
            let start = before.len();
            return value.get(start..start + open.len() + inside.len() + close.len());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_behind_other_signs_are_seen() {
        for address in ["h:1 i:2", "h:1;i:2", "h:1; i:2"] {
            assert!(several(address), "{address}");
        }
        for address in ["h:1", "h :1", "user@h:1", "[::1]:9092", ""] {
            assert!(!several(address), "{address}");
        }
    }

    #[test]
    fn random_ids_are_seen() {
        for (value, part) in [
            ("app-${random.uuid}", "${random.uuid}"),
            ("$(uuidgen)", "$(uuidgen)"),
            ("a-{{ lookup('uuid') }}-b", "{{ lookup('uuid') }}"),
            ("#{T(java.util.UUID).randomUUID()}", "#{T(java.util.UUID).randomUUID()}"),
        ] {
            assert_eq!(random_part(value), Some(part));
        }
        for value in ["pay-0", "${HOSTNAME}-tx", "${app.id}", "random", ""] {
            assert_eq!(random_part(value), None, "{value}");
        }
    }
}
