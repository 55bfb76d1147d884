//! `ackward check`: what a user sees.

use crate::Folder;

const ACKS_1: &str = "\
bootstrap.servers=broker-1:9092
key.serializer=org.apache.kafka.common.serialization.StringSerializer
value.serializer=org.apache.kafka.common.serialization.StringSerializer
acks=1
";

#[test]
fn the_picture_of_the_product() {
    let folder = Folder::with(&[("producer.properties", ACKS_1)]);
    let run = folder.run(&["producer.properties", "--client", "3.9.1"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    snapbox::assert_data_eq!(
        run.out,
        snapbox::str![[r#"
warning[idempotence-silently-off]: acks=1 switches idempotence off without a
  word
   ╭─[producer.properties:4:1]
 3 │ value.serializer=org.apache.kafka.common.serialization.StringSerializer
 4 │ acks=1
   · ───┬──
   ·    ╰── nothing drops a repeated record any more
   ╰────
  help: acks=all keeps it; enable.idempotence=false says that you mean it
        ackward explain idempotence-silently-off

1 warning in 1 file, read as kafka-clients 3.9.1 would

"#]]
    );
}

#[test]
fn a_finding_says_on_which_releases_it_holds() {
    let folder = Folder::with(&[("producer.properties", ACKS_1)]);
    let run = folder.run(&["producer.properties", "--client", "3.0.0..4.4.0", "--format", "concise"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("(on 3.0.1, 3.0.2 and 3.1.1 to 4.4.0)"), "{}", run.out);
}

#[test]
fn json_is_as_the_contract_has_it() {
    let folder = Folder::with(&[("producer.properties", ACKS_1)]);
    let run = folder.run(&["producer.properties", "--client", "3.0.0,3.0.1", "--format", "json"]);
    assert_eq!(run.status, 1);
    snapbox::assert_data_eq!(
        run.out,
        snapbox::str![[r#"
{
  "version": 1,
  "files": [
    {
      "path": "producer.properties",
      "role": "producer",
      "role_because": "key.serializer on line 2 is a producer's key",
      "clients": [
        "3.0.0",
        "3.0.1"
      ],
      "client_because": "--client 3.0.0,3.0.1"
    }
  ],
  "findings": [
    {
      "rule": "idempotence-silently-off",
      "severity": "warning",
      "outcome": "weaker-guarantee",
      "path": "producer.properties",
      "line": 4,
      "column": 1,
      "end_line": 4,
      "end_column": 7,
      "keys": [
        "acks",
        "enable.idempotence"
      ],
      "role": "producer",
      "roles": [
        "producer"
      ],
      "clients": [
        "3.0.1"
      ],
      "message": "acks=1 switches idempotence off without a word",
      "help": "acks=all keeps it; enable.idempotence=false says that you mean it",
      "url": null,
      "related": [],
      "fix": {
        "safe": false,
        "title": "write acks=all",
        "edits": [
          {
            "path": "producer.properties",
            "start": 179,
            "end": 180,
            "text": "all"
          }
        ]
      }
    }
  ],
  "summary": {
    "files": 1,
    "errors": 0,
    "warnings": 1,
    "infos": 0
  }
}

"#]]
    );
}

#[test]
fn columns_count_characters_and_edits_count_bytes() {
    let folder = Folder::with(&[("p.properties", "client.id=gr\u{fc}\u{df}e\n  acks = all\n  acks = 1\nlinger.ms=5\n")]);
    let json = folder.run(&["p.properties", "--client", "3.9.1", "--select", "duplicate-key", "--format", "json"]).json();
    let finding = &json["findings"][0];
    assert_eq!((&finding["line"], &finding["column"], &finding["end_column"]), (&2.into(), &3.into(), &13.into()));
    assert_eq!(finding["fix"]["edits"][0]["start"], 18);
}

#[test]
fn files_named_together_are_judged_together_and_those_of_a_tree_are_not() {
    let producer = format!("{}transactional.id=t-1\nacks=all\n", ACKS_1.replace("acks=1\n", ""));
    let consumer = "bootstrap.servers=broker-1:9092\ngroup.id=g\nenable.auto.commit=false\n";
    let folder = Folder::with(&[("p.properties", &producer), ("c.properties", consumer), ("other/c.properties", consumer)]);
    let rules = |paths: &[&str]| {
        folder
            .run(
                &[paths, &["--client", "3.9.1", "--format", "json", "--select", "read-uncommitted-behind-transactions"]].concat(),
            )
            .findings()
    };
    assert_eq!(rules(&["p.properties", "c.properties"]).len(), 1);
    assert!(rules(&["p.properties", "other/c.properties"]).is_empty());
    assert!(rules(&["."]).is_empty());
    assert!(rules(&["c.properties"]).is_empty());
}

#[test]
fn broker_facts_come_from_a_file_a_flag_or_a_release() {
    let text = format!("{}transactional.id=t-1\nacks=all\ntransaction.timeout.ms=120000\n", ACKS_1.replace("acks=1\n", ""));
    let folder = Folder::with(&[
        ("p.properties", &text),
        ("server.properties", "process.roles=broker\ntransaction.max.timeout.ms=60000\n"),
    ]);
    let find =
        |args: &[&str]| folder.run(&[&["p.properties", "--client", "3.9.1", "--format", "json"], args].concat()).findings();
    let wanted = "transaction-timeout-above-broker-maximum:6".to_owned();
    assert!(!find(&[]).contains(&wanted));
    assert!(find(&["--broker", "server.properties"]).contains(&wanted));
    assert!(find(&["--broker-set", "transaction.max.timeout.ms=60000"]).contains(&wanted));
    assert!(!find(&["--broker", "server.properties", "--broker-set", "transaction.max.timeout.ms=900000"]).contains(&wanted));
    assert!(!find(&["--broker-version", "3.9.1"]).contains(&wanted));
    for (args, says) in [
        (["--broker", "nowhere"], "error: nowhere: no such file or directory"),
        (["--broker-version", "9.9.9"], "error: 9.9.9 is no known release of kafka-clients"),
    ] {
        let run = folder.run(&[&["p.properties", "--client", "3.9.1"], &args[..]].concat());
        assert_eq!(run.status, 2);
        assert!(run.line().starts_with(says), "{}", run.err);
    }
    assert_eq!(folder.run(&["p.properties", "--broker-set", "nothing"]).status, 2);
}

#[test]
fn text_fits_eighty_columns() {
    let folder = Folder::with(&[
        ("p.properties", ACKS_1),
        (
            "q.properties",
            "acks=all # quick\nenable.idempotent=true\nssl.key.password=x\nsasl.mechanism=PLAIN\nclient.id=\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\u{65e5}\u{672c}\u{8a9e}\nclient.id=x\n",
        ),
    ]);
    for args in [&["."][..], &["effective", "."], &["effective", ".", "--all"], &["rules"], &["explain", "ordering"]] {
        let run = folder
            .run(&[args, if args[0] == "rules" || args[0] == "explain" { &[][..] } else { &["--client", "3.9.1"] }].concat());
        for line in run.out.lines() {
            assert!(textwrap::core::display_width(line) <= 80, "{args:?}: {line}");
        }
    }
}

#[test]
fn a_release_without_an_admin_client_ignores_no_key_of_it() {
    let folder = Folder::with(&[("a.properties", "bootstrap.servers=b:9092\ndefault.api.timeout.ms=90000\n")]);
    let run = folder.run(&["check", "a.properties", "--role", "admin", "--client", "0.9.0.0..0.11.0.0", "--format", "concise"]);
    assert!(!run.out.contains("bootstrap.servers"), "{}", run.out);
}

/// The findings of a file as `rule severity role`, without those that only inform.
fn told(text: &str, args: &[&str]) -> Vec<String> {
    let folder = Folder::with(&[("kafka.properties", text)]);
    let run = folder.run(&[&["check", "kafka.properties", "--format", "json"], args].concat());
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let findings = json["findings"].as_array().expect("findings");
    let words = findings.iter().map(|it| {
        let roles: Vec<&str> = it["roles"].as_array().expect("roles").iter().filter_map(|role| role.as_str()).collect();
        let word = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
        format!("{} {} {}: {}", word("rule"), word("severity"), word("role"), roles.join(" "))
    });
    words.collect()
}

#[test]
fn what_holds_for_one_client_of_a_file_says_so() {
    let common = "bootstrap.servers=localhost:9092\nrequest.timeout.ms=30000\n";
    // Nothing says that it is a producer's, whose default is not applied there.
    assert_eq!(told(common, &["--client", "3.0.0"]), [""; 0]);
    assert_eq!(
        told(common, &["--client", "0.10.0.0"]),
        ["request-timeout-below-session warning consumer: consumer"],
        "only a consumer refuses, and nothing says that it is one"
    );
    assert_eq!(
        told("bootstrap.servers=localhost\nrequest.timeout.ms=30000\n", &["--client", "0.10.0.0..4.4.0"])[0],
        "bootstrap-address-malformed error shared: producer consumer admin",
        "that some releases have no admin client makes it no other finding"
    );
    let complete = told("bootstrap.servers=localhost:9092\ndefault.api.timeout.ms=1\n", &["--client", "3.9.1", "--complete"]);
    assert_eq!(
        complete,
        [
            "required-key-missing error producer: producer",
            "required-key-missing error producer: producer",
            "required-key-missing error consumer: consumer",
            "required-key-missing error consumer: consumer",
            "default-api-timeout-too-short error admin: admin",
        ]
    );
    let shared = told("acks=all\ngroup.id=g\nretry.backoff.ms=x\nbatch.size=y\n", &["--client", "3.9.1"]);
    assert_eq!(shared, ["value-not-a-number error shared: producer consumer", "value-not-a-number error producer: producer"]);
}

#[test]
fn the_text_names_the_client_where_the_file_does_not() {
    let folder = Folder::with(&[("kafka.properties", "bootstrap.servers=localhost:9092\nacks=all\ngroup.id=g\n")]);
    let run = folder.run(&["check", "kafka.properties", "--client", "3.9.1", "--complete"]);
    let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("value.serializer is missing, and the client does not start without it (for a producer)"), "{words}");
}

#[test]
fn what_differs_between_releases_names_them() {
    for (name, text, expected) in [
        (
            "consumer.properties",
            "group.id=g\nsession.timeout.ms=2000000\nrequest.timeout.ms=3000000\n",
            "session.timeout.ms is 2000000, above the 1800000 (2.3.0 to 4.4.0), 300000 (0.10.0.0 to 2.2.2), 30000 (0.9.0.0 to 0.9.0.1) that brokers allow",
        ),
        (
            "streams.properties",
            "application.id=a\nbootstrap.servers=a:1\nprocessing.guarantee=exactly_twice\n",
            "it takes one of at_least_once, exactly_once_v2 (4.0.0 to 4.4.0); at_least_once, exactly_once, exactly_once_beta, exactly_once_v2 (3.0.0 to 3.9.2); at_least_once, exactly_once, exactly_once_beta (2.6.0 to 2.8.2); at_least_once, exactly_once (0.11.0.0 to 2.5.1)",
        ),
        (
            "producer.properties",
            "acks=all\nretries=1\ncompression.type=zst\n",
            "one of none, gzip, snappy, lz4, zstd (2.1.0 to 4.4.0); none, gzip, snappy, lz4 (0.9.0.0 to 2.0.1), and the client does not start",
        ),
    ] {
        let folder = Folder::with(&[(name, text)]);
        let run = folder.run(&["check", name, "--client", "all", "--format", "concise"]);
        assert!(run.out.contains(expected), "{}{}", run.out, run.err);
        assert_eq!(run.out.lines().filter(|line| line.contains(expected)).count(), 1);
    }
}
