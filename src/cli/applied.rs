//! A file → what applies to it: flags first, then its project's configuration, then its build files.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    Error, Terminal,
    args::ReadingArgs,
    clients::Clients,
    files::{Input, Place},
    patches::Patches,
};
use crate::{
    finding::Severity,
    kafka::Role,
    project::{By, FailOn, Project, Projects, Said, Selection, Settings, place::plain, release::Detector, settings::Step},
    rule::rule,
    version::VersionSet,
};

/// How many groups of files with the same releases are told apart in a note.
const TOLD_APART: usize = 3;

/// What applies to a file.
#[derive(Debug)]
pub struct Applied {
    /// The releases that it is read as.
    pub clients: VersionSet,
    /// The partial versions among them that leave patches out.
    pub partial: Vec<Patches>,
    /// Why those.
    pub client_because: Arc<str>,
    /// Who said which releases.
    pub client_from: ClientFrom,
    /// What someone says that it configures, and who.
    pub role: Option<(Role, String)>,
    /// Whether it is all that its client gets.
    pub complete: bool,
    /// From which severity on a finding fails the run.
    pub fail_on: Option<Severity>,
    /// The rules that are asked.
    pub selection: Selection,
    /// The settings, with who says each.
    pub settings: Settings,
    /// Its project.
    pub project: Arc<Project>,
}

/// Who said which releases a file is read as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ClientFrom {
    /// A flag or the project's configuration.
    Settings,
    /// Build files.
    BuildFiles,
    /// Nobody.
    Nobody,
}

/// The flags of `check` that the project's configuration has, too.
#[derive(Debug, Default)]
pub struct RuleFlags<'a> {
    /// `--select`
    pub select: &'a [String],
    /// `--ignore`
    pub ignore: &'a [String],
    /// `--fail-on`
    pub fail_on: Option<FailOn>,
}

/// Tells what applies to a file.
#[derive(Debug)]
pub struct Lookup<'a> {
    /// Where the command runs, or is taken to.
    pub here: PathBuf,
    args: &'a ReadingArgs,
    flags: RuleFlags<'a>,
    projects: Projects,
    detector: Mutex<Detector>,
    /// The last folder, where the same applies to all files in it.
    last: Mutex<Option<(PathBuf, Arc<Applied>)>>,
    said: Mutex<BTreeSet<String>>,
}

impl<'a> Lookup<'a> {
    /// Takes the flags; reads the configuration that one of them names.
    pub fn new(args: &'a ReadingArgs, flags: RuleFlags<'a>, here: &Path) -> Result<Self, Error> {
        Ok(Self {
            here: here.into(),
            args,
            flags,
            projects: Projects::new(here, args.config.as_deref(), args.isolated)?,
            detector: Mutex::default(),
            last: Mutex::default(),
            said: Mutex::default(),
        })
    }

