//! Names of keys → what is wrong with them: misspelt, of another client, release, product or time.

use super::{More, Told};
use crate::{
    finding::{Edit, Fix, Outcome, Severity},
    kafka::{Client, Default, HIDDEN, KeyId, Type, Validator, Value, java_trim, key, runs_on, secret_in_key},
    properties::Separator,
    rule::{
        catalogue::Native,
        check::{Given, Subject},
        found::Grade,
        message::Arguments,
        nearest,
    },
    source::Span,
    version::{Version, VersionSet},
};

/// A key that no client has, and what it is instead: one row of `names.tsv`.
struct Foreign {
    name: &'static str,
    whose: Whose,
    /// The key of the Java clients that does the same.
    meant: Option<KeyId>,
}

/// Whose key it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    Broker,
    Connect,
    Librdkafka,
    /// The Scala clients' before 0.9.
    OldConsumer,
    OldProducer,
    Streams,
    Topic,
    /// Nobody's: a slip that no count of letters would tell.
    Typo,
}

include!(concat!(env!("OUT_DIR"), "/rule_names.rs"));

/// Reports the names that no client of the file knows, where it is known what they are.
pub(super) fn look(told: &mut Told<'_>) {
    if !told.file.views.iter().all(|view| view.role.client().is_some()) {
        return;
    }
    for index in 0..told.file.properties.entries.len() {
        let file = told.file;
        // The client is given the last of several entries of a name; the others are duplicates.
        let mut views = file.views.iter().filter_map(|view| Some((view, view.name_of(index)?))).peekable();
        let Some((_, name)) = views.peek() else { continue };
        let name = *name;
        let clients: Vec<Client> = views.filter_map(|(view, _)| view.role.client()).collect();
        match KeyId::named(name) {
            Some(key) => known(told, index, name, key, &clients),
            None => unknown(told, index, name, &clients),
        }
    }
}

impl Given<'_> {
    /// The name under which the client is given an entry.
    fn name_of(&self, entry: usize) -> Option<&str> {
        // Mostly every entry is given, in the order of the file.
        let at_its_place = self.written.get(entry).filter(|written| written.entry == entry);
        let written = at_its_place.or_else(|| self.written.iter().find(|written| written.entry == entry));
        written.map(|written| written.key)
    }
}

/// From here on `AbstractConfig` reads `config.providers`, which is a key of the clients since 4.2.0 only.
const FIRST_WITH_PROVIDERS: Version = Version::new([2, 3, 0, 0]);

/// A key of some client of some release.
fn known(told: &mut Told<'_>, index: usize, name: &str, key: KeyId, clients: &[Client]) {
    let mut own = clients.iter().fold(VersionSet::NONE, |set, client| set.union(key.releases(*client)));
    if key == key::CONFIG_PROVIDERS {
        own = own.union(VersionSet::range(FIRST_WITH_PROVIDERS, Version::NEWEST));
    }
    // A release that has no such client at all ignores nothing.
    let existing = clients.iter().fold(VersionSet::NONE, |set, client| set.union(client.releases()));
    let without = told.clients.intersection(existing).difference(own);
    if without.is_empty() {
        return;
    }
    let others: Vec<Client> = Client::ALL.into_iter().filter(|client| !key.releases(*client).is_empty()).collect();
    if own.is_empty() {
        let prefixed = told.file.properties.entries[index].key.len() > name.len();
        let native = if prefixed { Native::PrefixedKeyOfOtherClient } else { Native::KeyOfOtherClient };
        let whose: Vec<&str> = others.iter().map(|client| client.name()).collect();
        say(told, native, index, without, None, whose.join(" and "), Some(key));
        return;
    }
    let first = own.iter().next().unwrap_or(Version::OLDEST);
    let last = own.newest().unwrap_or(Version::NEWEST);
    let (later, earlier): (Vec<Version>, Vec<Version>) = without.iter().partition(|version| *version < first);
    say(told, Native::KeyOfLaterRelease, index, later.into_iter().collect(), None, first.to_string(), Some(key));
    let gone: VersionSet = earlier.into_iter().filter(|version| *version > last).collect();
    say(told, Native::KeyOfEarlierRelease, index, gone, replacement(key), last.to_string(), Some(key));
}

/// What took the place of a key that is gone.
fn replacement(key: KeyId) -> Option<KeyId> {
    match key {
        key::BLOCK_ON_BUFFER_FULL | key::METADATA_FETCH_TIMEOUT_MS => Some(key::MAX_BLOCK_MS),
        key::TIMEOUT_MS => Some(key::REQUEST_TIMEOUT_MS),
        key::AUTO_INCLUDE_JMX_REPORTER => Some(key::METRIC_REPORTERS),
        _ => None,
    }
}

