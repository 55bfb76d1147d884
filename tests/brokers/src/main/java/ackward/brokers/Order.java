package ackward.brokers;

import ackward.brokers.api.Sender;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.IsolationLevel;

/** Four records in four requests, the first of which meets harm once: in which order are they stored? */
final class Order {
    static final String QUESTION =
        "four records in as many requests (batch.size=0, linger.ms=0) after a record before them, and harm to the first: stored in which order, and what "
        + "each record's future says. refused: the broker refuses it once, retriable; refused-as-first: the same without a record before them, "
        + "request.timeout.ms=2000, delivery.timeout.ms=4000; cut-within-request: the connection is closed when a part of it is sent; "
        + "delivered-late: the connection is closed, and what was sent reaches the broker a second later, when the other three are stored";
    static final List<Map<String, String>> CONFIGS = List.of(
        Map.of(),
        Map.of("retries", "3"),
        Map.of("retries", "0"),
        Map.of("acks", "1", "retries", "3"),
        Map.of("acks", "0", "retries", "3"),
        Map.of("enable.idempotence", "false", "retries", "3"),
        Map.of("enable.idempotence", "true"),
        Map.of("enable.idempotence", "false", "max.in.flight.requests.per.connection", "1", "retries", "3"));
    private static final List<String> FEWER_CLIENTS = List.of("2.8.2", "3.0.0", "3.0.1", "3.9.2", "4.4.0");
    private static final List<Map<String, String>> LATE_CONFIGS = List.of(
        Map.of(), Map.of("retries", "0"), Map.of("enable.idempotence", "true"), CONFIGS.get(CONFIGS.size() - 1));

    private static final String TOPIC = "order";
    /** Large enough that no two records share a batch. */
    private static final int SIZE = 600;
    private static final int LARGE = 900_000;

    private enum Harm {
        REFUSED("refused"),
        REFUSED_AS_FIRST("refused-as-first"),
        CUT("cut-within-request"),
        LATE("delivered-late");

        final String name;

        Harm(String name) {
            this.name = name;
        }
    }

    private Order() {}

    static void run(Broker broker, List<String> clients, Rows rows) {
        try (Observer observer = new Observer(broker)) {
            observer.topic(TOPIC, 1);
            for (Map<String, String> config : CONFIGS) {
                for (String client : clients) {
                    // With acks=0 a refusing broker closes the connection, and how much it had read of the others is chance.
                    once(broker, observer, client, config, Line.noAnswer(config) ? Harm.CUT : Harm.REFUSED, rows);
                }
            }
            for (Map<String, String> config : LATE_CONFIGS) {
                for (String client : FEWER_CLIENTS) {
                    once(broker, observer, client, config, Harm.LATE, rows);
                }
            }
            for (String client : FEWER_CLIENTS) {
                once(broker, observer, client, Map.of("enable.idempotence", "true"), Harm.REFUSED_AS_FIRST, rows);
            }
        }
    }

    private static void once(Broker broker, Observer observer, String client, Map<String, String> config, Harm harm, Rows rows) {
        Map<String, String> settings = new LinkedHashMap<>(config);
        settings.putAll(Map.of("batch.size", "0", "linger.ms", "0", "max.block.ms", "15000"));
        if (harm == Harm.REFUSED_AS_FIRST) {
            settings.putAll(Map.of("request.timeout.ms", "2000", "delivery.timeout.ms", "4000"));
        }
        long from = observer.lastOffsets(TOPIC, 1, IsolationLevel.READ_UNCOMMITTED).get(0);
        Sender sender = Clients.sender(client, broker.throughProxy, settings);
        try {
            if (harm != Harm.REFUSED_AS_FIRST) {
                String warm = Observer.outcome(() -> sender.send(TOPIC, 0, record(0, SIZE)).get(20, TimeUnit.SECONDS));
                if (!warm.equals("ok")) {
                    throw new IllegalStateException(client + " sent nothing: " + warm);
                }
            }
            byte[] first = record(1, harm == Harm.CUT ? LARGE : SIZE);
            broker.proxy.arm(switch (harm) {
                case CUT -> Proxy.Harm.CUT_WITHIN_REQUEST;
                case LATE -> Proxy.Harm.DELIVER_LATE;
                case REFUSED, REFUSED_AS_FIRST -> Proxy.Harm.SPOIL_RECORD;
            }, first);
            List<Future<Long>> futures = new ArrayList<>();
            for (int i = 1; i <= 4; i++) {
                futures.add(sender.send(TOPIC, 0, i == 1 ? first : record(i, SIZE)));
                if (harm == Harm.LATE && i == 1) {
                    // The others go by the next connection.
                    Duplicates.pause(300);
                }
            }
            List<String> sees = futures.stream().map(future -> Observer.outcome(() -> future.get(20, TimeUnit.SECONDS))).toList();
            if (harm == Harm.LATE) {
                Transactions.until(10_000, broker.proxy::delivered);
            }
            if (harm == Harm.LATE || Line.noAnswer(config)) {
                Duplicates.pause(500);
            }
            if (broker.proxy.disarm() != 1) {
                throw new IllegalStateException("no harm was done to " + client + " with " + config + ": " + sees);
            }
            List<Integer> stored = observer.read(TOPIC, 0, from).values().stream().map(value -> value.charAt(0) - '0').filter(i -> i > 0).toList();
            rows.add("broker", broker.release, "harm", harm.name, "config", Line.sorted(config), "client", client, "stored", stored, "sees", sees);
        } finally {
            Clients.close(sender);
        }
    }

    private static byte[] record(int number, int size) {
        return Arrays.copyOf((number + " of the records").getBytes(StandardCharsets.UTF_8), size);
    }
}
