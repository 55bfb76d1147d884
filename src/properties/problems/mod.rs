//! Entries → what in their syntax does not mean what it looks like. Observations, not findings:
//! whether one matters depends on the key, and that is for rules to say.

mod joins;
mod keys;
mod values;

use std::ops::Range;

use super::{Entry, Properties, decode};
use crate::source::Span;

/// One place where Java reads something else than the text suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxProblem {
    /// What it is.
    pub kind: SyntaxKind,
    /// The bytes to blame.
    pub span: Span,
    /// The entry it is in, as an index into [`Properties::entries`]; `None` where it is about the
    /// whole file.
    pub entry: Option<usize>,
}

/// What does not mean what it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SyntaxKind {
    /// The file is UTF-16: nothing in it reads as written. The span is its byte order mark.
    Utf16,
    /// A byte order mark, which is part of the first key. `harmless` where that line is blank or
    /// would have been a comment.
    ByteOrderMark {
        /// Whether no key of the file suffers.
        harmless: bool,
    },
    /// `\u` without four hexadecimal digits: `Properties.load` throws IllegalArgumentException for
    /// the whole file. One for each entry, at its first.
    MalformedEscape,
    /// A backslash with blanks behind it, which continues nothing: the next line is an entry of its
    /// own. The span is the backslash with the blanks.
    LostContinuation {
        /// The entry that the next line became.
        next: usize,
    },
    /// The whole key in quotes, which are part of it.
    QuotedKey,
    /// The whole value in quotes, which are part of it.
    QuotedValue,
    /// ` # comment` behind the value, part of it. The span begins at the blanks before the mark, and
    /// covers the whole value where nothing stands before them.
    InlineComment,
    /// A character that is not seen, or looks like a blank and is not trimmed. The first run of them
    /// in a key or in a value.
    InvisibleCharacter {
        /// The first of the run.
        character: char,
    },
    /// A backslash before a letter or digit, which is dropped, or makes a tab or line end in what
    /// looks like a path. The first of the value; the span is the backslash with that letter.
    EatenBackslash,
    /// `export KEY=…` or `set KEY=…`, whose key is `export` or `set`. The span is that word.
    ShellAssignment {
        /// The name behind it.
        name: String,
    },
    /// `[section]`, which is a key with an empty value.
    SectionHeader,
    /// `sasl.jaas.config` that goes on in the next lines without a backslash, which are entries of
    /// their own. The span is the cut value, or the key where there is none.
    BrokenJaas {
        /// The entries that those lines became.
        strays: Range<usize>,
    },
    /// A comment line that a backslash before it made part of the value. The span is that line.
    SwallowedComment,
    /// A line `key=value` that a backslash before it made part of the value. The span is that line.
    SwallowedEntry {
        /// Its key.
        key: String,
    },
    /// Half of a surrogate pair, which no encoding can carry on.
    LoneSurrogate,
    /// `key==value`: the second sign is part of the value. The span is that sign.
    DoubledSeparator,
    /// A line that a version control system left in a conflict.
    ConflictMarker,
}

/// Everything of the kind in a file, in its order. `is_key` says whether a name is a key that some
/// client knows: it tells a stray line from an accident.
#[must_use]
pub fn problems(properties: &Properties<'_>, is_key: &dyn Fn(&str) -> bool) -> Vec<SyntaxProblem> {
    let mut search = Search { properties, is_key, index: 0, torn_off_until: 0, in_conflict: false, found: Vec::new() };
    for index in 0..properties.entries.len() {
        search.index = index;
        search.entry();
    }
    search.found.sort_by_key(|problem| problem.span);
    let bytes = properties.source.bytes();
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        let span = Span::new(0, 2);
        search.found.insert(0, SyntaxProblem { kind: SyntaxKind::Utf16, span, entry: None });
    }
    search.found
}

/// What the searches share: the file, the entry at hand, and what was found so far.
struct Search<'a> {
    properties: &'a Properties<'a>,
    is_key: &'a dyn Fn(&str) -> bool,
    index: usize,
    /// Entries before this one are lines that were torn off another.
    torn_off_until: usize,
    /// Whether the lines at hand are one side of an unsettled merge.
    in_conflict: bool,
    found: Vec<SyntaxProblem>,
}

impl<'a> Search<'a> {
    fn add(&mut self, kind: SyntaxKind, span: Span) {
        self.found.push(SyntaxProblem { kind, span, entry: Some(self.index) });
    }

