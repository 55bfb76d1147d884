//! A tally of marks → what the file is, with the reason.

use std::borrow::Cow;

use super::{
    Dialect, Kind,
    marks::Mark,
    tally::{Tally, meant, prefixed},
};
use crate::{
    kafka::{Client, HIDDEN, Role, secret_in_key},
    properties::{Entry, Properties},
};

/// What the Scala clients before 0.9 had and librdkafka never.
const SCALA: [Mark; 3] = [Mark::ScalaProducer, Mark::ScalaConsumer, Mark::Zookeeper];

type Verdict = (Kind, String);

pub(super) fn decide(properties: &Properties<'_>, tally: &Tally<'_>) -> Verdict {
    let name = FileName::of(properties.source.file_name());
    let is_kafka = is_kafka(properties, tally, &name);
    if let Some(extension) = name.foreign_extension() {
        return (Kind::Dialect(Dialect::OtherSyntax), format!("the file is named .{extension}"));
    }
    if is_kafka && tally.has(Mark::OpenBrace) && tally.has(Mark::CloseBrace) {
        return (Kind::Dialect(Dialect::Braces), reason(tally, &[Mark::OpenBrace], "opens a block in braces"));
    }
    dialect(tally)
        .or_else(|| server_or_framework(tally, &name))
        .or_else(|| is_kafka.then(|| client(tally, &name)))
        .or_else(|| behind_a_prefix(tally))
        .or_else(|| misspelt_bootstrap(properties))
        .unwrap_or_else(|| (Kind::NotKafka, not_kafka(properties)))
}

/// Whether the plain keys of the file are those of a client. One key that much other software has
/// tells nothing unless the file's name or its other keys agree.
fn is_kafka(properties: &Properties<'_>, tally: &Tally<'_>, name: &FileName) -> bool {
    let common = tally.count(Mark::Common);
    tally.has(Mark::Telling)
        || tally.sum(&SCALA) > 0 && tally.has(Mark::LibrdkafkaOrScala)
        || common > 0 && (name.is_of_kafka() || !tally.has(Mark::Unknown))
        || common > 1 && common as usize * 2 >= properties.entries.len()
}

/// Names of something that only hands settings on to a client.
fn dialect(tally: &Tally<'_>) -> Option<Verdict> {
    let named = [
        (Mark::Spring, Dialect::Spring),
        (Mark::Quarkus, Dialect::Quarkus),
        (Mark::Camel, Dialect::Camel),
        (Mark::SchemaRegistry, Dialect::SchemaRegistry),
        (Mark::RestProxy, Dialect::RestProxy),
        (Mark::KsqlDb, Dialect::KsqlDb),
        (Mark::ControlCenter, Dialect::ControlCenter),
        (Mark::DebeziumServer, Dialect::DebeziumServer),
        (Mark::CruiseControl, Dialect::CruiseControl),
    ];
    if let Some((mark, dialect)) = named.into_iter().find(|&(mark, _)| tally.has(mark)) {
        return Some((Kind::Dialect(dialect), reason(tally, &[mark], "is a key of another product")));
    }
    if tally.has(Mark::Flow) && tally.has(Mark::PrefixedBootstrap)
        || tally.has(Mark::Clusters) && tally.sum(&[Mark::Flow, Mark::PrefixedBootstrap]) > 0
    {
        return Some((
            Kind::Role(Role::MirrorMaker),
            reason(tally, &[Mark::Clusters, Mark::Flow], "names the clusters of MirrorMaker 2"),
        ));
    }
    // A Java client that someone gave librdkafka's names is a Java client with wrong names.
    let librdkafka =
        tally.count(Mark::Librdkafka) + if tally.sum(&SCALA) == 0 { tally.count(Mark::LibrdkafkaOrScala) } else { 0 };
    let kafka = librdkafka > 1 || tally.sum(&[Mark::Telling, Mark::Common]) > 0;
    if librdkafka > 0 && kafka && !tally.has(Mark::Java) && !tally.has(Mark::Broker) {
        let because = reason(tally, &[Mark::Librdkafka, Mark::LibrdkafkaOrScala], "is a key of librdkafka");
        return Some((Kind::Dialect(Dialect::Librdkafka), because));
    }
    None
}

