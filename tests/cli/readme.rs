//! What the README shows is what the binary prints: `UPDATE=1 cargo test` renews it.

use std::{env, fs, path::Path, process::Command};

/// Where the README's commands run.
const EXAMPLE: &str = "fixtures/shop";

#[test]
fn the_readme_shows_what_the_binary_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap().replace("\r\n", "\n");
    let mut real = String::new();
    let mut shown = 0;
    let mut blocks = readme.split("```console\n");
    real.push_str(blocks.next().unwrap());
    for block in blocks {
        let (console, rest) = block.split_once("```\n").unwrap();
        real.push_str("```console\n");
        for command in console.lines().filter_map(|line| line.strip_prefix("$ ackward ")) {
            let output = Command::new(env!("CARGO_BIN_EXE_ackward"))
                .args(command.split(' '))
                .current_dir(root.join(EXAMPLE))
                .env_clear()
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
            real.extend(["$ ackward ", command, "\n", &text]);
            shown += 1;
        }
        real.push_str("```\n");
        real.push_str(rest);
    }
    assert!(shown > 0);
    if env::var_os("UPDATE").is_some() {
        fs::write(root.join("README.md"), &real).unwrap();
    } else {
        assert!(readme == real, "README.md is out of date; UPDATE=1 cargo test renews it");
    }
}

#[test]
fn ci_runs_the_test_command_of_the_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.lines().any(|line| line == "cargo test --locked"));
    assert!(fs::read_to_string(root.join(".ci/run")).unwrap().contains("grep -m1 -x 'cargo test .*' README.md"));
}
