//! Inputs from producer, broker, Streams, Connect and latency files, and from `ackward.toml`.

use serde_json::json;

use super::{folder, run_in};

const FLOOR: &str = "--isolated --commit-interval 30s --commit-latency 12s --restart 180s";

#[test]
fn a_producer_and_a_broker_file_make_a_gate() {
    let producer = "transactional.id=ledger\ntransaction.timeout.ms=60000\n";
    let broker = "process.roles=broker\ntransaction.max.timeout.ms=600000\ntransaction.timeout.ms=1\n";
    let folder = folder("gate", &[("producer.properties", producer), ("server.properties", broker)]);
    let run = run_in(&folder, &format!("{FLOOR} producer.properties server.properties --client 3.9.1 --check --format json"));
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let given = run.json();
    assert_eq!(given["inputs"]["timeout_ms"], 60_000);
    assert_eq!(given["inputs"]["broker_max_ms"], 600_000);
    assert_eq!(given["origins"]["timeout"], "producer.properties:2 (transaction.timeout.ms)");
    let note = given["notes"].as_array().unwrap().iter().find(|note| note["path"] == "server.properties").unwrap();
    assert_eq!((&note["severity"], &note["line"]), (&json!("warning"), &json!(3)));
    assert!(note["message"].as_str().unwrap().contains("a broker does nothing with it"));
}

#[test]
fn the_release_is_said_once_where_it_was_assumed() {
    let folder = folder("assumed", &[("p.properties", "transactional.id=a\n")]);
    let run = run_in(&folder, &format!("{FLOOR} --producer p.properties"));
    assert!(run.err.starts_with("note: read as kafka-clients ") && run.err.contains("the newest known"), "{}", run.err);
}

#[test]
fn conflicts_say_both_and_which_wins() {
    let folder = folder("conflict", &[("server.properties", "transaction.max.timeout.ms=600000\n")]);
    let run = run_in(&folder, &format!("{FLOOR} --broker server.properties --broker-max 700s --format json"));
    assert_eq!(run.json()["inputs"]["broker_max_ms"], 700_000);
    assert!(run.out.contains(
        "the broker's maximum is 700 s by --broker-max and 600 s by server.properties:1 (transaction.max.timeout.ms): the first wins"
    ));
}

#[test]
fn a_broker_release_brings_its_defaults() {
    let folder = folder("release", &[]);
    for (release, sweep) in [("2.4.1", 60_000), ("2.5.0", 10_000), ("4.4.0", 10_000)] {
        let run = run_in(&folder, &format!("{FLOOR} --broker-version {release} --format json"));
        assert_eq!(run.json()["inputs"]["sweep_ms"], sweep, "{release}");
    }
}

#[test]
fn a_value_that_cannot_be_is_said_at_its_line() {
    let folder = folder(
        "impossible",
        &[("b.properties", "broker.id=0\ntransaction.max.timeout.ms=0\n"), ("s.properties", "commit.interval.ms=-1\n")],
    );
    let broker = run_in(&folder, &format!("{FLOOR} --broker b.properties"));
    assert_eq!(broker.code, 2);
    let says = "error: b.properties:2 (transaction.max.timeout.ms) is 0 ms: a broker takes 1 to 2147483647 for transaction.max.timeout.ms\n";
    assert_eq!(broker.err, says);
    let streams = run_in(&folder, "--isolated --streams s.properties --client 3.9.1 --commit-latency 1s --restart 1s");
    assert_eq!(streams.err, "error: s.properties:1 (commit.interval.ms) is −1 ms: a length of time cannot be negative\n");
}

#[test]
fn a_key_that_strayed_into_a_brokers_file_is_told_there() {
    let broker = "process.roles=broker\nnode.id=1\nlog.dirs=/x\ntransaction.timeout.ms=1000\n";
    let folder = folder("strayed", &[("server.properties", broker)]);
    let run = run_in(&folder, &format!("{FLOOR} server.properties --format json"));
    assert_eq!(run.json()["inputs"]["timeout_ms"], json!(null));
    assert_eq!(run.json()["notes"][0]["line"], 4, "{}", run.out);
}

#[test]
fn a_gate_does_not_pass_over_what_it_cannot_read() {
    let folder = folder("elsewhere", &[("p.properties", "transactional.id=a\ntransaction.timeout.ms=${env:T}\n")]);
    let flags = format!("{FLOOR} --visibility 480s --producer p.properties --client 4.4.0");
    let open = run_in(&folder, &flags);
    assert_eq!(open.code, 0);
    assert!(open.out.starts_with("transaction.timeout.ms=450000     fits\n"), "{}", open.out);
    assert!(!open.out.contains("refuses"), "{}", open.out);
    let gate = run_in(&folder, &format!("{flags} --check"));
    assert_eq!(gate.code, 2);
    assert!(gate.err.contains("p.properties:2: transaction.timeout.ms is filled in from elsewhere: --timeout has to say it"));
    assert_eq!(run_in(&folder, &format!("{flags} --check --timeout 450s")).code, 0);
}

