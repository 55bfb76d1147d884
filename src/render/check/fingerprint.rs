//! A finding → a name that stays the same from run to run, as lines come and go.

use std::{collections::HashMap, fmt::Write as _};

use sha2::{Digest, Sha256};

use super::{Report, shown::path};
use crate::{
    finding::{FileId, Finding},
    kafka::redacted,
    properties::{self, Properties},
};

/// The fingerprints of the findings, in their order, the suppressed ones behind the others. Each is unique within the report.
///
/// Made of the file, the rule, the client, and the keys with their values (secrets left out); not of
/// lines and not of words that may be put better one day. Findings that are alike in all of this are
/// numbered.
pub fn fingerprints(report: &Report) -> Vec<String> {
    let mut read: HashMap<FileId, Properties<'_>> = HashMap::new();
    let mut met: HashMap<String, usize> = HashMap::new();
    let suppressed = report.suppressed.iter().map(|suppressed| &suppressed.finding);
    let all = report.findings.iter().chain(suppressed);
    all.map(|finding| {
        let source = &report.file(finding.file).source;
        let properties = read.entry(finding.file).or_insert_with(|| properties::read(source));
        let mut identity = format!("{}\0{}\0{}", path(report, source), finding.rule, finding.role().name());
        for (key, value) in keys_and_values(finding, properties) {
            let _ = write!(
                identity,
                "\0{key}\0{}",
                value.map_or_else(|| "\u{1}".into(), |value| redacted(&key, &value).into_owned())
            );
        }
        let number = met.entry(identity.clone()).or_default();
        *number += 1;
        if *number > 1 {
            let _ = write!(identity, "\0{number}");
        }
        hex(&Sha256::digest(identity.as_bytes())[..16])
    })
    .collect()
}

/// The keys of a finding with the values that the file gives them: the one at the finding, else the one that
/// the client gets.
pub fn keys_and_values(finding: &Finding, properties: &Properties<'_>) -> Vec<(String, Option<String>)> {
    let here = |key: &str| {
        let span = finding.span?;
        let at = |entry: &&properties::Entry<'_>| {
            entry.span().start <= span.start && span.start < entry.span().end.max(entry.span().start + 1)
        };
        properties.entries.iter().find(at).filter(|entry| entry.key == key)
    };
    let value = |key: &String| here(key).or_else(|| properties.get(key)).map(|entry| entry.value.clone().into_owned());
    finding.keys.iter().map(|key| (key.clone(), value(key))).collect()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
