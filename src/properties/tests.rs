use super::*;

fn pairs(text: &str) -> Vec<(String, String)> {
    let source = Source::new("a.properties", text.as_bytes().to_vec());
    let properties = read(&source);
    properties.entries.iter().map(|e| (e.key.to_string(), e.value.to_string())).collect()
}

/// Each text with what `java.util.Properties.load` of JDK 17 made of it.
#[test]
fn reads_as_java_reads() {
    for (text, expected) in [
        ("", &[][..]),
        ("acks=all   ", &[("acks", "all   ")]),
        ("acks = all", &[("acks", "all")]),
        ("acks:all", &[("acks", "all")]),
        ("acks all", &[("acks", "all")]),
        ("acks \t\x0c=\x0c\tall", &[("acks", "all")]),
        ("acks==all", &[("acks", "=all")]),
        ("acks : = all", &[("acks", "= all")]),
        ("acks=all # comment", &[("acks", "all # comment")]),
        ("t=C:\\kafka\\new\\trust.jks", &[("t", "C:kafka\new\trust.jks")]),
        ("acks=1\nacks=all", &[("acks", "1"), ("acks", "all")]),
        ("\u{feff}acks=1", &[("\u{feff}acks", "1")]),
        ("a=x,\\\n  y", &[("a", "x,y")]),
        ("a=x,\\\r\n  y\rb=\rc", &[("a", "x,y"), ("b", ""), ("c", "")]),
        ("a=x,\\ \ny", &[("a", "x, "), ("y", "")]),
        ("a=x\\\n# y", &[("a", "x# y")]),
        ("a=x\\\n\nb=y", &[("a", "x"), ("b", "y")]),
        ("a=x\\\\\nb=y\\\\\\\n  z", &[("a", "x\\"), ("b", "y\\z")]),
        ("\"acks\"=\"all\"", &[("\"acks\"", "\"all\"")]),
        ("[producer]", &[("[producer]", "")]),
        ("export ACKS=all", &[("export", "ACKS=all")]),
        ("=all\nacks", &[("", "all"), ("acks", "")]),
        ("  # c\n\t! c\\\na\\ b\\=c=\\ d\\#", &[("a b=c", " d#")]),
        ("a=\u{a0}b\u{200b}", &[("a", "\u{a0}b\u{200b}")]),
        ("k\\\n  ey \\\n = \\\n v\\u00\\\n  41", &[("key", "vA")]),
        ("a=\\ud83d\\\n \\ude00\\ud83d", &[("a", "\u{1f600}\u{fffd}")]),
        ("a=\\\\u0041\\u0041\\U\\q\\", &[("a", "\\u0041AUq")]),
        ("\\", &[("", "")]),
        ("\\\n", &[("", "")]),
        ("\\\r\n", &[]),
        ("\\\n#c\n\\\n\n\\\n a", &[("a", "")]),
        ("a\0=\0", &[("a\0", "\0")]),
    ] {
        let expected: Vec<_> = expected.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
        assert_eq!(pairs(text), expected, "of {text:?}");
    }
}
