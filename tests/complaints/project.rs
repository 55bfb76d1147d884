//! Complaints about configuration, paths, releases and hooks.

use std::{fs, path::Path};

use super::folder::{Folder, Run};

/// A producer in which something is wrong, with the least text around it.
const BAD: &str = "bootstrap.servers=broker-1:9092,broker-2:9092\nacks=1\n";

/// What is wrong with it.
const FINDING: &str = "idempotence-silently-off";

/// A repository with these files.
fn with(files: &[(&str, &str)]) -> Folder {
    let repository = Folder::with(files);
    repository.write(".git/HEAD", b"");
    repository
}

/// The files with findings, and the rules.
fn findings(run: &Run) -> Vec<String> {
    let report = run.json();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap().iter();
    findings.map(|finding| format!("{} {}", text(&finding["path"]), text(&finding["rule"]))).collect()
}

#[test]
fn complaint_01_excludes_apply_to_named_paths() {
    let repository = with(&[
        ("ackward.toml", "client = \"3.9.1\"\nexclude = [\"legacy/\", \"*.generated.properties\"]\n"),
        ("legacy/old.properties", BAD),
        ("x.generated.properties", BAD),
        ("own.properties", BAD),
    ]);
    let named = ["legacy/old.properties", "x.generated.properties", "own.properties", "--format", "json"];
    assert_eq!(findings(&repository.run(&named)), [format!("own.properties {FINDING}")]);
    let alone = repository.run(&["legacy/old.properties"]);
    assert_eq!((alone.status, alone.out.as_str()), (0, ""));
    assert_eq!(alone.err, "note: legacy/old.properties is excluded (`legacy/`, ackward.toml:2), so nothing to check\n");
    // Also where the path is written otherwise, and from within.
    assert_eq!(repository.run(&["./own.properties/../legacy/old.properties"]).status, 2);
    assert_eq!(repository.run(&["./legacy/./old.properties"]).status, 0);
    let absolute = repository.path().join("legacy/old.properties");
    assert_eq!(repository.run(&[absolute.to_str().unwrap()]).status, 0);
    let within = Run::of(repository.command(&["old.properties"]).current_dir(repository.path().join("legacy")), b"");
    assert_eq!(within.status, 0, "{}", within.err);
}

#[test]
fn complaint_02_a_wheel_is_there_beside_the_compiled_hook() {
    let hooks = fs::read_to_string(".pre-commit-hooks.yaml").unwrap();
    let languages: Vec<(&str, &str)> = hooks
        .split("\n- id: ")
        .skip(1)
        .map(|hook| {
            let language = hook.lines().find_map(|line| line.trim().strip_prefix("language: ")).unwrap();
            (hook.lines().next().unwrap(), language)
        })
        .collect();
    assert_eq!(languages, [("ackward", "python"), ("ackward-rust", "rust"), ("ackward-system", "system")]);
    let project: toml::Value = toml::from_str(&fs::read_to_string("pyproject.toml").unwrap()).unwrap();
    assert_eq!(project["tool"]["maturin"]["bindings"].as_str(), Some("bin"));
    // The mirror depends on the wheel and compiles nothing; `tests/hooks/run` installs and runs all three.
    let mirror = fs::read_to_string(".github/pre-commit-mirror/pyproject.toml").unwrap();
    assert!(mirror.contains("dependencies = [\"ackward==@VERSION@\"]"));
}

#[test]
fn complaint_03_a_preset_is_pinned_and_new_rules_are_preview() {
    let repository = with(&[("ackward.toml", "client = \"3.9.1\"\npreset = \"2026.1\"\n"), ("p.properties", BAD)]);
    assert_eq!(findings(&repository.run(&["--format", "json"])), [format!("p.properties {FINDING}")]);
    // Every rule is in a frozen preset or is preview; tests/presets.rs holds the lists.
    repository.write("ackward.toml", b"preset = \"2026.9\"\n");
    let run = repository.run(&[]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "error: ackward.toml:1:10: there is no preset `2026.9`; did you mean `2026.1`?\n");
    // The policy is said where users look for it.
    assert!(fs::read_to_string("README.md").unwrap().contains("no later version adds a rule to it"));
}

#[test]
fn complaint_09_a_missing_path_is_an_error_and_nothing_left_is_not() {
    let repository = with(&[("ackward.toml", "exclude = [\"*\"]\n"), ("a.properties", BAD), ("b.properties", BAD)]);
    let missing = repository.run(&["nowhere.properties"]);
    assert_eq!((missing.status, missing.err.as_str()), (2, "error: nowhere.properties: no such file or folder\n"));
    let nothing = repository.run(&[]);
    assert_eq!((nothing.status, nothing.out.as_str()), (0, ""));
    assert_eq!(nothing.err, "note: 2 files excluded (`*`, ackward.toml:1), so nothing to check\n");
    let empty = with(&[]);
    let run = empty.run(&[]);
    assert_eq!(run.status, 0);
    assert!(run.err.starts_with("note: no configuration of a Kafka client found"), "{}", run.err);
}

