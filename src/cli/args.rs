//! Every flag, as typed.

use std::{ffi::OsString, path::PathBuf};

use clap::{
    Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
    parser::ValueSource,
};

use super::{
    check::{BaselineArgs, BrokerArgs, FormatSpec, MendArgs},
    completions::Target,
    rules::RulesArgs,
    schema::SchemaOf,
    txn_window,
};
use crate::{kafka::Role, project::FailOn};

/// Lints Kafka client configuration against a named kafka-clients release
///
/// Reads each file the way that release reads it, says what the client will really do, and says it
/// at the line that causes it.
#[derive(Parser, Debug)]
#[command(name = "ackward", version, disable_help_subcommand = true)]
#[command(override_usage = "ackward [OPTIONS] [PATH]...\n       ackward <COMMAND>")]
#[command(after_help = "Exit status: 0 nothing to report, 1 findings, 2 could not work.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment would become the help text")]
    pub check: CheckArgs,

    /// Colour the output
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_default_value = true,
        help_heading = "Output"
    )]
    pub color: ColorChoice,
}

impl Cli {
    /// Reads the flags. Those of a command stand behind it; before it they would be read as the default
    /// command's and forgotten.
    pub fn read(args: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(args)?;
        if let Some((name, _)) = matches.subcommand() {
            let typed = |id: &&clap::Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
            if matches.ids().filter(typed).any(|id| id != "color" && command.get_arguments().any(|arg| arg.get_id() == id)) {
                let message = format!("what belongs to `{name}` stands behind it: ackward {name} [OPTIONS] …");
                return Err(command.error(ErrorKind::ArgumentConflict, message));
            }
        }
        Self::from_arg_matches(&matches)
    }
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Say what is wrong in configuration files (the command when none is named)
    Check(Box<CheckArgs>),
    /// Show what a client really runs with: values, where they come from, and what it guarantees
    Effective(EffectiveArgs),
    /// Explain a rule, a key (type, default and range by release) or a topic
    Explain {
        /// A rule, a key, or acks, idempotence, metrics, ordering, transactions, exactly-once (what it costs, in the figures of the inputs below)
        #[arg(value_name = "WHAT")]
        what: String,

        #[command(flatten)]
        window: Box<txn_window::InputArgs>,
    },
    /// List the rules
    Rules(RulesArgs),
    /// Print the JSON schema of an output or an input
    Schema {
        /// Of what
        #[arg(value_enum, value_name = "WHAT")]
        of: SchemaOf,
    },
    /// Size transaction.timeout.ms, or judge a value of it
    TxnWindow(Box<txn_window::Args>),
    /// Look at the repository and write an ackward.toml to start from
    Init,
    /// Print completions for a shell, or the manual page
    Completions {
        /// Which
        #[arg(value_enum, value_name = "SHELL")]
        target: Target,
    },
}

/// `ackward check`.
#[derive(Args, Debug, Default)]
pub struct CheckArgs {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment would become the help text")]
    pub reading: ReadingArgs,

    /// How to write the findings; FORMAT=FILE writes to a file, and there can be several
    #[arg(long, value_name = "FORMAT[=FILE]", help_heading = "Output")]
    pub format: Vec<FormatSpec>,

    /// Write to this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Exit with 1 where a finding is at least this bad: error, warning (the default), info or never
    #[arg(long, value_name = "SEVERITY", hide_possible_values = true, value_parser = severities(), help_heading = "Output")]
    pub fail_on: Option<FailOn>,

    /// Say how often each rule fired, in place of the findings
    #[arg(long, help_heading = "Output")]
    pub statistics: bool,

    /// Keep back notices and the summary
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,

    /// Ask only these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    pub select: Vec<String>,

    /// Do not ask these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    pub ignore: Vec<String>,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment would become the help text")]
    pub broker: BrokerArgs,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment would become the help text")]
    pub mend: MendArgs,

    #[command(flatten)]
    #[allow(missing_docs, reason = "a doc comment would become the help text")]
    pub known: BaselineArgs,

    /// Say what applies to a file, and which line says so; check nothing
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Project")]
    pub show_settings: Option<PathBuf>,
}

fn severities() -> impl TypedValueParser<Value = FailOn> {
    PossibleValuesParser::new(FailOn::ALL.map(FailOn::name))
        .map(|name| FailOn::ALL.into_iter().find(|fail_on| fail_on.name() == name).unwrap_or_default())
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
#[derive(Args, Clone, Debug, Default)]
pub struct ReadingArgs {
    /// Files, or folders to look through; - is standard input [default: .]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// The kafka-clients release: 3.9.1, a list, a range 3.0.0..4.4.0, all, or auto
    #[arg(long, value_name = "SPEC")]
    pub client: Option<String>,

    /// What the files configure, where their content does not tell
    #[arg(long, value_name = "ROLE", default_value = "auto", hide_default_value = true, value_parser = roles())]
    pub role: RoleChoice,

    /// The file is all that the client gets: missing required keys count
    #[arg(long)]
    pub complete: bool,

    /// Treat standard input as this file; with no PATH it is what is read
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub stdin_filename: Option<PathBuf>,

    /// Use this project configuration, in place of the nearest ackward.toml
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Project")]
    pub config: Option<PathBuf>,

    /// Read no project configuration and no build files
    #[arg(long, conflicts_with = "config", help_heading = "Project")]
    pub isolated: bool,
}

/// A role, or what the content tells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RoleChoice(pub Option<Role>);

fn roles() -> impl TypedValueParser<Value = RoleChoice> {
    let names = Role::ALL.into_iter().filter(|role| *role != Role::Shared).map(Role::name).chain(["auto"]);
    PossibleValuesParser::new(names).map(|name| RoleChoice(name.parse().ok()))
}
