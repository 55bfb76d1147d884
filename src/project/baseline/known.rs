//! A finding → what of it stays the same while lines come and go: its file, rule, client, keys and values.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    finding::Finding,
    kafka::redacted,
    project::place::plain,
    properties::{self, Properties},
    render::check::{Report, SecretsOf, keys_and_values},
};

/// A finding as the baseline knows it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The file, with `/`, from the folder of the baseline.
    pub(super) path: String,
    /// The rule.
    pub(super) rule: String,
    /// The client.
    pub(super) role: String,
    /// The keys with their values; null for a key that is not there. Of a secret only a trace is kept.
    pub(super) keys: BTreeMap<String, Option<String>>,
}

impl Known {
    /// The same at another path, where there is one.
    #[must_use]
    pub(in crate::project) fn moved_to(mut self, path: Option<String>) -> Self {
        if let Some(path) = path {
            self.path = path;
        }
        self
    }

    /// The file, from the folder of the baseline.
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// `a/producer.properties: idempotence-silently-off (acks)`.
impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.rule)?;
        let keys: Vec<&str> = self.keys.keys().map(String::as_str).collect();
        if keys.is_empty() { Ok(()) } else { write!(f, " ({})", keys.join(", ")) }
    }
}

/// Where the paths of a baseline start from.
#[derive(Clone, Debug)]
pub struct Base {
    here: PathBuf,
    folder: PathBuf,
}

impl Base {
    /// That of the baseline in `file`, for a run in the folder `here`.
    pub fn of(file: &Path, here: &Path) -> Self {
        let mut folder = plain(here.join(file));
        folder.pop();
        Self { here: plain(here), folder }
    }

    /// The way from the folder of the baseline to a file.
    fn relative(&self, name: &str) -> String {
        let file = plain(self.here.join(name));
        let shared = file.components().zip(self.folder.components()).take_while(|(a, b)| a == b).count();
        let up = self.folder.components().skip(shared).map(|_| "..".into());
        let parts: Vec<String> =
            up.chain(file.components().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned())).collect();
        parts.join("/")
    }

    /// The files of a report.
    pub(super) fn looked_at(&self, report: &Report) -> BTreeSet<String> {
        report.files.iter().map(|file| self.relative(file.source.name())).collect()
    }

    /// Whether the file of an entry is there.
    pub(super) fn has(&self, known: &Known) -> bool {
        self.folder.join(&known.path).exists()
    }
}

/// The findings of a report as a baseline knows them, in their order.
pub(in crate::project) fn known(report: &Report, base: &Base) -> Vec<Known> {
    let mut secrets = SecretsOf::new(report);
    let mut read: BTreeMap<usize, Properties<'_>> = BTreeMap::new();
    let mut known = |finding: &Finding| {
        let source = &report.file(finding.file).source;
        let properties = read.entry(finding.file.0).or_insert_with(|| properties::read(source));
        let secrets = secrets.file(finding.file);
        let trace = |(key, value): (String, Option<String>)| {
            let shown = value.map(|value| {
                let shown = secrets.scrub(&redacted(&key, &value)).into_owned();
                if shown == value { value } else { format!("{shown} {}", trace_of(&key, &value)) }
            });
            (secrets.scrub(&key).into_owned(), shown)
        };
        Known {
            path: base.relative(source.name()),
            rule: finding.rule.to_owned(),
            role: finding.role().name().to_owned(),
            keys: keys_and_values(finding, properties).into_iter().map(trace).collect(),
        }
    };
    report.findings.iter().map(&mut known).collect()
}

/// Two bytes of a digest: enough to tell most changes of a secret, and too few to find it by trying.
fn trace_of(key: &str, value: &str) -> String {
    let digest = Sha256::new().chain_update(key).chain_update([0]).chain_update(value).finalize();
    format!("{:02x}{:02x}", digest[0], digest[1])
}
