//! `ackward explain WHAT`: a rule, a key or a topic.

use super::{Error, Status, terminal::Terminal, txn_window};
use crate::{
    kafka::{BrokerSetting, KeyId},
    render::key,
};

/// Says what is known about a key, or what exactly-once costs.
pub fn run(what: &str, window: &txn_window::InputArgs, terminal: &mut Terminal) -> Result<Status, Error> {
    if what == txn_window::EXACTLY_ONCE {
        return txn_window::explain(window, terminal);
    }
    window.unused()?;
    let look = terminal.look;
    if let Some(id) = KeyId::named(what) {
        key::write(id, &[], look, terminal.out())?;
    } else if BrokerSetting::all().iter().any(|setting| setting.name == what) {
        key::write_broker(what, &[], look, terminal.out())?;
    } else {
        return Err(Error::NothingToExplain { what: what.into(), near: near(what) });
    }
    Ok(Status::Clean)
}

/// What may have been meant: the few names that are nearest, if they are near at all.
fn near(what: &str) -> Vec<String> {
    let names = [txn_window::EXACTLY_ONCE]
        .into_iter()
        .chain(KeyId::all().map(KeyId::name))
        .chain(BrokerSetting::all().iter().map(|setting| setting.name));
    let mut near: Vec<(usize, &str)> = names.map(|name| (strsim::damerau_levenshtein(name, what), name)).collect();
    near.retain(|(distance, name)| *distance <= 2 + name.len() / 8);
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}
