//! Every flag, as typed.

use std::path::PathBuf;

use clap::{
    Args, ColorChoice, Parser, Subcommand, ValueEnum, ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::{completions::Target, txn_window};
use crate::kafka::Role;

/// Lints Kafka client configuration against a named kafka-clients release
///
/// Reads each file the way that release reads it, says what the client will really do, and says it
/// at the line that causes it.
#[derive(Parser, Debug)]
#[command(name = "ackward", version, disable_help_subcommand = true)]
#[command(after_help = "Exit status: 0 nothing to report, 1 findings, 2 could not work.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// Colour the output
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t, hide_default_value = true)]
    pub color: ColorChoice,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show what a client really runs with: values, where they come from, and what it guarantees
    Effective(EffectiveArgs),
    /// Say what a key is: its type, default and range by release, and what changed when
    Explain {
        /// A key, or exactly-once: what it costs, in the figures of the inputs below
        #[arg(value_name = "KEY")]
        what: String,

        #[command(flatten)]
        window: Box<txn_window::InputArgs>,
    },
    /// Size transaction.timeout.ms, or judge a value of it
    TxnWindow(Box<txn_window::Args>),
    /// Print completions for a shell, or the manual page
    Completions {
        /// Which
        #[arg(value_enum, value_name = "SHELL")]
        target: Target,
    },
}

/// `ackward effective`.
#[derive(Args, Debug)]
pub struct EffectiveArgs {
    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Show only these keys
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub keys: Vec<String>,

    /// Show also the keys that nobody touched
    #[arg(long)]
    pub all: bool,

    /// How to write it; properties makes a file that pins every value
    #[arg(long, value_enum, default_value_t, hide_default_value = true)]
    pub format: EffectiveFormatName,
}

/// The forms of `ackward effective`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
#[allow(missing_docs, reason = "the help text lists the names")]
pub enum EffectiveFormatName {
    #[default]
    Text,
    Json,
    Properties,
}

/// What is read, and as what: the same for every command that reads files.
#[derive(Args, Debug)]
pub struct ReadingArgs {
    /// Files, or folders to look through; - is standard input [default: .]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// The kafka-clients release: 3.9.1, a list, a range 3.0.0..4.4.0, all, or auto
    #[arg(long, value_name = "SPEC", default_value = "auto", hide_default_value = true)]
    pub client: String,

    /// What the files configure, where their content does not tell
    #[arg(long, value_name = "ROLE", default_value = "auto", hide_default_value = true, value_parser = roles())]
    pub role: RoleChoice,

    /// The file is all that the client gets: missing required keys count
    #[arg(long)]
    pub complete: bool,

    /// Treat standard input as this file
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub stdin_filename: Option<PathBuf>,
}

/// A role, or what the content tells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RoleChoice(pub Option<Role>);

fn roles() -> impl TypedValueParser<Value = RoleChoice> {
    let names = Role::ALL.into_iter().filter(|role| *role != Role::Shared).map(Role::name).chain(["auto"]);
    PossibleValuesParser::new(names).map(|name| RoleChoice(name.parse().ok()))
}
