//! Names that are no key of a plain client, and what each says about its file.

use super::marks::Mark;

/// In the order of the names.
pub(super) const NAMES: [(&str, Mark); 136] = [
    ("acceptable.recovery.lag", Mark::Streams),
    ("advertised.listeners", Mark::Broker),
    ("api.version.request", Mark::Librdkafka),
    ("application.id", Mark::ApplicationId),
    ("application.server", Mark::Streams),
    ("auto.commit.enable", Mark::ScalaConsumer),
    ("auto.create.topics.enable", Mark::BrokerLike),
    ("batch.num.messages", Mark::LibrdkafkaOrScala),
    ("broker.address.family", Mark::Librdkafka),
    ("broker.id", Mark::Broker),
    ("broker.rack", Mark::Broker),
    ("broker.version.fallback", Mark::Librdkafka),
    ("buffered.records.per.partition", Mark::Streams),
    ("cache.max.bytes.buffering", Mark::Streams),
    ("cleanup.policy", Mark::BrokerLike),
    ("clusters", Mark::Clusters),
    ("compression.codec", Mark::LibrdkafkaOrScala),
    ("compression.level", Mark::Librdkafka),
    ("connect.protocol", Mark::ConnectWorker),
    ("connector.class", Mark::Connector),
    ("connector.client.config.override.policy", Mark::ConnectWorker),
    ("consumer.timeout.ms", Mark::ScalaConsumer),
    ("default.deserialization.exception.handler", Mark::Streams),
    ("default.dsl.store", Mark::Streams),
    ("default.key.serde", Mark::Streams),
    ("default.production.exception.handler", Mark::Streams),
    ("default.replication.factor", Mark::BrokerLike),
    ("default.timestamp.extractor", Mark::Streams),
    ("default.value.serde", Mark::Streams),
    ("delete.topic.enable", Mark::BrokerLike),
    ("delivery.report.only.error", Mark::Librdkafka),
    ("deserialization.exception.handler", Mark::Streams),
    ("dsl.store.suppliers.class", Mark::Streams),
    ("dual.commit.enabled", Mark::ScalaConsumer),
    ("enable.auto.offset.store", Mark::Librdkafka),
    ("enable.gapless.guarantee", Mark::Librdkafka),
    ("enable.partition.eof", Mark::Librdkafka),
    ("enable.ssl.certificate.verification", Mark::Librdkafka),
    ("exactly.once.source.support", Mark::ConnectWorker),
    ("fetch.error.backoff.ms", Mark::Librdkafka),
    ("fetch.message.max.bytes", Mark::LibrdkafkaOrScala),
    ("fetch.wait.max.ms", Mark::Librdkafka),
    ("header.converter", Mark::ConnectWorker),
    ("inter.broker.listener.name", Mark::Broker),
    ("inter.broker.protocol.version", Mark::Broker),
    ("internal.key.converter", Mark::ConnectWorker),
    ("internal.value.converter", Mark::ConnectWorker),
    ("key.converter", Mark::ConnectWorker),
    ("key.serde", Mark::Streams),
    ("key.serializer.class", Mark::ScalaProducer),
    ("listener.security.protocol.map", Mark::Broker),
    ("listeners", Mark::BrokerLike),
    ("log.dir", Mark::BrokerLike),
    ("log.dirs", Mark::BrokerLike),
    ("log.message.format.version", Mark::Broker),
    ("log.retention.check.interval.ms", Mark::Broker),
    ("log.retention.hours", Mark::Broker),
    ("log.segment.bytes", Mark::Broker),
    ("max.task.idle.ms", Mark::Streams),
    ("max.warmup.replicas", Mark::Streams),
    ("message.max.bytes", Mark::BrokerLike),
    ("message.send.max.retries", Mark::LibrdkafkaOrScala),
    ("message.timeout.ms", Mark::Librdkafka),
    ("metadata.broker.list", Mark::LibrdkafkaOrScala),
    ("metric.sampler.class", Mark::CruiseControl),
    ("min.insync.replicas", Mark::BrokerLike),
    ("node.id", Mark::BrokerLike),
    ("num.io.threads", Mark::Broker),
    ("num.network.threads", Mark::Broker),
    ("num.partitions", Mark::BrokerLike),
    ("num.recovery.threads.per.data.dir", Mark::Broker),
    ("num.standby.replicas", Mark::Streams),
    ("num.stream.threads", Mark::Streams),
    ("offset.flush.interval.ms", Mark::ConnectWorker),
    ("offset.flush.timeout.ms", Mark::ConnectWorker),
    ("offset.store.method", Mark::Librdkafka),
    ("plugin.discovery", Mark::ConnectWorker),
    ("plugin.path", Mark::ConnectWorker),
    ("probing.rebalance.interval.ms", Mark::Streams),
    ("process.roles", Mark::Broker),
    ("processing.exception.handler", Mark::Streams),
    ("processing.guarantee", Mark::Streams),
    ("producer.type", Mark::ScalaProducer),
    ("production.exception.handler", Mark::Streams),
    ("queue.buffering.max.kbytes", Mark::Librdkafka),
    ("queue.buffering.max.messages", Mark::LibrdkafkaOrScala),
    ("queue.buffering.max.ms", Mark::LibrdkafkaOrScala),
    ("queued.max.message.chunks", Mark::ScalaConsumer),
    ("queued.max.messages.kbytes", Mark::Librdkafka),
    ("queued.min.messages", Mark::Librdkafka),
    ("rebalance.max.retries", Mark::ScalaConsumer),
    ("receive.message.max.bytes", Mark::Librdkafka),
    ("replication.factor", Mark::BrokerLike),
    ("request.required.acks", Mark::LibrdkafkaOrScala),
    ("rest.advertised.host.name", Mark::ConnectWorker),
    ("rest.advertised.listener", Mark::ConnectWorker),
    ("rest.advertised.port", Mark::ConnectWorker),
    ("retention.ms", Mark::BrokerLike),
    ("rocksdb.config.setter", Mark::Streams),
    ("sasl.kerberos.keytab", Mark::Librdkafka),
    ("sasl.kerberos.principal", Mark::Librdkafka),
    ("sasl.mechanisms", Mark::Librdkafka),
    ("sasl.oauthbearer.client.id", Mark::Librdkafka),
    ("sasl.oauthbearer.client.secret", Mark::Librdkafka),
    ("sasl.oauthbearer.config", Mark::Librdkafka),
    ("sasl.oauthbearer.method", Mark::Librdkafka),
    ("sasl.password", Mark::Librdkafka),
    ("sasl.username", Mark::Librdkafka),
    ("scheduled.rebalance.max.delay.ms", Mark::ConnectWorker),
    ("serializer.class", Mark::ScalaProducer),
    ("socket.keepalive.enable", Mark::Librdkafka),
    ("socket.nagle.disable", Mark::Librdkafka),
    ("socket.request.max.bytes", Mark::Broker),
    ("ssl.ca.location", Mark::Librdkafka),
    ("ssl.ca.pem", Mark::Librdkafka),
    ("ssl.certificate.location", Mark::Librdkafka),
    ("ssl.certificate.pem", Mark::Librdkafka),
    ("ssl.key.location", Mark::Librdkafka),
    ("ssl.key.pem", Mark::Librdkafka),
    ("state.cleanup.delay.ms", Mark::Streams),
    ("statestore.cache.max.bytes", Mark::Streams),
    ("statistics.interval.ms", Mark::Librdkafka),
    ("task.shutdown.graceful.timeout.ms", Mark::ConnectWorker),
    ("task.timeout.ms", Mark::Streams),
    ("tasks.max", Mark::Connector),
    ("topic.creation.enable", Mark::ConnectWorker),
    ("topic.metadata.refresh.interval.ms", Mark::LibrdkafkaOrScala),
    ("topology.optimization", Mark::Streams),
    ("transaction.max.timeout.ms", Mark::Broker),
    ("unclean.leader.election.enable", Mark::BrokerLike),
    ("value.converter", Mark::ConnectWorker),
    ("value.serde", Mark::Streams),
    ("zookeeper.connect", Mark::Zookeeper),
    ("zookeeper.connection.timeout.ms", Mark::Broker),
    ("zookeeper.session.timeout.ms", Mark::ScalaConsumer),
    ("zookeeper.sync.time.ms", Mark::ScalaConsumer),
];