#[test]
fn a_release_refuses_the_guarantees_that_it_does_not_know() {
    let folder = folder("guarantee", &[("s.properties", "application.id=a\nprocessing.guarantee=exactly_once\n")]);
    let flags = "--isolated --streams s.properties --commit-latency 100ms --restart 1s --check";
    assert_eq!(run_in(&folder, &format!("{flags} --client 3.9.2")).code, 0);
    let gone = run_in(&folder, &format!("{flags} --client 4.0.0"));
    assert_eq!(gone.code, 1);
    assert!(gone.out.contains("write exactly_once_v2"), "{}", gone.out);
}

#[test]
fn streams_reads_only_its_prefix() {
    let bare = "application.id=a\nprocessing.guarantee=exactly_once_v2\ncommit.interval.ms=20000\ntransaction.timeout.ms=60000\n";
    let right = "application.id=a\nprocessing.guarantee=exactly_once_v2\ncommit.interval.ms=20000\nproducer.transaction.timeout.ms=60000\n";
    let folder = folder("streams", &[("bare.properties", bare), ("right.properties", right)]);
    let flags = "--isolated --commit-latency 2s --restart 5s --visibility 120s --check --client 3.9.1";
    let refused = run_in(&folder, &format!("{flags} bare.properties"));
    assert_eq!(refused.code, 1);
    assert!(refused.out.contains("Streams refuses to start"), "{}", refused.out);
    assert_eq!(run_in(&folder, &format!("{flags} right.properties")).code, 0);
}

#[test]
fn answers_differ_by_release_where_the_client_does() {
    let folder = folder("releases", &[("app.properties", "application.id=a\nprocessing.guarantee=exactly_once\n")]);
    let flags = "--isolated --commit-latency 2s --restart 5s --streams app.properties --client 2.4.0..2.8.2 --format json";
    let given = run_in(&folder, flags).json();
    let timeouts: Vec<_> = given["answers"].as_array().unwrap().iter().map(|answer| &answer["inputs"]["timeout_ms"]).collect();
    assert_eq!(timeouts, [&json!(60_000), &json!(10_000)]);
    assert_eq!(given["answers"][1]["clients"][0], "2.6.0");
}

#[test]
fn a_connect_source_with_an_interval_boundary() {
    let connector = "connector.class=x.Y\ntransaction.boundary=interval\n";
    let worker = "group.id=c\nbootstrap.servers=a:1\nexactly.once.source.support=enabled\noffset.flush.interval.ms=60000\n";
    let folder = folder("connect", &[("connector.properties", connector), ("worker.properties", worker)]);
    let flags =
        "--isolated --commit-latency 5s --restart 10s --worker worker.properties --connector connector.properties --client 3.9.1";
    let run = run_in(&folder, &format!("{flags} --check --format json"));
    assert_eq!(run.code, 1, "a minute between commits does not fit into a minute's timeout");
    let given = run.json();
    assert_eq!((&given["inputs"]["commit_interval_ms"], &given["inputs"]["timeout_ms"]), (&json!(60_000), &json!(60_000)));
    assert_eq!(given["timeout_key"], "producer.override.transaction.timeout.ms");
}

#[test]
fn flinks_hour_is_above_the_brokers_quarter() {
    let folder = folder("flink", &[]);
    let run = run_in(&folder, "--isolated --for flink --checkpoint-interval 30s --longest-checkpoint 12s --restart 180s");
    assert!(run.out.contains("the default of 3,600 s is above the broker's maximum"), "{}", run.out);
    assert!(run.out.contains("Flink resumes and commits the same transaction"), "{}", run.out);
}

#[test]
fn latencies_come_with_their_sample_size() {
    let rows: Vec<String> = (1..=1_000).map(|value| format!("{value},{}", value * 10)).collect();
    let table = format!("n,commit ms\n{}\n", rows.join("\n"));
    let folder = folder("latencies", &[("l.csv", table.as_str())]);
    let flags = "--isolated --commit-interval 30s --restart 180s --latencies l.csv --format json";
    let given = run_in(&folder, &format!("{flags} --latency-column 2")).json();
    assert_eq!(given["inputs"]["commit_latency_ms"], 9_990);
    assert_eq!(given["latencies"]["samples"], 1_000);
    assert!(given["latencies"]["warning"].as_str().unwrap().contains("1000 samples"), "{given}");
    let p99 = run_in(&folder, &format!("{flags} --latency-column n --latency-percentile p99 --latency-unit s")).json();
    assert_eq!(p99["inputs"]["commit_latency_ms"], 990_000);
    assert_eq!(p99["latencies"]["warning"], json!(null));
    assert_eq!(run_in(&folder, flags).code, 2, "which column?");
}