/// No key of any client.
fn unknown(told: &mut Told<'_>, index: usize, name: &str, clients: &[Client]) {
    let asked = told.clients;
    let known_there = |key: KeyId| {
        let releases = clients.iter().fold(VersionSet::NONE, |set, client| set.union(key.releases(*client)));
        releases.intersection(asked)
    };
    if let Ok(at) = NAMES.binary_search_by(|known| known.name.cmp(name)) {
        let Foreign { whose, meant, .. } = &NAMES[at];
        let native = match whose {
            Whose::Broker => Native::BrokerKeyInClient,
            Whose::Connect => Native::ConnectKeyInClient,
            Whose::Librdkafka => Native::LibrdkafkaName,
            Whose::OldConsumer | Whose::OldProducer => Native::OldClientName,
            Whose::Streams => Native::StreamsKeyInClient,
            Whose::Topic => Native::TopicKeyInClient,
            Whose::Typo => Native::MisspeltKey,
        };
        // A name of the time before counts for a client that has such a key.
        let meant = meant.filter(|key| clients.iter().any(|client| key.is_known_to(*client)));
        if meant.is_none() && *whose == Whose::Typo {
            return;
        }
        say(told, native, index, told.clients, meant, String::new(), meant);
        return;
    }
    let suits = |key: KeyId| clients.iter().any(|client| key.is_known_to(*client)) && !is_internal(key);
    if separator_missing(told, index, suits) {
        return;
    }
    let value = &*told.file.properties.entries[index].value;
    if let Some(key) = in_other_style(name).filter(|key| suits(*key) && (key.name().contains('.') || takes(*key, value))) {
        // An application may keep settings under names of its own, and the client's beside them.
        if !told.file.writes(key) {
            say(told, Native::KeyInOtherStyle, index, known_there(key), Some(key), String::new(), Some(key));
        }
    } else if let Some(key) = nearest::key(name, suits) {
        say(told, Native::MisspeltKey, index, known_there(key), Some(key), String::new(), Some(key));
    }
}

fn is_internal(key: KeyId) -> bool {
    Client::ALL.into_iter().flat_map(|client| key.definitions(client)).all(|definition| definition.internal)
}

/// The key, written with other signs between its words: `bootstrap_servers`, `BOOTSTRAP-SERVERS`, `bootstrapServers`.
fn in_other_style(name: &str) -> Option<KeyId> {
    if !name.contains(['_', '-']) && !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let mut dotted = String::with_capacity(name.len() + 4);
    let camel = name.starts_with(|char: char| char.is_ascii_lowercase()) && !name.contains(['_', '-', '.']);
    for char in name.chars() {
        match char {
            '_' | '-' => dotted.push('.'),
            char if camel && char.is_ascii_uppercase() => {
                dotted.push('.');
                dotted.push(char.to_ascii_lowercase());
            }
            char => dotted.push(char.to_ascii_lowercase()),
        }
    }
    KeyId::named(&dotted)
}

/// Whether the value is one for that key. A single word, `Retries`, may well be the application's own.
fn takes(key: KeyId, value: &str) -> bool {
    let newest = Client::ALL.into_iter().find_map(|client| key.definition(client, Version::NEWEST));
    newest.is_some_and(|definition| {
        Value::parse(definition.kind, value).and_then(|mut value| value.validate(definition.validator)).is_ok()
    })
}

/// A line without a separator that begins with the name of a key and goes on with its value; whether it is one.
pub(super) fn separator_missing(told: &mut Told<'_>, index: usize, suits: impl Fn(KeyId) -> bool) -> bool {
    let (file, entry) = (told.file, &told.file.properties.entries[index]);
    // The first blank of a login module, and the colon of an address, part what is all value.
    let parts = matches!(entry.separator, Separator::Blank | Separator::Colon);
    if !entry.value.is_empty() && !parts {
        return false;
    }
    let Some((key, at)) = runs_on(&entry.key).filter(|(key, _)| suits(*key)) else { return false };
    let is_address = key == key::BOOTSTRAP_SERVERS && entry.separator == Separator::Colon && begins_with_a_port(&entry.value);
    let is_login = key == key::SASL_JAAS_CONFIG && entry.separator == Separator::Blank;
    if !(entry.value.is_empty() || is_address || is_login) {
        return false;
    }
    let (name, value) = entry.key.split_at(at);
    let secret = secret_in_key(&entry.key).is_some();
    if !(secret || is_address || has_values_of_its_own(key) && takes(key, value)) {
        return false;
    }
    let Some(rule) = told.asks(Native::SeparatorMissing) else { return true };
    let mut keys = vec![if secret { format!("{name}{HIDDEN}") } else { entry.key.to_string() }];
    keys.extend((!file.writes(key)).then(|| name.to_owned()));
    let grade = told.standing_for(key);
    let at = entry.key_part(file.properties.source, at..entry.key.len()).start;
    told.say(rule, grade, Some(entry.key_span), keys, || More {
        arguments: Arguments { setting: name.to_owned(), ..Arguments::default() },
        fix: Some(Fix {
            safe: false,
            title: format!("write = behind {name}"),
            edits: vec![Edit { file: file.id, span: Span::at(at), text: "=".into() }],
        }),
        ..More::default()
    });
    true
}

