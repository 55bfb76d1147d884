//! `ackward schema WHAT`: the JSON schema of a contract.

use clap::ValueEnum;
use schemars::{Schema, schema_for};

use super::{Error, Status, Terminal};
use crate::{
    project::Config,
    render::{check::CheckJson, effective::EffectiveJson, txn_window, write_json},
    rule::format::RuleFile,
};

/// Whose schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SchemaOf {
    /// The JSON of `ackward check`
    Check,
    /// The JSON of `ackward effective`
    Effective,
    /// The JSON of `ackward txn-window`
    TxnWindow,
    /// A file of rules/
    Rule,
    /// ackward.toml
    Config,
}

impl SchemaOf {
    fn schema(self) -> Schema {
        match self {
            Self::Check => schema_for!(CheckJson),
            Self::Effective => schema_for!(EffectiveJson),
            Self::TxnWindow => txn_window::json::schema(),
            Self::Rule => schema_for!(RuleFile),
            Self::Config => Config::schema(),
        }
    }
}

/// Writes it.
pub fn run(of: SchemaOf, terminal: &mut Terminal) -> Result<Status, Error> {
    write_json(&of.schema(), terminal.out())?;
    Ok(Status::Clean)
}
