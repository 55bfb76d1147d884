package ackward.brokers;

import ackward.brokers.api.Sender;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** When does the clock of transaction.timeout.ms start? */
final class Clock {
    static final String QUESTION =
        "transactionStartTimeMs of DescribeTransactions: null after beginTransaction() and 500 ms; milliseconds after send() with that linger.ms; "
        + "moved by a later send() to another partition; milliseconds after sendOffsetsToTransaction() alone; "
        + "early_begin: with transaction.timeout.ms=1000 and beginTransaction() 2500 ms before send(), what send and commit say";
    private static final int LINGER_MS = 1_500;

    private Clock() {}

    static void run(Broker broker, String client, Rows rows) throws Exception {
        try (Observer observer = new Observer(broker)) {
            String topic = "clock-" + client;
            observer.topic(topic, 2);
            boolean described = Release.atLeast(broker.release, 3, 0);
            Long afterBegin = null;
            Long afterSend = null;
            Boolean moved = null;
            Long afterOffsets = null;
            if (described) {
                String id = "clock-" + client;
                Sender sender = Transactions.open(broker, client, id, Map.of("linger.ms", String.valueOf(LINGER_MS)));
                sender.begin();
                long begun = System.currentTimeMillis();
                Duplicates.pause(500);
                Long start = observer.started(id);
                afterBegin = start == null ? null : start - begun;
                long sent = System.currentTimeMillis();
                Future<Long> first = sender.send(topic, 0, "first".getBytes(StandardCharsets.UTF_8));
                Transactions.until(5_000, () -> observer.started(id) != null);
                start = observer.started(id);
                afterSend = start - sent;
                first.get(5, TimeUnit.SECONDS);
                Transactions.send(sender, topic, 1, "second");
                moved = !start.equals(observer.started(id));
                sender.commit();
                sender.begin();
                long offered = System.currentTimeMillis();
                sender.sendOffsets("group-" + client, topic, 1);
                Transactions.until(5_000, () -> observer.started(id) != null);
                afterOffsets = observer.started(id) - offered;
                sender.abort();
                Clients.close(sender);
            }
            Sender early = Transactions.open(broker, client, "clock-early-" + client, Map.of("transaction.timeout.ms", "1000"));
            early.begin();
            Duplicates.pause(2_500);
            String outcome = Observer.outcome(() -> {
                Transactions.send(early, topic, 0, "early");
                early.commit();
            });
            Clients.close(early);
            rows.add("broker", broker.release, "transaction_version", observer.transactionVersion(), "client", client, "described", described, "after_begin_ms", afterBegin,
                "linger_ms", LINGER_MS, "after_send_ms", afterSend, "moved", moved, "after_offsets_ms", afterOffsets, "early_begin", outcome);
        }
    }
}
