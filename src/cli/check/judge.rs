//! Files → the report: each read, told what it is, and held against the rules.

use std::{
    cell::LazyCell,
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    mend::{MendArgs, Mended, write},
    pipelines::{Pipelines, place},
};
use crate::{
    classify::{Classification, Kind},
    cli::{
        Error, Terminal,
        files::{Input, Place},
        patches::{Differences, Differing},
        reading::{Reading, Task, read},
    },
    finding::{FileId, Finding},
    project::discover::repository,
    properties::{self, Properties},
    render::check::{JudgedFile, Report},
    rule::{BrokerFacts, File, Options, RuleSet, check, check_together, rule},
    source::Source,
    suppress::{self, Suppressed},
    version::VersionSet,
};

/// What the files of a run are held against, beside what applies to each.
#[derive(Debug, Default)]
pub struct Context {
    /// Where the command runs.
    pub here: PathBuf,
    /// What flags say of the brokers.
    pub facts: Option<BrokerFacts>,
    /// The pipelines of the files.
    pub pipelines: Pipelines,
}

/// What came of a run.
pub struct Run {
    /// What is to be said.
    pub report: Report,
    /// The files of the report, as they were asked for, with what applies to each.
    pub tasks: Vec<Arc<Task>>,
    /// The files to which fixes apply.
    pub mended: Vec<Mended>,
    /// Standard input with its fixes, where those are applied.
    pub piped: Option<Source>,
    /// Where other patches of a partial version answer something else.
    pub differences: Differences,
}

/// Judges every file, side by side where there are many, and mends it first where that is asked for.
pub fn run(reading: &mut Reading<'_>, context: &Context, mend: &MendArgs, terminal: &mut Terminal) -> Result<Run, Error> {
    let partners = context.pipelines.partners(reading, terminal)?;
    let outcomes = reading.each(|task| read(&task.input).map(|source| context.outcome(source, task, mend)));
    let report = Report { here: from_root(&context.here), ..Report::default() };
    let mut run = Run { report, tasks: Vec::new(), mended: Vec::new(), piped: None, differences: Differences::default() };
    let mut passed_over = PassedOver::default();
    for (task, outcome) in reading.tasks.clone().into_iter().zip(outcomes) {
        let pipes = task.input.place == Place::Stdin && mend.fix && !mend.diff;
        match outcome {
            Ok(Outcome::Judged(file, judged, mended)) => {
                let mended = mended.and_then(|mended| match mended {
                    Ok(mended) => Some(*mended),
                    Err(error) => {
                        reading.cannot(&task.input, &error, terminal);
                        None
                    }
                });
                if pipes {
                    run.piped = Some(Source::new(file.source.name(), file.source.bytes().to_vec()));
                }
                run.mended.extend(mended);
                run.differences.add(&task.input.shown, judged.differing);
                run.add(task, *file, judged.findings, judged.suppressed);
            }
            Ok(Outcome::PassedOver(source, told)) => {
                run.piped = source.filter(|_| pipes).or(run.piped);
                passed_over.add(&task.input, told);
            }
            Err(error) => reading.cannot(&task.input, &error, terminal),
        }
    }
    let own = run.tasks.len();
    for task in partners {
        let task = Arc::new(task);
        if let Outcome::Judged(file, ..) = context.outcome(read(&task.input)?, &task, &MendArgs::default()) {
            run.add(task, *file, Vec::new(), Vec::new());
        }
    }
    run.mend_together(own, context, mend)?;
    let (findings, suppressed) = run.together(own, context);
    run.report.findings.extend(findings);
    run.report.suppressed.extend(suppressed);
    run.report.sort();
    let nothing_judged = run.tasks.is_empty() && !reading.failed && !reading.all_excluded;
    passed_over.say(reading.tasks.len(), nothing_judged, terminal);
    Ok(run)
}

/// The way from the root of the repository, `services/orders/`.
fn from_root(here: &Path) -> String {
    let root = repository(here);
    let below = here.strip_prefix(&root).ok().filter(|_| root.join(".git").exists());
    let parts = below.into_iter().flat_map(Path::components);
    parts.map(|part| part.as_os_str().to_string_lossy().into_owned() + "/").collect()
}

/// What becomes of a file that could be read.
enum Outcome {
    /// With what fixes made of it, or why that could not be written.
    Judged(Box<JudgedFile>, Judged, Option<Result<Box<Mended>, Error>>),
    /// With its text, where that is standard input, which may have to be passed on.
    PassedOver(Option<Source>, Classification),
}