    /// What applies to a file. Mostly it is the same for all in a folder, which come one after the other.
    pub fn of(&self, input: &Input, terminal: &mut Terminal) -> Result<Arc<Applied>, Error> {
        // Standard input without a name lies where the command runs.
        let path = match &input.place {
            Place::Stdin if self.args.stdin_filename.is_none() => Path::new("-"),
            _ => Path::new(&input.shown),
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = path.parent().unwrap_or(path);
        if let Some((known, applied)) = &*last
            && known.as_os_str() == folder.as_os_str()
        {
            return Ok(Arc::clone(applied));
        }
        let applied = Arc::new(self.applied(path, terminal)?);
        *last = (!applied.project.tells_files_apart()).then(|| (folder.into(), Arc::clone(&applied)));
        Ok(applied)
    }

    fn applied(&self, path: &Path, terminal: &mut Terminal) -> Result<Applied, Error> {
        let project = self.projects.of(path)?;
        for notice in &project.notices {
            self.once(notice, |notice| terminal.warning(notice));
        }
        let settings = self.settings(&project, path);
        let (clients, client_from) = self.clients(&settings.client, &project, path, terminal)?;
        let role = settings.role.value.map(|role| {
            let because = match &settings.role.by {
                By::Flag(flag) => format!("{flag} {role}"),
                by => by.to_string(),
            };
            (role, because)
        });
        Ok(Applied {
            clients: clients.set,
            partial: clients.partial,
            client_because: clients.because.into(),
            client_from,
            role,
            complete: settings.complete.value,
            fail_on: settings.fail_on.value.least(),
            selection: Selection::of(&settings),
            settings,
            project,
        })
    }

    /// What the project says, and the flags say otherwise.
    fn settings(&self, project: &Project, path: &Path) -> Settings {
        let mut settings = project.settings(path);
        if let Some(client) = &self.args.client {
            settings.client = Said::flag(client.clone(), "--client");
        }
        if self.args.role.0.is_some() {
            settings.role = Said::flag(self.args.role.0, "--role");
        }
        if self.args.complete {
            settings.complete = Said::flag(true, "--complete");
        }
        if let Some(fail_on) = self.flags.fail_on {
            settings.fail_on = Said::flag(fail_on, "--fail-on");
        }
        if !self.flags.select.is_empty() {
            let named = |name: &String| Said::flag(name.trim().to_owned(), "--select");
            settings.select = Some(self.flags.select.iter().map(named).collect());
            settings.steps.clear();
        }
        let ignored = self.flags.ignore.iter();
        let step = |name: &String| Step { rule: Said::flag(name.trim().to_owned(), "--ignore"), applies: false };
        settings.steps.extend(ignored.map(step));
        settings
    }

    fn clients(
        &self,
        said: &Said<String>,
        project: &Project,
        path: &Path,
        terminal: &mut Terminal,
    ) -> Result<(Clients, ClientFrom), Error> {
        if said.value.trim() != "auto" {
            let clients = Clients::parse(&said.value).map_err(|error| match &said.by {
                By::Line(path, line) => {
                    crate::project::Error { place: format!("{path}:{line}"), message: error.to_string() }.into()
                }
                _ => error,
            })?;
            for note in &clients.notes {
                self.once(note, |note| terminal.notice(note));
            }
            let because = match &said.by {
                By::Flag(flag) => format!("{flag} {}", said.value.trim()),
                by => by.to_string(),
            };
            return Ok((Clients { because, ..clients }, ClientFrom::Settings));
        }
        let file = self.here.join(path);
        let folder = plain(file.parent().unwrap_or(&self.here));
        let mut detector = self.detector.lock().unwrap_or_else(PoisonError::into_inner);
        let detected = if self.args.isolated { None } else { detector.detect(&folder, &project.top) };
        if let Some(detected) = detected {
            return Ok((Clients::of(detected.clients, detected.because(&self.here)), ClientFrom::BuildFiles));
        }
        Ok((Clients::newest_known(), ClientFrom::Nobody))
    }

    fn once(&self, text: &str, say: impl FnOnce(&str)) {
        if self.said.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned()) {
            say(text);
        }
    }
}

/// Where the command runs.
pub fn here() -> PathBuf {
    env::current_dir().unwrap_or_default()
}

/// Says once for the files of a run which releases they were read as, where neither a flag nor the
/// configuration says it.
pub fn say_releases<'a>(applied: impl Iterator<Item = &'a Applied>, terminal: &mut Terminal) {
    let mut groups: BTreeMap<(ClientFrom, String, &str), usize> = BTreeMap::new();
    for one in applied.filter(|one| one.client_from != ClientFrom::Settings) {
        *groups.entry((one.client_from, one.clients.to_string(), &one.client_because)).or_default() += 1;
    }
    let several = groups.len() > 1;
    for ((from, clients, because), files) in groups.iter().take(TOLD_APART) {
        let of = if several { format!("{} ", crate::render::counted(*files, "file")) } else { String::new() };
        let because = match from {
            ClientFrom::Nobody => ", the newest known; --client or ackward.toml says another (`ackward init` writes one)".into(),
            _ => format!(" ({because})"),
        };
        terminal.notice(&format!("{of}read as kafka-clients {clients}{because}"));
    }
    if groups.len() > TOLD_APART {
        let more = groups.len() - TOLD_APART;
        terminal.notice(&format!("and as those that {} say", crate::render::counted(more, "more build file")));
    }
}

/// Refuses rules that nobody knows where they are to be applied, and says it where they are not.
pub fn check_names(flags: &RuleFlags<'_>, terminal: &mut Terminal) -> Result<(), Error> {
    let is_unknown = |name: &&String| name.trim() != crate::project::selection::ALL && rule(name.trim()).is_none();
    if let Some(name) = flags.select.iter().find(is_unknown) {
        return Err(Error::UnknownRule { rule: name.trim().into(), near: near_rules(name) });
    }
    for name in flags.ignore.iter().filter(is_unknown) {
        terminal.warning(&Error::UnknownRule { rule: name.trim().into(), near: near_rules(name) }.to_string());
    }
    Ok(())
}

fn near_rules(name: &str) -> Vec<String> {
    super::near(name.trim(), crate::rule::rules().iter().map(|rule| rule.id))
}
