//! `ackward effective`.

use crate::{Folder, PRODUCER, Run};

fn effective(folder: &Folder, args: &[&str]) -> Run {
    folder.run(&[&["effective"], args].concat())
}

const ACKS_1: &str = "bootstrap.servers=broker-1:9092\nkey.serializer=org.apache.kafka.common.serialization.StringSerializer\nacks=1\nlinger.ms=20\nssl.key.password=hunter2\n";

#[test]
fn a_producer_in_words() {
    let folder = Folder::with(&[("producer.properties", ACKS_1)]);
    let run = effective(&folder, &["producer.properties", "--client", "3.0.0"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    snapbox::assert_data_eq!(
        run.out,
        snapbox::str![[r#"
producer.properties: a producer on kafka-clients 3.0.0. It starts (if broker-1
  resolves).

  a retry can write twice   yes  default true, not applied by 3.0.0 and 3.1.0
                                 (KAFKA-13598); the start-up log says true
  order within a partition  no   5 requests in flight, no idempotence
  acknowledged by           the leader
  exactly once              no   no transactional.id

 key                                    runs with          from
 acks                                   1                  line 3
 bootstrap.servers                      [broker-1:9092]    line 1
 client.id                              producer-N         generated, since
                                                           none is written
 enable.idempotence                     false              default true, not
                                                           applied by 3.0.0 and
                                                           3.1.0 (KAFKA-13598);
                                                           the start-up log
                                                           says true
 key.serializer                         …StringSerializer  line 2
 linger.ms                              20                 line 4
 max.in.flight.requests.per.connection  5                  default
 retries                                2147483647         default since 2.1.0
 ssl.key.password                       [hidden]           line 5
 transactional.id                       null               default
 (60 more at their defaults: --all)

"#]]
    );
}

#[test]
fn an_empty_text_in_the_log_is_said_to_be_one() {
    let folder = Folder::with(&[("producer.properties", ACKS_1)]);
    let run = effective(&folder, &["producer.properties", "--client", "2.4.1", "--keys", "client.id"]);
    let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.ends_with("generated, since none is written; the start-up log shows no text"), "{words}");
}

#[test]
fn a_consumer_that_does_not_start() {
    let text = "bootstrap.servers=localhost:9092\ngroup.id=g\nheartbeat.interval.ms=9000\nsession.timeout.ms=8000\nisolation.level=read_committed\n";
    let folder = Folder::with(&[("c.properties", text)]);
    let run = effective(&folder, &["c.properties", "--client", "3.9.1"]);
    assert_eq!(run.status, 0);
    snapbox::assert_data_eq!(
        run.out,
        snapbox::str![[r#"
c.properties: a consumer on kafka-clients 3.9.1. It does not start:
  KafkaException, inside it IllegalArgumentException about heartbeat.interval.ms
  (ackward explain heartbeat-not-below-session).

 key                    runs with         from
 auto.offset.reset      latest            default
 bootstrap.servers      [localhost:9092]  line 1
 client.id              consumer-g-N      generated, since none is written
 enable.auto.commit     true              default
 group.id               g                 line 2
 heartbeat.interval.ms  9000              line 3
 isolation.level        read_committed    line 5
 session.timeout.ms     8000              line 4
 (90 more at their defaults: --all)

"#]]
    );
}

#[test]
fn json_has_an_element_for_each_run_of_releases() {
    let folder = Folder::with(&[("producer.properties", PRODUCER)]);
    let keys = ["--keys", "acks,enable.idempotence,no.such.key"];
    let run = effective(&folder, &[&["producer.properties", "--client", "2.8.0..3.1.1", "--format", "json"], &keys[..]].concat());
    let json = run.json();
    let clients = json["files"][0]["clients"].as_array().unwrap();
    let runs: Vec<String> = clients
        .iter()
        .map(|run| format!("{}..{} {}", run["client"], run["client_to"], run["settings"][1]["value"]).replace('"', ""))
        .collect();
    assert_eq!(
        runs,
        ["2.8.0..2.8.2 false", "3.0.0..3.0.0 false", "3.0.1..3.0.2 true", "3.1.0..3.1.0 false", "3.1.1..3.1.1 true"]
    );
}

#[test]
fn json_is_as_the_contract_has_it() {
    let folder = Folder::with(&[("producer.properties", PRODUCER)]);
    let run =
        effective(&folder, &["producer.properties", "--client", "3.0.0", "--format", "json", "--keys", "enable.idempotence"]);
    assert_eq!(run.status, 0);
    snapbox::assert_data_eq!(
        run.out,
        snapbox::str![[r#"
{
  "version": 1,
  "files": [
    {
      "path": "producer.properties",
      "role": "producer",
      "clients": [
        {
          "client": "3.0.0",
          "client_to": "3.0.0",
          "construction": {
            "outcome": "starts",
            "exception": null,
            "wrapped": null,
            "key": null,
            "reason": null,
            "rule": null
          },
          "settings": [
            {
              "key": "enable.idempotence",
              "value": "false",
              "origin": "default",
              "declared": "true",
              "line": null,
              "because": "default true, not applied by 3.0.0 and 3.1.0 (KAFKA-13598); the start-up log says true"
            }
          ],
          "guarantees": {
            "idempotent": false,
            "transactional": false,
            "ordered": false,
            "acknowledged_by": "all",
            "duplicates_on_retry": true,
            "auto_commit": null,
            "reads": null
          }
        }
      ]
    }
  ]
}

"#]]
    );
}

#[test]
fn releases_that_are_no_neighbours_stay_apart() {
    let folder = Folder::with(&[("producer.properties", PRODUCER)]);
    let json =
        effective(&folder, &["producer.properties", "--client", "3.7.0,3.7.2", "--format", "json", "--keys", "acks"]).json();
    assert_eq!(json["files"][0]["clients"].as_array().unwrap().len(), 2);
    let json =
        effective(&folder, &["producer.properties", "--client", "3.7.0..3.7.2", "--format", "json", "--keys", "acks"]).json();
    let clients = json["files"][0]["clients"].as_array().unwrap();
    assert_eq!((clients.len(), &clients[0]["client"], &clients[0]["client_to"]), (1, &"3.7.0".into(), &"3.7.2".into()));
}

#[test]
fn a_file_for_several_clients_has_an_entry_for_each() {
    let folder = Folder::with(&[("a.properties", "bootstrap.servers=broker-1:9092\nacks=all\ngroup.id=g\n")]);
    let json = effective(&folder, &["a.properties", "--client", "3.9.1", "--format", "json", "--keys", "acks,group.id"]).json();
    let roles: Vec<&str> = json["files"].as_array().unwrap().iter().map(|file| file["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["producer", "consumer"]);
}

#[test]
fn complete_counts_what_is_missing() {
    let folder = Folder::with(&[("a.properties", "acks=all\n")]);
    let outcome = |args: &[&str]| {
        let json = effective(&folder, &[&["a.properties", "--client", "3.9.1", "--format", "json"], args].concat()).json();
        json["files"][0]["clients"][0]["construction"].clone()
    };
    assert_eq!(outcome(&[])["outcome"], "starts");
    let construction = outcome(&["--complete"]);
    assert_eq!((&construction["outcome"], &construction["reason"]), (&"refuses".into(), &"missing".into()));
    assert_eq!((&construction["key"], &construction["rule"]), (&"key.serializer".into(), &"required-key-missing".into()));
}

#[test]
fn a_refusal_names_the_rule_that_reports_it() {
    let folder = Folder::with(&[("a.properties", "bootstrap.servers=broker-1:9092\nacks=1\nenable.idempotence=true\n")]);
    let json = effective(&folder, &["a.properties", "--client", "2.8.2,3.9.1", "--format", "json", "--keys", "acks"]).json();
    for run in json["files"][0]["clients"].as_array().unwrap() {
        assert_eq!(run["construction"]["reason"], "idempotence-needs-acks-all");
        assert_eq!(run["construction"]["rule"], "idempotence-without-acks-all");
    }
    let rules = folder.run(&["a.properties", "--client", "3.9.1", "--format", "json"]).findings();
    assert!(rules.contains(&"idempotence-without-acks-all:2".to_owned()), "{rules:?}");
}

#[test]
fn a_file_that_java_cannot_load_starts_no_client() {
    for text in ["acks=all\nclient.id=\\u12\n", "acks=all\nretries=\\u00g0\n", "acks=all\n\\uzzzz=1\n", "acks=all\nx=a\\u\n"] {
        let folder = Folder::with(&[("producer.properties", text)]);
        for complete in [&[][..], &["--complete"]] {
            let args = [&["producer.properties", "--client", "all", "--format", "json"], complete].concat();
            let effective: serde_json::Value = serde_json::from_str(&effective(&folder, &args).out).expect("JSON");
            for client in effective["files"][0]["clients"].as_array().expect("releases") {
                assert_eq!(
                    client["construction"],
                    serde_json::json!({ "outcome": "refuses", "exception": "IllegalArgumentException", "wrapped": false,
                        "key": null, "reason": "malformed-escape", "rule": "malformed-escape" }),
                    "{text}"
                );
            }
            let found = folder.run(&[&["check"], &args[..]].concat());
            let found: serde_json::Value = serde_json::from_str(&found.out).expect("JSON");
            let refusals: Vec<&serde_json::Value> =
                found["findings"].as_array().expect("findings").iter().filter(|it| it["outcome"] == "refuses-to-start").collect();
            let said = refusals.iter().find(|it| it["rule"] == "malformed-escape").expect("the escape is reported");
            assert_eq!(said["clients"].as_array().map(Vec::len), Some(82), "{text}");
            assert!(!complete.is_empty() || refusals.len() == 1, "what the value would be is nobody's guess: {refusals:?}");
        }
    }
}

#[test]
fn a_pinned_file_runs_with_the_same_on_another_release() {
    for text in [ACKS_1, "group.id=g\ngroup.protocol=consumer\n", "group.id=g\nisolation.level=read_committed\n"] {
        let folder = Folder::with(&[("a.properties", text)]);
        let pinned = effective(&folder, &["a.properties", "--client", "3.9.1", "--format", "properties"]);
        folder.write("pinned.properties", pinned.out.as_bytes());
        let settings = |file: &str| {
            let mut json = effective(&folder, &[file, "--client", "3.9.1", "--format", "json"]).json();
            assert_eq!(json["files"].as_array().unwrap().len(), 1, "{file}");
            let client = json["files"][0]["clients"][0].take();
            let values: Vec<(String, String)> = client["settings"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|setting| setting["key"] != "ssl.key.password")
                .map(|setting| (setting["key"].to_string(), setting["value"].to_string()))
                .collect();
            (client["construction"]["outcome"].to_string(), values)
        };
        assert_eq!(settings("pinned.properties"), settings("a.properties"), "{}", pinned.out);
    }
}

#[test]
fn what_is_no_client_is_said() {
    let folder =
        Folder::with(&[("b.properties", "process.roles=broker\nnode.id=1\nlog.dirs=/var/kafka\n"), ("x.properties", "a=b\n")]);
    let run = effective(&folder, &["b.properties", "x.properties", "--client", "3.9.1"]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert!(
        run.err.contains("note: b.properties: no Kafka client (") && run.err.contains("note: x.properties: no Kafka client ("),
        "{}",
        run.err
    );
}

#[test]
fn a_client_that_fetches_a_token_depends_on_who_gives_it() {
    let text = "security.protocol=SASL_SSL\nsasl.mechanism=OAUTHBEARER\n\
        sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;\n\
        sasl.login.callback.handler.class=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler\n\
        sasl.oauthbearer.token.endpoint.url=https://id.example.test/token\nacks=all\n";
    let folder = Folder::with(&[("a.properties", text)]);
    let json = effective(&folder, &["a.properties", "--client", "3.9.1", "--format", "json"]).json();
    let construction = &json["files"][0]["clients"][0]["construction"];
    assert_eq!((&construction["outcome"], &construction["reason"]), (&"depends".into(), &"login".into()));
}

#[test]
fn a_password_that_nobody_set_is_null_and_one_that_is_set_is_hidden() {
    let folder = Folder::with(&[("a.properties", "acks=all\nssl.key.password=hunter2\nssl.keystore.password=\n")]);
    let keys = "ssl.key.password,ssl.keystore.password,ssl.truststore.password,sasl.jaas.config";
    let json =
        effective(&folder, &["a.properties", "--role", "producer", "--client", "all", "--keys", keys, "--format", "json"]).json();
    for client in json["files"][0]["clients"].as_array().unwrap() {
        for setting in client["settings"].as_array().unwrap() {
            let expected = if setting["line"].is_null() { "null" } else { "[hidden]" };
            assert_eq!(setting["value"], expected, "{setting}");
        }
    }
    let run = effective(&folder, &["a.properties", "--role", "producer", "--client", "3.9.1", "--keys", keys]);
    assert_eq!(run.out.matches("null").count(), 2, "{}", run.out);
}

#[test]
fn what_only_the_machine_knows_is_said_once() {
    let folder = Folder::with(&[("a.properties", "acks=all\npartitioner.class=com.example.Partitioner\n")]);
    let run = effective(&folder, &["a.properties", "--role", "producer", "--client", "3.9.1"]);
    let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("depends on the machine: class-not-found about partitioner.class."), "{words}");
}
