//! Findings that a project lives with.

use std::fs;

use crate::{Folder, MISSPELT, Run};

const BROKEN: &str = "acks=1\nssl.key.pasword=hunter2\nlinger.ms=1s\n";

fn run(folder: &Folder, args: &[&str]) -> Run {
    folder.run(&[&["--client", "3.9.1", "--format", "json"], args].concat())
}

fn baseline(folder: &Folder, name: &str) -> serde_json::Value {
    serde_json::from_slice(&fs::read(folder.path().join(name)).unwrap()).unwrap()
}

#[test]
fn what_is_known_is_not_reported_and_what_is_new_is() {
    let folder = Folder::with(&[("a.properties", BROKEN), ("b/c.properties", MISSPELT)]);
    let found = run(&folder, &[]).findings().len();
    assert!(found >= 4);
    let written = run(&folder, &["--write-baseline"]);
    assert_eq!((written.status, written.findings().len()), (0, 0));
    assert!(written.err.contains(&format!("ackward-baseline.json: {found} findings written")), "{}", written.err);
    assert!(!fs::read_to_string(folder.path().join("ackward-baseline.json")).unwrap().contains("hunter2"));
    assert_eq!(run(&folder, &["--baseline", "ackward-baseline.json"]).status, 0);
    // Lines move, spelling of separators changes: the same findings.
    folder.write("a.properties", b"# new\n\nlinger.ms = 1s\nssl.key.pasword : hunter2\n\nacks 1\n");
    assert_eq!(run(&folder, &["--baseline", "ackward-baseline.json"]).findings(), Vec::<String>::new());
    folder.write("b/d.properties", MISSPELT.as_bytes());
    let new = run(&folder, &["--baseline", "ackward-baseline.json"]);
    assert_eq!((new.status, new.findings()), (1, vec!["misspelt-key:3".to_owned()]));
}

#[test]
fn it_shrinks_when_something_is_mended() {
    let folder = Folder::with(&[("a.properties", BROKEN)]);
    run(&folder, &["--write-baseline", "known.json"]);
    let before = baseline(&folder, "known.json")["findings"].as_array().unwrap().len();
    folder.write("a.properties", BROKEN.replace("1s", "1000").as_bytes());
    let stale = run(&folder, &["--baseline", "known.json"]);
    assert_eq!(stale.status, 0);
    assert!(stale.err.contains("known.json: still in the baseline, and no longer found: a.properties: "), "{}", stale.err);
    let shrunk = run(&folder, &["--baseline", "known.json", "--write-baseline"]);
    assert!(shrunk.err.contains("1 dropped"), "{}", shrunk.err);
    assert_eq!(baseline(&folder, "known.json")["findings"].as_array().unwrap().len(), before - 1);
    // What was mended is not known any more.
    folder.write("a.properties", BROKEN.as_bytes());
    assert_eq!(run(&folder, &["--baseline", "known.json"]).status, 1);
    // And it does not grow by itself.
    run(&folder, &["--baseline", "known.json", "--write-baseline"]);
    assert_eq!(baseline(&folder, "known.json")["findings"].as_array().unwrap().len(), before - 1);
}

#[test]
fn a_run_over_a_part_keeps_the_rest() {
    let folder = Folder::with(&[("a.properties", BROKEN), ("b/c.properties", MISSPELT)]);
    run(&folder, &["--write-baseline=known.json"]);
    let all = fs::read(folder.path().join("known.json")).unwrap();
    let part = run(&folder, &["--write-baseline=known.json", "a.properties"]);
    assert_eq!(part.status, 0);
    assert_eq!(fs::read(folder.path().join("known.json")).unwrap(), all);
    // Nothing is stale that was not looked at, or not asked.
    let one = run(&folder, &["--baseline", "known.json", "b"]);
    assert!(!one.err.contains("no longer found"), "{}", one.err);
    let selected = run(&folder, &["--baseline", "known.json", "--select", "misspelt-key"]);
    assert!(!selected.err.contains("no longer found"), "{}", selected.err);
    // A file that is gone is.
    fs::remove_file(folder.path().join("b/c.properties")).unwrap();
    assert!(run(&folder, &["--baseline", "known.json", "a.properties"]).err.contains("no longer found: b/c.properties"));
}

#[test]
fn a_path_behind_the_flag_stays_a_path() {
    let folder = Folder::with(&[("conf/a.properties", MISSPELT), ("b.properties", MISSPELT)]);
    for path in ["conf", "conf/a.properties"] {
        let written = run(&folder, &["--write-baseline", path]);
        assert_eq!(written.json()["files"].as_array().unwrap().len(), 1, "{}", written.out);
        assert_eq!(fs::read(folder.path().join("conf/a.properties")).unwrap(), MISSPELT.as_bytes());
        assert_eq!(baseline(&folder, "ackward-baseline.json")["findings"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn paths_are_those_from_the_folder_of_the_baseline() {
    let folder = Folder::with(&[("conf/a.properties", MISSPELT)]);
    run(&folder, &["--write-baseline=known.json"]);
    let mut command = folder.command(&["--client", "3.9.1", "--baseline", "../known.json", "a.properties"]);
    let output = command.current_dir(folder.path().join("conf")).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_is_no_baseline_is_an_error() {
    let folder = Folder::with(&[("a.properties", MISSPELT), ("not.json", "{}")]);
    for (args, message) in [
        (["--baseline", "not.json"], "not.json: no baseline of findings"),
        (["--baseline", "nowhere.json"], "nowhere.json: no such file"),
        (["--baseline", "a.properties"], "a.properties: no baseline of findings"),
        (["--write-baseline", "not.json"], "not.json: no baseline of findings"),
    ] {
        let run = run(&folder, &args);
        assert_eq!(run.status, 2, "{args:?}");
        assert!(run.err.contains(message), "{}", run.err);
    }
    assert_eq!(fs::read(folder.path().join("not.json")).unwrap(), b"{}");
}
