//! `--format` and `--output` → where which form of the findings goes.

use std::{
    collections::{BTreeMap, HashSet},
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    str::FromStr,
};

use crate::{
    cli::{Error, Terminal, args::CheckArgs, check::judge::Run},
    finding::Severity,
    render::{
        Look,
        check::{Format, Report, summary},
        table,
    },
};

/// `F` or `F=FILE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatSpec {
    format: Format,
    file: Option<PathBuf>,
}

impl FromStr for FormatSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, file) = match text.split_once('=') {
            Some((_, "")) => return Err(format!("`{text}` names no file; write FORMAT=FILE")),
            Some((format, file)) => (format, Some(file.into())),
            None => (text, None),
        };
        Ok(Self { format: format.parse()?, file })
    }
}

/// Writes the report in every form that was asked for. Where standard output has other uses (the diff, or the
/// mended text of standard input), findings go to standard error, or with a diff nowhere.
pub fn write(args: &CheckArgs, run: &Run, terminal: &mut Terminal) -> Result<(), Error> {
    let report = &run.report;
    let text = FormatSpec { format: Format::Text, file: None };
    let asked = if args.format.is_empty() { std::slice::from_ref(&text) } else { &args.format };
    let open = asked.iter().filter(|spec| spec.file.is_none()).count();
    if open > 1 {
        return Err(Error::FormatsOverlap);
    }
    let mut files = HashSet::new();
    let targets = asked.iter().filter_map(|spec| spec.file.as_ref().or(args.output.as_ref()));
    if let Some(twice) = targets.into_iter().find(|file| !files.insert(*file)) {
        return Err(Error::FileTwice(twice.clone()));
    }
    if let Some(piped) = &run.piped {
        terminal.out().write_all(piped.bytes())?;
    }
    for FormatSpec { format, file } in asked {
        let look = terminal.look;
        match file.as_ref().or(args.output.as_ref()) {
            Some(path) => to_file(path, |out| one(args, *format, report, Look { color: false, ..look }, out))?,
            None if args.mend.diff => {}
            None if run.piped.is_some() => one(args, *format, report, Look { color: false, ..look }, terminal.err())?,
            None => one(args, *format, report, look, terminal.out())?,
        }
    }
    Ok(())
}

fn one(args: &CheckArgs, format: Format, report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    if args.statistics && !format.is_for_programs() {
        statistics(args, report, look, out)?;
    } else {
        format.write(report, look, out)?;
    }
    let in_words = format == Format::Text && !report.files.is_empty() || args.statistics && !format.is_for_programs();
    if in_words && !args.quiet { writeln!(out, "{}", look.fill(&summary(report), "", "  ")) } else { Ok(()) }
}

/// How often each rule fired, the most frequent first.
fn statistics(args: &CheckArgs, report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let mut counts: BTreeMap<(&str, Severity), usize> = BTreeMap::new();
    for finding in &report.findings {
        *counts.entry((finding.rule, finding.severity)).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|((rule, _), count)| (std::cmp::Reverse(*count), *rule));
    if !counts.is_empty() {
        let rows = counts.into_iter().map(|((rule, severity), count)| [rule.into(), severity.name().into(), count.to_string()]);
        writeln!(out, "{}", table(look, ["rule", "severity", "findings"], rows))?;
        if !args.quiet {
            writeln!(out)?;
        }
    }
    Ok(())
}

fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let done = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    done.map_err(|error| Error::Write { path: path.into(), error })
}
