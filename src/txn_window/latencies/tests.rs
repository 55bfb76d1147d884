use super::*;

fn read(text: &str, column: Option<&str>) -> Result<Latencies, LatencyError> {
    Latencies::read(text, column, None)
}

fn ramp(count: usize) -> Latencies {
    let lines: Vec<String> = (1..=count).map(|value| value.to_string()).collect();
    read(&lines.join("\n"), None).unwrap()
}

#[test]
fn percentiles_are_values_that_were_measured() {
    let sample = ramp(10_000);
    assert_eq!(sample.samples(), 10_000);
    assert_eq!(sample.at(Percentile::P50), Millis::new(5_000));
    assert_eq!(sample.at(Percentile::P99), Millis::new(9_900));
    assert_eq!(sample.at(Percentile::P999), Millis::new(9_990));
    assert_eq!(sample.at(Percentile::Max), Millis::new(10_000));
    assert_eq!(ramp(1).at(Percentile::P50), Millis::new(1));
}

#[test]
fn a_small_sample_is_said_to_be_small() {
    assert_eq!(ramp(3_000).warning(Percentile::P999), None);
    let few = ramp(2_999).warning(Percentile::P999).unwrap();
    assert!(few.contains("only 2 are longer"), "{few}");
    let none = ramp(200).warning(Percentile::P999).unwrap();
    assert!(none.contains("cannot show a p99.9") && none.contains("200 ms") && none.contains("3000"), "{none}");
    assert_eq!(ramp(300).warning(Percentile::P99), None);
    assert!(ramp(299).warning(Percentile::P99).is_some());
    assert_eq!(ramp(1).warning(Percentile::Max), None);
}

#[test]
fn what_stands_for_a_percentile_is_said_as_it_is() {
    for (count, longest) in [(999, true), (1_000, false), (1_001, false)] {
        let sample = ramp(count);
        let stands = sample.at(Percentile::P999) == sample.at(Percentile::Max);
        assert_eq!(stands, longest, "{count}");
        let warning = sample.warning(Percentile::P999).unwrap();
        assert_eq!(warning.contains("what stands for it is the longest seen"), longest, "{warning}");
        assert_eq!(warning.contains("only one is longer"), !longest, "{warning}");
    }
}

#[test]
fn a_bad_first_value_is_no_heading() {
    for text in ["-5\n3\n", "NaN\n3\n", "Infinity\n3\n", "-inf\n3\n", ".\n3\n", "+5\n3\n"] {
        let error = read(text, None).unwrap_err();
        assert_eq!(error.line, Some(1), "{text:?}");
    }
    assert_eq!(read("null and void\n3\n", None).unwrap().sorted, [Millis::new(3)]);
}

#[test]
fn a_decimal_comma_is_not_cut_off() {
    assert_eq!(read("5\n5,6\n", None).unwrap_err().to_string(), "line 2: has 2 columns where the first line has one");
}

#[test]
fn a_heading_may_name_the_unit() {
    for (heading, millis) in [
        ("latency_s", 2_000),
        ("commit (s)", 2_000),
        ("seconds", 2_000),
        ("latency_ms", 2),
        ("commit [us]", 1),
        ("txn-commit-time-ns", 1),
        ("latency", 2),
        ("s", 2),
        ("commits", 2),
    ] {
        assert_eq!(read(&format!("{heading}\n2\n"), None).unwrap().sorted, [Millis::new(millis)], "{heading}");
    }
    let flag = Latencies::read("latency_s\n2\n", None, Some(Unit::Millis)).unwrap();
    assert_eq!(flag.sorted, [Millis::new(2)], "the flag wins");
    assert_eq!(read("latency_s\n2ms\n", None).unwrap().sorted, [Millis::new(2)], "so does a unit beside the number");
}

#[test]
fn reads_a_column_by_name_or_number() {
    let table = "time,commit ms\n12:00,1.5\n12:01,\"250us\"\n\n# a pause\n12:02,2s\n";
    let by_name = read(table, Some("commit ms")).unwrap();
    assert_eq!(by_name.sorted, [1, 2, 2_000].map(Millis::new));
    assert_eq!(read(table, Some("2")).unwrap(), by_name);
    assert_eq!(read("a;b\n1;2\n", Some("b")).unwrap().sorted, [Millis::new(2)]);
    assert_eq!(read("\u{feff}latency\r\n7\r\n", None).unwrap().sorted, [Millis::new(7)]);
}

#[test]
fn rounds_up_and_knows_units() {
    let one = |text: &str, unit| Latencies::read(text, None, Some(unit)).unwrap().sorted[0].get();
    assert_eq!(one("1500000", Unit::Nanos), 2);
    assert_eq!(one("1000000", Unit::Nanos), 1);
    assert_eq!(one("0.0120001", Unit::Seconds), 13);
    assert_eq!(one("12", Unit::Seconds), 12_000);
    assert_eq!(one("0", Unit::Millis), 0);
    assert_eq!(one("12.000", Unit::Millis), 12);
}

#[test]
fn says_what_is_wrong_and_where() {
    let problem = |text, column| read(text, column).unwrap_err().to_string();
    assert!(problem("", None).contains("holds no latency"));
    assert!(problem("latency\n", None).contains("holds no latency"));
    assert!(problem("1\nx\n", None).starts_with("line 2: \"x\" is no latency"));
    assert!(problem("1\n-4\n", None).contains("negative"));
    assert!(problem("a,b\n1,2\n", None).contains("2 columns"));
    assert!(problem("a,b\n1,2\n", Some("c")).contains("the columns are a, b"));
    assert!(problem("a,b\n1\n", Some("b")).starts_with("line 2: has no column 2"));
    assert!(problem("1e3\n", None).contains("is no latency"));
}
