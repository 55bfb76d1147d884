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
fn a_name_that_decides_is_said_with_its_article() {
    for (name, expected) in [
        (
            "admin.properties",
            "admin: bootstrap.servers on line 2 is a key of every client, as is all the rest, and the file is named for an admin client",
        ),
        (
            "producer.properties",
            "producer: bootstrap.servers on line 2 is a key of every client, as is all the rest, and the file is named for a producer",
        ),
    ] {
        assert_eq!(kind(name, "client.id=a\nbootstrap.servers=a:1"), expected);
    }
}

#[test]
fn a_reason_shows_no_secret() {
    let told = kind("a.properties", "spring.kafka.ssl.key.passwordhunter2\nspring.kafka.bootstrap.servers=a:1\n");
    assert!(!told.contains("hunter2"), "{told}");
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
        (
            "process.roles=broker\nnode.id=1\nlisteners=PLAINTEXT://:9092\ntransaction.timeout.ms=1",
            "broker: process.roles on line 1 is a broker's key",
        ),
        ("broker.id=0\nlog.dirs=/x\ntransaction.timeout.ms=1", "broker: broker.id on line 1 is a broker's key"),
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
        ("app.properties", "group.id=g\nshare.acquire.mode=record_limit\nsession.timeout.ms=1", "consumer"),
        ("consumer.properties", "group.id=g\nshare.acquire.mode=record_limit", "consumer"),
        ("share-consumer.properties", "group.id=g\nshare.acquire.mode=record_limit\nsession.timeout.ms=1", "share-consumer"),
        ("share-consumer.properties", "group.id=g", "share-consumer"),
        ("shared-consumer.properties", "group.id=g", "consumer"),
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
        ("producer.properties", [SERIALIZERS, "group.id=g\nauto.offset.reset=latest\nmax.poll.records=1"].concat(), "producer"),
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
