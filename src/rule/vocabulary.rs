//! What the text of a rule may name; the build script asks the same questions of the tables' sources.

use crate::{
    effective::Reason,
    kafka::{BrokerSetting, KeyId},
    version::{RELEASES, Version},
};

pub(super) fn is_key(name: &str) -> bool {
    KeyId::named(name).is_some()
}

pub(super) fn begins_key(stem: &str) -> bool {
    KeyId::all().any(|key| key.name().starts_with(stem))
}

pub(super) fn is_broker_key(name: &str) -> bool {
    BrokerSetting::all().iter().any(|setting| setting.name == name)
}

pub(super) fn is_reason(name: &str) -> bool {
    Reason::named(name).is_some()
}

pub(super) fn release_index(text: &str) -> Option<usize> {
    RELEASES.iter().position(|release| release.to_string() == text && Version::parse(text) == Some(*release))
}
