//! Entries → what kind of file it is, because of what, and how each client in it sees it.
//!
//! By content, in this order: another dialect, a server or a framework, plain clients, nothing of
//! Kafka's. The name of the file only settles what the content leaves open. Not Kafka beats a wrong
//! guess.

mod decide;
mod marks;
mod names;
mod tally;
mod view;

use self::tally::Tally;
use crate::{kafka::Role, properties::Properties, source::Source};

pub use view::{Seen, View};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One role: a plain client, a framework or a server.
    Role(Role),
    /// Only keys that every client knows: nothing tells which it is for.
    Client,
    /// MirrorMaker 2, whose keys name clusters and flows.
    MirrorMaker,
    /// Settings of Kafka clients in the names or the syntax of something else, which the rules for
    /// Java clients would get wrong.
    Dialect(Dialect),
    /// Nothing of Kafka's.
    NotKafka,
}

/// Names and syntax that are not those of the Java client's own configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum Dialect {
    Spring,
    Quarkus,
    Camel,
    Librdkafka,
    SchemaRegistry,
    RestProxy,
    KsqlDb,
    ControlCenter,
    DebeziumServer,
    CruiseControl,
    Flink,
    /// Variables that container images turn into settings.
    Environment,
    /// Keys of clients behind a prefix of the application's own.
    Prefixed,
    /// HOCON or JSON: blocks in braces.
    Braces,
    /// YAML, XML, source code: the file is named for another syntax.
    OtherSyntax,
}

impl Kind {
    /// The name, as the JSON of `check` has it under `role`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Role(role) => role.name(),
            Self::Client => "client",
            Self::MirrorMaker => "mirror-maker",
            Self::Dialect(dialect) => dialect.name(),
            Self::NotKafka => "not-kafka",
        }
    }

    /// The role, where there is exactly one name for it.
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::Role(role) => Some(role),
            _ => None,
        }
    }

    /// Whether plain clients read it, so that all rules for them hold.
    pub const fn is_client(self) -> bool {
        match self {
            Self::Client | Self::Role(Role::Shared) => true,
            Self::Role(role) => role.client().is_some(),
            _ => false,
        }
    }
}

impl Dialect {
    /// The name, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spring => "spring",
            Self::Quarkus => "quarkus",
            Self::Camel => "camel",
            Self::Librdkafka => "librdkafka",
            Self::SchemaRegistry => "schema-registry",
            Self::RestProxy => "rest-proxy",
            Self::KsqlDb => "ksqldb",
            Self::ControlCenter => "control-center",
            Self::DebeziumServer => "debezium-server",
            Self::CruiseControl => "cruise-control",
            Self::Flink => "flink",
            Self::Environment => "environment",
            Self::Prefixed => "prefixed",
            Self::Braces => "braces",
            Self::OtherSyntax => "other-syntax",
        }
    }
}

/// What a file is, and why it is thought to be that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classification {
    /// What it is.
    pub kind: Kind,
    /// The reason in a few words, with the key and the line that decided.
    pub because: String,
    /// How each client that the file is for sees it: one for a plain client, several for a shared
    /// file or one that says only what all clients know, one with every entry for a framework or a
    /// server, none otherwise.
    pub views: Vec<View>,
}

/// What a file is by its content.
#[must_use]
pub fn classify(properties: &Properties<'_>) -> Classification {
    let source = properties.source;
    if let Some(text) = utf16::decoded(source.bytes()) {
        // Java reads nothing of it, so no client sees anything; but it is good to know what it was
        // meant to be.
        let meant = Source::new(source.name(), text.into_bytes());
        let found = classify(&crate::properties::read(&meant));
        return Classification { because: format!("{}, read as UTF-16", found.because), views: Vec::new(), ..found };
    }
    let tally = Tally::of(properties);
    let (kind, because) = decide::decide(properties, &tally);
    Classification { kind, because, views: view::of_kind(properties, &tally, kind) }
}

/// What a file is because someone says so, which settles it.
#[must_use]
pub fn classify_as(properties: &Properties<'_>, role: Role, because: impl Into<String>) -> Classification {
    let kind = Kind::Role(role);
    let views = view::of_kind(properties, &Tally::of(properties), kind);
    Classification { kind, because: because.into(), views }
}

