//! The files of a run, read side by side and kept in order.

use std::{
    io::{self, IsTerminal},
    path::Path,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::{
    Error, Terminal,
    applied::{Applied, Lookup, RuleFlags},
    args::ReadingArgs,
    files::{self, Input},
};
use crate::{
    classify::{self, Classification, Kind},
    properties::Properties,
    render::counted,
    source::Source,
};

/// From so many files on they are read side by side; below, starting threads costs more than it saves.
const MANY: usize = 32;

/// How long a run takes before it shows that it is under way.
const PATIENCE: Duration = Duration::from_millis(700);

/// What there is to read, and as what.
pub struct Reading<'a> {
    /// The files, in the order of their names.
    pub tasks: Vec<Arc<Task>>,
    /// Tells what applies to a file.
    pub lookup: Lookup<'a>,
    /// Whether some path could not be followed.
    pub failed: bool,
    /// Whether all that was found is excluded, which was said.
    pub all_excluded: bool,
}

/// A file to read, and what applies to it.
#[derive(Debug)]
pub struct Task {
    /// The file.
    pub input: Input,
    /// What applies to it.
    pub applied: Arc<Applied>,
}

impl<'a> Reading<'a> {
    /// Follows the paths from the folder `here`, leaves out what is excluded, and says what must be said about them.
    pub fn prepare(args: &'a ReadingArgs, flags: RuleFlags<'a>, here: &Path, terminal: &mut Terminal) -> Result<Self, Error> {
        let names_stdin = args.paths.is_empty() || args.paths.iter().any(|path| path.as_os_str() == files::STDIN);
        if args.stdin_filename.is_some() && !names_stdin {
            return Err(Error::StdinNotAsked);
        }
        let lookup = Lookup::new(args, flags, here)?;
        let found = files::find(&args.paths, args.stdin_filename.as_deref(), here);
        for error in &found.errors {
            terminal.error(error);
        }
        for notice in &found.notices {
            terminal.notice(notice);
        }
        let mut excluded = Excluded::default();
        let mut tasks = Vec::new();
        for input in found.inputs {
            let applied = lookup.of(&input, terminal)?;
            if excluded.takes(&input, &applied) {
                continue;
            }
            tasks.push(Arc::new(Task { input, applied }));
        }
        let all_excluded = tasks.is_empty() && excluded.files > 0;
        excluded.say(all_excluded, terminal);
        Ok(Self { tasks, lookup, failed: !found.errors.is_empty(), all_excluded })
    }

    /// Does something with every file, side by side where there are many, and keeps their order.
    pub fn each<T: Send>(&self, work: impl Fn(&Task) -> T + Sync) -> Vec<T> {
        if self.tasks.len() < MANY {
            return self.tasks.iter().map(|task| work(task)).collect();
        }
        let progress = Progress::of(self.tasks.len() as u64);
        let done = self.tasks.par_iter().map(|task| {
            let done = work(task);
            progress.step();
            done
        });
        let done = done.collect();
        progress.finish();
        done
    }

    /// Reads every file. What cannot be read is said; what is too large to be a configuration and was
    /// only met in a folder is passed over aloud.
    pub fn sources(&mut self, terminal: &mut Terminal) -> Vec<(Arc<Task>, Source)> {
        let read = self.each(|task| read(&task.input));
        let mut sources = Vec::new();
        for (task, source) in std::mem::take(&mut self.tasks).into_iter().zip(read) {
            match source {
                Ok(source) => sources.push((task, source)),
                Err(error) => self.cannot(&task.input, &error, terminal),
            }
        }
        sources
    }

    /// Says why a file could not be read.
    pub fn cannot(&mut self, input: &Input, error: &Error, terminal: &mut Terminal) {
        if !input.named && matches!(error, Error::TooLarge { .. }) {
            terminal.notice(&error.to_string());
        } else {
            terminal.error(error);
            self.failed = true;
        }
    }
}

impl Task {
    /// What the file is: what someone says, else what its content tells. A word about a whole folder
    /// makes nothing of Kafka's out of what is none.
    pub fn classify(&self, properties: &Properties<'_>) -> Classification {
        let Some((role, because)) = &self.applied.role else { return classify::classify(properties) };
        if !self.input.named {
            let told = classify::classify(properties);
            if matches!(told.kind, Kind::NotKafka | Kind::Dialect(_)) {
                return told;
            }
        }
        classify::classify_as(properties, *role, because.clone())
    }
}

/// Files that the project's configuration excludes.
#[derive(Default)]
struct Excluded {
    files: usize,
    named: Option<(String, String)>,
    by: Option<String>,
}

impl Excluded {
    /// Whether a file is excluded. It is also where it was named: hooks and editors name every file.
    fn takes(&mut self, input: &Input, applied: &Applied) -> bool {
        let Some(excluded) = applied.project.excluded(Path::new(&input.shown)) else { return false };
        let by = format!("`{}`, {}", excluded.value, excluded.by);
        self.files += 1;
        if input.named && self.named.is_none() {
            self.named = Some((input.shown.clone(), by.clone()));
        }
        self.by.get_or_insert(by);
        true
    }

    /// Says it where nothing is left, so that nobody wonders.
    fn say(&self, nothing_left: bool, terminal: &mut Terminal) {
        let (true, Some(by)) = (nothing_left, &self.by) else { return };
        match &self.named {
            Some((name, by)) if self.files == 1 => terminal.notice(&format!("{name} is excluded ({by}), so nothing to check")),
            _ => terminal.notice(&format!("{} excluded ({by}), so nothing to check", counted(self.files, "file"))),
        }
    }
}

/// Reads a file.
pub fn read(input: &Input) -> Result<Source, Error> {
    Ok(Source::new(input.shown.clone(), files::read(input)?))
}

/// A bar that shows on a terminal when a run takes long.
struct Progress {
    start: Instant,
    all: u64,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    fn of(all: u64) -> Self {
        Self { start: Instant::now(), all, done: AtomicU64::new(0), bar: OnceLock::new() }
    }

    fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(64) && self.start.elapsed() > PATIENCE && io::stderr().is_terminal() {
            self.bar.get_or_init(|| ProgressBar::new(self.all)).set_position(done);
        }
    }

    fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
