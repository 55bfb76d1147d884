//! Files that are mended: what changes in them, what does not, and what is said about it.

use std::fs;

use crate::{Folder, MISSPELT, PRODUCER, Run};

/// Two mistakes with safe fixes, two with unsafe ones, and one with none.
const BROKEN: &str = "\
# the ledger's producer
bootstrap.servers=broker-1:9092

linger.ms=5 # ms
linger.ms = 10
enable.idempotent=true
auto.offset.reset=smallest
ssl.key.password=\"hunter2\"
";

fn mend(folder: &Folder, args: &[&str]) -> Run {
    folder.run(&[&["--client", "3.9.1", "--format", "concise"], args].concat())
}

fn text(folder: &Folder, name: &str) -> String {
    fs::read(folder.path().join(name)).unwrap().into_iter().map(char::from).collect()
}

#[test]
fn safe_fixes_alone_are_applied_until_the_others_are_asked_for() {
    let folder = Folder::with(&[("a.properties", BROKEN)]);
    let safe = mend(&folder, &["--fix", "a.properties"]);
    assert_eq!(safe.status, 1);
    assert!(safe.err.contains("mended in 1 file"), "{}", safe.err);
    let after_safe = text(&folder, "a.properties");
    assert!(!after_safe.contains("linger.ms=5") && after_safe.contains("linger.ms = 10"), "{after_safe}");
    assert!(after_safe.starts_with("# the ledger's producer\nbootstrap.servers=broker-1:9092\n\n"), "{after_safe}");
    let all = mend(&folder, &["--fix", "--unsafe-fixes", "a.properties"]);
    let after_all = text(&folder, "a.properties");
    assert_ne!(after_safe, after_all);
    assert!(after_all.contains("enable.idempotence=true"), "{after_all}");
    // What is left is what has no fix.
    let left = folder.run(&["--client", "3.9.1", "--format", "json", "a.properties"]);
    assert!(left.json()["findings"].as_array().unwrap().iter().all(|finding| finding["fix"].is_null()), "{}", left.out);
    assert_eq!(all.status, left.status);
}

#[test]
fn a_second_run_changes_nothing() {
    let folder = Folder::with(&[("a.properties", BROKEN), ("b.properties", MISSPELT)]);
    for flags in [&["--fix"][..], &["--fix", "--unsafe-fixes"]] {
        mend(&folder, flags);
        let once = [text(&folder, "a.properties"), text(&folder, "b.properties")];
        let again = mend(&folder, flags);
        assert_eq!(once, [text(&folder, "a.properties"), text(&folder, "b.properties")]);
        assert!(!again.err.contains("mended"), "{}", again.err);
    }
}

#[test]
fn unsafe_fixes_alone_write_nothing() {
    let folder = Folder::with(&[("a.properties", BROKEN)]);
    mend(&folder, &["--unsafe-fixes", "a.properties"]);
    assert_eq!(text(&folder, "a.properties"), BROKEN);
}

#[test]
fn everything_outside_the_edits_stays_byte_for_byte() {
    for (before, after) in [
        // Line ends, blank lines, trailing blanks, escapes, no line end at the last line.
        (
            "#\tcaf\u{e9}\r\n\r\n  enable.idempotent : true  \r\nclient.id=a\\u00e9\\:\\ b\r\n! end",
            "#\tcaf\u{e9}\r\n\r\n  enable.idempotence : true  \r\nclient.id=a\\u00e9\\:\\ b\r\n! end",
        ),
        ("acks=all\renable.idempotent=true\r", "acks=all\renable.idempotence=true\r"),
        (
            "bootstrap.servers=a:9092,\\\n    b:9092\nenable.idempotent=\\\n  true",
            "bootstrap.servers=a:9092,\\\n    b:9092\nenable.idempotence=\\\n  true",
        ),
    ] {
        let folder = Folder::new();
        // Each character is a byte: ISO-8859-1 where there is one beyond ASCII.
        folder.write("a.properties", &before.chars().map(|c| u8::try_from(c).unwrap()).collect::<Vec<u8>>());
        mend(&folder, &["--fix", "--unsafe-fixes", "--select", "misspelt-key", "--role", "producer", "a.properties"]);
        assert_eq!(text(&folder, "a.properties"), after);
    }
}

