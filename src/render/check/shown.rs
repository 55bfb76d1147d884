//! A finding → what any format may say of it: no secret, no control character, paths from the root of
//! the repository.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{Report, Secrets, SecretsOf, text};
use crate::{
    finding::{Edit, Finding, Fix},
    render::escaped,
    source::{Position, Source, Span},
};

/// Where the tool is at home, where its manifest says it.
pub const HOME: Option<&str> = {
    let home = env!("CARGO_PKG_REPOSITORY");
    if home.is_empty() { None } else { Some(home) }
};

/// Where to read more about a rule, where the tool has a home: its file, as of this version.
pub fn url(rule: &str) -> Option<String> {
    HOME.map(|home| format!("{home}/blob/v{}/rules/{rule}.toml", env!("CARGO_PKG_VERSION")))
}

/// A finding, fit to be shown.
pub struct Shown<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// Its file, as [`Shown::path`] shows it.
    pub path: String,
    /// Where it begins; `None` where it is about a key that is not there.
    pub start: Option<Position>,
    /// The place just behind it.
    pub end: Option<Position>,
    /// One line: what is wrong, and on which releases, where that is not on all.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// The keys that it is about.
    pub keys: Vec<String>,
    /// Other places that belong to it.
    pub related: Vec<ShownPlace>,
    /// Edits that would mend it, where no secret is in them.
    pub fix: Option<ShownFix<'a>>,
}

/// A place, fit to be shown.
pub struct ShownPlace {
    /// The file.
    pub path: String,
    /// Where it begins.
    pub start: Position,
    /// The place just behind it.
    pub end: Position,
    /// What is to be seen there.
    pub message: String,
}

/// Edits, fit to be shown.
pub struct ShownFix<'a> {
    /// What they do.
    pub title: String,
    /// The fix.
    pub fix: &'a Fix,
}

impl<'a> Shown<'a> {
    /// A finding of a report.
    pub fn of(report: &'a Report, finding: &'a Finding, secrets: &mut SecretsOf<'a>) -> Self {
        let file = report.file(finding.file);
        let place = |other: &crate::finding::Related, secrets: &mut SecretsOf<'a>| {
            let source = &report.file(other.file).source;
            let message = secrets.file(finding.file).scrub(&other.message).into_owned();
            ShownPlace {
                path: path(report, source),
                start: source.position(other.span.start),
                end: source.position(other.span.end),
                message: secrets.file(other.file).clean(&message).into_owned(),
            }
        };
        let related = finding.related.iter().map(|other| place(other, secrets)).collect();
        let fix = finding.fix.as_ref().filter(|fix| is_free_of_secrets(fix, secrets));
        let hidden = secrets.file(finding.file);
        let clean = |text: &str| hidden.clean(text).into_owned();
        Self {
            finding,
            path: path(report, &file.source),
            start: finding.span.map(|span| file.source.position(span.start)),
            end: finding.span.map(|span| file.source.position(span.end)),
            message: clean(&finding.message) + &text::where_it_holds(finding, file),
            help: finding.help.as_deref().map(clean),
            keys: finding.keys.iter().map(|key| clean(key)).collect(),
            related,
            fix: fix.map(|fix| ShownFix { title: clean(&fix.title), fix }),
        }
    }

    /// The findings of a report.
    pub fn all(report: &'a Report) -> Vec<Self> {
        let mut secrets = SecretsOf::new(report);
        report.findings.iter().map(|finding| Self::of(report, finding, &mut secrets)).collect()
    }

    /// The line at which it begins, from 1; the first, where it is about a key that is not there.
    pub fn line(&self) -> usize {
        self.start.map_or(1, |start| start.line)
    }
}

/// The path of a file as a format for programs wants it: from the root of the repository, with `/`, and no
/// `./` before it.
pub fn path(report: &Report, source: &Source) -> String {
    let name = source.name();
    if name.starts_with('/') || report.here.is_empty() {
        return name.strip_prefix("./").unwrap_or(name).to_owned();
    }
    let mut parts: Vec<&str> = report.here.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A path as a URI reference: what is not unreserved is `%XX`; an absolute path becomes a `file:` URI.
pub fn uri(path: &str) -> String {
    const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');
    let encoded = utf8_percent_encode(path, RESERVED);
    if path.starts_with('/') { format!("file://{encoded}") } else { encoded.to_string() }
}

/// Whether a fix can be shown as it is. One whose text had to be changed first would do harm when it is applied.
pub fn is_free_of_secrets(fix: &Fix, secrets: &mut SecretsOf<'_>) -> bool {
    fix.edits.iter().all(|edit| {
        let secrets = secrets.file(edit.file);
        edit.text.is_empty() || secrets.scrub(&edit.text) == edit.text && secrets.within(edit.span).next().is_none()
    })
}

/// The edits of a fix as one: the stretch that they cover, and the text that comes in its place. `None`
/// where they are in another file, or a secret stands between them.
pub fn merged(fix: &Fix, file: crate::finding::FileId, source: &Source, secrets: &Secrets) -> Option<(Span, String)> {
    let mut edits: Vec<&Edit> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let (first, last) = (edits.first()?, edits.last()?);
    let whole = first.span.cover(last.span);
    if edits.iter().any(|edit| edit.file != file) || edits.len() > 1 && secrets.within(whole).next().is_some() {
        return None;
    }
    let mut text = String::new();
    let mut from = whole.start;
    for edit in edits {
        text.push_str(&source.text(Span::new(from, edit.span.start)));
        text.push_str(&edit.text);
        from = edit.span.end;
    }
    Some((whole, text))
}

/// Text as XML 1.0 can hold it: markup escaped, and what XML has no way to say as [`escaped`] shows it.
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in escaped(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_start_at_the_root_of_the_repository() {
        let at = |here: &str, name: &str| {
            let report = Report { here: here.to_owned(), ..Report::default() };
            path(&report, &Source::new(name, Vec::new()))
        };
        for (here, name, expected) in [
            ("", "a.properties", "a.properties"),
            ("", "./a.properties", "a.properties"),
            ("services/a/", "b/c.properties", "services/a/b/c.properties"),
            ("services/a/", "../b/c.properties", "services/b/c.properties"),
            ("services/", "../../c.properties", "../c.properties"),
            ("services/", "/etc/c.properties", "/etc/c.properties"),
            ("services/", "./c.properties", "services/c.properties"),
        ] {
            assert_eq!(at(here, name), expected, "{here} {name}");
        }
    }

    #[test]
    fn uris_are_percent_encoded() {
        assert_eq!(uri("a b/größe#1%.properties"), "a%20b/gr%C3%B6%C3%9Fe%231%25.properties");
        assert_eq!(uri("/etc/a:b"), "file:///etc/a%3Ab");
    }

    #[test]
    fn xml_can_hold_everything() {
        assert_eq!(xml("a<b>&\"c\"\u{1b}\u{ffff}\n"), "a&lt;b&gt;&amp;&quot;c&quot;\\u001b\u{fffd}\\u000a");
    }
}
