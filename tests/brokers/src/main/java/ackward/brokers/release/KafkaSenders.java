package ackward.brokers.release;

import ackward.brokers.api.Sender;
import ackward.brokers.api.Senders;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Loaded once beside the jar of each release; uses only what all of them have, where it is called. */
public final class KafkaSenders implements Senders {
    @Override
    public Sender make(Map<String, Object> config) {
        return new KafkaSender(new KafkaProducer<>(config));
    }

    private record KafkaSender(KafkaProducer<byte[], byte[]> producer) implements Sender {
        @Override
        public void initTransactions() {
            producer.initTransactions();
        }

        @Override
        public void begin() {
            producer.beginTransaction();
        }

        @Override
        public void commit() {
            producer.commitTransaction();
        }

        @Override
        public void abort() {
            producer.abortTransaction();
        }

        @Override
        public Future<Long> send(String topic, int partition, byte[] value) {
            CompletableFuture<Long> answer = new CompletableFuture<>();
            producer.send(new ProducerRecord<>(topic, partition, null, value), (metadata, failure) -> {
                if (failure == null) {
                    answer.complete(metadata.offset());
                } else {
                    answer.completeExceptionally(failure);
                }
            });
            return answer;
        }

        @Override
        public void sendOffsets(String group, String topic, long offset) {
            producer.sendOffsetsToTransaction(
                Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset)), new ConsumerGroupMetadata(group));
        }

        @Override
        public void close() {
            producer.close();
        }
    }
}
