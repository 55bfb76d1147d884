//! What is known of the brokers: from their file, from the command line, or from their release.

use std::collections::BTreeMap;

use crate::{
    kafka::{BrokerSetting, Default, Type, Value},
    version::Version,
};

/// What is known of the brokers.
#[derive(Clone, PartialEq, Eq, std::default::Default, Debug)]
pub struct BrokerFacts {
    /// Their settings by name, as text.
    pub settings: BTreeMap<String, Fact>,
    /// Their release, which brings its defaults.
    pub version: Option<Version>,
    /// Whether the settings are all that their file has, so that what it leaves out is at its default.
    pub whole_file: bool,
}

/// One setting of the brokers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The text of the value.
    pub value: String,
    /// Who says so, as it stands in a message: `server.properties:3`, `--broker-set`.
    pub origin: String,
}

impl BrokerFacts {
    /// Nothing is known.
    pub const NONE: &'static Self = &Self { settings: BTreeMap::new(), version: None, whole_file: false };

    /// The value of a broker key, where it is known.
    pub fn value<'a>(&'a self, name: &str) -> Option<Value<'a>> {
        if let Some(fact) = self.settings.get(name) {
            return Value::parse(kind(name)?, &fact.value).ok();
        }
        let version = self.version.or(self.whole_file.then_some(Version::NEWEST))?;
        default_of(name, version)
    }

    /// Kafka's default for brokers of a release, where nothing is known of these brokers.
    pub fn default_where_unknown<'a>(&self, name: &str, version: Version) -> Option<Value<'a>> {
        if self.value(name).is_some() || self.settings.contains_key(name) { None } else { default_of(name, version) }
    }
}

fn kind(name: &str) -> Option<Type> {
    BrokerSetting::all().iter().find(|setting| setting.name == name).map(|setting| setting.kind)
}

fn default_of<'a>(name: &str, version: Version) -> Option<Value<'a>> {
    match BrokerSetting::of(name, version)?.default {
        Default::Required | Default::Null => None,
        default => Some(default.value()),
    }
}
