//! Security settings that do not suit each other.

use crate::{
    effective::{Reason, Refusal},
    finding::{Outcome, Severity},
    kafka::{KeyId, Value, equals_ignoring_case, java_trim, key},
    rule::{
        catalogue::{KeyRef, Rule},
        evaluate::Case,
        fire::{self, graded},
        found::{Found, Grade},
        message::{Arguments, shown},
        nearest,
    },
    version::VersionSet,
};

/// The login modules that serve some mechanisms only, by simple class name.
const MODULES: [(&str, &[&str]); 5] = [
    ("PlainLoginModule", &["PLAIN"]),
    ("ScramLoginModule", &["SCRAM-SHA-256", "SCRAM-SHA-512"]),
    ("OAuthBearerLoginModule", &["OAUTHBEARER"]),
    ("Krb5LoginModule", &["GSSAPI"]),
    ("IAMLoginModule", &["AWS_MSK_IAM"]),
];

/// A login module in `sasl.jaas.config` that does not serve the mechanism, and lets the client start all the same.
pub(super) fn login_module(rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    let effective = case.own.effective;
    let own_handler =
        [key::SASL_CLIENT_CALLBACK_HANDLER_CLASS, key::SASL_LOGIN_CLASS].into_iter().any(|key| effective.is_written(key));
    let text = |key| effective.value(key).and_then(Value::as_text);
    let (Some(jaas), Some(mechanism)) = (text(key::SASL_JAAS_CONFIG), text(key::SASL_MECHANISM)) else { return };
    let class = java_trim(jaas).split(|char: char| char.is_whitespace() || char == ';').next().unwrap_or_default();
    let simple = class.rsplit('.').next().unwrap_or_default();
    let Some((module, serves)) = MODULES.into_iter().find(|(module, _)| *module == simple) else { return };
    // A mechanism that is itself misspelt has a finding of its own.
    let known = MODULES.iter().any(|(_, mechanisms)| mechanisms.contains(&mechanism));
    let refused = effective.refusals.iter().any(|refusal| refusal.certain && refusal.reason == Reason::Login);
    if own_handler || !known || refused || serves.contains(&mechanism) {
        return;
    }
    let is_written = effective.is_written(key::SASL_MECHANISM);
    // The mechanism may be set in code.
    let severity = if is_written { Severity::Error } else { Severity::Warning };
    let arguments = Arguments {
        part: module.to_owned(),
        value: mechanism.to_owned(),
        meant: serves.join(" or "),
        because: if is_written { String::new() } else { ", the default".into() },
        ..Arguments::default()
    };
    let keys = [KeyRef::Own(key::SASL_JAAS_CONFIG), KeyRef::Own(key::SASL_MECHANISM)];
    fire::report(rule, graded(rule, severity, Outcome::FailsLater), &keys, case, clients, &arguments, found);
}

/// A mechanism that no broker offers, but nearly.
pub(super) fn mechanism(rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    let Some(written) = case.own.effective.value(key::SASL_MECHANISM).and_then(Value::as_text) else { return };
    let known = || MODULES.iter().flat_map(|(_, mechanisms)| mechanisms.iter().copied());
    if written.is_empty() || known().any(|mechanism| mechanism == written) {
        return;
    }
    let upper = written.to_uppercase().replace('_', "-");
    let meant = if let Some(hash) = upper.strip_prefix("SCRAM") {
        if hash.contains("512") { "SCRAM-SHA-512" } else { "SCRAM-SHA-256" }
    } else {
        let Some(mechanism) = nearest::among(known(), written) else { return };
        mechanism
    };
    let arguments = Arguments { meant: meant.to_owned(), value: shown("sasl.mechanism", written), ..Arguments::default() };
    fire::report(rule, Grade::of(rule), &[KeyRef::Own(key::SASL_MECHANISM)], case, clients, &arguments, found);
}

/// A key or trust store whose name says another type than the one in effect.
pub(super) fn store_type(rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    for (location, kind) in
        [(key::SSL_KEYSTORE_LOCATION, key::SSL_KEYSTORE_TYPE), (key::SSL_TRUSTSTORE_LOCATION, key::SSL_TRUSTSTORE_TYPE)]
    {
        one_store(location, kind, rule, case, clients, found);
    }
}

fn one_store(location: KeyId, kind: KeyId, rule: &'static Rule, case: &Case<'_>, clients: VersionSet, found: &mut Found) {
    let text = |key| case.own.effective.value(key).and_then(Value::as_text);
    let (Some(path), Some(written)) = (text(location), text(kind)) else { return };
    let lower = path.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    let of_name = if ends(&[".p12", ".pfx"]) {
        "PKCS12"
    } else if ends(&[".jks"]) {
        "JKS"
    } else if ends(&[".pem", ".crt", ".cer"]) {
        "PEM"
    } else {
        return;
    };
    let is = |name| equals_ignoring_case(written, name);
    if is(of_name) || !["JKS", "PKCS12", "PEM"].into_iter().any(is) {
        return;
    }
    // Java reads JKS and PKCS12 for each other; a PEM file is neither.
    let grade =
        if of_name == "PEM" || is("PEM") { graded(rule, Severity::Warning, Outcome::RefusesToStart) } else { Grade::of(rule) };
    let arguments = Arguments {
        part: shown(location.name(), path),
        meant: of_name.to_owned(),
        setting: kind.name().to_owned(),
        value: shown(kind.name(), written),
        because: if case.own.effective.is_written(kind) { String::new() } else { ", the default".into() },
        ..Arguments::default()
    };
    fire::report(rule, grade, &[KeyRef::Own(location), KeyRef::Own(kind)], case, clients, &arguments, found);
}

/// What is wrong with a JAAS value that does not parse, in a few words.
pub(in crate::rule) fn jaas_fault(text: &str) -> &'static str {
    let text = java_trim(text);
    let modules = text.matches("LoginModule").count();
    if text.contains('{') {
        "a block in braces belongs into a file of its own"
    } else if text.starts_with(['"', '\'']) {
        "the whole value stands in quotes"
    } else if !text.ends_with(';') {
        "it does not end with a semicolon"
    } else if modules > 1 {
        "it names more than one login module"
    } else if !["required", "requisite", "sufficient", "optional"].iter().any(|flag| text.to_lowercase().contains(flag)) {
        "the control flag, mostly `required`, is missing behind the class"
    } else {
        "it does not read `class required name=\"value\" … ;`"
    }
}

/// What is wrong with the settings of a key or trust store that refuse each other, as the rest of a sentence.
pub(in crate::rule) fn store_fault(refusal: &Refusal, case: &Case<'_>) -> String {
    let with = refusal.with.first().map(|key| key.name()).unwrap_or_default();
    let is_written = refusal.with.first().is_some_and(|key| case.own.effective.is_written(*key));
    match refusal.key {
        Some(key::SSL_KEYSTORE_PASSWORD | key::SSL_TRUSTSTORE_PASSWORD) if is_written => {
            format!("does not go with a {with} of type PEM")
        }
        Some(key::SSL_KEYSTORE_KEY | key::SSL_TRUSTSTORE_CERTIFICATES) if is_written || with.ends_with("type") => {
            format!("needs {with}=PEM, no file and no store password beside it, and text in PEM form")
        }
        _ => format!("needs {with} beside it"),
    }
}