/// What is said about one file.
pub struct Judged {
    told: Classification,
    /// What is found; the file is the first.
    pub findings: Vec<Finding>,
    suppressed: Vec<Suppressed>,
    differing: Vec<Differing>,
}

impl Context {
    fn options(&self, task: &Task) -> Options {
        let facts = self.facts.as_ref().or_else(|| self.pipelines.facts(&task.input, &self.here));
        Options {
            complete: task.applied.complete,
            facts: facts.cloned().unwrap_or_default(),
            rules: task.applied.selection.rules,
            ..Options::default()
        }
    }

    /// Judges a file by itself; the classification alone, where no rule is for it.
    pub fn judge(&self, task: &Task, source: &Source) -> Result<Judged, Classification> {
        let properties = properties::read(source);
        let told = task.classify(&properties);
        if told.views.is_empty() {
            return Err(told);
        }
        let (clients, options) = (task.applied.clients, self.options(task));
        let file = File { id: FileId(0), properties: &properties, classification: &told };
        let found = |clients| suppress::apply(&file, clients, &options, check(&file, clients, &options));
        let (mut findings, suppressed) = found(clients);
        for finding in &mut findings {
            task.applied.selection.adjust(finding);
        }
        let differing = task.applied.partial.iter().filter_map(|patches| {
            let (findings, _) = found(patches.all());
            patches.differing(findings.iter().map(|finding| (finding.clients, finding.rule)))
        });
        let differing = differing.collect();
        Ok(Judged { told, findings, suppressed, differing })
    }

    fn outcome(&self, mut source: Source, task: &Task, mend: &MendArgs) -> Outcome {
        let passed_over = |source, told| Outcome::PassedOver(Some(source).filter(|_| task.input.place == Place::Stdin), told);
        let mut judged = match self.judge(task, &source) {
            Ok(judged) => judged,
            Err(told) => return passed_over(source, told),
        };
        let mended = mend.which().and_then(|which| Mended::of(&source, &judged.findings, which, task, self));
        let mended = mended.map(|mended| {
            if !mend.diff && mended.fixes > 0 {
                write(&task.input, mended.before.bytes(), mended.after.bytes())?;
            }
            Ok(Box::new(mended))
        });
        if let Some(Ok(mended)) = mended.as_ref().filter(|_| !mend.diff) {
            source = Source::new(source.name(), mended.after.bytes().to_vec());
            judged = match self.judge(task, &source) {
                Ok(judged) => judged,
                Err(told) => return passed_over(source, told),
            };
        }
        let file = JudgedFile {
            source,
            role: judged.told.kind.name(),
            roles: judged.told.views.iter().map(|view| view.role).collect(),
            role_because: judged.told.because.clone(),
            clients: task.applied.clients,
            client_because: Arc::clone(&task.applied.client_because),
        };
        Outcome::Judged(Box::new(file), judged, mended)
    }
}

/// Findings about several files, and those of them that a comment silences.
fn silenced(report: &Report, findings: &[Finding]) -> (Vec<Finding>, Vec<Suppressed>) {
    let (mut kept, mut suppressed) = (Vec::new(), Vec::new());
    let mut files: Vec<FileId> = findings.iter().map(|finding| finding.file).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let own = findings.iter().filter(|finding| finding.file == file).cloned().collect();
        let parted = suppress::silence(&properties::read(&report.file(file).source), file, own);
        kept.extend(parted.0);
        suppressed.extend(parted.1);
    }
    (kept, suppressed)
}

/// The finding as one about this file, now that its place among the files is known.
fn about(mut finding: Finding, id: FileId) -> Finding {
    finding.file = id;
    finding.related.iter_mut().for_each(|related| related.file = id);
    finding.fix.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| edit.file = id);
    finding
}

impl Run {
    fn add(&mut self, task: Arc<Task>, file: JudgedFile, findings: Vec<Finding>, suppressed: Vec<Suppressed>) {
        self.say(FileId(self.tasks.len()), findings, suppressed);
        self.report.files.push(file);
        self.tasks.push(task);
    }

    fn say(&mut self, id: FileId, findings: Vec<Finding>, suppressed: Vec<Suppressed>) {
        self.report.findings.extend(findings.into_iter().map(|finding| about(finding, id)));
        let suppressed = suppressed.into_iter();
        self.report.suppressed.extend(suppressed.map(|other| Suppressed { finding: about(other.finding, id), ..other }));
    }