/// How names begin, whatever follows.
pub(super) const PREFIXES: [(&str, Mark); 36] = [
    ("camel.component.kafka.", Mark::Camel),
    ("config.storage.", Mark::ConnectWorker),
    ("confluent.controlcenter.", Mark::ControlCenter),
    ("controller.listener.names", Mark::Broker),
    ("controller.quorum.", Mark::Broker),
    ("debezium.sink.", Mark::DebeziumServer),
    ("debezium.source.", Mark::DebeziumServer),
    ("group.coordinator.", Mark::Broker),
    ("group.initial.rebalance.", Mark::Broker),
    ("group.max.session.", Mark::Broker),
    ("group.min.session.", Mark::Broker),
    ("kafka-streams.", Mark::Quarkus),
    ("kafka.rest.", Mark::RestProxy),
    ("kafkastore.", Mark::SchemaRegistry),
    ("ksql.", Mark::KsqlDb),
    ("listener.name.", Mark::Broker),
    ("log.cleaner.", Mark::BrokerLike),
    ("log.flush.", Mark::BrokerLike),
    ("log.retention.", Mark::BrokerLike),
    ("log.roll.", Mark::BrokerLike),
    ("mp.messaging.", Mark::Quarkus),
    ("offset.storage.", Mark::ConnectWorker),
    ("offsets.topic.", Mark::Broker),
    ("quarkus.kafka-streams.", Mark::Quarkus),
    ("quarkus.kafka.", Mark::Quarkus),
    ("replica.fetch.", Mark::Broker),
    ("replica.lag.", Mark::Broker),
    ("replica.socket.", Mark::Broker),
    ("spring.cloud.stream.kafka.", Mark::Spring),
    ("spring.kafka.", Mark::Spring),
    ("status.storage.", Mark::ConnectWorker),
    ("transaction.abort.timed.out.", Mark::Broker),
    ("transaction.remove.expired.", Mark::Broker),
    ("transaction.state.log.", Mark::Broker),
    ("transactional.id.expiration.", Mark::Broker),
    ("unclean.leader.", Mark::BrokerLike),
];

