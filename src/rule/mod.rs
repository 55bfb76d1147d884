//! What is wrong with what a client would run with: `rules/*.toml`, their language, and their evaluation.
//!
//! A rule is a file. The build script reads it (see [`format`](mod@format)) and writes it as a constant of
//! [`catalogue`]; `check` asks, for each client of a file and each release, the rules that the written keys
//! can make fire; what the language cannot say stands in `native`.

mod by_release;
pub mod catalogue;
mod check;
mod evaluate;
mod facts;
mod fire;
pub mod format;
mod found;
mod mend;
mod message;
mod native;
mod nearest;
mod outside;
mod take;
mod vocabulary;

// The rule language says it in the same words, also where the build script reads it.
use crate::finding as grade;

pub use catalogue::{Rule, RuleSet, rule, rules, rules_reading};
pub use check::{File, Options, check, check_together};
pub use facts::{BrokerFacts, Fact};
pub use fire::rule_about;
pub use outside::{Asked, Told, rule_like};
