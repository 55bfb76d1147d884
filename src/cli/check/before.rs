//! `--diff-base REV` → only what is worse than at the commit from which the work at hand departed: both sides
//! are judged, each with its own configuration and build files.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use super::{
    broker::BrokerArgs,
    judge::{self, Context, Run},
    mend::MendArgs,
    pipelines::{Pipelines, place},
};
use crate::{
    cli::{
        Error, Terminal,
        applied::RuleFlags,
        args::{CheckArgs, ReadingArgs},
        files::{self, Place},
        reading::Reading,
    },
    project::{
        Base, FILE_NAME,
        git::{Blob, Git},
        release::is_build_file,
        worse::keep_worse,
    },
    render::counted,
};

/// Keeps back what was there before.
pub fn apply(revision: &str, args: &CheckArgs, run: &mut Run, here: &Path, terminal: &mut Terminal) -> Result<(), Error> {
    let here = &here.canonicalize().map_err(|error| Error::Read { path: ".".into(), error })?;
    let git = Git::at(here)?;
    let commit = git.base(revision)?;
    let renames = git.renames(&commit)?;
    let before = Before::export(&git, &commit, here, run)?;
    let mut adopted = !before.has_configuration;
    if adopted {
        before.adopt(run)?;
    }
    let mut judged = before.judge(args, &renames, run);
    if matches!(judged, Err(Error::Project(_))) && !adopted {
        // What was wrong with the configuration of before is no fault of now.
        adopted = true;
        before.adopt(run)?;
        judged = before.judge(args, &renames, run);
    }
    let known = match judged? {
        Some(judged) => {
            let base = |top: &Path, here: &Path| Base::of(&top.join(FILE_NAME), here);
            let (then, now) = (base(before.folder.path(), &before.here), base(git.top(), here));
            keep_worse((&judged.report, &then), &renames, (&mut run.report, &now))
        }
        None => 0,
    };
    let with = if adopted { " under the configuration of now" } else { "" };
    let short = commit.get(..9).unwrap_or(&commit);
    terminal.notice(&format!("compared with {short}{with}: {} there already", counted_were(known)));
    Ok(())
}

fn counted_were(number: usize) -> String {
    format!("{} {}", counted(number, "finding"), if number == 1 { "was" } else { "were" })
}

/// The repository as it was, as far as it matters, in a folder of its own.
struct Before {
    folder: TempDir,
    /// The top of the repository as it is.
    top: PathBuf,
    /// Where the command would run.
    here: PathBuf,
    has_configuration: bool,
}

impl Before {
    fn export(git: &Git, commit: &str, here: &Path, run: &Run) -> Result<Self, Error> {
        let failed = |error| Error::Write { path: std::env::temp_dir(), error };
        let folder = tempfile::Builder::new().prefix("ackward-").tempdir().map_err(failed)?;
        let top = git.top().canonicalize().map_err(failed)?;
        let below = here.strip_prefix(&top).unwrap_or(Path::new("")).to_owned();
        let now: BTreeSet<String> = run
            .tasks
            .iter()
            .filter_map(|task| Some(place(&task.input, here).strip_prefix(&top).ok()?.to_string_lossy().replace('\\', "/")))
            .collect();
        let is_wanted = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let is_configuration = name.rsplit('.').next() == Some("toml") || name == ".gitignore";
            is_configuration || files::is_candidate(name) || is_build_file(path) || now.contains(path)
        };
        let blobs: Vec<Blob> = git.files(commit, is_wanted)?;
        git.export(&blobs, folder.path())?;
        let here = folder.path().join(below);
        // So that it is a repository of its own, and the folder is there though nothing in it was.
        fs::create_dir_all(folder.path().join(".git")).and_then(|()| fs::create_dir_all(&here)).map_err(failed)?;
        let has_configuration = blobs.iter().any(|blob| blob.path.rsplit('/').next() == Some(FILE_NAME));
        Ok(Self { folder, top, here, has_configuration })
    }

    /// Takes the configuration of now.
    fn adopt(&self, run: &Run) -> Result<(), Error> {
        for layer in run.tasks.iter().flat_map(|task| &task.applied.project.layers) {
            let name = layer.shown.rsplit('/').next().unwrap_or(FILE_NAME);
            let from = layer.folder.join(name);
            if let Some(to) = self.then(&from) {
                let copied = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(&from, &to));
                copied.map_err(|error| Error::Write { path: to, error })?;
            }
        }
        Ok(())
    }

    /// Where a path of now would have been.
    fn then(&self, path: &Path) -> Option<PathBuf> {
        Some(self.folder.path().join(path.strip_prefix(&self.top).ok()?))
    }

    /// Judges what there was; `None` where nothing of it was there.
    fn judge(&self, args: &CheckArgs, renames: &BTreeMap<String, String>, run: &Run) -> Result<Option<Run>, Error> {
        let paths = self.paths(args, renames, run);
        if paths.is_empty() {
            return Ok(None);
        }
        // A file that a flag names is taken as it was.
        let as_it_was = |path: &PathBuf| {
            let then = if path.is_absolute() { self.then(path) } else { Some(self.here.join(path)) };
            then.filter(|then| then.exists()).unwrap_or_else(|| path.clone())
        };
        let config = args.reading.config.as_ref().map(as_it_was);
        let reading = ReadingArgs { paths, config, stdin_filename: None, ..args.reading.clone() };
        let broker = BrokerArgs { broker: args.broker.broker.as_ref().map(as_it_was), ..args.broker.clone() };
        let flags = RuleFlags { select: &args.select, ignore: &args.ignore, fail_on: args.fail_on };
        let mut nowhere = Terminal::nowhere();
        let mut reading = Reading::prepare(&reading, flags, &self.here, &mut nowhere)?;
        let context = Context { facts: broker.facts()?, pipelines: Pipelines::of(&reading)?, here: self.here.clone() };
        judge::run(&mut reading, &context, &MendArgs::default(), &mut nowhere).map(Some)
    }

    /// The paths that were asked for, as far as they were there, and the old names of what was renamed.
    fn paths(&self, args: &CheckArgs, renames: &BTreeMap<String, String>, run: &Run) -> Vec<PathBuf> {
        let asked = if args.reading.paths.is_empty() { vec![PathBuf::from(".")] } else { args.reading.paths.clone() };
        let then = |path: PathBuf| if path.is_absolute() { self.then(&path) } else { Some(self.here.join(path)) };
        let mut paths: Vec<PathBuf> = asked.into_iter().filter(|path| path.as_os_str() != "-").filter_map(then).collect();
        let old: BTreeMap<&String, &String> = renames.iter().map(|(old, new)| (new, old)).collect();
        for task in &run.tasks {
            if task.input.place == Place::Stdin {
                paths.push(self.here.join(&task.input.shown));
            }
            let now = place(&task.input, &self.top.join(self.here.strip_prefix(self.folder.path()).unwrap_or(Path::new(""))));
            let now = now.strip_prefix(&self.top).map(|path| path.to_string_lossy().replace('\\', "/"));
            if let Some(old) = now.ok().and_then(|now| old.get(&now).copied()) {
                paths.push(self.folder.path().join(old));
            }
        }
        paths.retain(|path| path.exists());
        paths
    }
}