    fn bytes(&self, span: Span) -> &'a [u8] {
        &self.properties.source.bytes()[span.start..span.end]
    }

    fn entry(&mut self) {
        let entry = &self.properties.entries[self.index];
        let raw = self.bytes(entry.span());
        if !raw.is_ascii() {
            keys::byte_order_mark(self, entry);
            values::invisible(self, entry);
        }
        let mut joined_by_mistake = false;
        if raw.contains(&b'\\') {
            if !self.escapes(entry) {
                values::eaten_backslash(self, entry);
            }
            joins::lost_continuation(self, entry);
            joined_by_mistake = joins::swallowed(self, entry);
        }
        keys::shapes(self, entry);
        if self.index >= self.torn_off_until {
            values::quoted(self, entry);
        }
        if !joined_by_mistake {
            values::inline_comment(self, entry);
        }
        joins::broken_jaas(self, entry);
    }

    /// Escapes that stand for no character; whether one is malformed.
    fn escapes(&mut self, entry: &Entry<'_>) -> bool {
        if !entry.has_lone_surrogate && self.properties.malformed.is_none() {
            return false;
        }
        let mut text = decode::Text::new(self.properties.source);
        text.decode(entry.key_span, true);
        text.decode(entry.value_span, true);
        if let Some(span) = text.lone_surrogate {
            self.add(SyntaxKind::LoneSurrogate, span);
        }
        if let Some(span) = text.malformed {
            self.add(SyntaxKind::MalformedEscape, span);
        }
        text.malformed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::read;
    use crate::source::Source;

    /// `kind «the bytes to blame»` of every problem.
    fn found(bytes: impl AsRef<[u8]>) -> Vec<String> {
        let source = Source::new("a.properties", bytes.as_ref().to_vec());
        let is_key = |name: &str| ["acks", "bootstrap.servers", "client.id"].contains(&name);
        let name_of = |problem: &SyntaxProblem| match &problem.kind {
            SyntaxKind::InvisibleCharacter { character } => {
                format!("invisible U+{:04X}", u32::from(*character))
            }
            kind => format!("{kind:?} «{}»", source.text(problem.span)),
        };
        problems(&read(&source), &is_key).iter().map(name_of).collect()
    }

    #[test]
    fn each_is_found_at_its_place() {
        for (text, expected) in [
            ("\u{feff}acks=1", &["ByteOrderMark { harmless: false } «\u{feff}»"][..]),
            ("\u{feff}# a comment", &["ByteOrderMark { harmless: true } «\u{feff}»"]),
            ("\u{feff}\nacks=1", &["ByteOrderMark { harmless: true } «\u{feff}»"]),
            ("a=C:\\users\\x\nb=\\u12\\\n  3", &["MalformedEscape «\\u»", "MalformedEscape «\\u12\\\n  3»"]),
            ("a=\\ud800", &["LoneSurrogate «\\ud800»"]),
            ("bootstrap.servers=a:1,\\ \nb:2", &["LostContinuation { next: 1 } «\\ »"]),
            ("a=x\\ \t\n  acks=1", &["LostContinuation { next: 1 } «\\ \t»"]),
            ("client.id=x\\ \ny", &["LostContinuation { next: 1 } «\\ »"]),
            ("\"acks\"=\"all\" ", &["QuotedKey «\"acks\"»", "QuotedValue «\"all\"»"]),
            ("acks=‘all’", &["QuotedValue «‘all’»"]),
            ("acks=", &[]),
            (
                "j='x.PlainLoginModule required username=\\'a\\';'",
                &["QuotedValue «'x.PlainLoginModule required username=\\'a\\';'»"],
            ),
            ("acks=all # why", &["InlineComment « # why»"]),
            ("acks=all \t#why ", &["InlineComment « \t#why »"]),
            ("acks= # why", &["InlineComment «# why»"]),
            ("acks=all // why", &["InlineComment « // why»"]),
            ("acks=it's 'all' # why", &["InlineComment « # why»"]),
            ("acks=all\u{a0}\u{a0}", &["invisible U+00A0"]),
            ("ac\u{200b}ks=a", &["invisible U+200B"]),
            ("t=C:\\kafka\\trust.jks", &["EatenBackslash «\\k»"]),
            ("t=certs\\trust.jks", &["EatenBackslash «\\t»"]),
            ("t=\\\\\\\\server\\\\share\\new.p12", &["EatenBackslash «\\n»"]),
            ("j=keyTab=\"C:\\tmp\\x\"", &["EatenBackslash «\\t»"]),
            ("r=RULE:^CN=(\\w+)", &["EatenBackslash «\\w»"]),
            ("export ACKS=all", &["ShellAssignment { name: \"ACKS\" } «export»"]),
            ("[producer]\n[my producer] \nacks=1", &["SectionHeader «[producer]»", "SectionHeader «[my producer] »"]),
            (
                "sasl.jaas.config=x.PlainLoginModule required\n  username=\"a\"\n  password=\"b\";\nc=d",
                &["BrokenJaas { strays: 1..3 } «x.PlainLoginModule required»"],
            ),
            (
                "a.sasl.jaas.config=\nx.PlainLoginModule required \\\n username=\"a\";",
                &["BrokenJaas { strays: 1..2 } «a.sasl.jaas.config»"],
            ),
            ("sasl.jaas.config=x.PlainLoginModule required \\ \n  username=\"a\";", &["LostContinuation { next: 1 } «\\ »"]),
            ("a=b,\\\n  # c, # d\n", &["SwallowedComment «# c, # d»"]),
            ("a=b,\\\n  ! c\n", &["SwallowedComment «! c»"]),
            ("a=b,\\\n  acks = 1\n", &["SwallowedEntry { key: \"acks\" } «acks = 1»"]),
            ("d=C:\\\\logs\\\nclient.id:x", &["SwallowedEntry { key: \"client.id\" } «client.id:x»"]),
            ("a=b\\\nmy.key=1\\\n c", &["SwallowedEntry { key: \"my.key\" } «my.key=1\\»"]),
            ("acks==all", &["DoubledSeparator «=»"]),
            (
                "<<<<<<< HEAD\nacks=1\n=======\nacks=0\n>>>>>>> x\n=======",
                &["ConflictMarker «<<<<<<< HEAD»", "ConflictMarker «=======»", "ConflictMarker «>>>>>>> x»"],
            ),
        ] {
            assert_eq!(found(text), expected, "of {text:?}");
        }
        assert_eq!(found(b"acks=1\xa0"), ["invisible U+00A0"]);
        assert_eq!(found(b"\xff\xfea\0"), ["Utf16 «ÿþ»"]);
    }

    #[test]
    fn what_is_right_is_left_alone() {
        for text in [
            "sasl.jaas.config=x.PlainLoginModule required username=\"a\" password=\"b #c 'd # e\";",
            "sasl.jaas.config=x.PlainLoginModule required \\\n  username=\"a\" \\\n  oauth.client.id=\"b\" \\\n  password=\"#c\";",
            "sasl.jaas.config=x.PlainLoginModule required password=\"\\\n#c\";",
            "sasl.jaas.config=\\\n  x.PlainLoginModule required \\\n  a=\"b\"; // c",
            "sasl.jaas.config=${file:/a:b}\nusername=a",
            "sasl.jaas.config=x.IAMLoginModule required;\npassword=b",
            "url=https://a.b/c#d",
            "color=#fff\nx=a #{b}\ny=ticket #42\nz= #! x",
            "a=b\\ \n\nb=c",
            "a=b\\ \nmy.key=c\nacks=1\\ \nclient.id=x",
            "a=,\\ ",
            "bootstrap.servers=a.b:1,\\\n  c.d:2,\\\n  e.f:3",
            "m=a.b=1,\\\n  c.d=2",
            "listeners=PLAINTEXT://:1,\\\n  SSL://:2",
            "colors=red,\\\n  #{blue},\\\n  !green",
            "a=\"b\",\"c\"\nb=\"c\nd=it's\ne=\"",
            "client.id=:CLIENT_ID:",
            "key=c2VjcmV0==",
            "pem=-----BEGIN KEY-----\\nMII\\n-----END KEY-----",
            "t=C:\\\\kafka\\\\new.jks\nr=RULE:(.*@EX\\.COM)s/@.*//\np=a\\:b\\=c\\ d\\\"e\\\"",
            "a=\\ud83d\\ude00",
            "name=日本語 é",
            "a\\\\=b\nc",
            "======\nset x",
            "[a=b]\n[x] = y",
            "# [a]\n# export X=1\n#\u{a0}\\u12",
        ] {
            assert_eq!(found(text), [""; 0], "of {text:?}");
        }
    }
}
