//! What is generated from the command line and kept in the repository: `UPDATE=1 cargo test` renews it.

use std::{env, fs, path::Path};

use crate::Folder;

/// Holds a file of the repository against what the binary prints now.
fn compare(file: &str, args: &[&str]) {
    let run = Folder::new().run(args);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{args:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &run.out).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(kept == run.out, "{file} is out of date; UPDATE=1 cargo test renews it");
}

#[test]
fn completions_and_the_manual_page_are_up_to_date() {
    for (shell, file) in [
        ("bash", "ackward.bash"),
        ("zsh", "_ackward"),
        ("fish", "ackward.fish"),
        ("powershell", "_ackward.ps1"),
        ("man", "ackward.1"),
    ] {
        compare(&format!("completions/{file}"), &["completions", shell]);
    }
}

#[test]
fn schemas_are_up_to_date() {
    for what in ["check", "effective", "txn-window", "rule", "config"] {
        compare(&format!("tests/cli/schemas/{what}.json"), &["schema", what]);
    }
}