fn server_or_framework(tally: &Tally<'_>, name: &FileName) -> Option<Verdict> {
    let clients = tally.votes(Client::Producer) + tally.votes(Client::Consumer) + tally.count(Mark::Bootstrap)
        - tally.count(Mark::Compression);
    let known = tally.sum(&[Mark::Telling, Mark::Common]);
    if tally.has(Mark::Connector) {
        let because = reason(tally, &[Mark::Connector], "is a connector's key");
        return Some((Kind::Role(Role::Connector), because));
    }
    if tally.count(Mark::ConnectWorker) > 1 || tally.has(Mark::ConnectWorker) && known > 0 {
        let because = reason(tally, &[Mark::ConnectWorker], "is a Connect worker's key");
        return Some((Kind::Role(Role::ConnectWorker), because));
    }
    let like = tally.sum(&[Mark::BrokerLike, Mark::Zookeeper]);
    // A producer's key that strayed into a broker's file makes it no producer: that would say where
    // its brokers are, or how it serializes.
    let is_told = tally.sum(&[Mark::Bootstrap, Mark::Serializer, Mark::Deserializer]) > 0;
    let strayed = !is_told && tally.has(Mark::Broker) && tally.sum(&[Mark::Broker, Mark::BrokerLike]) > clients;
    if tally.count(Mark::Broker) > clients
        || strayed
        || clients == 0 && (like > 2 || like > 1 && name.has_any(&["server", "broker", "controller"]))
    {
        let because = reason(tally, &[Mark::Broker, Mark::BrokerLike, Mark::Zookeeper], "is a broker's key");
        return Some((Kind::Role(Role::Broker), because));
    }
    // Streams ignores a group.id and makes the (de)serializers itself: a client whose application
    // has an id of its own writes them.
    let plain = tally.sum(&[Mark::Serializer, Mark::Deserializer, Mark::GroupId]) > 0;
    let application = tally.has(Mark::ApplicationId) && tally.has(Mark::Bootstrap) && !plain;
    if tally.count(Mark::Streams) > 1 || tally.has(Mark::Streams) && known > 0 || application {
        let because = reason(tally, &[Mark::Streams, Mark::ApplicationId], "is a key of Streams");
        return Some((Kind::Role(Role::Streams), because));
    }
    // What the content leaves open, the name settles.
    let only_common = tally.sum(&[Mark::Serializer, Mark::Deserializer]) == 0;
    if !only_common || known == 0 {
        return None;
    }
    if tally.has(Mark::Bootstrap) && name.has("connect") && (tally.has(Mark::GroupId) || tally.has(Mark::ForProducer)) {
        let because =
            reason(tally, &[Mark::GroupId, Mark::ForProducer], "may be a Connect worker's key, and the file is named for one");
        return Some((Kind::Role(Role::ConnectWorker), because));
    }
    let named = [
        (name.has("rest") && name.has("kafka"), Dialect::RestProxy),
        (name.has("registry"), Dialect::SchemaRegistry),
        (name.has_any(&["librdkafka", "rdkafka"]) && !tally.has(Mark::Java), Dialect::Librdkafka),
    ];
    let (_, dialect) = named.into_iter().find(|&(named, _)| named)?;
    Some((Kind::Dialect(dialect), format!("the file is named for {}", dialect.name())))
}

fn client(tally: &Tally<'_>, name: &FileName) -> Verdict {
    let prefixed: Vec<Mark> = Client::ALL.into_iter().filter(|&of| tally.strips(of)).map(prefixed).collect();
    if !prefixed.is_empty() {
        return behind_prefixes(tally, &prefixed);
    }
    let producer = || reason(tally, &[Mark::Serializer, Mark::Producer], "is a producer's key");
    let consumer = || reason(tally, &[Mark::ShareConsumer, Mark::Deserializer, Mark::Consumer], "is a consumer's key");
    let as_consumer = consumer_role(tally, name);
    match (tally.votes(Client::Producer), tally.votes(Client::Consumer)) {
        (0, 0) => common_keys_only(tally, name),
        (_, 0) => (Kind::Role(Role::Producer), producer()),
        (0, _) => (Kind::Role(as_consumer), consumer()),
        _ if is_stray(tally, name, Client::Consumer) => {
            (Kind::Role(Role::Producer), format!("{}, and hardly anything a consumer's", producer()))
        }
        _ if is_stray(tally, name, Client::Producer) => {
            (Kind::Role(as_consumer), format!("{}, and hardly anything a producer's", consumer()))
        }
        _ => (Kind::Role(Role::Shared), format!("{}, {}", producer(), consumer())),
    }
}