fn begins_with_a_port(text: &str) -> bool {
    let port = text.split(',').next().unwrap_or_default();
    !java_trim(port).is_empty() && java_trim(port).bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a value of the key is told from any other text.
fn has_values_of_its_own(key: KeyId) -> bool {
    let newest = Client::ALL.into_iter().find_map(|client| key.definition(client, Version::NEWEST));
    newest.is_some_and(|definition| {
        matches!(definition.validator, Validator::OneOf(_) | Validator::OneOfIgnoringCase(_) | Validator::OffsetReset)
            || matches!(definition.kind, Type::Boolean | Type::Short | Type::Int | Type::Long | Type::Double)
    })
}

fn say(
    told: &mut Told<'_>,
    native: Native,
    index: usize,
    clients: VersionSet,
    meant: Option<KeyId>,
    because: String,
    key: Option<KeyId>,
) {
    let Some(rule) = told.asks(native).filter(|_| !clients.is_empty()) else { return };
    let file = told.file;
    let entry = &file.properties.entries[index];
    let stands_for =
        matches!(native, Native::MisspeltKey | Native::OldClientName | Native::LibrdkafkaName | Native::KeyInOtherStyle);
    let grade = match meant.filter(|_| stands_for) {
        Some(meant) => told.standing_for(meant),
        None => Grade::of(rule),
    };
    told.on(clients, |told| {
        told.say(rule, grade, Some(entry.span()), vec![entry.key.to_string()], || {
            let rename = meant.filter(|meant| rule.fix.is_some() && !file.writes(*meant)).map(|meant| Fix {
                safe: false,
                title: format!("rename it to {meant:?}"),
                edits: vec![Edit { file: file.id, span: entry.key_span, text: renamed(&entry.key, meant, key) }],
            });
            More {
                arguments: Arguments {
                    setting: entry.key.to_string(),
                    meant: meant.map(|meant| meant.name().to_owned()).unwrap_or_default(),
                    because,
                    ..Arguments::default()
                },
                fix: rename,
                ..More::default()
            }
        });
    });
}

/// The names of the keys of Kafka Streams that no client has.
pub(super) fn of_streams() -> impl Iterator<Item = &'static str> {
    NAMES.iter().filter(|foreign| foreign.whose == Whose::Streams).map(|foreign| foreign.name)
}

/// The names of the keys of Connect's workers that no client has.
pub(super) fn of_connect() -> impl Iterator<Item = &'static str> {
    NAMES.iter().filter(|foreign| foreign.whose == Whose::Connect).map(|foreign| foreign.name)
}

/// Whether it is known whose key that is.
pub(super) fn is_listed(name: &str) -> bool {
    NAMES.binary_search_by(|known| known.name.cmp(name)).is_ok()
}

/// The key that a name behind a client's prefix stands for: one of another time or product, a known slip, or
/// the name without its unit. There no application has names of its own.
pub(super) fn behind_prefix(name: &str, suits: impl Fn(KeyId) -> bool) -> Option<KeyId> {
    let listed = NAMES.binary_search_by(|known| known.name.cmp(name)).ok().and_then(|at| NAMES[at].meant);
    let with_unit = || [".ms", ".bytes"].into_iter().find_map(|unit| KeyId::named(&format!("{name}{unit}")));
    listed.filter(|key| suits(*key)).or_else(|| with_unit().filter(|key| suits(*key)))
}

/// The written key with another name behind its prefix.
fn renamed(written: &str, meant: KeyId, key: Option<KeyId>) -> String {
    let prefix = ["producer.", "consumer.", "admin."].into_iter().find(|prefix| written.starts_with(prefix) && key.is_some());
    format!("{}{meant:?}", prefix.unwrap_or_default())
}

impl Told<'_> {
    /// What it means that a name which no client knows stands in place of this key: grave where the key
    /// decides security, delivery or the start, and is not written itself.
    pub(super) fn standing_for(&self, key: KeyId) -> Grade {
        let grave = matches!(
            key,
            key::BOOTSTRAP_SERVERS
                | key::KEY_SERIALIZER
                | key::VALUE_SERIALIZER
                | key::KEY_DESERIALIZER
                | key::VALUE_DESERIALIZER
                | key::SECURITY_PROTOCOL
                | key::TRANSACTIONAL_ID
                | key::TRANSACTION_TIMEOUT_MS
        ) || key.name().starts_with("sasl.");
        let absent = !self.file.writes(key);
        let outcome = if absent && self.file.requires(key) {
            Outcome::RefusesToStart
        } else if absent {
            Outcome::SilentlyDifferent
        } else {
            Outcome::Ignored
        };
        let severity = if grave && absent { Severity::Error } else { Severity::Warning };
        Grade { severity, outcome }
    }
}

impl Subject<'_> {
    /// Whether a client of the file does not start without the key.
    fn requires(&self, key: KeyId) -> bool {
        key == key::BOOTSTRAP_SERVERS
            || self.views.iter().filter_map(|view| view.role.client()).any(|client| {
                let newest = key.definition(client, Version::NEWEST);
                newest.is_some_and(|definition| definition.default == Default::Required)
            })
    }
}
