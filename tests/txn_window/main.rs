//! `ackward txn-window` as a user runs it: answers, gates, files, bad input, and the prompt.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod answers;
mod bad_input;
mod files;
#[cfg(unix)]
mod prompt;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The ledger of the figures.
const LEDGER: &str = "--commit-interval 30s --commit-latency 12s --restart 180s --visibility 480s";

/// What a run gave.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

/// Run the command with flags that hold no blanks, outside any project.
fn run(flags: &str) -> Run {
    run_in(Path::new(env!("CARGO_TARGET_TMPDIR")), &format!("--isolated {flags}"))
}

fn run_in(folder: &Path, flags: &str) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_ackward"))
        .arg("txn-window")
        .args(flags.split_whitespace())
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder of its own with these files in it.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("txn-window").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    // The search for a project ends here.
    std::fs::create_dir_all(folder.join(".git")).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder
}
