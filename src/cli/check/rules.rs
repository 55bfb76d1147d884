//! `--select` and `--ignore` → the rules that are asked.

use crate::{
    cli::{Error, Terminal, near},
    rule::{self, Rule, RuleSet},
};

/// The selected rules, all where none is selected, without the ignored ones. An unknown rule is an
/// error where it is selected, and only said where it is ignored: a newer release may have dropped it.
pub fn selected(select: &[String], ignore: &[String], terminal: &mut Terminal) -> Result<RuleSet, Error> {
    let mut rules = if select.is_empty() { RuleSet::ALL } else { RuleSet::NONE };
    for id in select {
        rules.set(named(id)?, true);
    }
    for id in ignore {
        match named(id) {
            Ok(rule) => rules.set(rule, false),
            Err(error) => terminal.warning(&error.to_string()),
        }
    }
    Ok(rules)
}

fn named(id: &str) -> Result<&'static Rule, Error> {
    rule::rule(id.trim()).ok_or_else(|| Error::UnknownRule {
        rule: id.trim().into(),
        near: near(id.trim(), rule::rules().iter().map(|rule| rule.id)),
    })
}