#[test]
fn a_diff_is_shown_and_nothing_written() {
    let folder = Folder::with(&[("a.properties", BROKEN), ("clean.properties", PRODUCER)]);
    for flags in [&["--diff"][..], &["--diff", "--fix"], &["--diff", "--unsafe-fixes"]] {
        let run = mend(&folder, flags);
        assert_eq!(text(&folder, "a.properties"), BROKEN);
        assert!(run.out.starts_with("--- a.properties\n+++ a.properties\n@@ "), "{}", run.out);
        assert!(
            run.out.contains("-linger.ms=5 # ms\n") && !run.out.contains("clean") && !run.out.contains("hunter2"),
            "{}",
            run.out
        );
        assert_eq!(run.status, 1);
    }
    assert_eq!(mend(&folder, &["--diff", "clean.properties"]).out, "");
}

#[test]
fn a_diff_is_what_patch_makes_of_the_file() {
    let without_secret = BROKEN.replace("ssl.key.password=\"hunter2\"\n", "acks=0");
    let folder = Folder::with(&[("a.properties", &without_secret)]);
    let diff = mend(&folder, &["--diff", "--unsafe-fixes"]).out;
    mend(&folder, &["--fix", "--unsafe-fixes"]);
    let mut patched: Vec<&str> = without_secret.lines().collect();
    // One hunk covers a file this small.
    let (kept, removed): (Vec<&str>, Vec<&str>) =
        diff.lines().skip(3).filter(|line| !line.starts_with('\\')).partition(|line| !line.starts_with('-'));
    assert!(removed.iter().all(|line| patched.contains(&&line[1..])));
    let hunk: Vec<&str> = kept.iter().map(|line| &line[1..]).collect();
    let first = patched.iter().position(|line| *line == hunk[0]).unwrap();
    patched.splice(first.., hunk.iter().copied());
    assert_eq!(patched.join("\n"), text(&folder, "a.properties").trim_end());
}

#[test]
fn standard_input_is_mended_to_standard_output() {
    let folder = Folder::new();
    let run = folder.pipe(MISSPELT.as_bytes(), &["--fix", "--unsafe-fixes", "--client", "3.9.1", "-"]);
    assert_eq!(run.out, MISSPELT.replace("idempotent", "idempotence"));
    let findings = folder.pipe(MISSPELT.as_bytes(), &["--fix", "--client", "3.9.1", "--format", "concise", "-"]);
    assert_eq!(findings.out, MISSPELT);
    assert!(findings.err.contains("misspelt-key"), "{}", findings.err);
    let other = folder.pipe(b"nothing=of kafka\n", &["--fix", "--client", "3.9.1", "-"]);
    assert_eq!(other.out, "nothing=of kafka\n");
}

#[test]
fn what_a_comment_silences_is_not_mended() {
    let silenced = MISSPELT.replace("enable.idem", "# ackward: ignore[misspelt-key] ours\nenable.idem");
    let folder = Folder::with(&[("a.properties", &silenced)]);
    let run = mend(&folder, &["--fix", "--unsafe-fixes"]);
    assert_eq!((run.status, text(&folder, "a.properties")), (0, silenced));
}

