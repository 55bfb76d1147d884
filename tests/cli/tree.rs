//! Folders: what is looked at, in which order, and what is passed over.

use crate::{Folder, MISSPELT, PRODUCER};

#[test]
fn hidden_and_ignored_files_are_passed_over_unless_named() {
    let folder = Folder::with(&[
        (".gitignore", "build/\nlocal.*\n"),
        ("a.properties", MISSPELT),
        (".hidden/b.properties", MISSPELT),
        (".c.properties", MISSPELT),
        ("build/d.properties", MISSPELT),
        ("sub/local.properties", MISSPELT),
        ("sub/e.config", MISSPELT),
        ("sub/f.properties.j2", MISSPELT),
        ("sub/g", MISSPELT),
    ]);
    let run = folder.run(&["--client", "3.9.1", "--format", "concise"]);
    let files: Vec<&str> = run.out.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(files, ["a.properties", "sub/e.config", "sub/f.properties.j2"]);
    let run = folder.run(&["build/d.properties", "sub/g", ".c.properties", "--client", "3.9.1", "--format", "concise"]);
    assert_eq!(run.out.lines().count(), 3, "{}", run.out);
}

#[test]
fn what_is_not_kafka_is_passed_over_silently() {
    let folder = Folder::with(&[
        ("chess.properties", "player.white=Ann\nplayer.black=Bob\n"),
        ("log4j.properties", "log4j.rootLogger=INFO, stdout\n"),
        ("producer.properties", PRODUCER),
    ]);
    let run = folder.run(&["--client", "3.9.1"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "nothing to report in 1 file, read as kafka-clients 3.9.1 would\n");
    let run = folder.run(&["chess.properties", "producer.properties", "--client", "3.9.1"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let run = folder.run(&["chess.properties", "--client", "3.9.1"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert!(run.line().starts_with("note: chess.properties: no configuration of a Kafka client ("), "{}", run.err);
}

#[test]
fn nothing_found_is_success_with_a_notice() {
    let run = Folder::new().run(&["--client", "3.9.1"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert_eq!(
        run.line(),
        "note: no configuration of a Kafka client found; no file here can hold one; name a file, with --role where its keys do not tell what it is"
    );
    let run = Folder::with(&[("a.properties", "x=y\n"), ("b.conf", "z=1\n")]).run(&[".", "--client", "3.9.1"]);
    assert_eq!(
        run.line(),
        "note: no configuration of a Kafka client found; 2 files were looked at; name a file, with --role where its keys do not tell what it is"
    );
}

#[test]
fn a_file_met_twice_is_judged_once() {
    let folder = Folder::with(&[("sub/a.properties", MISSPELT)]);
    let absolute = folder.path().join("sub/a.properties");
    let run = folder.run(&[
        "sub",
        ".",
        "./sub/a.properties",
        "sub//a.properties",
        "sub/../sub/a.properties",
        absolute.to_str().unwrap(),
        "--client",
        "3.9.1",
        "--format",
        "concise",
    ]);
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
    assert!(run.out.starts_with("sub/a.properties:3:1:"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn turning_back_behind_a_link_leads_elsewhere() {
    let folder = Folder::with(&[("a.properties", MISSPELT), ("far/a.properties", MISSPELT), ("far/away/b.txt", "")]);
    std::os::unix::fs::symlink("far/away", folder.path().join("link")).unwrap();
    let run = folder.run(&["link/../a.properties", "a.properties", "--client", "3.9.1", "--format", "concise"]);
    let files: Vec<&str> = run.out.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(files, ["a.properties", "link/../a.properties"]);
}

#[test]
fn output_is_the_same_whatever_the_number_of_threads() {
    let folder = Folder::new();
    for n in 0..200 {
        folder.write(&format!("d{}/f{n}.properties", n % 7), format!("{MISSPELT}client.id=c{n}\nacks={}\n", n % 3).as_bytes());
    }
    for format in ["text", "concise", "json"] {
        let outs: Vec<String> = ["1", "2", "8"]
            .into_iter()
            .map(|threads| {
                let mut command = folder.command(&["--client", "3.0.0..3.9.1", "--format", format]);
                let output = command.env("RAYON_NUM_THREADS", threads).output().unwrap();
                assert_eq!(output.status.code(), Some(1));
                String::from_utf8(output.stdout).unwrap()
            })
            .collect();
        assert!(outs.iter().all(|out| *out == outs[0]), "{format}");
    }
}

#[test]
fn a_role_for_a_folder_makes_nothing_of_kafkas_out_of_others() {
    let folder =
        Folder::with(&[("chess.properties", "player.white=Ann\n"), ("a.properties", "bootstrap.servers=broker-1:9092\n")]);
    let run = folder.run(&[".", "--role", "consumer", "--client", "3.9.1", "--format", "json"]);
    let json = run.json();
    assert_eq!(json["files"].as_array().unwrap().len(), 1);
    assert_eq!(json["files"][0]["role"], "consumer");
    assert_eq!(json["files"][0]["role_because"], "--role consumer");
}
