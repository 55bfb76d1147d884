//! `ackward explain WHAT`: a rule, a key or a topic.

use super::{Error, Status, near, terminal::Terminal, txn_window};
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
        return Err(Error::NothingToExplain { what: what.into(), near: near(what, names()) });
    }
    Ok(Status::Clean)
}

/// Everything that can be explained.
fn names() -> impl Iterator<Item = &'static str> {
    let brokers = BrokerSetting::all().iter().map(|setting| setting.name);
    [txn_window::EXACTLY_ONCE].into_iter().chain(KeyId::all().map(KeyId::name)).chain(brokers)
}
