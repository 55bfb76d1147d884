//! A folder for one test, the binary in it, and what a run came to.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// A folder for one test, and the binary in it.
pub(crate) struct Folder(TempDir);

/// What a run came to.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// A folder with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ackward"));
        command.current_dir(self.path()).args(args).env_clear().stdin(Stdio::null());
        command
    }

    /// Runs the binary with nothing in its environment and nothing to read.
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        Run::of(&mut self.command(args), b"")
    }

    /// Runs the binary with this on standard input.
    pub(crate) fn pipe(&self, input: &[u8], args: &[&str]) -> Run {
        Run::of(self.command(args).stdin(Stdio::piped()), input)
    }
}

impl Run {
    pub(crate) fn of(command: &mut Command, input: &[u8]) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        if let Some(mut stdin) = child.stdin.take() {
            // The program may have seen enough before it has read all.
            let _ = stdin.write_all(input);
        }
        let output = child.wait_with_output().unwrap();
        Self {
            status: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The one line of standard error.
    pub(crate) fn line(&self) -> &str {
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        self.err.trim_end()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }

    /// `rule:line` of every finding of the JSON.
    pub(crate) fn findings(&self) -> Vec<String> {
        let json = self.json();
        let findings = json["findings"].as_array().unwrap();
        findings.iter().map(|finding| format!("{}:{}", finding["rule"].as_str().unwrap(), finding["line"])).collect()
    }
}

/// A producer about which there is nothing to say.
pub(crate) const PRODUCER: &str = "bootstrap.servers=broker-1:9092\nkey.serializer=org.apache.kafka.common.serialization.StringSerializer\nvalue.serializer=org.apache.kafka.common.serialization.StringSerializer\n";

/// A producer with a key that nothing reads.
pub(crate) const MISSPELT: &str = "bootstrap.servers=broker-1:9092\nacks=all\nenable.idempotent=true\n";
