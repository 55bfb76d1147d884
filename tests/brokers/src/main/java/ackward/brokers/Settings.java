package ackward.brokers;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.common.config.ConfigResource;

/** The broker keys that are known here, as the running broker tells them, and whether they can be changed while it runs. */
final class Settings {
    static final String QUESTION =
        "every key of src/kafka/broker.tsv that the broker knows: default and read-only as DescribeConfigs tells; altered: what incrementalAlterConfigs "
        + "says to a new value, on the broker and for the cluster";
    private static final Map<String, String> OTHER_VALUES = Map.of(
        "transaction.max.timeout.ms", "1800000",
        "transaction.abort.timed.out.transaction.cleanup.interval.ms", "5000",
        "transaction.two.phase.commit.enable", "true",
        "transactional.id.expiration.ms", "3600000",
        "producer.id.expiration.ms", "3600000",
        "group.max.session.timeout.ms", "60000");

    private Settings() {}

    static void run(Broker broker, Rows rows) throws Exception {
        try (Observer observer = new Observer(broker)) {
            ConfigResource one = new ConfigResource(ConfigResource.Type.BROKER, "1");
            Config config = Observer.await(observer.admin.describeConfigs(List.of(one), new DescribeConfigsOptions().includeSynonyms(true)).all()).get(one);
            Set<String> names = new TreeSet<>();
            Files.readAllLines(Path.of(System.getProperty("ackward.root"), "src/kafka/broker.tsv")).stream().skip(1)
                .forEach(line -> names.add(line.substring(0, line.indexOf('\t'))));
            for (String name : names) {
                ConfigEntry entry = config.get(name);
                if (entry == null) {
                    continue;
                }
                String value = entry.synonyms().stream().filter(synonym -> synonym.source() == ConfigEntry.ConfigSource.DEFAULT_CONFIG)
                    .map(ConfigEntry.ConfigSynonym::value).findFirst().orElse(null);
                String other = OTHER_VALUES.get(name);
                JsonObject altered = null;
                if (other != null) {
                    altered = new JsonObject();
                    altered.addProperty("broker", alter(observer, one, name, other));
                    altered.addProperty("cluster", alter(observer, new ConfigResource(ConfigResource.Type.BROKER, ""), name, other));
                }
                rows.add("broker", broker.release, "key", name, "default", value, "read_only", entry.isReadOnly(), "altered", altered);
            }
        }
    }

    private static String alter(Observer observer, ConfigResource resource, String name, String value) throws InterruptedException {
        try {
            alter(observer, resource, name, value, AlterConfigOp.OpType.SET);
            alter(observer, resource, name, value, AlterConfigOp.OpType.DELETE);
            return "ok";
        } catch (ExecutionException e) {
            return e.getCause().getClass().getSimpleName();
        }
    }

    private static void alter(Observer observer, ConfigResource resource, String name, String value, AlterConfigOp.OpType how)
        throws ExecutionException, InterruptedException {
        observer.admin.incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(new ConfigEntry(name, value), how)))).all().get();
    }
}