#[test]
fn complaint_10_the_nearest_configuration_is_found_and_shown() {
    let repository = with(&[
        ("ackward.toml", "client = \"3.9.1\"\n"),
        (
            "team/ackward.toml",
            "extends = \"../ackward.toml\"\nfail-on = \"never\"\n[[override]]\npaths = [\"x.properties\"]\nrole = \"producer\"\n",
        ),
        ("team/deep/x.properties", BAD),
        ("x.properties", BAD),
    ]);
    assert_eq!(repository.run(&["team"]).status, 0);
    assert_eq!(repository.run(&["x.properties"]).status, 1);
    let shown = repository.run(&["--show-settings", "team/deep/x.properties"]);
    assert_eq!(shown.status, 0);
    for (setting, value, from) in [
        ("configuration", "team/ackward.toml", "extends ackward.toml"),
        ("client", "3.9.1", "ackward.toml:1"),
        ("role", "producer", "team/ackward.toml:5"),
        ("fail-on", "never", "team/ackward.toml:2"),
        ("preset", "2026.1", "default"),
    ] {
        let line =
            shown.out.lines().find(|line| line.trim_start().starts_with(setting)).unwrap_or_else(|| panic!("{}", shown.out));
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(words.contains(&value) && line.ends_with(from), "{line}");
    }
    // A repository inside is a project of its own.
    fs::create_dir_all(repository.path().join("inner/.git")).unwrap();
    repository.write("inner/x.properties", BAD.as_bytes());
    let inner = repository.run(&["inner", "--format", "json"]);
    assert!(inner.err.contains("the newest known"), "{}", inner.err);
}

#[test]
fn complaint_11_standard_input_with_a_name_is_that_file() {
    let repository = with(&[
        (
            "ackward.toml",
            "client = \"3.9.1\"\nexclude = [\"legacy/\"]\n[[override]]\npaths = [\"old.properties\"]\nclient = \"2.8.2\"\n",
        ),
        ("new.properties", BAD),
        ("old.properties", BAD),
    ]);
    for name in ["new.properties", "old.properties", "legacy/x.properties"] {
        let piped = repository.pipe(BAD.as_bytes(), &["-", "--stdin-filename", name, "--format", "json"]);
        repository.write("legacy/x.properties", BAD.as_bytes());
        let named = repository.run(&[name, "--format", "json"]);
        assert_eq!((piped.status, piped.out, piped.err), (named.status, named.out, named.err), "{name}");
    }
}

#[test]
fn complaint_12_the_order_is_stable_at_any_number_of_threads() {
    let repository = with(&[("ackward.toml", "client = \"3.0.0,3.9.1\"\n")]);
    for number in 0..40 {
        let twice = format!("{BAD}linger.ms=x\nacks=0\nretries=-7\n");
        repository.write(&format!("{}/{number}.properties", number % 7), twice.as_bytes());
    }
    let run = |threads: &str, format: &str| {
        let mut command = repository.command(&["--format", format]);
        Run::of(command.env("RAYON_NUM_THREADS", threads), b"").out
    };
    for format in ["text", "json", "sarif"] {
        let one = run("1", format);
        assert!(one.len() > 10_000);
        for threads in ["2", "3", "8"] {
            assert!(run(threads, format) == one, "{format} with {threads} threads");
        }
    }
}

#[test]
fn complaint_15_placeholders_are_unknown_values() {
    let text = "bootstrap.servers=${BOOTSTRAP}\nacks={{ acks }}\nlinger.ms=<LINGER>\nrequest.timeout.ms=@timeout@\n\
                ssl.truststore.password=${file:/etc/secrets:key}\nmax.in.flight.requests.per.connection=${N}\n\
                {% if x %}\nbuffer.memory=%MEMORY%\n{% endif %}\n";
    let repository = with(&[("p.properties", text)]);
    let run = repository.run(&["--client", "all", "--format", "json", "--role", "producer"]);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    for finding in report["findings"].as_array().unwrap() {
        assert_ne!(finding["severity"], "error", "{finding:#}");
    }
    // They were read, and as values each of them would be refused.
    assert_eq!(report["files"].as_array().unwrap().len(), 1);
    for placeholder in ["{{ acks }}", "<LINGER>", "@timeout@", "${N}", "%MEMORY%"] {
        repository.write("p.properties", text.replace(placeholder, "none").as_bytes());
        let errors = findings(&repository.run(&["--client", "3.9.1", "--format", "json", "--role", "producer"]));
        assert!(errors.iter().any(|finding| finding.contains("value-not-")), "{placeholder}: {errors:?}");
    }
}

