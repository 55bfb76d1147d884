//! Every flag, as typed.

use clap::{ColorChoice, Parser, Subcommand};

use super::{completions::Target, txn_window};

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
    /// Say what a key is: its type, default and range by release, and what changed when
    Explain {
        /// A key
        #[arg(value_name = "KEY")]
        what: String,
    },
    /// Size transaction.timeout.ms, or judge a value of it
    TxnWindow(txn_window::Args),
    /// Print completions for a shell, or the manual page
    Completions {
        /// Which
        #[arg(value_enum, value_name = "SHELL")]
        target: Target,
    },
}
