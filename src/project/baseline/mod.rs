//! Findings that a project knows and lives with ↔ the file that holds them.
//!
//! A finding is known again by its file, rule, client, and keys with their values; lines come and go.

mod known;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::{Deserialize, Serialize};

pub(super) use self::known::known;
pub use self::known::{Base, Known};
use super::Error;
use crate::{
    render::{check::Report, write_json},
    source::Source,
    suppress::{By, Suppressed},
};

/// The file that is meant where none is named.
pub const DEFAULT_FILE: &str = "ackward-baseline.json";

/// Findings that are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Baseline {
    entries: BTreeMap<Known, usize>,
}

/// What the file holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    findings: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    path: String,
    rule: String,
    role: String,
    keys: BTreeMap<String, Option<String>>,
    /// How many findings are alike in all of this.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: usize,
}

const fn one() -> usize {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_one(count: &usize) -> bool {
    *count == 1
}

/// The version of the file.
const VERSION: u32 = 1;

impl Baseline {
    /// Reads the text of a baseline.
    ///
    /// # Errors
    /// Where it is none, or one of a later version.
    pub fn read(source: &Source) -> Result<Self, Error> {
        let wrong = |message: String| Error { place: source.name().to_owned(), message };
        let file: File =
            serde_json::from_slice(source.bytes()).map_err(|error| wrong(format!("no baseline of findings: {error}")))?;
        if file.version != VERSION {
            return Err(wrong(format!("version {} of a baseline; this release reads version {VERSION}", file.version)));
        }
        let mut entries = BTreeMap::new();
        for Entry { path, rule, role, keys, count } in file.findings {
            *entries.entry(Known { path, rule, role, keys }).or_default() += count;
        }
        Ok(Self { entries })
    }

    /// The findings of a report.
    pub fn of(report: &Report, base: &Base) -> Self {
        let mut entries = BTreeMap::new();
        for known in known(report, base) {
            *entries.entry(known).or_default() += 1;
        }
        Self { entries }
    }

    /// How many findings it holds.
    pub fn len(&self) -> usize {
        self.entries.values().sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Moves the findings that it holds to the suppressed ones, and gives back what it holds and nobody
    /// found: in the files of the report, of rules that `ran`, and in files that are gone. Of the rest it is not known.
    pub fn apply(&self, report: &mut Report, base: &Base, ran: impl Fn(&str) -> bool) -> Vec<Known> {
        let mut left = self.entries.clone();
        let mut kept = Vec::new();
        let known = known(report, base);
        for (finding, known) in std::mem::take(&mut report.findings).into_iter().zip(known) {
            match left.get_mut(&known) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    report.suppressed.push(Suppressed { finding, by: By::Baseline, reason: None });
                }
                _ => kept.push(finding),
            }
        }
        report.findings = kept;
        let looked_at = base.looked_at(report);
        let is_stale = |known: &Known| if looked_at.contains(&known.path) { ran(&known.rule) } else { !base.has(known) };
        left.into_iter().flat_map(|(known, count)| std::iter::repeat_n(known, count)).filter(is_stale).collect()
    }

    /// Without what is stale.
    #[must_use]
    pub fn without(mut self, stale: &[Known]) -> Self {
        for known in stale {
            if let Some(count) = self.entries.get_mut(known) {
                *count -= 1;
            }
        }
        self.entries.retain(|_, count| *count > 0);
        self
    }

    /// Together with what an earlier one holds of files that are there and were not looked at.
    #[must_use]
    pub fn keeping(mut self, earlier: &Self, report: &Report, base: &Base) -> Self {
        let looked_at = base.looked_at(report);
        let untouched = earlier.entries.iter().filter(|(known, _)| !looked_at.contains(&known.path) && base.has(known));
        self.entries.extend(untouched.map(|(known, count)| (known.clone(), *count)));
        self
    }

    /// Writes it as indented JSON, sorted, so that changes are easy to review.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let entry = |(known, count): (&Known, &usize)| {
            let Known { path, rule, role, keys } = known.clone();
            Entry { path, rule, role, keys, count: *count }
        };
        write_json(&File { version: VERSION, findings: self.entries.iter().map(entry).collect() }, out)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        finding::{FileId, Finding, Outcome, Severity},
        kafka::Role,
        properties,
        render::check::JudgedFile,
        source::Span,
        version::VersionSet,
    };

    /// Reports each line that holds `1`, or `hunter2`, by its key.
    fn report(files: &[(&str, &str)]) -> Report {
        let mut report = Report::default();
        for (index, (name, text)) in files.iter().enumerate() {
            let source = Source::new(*name, text.as_bytes().to_vec());
            for entry in properties::read(&source).entries {
                if entry.value.contains('1') || entry.value.contains("hunter2") {
                    report.findings.push(finding(index, &entry.key, entry.span()));
                }
            }
            report.files.push(JudgedFile {
                source,
                role: "producer",
                roles: vec![Role::Producer],
                role_because: String::new(),
                clients: VersionSet::ALL,
                client_because: "".into(),
            });
        }
        report
    }

    fn finding(file: usize, key: &str, span: Span) -> Finding {
        Finding {
            rule: "r",
            severity: Severity::Warning,
            outcome: Outcome::Hygiene,
            file: FileId(file),
            span: Some(span),
            keys: vec![key.to_owned(), "absent".to_owned()],
            roles: vec![Role::Producer],
            clients: VersionSet::ALL,
            message: String::new(),
            label: None,
            help: None,
            related: Vec::new(),
            fix: None,
        }
    }

    fn base() -> Base {
        Base::of(Path::new("../base.json"), Path::new("/no/such/repo/here"))
    }

    fn written(baseline: &Baseline) -> String {
        let mut out = Vec::new();
        baseline.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn left(baseline: &Baseline, files: &[(&str, &str)]) -> (usize, Vec<String>) {
        let mut report = report(files);
        let stale = baseline.apply(&mut report, &base(), |_| true);
        (report.findings.len(), stale.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn it_is_readable_and_read_back() {
        let baseline = Baseline::of(&report(&[("a.properties", "b=x1\na=1\na=1\nssl.key.password=hunter2\n")]), &base());
        snapbox::assert_data_eq!(
            written(&baseline),
            snapbox::str![[r#"
{
  "version": 1,
  "findings": [
    {
      "path": "here/a.properties",
      "rule": "r",
      "role": "producer",
      "keys": {
        "a": "1",
        "absent": null
      },
      "count": 2
    },
    {
      "path": "here/a.properties",
      "rule": "r",
      "role": "producer",
      "keys": {
        "absent": null,
        "b": "x1"
      }
    },
    {
      "path": "here/a.properties",
      "rule": "r",
      "role": "producer",
      "keys": {
        "absent": null,
        "ssl.key.password": "[hidden] [..]"
      }
    }
  ]
}

"#]]
        );
        let text = written(&baseline);
        assert_eq!(Baseline::read(&Source::new("b", text.into_bytes())).unwrap(), baseline);
    }

    #[test]
    fn findings_are_known_again_wherever_their_lines_go() {
        let baseline = Baseline::of(&report(&[("a.properties", "a=1\nssl.key.password=hunter2\n")]), &base());
        assert_eq!(left(&baseline, &[("a.properties", "# new\n\nssl.key.password = hunter2\na : 1\n")]), (0, vec![]));
        let other_value = left(&baseline, &[("a.properties", "a=11\nssl.key.password=hunter2\n")]);
        assert_eq!(other_value, (1, vec!["here/a.properties: r (a, absent)".to_owned()]));
        let other_secret = left(&baseline, &[("a.properties", "a=1\nssl.key.password=hunter23\n")]);
        assert_eq!(other_secret, (1, vec!["here/a.properties: r (absent, ssl.key.password)".to_owned()]));
        let once_more = left(&baseline, &[("a.properties", "a=1\nssl.key.password=hunter2\na=1\n")]);
        assert_eq!(once_more, (1, vec![]));
    }

    #[test]
    fn it_shrinks_and_keeps_what_was_not_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("b.properties"), "b=1").unwrap();
        let base = Base::of(Path::new("base.json"), folder.path());
        let both =
            Baseline::of(&report(&[("a.properties", "a=1\n"), ("b.properties", "b=1\n"), ("gone.properties", "c=1\n")]), &base);
        let mut fixed = report(&[("a.properties", "a=2\n")]);
        let stale = both.apply(&mut fixed, &base, |_| true);
        assert!(
            both.apply(&mut report(&[("a.properties", "a=2\n")]), &base, |rule| rule != "r")
                .iter()
                .all(|known| known.path() == "gone.properties")
        );
        assert_eq!(stale.iter().map(Known::path).collect::<Vec<_>>(), ["a.properties", "gone.properties"]);
        assert_eq!(both.clone().without(&stale).len(), 1);
        let again = Baseline::of(&fixed, &base).keeping(&both, &fixed, &base);
        assert_eq!(again, both.without(&stale));
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        for text in ["", "acks=1", "{}", r#"{"version":1,"findings":[],"x":1}"#, r#"{"version":2,"findings":[]}"#] {
            let error = Baseline::read(&Source::new("base.json", text.as_bytes().to_vec())).unwrap_err().to_string();
            assert!(error.starts_with("base.json: "), "{error}");
        }
    }
}