/// Which of the two consumers. Each refuses keys that only the other takes, so where a file has both
/// or neither, it is the plain one unless its name says otherwise.
pub(super) fn consumer_role(tally: &Tally<'_>, name: &FileName) -> Role {
    let named_for_it = name.has_any(&["share", "shareconsumer"]);
    let by_content = tally.has(Mark::ShareConsumer) && !tally.has(Mark::NotShareConsumer);
    if named_for_it || by_content && name.client() != Some(Client::Consumer) { Role::ShareConsumer } else { Role::Consumer }
}

fn behind_prefixes(tally: &Tally<'_>, prefixed: &[Mark]) -> Verdict {
    let present: Vec<Client> = Client::ALL.into_iter().filter(|&of| tally.is_for(of)).collect();
    let kind = match present[..] {
        [client] => Kind::Role(client.into()),
        _ => Kind::Role(Role::Shared),
    };
    let parts: Vec<String> = prefixed.iter().map(|&mark| reason(tally, &[mark], "has a client's prefix")).collect();
    (kind, parts.join(", "))
}

fn common_keys_only(tally: &Tally<'_>, name: &FileName) -> Verdict {
    if tally.has(Mark::Admin) {
        return (Kind::Role(Role::Admin), reason(tally, &[Mark::Admin], "is an admin client's key"));
    }
    if tally.has(Mark::ScalaProducer) {
        return (Kind::Role(Role::Producer), reason(tally, &[Mark::ScalaProducer], "was a producer's key before 0.9"));
    }
    if tally.has(Mark::LibrdkafkaOrScala) && tally.sum(&SCALA) > 0 || tally.has(Mark::ScalaConsumer) {
        let because = reason(tally, &[Mark::ScalaConsumer, Mark::Zookeeper], "was a consumer's key before 0.9");
        return (Kind::Role(Role::Consumer), because);
    }
    let because = reason(tally, &[Mark::Telling, Mark::Common], "is a key of every client, as is all the rest");
    match name.client() {
        Some(Client::Consumer) => {
            (Kind::Role(consumer_role(tally, name)), format!("{because}, and the file is named for a consumer"))
        }
        Some(Client::Admin) => (Kind::Role(Role::Admin), format!("{because}, and the file is named for an admin client")),
        Some(Client::Producer) => (Kind::Role(Role::Producer), format!("{because}, and the file is named for a producer")),
        None => (Kind::Client, because),
    }
}

/// Whether what a client would read of a file that another surely reads is there by accident.
/// Weighed: its own keys, the other's, and what the file is named for.
fn is_stray(tally: &Tally<'_>, name: &FileName, client: Client) -> bool {
    let (other, own_serde, other_serde) = match client {
        Client::Producer => (Client::Consumer, tally.count(Mark::Serializer), tally.count(Mark::Deserializer)),
        _ => (Client::Producer, tally.count(Mark::Deserializer), tally.count(Mark::Serializer)),
    };
    let (own, others) = (tally.votes(client), tally.votes(other));
    if name.client() == Some(other) {
        // Named for the other: only its own (de)serializers with more beside them speak for it, or
        // more keys than the other has.
        let swapped = own == 2 * own_serde && other_serde == 0;
        return swapped || own_serde == 0 && own <= others + 2;
    }
    let named_for_it = name.client() == Some(client);
    own_serde == 0 && other_serde > 0 && !named_for_it && own * 2 <= others || own == 1 && others > 4 && !named_for_it
}

