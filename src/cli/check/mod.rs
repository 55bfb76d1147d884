//! `ackward check`: what is wrong with configuration files.

mod broker;
mod judge;
mod output;
mod rules;

use super::{Error, Status, Terminal, args::CheckArgs, reading::Reading};
use crate::{finding::Severity, render::check::Report, rule::Options};

pub use broker::BrokerArgs;
pub use output::FormatSpec;

/// Judges the files and writes what was found.
pub fn run(args: &CheckArgs, terminal: &mut Terminal) -> Result<Status, Error> {
    terminal.quiet = args.quiet;
    let options = Options {
        complete: args.reading.complete,
        facts: args.broker.facts()?,
        rules: rules::selected(&args.select, &args.ignore, terminal)?,
        ..Options::default()
    };
    let mut reading = Reading::prepare(&args.reading, terminal)?;
    let report = judge::run(&mut reading, &options, terminal);
    if !report.files.is_empty() {
        reading.say_release(terminal);
    }
    output::write(args, &report, terminal)?;
    Ok(if reading.failed { Status::Failed } else { status(&report, args.fail_on.0) })
}

/// Whether something was found that is at least this bad; `None` never fails.
fn status(report: &Report, fail_on: Option<Severity>) -> Status {
    let fails = |least| report.findings.iter().any(|finding| finding.severity >= least);
    if fail_on.is_some_and(fails) { Status::Findings } else { Status::Clean }
}
