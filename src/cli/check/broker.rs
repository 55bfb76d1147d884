//! `--broker`, `--broker-set`, `--broker-version` → what is known of the brokers.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::{
    cli::{Error, clients, files},
    properties,
    rule::{BrokerFacts, Fact},
    source::Source,
};

/// What is known of the brokers.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Brokers")]
pub struct BrokerArgs {
    /// The brokers' own configuration
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub broker: Option<PathBuf>,

    /// A setting of the brokers
    #[arg(long, value_name = "KEY=VALUE", value_parser = assignment)]
    pub broker_set: Vec<(String, String)>,

    /// The brokers' release, which brings its defaults
    #[arg(long, value_name = "VERSION")]
    pub broker_version: Option<String>,
}

impl BrokerArgs {
    /// The facts; a setting named on the command line wins over the file.
    pub fn facts(&self) -> Result<BrokerFacts, Error> {
        let mut facts = BrokerFacts { whole_file: self.broker.is_some(), ..BrokerFacts::default() };
        if let Some(path) = &self.broker {
            let input = files::named(path);
            let source = Source::new(input.shown.clone(), files::read(&input)?);
            for entry in properties::read(&source).entries {
                let origin = format!("{}:{}", source.name(), entry.line);
                facts.settings.insert(entry.key.into_owned(), Fact { value: entry.value.into_owned(), origin });
            }
        }
        for (key, value) in &self.broker_set {
            facts.settings.insert(key.clone(), Fact { value: value.clone(), origin: "--broker-set".into() });
        }
        if let Some(version) = &self.broker_version {
            facts.version = Some(clients::one(version)?);
        }
        Ok(facts)
    }
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`; write KEY=VALUE"))?;
    if key.trim().is_empty() {
        Err(format!("`{text}` names no key; write KEY=VALUE"))
    } else {
        Ok((key.trim().into(), value.into()))
    }
}
