package ackward.brokers;

import ackward.brokers.api.Sender;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Transactions left open at different moments of the sweep: when are they aborted, and how long do readers wait? */
final class Stalls {
    static final String QUESTION =
        "transactions left open, one a partition, started evenly over the sweep: milliseconds from the start (told by DescribeTransactions, "
        + "before 3.0.0 the moment before send()) until the last stable offset passes it, and until a record of another producer behind it "
        + "reaches a read_committed and a read_uncommitted consumer";
    private static final int TIMEOUT_MS = 1_500;
    private static final int PHASES = 10;

    private Stalls() {}

    static void run(Broker broker, String client, Rows rows) throws Exception {
        String topic = "stalls-" + client;
        AtomicBoolean over = new AtomicBoolean();
        List<Sender> senders = new ArrayList<>();
        try (Observer observer = new Observer(broker)) {
            observer.topic(topic, PHASES);
            long[] started = new long[PHASES];
            long[] aborted = new long[PHASES];
            long[] committed = new long[PHASES];
            long[] uncommitted = new long[PHASES];
            Thread[] readers = {reader(observer, "read_committed", topic, committed, over), reader(observer, "read_uncommitted", topic, uncommitted, over)};
            for (int i = 0; i < PHASES; i++) {
                senders.add(Transactions.open(broker, client, topic + "-" + i, Map.of("transaction.timeout.ms", String.valueOf(TIMEOUT_MS))));
            }
            Sender other = Clients.sender(client, broker.address, Map.of());
            senders.add(other);
            Transactions.send(other, Broker.READY, 0, "warm");
            boolean[] described = {true};
            Thread watcher = new Thread(() -> watch(observer, topic, started, aborted, over));
            watcher.setDaemon(true);
            watcher.start();
            long first = System.currentTimeMillis();
            for (int i = 0; i < PHASES; i++) {
                Duplicates.pause(first + (long) i * Transactions.SWEEP_MS / PHASES - System.currentTimeMillis());
                Sender sender = senders.get(i);
                sender.begin();
                long sending = System.currentTimeMillis();
                Transactions.send(sender, topic, i, "open");
                Long start = observer.started(topic + "-" + i);
                described[0] = start != null;
                started[i] = start == null ? sending : start;
                other.send(topic, i, "behind".getBytes(StandardCharsets.UTF_8));
            }
            Transactions.until(TIMEOUT_MS + Transactions.SWEEP_MS + 5_000,
                () -> all(aborted) && all(committed) && all(uncommitted));
            over.set(true);
            watcher.join(5_000);
            for (Thread thread : readers) {
                thread.join(5_000);
            }
            rows.add("broker", broker.release, "client", client, "timeout_ms", TIMEOUT_MS, "sweep_ms", Transactions.SWEEP_MS, "described", described[0],
                "aborted_after_ms", since(started, aborted), "read_committed_after_ms", since(started, committed),
                "read_uncommitted_after_ms", since(started, uncommitted));
        } finally {
            over.set(true);
            senders.forEach(Clients::close);
        }
    }

    /** Notes when the last stable offset of each partition passes the transaction at its beginning. */
    private static void watch(Observer observer, String topic, long[] started, long[] aborted, AtomicBoolean over) {
        while (!over.get() && !all(aborted)) {
            List<Long> stable = observer.lastOffsets(topic, PHASES, IsolationLevel.READ_COMMITTED);
            long now = System.currentTimeMillis();
            for (int i = 0; i < PHASES; i++) {
                if (aborted[i] == 0 && started[i] != 0 && stable.get(i) > 1) {
                    aborted[i] = now;
                }
            }
            Duplicates.pause(10);
        }
    }

    /** Notes when the record behind each transaction arrives. */
    private static Thread reader(Observer observer, String isolation, String topic, long[] arrived, AtomicBoolean over) {
        Thread thread = new Thread(() -> {
            try (KafkaConsumer<byte[], byte[]> consumer = observer.consumer(isolation)) {
                consumer.assign(IntStream.range(0, PHASES).mapToObj(i -> new TopicPartition(topic, i)).toList());
                while (!over.get()) {
                    consumer.poll(Duration.ofMillis(20)).forEach(record -> {
                        if (Arrays.equals(record.value(), "behind".getBytes(StandardCharsets.UTF_8))) {
                            arrived[record.partition()] = System.currentTimeMillis();
                        }
                    });
                }
            }
        }, isolation);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static boolean all(long[] moments) {
        return LongStream.of(moments).allMatch(moment -> moment != 0);
    }

    private static List<Long> since(long[] from, long[] to) {
        return IntStream.range(0, PHASES).mapToObj(i -> to[i] == 0 ? null : to[i] - from[i]).toList();
    }
}
