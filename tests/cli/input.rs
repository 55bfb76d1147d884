//! Bad input: a clear answer and the right exit status.

use std::{fs, process::Stdio};

use crate::{Folder, MISSPELT, PRODUCER, Run};

const CLIENT: [&str; 2] = ["--client", "3.9.1"];

fn check(folder: &Folder, paths: &[&str]) -> Run {
    folder.run(&[paths, &CLIENT[..]].concat())
}

#[test]
fn a_missing_path_is_an_error() {
    let run = check(&Folder::new(), &["nowhere.properties"]);
    assert_eq!((run.status, run.line()), (2, "error: nowhere.properties: no such file or folder"));
}

#[test]
fn a_missing_path_does_not_hide_the_others() {
    let run = check(&Folder::with(&[("a.properties", MISSPELT)]), &["nowhere.properties", "a.properties"]);
    assert_eq!(run.status, 2);
    assert!(run.out.contains("warning[misspelt-key]"), "{}", run.out);
}

#[test]
fn a_misspelt_command_is_told_from_a_path() {
    let run = check(&Folder::new(), &["chek"]);
    assert_eq!((run.status, run.line()), (2, "error: chek: no such file or folder, and the command is `check`"));
}

#[test]
fn an_unknown_release_is_an_error_with_the_nearest() {
    let folder = Folder::with(&[("a.properties", PRODUCER)]);
    for (spec, says) in [
        ("4.9.9", "4.9.9 is no known release of kafka-clients; the newest that is known is 4.4.0"),
        ("3.9.9", "3.9.9 is no known release of kafka-clients; the nearest are 3.9.2 and 4.0.0"),
        ("banana", "`banana` is no release of kafka-clients; known are 0.9.0.0 to 4.4.0"),
        ("4.0.0..3.0.0", "4.0.0..3.0.0 runs from newer to older"),
        ("", "`` is no release of kafka-clients"),
    ] {
        for command in ["check", "effective"] {
            let run = folder.run(&[command, "a.properties", "--client", spec]);
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{spec}");
            assert!(run.line().starts_with(&format!("error: {says}")), "{}", run.err);
        }
    }
}

