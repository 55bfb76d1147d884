package ackward.brokers;

import ackward.brokers.api.Sender;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Commits that come after the deadline: how many fail? */
final class Overruns {
    static final String QUESTION =
        "transactions started evenly over the sweep and committed that long after their deadline: what commitTransaction() says, and how often";
    private static final int TIMEOUT_MS = 1_000;
    private static final int OVERRUN_MS = 250;
    private static final int RUNS = 20;

    private Overruns() {}

    static void run(Broker broker, String client, Rows rows) throws Exception {
        String topic = "overruns-" + client;
        ExecutorService threads = Executors.newFixedThreadPool(RUNS);
        List<Sender> senders = new ArrayList<>();
        try (Observer observer = new Observer(broker)) {
            observer.topic(topic, RUNS);
            for (int i = 0; i < RUNS; i++) {
                senders.add(Transactions.open(broker, client, topic + "-" + i, Map.of("transaction.timeout.ms", String.valueOf(TIMEOUT_MS))));
            }
            long first = System.currentTimeMillis() + 200;
            List<Future<String>> outcomes = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                int run = i;
                outcomes.add(threads.submit(() -> {
                    Sender sender = senders.get(run);
                    Duplicates.pause(first + (long) run * Transactions.SWEEP_MS / RUNS - System.currentTimeMillis());
                    sender.begin();
                    long before = System.currentTimeMillis();
                    Transactions.send(sender, topic, run, "late");
                    Duplicates.pause(before + TIMEOUT_MS + OVERRUN_MS - System.currentTimeMillis());
                    return Observer.outcome(sender::commit);
                }));
            }
            Map<String, Integer> counts = new TreeMap<>();
            for (Future<String> outcome : outcomes) {
                counts.merge(outcome.get(), 1, Integer::sum);
            }
            rows.add("broker", broker.release, "client", client, "timeout_ms", TIMEOUT_MS, "sweep_ms", Transactions.SWEEP_MS,
                "overrun_ms", OVERRUN_MS, "commits", counts);
        } finally {
            threads.shutdownNow();
            senders.forEach(Clients::close);
        }
    }
}
