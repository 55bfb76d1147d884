//! Flags, exit status, standard input and output.

use std::fs;

use crate::{Folder, MISSPELT, PRODUCER, Run};

#[test]
fn check_is_the_command_when_none_is_named() {
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    let with = folder.run(&["check", "a.properties", "--client", "3.9.1"]);
    let without = folder.run(&["a.properties", "--client", "3.9.1"]);
    let nothing = folder.run(&["--client", "3.9.1"]);
    assert_eq!((with.status, &with.out), (without.status, &without.out));
    assert_eq!(with.out, nothing.out);
}

#[test]
fn flags_of_a_command_stand_behind_it() {
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    let run = folder.run(&["--client", "3.9.1", "effective", "a.properties"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("what belongs to `effective` stands behind it"), "{}", run.err);
    assert_eq!(folder.run(&["--color", "never", "check", "a.properties", "--client", "3.9.1"]).status, 1);
}

#[test]
fn the_exit_status_means_the_same_for_every_format() {
    let folder = Folder::with(&[("a.properties", MISSPELT), ("b.properties", PRODUCER)]);
    for format in ["text", "concise", "json"] {
        for (path, fail_on, status) in [
            ("a.properties", "warning", 1),
            ("a.properties", "info", 1),
            ("a.properties", "error", 0),
            ("a.properties", "never", 0),
            ("b.properties", "info", 0),
            ("nowhere", "never", 2),
        ] {
            let run = folder.run(&[path, "--client", "3.9.1", "--format", format, "--fail-on", fail_on]);
            assert_eq!(run.status, status, "{path} {fail_on} {format}");
        }
    }
    assert_eq!(folder.run(&["a.properties", "--fail-on", "sometimes"]).status, 2);
    assert_eq!(folder.run(&["--no-such-flag"]).status, 2);
    assert_eq!((folder.run(&["--help"]).status, folder.run(&["--version"]).status), (0, 0));
}

#[test]
fn the_release_is_said_once_where_nobody_named_it() {
    let folder = Folder::with(&[("a.properties", PRODUCER), ("b.properties", PRODUCER)]);
    let run = folder.run(&["."]);
    assert_eq!(
        run.line(),
        "note: read as kafka-clients 4.4.0, the newest known; --client or ackward.toml says another (`ackward init` writes one)"
    );
    assert_eq!(folder.run(&["--client", "3.9.1"]).err, "");
    assert_eq!(folder.run(&["--quiet"]).err, "");
    assert_eq!(folder.run(&["."]).out, "nothing to report in 2 files, read as kafka-clients 4.4.0 would\n");
}

#[test]
fn a_partial_version_is_read_aloud() {
    let folder = Folder::with(&[("a.properties", PRODUCER)]);
    let run = folder.run(&["a.properties", "--client", "3.9"]);
    assert_eq!(run.line(), "note: 3.9 read as 3.9.2, the newest of 3.9.0 to 3.9.2");
    assert!(run.out.ends_with("read as kafka-clients 3.9.2 would\n"), "{}", run.out);
}

#[test]
fn the_width_is_what_columns_says() {
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    let widest = |columns: &str, args: &[&str]| {
        let run = crate::Run::of(folder.command(args).env("COLUMNS", columns), b"");
        run.out.lines().map(|line| line.chars().count()).max().unwrap()
    };
    for args in [
        &["effective", "a.properties", "--client", "all", "--all"][..],
        &["a.properties", "--client", "all"],
        &["rules"],
        &["explain", "bootstrap.servers"],
        &["explain", "transaction-timeout-above-default-maximum"],
        &["explain", "idempotence"],
    ] {
        assert!(widest("60", args) <= 66, "{args:?}: {}", widest("60", args));
        assert!((67..=80).contains(&widest("80", args)), "{args:?}: {}", widest("80", args));
    }
    assert_eq!(widest("wide", &["rules"]), widest("80", &["rules"]));
}

#[test]
fn where_other_patches_of_a_partial_version_answer_otherwise_a_note_says_it() {
    let folder =
        Folder::with(&[("a.properties", PRODUCER), ("b.properties", PRODUCER), ("c/ackward.toml", "client = \"3.0\"\n")]);
    folder.write("c/d.properties", PRODUCER.as_bytes());
    let read = "note: 3.0 read as 3.0.2, the newest of 3.0.0 to 3.0.2\n";
    let said = |args: &[&str]| {
        let run = folder.run(args);
        assert_eq!(run.status, 0);
        run.err.strip_prefix(read).unwrap().to_owned()
    };
    let one = "note: 3.0.0 differs from 3.0.2 in a.properties: idempotence-default-not-applied; --client 3.0.0..3.0.2 shows it\n";
    assert_eq!(said(&["a.properties", "--client", "3.0"]), one);
    assert_eq!(said(&["a.properties", "--client", "3.0", "--format", "json"]), one);
    assert!(said(&["c/d.properties"]).contains("differs from 3.0.2 in c/d.properties: "));
    assert!(said(&["a.properties", "b.properties", "--client", "3.0"]).contains(" in 2 files, a.properties first: "));
    assert!(said(&["effective", "a.properties", "--client", "3.0"]).contains("in a.properties: enable.idempotence; "));
    let keys = ["effective", "a.properties", "--client", "3.0", "--keys", "linger.ms"];
    assert!(said(&keys).contains("in a.properties: guarantees; "));
    // What is silenced stays so.
    assert_eq!(said(&["a.properties", "--client", "3.0", "--ignore", "idempotence-default-not-applied"]), "");
    assert_eq!(folder.run(&["a.properties", "--client", "3.0..3.0"]).err, read);
    assert_eq!(folder.run(&["a.properties", "--client", "3.0", "--quiet"]).err, "");
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let folder = Folder::new();
    let run = folder.pipe(MISSPELT.as_bytes(), &["-", "--client", "3.9.1", "--format", "concise"]);
    assert_eq!(run.status, 1);
    assert!(run.out.starts_with("<stdin>:3:1: warning[misspelt-key]"), "{}", run.out);
    let run =
        folder.pipe(MISSPELT.as_bytes(), &["-", "--client", "3.9.1", "--format", "json", "--stdin-filename", "./a/p.properties"]);
    assert_eq!(run.json()["findings"][0]["path"], "a/p.properties");
    let run = folder.pipe(MISSPELT.as_bytes(), &["--client", "3.9.1", "--format", "concise", "--stdin-filename", "p.properties"]);
    assert!(run.out.starts_with("p.properties:3:1: warning[misspelt-key]"), "{}", run.out);
    let run = folder.pipe(b"", &["a.properties", "--stdin-filename", "p.properties"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(run.line(), "error: --stdin-filename names standard input, and no PATH is it; add - or leave out the paths");
    let run = folder.pipe(b"", &["effective", "-", "--role", "admin", "--client", "3.9.1"]);
    assert!(run.out.starts_with("<stdin>: an admin client on kafka-clients 3.9.1."), "{}", run.out);
}

#[test]
fn formats_go_to_files_and_only_one_to_standard_output() {
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    let run = folder.run(&["a.properties", "--client", "3.9.1", "--format", "json=out/x.json"]);
    assert_eq!(run.status, 2);
    assert!(run.line().starts_with("error: out/x.json: "), "{}", run.err);
    let run = folder.run(&["a.properties", "--client", "3.9.1", "--format", "json=x.json", "--format", "concise"]);
    assert_eq!(run.status, 1);
    assert!(run.out.starts_with("a.properties:3:1:"), "{}", run.out);
    assert!(fs::read_to_string(folder.path().join("x.json")).unwrap().starts_with("{\n  \"version\": 1,"));
    let run = folder.run(&["a.properties", "--client", "3.9.1", "--color", "always", "--output", "y.txt"]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    let text = fs::read_to_string(folder.path().join("y.txt")).unwrap();
    assert!(text.starts_with("warning[misspelt-key]") && !text.contains('\u{1b}'), "{text}");
    let run = folder.run(&["a.properties", "--format", "json", "--format", "text"]);
    assert_eq!(run.status, 2);
    assert!(
        run.err.ends_with("error: only one format can go to standard output; write the others as FORMAT=FILE\n"),
        "{}",
        run.err
    );
    assert_eq!(folder.run(&["a.properties", "--format", "yaml"]).status, 2);
}

#[test]
fn colour_is_for_terminals_and_whoever_asks() {
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    let plain = folder.run(&["--client", "3.9.1"]);
    assert!(!plain.out.contains('\u{1b}'));
    let colored = folder.run(&["--client", "3.9.1", "--color", "always"]);
    assert!(colored.out.contains("\u{1b}["));
    let mut command = folder.command(&["--client", "3.9.1", "--color", "auto"]);
    let output = command.env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn rules_are_selected_and_ignored_by_name() {
    let folder = Folder::with(&[("a.properties", &format!("{MISSPELT}acks=1\n"))]);
    let find = |args: &[&str]| folder.run(&[&["a.properties", "--client", "3.9.1", "--format", "json"], args].concat());
    assert_eq!(find(&["--select", "misspelt-key"]).findings(), ["misspelt-key:3"]);
    assert!(!find(&["--ignore", "misspelt-key,duplicate-key"]).findings().contains(&"misspelt-key:3".to_owned()));
    let run = find(&["--select", "mispelt-key"]);
    assert_eq!((run.status, run.line()), (2, "error: `mispelt-key` is no rule; near it: misspelt-key"));
    let run = find(&["--ignore", "mispelt-key"]);
    assert!(run.status < 2);
    assert_eq!(run.line(), "warning: `mispelt-key` is no rule; near it: misspelt-key");
}

#[test]
fn a_file_takes_one_format() {
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    for args in
        [&["--format", "json=out", "--format", "sarif=out"][..], &["--format", "json=out", "--format", "text", "-o", "out"]]
    {
        let run = folder.run(&[&["--client", "3.9.1"], args].concat());
        assert_eq!((run.status, run.line()), (2, "error: out: only one format can go to a file"));
    }
    assert!(!folder.path().join("out").exists());
}

#[test]
fn names_of_files_are_links_where_a_terminal_has_them() {
    let folder = Folder::with(&[("a.properties", MISSPELT)]);
    let linked = |force: &str, color: &str| {
        let mut command = folder.command(&["--client", "3.9.1", "--color", color]);
        Run::of(command.env("FORCE_HYPERLINK", force), b"").out.contains("\u{1b}]8;;file:///")
    };
    assert_eq!([linked("1", "always"), linked("0", "always"), linked("1", "never")], [true, false, false]);
}

#[test]
fn statistics_count_by_rule() {
    let folder = Folder::with(&[("a.properties", MISSPELT), ("b.properties", MISSPELT)]);
    let quiet = folder.run(&["--client", "3.9.1", "--statistics", "--quiet"]);
    assert_eq!(quiet.out, " rule          severity  findings\n misspelt-key  warning   2\n");
    let run = folder.run(&["--client", "3.9.1", "--statistics"]);
    assert_eq!(run.status, 1);
    snapbox::assert_data_eq!(
        run.out,
        snapbox::str![[r#"
 rule          severity  findings
 misspelt-key  warning   2

2 warnings in 2 files, read as kafka-clients 3.9.1 would

"#]]
    );
}
