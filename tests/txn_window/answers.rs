//! The figures, to the millisecond, and how they are shown.

use serde_json::{Value, json};

use super::{LEDGER, run};

fn answer(flags: &str) -> Value {
    let run = run(&format!("{flags} --format json"));
    assert_eq!(run.code, 0, "{}", run.err);
    run.json()
}

fn ledger_with(changes: &[(&str, &str)]) -> Value {
    let mut flags = vec![("commit-interval", "30s"), ("commit-latency", "12s"), ("restart", "180s"), ("visibility", "480s")];
    for (name, value) in changes {
        flags.retain(|(known, _)| known != name);
        flags.push((name, value));
    }
    let flags: Vec<String> = flags.iter().map(|(name, value)| format!("--{name} {value}")).collect();
    answer(&flags.join(" "))
}

#[test]
fn the_table_of_commit_intervals() {
    for (interval, required, spare, verdict) in
        [("30s", 444_000, 26_000, "fits"), ("43s", 470_000, 0, "fits"), ("60s", 504_000, -34_000, "headroom-lost")]
    {
        let given = ledger_with(&[("commit-interval", interval)]);
        assert_eq!(given["required_ms"], required, "{interval}");
        assert_eq!(480_000 - (required + 10_000), spare, "{interval}");
        assert_eq!(given["verdict"], verdict, "{interval}");
        let over = if spare < 0 { json!(-spare) } else { Value::Null };
        assert_eq!(given["exceeds"]["visibility_ms"], over, "{interval}");
    }
    assert_eq!(ledger_with(&[("commit-interval", "43001")])["verdict"], "headroom-lost");
}

#[test]
fn the_two_broken_restarts() {
    let lost = ledger_with(&[("restart", "360s")]);
    assert_eq!((&lost["required_ms"], &lost["floor_ms"]), (&json!(804_000), &json!(402_000)));
    assert_eq!(lost["exceeds"], json!({ "visibility_ms": 334_000, "broker_max_ms": null }));
    let none = ledger_with(&[("restart", "720s")]);
    assert_eq!((&none["required_ms"], &none["floor_ms"]), (&json!(1_524_000), &json!(762_000)));
    assert_eq!(none["exceeds"]["broker_max_ms"], 624_000);
    assert_eq!((&none["verdict"], &none["recommended_ms"]), (&json!("no-legal-value"), &Value::Null));
}

#[test]
fn headrooms_are_exact_decimals() {
    for (headroom, required) in [
        ("1", 222_000),
        ("1.5", 333_000),
        ("2.25", 499_500),
        ("1.000001", 222_001),
        ("1.0000001", 222_001),
        ("2.117117", 470_000),
        ("900", 199_800_000),
    ] {
        let given = ledger_with(&[("headroom", headroom)]);
        assert_eq!(given["required_ms"], required, "{headroom}");
        assert_eq!(given["inputs"]["headroom"].as_f64().unwrap().to_string(), headroom, "a number, as written");
    }
    assert_eq!(ledger_with(&[("headroom", "2.117117")])["verdict"], "fits");
    assert_eq!(ledger_with(&[("headroom", "2.117118")])["verdict"], "headroom-lost");
}

#[test]
fn without_a_tolerance_the_broker_bounds_and_that_is_said() {
    let given = answer("--commit-interval 30s --commit-latency 12s --restart 180s");
    assert_eq!((&given["ceiling_ms"], &given["ceiling_from"]), (&json!(900_000), &json!("broker-max")));
    assert_eq!(given["spare_ms"], Value::Null);
    assert_eq!(given["missing"], json!(["visibility"]));
}

#[test]
fn a_judged_value_decides_a_gate() {
    for (flags, code) in [
        ("--timeout 450s", 0),
        ("--timeout 444s", 0),
        ("--timeout 470s", 0),
        ("--timeout 443999", 1),
        ("--timeout 470001", 1),
        ("--timeout 60s", 1),
        ("--timeout 0", 1),
        ("--timeout=-1", 1),
        ("--timeout 3000000000", 1),
        ("--headroom 1 --timeout 222s", 0),
        ("", 0),
        ("--headroom 2.2", 1),
    ] {
        assert_eq!(run(&format!("{LEDGER} {flags} --check")).code, code, "{flags}");
        assert_eq!(run(&format!("{LEDGER} {flags}")).code, 0, "{flags}");
    }
}

#[test]
fn a_sweep_crosses_exactly() {
    let given = answer(&format!("{LEDGER} --vary restart=60s..720s/60s"));
    let variation = &given["variations"][0];
    assert_eq!(variation["rows"].as_array().unwrap().len(), 12);
    assert_eq!(variation["rows"][5]["stall_ms"], 814_000);
    assert_eq!(variation["rows"][5]["spare_ms"], -334_000);
    assert_eq!(variation["rows"][11]["exceeds"]["broker_max_ms"], 624_000);
    assert_eq!((&variation["crossings"][0]["at_ms"], &variation["crossings"][1]["at_ms"]), (&json!(193_000), &json!(428_000)));
}

#[test]
fn the_terminal_shows_it_on_80_columns() {
    let run = run(LEDGER);
    let shown = "\
transaction.timeout.ms=450000     fits

     60 s          222 s           450 s  470 s                          900 s
  ├────┼─────────────┣━━━━━━━━━━━━━━━━━━◆┫───────────────────────────────────┤
    default        floor     recommended  ceiling               broker maximum

  floor    222 s   30 s commit interval + 12 s commit + 180 s restart (81 %)
  asked    444 s   floor × 2, rounded up to 450 s
  ceiling  470 s   480 s visibility − 10 s sweep (the broker allows 900 s)
  stall    460 s   at worst; 455 s typically; 20 s to spare
  the commit interval may grow to 43 s before this stops fitting
  the default of 60 s is below the floor
";
    assert!(run.out.starts_with(shown), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "no colour into a pipe");
    assert!(run.out.lines().all(|line| line.chars().count() <= 80));
    assert_eq!(run.err, "");
}

#[test]
fn a_value_that_is_too_short_says_how_often_it_fails() {
    let given = answer(&format!("{LEDGER} --timeout 220500"));
    assert_eq!((&given["judged"]["overrun_ms"], &given["judged"]["aborted_share"]), (&json!(1_500), &json!(0.15)));
    let text = run(&format!("{LEDGER} --timeout 220500")).out;
    assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains("aborts about 15 % of those"), "{text}");
}

#[test]
fn every_format_writes_to_a_file_too() {
    for format in ["text", "json", "markdown", "svg"] {
        let path = super::folder("formats", &[]).join(format);
        let told = run(&format!("{LEDGER} --format {format}"));
        let written = run(&format!("{LEDGER} --format {format} --output {}", path.display()));
        assert_eq!(written.out, "", "{format}");
        assert_eq!(std::fs::read_to_string(path).unwrap(), told.out, "{format}");
    }
}
