package ackward.brokers;

import ackward.brokers.api.Sender;
import java.util.List;
import java.util.Map;

/** What transaction.two.phase.commit.enable=true of a released client does. */
final class TwoPhase {
    static final String QUESTION =
        "a producer with transaction.two.phase.commit.enable=true: what initTransactions() says, and the timeout that the broker holds "
        + "(DescribeTransactions); broker_flag: the broker's key of the same name, null where it has none";
    static final List<String> CLIENTS = List.of("4.0.2", "4.1.0", "4.1.2", "4.2.2", "4.3.1", "4.4.0");

    private TwoPhase() {}

    static void run(Broker broker, Boolean flag, int max, Rows rows) throws Exception {
        try (Observer observer = new Observer(broker)) {
            observer.topic("two-phase", 1);
            for (String client : CLIENTS) {
                String id = "two-phase-" + client;
                Sender sender = Clients.sender(client, broker.address,
                    Map.of("transactional.id", id, "max.block.ms", "30000", "transaction.two.phase.commit.enable", "true"));
                String text = null;
                try {
                    sender.initTransactions();
                } catch (RuntimeException e) {
                    text = e.getClass().getSimpleName() + ": " + e.getMessage();
                }
                Long timeout = null;
                if (text == null) {
                    sender.begin();
                    Transactions.send(sender, "two-phase", 0, "open");
                    timeout = observer.transaction(id).transactionTimeoutMs();
                    sender.abort();
                }
                rows.add("broker", broker.release, "broker_flag", flag, "broker_max", max, "client", client, "init", text == null ? "ok" : text,
                    "timeout_ms", timeout);
                Clients.close(sender);
            }
        }
    }
}
