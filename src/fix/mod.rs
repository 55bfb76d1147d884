//! Fixes of findings → changed sources; changed sources → files on disk, whole or not at all.

mod edits;
mod write;

pub use self::edits::{Round, Which, apply, edited};
pub use self::write::{WriteError, write_new, write_over};
use crate::{
    finding::{FileId, Finding},
    source::Source,
};

/// How often fixes are applied before they count as undoing each other. Each round applies at least one
/// fix, and only fixes that touch each other need another round.
const MOST_ROUNDS: usize = 100;

/// What is left when no fix can be applied any more.
#[derive(Debug)]
pub struct Settled {
    /// The files, changed or not, in the order in which they were given.
    pub sources: Vec<Source>,
    /// What is still found in them.
    pub findings: Vec<Finding>,
    /// Which files were changed.
    pub changed: Vec<FileId>,
    /// The rules whose fixes were applied, one for each fix.
    pub applied: Vec<&'static str>,
    /// The rules whose fixes undo each other; then nothing was changed at all.
    pub circular: Vec<&'static str>,
}

/// Applies fixes and looks again, until there is nothing left to apply. A [`FileId`] is an index into
/// `sources`.
pub fn settle(sources: Vec<Source>, which: Which, mut lint: impl FnMut(&[Source]) -> Vec<Finding>) -> Settled {
    let first = lint(&sources);
    let mut round = apply(&first, which, |file| &sources[file.0]);
    let mut now: Vec<Source> = Vec::new();
    let mut findings = Vec::new();
    let mut applied = Vec::new();
    for _ in 0..MOST_ROUNDS {
        if round.changed.is_empty() {
            break;
        }
        if now.is_empty() {
            now = sources.iter().map(|source| Source::new(source.name(), source.bytes().to_vec())).collect();
        }
        for (file, bytes) in round.changed {
            now[file.0] = Source::new(now[file.0].name(), bytes);
        }
        applied.append(&mut round.applied);
        findings = lint(&now);
        round = apply(&findings, which, |file| &now[file.0]);
    }
    if !round.changed.is_empty() {
        round.applied.sort_unstable();
        round.applied.dedup();
        return Settled { sources, findings: first, changed: Vec::new(), applied: Vec::new(), circular: round.applied };
    }
    if now.is_empty() {
        return Settled { sources, findings: first, changed: Vec::new(), applied, circular: Vec::new() };
    }
    let changed = (0..now.len()).filter(|&index| sources[index].bytes() != now[index].bytes()).map(FileId).collect();
    Settled { sources: now, findings, changed, applied, circular: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fix::edits::tests::finding, source::Span};

    /// A linter for one key: replaces the value by what `meant` says, where it says anything.
    fn linter(meant: impl Fn(&str) -> Option<&'static str>) -> impl FnMut(&[Source]) -> Vec<Finding> {
        move |sources| {
            let text = sources[0].text(Span::new(0, sources[0].bytes().len()));
            let edit = |new| finding("r", true, &[(0..text.len(), new)]);
            meant(&text).map(edit).into_iter().collect()
        }
    }

    fn sources(text: &str) -> Vec<Source> {
        vec![Source::new("a.properties", text.as_bytes().to_vec())]
    }

    #[test]
    fn goes_on_until_nothing_is_left() {
        let chain = |text: &str| match text {
            "a" => Some("b"),
            "b" => Some("c"),
            _ => None,
        };
        let settled = settle(sources("a"), Which::Safe, linter(chain));
        assert_eq!(settled.sources[0].bytes(), b"c");
        assert_eq!((settled.applied.len(), settled.changed, settled.findings), (2, vec![FileId(0)], vec![]));
        let again = settle(sources("c"), Which::Safe, linter(chain));
        assert!(again.changed.is_empty() && again.applied.is_empty());
    }

    #[test]
    fn fixes_that_undo_each_other_change_nothing() {
        let circle = |text: &str| Some(if text == "a" { "b" } else { "a" });
        let settled = settle(sources("a"), Which::Safe, linter(circle));
        assert_eq!(settled.sources[0].bytes(), b"a");
        assert_eq!((settled.changed, settled.circular, settled.findings.len()), (vec![], vec!["r"], 1));
    }
}
