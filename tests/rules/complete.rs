//! The law of `--complete`: a client throws while it is constructed if and only if a finding says so.
//!
//! What the client does is `effective`, which recorded truth of the real clients checks elsewhere; here
//! seeded random files go through it and through the rules.

use std::fmt::Write as _;

use ackward::{
    classify::{classify, classify_as},
    effective::{Verdict, Written, resolve},
    finding::{FileId, Outcome, Severity},
    kafka::Role,
    properties::read,
    rule::{File, Options, check},
    source::Source,
    version::{RELEASES, VersionSet},
};

/// A small generator (splitmix64): the same seed gives the same files everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).expect("a small number")).expect("a small number")
    }

    fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }
}

const STRING_SERIALIZER: &str = "org.apache.kafka.common.serialization.StringSerializer";
const STRING_DESERIALIZER: &str = "org.apache.kafka.common.serialization.StringDeserializer";
const HANDLER: &str = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler";
const TOKENS: &str = "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;";
const JAAS: &str = r#"org.apache.kafka.common.security.plain.PlainLoginModule required username="a" password="b";"#;

/// Keys with values of interest: right, at an edge, of the wrong type, odd.
const VOCABULARY: &[(&str, &[&str])] = &[
    ("acks", &["all", "-1", "0", "1", "ALL", "2", "", " all "]),
    ("enable.idempotence", &["true", "false", "TRUE", "yes", ""]),
    ("retries", &["0", "1", "2147483647", "-1", "x", "3000000000"]),
    ("max.in.flight.requests.per.connection", &["0", "1", "5", "6", "x"]),
    ("transactional.id", &["pay-0", "", " ", "${random.uuid}"]),
    ("transaction.timeout.ms", &["60000", "0", "-1", "2147483647", "x"]),
    ("transaction.two.phase.commit.enable", &["true", "false"]),
    ("delivery.timeout.ms", &["1", "20000", "30000", "30005", "120000", "x"]),
    ("request.timeout.ms", &["1", "30000", "40000", "200000", "-1"]),
    ("linger.ms", &["0", "5", "3000000000", "-1", ""]),
    ("batch.size", &["0", "16384", "67108864", "-1"]),
    ("buffer.memory", &["1024", "33554432", "-1"]),
    ("compression.type", &["none", "gzip", "zstd", "GZIP", "brotli"]),
    ("compression.gzip.level", &["9", "12", "-1"]),
    ("buffer.memory.allocation.strategy", &["full", "incremental", "Incremental", "x"]),
    (
        "partitioner.class",
        &[
            "org.apache.kafka.clients.producer.RoundRobinPartitioner",
            "org.apache.kafka.clients.producer.internals.DefaultPartitioner",
            "com.example.P",
            STRING_SERIALIZER,
        ],
    ),
    ("partitioner.rack.aware", &["true", "false"]),
    ("client.rack", &["", "a"]),
    (
        "key.serializer",
        &[STRING_SERIALIZER, STRING_DESERIALIZER, "org.apache.kafka.common.serialization.Nope", "com.example.S", ""],
    ),
    ("key.deserializer", &[STRING_DESERIALIZER, STRING_SERIALIZER, "org.apache.kafka.common.serialization.Nope", ""]),
    ("group.id", &["g", "", " "]),
    ("group.instance.id", &["a", "a b", ""]),
    ("group.protocol", &["classic", "consumer", "CONSUMER", "x"]),
    ("group.remote.assignor", &["uniform", ""]),
    ("enable.auto.commit", &["true", "false", "maybe"]),
    ("session.timeout.ms", &["3000", "10000", "45000", "60000", "-5"]),
    ("heartbeat.interval.ms", &["1000", "3000", "12000", "60000", "-1"]),
    ("fetch.max.wait.ms", &["500", "60000", "600000", "-1"]),
    ("isolation.level", &["read_committed", "read_uncommitted", "READ_COMMITTED"]),
    ("auto.offset.reset", &["earliest", "smallest", "by_duration:PT1H", "by_duration:x", "none"]),
    (
        "partition.assignment.strategy",
        &[
            "",
            "org.apache.kafka.clients.consumer.RangeAssignor",
            "org.apache.kafka.clients.consumer.RangeAssignor,org.apache.kafka.clients.consumer.RangeAssignor",
            "range",
            STRING_SERIALIZER,
        ],
    ),
    ("share.acknowledgement.mode", &["implicit", "Explicit"]),
    ("max.poll.records", &["0", "1", "500"]),
    ("default.api.timeout.ms", &["1", "60000"]),
    ("client.id", &["a", "a:b", ""]),
    ("metric.reporters", &["", "org.apache.kafka.common.metrics.JmxReporter", "com.example.R", STRING_SERIALIZER, "a,"]),
    ("interceptor.classes", &["", "com.example.I", STRING_SERIALIZER]),
    ("client.dns.lookup", &["default", "use_all_dns_ips", "x"]),
    ("reconnect.backoff.ms", &["50", "5000", "-1"]),
    ("retry.backoff.ms", &["100", "5000", "-1"]),
    ("security.protocol", &["PLAINTEXT", "SSL", "ssl", "SASL_SSL", "SASL_PLAINTEXT", "TLS", ""]),
    ("sasl.mechanism", &["PLAIN", "GSSAPI", "OAUTHBEARER", "", "plain"]),
    ("sasl.client.callback.handler.class", &[STRING_SERIALIZER, HANDLER]),
    ("sasl.login.callback.handler.class", &[STRING_SERIALIZER, HANDLER]),
    ("sasl.login.class", &[STRING_SERIALIZER, "org.apache.kafka.common.security.kerberos.KerberosLogin"]),
    ("sasl.oauthbearer.token.endpoint.url", &["", "https://login.example.com/token"]),
    ("ssl.engine.factory.class", &[STRING_SERIALIZER, "org.apache.kafka.common.security.ssl.DefaultSslEngineFactory"]),
    ("ssl.provider", &["", "SunJSSE", "Other"]),
    (
        "sasl.jaas.config",
        &[JAAS, TOKENS, "x", "KafkaClient { x required; };", "com.sun.security.auth.module.JndiLoginModule required;"],
    ),
    ("sasl.kerberos.service.name", &["kafka"]),
    ("ssl.truststore.location", &["/etc/trust.jks"]),
    ("ssl.truststore.password", &["x"]),
    ("ssl.truststore.type", &["JKS", "PEM"]),
    ("ssl.protocol", &["TLSv1.3", "TLS1.3"]),
    ("ssl.cipher.suites", &["", "a", "a,"]),
    ("ssl.enabled.protocols", &["TLSv1.2", ",", ""]),
    ("metadata.max.idle.ms", &["4999", "5000"]),
    ("metrics.recording.level", &["INFO", "info", "TRACE"]),
    ("block.on.buffer.full", &["true"]),
    ("timeout.ms", &["1", "-1"]),
    ("config.providers", &["env", "env,"]),
    ("config.providers.env.class", &["org.apache.kafka.common.config.provider.EnvVarConfigProvider"]),
    ("boostrap.servers", &["localhost:9092"]),
    ("enable.idempotent", &["true"]),
];