    /// What is wrong with files only because they belong together: those of one folder that were named
    /// themselves, and those of one pipeline. Files that merely lie in one tree need not know of each other.
    /// Only the first files, those that were asked for, are judged.
    pub fn together(&self, own: usize, context: &Context) -> (Vec<Finding>, Vec<Suppressed>) {
        let mut by_folder: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, task) in self.tasks.iter().enumerate().take(own).filter(|(_, task)| task.input.named) {
            let folder = task.input.shown.rsplit_once('/').map_or("", |(folder, _)| folder);
            by_folder.entry(folder).or_default().push(index);
        }
        let groups = by_folder.into_values().map(|members| (members, None));
        let places: LazyCell<Vec<_>, _> =
            LazyCell::new(|| self.tasks.iter().map(|task| place(&task.input, &context.here)).collect());
        let pipelines = context.pipelines.groups().map(|(members, facts)| {
            let members = (0..self.tasks.len()).filter(|index| members.contains(&places[*index])).collect();
            (members, facts)
        });
        let mut findings: Vec<Finding> = Vec::new();
        for (members, facts) in groups.chain(pipelines).filter(|(members, _)| members.len() > 1) {
            for finding in self.of_group(&members, facts, context) {
                if finding.file.0 < own && !findings.contains(&finding) {
                    findings.push(finding);
                }
            }
        }
        silenced(&self.report, &findings)
    }

    /// Puts a file in the place of what it was, with what is found in it now.
    pub fn replace(&mut self, id: FileId, source: Source, context: &Context) {
        self.report.findings.retain(|finding| finding.file != id);
        self.report.suppressed.retain(|suppressed| suppressed.finding.file != id);
        if let Ok(judged) = context.judge(&self.tasks[id.0], &source) {
            self.say(id, judged.findings, judged.suppressed);
        }
        self.report.files[id.0].source = source;
    }

    fn of_group(&self, members: &[usize], facts: Option<&BrokerFacts>, context: &Context) -> Vec<Finding> {
        let read: Vec<(FileId, Properties<'_>)> =
            members.iter().map(|index| (FileId(*index), properties::read(&self.report.files[*index].source))).collect();
        let told: Vec<Classification> = read.iter().map(|(id, properties)| self.tasks[id.0].classify(properties)).collect();
        let files: Vec<(File<'_>, VersionSet)> = read
            .iter()
            .zip(&told)
            .map(|((id, properties), told)| {
                (File { id: *id, properties, classification: told }, self.tasks[id.0].applied.clients)
            })
            .collect();
        let selection = |index: usize| &self.tasks[index].applied.selection;
        let mut asked = RuleSet::NONE;
        for index in members {
            asked.add(selection(*index).rules);
        }
        let mut options = Options { rules: asked, ..context.options(&self.tasks[members[0]]) };
        options.facts = context.facts.as_ref().or(facts).cloned().unwrap_or_default();
        let mut findings = check_together(&files, &options);
        findings.retain(|finding| rule(finding.rule).is_none_or(|rule| selection(finding.file.0).rules.contains(rule)));
        for finding in &mut findings {
            selection(finding.file.0).adjust(finding);
        }
        findings
    }
}

/// Files that were read and not judged.
#[derive(Default)]
struct PassedOver {
    files: Vec<(String, bool, Classification)>,
}

impl PassedOver {
    fn add(&mut self, input: &Input, told: Classification) {
        self.files.push((input.shown.clone(), input.named, told));
    }

    /// Says what the user may have expected to be judged: a file of its own, and settings of Kafka's
    /// in another form. What is not Kafka's is passed over silently in a crowd.
    fn say(&self, looked_at: usize, nothing_judged: bool, terminal: &mut Terminal) {
        let mut others = Vec::new();
        for (name, named, told) in &self.files {
            match told.kind {
                Kind::NotKafka if *named && looked_at == 1 => {
                    terminal
                        .notice(&format!("{name}: no configuration of a Kafka client ({}), so nothing to check", told.because));
                }
                Kind::NotKafka => {}
                kind if *named => {
                    terminal.notice(&format!("{name}: {} is not checked yet ({})", kind.name(), told.because));
                }
                kind => others.push(format!("{name} ({})", kind.name())),
            }
        }
        if let Some((first, rest)) = others.split_first() {
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            terminal.notice(&format!("{first}{more}: settings of Kafka's in a form that is not checked yet"));
        }
        let said = self.files.iter().any(|(_, named, told)| *named && (looked_at == 1 || told.kind != Kind::NotKafka));
        if nothing_judged && !said && others.is_empty() {
            let among = match looked_at {
                0 => "no file here can hold one".into(),
                1 => "1 file was looked at".into(),
                many => format!("{many} files were looked at"),
            };
            terminal.notice(&format!("no configuration of a Kafka client found; {among}"));
        }
    }
}