#[test]
fn complaint_16_the_release_that_was_assumed_is_said_and_why() {
    let repository = with(&[("a/p.properties", BAD), ("b/p.properties", BAD)]);
    let run = repository.run(&["--format", "json"]);
    assert!(run.err.starts_with("note: read as kafka-clients 4.4.0, the newest known; "), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1);
    repository.write("a/build.gradle", b"implementation 'org.apache.kafka:kafka-clients:3.6.1'\n");
    let run = repository.run(&["a", "--format", "json"]);
    assert_eq!(run.err, "note: read as kafka-clients 3.6.1 (a/build.gradle:1: kafka-clients is 3.6.1)\n");
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["files"][0]["client_because"], "a/build.gradle:1: kafka-clients is 3.6.1");
    assert_eq!(report["files"][0]["clients"][0], "3.6.1");
    repository.write("ackward.toml", b"\nclient = \"3.9.1\"\n");
    let run = repository.run(&["a", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.err.as_str(), report["files"][0]["client_because"].as_str()), ("", Some("ackward.toml:2")));
}

#[test]
fn complaint_17_nothing_is_asked_of_a_network() {
    // No dependency can open a connection, and our own code does not either.
    let lock = fs::read_to_string("Cargo.lock").unwrap();
    let lock: toml::Value = toml::from_str(&lock).unwrap();
    let manifest: toml::Value = toml::from_str(&fs::read_to_string("Cargo.toml").unwrap()).unwrap();
    let of = |name: &str| {
        let packages = lock["package"].as_array().unwrap();
        packages.iter().find(move |package| package["name"].as_str() == Some(name)).unwrap().clone()
    };
    let mut known: Vec<String> = manifest["dependencies"].as_table().unwrap().keys().cloned().collect();
    let mut next = 0;
    while next < known.len() {
        let package = of(&known[next]);
        for dependency in package.get("dependencies").and_then(toml::Value::as_array).into_iter().flatten() {
            let name = dependency.as_str().unwrap().split(' ').next().unwrap().to_owned();
            if !known.contains(&name) {
                known.push(name);
            }
        }
        next += 1;
    }
    for network in
        ["reqwest", "hyper", "ureq", "curl", "tokio", "async-std", "native-tls", "rustls", "openssl", "socket2", "isahc"]
    {
        assert!(!known.iter().any(|name| name == network), "{network} is compiled in");
    }
    let mut folders = vec![Path::new("src").to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                for network in ["TcpStream", "TcpListener", "UdpSocket", "ToSocketAddrs"] {
                    assert!(!text.contains(network), "{} names {network}", path.display());
                }
            }
        }
    }
}

#[test]
fn complaint_18_an_unknown_rule_is_an_error_where_it_is_selected() {
    let repository = with(&[("p.properties", BAD)]);
    let misspelt = "idempotence-silent-off";
    for (config, status, err) in [
        (
            format!("client = \"3.9.1\"\nselect = [\"{misspelt}\"]\n"),
            2,
            format!("error: ackward.toml:2:11: there is no rule `{misspelt}`; did you mean `{FINDING}`?\n"),
        ),
        (
            format!("client = \"3.9.1\"\nignore = [\"{misspelt}\"]\n"),
            1,
            format!("warning: ackward.toml:2:11: there is no rule `{misspelt}`; did you mean `{FINDING}`?\n"),
        ),
        (
            format!("client = \"3.9.1\"\n[severity]\n{misspelt} = \"info\"\n"),
            1,
            format!("warning: ackward.toml:3:1: there is no rule `{misspelt}`; did you mean `{FINDING}`?\n"),
        ),
        (
            format!("client = \"3.9.1\"\n[[override]]\npaths = [\"*\"]\nselect = [\"{misspelt}\"]\n"),
            2,
            format!("error: ackward.toml:4:11: there is no rule `{misspelt}`; did you mean `{FINDING}`?\n"),
        ),
    ] {
        repository.write("ackward.toml", config.as_bytes());
        let run = repository.run(&[]);
        assert_eq!((run.status, run.err), (status, err), "{config}");
    }
    fs::remove_file(repository.path().join("ackward.toml")).unwrap();
    let selected = repository.run(&["--client", "3.9.1", "--select", misspelt]);
    assert_eq!(selected.status, 2);
    assert!(selected.err.contains(FINDING), "{}", selected.err);
    let ignored = repository.run(&["--client", "3.9.1", "--ignore", misspelt]);
    assert_eq!(ignored.status, 1);
    assert!(ignored.err.starts_with("warning: ") && ignored.err.contains(FINDING), "{}", ignored.err);
}