#[test]
fn comments_are_written_and_then_nothing_is_found() {
    let folder = Folder::with(&[("a.properties", BROKEN), ("b.properties", MISSPELT)]);
    let run = mend(&folder, &["--add-suppressions=older than the hook"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert!(text(&folder, "b.properties").contains("# ackward: ignore[misspelt-key] older than the hook\nenable.idempotent"));
    let plain: String = text(&folder, "a.properties")
        .lines()
        .filter(|line| !line.starts_with("# ackward"))
        .map(|line| line.to_owned() + "\n")
        .collect();
    assert_eq!(plain, BROKEN);
    assert_eq!(mend(&folder, &[]).out, "");
    // A second time there is nothing to add.
    let before = text(&folder, "a.properties");
    mend(&folder, &["--add-suppressions"]);
    assert_eq!(before, text(&folder, "a.properties"));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::with(&[("real/a.properties", MISSPELT)]);
    let real = folder.path().join("real/a.properties");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real/a.properties", folder.path().join("link.properties")).unwrap();
    mend(&folder, &["--fix", "--unsafe-fixes", "link.properties"]);
    assert!(fs::symlink_metadata(folder.path().join("link.properties")).unwrap().is_symlink());
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(text(&folder, "real/a.properties"), MISSPELT.replace("idempotent", "idempotence"));
    assert_eq!(fs::read_dir(folder.path().join("real")).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_file_that_must_not_be_replaced_is_an_error() {
    let folder = Folder::with(&[("a.properties", MISSPELT), ("b.properties", MISSPELT)]);
    fs::hard_link(folder.path().join("a.properties"), folder.path().join("a.backup")).unwrap();
    let run = mend(&folder, &["--fix", "--unsafe-fixes", "a.properties", "b.properties"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("a.properties: known under 2 names (hard links)"), "{}", run.err);
    assert_eq!(text(&folder, "a.properties"), MISSPELT);
    assert!(run.out.starts_with("a.properties:3:1: warning[misspelt-key]"), "{}", run.out);
    // The other one is mended all the same.
    assert_ne!(text(&folder, "b.properties"), MISSPELT);
}

#[test]
fn a_tree_is_mended_file_by_file() {
    let folder = Folder::new();
    let expected = |index: usize| format!("# {index}\r\n{}", PRODUCER.replace('\n', "\r\n"));
    for index in 0..300 {
        let broken = expected(index) + "enable.idempotent=true\r\n";
        folder.write(
            &format!("{}/{index}.properties", index % 7),
            if index % 2 == 0 { broken } else { expected(index) }.as_bytes(),
        );
    }
    mend(&folder, &["--fix", "--unsafe-fixes"]);
    for index in 0..300 {
        let after = if index % 2 == 0 { expected(index) + "enable.idempotence=true\r\n" } else { expected(index) };
        assert_eq!(text(&folder, &format!("{}/{index}.properties", index % 7)), after);
    }
}

#[test]
fn files_that_belong_together_are_mended_together() {
    let files = [
        ("producer.properties", "bootstrap.servers=a:9092\ntransactional.id=pay-0\nenable.idempotent=true\n"),
        ("consumer.properties", "bootstrap.servers=a:9092\ngroup.id=g\nauto.offset.reset=earliest\n"),
    ];
    let names = ["producer.properties", "consumer.properties"];
    let folder = Folder::with(&files);
    let found = folder.run(&[&["--client", "3.9.1", "--format", "json"], &names[..]].concat());
    assert!(found.findings().iter().any(|finding| finding.starts_with("read-uncommitted-behind-transactions")), "{}", found.out);
    let diff = mend(&folder, &[&["--diff", "--unsafe-fixes"], &names[..]].concat());
    assert!(diff.out.contains("\n+isolation.level=read_committed\n"), "{}", diff.out);
    assert!(files.iter().all(|(name, before)| text(&folder, name) == *before));
    mend(&folder, &[&["--fix", "--unsafe-fixes"], &names[..]].concat());
    assert!(text(&folder, "consumer.properties").contains("isolation.level=read_committed\n"));
    let once = names.map(|name| text(&folder, name));
    let again = mend(&folder, &[&["--fix", "--unsafe-fixes"], &names[..]].concat());
    assert_eq!(once, names.map(|name| text(&folder, name)));
    assert!(!again.out.contains("read-uncommitted"), "{}", again.out);
}
