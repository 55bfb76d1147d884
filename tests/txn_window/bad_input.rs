//! What cannot be, said in one line with exit status 2, and what is odd but possible, said as a note.

use super::{LEDGER, run};

const FLOOR: &str = "--commit-interval 30s --commit-latency 12s --restart 180s";

#[test]
fn what_cannot_be_is_refused() {
    for (flags, says) in [
        ("--commit-interval -1s --commit-latency 1s --restart 1s", "a length of time cannot be negative"),
        ("--commit-interval 0 --commit-latency 0 --restart 0", "there is nothing to outlast"),
        ("--commit-interval 99999999999999999999s", "longer than 100 years"),
        ("--commit-interval 30x", "unknown unit \"x\""),
        ("--commit-interval 1e3", "unknown unit \"e\""),
        ("--commit-interval 0.0001s", "no whole number of milliseconds"),
        (&format!("{FLOOR} --visibility 0"), "--visibility is 0 s"),
        (&format!("{FLOOR} --headroom 0.999"), "below 1"),
        (&format!("{FLOOR} --headroom 1,5"), "no factor"),
        (&format!("{FLOOR} --broker-version 2.4.1..2.5.0"), "one release, please"),
        (&format!("{FLOOR} --vary sweep=1s..2147483648/1h"), "': no broker takes more than 2147483647"),
        (&format!("{FLOOR} --headroom NaN"), "no factor"),
        (&format!("{FLOOR} --sweep 0"), "a broker takes 1 to 2147483647"),
        (&format!("{FLOOR} --broker-max 2147483648"), "a broker takes 1 to 2147483647"),
        (&format!("{FLOOR} --vary restart=1s..2s/0"), "a step of 0 never ends"),
        (&format!("{FLOOR} --producer nowhere.properties"), "nowhere.properties: no such file"),
        (&format!("{FLOOR} --client 3.9.9"), "3.9.9 is no known release"),
        (&format!("{FLOOR} --output /nowhere/at/all"), "/nowhere/at/all"),
    ] {
        let run = run(flags);
        assert_eq!(run.code, 2, "{flags}");
        assert!(run.err.contains(says), "{flags}: {}", run.err);
        assert_eq!(run.out, "", "{flags}");
    }
}

#[test]
fn missing_flags_are_named_where_nobody_can_be_asked() {
    let nothing = run("");
    assert_eq!(nothing.code, 2);
    assert_eq!(
        nothing.err,
        "error: --commit-interval, --commit-latency, --restart are missing: there is no floor without them\n"
    );
    let one = run("--commit-interval 30s --restart 180s --check");
    assert_eq!((one.code, one.err.as_str()), (2, "error: --commit-latency is missing: there is no floor without it\n"));
    let preset = run("--for streams");
    assert!(preset.err.starts_with("error: --commit-latency (worst commit of a task"), "{}", preset.err);
}

#[test]
fn a_number_without_a_unit_is_doubted_where_it_is_small() {
    let run = run("--commit-interval 30 --commit-latency 12s --restart 180s");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("--commit-interval is 30 without a unit, taken as 30 ms"), "{}", run.out);
    let swept = super::run(&format!("{LEDGER} --vary restart=30..60/10"));
    assert!(swept.out.contains("--vary restart is 30 without a unit"), "{}", swept.out);
    assert!(!super::run(LEDGER).out.contains("without a unit"));
    assert!(!super::run("--commit-interval 30000 --commit-latency 12s --restart 180s").out.contains("without a unit"));
}

#[test]
fn a_tolerance_below_the_sweep_has_no_answer_and_says_why() {
    let run = run(&format!("{FLOOR} --visibility 5s --format json"));
    let given = run.json();
    assert_eq!((&given["verdict"], &given["ceiling_ms"]), (&"no-legal-value".into(), &(-5_000).into()));
    assert!(given["notes"].to_string().contains("not above the sweep"));
}

#[test]
fn absurd_lengths_are_doubted() {
    let run = run("--commit-interval 30d --commit-latency 1s --restart 1s");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("longer than any timeout can be"), "{}", run.out);
}

#[test]
fn a_closed_reader_is_no_failure() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ackward"))
        .args(["txn-window", "--isolated"])
        .args(LEDGER.split_whitespace())
        .args(["--vary", "restart=1s..999s/1s"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
