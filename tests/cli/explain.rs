//! `ackward explain`, `rules` and `schema`.

use crate::{Folder, Run};

fn explain(what: &str) -> Run {
    Folder::new().run(&["explain", what])
}

#[test]
fn a_key_release_by_release() {
    let run = explain("linger.ms");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let (key, rules) = run.out.split_once("\nrules that read it").unwrap();
    assert!(rules.contains("\n   delivery-timeout-too-short\n"), "{rules}");
    snapbox::assert_data_eq!(
        key,
        snapbox::str![[r#"
linger.ms: a key of producer

producer
 releases          type  default  values      importance
 0.9.0.0 to 2.0.1  LONG  0        at least 0  medium
 2.1.0 to 2.2.0    INT   0        at least 0  medium
 2.2.1 to 3.9.2    LONG  0        at least 0  medium
 4.0.0 to 4.4.0    LONG  5        at least 0  medium
   2.1.0   type LONG → INT
   2.2.1   type INT → LONG
   4.0.0   default 0 → 5

"#]]
    );
}

#[test]
fn a_rule() {
    snapbox::assert_data_eq!(
        explain("delivery-timeout-too-short").out,
        snapbox::str![[r#"
delivery-timeout-too-short: delivery.timeout.ms is shorter than one send attempt
error; refuses-to-start; producer; 2.1.0 to 4.4.0; unsafe fix

A record may wait linger.ms in its batch and request.timeout.ms on the wire
before its first attempt can fail. A shorter budget could never be honoured: the
producer refuses to start where the value is written down, and quietly raises it
where it is not. The default of linger.ms is 5 from 4.0.0 on, so that
delivery.timeout.ms=30000 alone, fine before, is refused there.

when
  the client refuses to start (delivery-below-linger-plus-request)

wrong (kafka-clients 2.1.0)
  delivery.timeout.ms=20000

mended
  delivery.timeout.ms=30000

right (kafka-clients 3.9.2, equality is allowed)
  delivery.timeout.ms=30000

right (kafka-clients 3.9.2, an unwritten value is raised by the client, not
  refused)
  request.timeout.ms=200000

sources
  KIP-91
  KafkaProducer.configureDeliveryTimeout, 2.1.0 to 4.4.0

"#]]
    );
}

#[test]
fn a_name_that_is_a_key_and_a_topic_is_both() {
    let run = explain("acks");
    assert!(run.out.starts_with("acks: a key of producer\n") && run.out.contains("\nacks: who has a record"), "{}", run.out);
}

#[test]
fn every_topic_and_every_rule_can_be_explained() {
    for topic in ["idempotence", "acks", "ordering", "metrics", "transactions", "exactly-once", "transaction.max.timeout.ms"] {
        assert_eq!(explain(topic).status, 0, "{topic}");
    }
    for rule in Folder::new().run(&["rules", "--format", "list"]).out.lines() {
        let run = explain(rule);
        assert!(run.status == 0 && run.out.starts_with(rule) && run.out.contains("\nwhen\n"), "{rule}: {}", run.err);
    }
}

#[test]
fn what_cannot_be_explained_is_an_error_with_what_may_be_meant() {
    let run = explain("lingr.ms");
    assert_eq!((run.status, run.line()), (2, "error: `lingr.ms` is no rule, key or topic; near it: linger.ms"));
    let run = explain("idempotent");
    assert_eq!((run.status, run.line()), (2, "error: `idempotent` is no rule, key or topic; near it: idempotence"));
    assert_eq!(explain("\u{1b}[31m").line(), "error: `\\u001b[31m` is no rule, key or topic");
}

#[test]
fn rules_are_listed_by_name() {
    let folder = Folder::new();
    let run = folder.run(&["rules", "two-phase"]);
    snapbox::assert_data_eq!(
        run.out,
        snapbox::str![[r#"
two-phase-commit-does-nothing: info
    the flag for two-phase commit does nothing
two-phase-commit-with-timeout: error
    transaction.timeout.ms beside two-phase commit

"#]]
    );
    let list = folder.run(&["rules", "--format", "list"]).out;
    assert!(list.lines().is_sorted() && list.lines().count() >= 60);
    let json = folder.run(&["rules", "--format", "json"]).json();
    assert_eq!(json.as_array().unwrap().len(), list.lines().count());
    let none = folder.run(&["rules", "nothing like it"]);
    assert_eq!((none.status, none.line()), (0, "note: no rule speaks of `nothing like it`"));
}

#[test]
fn what_is_written_satisfies_its_schema() {
    let folder = Folder::with(&[("a.properties", crate::MISSPELT), ("b.properties", crate::PRODUCER)]);
    for (what, args) in [
        ("check", &["check", ".", "--client", "all", "--format", "json"][..]),
        ("effective", &["effective", ".", "--client", "all", "--format", "json"]),
        (
            "txn-window",
            &["txn-window", "--commit-interval", "30s", "--commit-latency", "1s", "--restart", "60s", "--format", "json"],
        ),
    ] {
        let schema = folder.run(&["schema", what]).json();
        let run = folder.run(args);
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> = validator.iter_errors(&run.json()).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{what}: {errors:?}");
    }
}
