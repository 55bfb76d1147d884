package ackward.brokers;

import ackward.brokers.api.Sender;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A transactional producer in a scenario. */
final class Transactions {
    /** How often the brokers of these scenarios look for transactions that are over time. */
    static final int SWEEP_MS = 1_000;

    private Transactions() {}

    /** A producer that has initialised its transactions. */
    static Sender open(Broker broker, String client, String id, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of("transactional.id", id, "max.block.ms", "30000"));
        all.putAll(settings);
        Sender sender = Clients.sender(client, broker.address, all);
        sender.initTransactions();
        return sender;
    }

    /** Sends a record and waits until it is stored. */
    static long send(Sender sender, String topic, int partition, String value) throws Exception {
        return sender.send(topic, partition, value.getBytes(StandardCharsets.UTF_8)).get(15, TimeUnit.SECONDS);
    }

    /** Waits until something holds; false where it did not within that time. */
    static boolean until(long millis, java.util.function.BooleanSupplier holds) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Duplicates.pause(10);
        }
        return true;
    }
}
