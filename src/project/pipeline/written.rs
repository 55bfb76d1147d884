//! Values of a pipeline as TOML may write them → what they mean: a broker's setting, a length of time, a factor.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, Visitor};

use crate::txn_window::headroom::{Headroom, parse_headroom};
use crate::txn_window::millis::{Millis, Written, parse_duration};

/// A setting of the broker: a text, a number or a boolean, as its own file would write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting(pub String);

impl<'de> Deserialize<'de> for Setting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SettingVisitor)
    }
}

struct SettingVisitor;

impl Visitor<'_> for SettingVisitor {
    type Value = Setting;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a setting of the broker: a text, a number or a boolean")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Setting, E> {
        Ok(Setting(text.to_owned()))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Setting, E> {
        Ok(Setting(number.to_string()))
    }

    fn visit_bool<E: de::Error>(self, whether: bool) -> Result<Setting, E> {
        Ok(Setting(whether.to_string()))
    }
}

impl JsonSchema for Setting {
    fn schema_name() -> Cow<'static, str> {
        "Setting".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A setting of the broker, as its own file would write it",
            "type": ["string", "integer", "boolean"]
        })
    }
}

/// A length of time: `"30s"`, `"7m30s"`, or a number of milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration(pub Written);

/// A headroom: `2`, `1.5` or `"2.25"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factor(pub Headroom);

impl<'de> Deserialize<'de> for Duration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DurationVisitor)
    }
}

struct DurationVisitor;

impl Visitor<'_> for DurationVisitor {
    type Value = Duration;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a duration such as \"30s\", or a number of milliseconds")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Duration, E> {
        parse_duration(text).map(Duration).map_err(|error| E::custom(format!("{text:?}: {error}")))
    }

    fn visit_i64<E: de::Error>(self, millis: i64) -> Result<Duration, E> {
        Ok(Duration(Written { millis: Millis::new(millis), bare: true }))
    }
}

impl<'de> Deserialize<'de> for Factor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FactorVisitor)
    }
}

struct FactorVisitor;

impl Visitor<'_> for FactorVisitor {
    type Value = Factor;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a factor of 1 or more, such as 2 or 1.5")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Factor, E> {
        parse_headroom(text).map(Factor).map_err(|error| E::custom(format!("{text:?}: {error}")))
    }

    fn visit_i64<E: de::Error>(self, whole: i64) -> Result<Factor, E> {
        self.visit_str(&whole.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Factor, E> {
        // A float prints the digits that were written, as long as there are no more than nine decimals.
        self.visit_str(&number.to_string())
    }
}

impl JsonSchema for Duration {
    fn schema_name() -> Cow<'static, str> {
        "Duration".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A length of time: \"30s\", \"7m30s\", or a number of milliseconds",
            "anyOf": [{ "type": "string", "pattern": r"^\s*-?[0-9]" }, { "type": "integer" }]
        })
    }
}

impl JsonSchema for Factor {
    fn schema_name() -> Cow<'static, str> {
        "Factor".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A headroom of 1 or more: 2, 1.5",
            "anyOf": [{ "type": "number", "minimum": 1, "maximum": 100 }, { "type": "string", "pattern": r"^\s*[0-9]" }]
        })
    }
}
