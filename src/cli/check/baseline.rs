//! `--baseline`, `--write-baseline` → findings that are known already are kept back, or become known.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use clap::{Args, ValueHint};

use crate::{
    cli::{Error, Terminal},
    fix::write_new,
    project::{
        self, Base, Baseline,
        baseline::{DEFAULT_FILE, Known},
    },
    render::{check::Report, counted},
    rule::{RuleSet, rule},
    source::Source,
};

/// Which findings are known already.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Baseline")]
pub struct BaselineArgs {
    /// Report only what is worse than at the commit from which the work at hand departed from this revision
    #[arg(long, value_name = "REV")]
    pub diff_base: Option<String>,

    /// Report only what is not in this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub baseline: Option<PathBuf>,

    /// Write what is found to this file, a .json [default: ackward-baseline.json]; with --baseline, drop from
    /// that file what is mended
    #[arg(long, value_name = "FILE.json", value_hint = ValueHint::FilePath)]
    #[allow(clippy::option_option, reason = "the flag with or without a value")]
    pub write_baseline: Option<Option<PathBuf>>,
}

impl BaselineArgs {
    /// Keeps back what is known, says what is known and no longer found, and writes what is to be known.
    pub fn apply(&self, report: &mut Report, rules: RuleSet, terminal: &mut Terminal) -> Result<(), Error> {
        let ran = |id: &str| rule(id).is_some_and(|rule| rules.contains(rule));
        let here = env::current_dir().unwrap_or_default();
        let known = self.baseline.as_ref().map(|path| read(path).map(|known| (path, known))).transpose()?;
        match known {
            Some((path, Some(known))) => {
                let stale = known.apply(report, &Base::of(path, &here), ran);
                if self.write_baseline.is_some() {
                    self.shrink(path, &known.without(&stale), stale.len(), terminal)
                } else {
                    tell_stale(path, &stale, terminal);
                    Ok(())
                }
            }
            Some((path, None)) if self.write_baseline.is_none() => {
                Err(Error::NoSuchPath { path: path.to_string_lossy().into_owned(), command: None })
            }
            _ if self.write_baseline.is_some() => {
                let path = self.target().or_else(|| self.baseline.clone()).unwrap_or_else(|| PathBuf::from(DEFAULT_FILE));
                let base = Base::of(&path, &here);
                let mut found = Baseline::of(report, &base);
                if let Some(earlier) = read(&path)? {
                    found = found.keeping(&earlier, report, &base);
                }
                write(&path, &found)?;
                terminal.notice(&format!("{}: {} written", path.display(), counted(found.len(), "finding")));
                found.apply(report, &base, ran);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn shrink(&self, path: &Path, left: &Baseline, dropped: usize, terminal: &mut Terminal) -> Result<(), Error> {
        let path = self.target().unwrap_or_else(|| path.to_owned());
        write(&path, left)?;
        terminal.notice(&format!("{}: {} left, {dropped} dropped", path.display(), counted(left.len(), "finding")));
        Ok(())
    }

    /// The path that `--write-baseline` took for its file and that can only be one to look at.
    pub fn path_taken(&self) -> Option<&Path> {
        let path = self.write_baseline.as_ref()?.as_deref()?;
        (path.extension().is_none_or(|extension| extension != "json") || path.is_dir()).then_some(path)
    }

    /// The file that `--write-baseline` names.
    fn target(&self) -> Option<PathBuf> {
        self.write_baseline.clone().flatten().filter(|_| self.path_taken().is_none())
    }
}

/// Says what is known and was not found.
fn tell_stale(path: &Path, stale: &[Known], terminal: &mut Terminal) {
    for entry in stale {
        terminal.notice(&format!("{}: still in the baseline, and no longer found: {entry}", path.display()));
    }
    if !stale.is_empty() {
        terminal.notice("--write-baseline beside --baseline drops what is no longer found");
    }
}

/// The baseline in a file; `None` where there is no such file.
fn read(path: &Path) -> Result<Option<Baseline>, Error> {
    let shown = path.to_string_lossy();
    match fs::read(path) {
        Ok(bytes) => Ok(Some(Baseline::read(&Source::new(shown, bytes)).map_err(Error::Project)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::Project(project::Error::unreadable(&shown, &error))),
    }
}

fn write(path: &Path, baseline: &Baseline) -> Result<(), Error> {
    let mut bytes = Vec::new();
    baseline.write(&mut bytes)?;
    write_new(path, &bytes).map_err(|error| Error::Mend { path: path.to_string_lossy().into_owned(), error })
}