/// How names begin where a client's key must follow.
pub(super) const BEFORE_A_KEY: [(&str, Mark); 8] = [
    ("admin.", Mark::ForAdmin),
    ("consumer.", Mark::ForConsumer),
    ("global.consumer.", Mark::Streams),
    ("kafka.", Mark::KafkaPrefix),
    ("main.consumer.", Mark::Streams),
    ("producer.", Mark::ForProducer),
    ("properties.", Mark::Flink),
    ("restore.consumer.", Mark::Streams),
];

/// Tells most names from those of a table by their length and first letter.
pub(super) struct Filter([u32; 64]);

impl Filter {
    /// Of [`NAMES`].
    pub(super) const NAMES: Self = Self([0; 64]).with(&NAMES, usize::MAX);
    /// Of what stands before the first dot of [`PREFIXES`] and [`BEFORE_A_KEY`].
    pub(super) const PREFIXES: Self = Self([0; 64]).with(&PREFIXES, 1).with(&BEFORE_A_KEY, 1);

    /// The bits of a table: for every length one for each letter with which a name begins, where so
    /// many parts between dots count as the name.
    const fn with(mut self, table: &[(&str, Mark)], parts: usize) -> Self {
        let mut row = 0;
        while row < table.len() {
            let name = table[row].0.as_bytes();
            let (mut length, mut dots) = (0, 0);
            while length < name.len() {
                dots += (name[length] == b'.') as usize;
                if dots == parts {
                    break;
                }
                length += 1;
            }
            self.0[length] |= 1 << (name[0] & 31);
            row += 1;
        }
        self
    }

    /// Whether the table could have the name; it has none where this says no.
    pub(super) fn may_have(&self, name: &str) -> bool {
        let letter = name.bytes().next().map_or(0, |first| first & 31);
        self.0.get(name.len()).is_some_and(|letters| letters >> letter & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kafka::KeyId;

    #[test]
    fn names_are_in_order_and_no_client_has_them() {
        assert!(NAMES.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(NAMES.iter().all(|(name, _)| KeyId::named(name).is_none() && Filter::NAMES.may_have(name)));
        for (prefix, _) in PREFIXES.iter().chain(&BEFORE_A_KEY) {
            assert!(prefix.split('.').next().is_some_and(|first| Filter::PREFIXES.may_have(first)));
        }
    }
}
