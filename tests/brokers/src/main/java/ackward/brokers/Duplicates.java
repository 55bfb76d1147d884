package ackward.brokers;

import ackward.brokers.api.Sender;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One record, whose acknowledgement is lost: how many copies are in the log, and what does the application see? */
final class Duplicates {
    static final String QUESTION =
        "one record, and the connection is closed instead of delivering its acknowledgement: copies in the log, and what the application sees";
    static final List<String> CLIENTS = List.of("0.9.0.1", "0.10.2.2", "0.11.0.3", "1.0.0", "2.0.1", "2.1.0", "2.4.1", "2.5.0", "2.8.2",
        "3.0.0", "3.0.1", "3.0.2", "3.1.0", "3.1.1", "3.2.0", "3.9.2", "4.0.0", "4.4.0");

    static final List<Map<String, String>> CONFIGS = List.of(
        Map.of(),
        Map.of("acks", "1"),
        Map.of("acks", "0"),
        Map.of("acks", "0", "retries", "3"),
        Map.of("retries", "0"),
        Map.of("retries", "3"),
        Map.of("acks", "all", "retries", "3"),
        Map.of("enable.idempotence", "true"),
        Map.of("enable.idempotence", "false", "acks", "all"),
        Map.of("max.in.flight.requests.per.connection", "1"),
        Map.of("max.in.flight.requests.per.connection", "6"),
        Map.of("enable.idempotence", "true", "acks", "1"),
        Map.of("transactional.id", "duplicates"));

    /** What a release without transactions is down for. */
    private static final String NO_TRANSACTIONS = "no transactions";
    private static final String REFUSES = "refuses";
    private static final String TOPIC = "duplicates";
    /** More than the buffers on the way hold. */
    private static final int LARGE = 900_000;

    private record Run(String client, Map<String, String> config, boolean large, String sees, Long offset) {
        String value() {
            return client + " " + Line.of(config) + (large ? " large" : "");
        }
    }

    private Duplicates() {}

    static void run(Broker broker, List<String> clients, Rows rows) throws Exception {
        List<Run> runs = new ArrayList<>();
        try (Observer observer = new Observer(broker)) {
            observer.topic(TOPIC, 1);
            for (Map<String, String> config : CONFIGS) {
                for (String client : clients) {
                    runs.add(once(broker, client, config, Line.noAnswer(config) ? Proxy.Harm.CUT_AFTER_REQUEST : Proxy.Harm.LOSE_ANSWER));
                    if (Line.noAnswer(config)) {
                        runs.add(once(broker, client, config, Proxy.Harm.CUT_WITHIN_REQUEST));
                    }
                }
            }
            Thread.sleep(1_000);
            Map<Long, String> log = observer.read(TOPIC, 0, 0);
            for (Run run : runs) {
                List<Long> copies = log.entrySet().stream().filter(entry -> strip(entry.getValue()).equals(run.value())).map(Map.Entry::getKey).toList();
                // Which of the copies the application is told of.
                Integer told = run.offset == null || run.offset < 0 ? null : copies.indexOf(run.offset) + 1;
                String harm = Line.noAnswer(run.config) ? run.large ? "cut-within-request" : "cut-after-request" : "lost-acknowledgement";
                boolean sent = !run.sees.equals(REFUSES) && !run.sees.equals(NO_TRANSACTIONS);
                rows.add("broker", broker.release, "harm", harm, "config", Line.sorted(run.config), "client", run.client,
                    "sees", run.sees, "copies", sent ? copies.size() : null, "told_of", told);
            }
        }
    }

    private static Run once(Broker broker, String client, Map<String, String> config, Proxy.Harm harm) {
        boolean large = harm == Proxy.Harm.CUT_WITHIN_REQUEST;
        boolean transactional = config.containsKey("transactional.id");
        Map<String, String> settings = new LinkedHashMap<>(config);
        settings.put("max.block.ms", "15000");
        if (transactional) {
            settings.put("transactional.id", broker.release + client);
        }
        Sender sender;
        try {
            sender = Clients.sender(client, broker.throughProxy, settings);
        } catch (RuntimeException e) {
            return new Run(client, config, large, REFUSES, null);
        }
        try {
            if (transactional) {
                sender.initTransactions();
                sender.begin();
            }
            String name = new Run(client, config, large, null, null).value();
            byte[] value = name.getBytes(StandardCharsets.UTF_8);
            broker.proxy.arm(harm, value);
            Long[] offset = {null};
            String sees = Observer.outcome(() -> {
                offset[0] = sender.send(TOPIC, 0, large ? Arrays.copyOf(value, LARGE) : value).get(20, TimeUnit.SECONDS);
                if (transactional) {
                    sender.commit();
                }
            });
            if (Line.noAnswer(config)) {
                pause(500);
            }
            if (broker.proxy.disarm() != 1) {
                throw new IllegalStateException("no harm was done to " + name + ": " + sees);
            }
            return new Run(client, config, large, sees, offset[0]);
        } catch (LinkageError e) {
            return new Run(client, config, large, NO_TRANSACTIONS, null);
        } finally {
            Clients.close(sender);
        }
    }

    private static String strip(String value) {
        int padding = value.indexOf('\0');
        return padding < 0 ? value : value.substring(0, padding);
    }

    static void pause(long millis) {
        try {
            Thread.sleep(Math.max(0, millis));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
