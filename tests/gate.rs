//! `--diff-base`: what a change made worse, and nothing else. Needs git; without it there is nothing to test.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "cli/folder.rs"]
mod folder;

use std::{env, fs, process::Command};

use folder::{Folder, Run};

/// A producer without its acks.
const HEAD: &str = "bootstrap.servers=broker-1:9092,broker-2:9092\n";

struct Repository(Folder);

impl Repository {
    /// A repository whose first commit has these files; `None` where there is no git.
    fn with(files: &[(&str, &str)]) -> Option<Self> {
        Command::new("git").arg("--version").output().ok()?;
        let repository = Self(Folder::with(files));
        repository.git(&["init", "-q", "-b", "main"]);
        repository.commit();
        Some(repository)
    }

    fn git(&self, args: &[&str]) {
        let mut git = Command::new("git");
        git.arg("-C").arg(self.0.path()).env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", self.0.path());
        for who in ["AUTHOR", "COMMITTER"] {
            git.env(format!("GIT_{who}_NAME"), "t").env(format!("GIT_{who}_EMAIL"), "t@example.invalid");
        }
        for inherited in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
            git.env_remove(inherited);
        }
        let output = git.args(args).output().unwrap();
        assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn commit(&self) {
        self.git(&["add", "."]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
    }

    fn write(&self, name: &str, text: &str) {
        self.0.write(name, text.as_bytes());
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.0.command(args);
        command.env("PATH", env::var_os("PATH").unwrap_or_default());
        command
    }

    /// `path rule` of what is worse than at a revision.
    fn worse(&self, args: &[&str]) -> Vec<String> {
        let run = Run::of(self.command(&[args, &["--format", "json", "--diff-base", "main"]].concat()).env("HOME", "/"), b"");
        assert_eq!(run.status, i32::from(!run.json()["findings"].as_array().unwrap().is_empty()), "{}", run.err);
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let json = run.json();
        let findings = json["findings"].as_array().unwrap().iter();
        findings.map(|finding| format!("{} {}", text(&finding["path"]), text(&finding["rule"]))).collect()
    }
}

#[test]
fn only_what_is_new_is_reported() {
    let acks = |value: &str| format!("{HEAD}acks={value}\n");
    let Some(repository) = Repository::with(&[("old.properties", &acks("1")), ("ackward.toml", "client = \"3.9.1\"\n")]) else {
        return;
    };
    assert_eq!(repository.worse(&[]), [""; 0]);
    // Moved lines and new comments change nothing; another wrong value does, and so does a new file.
    repository.write("old.properties", &format!("# moved\n\n{}", acks("1")));
    assert_eq!(repository.worse(&[]), [""; 0]);
    repository.write("old.properties", &format!("{}enable.idempotent=true\n", acks("1")));
    assert_eq!(repository.worse(&[]), ["old.properties misspelt-key"]);
    repository.write("old.properties", &acks("0"));
    repository.write("deep/new.properties", &acks("1"));
    assert_eq!(
        repository.worse(&[]),
        ["deep/new.properties idempotence-silently-off", "old.properties idempotence-silently-off"]
    );
    assert_eq!(repository.worse(&["deep"]), ["deep/new.properties idempotence-silently-off"]);
    // Also from within a folder, and with the whole path.
    let within = Run::of(repository.command(&["--diff-base", "main"]).current_dir(repository.0.path().join("deep")), b"");
    assert_eq!(within.status, 1);
    assert!(within.err.contains("compared with ") && within.err.contains("0 findings were there already"), "{}", within.err);
    let absolute = repository.0.path().join("old.properties");
    assert_eq!(repository.worse(&[absolute.to_str().unwrap()]).len(), 1);
}

#[test]
fn a_renamed_file_is_the_same_file() {
    let text = format!("{HEAD}acks=1\nlinger.ms=5\nclient.id=orders\n");
    let Some(repository) = Repository::with(&[("a/p.properties", &text), ("ackward.toml", "client = \"3.9.1\"\n")]) else {
        return;
    };
    fs::create_dir(repository.0.path().join("b")).unwrap();
    repository.git(&["checkout", "-q", "-b", "topic"]);
    repository.git(&["mv", "a/p.properties", "b/q.properties"]);
    for paths in [&[][..], &["b"], &["b/q.properties"]] {
        assert_eq!(repository.worse(paths), [""; 0], "{paths:?}");
    }
    repository.write("b/q.properties", &format!("{text}enable.idempotent=true\n"));
    repository.commit();
    assert_eq!(repository.worse(&["b"]), ["b/q.properties misspelt-key"]);
}

#[test]
fn a_new_release_in_the_build_file_makes_things_worse() {
    let text = format!("{HEAD}max.in.flight.requests.per.connection=6\nacks=all\nenable.idempotence=true\n");
    let build = |release: &str| format!("implementation 'org.apache.kafka:kafka-clients:{release}'\n");
    let Some(repository) = Repository::with(&[("p.properties", &text), ("build.gradle", &build("0.10.2.2"))]) else { return };
    repository.write("build.gradle", &build("3.9.1"));
    assert!(!repository.worse(&[]).is_empty());
    // And what main became worse by since is not ours.
    repository.commit();
    assert_eq!(repository.worse(&[]), [""; 0]);
}

#[test]
fn adopting_a_configuration_is_no_change_for_the_worse() {
    let Some(repository) = Repository::with(&[("p.properties", &format!("{HEAD}acks=1\n"))]) else { return };
    repository.write("ackward.toml", "client = \"3.9.1\"\n[severity]\nidempotence-silently-off = \"error\"\n");
    assert_eq!(repository.worse(&[]), [""; 0]);
    // A broken configuration of before is no fault of the change that mends it.
    repository.write("ackward.toml", "clinet = \"3.9.1\"\n");
    repository.commit();
    repository.write("ackward.toml", "client = \"3.9.1\"\n");
    assert_eq!(repository.worse(&[]), [""; 0]);
    // A severity that is raised is a change for the worse.
    repository.commit();
    repository.write("ackward.toml", "client = \"3.9.1\"\n[severity]\nidempotence-silently-off = \"error\"\n");
    assert_eq!(repository.worse(&[]), ["p.properties idempotence-silently-off"]);
}

#[test]
fn without_a_base_it_cannot_work() {
    let Some(repository) = Repository::with(&[("p.properties", HEAD)]) else { return };
    let run = Run::of(&mut repository.command(&["--diff-base", "nowhere", "--client", "3.9.1"]), b"");
    assert_eq!((run.status, run.err.as_str()), (2, "error: git knows no revision `nowhere` here\n"));
    let folder = Folder::with(&[("p.properties", HEAD)]);
    let mut command = folder.command(&["--diff-base", "main", "--client", "3.9.1"]);
    let run = Run::of(command.env("PATH", env::var_os("PATH").unwrap_or_default()), b"");
    assert_eq!(run.status, 2);
    assert!(run.err.starts_with("error: git: not a git repository"), "{}", run.err);
}
