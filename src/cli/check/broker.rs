//! `--broker`, `--broker-set`, `--broker-version` → what is known of the brokers.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::{
    cli::{Error, clients, files},
    properties,
    rule::{BrokerFacts, Fact},
    source::Source,
};

/// What is known of the brokers.
#[derive(Args, Clone, Debug, Default)]
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
    /// The facts; `None` where no flag says any.
    pub fn facts(&self) -> Result<Option<BrokerFacts>, Error> {
        if self.broker.is_none() && self.broker_set.is_empty() && self.broker_version.is_none() {
            return Ok(None);
        }
        facts(self.broker.as_deref(), &self.broker_set, "--broker-set", self.broker_version.as_deref()).map(Some)
    }
}

/// What a file, single settings and a release say of the brokers; a single setting wins over the file.
pub fn facts(
    file: Option<&Path>,
    settings: &[(String, String)],
    said_by: &str,
    version: Option<&str>,
) -> Result<BrokerFacts, Error> {
    let mut facts = BrokerFacts { whole_file: file.is_some(), ..BrokerFacts::default() };
    if let Some(path) = file {
        let input = files::named(path);
        let source = Source::new(input.shown.clone(), files::read(&input)?);
        for entry in properties::read(&source).entries {
            let origin = format!("{}:{}", source.name(), entry.line);
            facts.settings.insert(entry.key.into_owned(), Fact { value: entry.value.into_owned(), origin });
        }
    }
    for (key, value) in settings {
        facts.settings.insert(key.clone(), Fact { value: value.clone(), origin: said_by.into() });
    }
    if let Some(version) = version {
        facts.version = Some(clients::one(version)?);
    }
    Ok(facts)
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`; write KEY=VALUE"))?;
    if key.trim().is_empty() {
        Err(format!("`{text}` names no key; write KEY=VALUE"))
    } else {
        Ok((key.trim().into(), value.into()))
    }
}