#[test]
fn an_empty_file_is_fine() {
    let folder = Folder::with(&[("a.properties", "")]);
    let run = check(&folder, &["a.properties"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert!(run.line().starts_with("note: a.properties: no configuration of a Kafka client"), "{}", run.err);
    assert_eq!(check(&folder, &["a.properties", "--format", "json"]).json()["summary"]["files"], 0);
}

#[test]
fn an_empty_file_said_to_be_complete_lacks_everything() {
    let folder = Folder::with(&[("a.properties", "")]);
    let run = check(&folder, &["a.properties", "--role", "producer"]);
    assert_eq!(run.status, 0, "{}", run.out);
    let run = check(&folder, &["a.properties", "--role", "producer", "--complete", "--format", "json"]);
    assert_eq!(run.status, 1);
    assert!(run.json()["findings"].as_array().unwrap().iter().all(|finding| finding["line"].is_null()));
}

#[test]
fn any_bytes_get_an_answer() {
    let folder = Folder::new();
    let all: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    folder.write("all.properties", &all);
    folder.write("zero.properties", &[0; 4096]);
    folder.write("latin.properties", b"bootstrap.servers=broker-1:9092\nacks=all\nclient.id=caf\xe9\nenable.idempotent=true\n");
    folder.write("class.properties", b"\xca\xfe\xba\xbe\x00\x00\x00\x3d");
    folder.write("utf16.properties", b"\xff\xfea\x00c\x00k\x00s\x00=\x001\x00");
    folder.write("malformed.properties", b"bootstrap.servers=broker-1:9092\nacks=all\nclient.id=\\u12\nlinger.ms=\xf0\x9f\n");
    for name in ["all", "zero", "class"] {
        let run = check(&folder, &[&format!("{name}.properties")]);
        assert_eq!((run.status, run.out.as_str()), (0, ""), "{name}");
        assert!(run.line().contains("no configuration of a Kafka client"), "{}", run.err);
    }
    assert_eq!(check(&folder, &["latin.properties", "--format", "json"]).findings(), ["misspelt-key:4"]);
    for name in ["utf16", "malformed"] {
        assert!(check(&folder, &[&format!("{name}.properties")]).status < 2);
    }
    assert!(check(&folder, &["."]).status < 2);
}

#[test]
fn a_file_too_large_for_a_configuration_is_not_read() {
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    fs::File::create(folder.path().join("huge.properties")).unwrap().set_len(100 << 20).unwrap();
    let run = check(&folder, &["huge.properties"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.line(), "error: huge.properties: larger than 16 MiB, which no client configuration is, so not read");
    // In a folder it is passed over aloud.
    let run = check(&folder, &["."]);
    assert_eq!(run.status, 1);
    assert!(run.line().starts_with("note: huge.properties: larger than 16 MiB"), "{}", run.err);
}

#[test]
fn standard_input_without_end_is_not_read_without_end() {
    let folder = Folder::new();
    let mut child = folder.command(&["-", "--client", "3.9.1"]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feed = std::thread::spawn(move || while std::io::Write::write_all(&mut stdin, &vec![b'x'; 1 << 16]).is_ok() {});
    let output = child.wait_with_output().unwrap();
    feed.join().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: <stdin>: larger than 16 MiB"));
}

#[test]
fn a_line_of_a_mebibyte_is_cut() {
    let folder = Folder::new();
    let long = format!("{MISSPELT}client.id={}\nclient.id={}\n", "x".repeat(1 << 20), "y".repeat(1 << 20));
    folder.write("a.properties", long.as_bytes());
    let run = check(&folder, &["a.properties"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("client.id=xxxx") && run.out.contains("x…"), "{}", run.out.len());
    assert!(run.out.len() < 20_000, "{}", run.out.len());
}

#[test]
fn a_folder_named_like_a_file_is_a_folder() {
    let folder = Folder::with(&[("x.properties/inner.properties", MISSPELT)]);
    for path in ["x.properties", "."] {
        let run = check(&folder, &[path, "--format", "concise"]);
        assert_eq!(run.status, 1);
        assert!(run.out.starts_with("x.properties/inner.properties:3:1: warning[misspelt-key]"), "{}", run.out);
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_or_in_a_circle_are_said() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    let at = |name: &str| folder.path().join(name);
    symlink("nowhere", at("dangling.properties")).unwrap();
    symlink("two.properties", at("one.properties")).unwrap();
    symlink("one.properties", at("two.properties")).unwrap();
    fs::create_dir(at("sub")).unwrap();
    symlink("..", at("sub/loop.properties")).unwrap();
    symlink("../a.properties", at("sub/linked.properties")).unwrap();

    let run = check(&folder, &["dangling.properties"]);
    assert_eq!(run.status, 2);
    assert_eq!(run.line(), "error: dangling.properties: the link leads to nowhere, which does not exist");
    let run = check(&folder, &["one.properties"]);
    assert_eq!(run.status, 2);
    assert!(run.line().starts_with("error: one.properties: "), "{}", run.err);

    // In a folder they are passed over aloud; a link to a file is followed, one to a folder is not.
    let run = check(&folder, &[".", "--format", "concise"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.out.lines().count(), 2, "{}", run.out);
    assert!(run.out.contains("sub/linked.properties:3:1:"), "{}", run.out);
    assert_eq!(run.err.lines().filter(|line| line.starts_with("note: ")).count(), 3, "{}", run.err);
    assert!(run.err.contains("note: dangling.properties: the link leads nowhere, so it is passed over"), "{}", run.err);
    assert!(run.err.contains("note: one.properties: too many levels of symbolic links, so it is passed over"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_an_error_beside_the_findings() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[("a.properties", MISSPELT), ("locked.properties", PRODUCER), ("shut/b.properties", PRODUCER)]);
    let lock = |name: &str, mode| fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    lock("locked.properties", 0o000);
    lock("shut", 0o000);
    // Root reads everything; then there is nothing to see here.
    let readable = fs::read(folder.path().join("locked.properties")).is_ok();
    let run = check(&folder, &["."]);
    let named = check(&folder, &["locked.properties"]);
    lock("shut", 0o755);
    if readable {
        return;
    }
    assert_eq!(run.status, 2);
    assert!(run.out.contains("misspelt-key"), "{}", run.out);
    assert!(run.err.contains("error: locked.properties: permission denied"), "{}", run.err);
    assert!(run.err.contains("error: shut: permission denied"), "{}", run.err);
    assert_eq!((named.status, named.line()), (2, "error: locked.properties: permission denied"));
}

#[test]
fn control_characters_never_reach_a_terminal_raw() {
    let folder = Folder::new();
    let evil = "bootstrap.servers=broker-1:9092\nacks=all\nenable.idempotent=\u{1b}[31mred\u{7}\u{9b}x\u{202e}y\u{7f}\nclient.id=\u{1b}]0;title\u{7}\nclient.id=\\u001b[2J\n";
    folder.write("a.properties", evil.as_bytes());
    folder.write("b\u{1b}[7m.properties", evil.as_bytes());
    for format in ["text", "concise", "json"] {
        for color in ["always", "never"] {
            let run = folder.run(&[".", "--client", "3.9.1", "--format", format, "--color", color]);
            assert_eq!(run.status, 1);
            let own = [
                "\u{1b}[0m",
                "\u{1b}[1m",
                "\u{1b}[2m",
                "\u{1b}[33m",
                "\u{1b}[36m",
                "\u{1b}[33;1m",
                "\u{1b}[36;1;4m",
                "\u{1b}[36;1m",
            ];
            let rest = own.iter().fold(run.out + &run.err, |text, code| text.replace(code, ""));
            let raw: Vec<char> =
                rest.chars().filter(|c| (c.is_control() && *c != '\n') || matches!(c, '\u{202a}'..='\u{202e}')).collect();
            assert!(raw.is_empty(), "{format} {color}: {raw:?}\n{rest}");
        }
    }
    let run = folder.run(&["effective", ".", "--client", "3.9.1"]);
    assert!(!run.out.contains('\u{1b}') && run.out.contains("\\u001b"), "{}", run.out);
    let run = folder.run(&["no\u{1b}[31msuch"]);
    assert!(!run.err.contains('\u{1b}'), "{}", run.err);
}

#[test]
fn a_closed_pipe_is_success() {
    let folder = Folder::new();
    let many: String = (0..300).map(|n| format!("acks=all\nenable.idempotent{}=true\n", n % 2)).collect();
    folder.write("a.properties", many.as_bytes());
    for args in [["check", "a.properties", "--client", "3.9.1"], ["effective", "a.properties", "--client", "all"]] {
        let mut child = folder.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
}
