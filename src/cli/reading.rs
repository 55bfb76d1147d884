//! The files of a run, read side by side and kept in order.

use std::{
    io::{self, IsTerminal},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::{
    Error, Terminal,
    args::ReadingArgs,
    clients::Clients,
    files::{self, Input},
};
use crate::{
    classify::{self, Classification, Kind},
    kafka::Role,
    properties::Properties,
    source::Source,
};

/// From so many files on they are read side by side; below, starting threads costs more than it saves.
const MANY: usize = 32;

/// How long a run takes before it shows that it is under way.
const PATIENCE: Duration = Duration::from_millis(700);

/// What there is to read, and as what.
pub struct Reading {
    /// The files, in the order of their names.
    pub inputs: Vec<Input>,
    /// The releases to read them as.
    pub clients: Clients,
    /// What someone says that they are.
    pub role: Option<Role>,
    /// Whether some path could not be followed.
    pub failed: bool,
}

impl Reading {
    /// Follows the paths and says what must be said about them.
    pub fn prepare(args: &ReadingArgs, terminal: &mut Terminal) -> Result<Self, Error> {
        let clients = Clients::parse(&args.client)?;
        for note in &clients.notes {
            terminal.notice(note);
        }
        let found = files::find(&args.paths, args.stdin_filename.as_deref());
        for error in &found.errors {
            terminal.error(error);
        }
        for notice in &found.notices {
            terminal.notice(notice);
        }
        Ok(Self { inputs: found.inputs, clients, role: args.role.0, failed: !found.errors.is_empty() })
    }

    /// Does something with every file, side by side where there are many, and keeps their order.
    pub fn each<T: Send>(&self, work: impl Fn(&Input) -> T + Sync) -> Vec<T> {
        if self.inputs.len() < MANY {
            return self.inputs.iter().map(work).collect();
        }
        let progress = Progress::of(self.inputs.len() as u64);
        let done = self.inputs.par_iter().map(|input| {
            let done = work(input);
            progress.step();
            done
        });
        let done = done.collect();
        progress.finish();
        done
    }

    /// Reads every file. What cannot be read is said; what is too large to be a configuration and was
    /// only met in a folder is passed over aloud.
    pub fn sources(&mut self, terminal: &mut Terminal) -> Vec<(Input, Source)> {
        let read = self.each(read);
        let mut sources = Vec::new();
        for (input, source) in std::mem::take(&mut self.inputs).into_iter().zip(read) {
            match source {
                Ok(source) => sources.push((input, source)),
                Err(error) => self.cannot(&input, &error, terminal),
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

    /// What a file is: what someone says, else what its content tells. A word about a whole folder
    /// makes nothing of Kafka's out of what is none.
    pub fn classify(&self, input: &Input, properties: &Properties<'_>) -> Classification {
        let Some(role) = self.role else { return classify::classify(properties) };
        if !input.named {
            let told = classify::classify(properties);
            if matches!(told.kind, Kind::NotKafka | Kind::Dialect(_)) {
                return told;
            }
        }
        classify::classify_as(properties, role, format!("--role {role}"))
    }

    /// Says once which release was assumed, where nobody said it.
    pub fn say_release(&self, terminal: &mut Terminal) {
        if self.clients.assumed {
            let newest = self.clients.set.newest().map(|version| version.to_string()).unwrap_or_default();
            terminal.notice(&format!("read as kafka-clients {newest}, the newest known; --client says another"));
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