fn behind_a_prefix(tally: &Tally<'_>) -> Option<Verdict> {
    let marks = [
        (Mark::Environment, Dialect::Environment),
        (Mark::Flink, Dialect::Flink),
        (Mark::KafkaPrefix, Dialect::Prefixed),
        (Mark::PrefixedBootstrap, Dialect::Prefixed),
    ];
    let (mark, dialect) = marks.into_iter().find(|&(mark, _)| tally.has(mark))?;
    Some((Kind::Dialect(dialect), reason(tally, &[mark], "holds a client's key behind a prefix of its own")))
}

/// A file whose only key of Kafka's is misspelt.
fn misspelt_bootstrap(properties: &Properties<'_>) -> Option<Verdict> {
    const NAME: &str = "bootstrap.servers";
    let close = |entry: &&Entry<'_>| {
        (NAME.len() - 2..=NAME.len() + 2).contains(&entry.key.len())
            && entry.key.contains('.')
            && differs_by(entry.key.as_bytes(), NAME.as_bytes(), 2)
    };
    let entry = properties.entries.iter().find(close)?;
    Some((Kind::Client, format!("a key on line {} is nearly {NAME}", entry.line)))
}

/// Whether two texts differ by so many letters added, lost or changed, or fewer.
fn differs_by(a: &[u8], b: &[u8], most: usize) -> bool {
    match (a, b) {
        ([], rest) | (rest, []) => rest.len() <= most,
        ([x, a @ ..], [y, b @ ..]) if x == y => differs_by(a, b, most),
        ([_, a_rest @ ..], [_, b_rest @ ..]) => {
            most > 0 && [(a_rest, b), (a, b_rest), (a_rest, b_rest)].into_iter().any(|(a, b)| differs_by(a, b, most - 1))
        }
    }
}

fn not_kafka(properties: &Properties<'_>) -> String {
    let because = if properties.entries.is_empty() {
        "there is no setting in it"
    } else if properties.source.bytes().contains(&0) {
        "it is binary"
    } else {
        "none of its keys is a Kafka client's"
    };
    because.to_owned()
}

/// `key on line 3 …` of the first entry with one of the marks.
fn reason(tally: &Tally<'_>, marks: &[Mark], what: &str) -> String {
    match tally.first(marks) {
        Some(entry) => {
            let name = meant(entry);
            // A line without a separator may hold a secret behind its name.
            let secret = if entry.value.is_empty() { secret_in_key(name) } else { None };
            let hidden = if secret.is_some() { HIDDEN } else { "" };
            format!("{}{hidden} on line {} {what}", escaped(&name[..secret.unwrap_or(name.len())]), entry.line)
        }
        None => what.to_owned(),
    }
}

/// Few names need it, and every file has a reason.
fn escaped(name: &str) -> Cow<'_, str> {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    if is_plain { name.into() } else { name.escape_debug().to_string().into() }
}

/// What the name of a file hints at.
pub(super) struct FileName {
    lower: String,
}

impl FileName {
    pub(super) fn of(name: &str) -> Self {
        Self { lower: name.to_ascii_lowercase() }
    }

    /// Whether one of its words is this.
    fn has(&self, word: &str) -> bool {
        self.lower.split(|c: char| !c.is_ascii_alphanumeric()).any(|found| found == word)
    }

    fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.has(word))
    }

    fn client(&self) -> Option<Client> {
        match (self.lower.contains("producer"), self.lower.contains("consumer")) {
            (true, false) => Some(Client::Producer),
            (false, true) => Some(Client::Consumer),
            (false, false) if self.has_any(&["admin", "adminclient"]) => Some(Client::Admin),
            _ => None,
        }
    }

    fn is_of_kafka(&self) -> bool {
        self.lower.contains("kafka") || self.client().is_some()
    }

    /// The extension, where it is that of another syntax.
    fn foreign_extension(&self) -> Option<&str> {
        let (_, extension) = self.lower.rsplit_once('.')?;
        let foreign = [
            "c", "cpp", "cs", "go", "groovy", "hocon", "html", "java", "js", "json", "kt", "md", "php", "py", "rb", "rs",
            "scala", "sh", "sql", "tf", "toml", "ts", "xml", "yaml", "yml",
        ];
        foreign.contains(&extension).then_some(extension)
    }
}
