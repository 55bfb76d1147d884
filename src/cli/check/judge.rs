//! Files → the report: each read, told what it is, and held against the rules.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    mend::{MendArgs, Mended, write},
    passed_over::PassedOver,
    pipelines::Pipelines,
};
use crate::{
    classify::Classification,
    cli::{
        Error, Terminal,
        files::Place,
        patches::{Differences, Differing},
        reading::{Reading, Task, read},
    },
    finding::{FileId, Finding},
    project::discover::repository,
    properties,
    render::check::{JudgedFile, Report},
    rule::{BrokerFacts, File, Options, check},
    source::Source,
    suppress::{self, Suppressed},
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
            Ok(Outcome::Judged(waiting)) => {
                let Waiting { file, findings, suppressed, differing, mended } = *waiting;
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
                run.differences.add(&task.input.shown, differing);
                run.add(task, file, findings, suppressed);
            }
            Ok(Outcome::PassedOver(source, told)) => {
                run.piped = source.filter(|_| pipes).map(|source| *source).or(run.piped);
                passed_over.add(&task.input, told);
            }
            Err(error) => reading.cannot(&task.input, &error, terminal),
        }
    }
    let own = run.tasks.len();
    for task in partners {
        let task = Arc::new(task);
        if let Outcome::Judged(waiting) = context.outcome(read(&task.input)?, &task, &MendArgs::default()) {
            run.add(task, waiting.file, Vec::new(), Vec::new());
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
    Judged(Box<Waiting>),
    /// With its text, where that is standard input, which may have to be passed on.
    PassedOver(Option<Box<Source>>, Classification),
}

/// A judged file while others are still being judged: what is needed of it, since there can be thousands.
struct Waiting {
    file: JudgedFile,
    findings: Vec<Finding>,
    suppressed: Vec<Suppressed>,
    differing: Vec<Differing>,
    /// What fixes made of it, or why that could not be written.
    mended: Option<Result<Box<Mended>, Error>>,
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
    /// What the rules are told about a file.
    pub fn options(&self, task: &Task) -> Options {
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
        let passed_over =
            |source, told| Outcome::PassedOver(Some(source).filter(|_| task.input.place == Place::Stdin).map(Box::new), told);
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
        let Judged { told, mut findings, suppressed, differing } = judged;
        findings.shrink_to_fit();
        let file = JudgedFile {
            source,
            role: told.kind.name(),
            roles: told.views.iter().map(|view| view.role).collect(),
            role_because: told.because,
            clients: task.applied.clients,
            client_because: Arc::clone(&task.applied.client_because),
        };
        Outcome::Judged(Box::new(Waiting { file, findings, suppressed, differing, mended }))
    }
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

    /// Puts a file in the place of what it was, with what is found in it now.
    pub fn replace(&mut self, id: FileId, source: Source, context: &Context) {
        self.report.findings.retain(|finding| finding.file != id);
        self.report.suppressed.retain(|suppressed| suppressed.finding.file != id);
        if let Ok(judged) = context.judge(&self.tasks[id.0], &source) {
            self.say(id, judged.findings, judged.suppressed);
        }
        self.report.files[id.0].source = source;
    }
}
