//! A file → the places and texts in it that must not be shown.

use std::{borrow::Cow, collections::BTreeMap};

use memchr::memmem;

use super::Report;
use crate::{
    finding::FileId,
    kafka::{HIDDEN, is_common_word, secret_in_key, secret_parts},
    properties::{self, Entry, Properties},
    render::escaped,
    source::{Encoding, Source, Span},
};

/// What must not be shown of a file.
#[derive(Default)]
pub struct Secrets {
    spans: Vec<Span>,
    texts: Vec<String>,
}

/// The secrets of the files of a report, found when first asked for.
pub struct SecretsOf<'a> {
    report: &'a Report,
    known: BTreeMap<FileId, Secrets>,
}

impl<'a> SecretsOf<'a> {
    /// Those of the files of this report.
    pub fn new(report: &'a Report) -> Self {
        Self { report, known: BTreeMap::new() }
    }

    /// Those of one file.
    pub fn file(&mut self, id: FileId) -> &Secrets {
        // Findings come file by file, a few about several.
        if self.known.len() == KEPT && !self.known.contains_key(&id) {
            self.known.clear();
        }
        self.known.entry(id).or_insert_with(|| Secrets::of(&self.report.file(id).source))
    }
}

/// The secrets of so many files are kept at a time.
const KEPT: usize = 64;

/// A secret shorter than this is not looked for in messages: it would be found in every word.
const SHORTEST_TEXT: usize = 4;

impl Secrets {
    /// Finds the secrets of a file, those in its comments included.
    pub fn of(source: &Source) -> Self {
        let properties = properties::read(source);
        let mut secrets = Self::default();
        secrets.entries(&properties);
        for comment in &properties.comments {
            secrets.comment(source, comment.span);
        }
        secrets.spans.sort_unstable();
        secrets.texts.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        secrets.texts.dedup();
        secrets
    }

    /// The secret stretches that touch a stretch of the file, in order.
    pub fn within(&self, span: Span) -> impl Iterator<Item = Span> {
        let first = self.spans.partition_point(|secret| secret.end <= span.start);
        self.spans[first..].iter().copied().take_while(move |secret| secret.start < span.end)
    }

    /// The stretches of a part of the file that must not be shown, in order: the secrets, and whatever else
    /// has the text of one.
    pub fn hidden_within(&self, source: &Source, span: Span) -> Vec<Span> {
        let bytes = &source.bytes()[span.start..span.end];
        let found = self.texts.iter().flat_map(|text| {
            let text: Cow<'_, [u8]> = match source.encoding() {
                Encoding::Utf8 => text.as_bytes().into(),
                Encoding::Latin1 => text.chars().filter_map(|char| u8::try_from(u32::from(char)).ok()).collect(),
            };
            let starts: Vec<usize> = memmem::find_iter(bytes, &text).collect();
            starts.into_iter().map(move |at| Span::new(span.start + at, span.start + at + text.len()))
        });
        let mut hidden: Vec<Span> = self.within(span).chain(found).collect();
        hidden.sort_unstable();
        hidden.dedup_by(|next, before| {
            let touches = next.start < before.end;
            if touches {
                *before = before.cover(*next);
            }
            touches
        });
        hidden
    }

    /// A message about the file as it may be shown: no secret of the file in it.
    pub fn scrub<'a>(&self, message: &'a str) -> Cow<'a, str> {
        let mut message = Cow::Borrowed(message);
        for text in &self.texts {
            if message.contains(text.as_str()) {
                message = Cow::Owned(message.replace(text.as_str(), HIDDEN));
            }
        }
        message
    }

    /// A message as a terminal may get it: no secret and no control character in it.
    pub fn clean<'a>(&self, message: &'a str) -> Cow<'a, str> {
        match self.scrub(message) {
            Cow::Borrowed(message) => escaped(message),
            Cow::Owned(message) => Cow::Owned(escaped(&message).into_owned()),
        }
    }

    fn entries(&mut self, properties: &Properties<'_>) {
        for entry in &properties.entries {
            if is_key_material(&entry.key) {
                self.add(entry.span(), &entry.key);
            } else if let Some(at) =
                Some(entry).filter(|entry| may_hold_a_value(entry)).and_then(|entry| secret_in_key(&entry.key))
            {
                self.add(entry.key_part(properties.source, at..entry.key.len()), &entry.key[at..]);
            }
            for part in secret_parts(&entry.key, &entry.value) {
                let text = &entry.value[part.clone()];
                let whole = part == (0..entry.value.len());
                let span = if whole { entry.value_span } else { entry.value_part(properties.source, part) };
                self.add(span, text);
            }
        }
    }

    /// A setting that was commented out is no less secret.
    fn comment(&mut self, source: &Source, span: Span) {
        let text = source.text(span);
        let bare = text.trim_start_matches(['#', '!', ' ', '\t']);
        let (key, value) = match bare.find(['=', ':']) {
            Some(sign) => (bare[..sign].trim_end(), bare[sign + 1..].trim_start()),
            None => match secret_in_key(bare) {
                Some(at) => bare.split_at(at),
                None => ("", bare),
            },
        };
        // Prose before a secret's name makes no key: `the password is: x` hides too much rather than too little.
        let value_start = text.len() - value.len();
        for part in secret_parts(key, value) {
            let [start, end] = [part.start, part.end].map(|at| bytes_before(source, span, &text, value_start + at));
            self.add(Span::new(start, end), &value[part]);
        }
    }

    fn add(&mut self, span: Span, text: &str) {
        self.spans.push(span);
        let text = text.trim();
        if text.len() >= SHORTEST_TEXT && !is_common_word(text) {
            self.texts.push(text.to_owned());
            // Rules may quote a part of it: the value of an option, the password behind a user.
            let parts = text.split(|char: char| char.is_whitespace() || matches!(char, ';' | ',')).filter_map(|option| {
                let (_, value) = option.split_once(['=', ':'])?;
                Some(value.trim_matches(['"', '\'']))
            });
            let long = |part: &&str| part.len() > SHORTEST_TEXT && *part != "false" && !is_common_word(part);
            self.texts.extend(parts.filter(long).map(str::to_owned));
        }
    }
}

