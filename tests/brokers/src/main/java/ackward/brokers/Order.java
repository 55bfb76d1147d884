package ackward.brokers;

import ackward.brokers.api.Sender;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Four records in four requests, the first of which the broker refuses once: in which order are they stored? */
final class Order {
    static final String QUESTION =
        "four records in as many requests (batch.size=0, linger.ms=0, after a record before them), the first refused once: stored in which order, "
        + "and what each record's future says; first_batch: without a record before them, request.timeout.ms=2000 and delivery.timeout.ms=4000";
    static final List<Map<String, String>> CONFIGS = List.of(
        Map.of(),
        Map.of("retries", "3"),
        Map.of("retries", "0"),
        Map.of("acks", "1", "retries", "3"),
        Map.of("acks", "0", "retries", "3"),
        Map.of("enable.idempotence", "false", "retries", "3"),
        Map.of("enable.idempotence", "true"),
        Map.of("enable.idempotence", "false", "max.in.flight.requests.per.connection", "1", "retries", "3"));

    private static final String TOPIC = "order";

    private Order() {}

    static void run(Broker broker, List<String> clients, Rows rows) {
        try (Observer observer = new Observer(broker)) {
            observer.topic(TOPIC, 1);
            for (Map<String, String> config : CONFIGS) {
                for (String client : clients) {
                    once(broker, observer, client, config, false, rows);
                }
            }
            for (String client : clients) {
                if (Release.atLeast(client, 2, 1)) {
                    once(broker, observer, client, Map.of("enable.idempotence", "true"), true, rows);
                }
            }
        }
    }

    private static void once(Broker broker, Observer observer, String client, Map<String, String> config, boolean firstBatch, Rows rows) {
        Map<String, String> settings = new LinkedHashMap<>(config);
        settings.putAll(Map.of("batch.size", "0", "linger.ms", "0", "max.block.ms", "15000"));
        if (firstBatch) {
            settings.putAll(Map.of("request.timeout.ms", "2000", "delivery.timeout.ms", "4000"));
        }
        long from = observer.lastOffsets(TOPIC, 1, org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED).get(0);
        Sender sender = Clients.sender(client, broker.throughProxy, settings);
        try {
            if (!firstBatch) {
                String warm = Observer.outcome(() -> sender.send(TOPIC, 0, "0".getBytes(StandardCharsets.UTF_8)).get(20, TimeUnit.SECONDS));
                if (!warm.equals("ok")) {
                    throw new IllegalStateException(client + " sent nothing: " + warm);
                }
            }
            broker.proxy.arm(Proxy.Harm.SPOIL_RECORD, "record 1".getBytes(StandardCharsets.UTF_8));
            List<Future<Long>> futures = new ArrayList<>();
            for (int i = 1; i <= 4; i++) {
                futures.add(sender.send(TOPIC, 0, ("record " + i).getBytes(StandardCharsets.UTF_8)));
            }
            List<String> sees = futures.stream().map(future -> Observer.outcome(() -> future.get(20, TimeUnit.SECONDS))).toList();
            if (Line.noAnswer(config)) {
                Duplicates.pause(1_000);
            }
            if (broker.proxy.disarm() != 1) {
                throw new IllegalStateException("no record of " + client + " was spoilt: " + sees);
            }
            List<Integer> stored = observer.read(TOPIC, 0, from).values().stream().filter(value -> value.startsWith("record "))
                .map(value -> Integer.valueOf(value.substring(7))).toList();
            rows.add("broker", broker.release, "config", Line.sorted(config), "first_batch", firstBatch, "client", client, "stored", stored,
                "sees", sees);
        } finally {
            Clients.close(sender);
        }
    }
}
