//! `--fix`, `--unsafe-fixes`, `--diff`, `--add-suppressions` → files that are mended, or what would be done to them.

use std::{io, sync::Arc};

use clap::Args;

use super::judge::Context;
use crate::{
    cli::{
        Error, Terminal,
        files::{Input, Place},
        reading::Task,
    },
    finding::{FileId, Finding},
    fix::{Settled, Which, edited, settle, write_over},
    properties,
    render::{
        check::{Report, diff},
        counted,
    },
    source::Source,
    suppress,
};

/// What is written into the files themselves.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Mending")]
pub struct MendArgs {
    /// Mend what can be mended without changing anything else that the client does
    #[arg(long)]
    pub fix: bool,

    /// With --fix or --diff: mend also what changes more than that
    #[arg(long)]
    pub unsafe_fixes: bool,

    /// Show what --fix would do, and write nothing
    #[arg(long)]
    pub diff: bool,

    /// Silence what is found by comments in the files, with this reason
    #[arg(long, value_name = "REASON", num_args = 0..=1, require_equals = true, default_missing_value = "not judged yet")]
    #[arg(conflicts_with_all = ["fix", "diff"])]
    pub add_suppressions: Option<String>,
}

impl MendArgs {
    /// The fixes that are to be applied, if any are.
    pub fn which(&self) -> Option<Which> {
        let which = if self.unsafe_fixes { Which::All } else { Which::Safe };
        (self.fix || self.diff).then_some(which)
    }
}

/// A file that fixes apply to.
pub struct Mended {
    /// As it was.
    pub before: Source,
    /// As it is with the fixes.
    pub after: Source,
    /// How many fixes.
    pub fixes: usize,
    /// The rules whose fixes undo each other, so that none was applied.
    pub circular: Vec<&'static str>,
}

impl Mended {
    /// Applies the fixes of a file's findings. Nothing, where there are none.
    pub fn of(source: &Source, found: &[Finding], which: Which, task: &Task, context: &Context) -> Option<Self> {
        found.iter().filter_map(|finding| finding.fix.as_ref()).find(|fix| which.includes(fix))?;
        let copy = || Source::new(source.name(), source.bytes().to_vec());
        let lint = |sources: &[Source]| match context.judge(task, &sources[0]) {
            Ok(judged) => judged.findings,
            Err(_) => Vec::new(),
        };
        let Settled { sources, applied, circular, changed, .. } = settle(vec![copy()], which, lint);
        let after = sources.into_iter().next()?;
        let said = !changed.is_empty() || !circular.is_empty();
        said.then(|| Self { before: copy(), after, fixes: applied.len(), circular })
    }

    /// Writes the file, where it is one. Standard input is no file: what becomes of it goes to standard output.
    pub fn write(&self, input: &Input) -> Result<(), Error> {
        match &input.place {
            Place::Stdin => Ok(()),
            Place::Disk(path) => write_over(path, self.before.bytes(), self.after.bytes())
                .map_err(|error| Error::Mend { path: input.shown.clone(), error }),
        }
    }
}

/// Says what was mended, or shows what would be.
pub fn tell(args: &MendArgs, mended: &[Mended], terminal: &mut Terminal) -> Result<(), Error> {
    for Mended { before, after, circular, .. } in mended {
        if !circular.is_empty() {
            let rules = circular.join(", ");
            terminal.warning(&format!("{}: the fixes of {rules} undo each other, so none was applied", before.name()));
        }
        if args.diff {
            let look = terminal.look;
            diff(before, after, look, terminal.out())?;
        }
    }
    let count: usize = mended.iter().map(|mended| mended.fixes).sum();
    let touched = mended.iter().filter(|mended| mended.fixes > 0).count();
    if count > 0 {
        let would = if args.diff { "would be " } else { "" };
        terminal.notice(&format!("{} {would}mended in {}", counted(count, "finding"), counted(touched, "file")));
    } else if args.diff {
        terminal.notice("nothing would be mended");
    }
    Ok(())
}

/// Silences the findings of a report by comments, and says in how many files.
pub fn add_suppressions(report: &Report, tasks: &[Arc<Task>], reason: &str, terminal: &mut Terminal) -> Result<(), Error> {
    if tasks.iter().any(|task| task.input.place == Place::Stdin) {
        let error = io::Error::other("no comment can be written into standard input");
        return Err(Error::Write { path: "-".into(), error });
    }
    let mut files = 0;
    for (index, file) in report.files.iter().enumerate() {
        let source = &file.source;
        let edits = suppress::add(FileId(index), &properties::read(source), &report.findings, reason);
        let input = tasks.iter().map(|task| &task.input).find(|input| input.shown == source.name());
        let (Some(bytes), Some(input)) = (edited(source, &edits), input) else {
            continue;
        };
        if let Place::Disk(path) = &input.place {
            write_over(path, source.bytes(), &bytes).map_err(|error| Error::Mend { path: input.shown.clone(), error })?;
            files += 1;
        }
    }
    terminal.notice(&format!("comments added to {}", counted(files, "file")));
    Ok(())
}