mod utf16 {
    /// The text of a file that begins with a byte order mark of UTF-16.
    pub(super) fn decoded(bytes: &[u8]) -> Option<String> {
        let read: fn([u8; 2]) -> u16 = match bytes {
            [0xff, 0xfe, ..] => u16::from_le_bytes,
            [0xfe, 0xff, ..] => u16::from_be_bytes,
            _ => return None,
        };
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        Some(String::from_utf16_lossy(&units))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::properties::read;

    const SERIALIZERS: &str = "key.serializer=a.B\nvalue.serializer=a.B\n";
    const DESERIALIZERS: &str = "key.deserializer=a.B\nvalue.deserializer=a.B\n";

    fn classified<T>(name: &str, text: &str, of: impl FnOnce(&Properties<'_>, Classification) -> T) -> T {
        let source = Source::new(name, text.as_bytes().to_vec());
        let properties = read(&source);
        of(&properties, classify(&properties))
    }

    fn kind(name: &str, text: &str) -> String {
        classified(name, text, |_, found| format!("{}: {}", found.kind.name(), found.because))
    }

    /// `role: keys as it sees them` of every view.
    fn views(text: &str) -> Vec<String> {
        classified("kafka.properties", text, |properties, found| {
            let keys = |view: &View| view.settings(properties).map(|(key, _)| key.to_owned()).collect::<Vec<_>>().join(" ");
            found.views.iter().map(|view| format!("{}: {}", view.role, keys(view))).collect()
        })
    }

    #[test]
    fn content_decides() {
        for (text, expected) in [
            ("bootstrap.servers=a:1\nacks=1", "producer: acks on line 2 is a producer's key"),
            ("#\n\ngroup.id=g\ntopic=t\nauto.offset.reset=latest", "consumer: group.id on line 3 is a consumer's key"),
            ("group.id=g\nshare.acquire.mode=record_limit", "share-consumer: share.acquire.mode on line 2 is a consumer's key"),
            ("bootstrap.controllers=a:1", "admin: bootstrap.controllers on line 1 is an admin client's key"),
            ("acks=all\ngroup.id=g", "shared: acks on line 1 is a producer's key, group.id on line 2 is a consumer's key"),
            (
                "bootstrap.servers=a:1\nsession.timeout.ms=45000",
                "client: bootstrap.servers on line 1 is a key of every client, as is all the rest",
            ),
            ("ssl.key.password=x", "client: ssl.key.password on line 1 is a key of every client, as is all the rest"),
            ("producer.acks=1\nbootstrap.servers=a:1", "producer: producer.acks on line 1 has a client's prefix"),
            ("\u{feff}\"acks\"=\"1\"", "producer: acks on line 1 is a producer's key"),
            ("boostrap.servers=a:1", "client: a key on line 1 is nearly bootstrap.servers"),
            // Clients before 0.9, whose names librdkafka took over.
            (
                "metadata.broker.list=a:1\nserializer.class=a.B",
                "producer: serializer.class on line 2 was a producer's key before 0.9",
            ),
            ("zookeeper.connect=a:1\ngroup.id=g\nauto.commit.enable=true", "consumer: group.id on line 2 is a consumer's key"),
            (
                "zookeeper.connect=a:1\nfetch.message.max.bytes=1\ncompression.codec=gzip",
                "consumer: zookeeper.connect on line 1 was a consumer's key before 0.9",
            ),
            (
                "zookeeper.connect=a:1\nzookeeper.connection.timeout.ms=1\ngroup.id=g",
                "consumer: group.id on line 3 is a consumer's key",
            ),
            // Servers and frameworks.
            ("bootstrap.servers=a:1\napplication.id=a\nproducer.acks=1", "streams: application.id on line 2 is a key of Streams"),
            (
                "processing.guarantee=exactly_once_v2\nnum.stream.threads=2",
                "streams: processing.guarantee on line 1 is a key of Streams",
            ),
            (
                "bootstrap.servers=a:1\nkey.converter=a.B\ngroup.id=g",
                "connect-worker: key.converter on line 2 is a Connect worker's key",
            ),
            ("name=a\nconnector.class=a.B\nkey.converter=a.B", "connector: connector.class on line 2 is a connector's key"),
            ("process.roles=broker\nnode.id=1\ncompression.type=producer", "broker: process.roles on line 1 is a broker's key"),
            ("zookeeper.connect=a:1\nlog.dirs=/x\nmin.insync.replicas=2", "broker: log.dirs on line 2 is a broker's key"),
            (
                "clusters=a,b\na.bootstrap.servers=a:1\na->b.enabled=true",
                "mirror-maker: clusters on line 1 names the clusters of MirrorMaker 2",
            ),
            // Other names for the same things.
            (
                "spring.kafka.producer.acks=1\nbootstrap.servers=a:1",
                "spring: spring.kafka.producer.acks on line 1 is a key of another product",
            ),
            (
                "mp.messaging.incoming.a.connector=smallrye-kafka",
                "quarkus: mp.messaging.incoming.a.connector on line 1 is a key of another product",
            ),
            (
                "kafkastore.bootstrap.servers=a:1\nlisteners=x",
                "schema-registry: kafkastore.bootstrap.servers on line 1 is a key of another product",
            ),
            ("bootstrap.servers=a:1\nsasl.username=u\nacks=1", "librdkafka: sasl.username on line 2 is a key of librdkafka"),
            (
                "bootstrap.servers=a:1\nqueue.buffering.max.ms=5",
                "librdkafka: queue.buffering.max.ms on line 2 is a key of librdkafka",
            ),
            (
                "kafka.bootstrap.servers=a:1\nkafka.acks=1",
                "prefixed: kafka.bootstrap.servers on line 1 holds a client's key behind a prefix of its own",
            ),
            (
                "atlas.kafka.bootstrap.servers=a:1",
                "prefixed: atlas.kafka.bootstrap.servers on line 1 holds a client's key behind a prefix of its own",
            ),
            (
                "properties.group.id=g\ntopic=t",
                "flink: properties.group.id on line 1 holds a client's key behind a prefix of its own",
            ),
            ("KAFKA_ACKS=1", "environment: KAFKA_ACKS on line 1 holds a client's key behind a prefix of its own"),
            ("akka.kafka {\n bootstrap.servers = a\n}", "braces: akka.kafka on line 1 opens a block in braces"),
            // Nothing of Kafka's.
            ("", "not-kafka: there is no setting in it"),
            ("# acks=1", "not-kafka: there is no setting in it"),
            ("title=Chess\nwhite=A", "not-kafka: none of its keys is a Kafka client's"),
            ("client.id=a\nclient.secret=b\nscope=c", "not-kafka: none of its keys is a Kafka client's"),
            ("node.id=a\nnode.environment=b\nlog.dir=/x", "not-kafka: none of its keys is a Kafka client's"),
            ("retries=3\njob.name=a\njob.url=b", "not-kafka: none of its keys is a Kafka client's"),
            ("serviceUrl=pulsar://a\nsubscriptionName=b\nplugin.path=/x", "not-kafka: none of its keys is a Kafka client's"),
            ("\0\u{1}\u{2}a\0", "not-kafka: it is binary"),
        ] {
            assert_eq!(kind("app.properties", text), expected, "of {text:?}");
        }
    }

    #[test]
    fn the_name_settles_what_the_content_leaves_open() {
        let common = "bootstrap.servers=a:1\nsecurity.protocol=SSL\n";
        let both = "max.poll.records=1\nlinger.ms=5\nretries=1";
        for (name, text, expected) in [
            ("consumer.properties", common, "consumer"),
            ("conf/my-producer.conf", common, "producer"),
            ("admin.properties", common, "admin"),
            ("administration.properties", common, "client"),
            ("producer-consumer.properties", common, "client"),
            // The content speaks first.
            ("consumer.properties", "acks=1", "producer"),
            ("producer.properties", "title=Film\nbudget=1", "not-kafka"),
            ("kafka.properties", "client.id=a\nclient.secret=b\nscope=c", "client"),
            ("consumer.properties", both, "consumer"),
            ("producer.properties", both, "producer"),
            ("x.properties", both, "shared"),
            ("connect-distributed.properties", "bootstrap.servers=a:1\ngroup.id=g", "connect-worker"),
            ("kafka-rest.properties", "bootstrap.servers=PLAINTEXT://a:1", "rest-proxy"),
            ("librdkafka.config", "bootstrap.servers=a:1\nacks=all", "librdkafka"),
            ("librdkafka.config", "bootstrap.servers=a:1\nmax.block.ms=1", "producer"),
            ("application.yml", "enable.idempotence: true", "other-syntax"),
        ] {
            let found = kind(name, text);
            assert!(found.starts_with(&format!("{expected}:")), "{name} with {text:?} is {found}");
        }
    }

    #[test]
    fn strays_make_no_shared_file() {
        for (name, text, expected) in [
            ("a.properties", [SERIALIZERS, DESERIALIZERS].concat(), "shared"),
            ("producer.properties", [SERIALIZERS, DESERIALIZERS].concat(), "shared"),
            ("a.properties", [SERIALIZERS, "acks=1\nenable.auto.commit=false"].concat(), "producer"),
            ("a.properties", [DESERIALIZERS, "group.id=g\nacks=1"].concat(), "consumer"),
            ("a.properties", [DESERIALIZERS, "acks=1\nlinger.ms=1\nbatch.size=1\nmax.block.ms=1"].concat(), "shared"),
            ("consumer.properties", [SERIALIZERS, "group.id=g"].concat(), "consumer"),
            ("consumer.properties", "group.id=g\ntransactional.id=t\ntransaction.timeout.ms=1".to_owned(), "consumer"),
            (
                "producer.properties",
                [SERIALIZERS, "group.id=g\nauto.offset.reset=latest\nmax.poll.records=1"].concat(),
                "producer",
            ),
            // Foreign keys make no other product of a Java client.
            ("a.properties", [SERIALIZERS, "sasl.username=u\nmetadata.broker.list=a:1"].concat(), "producer"),
            ("a.properties", [SERIALIZERS, "acks=1\nmin.insync.replicas=2\nbroker.id=1"].concat(), "producer"),
            ("a.properties", [DESERIALIZERS, "bootstrap.servers=a:1\napplication.id=a"].concat(), "consumer"),
        ] {
            let found = kind(name, &text);
            assert!(found.starts_with(&format!("{expected}:")), "{name} with {text:?} is {found}");
        }
    }

    #[test]
    fn each_client_sees_its_own() {
        let shared = "acks=all\nbootstrap.servers=a:1\ngroup.id=g\napp=1\nsession.timeout.ms=1";
        assert_eq!(
            views(shared),
            ["producer: acks bootstrap.servers app", "consumer: bootstrap.servers group.id app session.timeout.ms",]
        );
        let prefixed = "producer.acks=all\nretries=1\nproducer.lingr.ms=1\nconsumer.group.id=g\nadmin.retries=2\ntopic.partitions=3\nclient.id=a\nproducer.client.id=b";
        assert_eq!(
            views(prefixed),
            [
                "producer: retries topic.partitions client.id acks lingr.ms client.id",
                "consumer: topic.partitions client.id group.id",
                "admin: retries topic.partitions client.id retries",
            ]
        );
        let mixed = "group.id=g\nbootstrap.servers=a:1\nproducer.acks=1";
        assert_eq!(views(mixed), ["producer: bootstrap.servers acks", "consumer: group.id bootstrap.servers"]);
        // A prefix beside plain keys of the same client is a slip, and the client sees it as written.
        assert_eq!(views("acks=1\nproducer.linger.ms=1"), ["producer: acks producer.linger.ms"]);
        let stray = [SERIALIZERS, "enable.auto.commit=false"].concat();
        assert_eq!(views(&stray), ["producer: key.serializer value.serializer enable.auto.commit"]);
        assert_eq!(
            views("client.id=a\nretries=1\nsecurity.protocol=SSL"),
            [
                "producer: client.id retries security.protocol",
                "consumer: client.id security.protocol",
                "admin: client.id retries security.protocol",
            ]
        );
        assert_eq!(views("application.id=a\nbootstrap.servers=b:1"), ["streams: application.id bootstrap.servers"]);
        assert!(views("spring.kafka.x=1").is_empty());
    }

    #[test]
    fn what_someone_says_wins() {
        let source = Source::new("consumer.properties", b"group.id=g\nspring.kafka.x=1".to_vec());
        let properties = read(&source);
        let found = classify_as(&properties, Role::Producer, "--role producer");
        assert_eq!((found.kind, &*found.because), (Kind::Role(Role::Producer), "--role producer"));
        assert_eq!(found.views[0].seen.len(), 2);
        let found = classify_as(&properties, Role::Shared, "ackward.toml");
        assert_eq!(found.views.iter().map(|view| view.role).collect::<Vec<_>>(), [Role::Consumer]);
    }

    #[test]
    fn utf16_is_known_for_what_it_was_meant_to_be() {
        let bytes = "\u{feff}acks=all\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let source = Source::new("a.properties", bytes);
        let found = classify(&read(&source));
        assert_eq!(found.because, "acks on line 1 is a producer's key, read as UTF-16");
        assert!(found.views.is_empty());
    }
}
