//! Files → the report: each read, told what it is, and held against the rules.

use crate::{
    classify::{Classification, Kind},
    cli::{
        Terminal,
        files::Input,
        reading::{Reading, read},
    },
    finding::{FileId, Finding},
    properties::{self, Properties},
    render::check::{JudgedFile, Report},
    rule::{File, Options, check, check_together},
    source::Source,
    version::VersionSet,
};

/// Judges every file, side by side where there are many.
pub fn run(reading: &mut Reading, options: &Options, terminal: &mut Terminal) -> Report {
    let outcomes = reading.each(|input| read(input).map(|source| Outcome::of(source, input, reading, options)));
    let inputs = std::mem::take(&mut reading.inputs);
    let mut report = Report::default();
    let mut passed_over = PassedOver::default();
    let mut named = Vec::new();
    for (input, outcome) in inputs.iter().zip(outcomes) {
        match outcome {
            Ok(Outcome::Judged(file, findings)) => {
                let id = FileId(report.files.len());
                if input.named {
                    named.push((id, input));
                }
                report.findings.extend(findings.into_iter().map(|finding| about(finding, id)));
                report.files.push(*file);
            }
            Ok(Outcome::PassedOver(told)) => passed_over.add(input, told),
            Err(error) => reading.cannot(input, &error, terminal),
        }
    }
    report.findings.extend(together(&report, &named, reading, options));
    report.sort();
    passed_over.say(inputs.len(), report.files.is_empty() && !reading.failed, terminal);
    report
}

/// What becomes of a file that could be read.
enum Outcome {
    Judged(Box<JudgedFile>, Vec<Finding>),
    PassedOver(Classification),
}

impl Outcome {
    fn of(source: Source, input: &Input, reading: &Reading, options: &Options) -> Self {
        let properties = properties::read(&source);
        let told = reading.classify(input, &properties);
        if told.views.is_empty() {
            return Self::PassedOver(told);
        }
        let clients = reading.clients.set;
        let findings = check(&File { id: FileId(0), properties: &properties, classification: &told }, clients, options);
        drop(properties);
        let file = JudgedFile {
            source,
            role: told.kind.name(),
            role_because: told.because,
            clients,
            client_because: reading.clients.because.clone(),
        };
        Self::Judged(Box::new(file), findings)
    }
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
