//! `--fix`, `--unsafe-fixes`, `--diff`, `--add-suppressions` → files that are mended, or what would be done to them.

use std::{collections::BTreeMap, io};

use clap::Args;

use super::judge::{Context, Run};
use crate::{
    cli::{
        Error, Terminal,
        files::{Input, Place},
        reading::Task,
    },
    finding::{FileId, Finding},
    fix::{Settled, Which, apply, edited, settle, write_over},
    properties,
    render::{check::diff, counted},
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
}

/// Replaces a file. Standard input is none: what becomes of it goes to standard output.
pub fn write(input: &Input, old: &[u8], new: &[u8]) -> Result<(), Error> {
    match &input.place {
        Place::Stdin => Ok(()),
        Place::Disk(path) => write_over(path, old, new).map_err(|error| Error::Mend { path: input.shown.clone(), error }),
    }
}

/// How often files that belong together are mended before their fixes count as undoing each other.
const MOST_ROUNDS: usize = 10;

impl Run {
    /// Applies the fixes of what is wrong with files only because they belong together. With a diff the
    /// report stays as it is, and only what would become of the files is kept.
    pub fn mend_together(&mut self, own: usize, context: &Context, args: &MendArgs) -> Result<(), Error> {
        let Some(which) = args.which() else { return Ok(()) };
        let is_ours = |finding: &Finding| finding.fix.iter().flat_map(|fix| &fix.edits).all(|edit| edit.file.0 < own);
        let ids: BTreeMap<String, usize> = (0..own).map(|id| (self.report.files[id].source.name().to_owned(), id)).collect();
        if args.diff {
            self.exchange(&ids);
        }
        for _ in 0..MOST_ROUNDS {
            let mut findings = self.together(own, context).0;
            findings.retain(is_ours);
            let round = apply(&findings, which, |id| &self.report.files[id.0].source);
            if round.changed.is_empty() {
                break;
            }
            let mut fixes = round.applied.len();
            for (id, bytes) in round.changed {
                let copy = |source: &Source| Source::new(source.name(), source.bytes().to_vec());
                let before = copy(&self.report.files[id.0].source);
                let after = Source::new(before.name(), bytes);
                if args.diff {
                    self.report.files[id.0].source = copy(&after);
                } else {
                    write(&self.tasks[id.0].input, before.bytes(), after.bytes())?;
                    self.replace(id, copy(&after), context);
                }
                match self.mended.iter_mut().find(|mended| mended.before.name() == before.name()) {
                    Some(mended) => (mended.after, mended.fixes) = (after, mended.fixes + fixes),
                    None => self.mended.push(Mended { before, after, fixes, circular: Vec::new() }),
                }
                fixes = 0;
            }
        }
        if args.diff {
            self.restore(&ids);
        }
        Ok(())
    }

    /// Puts the mended files in place of those of the report.
    fn exchange(&mut self, ids: &BTreeMap<String, usize>) {
        for mended in &self.mended {
            if let Some(id) = ids.get(mended.after.name()) {
                self.report.files[*id].source = Source::new(mended.after.name(), mended.after.bytes().to_vec());
            }
        }
    }

    /// Puts the files of the report back as they are on disk.
    fn restore(&mut self, ids: &BTreeMap<String, usize>) {
        for mended in &self.mended {
            if let Some(id) = ids.get(mended.before.name()) {
                self.report.files[*id].source = Source::new(mended.before.name(), mended.before.bytes().to_vec());
            }
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

/// Silences the findings of a run by comments, and says in how many files.
pub fn add_suppressions(run: &Run, reason: &str, terminal: &mut Terminal) -> Result<(), Error> {
    if run.tasks.iter().any(|task| task.input.place == Place::Stdin) {
        let error = io::Error::other("no comment can be written into standard input");
        return Err(Error::Write { path: "-".into(), error });
    }
    let mut by_file: BTreeMap<FileId, Vec<Finding>> = BTreeMap::new();
    for finding in &run.report.findings {
        by_file.entry(finding.file).or_default().push(finding.clone());
    }
    let mut files = 0;
    for (id, findings) in by_file {
        let source = &run.report.file(id).source;
        let edits = suppress::add(id, &properties::read(source), &findings, reason);
        if let Some(bytes) = edited(source, &edits) {
            write(&run.tasks[id.0].input, source.bytes(), &bytes)?;
            files += 1;
        }
    }
    terminal.notice(&format!("comments added to {}", counted(files, "file")));
    Ok(())
}