/// Whether a key may hold a value as well: nothing else is there, or it has what hardly a name has.
fn may_hold_a_value(entry: &Entry<'_>) -> bool {
    entry.value.is_empty() || entry.key.contains(|char: char| !char.is_ascii_alphabetic() && !matches!(char, '.' | '-' | '_'))
}

/// The offset in the file of a place in the text of a stretch.
fn bytes_before(source: &Source, span: Span, text: &str, at: usize) -> usize {
    span.start
        + match source.encoding() {
            Encoding::Utf8 => at,
            Encoding::Latin1 => text[..at].chars().count(),
        }
}

/// Whether a key is a line of a PEM file that a lost backslash tore off.
fn is_key_material(key: &str) -> bool {
    key.len() >= 40
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
        && key.bytes().any(|byte| byte.is_ascii_uppercase())
        && key.bytes().any(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(text: &str) -> Vec<String> {
        let source = Source::new("a.properties", text.as_bytes().to_vec());
        let secrets = Secrets::of(&source);
        secrets.within(Span::new(0, text.len())).map(|span| source.text(span).into_owned()).collect()
    }

    #[test]
    fn values_comments_and_user_info_are_hidden() {
        assert_eq!(hidden("ssl.key.password = hunter2\nacks=all\n"), ["hunter2"]);
        assert_eq!(hidden("# ssl.key.password=hunter2\n"), ["hunter2"]);
        assert_eq!(hidden("schema.registry.url=https://bob:pw@host\n"), ["bob:pw"]);
        assert_eq!(
            hidden("sasl.jaas.config=x.PlainLoginModule \\\n  required password=\"p\";\n"),
            ["x.PlainLoginModule \\\n  required password=\"p\";"]
        );
        assert_eq!(hidden("#   password=\"alice-secret\";\n"), ["\"alice-secret\";"]);
        assert_eq!(hidden("acks=all\n# all is well\n"), Vec::<String>::new());
        assert_eq!(hidden("ssl.key.passwordhunter2\n#ssl.key.passwordhunter3\n"), ["hunter2", "hunter3"]);
        assert_eq!(hidden("ssl.key.passwordaGVsbG8=\n"), ["aGVsbG8"]);
    }

    #[test]
    fn the_text_of_a_secret_is_hidden_elsewhere_too() {
        let source = Source::new("a.properties", b"ssl.key.password=hunter2\nretries=hunter2XX\n".to_vec());
        let secrets = Secrets::of(&source);
        let hidden = secrets.hidden_within(&source, Span::new(0, source.bytes().len()));
        assert_eq!(hidden.iter().map(|span| span.start).collect::<Vec<_>>(), [17, 33]);
        assert_eq!(secrets.scrub("retries=hunter2XX"), "retries=[hidden]XX");
        let source = Source::new("a.properties", b"ssl.key.password=kafka\nclient.id=kafka\n".to_vec());
        let secrets = Secrets::of(&source);
        assert_eq!(secrets.scrub("org.apache.kafka"), "org.apache.kafka", "what stands there anyway tells nothing");
    }

    #[test]
    fn a_message_cannot_tell_them() {
        let source = Source::new("a.properties", b"ssl.key.password=hunter2\nacks=all\n".to_vec());
        let secrets = Secrets::of(&source);
        assert_eq!(secrets.scrub("`hunter2` is odd"), "`[hidden]` is odd");
        assert_eq!(secrets.clean("acks=all\u{1b}[0m"), "acks=all\\u001b[0m");
    }
}
