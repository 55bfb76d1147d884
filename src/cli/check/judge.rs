//! Files → the report: each read, told what it is, and held against the rules.

use std::{env, path::Path};

use super::mend::{MendArgs, Mended};
use crate::{
    classify::{Classification, Kind},
    cli::{
        Error, Terminal,
        files::{Input, Place},
        reading::{Reading, read},
    },
    finding::{FileId, Finding},
    project::discover::repository,
    properties::{self, Properties},
    render::check::{JudgedFile, Report},
    rule::{File, Options, check, check_together},
    source::Source,
    suppress::{self, Suppressed},
    version::VersionSet,
};

/// What came of a run.
pub struct Run {
    /// What is to be said.
    pub report: Report,
    /// The files to which fixes apply.
    pub mended: Vec<Mended>,
    /// Standard input with its fixes, where those are applied.
    pub piped: Option<Source>,
}

/// Judges every file, side by side where there are many, and mends it first where that is asked for.
pub fn run(reading: &mut Reading, options: &Options, mend: &MendArgs, terminal: &mut Terminal) -> Run {
    let judging = Judging { reading, options };
    let outcomes = reading.each(|input| read(input).and_then(|source| judging.outcome(source, input, mend)));
    let inputs = std::mem::take(&mut reading.inputs);
    let here = env::current_dir().map(|here| from_root(&here)).unwrap_or_default();
    let mut run = Run { report: Report { here, ..Report::default() }, mended: Vec::new(), piped: None };
    let report = &mut run.report;
    let mut passed_over = PassedOver::default();
    let mut named = Vec::new();
    for (input, outcome) in inputs.iter().zip(outcomes) {
        match outcome {
            Ok(Outcome::Judged(file, judged, mended)) => {
                let id = FileId(report.files.len());
                if input.named {
                    named.push((id, input));
                }
                if input.place == Place::Stdin && mend.fix && !mend.diff {
                    run.piped = Some(Source::new(file.source.name(), file.source.bytes().to_vec()));
                }
                report.findings.extend(judged.findings.into_iter().map(|finding| about(finding, id)));
                let suppressed = judged.suppressed.into_iter();
                report.suppressed.extend(suppressed.map(|other| Suppressed { finding: about(other.finding, id), ..other }));
                report.files.push(*file);
                run.mended.extend(mended.map(|mended| *mended));
            }
            Ok(Outcome::PassedOver(source, told)) => {
                if input.place == Place::Stdin && mend.fix && !mend.diff {
                    run.piped = Some(source);
                }
                passed_over.add(input, told);
            }
            Err(error) => reading.cannot(input, &error, terminal),
        }
    }
    let together = together(report, &named, reading, options);
    let (findings, suppressed) = silenced(report, &together);
    report.findings.extend(findings);
    report.suppressed.extend(suppressed);
    report.sort();
    passed_over.say(inputs.len(), report.files.is_empty() && !reading.failed, terminal);
    reading.inputs = inputs;
    run
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
    Judged(Box<JudgedFile>, Judged, Option<Box<Mended>>),
    PassedOver(Source, Classification),
}

/// What is said about one file.
pub struct Judged {
    told: Classification,
    /// What is found; the file is the first.
    pub findings: Vec<Finding>,
    suppressed: Vec<Suppressed>,
}

/// What files are held against.
#[derive(Clone, Copy)]
pub struct Judging<'a> {
    reading: &'a Reading,
    options: &'a Options,
}

impl Judging<'_> {
    /// Judges a file by itself; the classification alone, where no rule is for it.
    pub fn judge(&self, input: &Input, source: &Source) -> Result<Judged, Classification> {
        let properties = properties::read(source);
        let told = self.reading.classify(input, &properties);
        if told.views.is_empty() {
            return Err(told);
        }
        let clients = self.reading.clients.set;
        let file = File { id: FileId(0), properties: &properties, classification: &told };
        let (findings, suppressed) = suppress::apply(&file, clients, self.options, check(&file, clients, self.options));
        Ok(Judged { told, findings, suppressed })
    }

    fn outcome(&self, source: Source, input: &Input, mend: &MendArgs) -> Result<Outcome, Error> {
        let mut judged = match self.judge(input, &source) {
            Ok(judged) => judged,
            Err(told) => return Ok(Outcome::PassedOver(source, told)),
        };
        let mended = mend.which().and_then(|which| Mended::of(&source, &judged.findings, which, input, self));
        let mut source = source;
        if let Some(mended) = mended.as_ref().filter(|mended| !mend.diff && mended.fixes > 0) {
            mended.write(input)?;
            source = Source::new(source.name(), mended.after.bytes().to_vec());
            judged = match self.judge(input, &source) {
                Ok(judged) => judged,
                Err(told) => return Ok(Outcome::PassedOver(source, told)),
            };
        }
        let file = JudgedFile {
            source,
            role: judged.told.kind.name(),
            role_because: judged.told.because.clone(),
            clients: self.reading.clients.set,
            client_because: self.reading.clients.because.clone(),
        };
        Ok(Outcome::Judged(Box::new(file), judged, mended.map(Box::new)))
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

/// What is wrong with files only because they belong together: those of one folder that were named
/// themselves. Files that merely lie in one tree need not know of each other.
fn together(report: &Report, named: &[(FileId, &Input)], reading: &Reading, options: &Options) -> Vec<Finding> {
    let folder = |input: &Input| input.shown.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned());
    let mut folders: Vec<String> = named.iter().map(|(_, input)| folder(input)).collect();
    folders.sort_unstable();
    folders.dedup_by(|a, b| a == b);
    let mut findings = Vec::new();
    for one in folders {
        let members: Vec<&(FileId, &Input)> = named.iter().filter(|(_, input)| folder(input) == one).collect();
        if members.len() < 2 {
            continue;
        }
        let read: Vec<(FileId, Properties<'_>, &Input)> =
            members.iter().map(|(id, input)| (*id, properties::read(&report.file(*id).source), *input)).collect();
        let told: Vec<Classification> = read.iter().map(|(_, properties, input)| reading.classify(input, properties)).collect();
        let files: Vec<(File<'_>, VersionSet)> = read
            .iter()
            .zip(&told)
            .map(|((id, properties, _), told)| (File { id: *id, properties, classification: told }, reading.clients.set))
            .collect();
        findings.extend(check_together(&files, options));
    }
    findings
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
