//! `ackward check`: what is wrong with configuration files.

mod baseline;
mod before;
mod broker;
mod judge;
mod mend;
mod output;
mod passed_over;
mod pipelines;
mod together;

use std::mem;

use super::{
    Error, Status, Terminal,
    applied::{RuleFlags, check_names, here, say_releases},
    args::CheckArgs,
    reading::Reading,
    settings,
};
use crate::rule::RuleSet;

pub use baseline::BaselineArgs;
pub use broker::BrokerArgs;
use judge::{Context, Run};
pub use mend::MendArgs;
pub use output::FormatSpec;
use pipelines::Pipelines;

/// Judges the files and writes what was found.
pub fn run(args: &CheckArgs, terminal: &mut Terminal) -> Result<Status, Error> {
    terminal.quiet = args.quiet;
    let flags = || RuleFlags { select: &args.select, ignore: &args.ignore, fail_on: args.fail_on };
    check_names(&flags(), terminal)?;
    if let Some(file) = &args.show_settings {
        return settings::run(&args.reading, flags(), file, terminal);
    }
    let mut paths = args.reading.clone();
    paths.paths.extend(args.known.path_taken().map(Into::into));
    let here = here();
    let mut reading = Reading::prepare(&paths, flags(), &here, terminal)?;
    let context = Context { facts: args.broker.facts()?, pipelines: Pipelines::of(&reading)?, here };
    let mut judged = judge::run(&mut reading, &context, &args.mend, terminal)?;
    if let Some(reason) = &args.mend.add_suppressions {
        mend::add_suppressions(&judged, reason, terminal)?;
        judged = judge::run(&mut reading, &context, &args.mend, terminal)?;
    }
    if let Some(revision) = &args.known.diff_base {
        before::apply(revision, args, &mut judged, &context.here, terminal)?;
    }
    // A finding of a rule that some file is not asked about is not known to be gone.
    let rules = judged.tasks.iter().fold(RuleSet::ALL, |rules, task| rules.and(task.applied.selection.rules));
    args.known.apply(&mut judged.report, rules, terminal)?;
    judged.differences.say(terminal);
    say_releases(judged.tasks.iter().map(|task| &*task.applied), terminal);
    mend::tell(&args.mend, &judged.mended, terminal)?;
    judged.report.links = terminal.links.then(|| context.here.clone());
    output::write(args, &judged, terminal)?;
    let status = if reading.failed { Status::Failed } else { status(&judged) };
    // The process ends here; to hand back the memory of thousands of files piece by piece is work for nobody.
    mem::forget((judged, reading));
    Ok(status)
}

/// Whether something was found that is as bad as its file may not be.
fn status(run: &Run) -> Status {
    let fails = |index: usize, severity| run.tasks[index].applied.fail_on.is_some_and(|least| severity >= least);
    let failed = run.report.findings.iter().any(|finding| fails(finding.file.0, finding.severity));
    if failed { Status::Findings } else { Status::Clean }
}
