package ackward.brokers;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Looks at what is in a broker, on its direct address. */
final class Observer implements AutoCloseable {
    final Admin admin;
    private final Broker broker;

    Observer(Broker broker) {
        this.broker = broker;
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.address);
        properties.put("request.timeout.ms", "10000");
        properties.put("default.api.timeout.ms", "20000");
        admin = Admin.create(properties);
    }

    /** Makes a topic and waits until its partitions have a leader. */
    void topic(String name, int partitions) {
        await(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all());
        IllegalStateException last = null;
        for (int i = 0; i < 100; i++) {
            try {
                lastOffsets(name, partitions, IsolationLevel.READ_UNCOMMITTED);
                return;
            } catch (IllegalStateException notYet) {
                last = notYet;
                Duplicates.pause(100);
            }
        }
        throw last;
    }

    /** For each partition the high watermark, or the last stable offset. */
    List<Long> lastOffsets(String topic, int partitions, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, partitions).boxed()
            .collect(Collectors.toMap(partition -> new TopicPartition(topic, partition), partition -> OffsetSpec.latest()));
        var offsets = await(admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all());
        return IntStream.range(0, partitions).mapToObj(i -> offsets.get(new TopicPartition(topic, i)).offset()).toList();
    }

    /** The values of a partition's records from an offset on, committed or not, by offset. */
    Map<Long, String> read(String topic, int partition, long from) {
        Map<Long, String> values = new TreeMap<>();
        TopicPartition where = new TopicPartition(topic, partition);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_uncommitted")) {
            consumer.assign(List.of(where));
            consumer.seek(where, from);
            long end = consumer.endOffsets(List.of(where)).get(where);
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (consumer.position(where) < end && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(100)).forEach(record ->
                    values.put(record.offset(), new String(record.value(), StandardCharsets.UTF_8)));
            }
        }
        return values;
    }

    KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.address);
        properties.put("isolation.level", isolation);
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "earliest");
        properties.put("fetch.max.wait.ms", "50");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** What the coordinator says of a transactional id; null where the broker cannot tell (before 3.0.0). */
    TransactionDescription transaction(String id) {
        try {
            return admin.describeTransactions(List.of(id)).description(id).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnsupportedVersionException) {
                return null;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The start of the open transaction of a transactional id, or null where there is none. */
    Long started(String id) {
        TransactionDescription description = transaction(id);
        return description == null || description.transactionStartTimeMs().isEmpty() ? null : description.transactionStartTimeMs().getAsLong();
    }

    /** The finalized level of the feature transaction.version; null where the broker has none. */
    Integer transactionVersion() {
        var features = await(admin.describeFeatures().featureMetadata());
        var level = features.finalizedFeatures().get("transaction.version");
        if (level == null) {
            return features.supportedFeatures().containsKey("transaction.version") ? 0 : null;
        }
        return (int) level.maxVersionLevel();
    }

    static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The simple class name of what a step throws, or `ok`. */
    static String outcome(Step step) {
        try {
            step.run();
            return "ok";
        } catch (ExecutionException e) {
            return e.getCause().getClass().getSimpleName();
        } catch (Throwable e) {
            return e.getClass().getSimpleName();
        }
    }

    /** Something that a producer does. */
    interface Step {
        void run() throws Exception;
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(2));
    }
}
