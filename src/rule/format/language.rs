//! Tests, and the values and numbers that they compare with.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::KeyRef;

/// What one key must satisfy; each part that is there must hold.
///
/// A key reads its effective value. One that the release does not know, or whose value is not known
/// (a placeholder) or did not parse, gives no answer, and the rule is silent; such a key is only
/// surely not written.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Test {
    /// Whether the file writes the key.
    pub written: Option<bool>,
    /// The value; words in any case.
    pub equals: Option<Literal>,
    /// One of these values; words in any case.
    pub one_of: Option<Vec<Literal>>,
    /// Another value than this; also where the release does not know the key.
    pub differs: Option<Literal>,
    /// The text in the file, trimmed, is one of these, letter by letter; also where it does not parse.
    pub text_one_of: Option<Vec<String>>,
    /// A number not below this.
    pub at_least: Option<Quantity>,
    /// A number not above this.
    pub at_most: Option<Quantity>,
}

/// A value that is written down.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema), schemars(untagged))]
#[allow(missing_docs, reason = "the names say it")]
pub enum Literal {
    Boolean(bool),
    Number(i64),
    Text(String),
}

/// A number: written down, read from a key, or computed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema), schemars(untagged))]
pub enum Quantity {
    /// `5`
    Number(i64),
    /// `"linger.ms"`
    Key(KeyRef),
    /// `{ sum = […] }`
    Compute(Compute),
}

/// A number computed from others. Sums saturate.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Compute {
    /// All of them together.
    Sum(Vec<Quantity>),
    /// The greatest.
    Max(Vec<Quantity>),
    /// The least.
    Min(Vec<Quantity>),
}

/// A value to be written: plain, or computed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(ackward_schema, derive(schemars::JsonSchema), schemars(untagged))]
#[allow(missing_docs, reason = "the names say it")]
pub enum Assigned {
    Literal(Literal),
    Compute(Compute),
}

impl<'de> Deserialize<'de> for Literal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl Visitor<'_> for Visit {
            type Value = Literal;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, a whole number or a text")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Literal, E> {
                Ok(Literal::Boolean(value))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Literal, E> {
                Ok(Literal::Number(value))
            }

            fn visit_str<E>(self, value: &str) -> Result<Literal, E> {
                Ok(Literal::Text(value.to_owned()))
            }
        }
        deserializer.deserialize_any(Visit)
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Quantity;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, a key, or one of { sum = […] }, { max = […] }, { min = […] }")
            }

            fn visit_i64<E>(self, value: i64) -> Result<Quantity, E> {
                Ok(Quantity::Number(value))
            }

            fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Quantity, E> {
                KeyRef::try_from(value.to_owned()).map(Quantity::Key).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Quantity, A::Error> {
                Compute::deserialize(MapAccessDeserializer::new(map)).map(Quantity::Compute)
            }
        }
        deserializer.deserialize_any(Visit)
    }
}

impl<'de> Deserialize<'de> for Assigned {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Assigned;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, a whole number, a text, or one of { sum = […] }, { max = […] }, { min = […] }")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Assigned, E> {
                Ok(Assigned::Literal(Literal::Boolean(value)))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Assigned, E> {
                Ok(Assigned::Literal(Literal::Number(value)))
            }

            fn visit_str<E>(self, value: &str) -> Result<Assigned, E> {
                Ok(Assigned::Literal(Literal::Text(value.to_owned())))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Assigned, A::Error> {
                Compute::deserialize(MapAccessDeserializer::new(map)).map(Assigned::Compute)
            }
        }
        deserializer.deserialize_any(Visit)
    }
}
