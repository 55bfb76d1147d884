//! `ackward txn-window`: sizes transaction.timeout.ms, or judges a value of it.

mod args;
mod gather;
mod load;
mod pipelines;
mod problem;
mod prompt;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};

pub use args::{Args, InputArgs};
use args::{FileArgs, Format};
pub use problem::Problem;

use super::{Error, Status, Terminal};
use crate::render::Look;
use crate::render::txn_window::{exactly_once, json, markdown, svg, text};
use crate::txn_window::report::{Report, ReportError, Request};

/// Answer, and say with `--check` whether it fits.
pub fn run(args: &Args, terminal: &mut Terminal) -> Result<Status, Error> {
    let asked = gather::asked(&args.inputs, &args.files)?;
    let nothing_given = args.inputs.is_empty() && args.files.is_empty();
    if let Some(release) = asked.iter().find_map(|asked| asked.assumed) {
        terminal.notice(&format!("read as kafka-clients {release}, the newest known; --client says another"));
    }
    let mut reports = Vec::new();
    let mut shown = false;
    for mut asked in asked {
        for request in &mut asked.requests {
            request.vary.clone_from(&args.vary);
        }
        let newest = asked.requests.last().expect("a set of releases that parsed is not empty");
        if may_ask(args, newest) && matches!(Report::of(newest.clone()), Err(ReportError::Missing(..) | ReportError::Unread(_))) {
            reports.push(prompt::converse(newest.clone(), nothing_given, terminal)?);
            shown = args.format == Format::Text && args.output.is_none();
        } else {
            reports.extend(by_release(asked.requests)?);
        }
    }
    if !shown {
        match &args.output {
            None => write(&reports, args.format, terminal.look, terminal.out())?,
            Some(path) => {
                let failed = |error| Problem::Write { path: path.to_string_lossy().into_owned(), error };
                let mut out = BufWriter::new(File::create(path).map_err(failed)?);
                let look = Look { color: false, ..terminal.look };
                write(&reports, args.format, look, &mut out).and_then(|()| out.flush()).map_err(failed)?;
            }
        }
    }
    let passes = reports.iter().all(Report::passes);
    if passes && let Some((_, place)) = reports.iter().filter(|_| args.check).find_map(|report| report.unread.first()) {
        return Err(Problem::Unread(place.clone()).into());
    }
    Ok(if args.check && !passes { Status::Findings } else { Status::Clean })
}

/// The answers, one for all releases on which it is the same.
fn by_release(requests: Vec<Request>) -> Result<Vec<Report>, Problem> {
    let mut reports: Vec<Report> = Vec::new();
    for request in requests {
        let pipeline = request.pipeline.clone();
        let report = Report::of(request).map_err(|error| Problem::Report { pipeline, error })?;
        match reports.iter_mut().find(|known| known.is_same_as(&report)) {
            Some(known) => *known = Report { clients: known.clients.union(report.clients), ..report },
            None => reports.push(report),
        }
    }
    Ok(reports)
}

/// What `explain` takes for the page on exactly-once.
pub const EXACTLY_ONCE: &str = "exactly-once";

/// Say what exactly-once costs: in the figures of these inputs, else of the project's pipelines, else of Kafka's defaults.
pub fn explain(inputs: &InputArgs, terminal: &mut Terminal) -> Result<Status, Error> {
    let look = terminal.look;
    let asked = gather::asked(inputs, &FileArgs::default())?;
    let requests: Vec<Request> = asked.into_iter().filter_map(|asked| asked.requests.into_iter().next_back()).collect();
    let of_project = requests.iter().any(|request| request.pipeline.is_some());
    if inputs.is_empty() && !of_project {
        exactly_once::exactly_once(None, look, terminal.out())?;
        return Ok(Status::Clean);
    }
    for (index, request) in requests.into_iter().enumerate() {
        if index > 0 {
            writeln!(terminal.out())?;
        }
        let pipeline = request.pipeline.clone();
        let report = Report::of(request).map_err(|error| Problem::Report { pipeline, error })?;
        exactly_once::exactly_once(Some(&report), look, terminal.out())?;
    }
    Ok(Status::Clean)
}

/// Somebody is there to answer, and this is no gate and no pipeline of a project.
fn may_ask(args: &Args, request: &Request) -> bool {
    !args.check && request.pipeline.is_none() && io::stdin().is_terminal() && io::stderr().is_terminal()
}

fn write(reports: &[Report], format: Format, look: Look, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Json => json::json(reports, out),
        Format::Svg => svg::svg(reports, out),
        Format::Text | Format::Markdown => {
            for (index, report) in reports.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                match format {
                    Format::Markdown => markdown::markdown(report, out)?,
                    _ => text::text(report, look, out)?,
                }
            }
            Ok(())
        }
    }
}
