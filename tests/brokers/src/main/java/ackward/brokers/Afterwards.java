package ackward.brokers;

import ackward.brokers.api.Sender;
import java.util.Map;
import org.apache.kafka.common.IsolationLevel;

/** What a producer meets after its transaction was aborted on time-out, and what a restart does to an open one. */
final class Afterwards {
    static final String QUESTION =
        "after the abort on time-out, three ways to go on: send() and then commitTransaction(), commitTransaction() at once, abortTransaction() at once; "
        + "each followed by abortTransaction() and a new transaction with the same producer. restart: a second producer with the same transactional.id "
        + "while a transaction of 60 s is open: milliseconds of its initTransactions(), whether readers go on, and what the first one's commit says";

    private Afterwards() {}

    static void run(Broker broker, String client, Rows rows) throws Exception {
        String topic = "afterwards-" + client;
        try (Observer observer = new Observer(broker)) {
            observer.topic(topic, 4);
            Sender[] senders = new Sender[3];
            for (int i = 0; i < 3; i++) {
                senders[i] = Transactions.open(broker, client, topic + "-" + i, Map.of("transaction.timeout.ms", "1000"));
                senders[i].begin();
                Transactions.send(senders[i], topic, i, "open");
            }
            // Past the transaction's record and the marker behind it.
            if (!Transactions.until(8_000, () -> observer.lastOffsets(topic, 3, IsolationLevel.READ_COMMITTED).stream().allMatch(offset -> offset >= 2))) {
                throw new IllegalStateException("not aborted");
            }
            Sender sending = senders[0];
            String send = Observer.outcome(() -> Transactions.send(sending, topic, 0, "late"));
            String sendCommit = Observer.outcome(sending::commit);
            String sendUsable = usable(sending, topic, 0);
            String commit = Observer.outcome(senders[1]::commit);
            String commitUsable = usable(senders[1], topic, 1);
            String abort = Observer.outcome(senders[2]::abort);
            String abortUsable = usable(senders[2], topic, 2);
            for (Sender sender : senders) {
                Clients.close(sender);
            }
            Sender first = Transactions.open(broker, client, topic + "-restart", Map.of());
            first.begin();
            Transactions.send(first, topic, 3, "open");
            long before = System.nanoTime();
            Sender second = Transactions.open(broker, client, topic + "-restart", Map.of());
            long took = (System.nanoTime() - before) / 1_000_000;
            boolean readersGoOn = Transactions.until(1_000, () -> observer.lastOffsets(topic, 4, IsolationLevel.READ_COMMITTED).get(3) >= 2);
            String fenced = Observer.outcome(first::commit);
            Clients.close(first);
            Clients.close(second);
            rows.add("broker", broker.release, "transaction_version", observer.transactionVersion(), "client", client, "send", send, "send_then_commit", sendCommit,
                "usable_after_send", sendUsable, "commit", commit, "usable_after_commit", commitUsable, "abort", abort, "usable_after_abort", abortUsable,
                "restart_ms", took, "readers_go_on", readersGoOn, "first_commit", fenced);
        }
    }

    private static String usable(Sender sender, String topic, int partition) {
        Observer.outcome(sender::abort);
        return Observer.outcome(() -> {
            sender.begin();
            Transactions.send(sender, topic, partition, "again");
            sender.commit();
        });
    }
}
