//! What users of other linters complain about, each complaint a test.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "cli/folder.rs"]
mod folder;
#[path = "complaints/project.rs"]
mod project;

use std::{collections::BTreeSet, fs, io::Read as _, process::Stdio};

use folder::{Folder, MISSPELT, PRODUCER};

const FORMATS: [&str; 10] = ["text", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "markdown"];

/// "There is no baseline, or it knows lines: one blank line more, and everything is new."
#[test]
fn complaint_04_baseline_knows_file_rule_key_and_value_and_no_line() {
    let folder = Folder::with(&[("a.properties", "acks=1\nlinger.ms=1s\n")]);
    assert_eq!(folder.run(&["--client", "3.9.1", "--write-baseline", "known.json"]).status, 0);
    let known: serde_json::Value = serde_json::from_slice(&fs::read(folder.path().join("known.json")).unwrap()).unwrap();
    for finding in known["findings"].as_array().unwrap() {
        let names: Vec<&str> = finding.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ["keys", "path", "role", "rule"]);
    }
    let check = || folder.run(&["--client", "3.9.1", "--baseline", "known.json", "--format", "json"]);
    folder.write("a.properties", b"\n\n# moved\nlinger.ms=1s\n\nacks=1\n");
    assert_eq!(check().findings(), Vec::<String>::new());
    folder.write("a.properties", b"acks=1\nlinger.ms=2s\n");
    assert_eq!(check().findings(), ["value-not-a-number:2"]);
}

/// "Comments that silence a finding stay for ever, misspelt ones do nothing, and nobody knows why they are there."
#[test]
fn complaint_05_dead_suppressions_are_reported() {
    let text = "\
# ackward: ignore[misspelt-key] was mended
enable.idempotence=true
# ackward: ignore[mispelt-key] misspelt
acks=all
# ackward: ignore[duplicate-key]
linger.ms=5
# ackward: ignore duplicate-key
linger.ms=5
";
    let folder = Folder::with(&[("a.properties", text)]);
    let run = folder.run(&["--client", "3.9.1", "--format", "json"]);
    assert_eq!(
        run.findings(),
        ["suppression-unused:1", "suppression-unknown-rule:3", "suppression-without-reason:5", "suppression-malformed:7"]
    );
    assert_eq!(run.status, 1);
}

/// "GitLab shows every finding as new when a line moves, and swallows those with the same fingerprint."
#[test]
fn complaint_06_gitlab_fingerprints_are_unique_and_stable() {
    let fingerprints = |text: &str| {
        let folder = Folder::with(&[("a.properties", text), ("b.properties", text)]);
        let issues = folder.run(&["--client", "3.9.1", "--format", "gitlab"]).json();
        let fingerprint = |issue: &serde_json::Value| issue["fingerprint"].as_str().unwrap().to_owned();
        issues.as_array().unwrap().iter().map(fingerprint).collect::<Vec<_>>()
    };
    let text = "acks=1\nacks=1\nacks=1\nenable.idempotent=true\nenable.idempotent=true\n";
    let before = fingerprints(text);
    assert!(before.len() >= 8);
    assert_eq!(before.iter().collect::<BTreeSet<_>>().len(), before.len());
    assert_eq!(before, fingerprints(text));
    assert_eq!(before, fingerprints(&format!("# one\n\n# two\n{}", text.replace('\n', "\n\n"))));
}

/// "Code scanning cannot find the files, or shows rules without a description."
#[test]
fn complaint_07_sarif_paths_and_descriptors() {
    let folder = Folder::with(&[(".git/HEAD", ""), ("services/a b/größe%.properties", MISSPELT)]);
    for (run_in, path) in [("", "."), ("", "./services"), ("services", "."), ("services/a b", "../a b/größe%.properties")] {
        let mut command = folder.command(&["--client", "3.9.1", "--format", "sarif", path]);
        let output = command.current_dir(folder.path().join(run_in)).output().unwrap();
        let sarif: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let run = &sarif["runs"][0];
        let results = run["results"].as_array().unwrap();
        assert!(!results.is_empty());
        for result in results {
            let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            assert_eq!(uri, "services/a%20b/gr%C3%B6%C3%9Fe%25.properties", "{run_in} {path}");
            let rule = &run["tool"]["driver"]["rules"][usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
            assert_eq!(rule["id"], result["ruleId"]);
            assert!(rule["shortDescription"]["text"].is_string() && rule["help"]["text"].is_string());
        }
    }
}

/// "The exit status depends on the format."
#[test]
fn complaint_08_exit_status_means_one_thing() {
    let folder = Folder::with(&[("bad.properties", MISSPELT), ("good.properties", PRODUCER)]);
    for format in FORMATS {
        let to_file = format!("{format}=out");
        for format in [format, &to_file] {
            for (path, fail_on, status) in [
                ("bad.properties", "warning", 1),
                ("bad.properties", "error", 0),
                ("bad.properties", "never", 0),
                ("good.properties", "info", 0),
                ("nowhere.properties", "warning", 2),
            ] {
                let run = folder.run(&[path, "--client", "3.9.1", "--format", format, "--fail-on", fail_on]);
                assert_eq!(run.status, status, "{format} {path} {fail_on}: {}", run.err);
            }
        }
    }
}

/// "`| head` makes it panic."
#[test]
fn complaint_13_a_broken_pipe_is_no_failure() {
    let folder = Folder::new();
    for index in 0..400 {
        folder.write(&format!("{index}.properties"), MISSPELT.as_bytes());
    }
    // The reader goes away in the middle, or before anything comes: what is short fits into the pipe.
    for (format, read) in FORMATS.into_iter().flat_map(|format| [(format, 0), (format, 1)]) {
        let mut command = folder.command(&["--client", "3.9.1", "--format", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut vec![0; read]).unwrap();
        drop(out);
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(!err.contains("panic") && !err.contains("error"), "{format}: {err}");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{format}: {:?}", output.status);
    }
}

/// "The password is in the CI log now."
#[test]
fn complaint_14_secrets_are_shown_nowhere() {
    let text = "\
acks=1
acks=1
# ssl.key.password=s3cr3t-comment
ssl.key.password=\"s3cr3t-quoted\"
ssl.keystore.pasword=s3cr3t-misspelt
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
  username=\"s3cr3t-user\" password=\"s3cr3t-jaas\"
schema.registry.url=https://bob:s3cr3t-url@registry:8081
my.api.token=s3cr3t-token # comment
export SSL_PASSWORD=s3cr3t-export
";
    let folder = Folder::with(&[("a.properties", text)]);
    let tells = |what: &str, shown: &str| assert!(!shown.contains("s3cr3t"), "{what}: {shown}");
    for format in FORMATS {
        for more in [&[][..], &["--complete"], &["--color", "always"]] {
            let run = folder.run(&[&["--client", "3.0.0..4.4.0", "--role", "producer", "--format", format], more].concat());
            assert!(run.out.contains("ssl.key"), "{format}: {}", run.out);
            tells(format, &(run.out + &run.err));
        }
    }
    for flags in [&["--diff"][..], &["--diff", "--unsafe-fixes"], &["--write-baseline", "known.json"], &["--statistics"]] {
        let run = folder.run(&[&["--client", "3.9.1", "--role", "producer"], flags].concat());
        tells(&flags.join(" "), &(run.out + &run.err));
    }
    tells("the baseline", &fs::read_to_string(folder.path().join("known.json")).unwrap());
}
