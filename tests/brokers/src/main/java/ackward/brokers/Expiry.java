package ackward.brokers;

import ackward.brokers.api.Sender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Which timeouts expire when the broker's wall clock is set forward? */
final class Expiry {
    static final String QUESTION =
        "transactions of a client of the broker's own release, left open on a broker with transaction.max.timeout.ms=2147483647, whose wall clock is then set forward by so much: "
        + "state told by DescribeTransactions; two_phase: the producer has transaction.two.phase.commit.enable=true and no timeout";
    private static final Map<String, Long> AHEAD = new LinkedHashMap<>();

    static {
        AHEAD.put("+0", 0L);
        AHEAD.put("+70 s", 70_000L);
        AHEAD.put("+24 d", TimeUnit.DAYS.toMillis(24));
        AHEAD.put("+25 d", TimeUnit.DAYS.toMillis(25));
        AHEAD.put("+300 d", TimeUnit.DAYS.toMillis(300));
    }

    private Expiry() {}

    static void run(Broker broker, Rows rows) throws Exception {
        String client = broker.release;
        List<Sender> senders = new ArrayList<>();
        try (Observer observer = new Observer(broker)) {
            List<String> timeouts = new ArrayList<>(List.of("60000", "2147483646", "2147483647"));
            if (Release.atLeast(client, 4, 1)) {
                timeouts.add("two_phase");
            }
            observer.topic("expiry", timeouts.size());
            Map<String, Map<String, String>> states = new LinkedHashMap<>();
            for (String timeout : timeouts) {
                Sender sender = Transactions.open(broker, client, "expiry-" + timeout, timeout.equals("two_phase")
                    ? Map.of("transaction.two.phase.commit.enable", "true") : Map.of("transaction.timeout.ms", timeout));
                senders.add(sender);
                sender.begin();
                Transactions.send(sender, "expiry", timeouts.indexOf(timeout), "open");
                states.put(timeout, new LinkedHashMap<>());
            }
            for (Map.Entry<String, Long> ahead : AHEAD.entrySet()) {
                broker.setClockAhead(ahead.getValue());
                // Three sweeps, and the markers.
                Duplicates.pause(3L * Transactions.SWEEP_MS + 1_000);
                for (String timeout : timeouts) {
                    states.get(timeout).put(ahead.getKey(), observer.transaction("expiry-" + timeout).state().toString());
                }
            }
            for (String timeout : timeouts) {
                boolean twoPhase = timeout.equals("two_phase");
                rows.add("broker", broker.release, "timeout_ms", twoPhase ? null : Integer.valueOf(timeout), "two_phase", twoPhase,
                    "states", states.get(timeout));
            }
        } finally {
            senders.forEach(Clients::close);
        }
    }
}
