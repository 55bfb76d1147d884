//! `ackward rules`: what is looked for.

use clap::{Args, ValueEnum};

use super::{Error, Status, Terminal};
use crate::{
    render::rule::{write_list, write_list_json},
    rule::{self, Rule},
};

/// `ackward rules`.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// Only rules whose id or title holds this text
    #[arg(value_name = "TEXT")]
    text: Option<String>,

    /// How to write them; list is one id a line
    #[arg(long, value_enum, default_value_t, hide_default_value = true)]
    format: RulesFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
enum RulesFormat {
    #[default]
    Text,
    List,
    Json,
}

/// Writes the rules, by id.
pub fn run(args: &RulesArgs, terminal: &mut Terminal) -> Result<Status, Error> {
    let text = args.text.as_deref().unwrap_or_default().to_lowercase();
    let is_wanted = |rule: &&Rule| rule.id.contains(&text) || rule.title.to_lowercase().contains(&text);
    let rules: Vec<&Rule> = rule::rules().iter().filter(is_wanted).collect();
    let look = terminal.look;
    match args.format {
        RulesFormat::Text if rules.is_empty() => terminal.notice(&format!("no rule speaks of `{text}`")),
        RulesFormat::Text => write_list(&rules, look, terminal.out())?,
        RulesFormat::List => rules.iter().try_for_each(|rule| writeln!(terminal.out(), "{}", rule.id))?,
        RulesFormat::Json => write_list_json(&rules, terminal.out())?,
    }
    Ok(Status::Clean)
}