const PROJECT: &str = "\
[[pipeline]]
name = \"ledger\"
producer = \"conf/producer.properties\"
[pipeline.transaction]
commit-interval = \"30s\"
commit-latency = \"12s\"
restart = \"180s\"
visibility = \"480s\"

[[pipeline]]
name = \"no-transactions\"
";

#[test]
fn a_project_gates_its_pipelines() {
    let folder = folder("project", &[("ackward.toml", PROJECT)]);
    std::fs::create_dir_all(folder.join("conf")).unwrap();
    let producer = folder.join("conf/producer.properties");
    std::fs::write(&producer, "transactional.id=a\ntransaction.timeout.ms=450000\n").unwrap();
    let passes = run_in(&folder, "--check --format json");
    assert_eq!(passes.code, 0, "{}{}", passes.out, passes.err);
    assert_eq!(passes.json()["pipeline"], "ledger");
    std::fs::write(&producer, "transactional.id=a\n").unwrap();
    assert_eq!(run_in(&folder.join("conf"), "--check").code, 1, "found upwards, and the default is judged");
    let unknown = run_in(&folder, "--pipeline ledgre");
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("has no pipeline ledgre; it has ledger, no-transactions"), "{}", unknown.err);
}

#[test]
fn every_producer_of_a_pipeline_is_judged() {
    let one = PROJECT.replace("producer = \"conf/producer.properties\"", "producers = [\"a.properties\"]");
    let files = [
        ("ackward.toml", one.as_str()),
        ("a.properties", "transactional.id=a\ntransaction.timeout.ms=450000\n"),
        ("b.properties", "transactional.id=b\ntransaction.timeout.ms=990000\n"),
    ];
    let folder = folder("producers", &files);
    let run = run_in(&folder, "--check --format json");
    assert_eq!((run.code, &run.json()["pipeline"], &run.json()["inputs"]["timeout_ms"]), (0, &json!("ledger"), &json!(450_000)));
    std::fs::write(folder.join("ackward.toml"), one.replace("[\"a.properties\"]", "[\"a.properties\", \"b.properties\"]"))
        .unwrap();
    let run = run_in(&folder, "--check");
    assert_eq!(run.code, 1, "{}", run.out);
    for said in ["ledger (a.properties)", "ledger (b.properties)", "990 s is 90 s above the broker's maximum"] {
        assert!(run.out.contains(said), "{said}: {}", run.out);
    }
}

#[test]
fn a_broken_project_is_named_with_its_line() {
    let folder = folder("broken", &[("ackward.toml", "[[pipeline]]\nname = \"a\"\n[pipeline.transaction]\nrestart = \"3x\"\n")]);
    let run = run_in(&folder, "--check");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("ackward.toml:4:") && run.err.contains("unknown unit"), "{}", run.err);
}

#[test]
fn nothing_in_a_file_steers_the_terminal() {
    let folder = folder("escapes", &[("p.properties", "transactional.id=a\ntransaction.timeout.ms=\\u001b[31m1\n")]);
    for format in ["text", "json", "markdown", "svg"] {
        let run = run_in(&folder, &format!("{FLOOR} --producer p.properties --client 3.9.1 --check --format {format}"));
        assert_eq!(run.code, 1, "{format}: {}", run.err);
        assert!(!run.out.contains('\u{1b}'), "{format}");
        assert!(run.out.contains("is no number"), "{format}: {}", run.out);
    }
}

#[test]
fn the_release_comes_from_the_project_or_its_build_files() {
    let app = "application.id=a\nprocessing.guarantee=exactly_once\n";
    let pom = "<project><dependencies><dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-clients</artifactId>\
               <version>2.5.1</version></dependency></dependencies></project>\n";
    let flags = "--commit-latency 2s --restart 5s --streams app.properties --format json";
    let built = folder("built", &[("app.properties", app), ("pom.xml", pom)]);
    let run = run_in(&built, flags);
    assert_eq!((run.json()["clients"].clone(), run.err.as_str()), (json!(["2.5.1"]), ""));
    assert_eq!(run.json()["inputs"]["timeout_ms"], 60_000, "as Streams 2.5.1 has it");
    assert!(run.out.contains("read as kafka-clients 2.5.1 (pom.xml:1"), "{}", run.out);
    let said = folder("said", &[("app.properties", app), ("pom.xml", pom), ("ackward.toml", "client = \"2.8.2\"\n")]);
    let run = run_in(&said, flags);
    assert_eq!(run.json()["clients"], json!(["2.8.2"]));
    assert!(run.out.contains("read as kafka-clients 2.8.2 (ackward.toml:1)"), "{}", run.out);
}
