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
        ("i=a.B,\n  c.D", &["MissingContinuation { next: 1 } «,»"]),
        ("i=a.B, \nc.D", &["MissingContinuation { next: 1 } «,»"]),
        ("i=a.B\n,c.D", &["MissingContinuation { next: 1 } «»"]),
        ("bootstrap.servers=a:1,\nb:2,\nc:3", &["MissingContinuation { next: 1 } «,»", "MissingContinuation { next: 2 } «,»"]),
        ("bootstrap.servers=a:1,\nacks=1", &[]),
        ("bootstrap.servers=a:1,\n  my.key=1", &[]),
        ("bootstrap.servers=a:1,\nmy.key: text", &[]),
        ("bootstrap.servers=a:1,\n\nb:2", &[]),
        ("\"acks\"=\"all\" ", &["QuotedKey «\"acks\"»", "QuotedValue «\"all\"»"]),
        ("acks=‘all’", &["QuotedValue «‘all’»"]),
        ("acks=", &[]),
        ("j='x.PlainLoginModule required username=\\'a\\';'", &["QuotedValue «'x.PlainLoginModule required username=\\'a\\';'»"]),
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
