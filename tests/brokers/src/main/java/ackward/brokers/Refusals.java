package ackward.brokers;

import ackward.brokers.api.Sender;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** What initTransactions() says to a timeout. */
final class Refusals {
    static final String QUESTION = "initTransactions() with that transaction.timeout.ms (null: not written), transaction.max.timeout.ms=900000, max.block.ms=2000";
    static final List<String> CLIENTS = List.of("0.11.0.3", "1.0.0", "2.2.2", "2.3.0", "2.8.2", "3.9.2", "4.4.0");
    private static final int MAX_BLOCK_MS = 2_000;

    private Refusals() {}

    static void run(Broker broker, List<String> clients, Rows rows) {
        Map<String, String> logged = new ConcurrentHashMap<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                Throwable thrown = record.getThrown();
                if (record.getLevel() == Level.SEVERE && thrown != null) {
                    logged.put(Thread.currentThread().getName(), thrown.getClass().getSimpleName() + ": " + thrown.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger.getLogger("").addHandler(handler);
        try {
            for (String timeout : Stream.of(null, "1", "900000", "900001", "2147483647", "0", "-1").toArray(String[]::new)) {
                for (String client : clients) {
                    once(broker, client, timeout, logged, rows);
                }
            }
        } finally {
            Logger.getLogger("").removeHandler(handler);
        }
    }

    private static void once(Broker broker, String client, String timeout, Map<String, String> logged, Rows rows) {
        String id = "refusals-" + client + "-" + timeout;
        Map<String, String> settings = new java.util.HashMap<>(
            Map.of("transactional.id", id, "client.id", id, "max.block.ms", String.valueOf(MAX_BLOCK_MS)));
        if (timeout != null) {
            settings.put("transaction.timeout.ms", timeout);
        }
        Sender sender = Clients.sender(client, broker.address, settings);
        Throwable[] thrown = {null};
        long before = System.nanoTime();
        Observer.outcome(() -> {
            try {
                sender.initTransactions();
            } catch (Throwable e) {
                thrown[0] = e;
                throw e;
            }
        });
        long took = (System.nanoTime() - before) / 1_000_000;
        Throwable e = thrown[0];
        String log = logged.entrySet().stream().filter(entry -> entry.getKey().endsWith(id)).map(Map.Entry::getValue).findFirst().orElse(null);
        String again = e == null ? null : Observer.outcome(sender::initTransactions);
        rows.add("broker", broker.release, "timeout", timeout == null ? null : Integer.valueOf(timeout), "client", client,
            "throws", e == null ? null : e.getClass().getName(),
            "text", e == null ? null : e.getMessage(),
            "cause", e == null || e.getCause() == null ? null : e.getCause().getClass().getName(),
            "when", e == null ? null : took < MAX_BLOCK_MS ? "at once" : "max.block.ms", "logged", log, "again", again);
        Clients.close(sender);
    }
}