const ADDRESSES: &[&str] = &[
    "localhost:9092",
    "localhost:9092",
    "localhost:9092",
    "localhost:9092,",
    "localhost",
    "localhost:99999",
    "localhost::9092",
    "localhost:9092;localhost:9093",
    "",
    ",",
    "x.invalid:9092",
];

#[test]
fn a_client_throws_if_and_only_if_a_finding_says_so() {
    let mut random = Random(20_261_130);
    let mut wrong = String::new();
    let mut counts = [0_usize; 3];
    for _ in 0..6_000 {
        let role = random.pick(&[
            &Role::Producer,
            &Role::Producer,
            &Role::Consumer,
            &Role::Consumer,
            &Role::ShareConsumer,
            &Role::Admin,
        ]);
        let version = RELEASES[random.below(RELEASES.len())];
        let text = file(&mut random, *role);
        let source = Source::new("a.properties", text.clone().into_bytes());
        let properties = read(&source);
        let classification = classify_as(&properties, *role, "the test says so");
        let Some(view) = classification.views.first() else { continue };
        let written: Vec<Written<'_>> = view
            .settings(&properties)
            .zip(&view.seen)
            .map(|((key, entry), seen)| Written { key, value: &entry.value, entry: seen.entry })
            .collect();
        let Some(effective) = resolve(*role, version, &written, true) else { continue };
        let verdict = effective.construction().verdict;
        counts[verdict as usize] += 1;
        let options = Options { complete: true, ..Options::default() };
        let found = check(
            &File { id: FileId(0), properties: &properties, classification: &classification },
            VersionSet::one(version),
            &options,
        );
        let says = found.iter().find(|finding| finding.outcome == Outcome::RefusesToStart && finding.severity == Severity::Error);
        let holds = match verdict {
            Verdict::Refuses => says.is_some(),
            Verdict::Starts => !found.iter().any(|finding| finding.outcome == Outcome::RefusesToStart),
            Verdict::Depends => true,
        };
        if !holds {
            let refusal = effective.construction().refusal;
            let told: Vec<_> = found.iter().map(|finding| (finding.rule, finding.outcome, &finding.message)).collect();
            writeln!(wrong, "{role} {version} {verdict:?} {refusal:?}\n{text}{told:#?}\n").expect("a String takes every write");
            if wrong.len() > 5_000 {
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    let [starts, refuses, depends] = counts;
    assert!(starts > 1_000 && refuses > 1_000 && depends > 20, "of each verdict there are enough: {counts:?}");
}

/// Files that say nothing of whose they are, and files of several clients: the law holds for each of them, on
/// each release, as the finding names them.
#[test]
fn the_law_holds_for_each_client_of_a_file() {
    const COMMON: &[&str] = &[
        "request.timeout.ms",
        "default.api.timeout.ms",
        "client.id",
        "metric.reporters",
        "client.dns.lookup",
        "reconnect.backoff.ms",
        "retry.backoff.ms",
        "security.protocol",
        "sasl.mechanism",
        "sasl.jaas.config",
        "sasl.kerberos.service.name",
        "ssl.truststore.location",
        "ssl.protocol",
        "ssl.cipher.suites",
        "ssl.enabled.protocols",
        "metadata.max.idle.ms",
        "metrics.recording.level",
        "session.timeout.ms",
        "config.providers",
        "boostrap.servers",
    ];
    let mut random = Random(20_261_131);
    let mut wrong = String::new();
    let mut counts = [0_usize; 3];
    for round in 0..1_000 {
        let mut lines = Vec::new();
        if random.below(10) > 0 {
            lines.push(format!("bootstrap.servers={}", random.pick(ADDRESSES)));
        }
        let shared = round % 2 == 0;
        if shared {
            lines.extend(["key.serializer", "value.serializer"].map(|key| format!("{key}={STRING_SERIALIZER}")));
            lines.extend(["key.deserializer", "value.deserializer"].map(|key| format!("{key}={STRING_DESERIALIZER}")));
        }
        for _ in 0..random.below(4) {
            let (key, values) = VOCABULARY[random.below(VOCABULARY.len())];
            if shared || COMMON.contains(&key) {
                lines.push(format!("{key}={}", random.pick(values)));
            }
        }
        let text = lines.join("\n") + "\n";
        let source = Source::new("a.properties", text.clone().into_bytes());
        let properties = read(&source);
        let classification = classify(&properties);
        let clients: VersionSet = (0..3).map(|_| RELEASES[random.below(RELEASES.len())]).collect();
        let options = Options { complete: true, ..Options::default() };
        let found = check(&File { id: FileId(0), properties: &properties, classification: &classification }, clients, &options);
        for (view, version) in classification.views.iter().flat_map(|view| clients.iter().map(move |version| (view, version))) {
            let settings = view.settings(&properties).zip(&view.seen);
            let written: Vec<Written<'_>> =
                settings.map(|((key, entry), seen)| Written { key, value: &entry.value, entry: seen.entry }).collect();
            let Some(effective) = resolve(view.role, version, &written, true) else { continue };
            let verdict = effective.construction().verdict;
            counts[verdict as usize] += 1;
            let refusals = found.iter().filter(|finding| {
                finding.outcome == Outcome::RefusesToStart
                    && finding.roles.contains(&view.role)
                    && finding.clients.contains(version)
            });
            let holds = match verdict {
                Verdict::Refuses => refusals.into_iter().any(|finding| finding.severity == Severity::Error),
                Verdict::Starts => refusals.count() == 0,
                Verdict::Depends => true,
            };
            if !holds {
                let refusal = effective.construction().refusal;
                let told: Vec<_> =
                    found.iter().map(|finding| (finding.rule, &finding.roles, finding.clients, &finding.message)).collect();
                writeln!(wrong, "{} {version} {verdict:?} {refusal:?}\n{text}{told:#?}\n", view.role)
                    .expect("a String takes every write");
            }
        }
        if wrong.len() > 5_000 {
            break;
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    let [starts, refuses, _] = counts;
    assert!(starts > 300 && refuses > 1_000, "of each verdict there are enough: {counts:?}");
}

/// A file with what its client requires, mostly, and up to six more keys.
fn file(random: &mut Random, role: Role) -> String {
    let mut lines: Vec<String> = Vec::new();
    if random.below(20) > 0 {
        lines.push(format!("bootstrap.servers={}", random.pick(ADDRESSES)));
    }
    let required: &[&str] = match role {
        Role::Producer => &["key.serializer", "value.serializer"],
        Role::Consumer | Role::ShareConsumer => &["key.deserializer", "value.deserializer"],
        _ => &[],
    };
    for key in required {
        if random.below(30) > 0 {
            lines.push(format!("{key}={}", if role == Role::Producer { STRING_SERIALIZER } else { STRING_DESERIALIZER }));
        }
    }
    if role == Role::ShareConsumer && random.below(8) > 0 {
        lines.push("group.id=g".into());
    }
    for _ in 0..random.below(5) {
        let (key, values) = VOCABULARY[random.below(VOCABULARY.len())];
        lines.push(format!("{key}={}", random.pick(values)));
    }
    lines.join("\n") + "\n"
}
