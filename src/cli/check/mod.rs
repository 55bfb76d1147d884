//! `ackward check`: what is wrong with configuration files.

mod baseline;
mod broker;
mod judge;
mod mend;
mod output;
mod rules;

use super::{Error, Status, Terminal, args::CheckArgs, reading::Reading};
use crate::{finding::Severity, render::check::Report, rule::Options};

pub use baseline::BaselineArgs;
pub use broker::BrokerArgs;
pub use mend::MendArgs;
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
    let mut paths = args.reading.clone();
    paths.paths.extend(args.known.path_taken().map(Into::into));
    let mut reading = Reading::prepare(&paths, terminal)?;
    let mut judged = judge::run(&mut reading, &options, &args.mend, terminal);
    if let Some(reason) = &args.mend.add_suppressions {
        mend::add_suppressions(&judged.report, &reading.inputs, reason, terminal)?;
        judged = judge::run(&mut reading, &options, &args.mend, terminal);
    }
    let report = &mut judged.report;
    args.known.apply(report, options.rules, terminal)?;
    if !report.files.is_empty() {
        reading.say_release(terminal);
    }
    mend::tell(&args.mend, &judged.mended, terminal)?;
    output::write(args, &judged, terminal)?;
    Ok(if reading.failed { Status::Failed } else { status(&judged.report, args.fail_on.0) })
}

/// Whether something was found that is at least this bad; `None` never fails.
fn status(report: &Report, fail_on: Option<Severity>) -> Status {
    let fails = |least| report.findings.iter().any(|finding| finding.severity >= least);
    if fail_on.is_some_and(fails) { Status::Findings } else { Status::Clean }
}
