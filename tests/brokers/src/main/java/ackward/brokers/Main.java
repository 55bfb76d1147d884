package ackward.brokers;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs the scenarios on one broker after another, and records what they saw in fixtures/brokers, or compares it. */
public final class Main {
    private static final String SWEEP = "transaction.abort.timed.out.transaction.cleanup.interval.ms";
    private static final Map<String, String> BASE = Map.of(SWEEP, String.valueOf(Transactions.SWEEP_MS));
    private static final List<String> TRANSACTIONAL_CLIENTS = List.of("2.8.2", "3.9.2", "4.4.0");
    private static final List<String> QUICK_CLIENTS = List.of("2.8.2", "3.0.0", "3.0.1", "3.1.0", "3.1.1", "4.4.0");

    private final Map<String, Rows> rows = new LinkedHashMap<>();
    private final Set<String> wanted = new HashSet<>();
    private final Set<String> failed = new TreeSet<>();

    private Main(List<String> names) {
        rows.put("duplicates", new Rows("duplicates", Duplicates.QUESTION));
        rows.put("order", new Rows("order", Order.QUESTION));
        rows.put("refusals", new Rows("refusals", Refusals.QUESTION));
        rows.put("clock", new Rows("clock", Clock.QUESTION));
        rows.put("stalls", new Rows("stalls", Stalls.QUESTION));
        rows.put("overruns", new Rows("overruns", Overruns.QUESTION));
        rows.put("afterwards", new Rows("afterwards", Afterwards.QUESTION));
        rows.put("settings", new Rows("settings", Settings.QUESTION));
        rows.put("two-phase", new Rows("two-phase", TwoPhase.QUESTION));
        rows.put("expiry", new Rows("expiry", Expiry.QUESTION));
        wanted.addAll(names.isEmpty() ? rows.keySet() : names);
        if (!rows.keySet().containsAll(wanted)) {
            throw new IllegalArgumentException("the scenarios are " + rows.keySet());
        }
    }

    public static void main(String[] arguments) throws Exception {
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        root.setLevel(Level.SEVERE);
        Path fixtures = Path.of(System.getProperty("ackward.root"), "fixtures", "brokers");
        List<String> names = List.of(arguments);
        boolean quick = names.contains("--quick");
        int status = quick ? new Main(List.of("duplicates")).quick(fixtures) : new Main(names).whole(fixtures);
        System.out.flush();
        System.exit(status);
    }

    /** One scenario on the newest broker, compared with what is recorded. */
    private int quick(Path fixtures) throws Exception {
        Rows seen = rows.get("duplicates");
        try (Broker broker = Broker.start("4.4.0", BASE)) {
            Duplicates.run(broker, QUICK_CLIENTS, seen);
        }
        List<String> differences = seen.differences(fixtures);
        differences.forEach(row -> System.out.println("not as recorded: " + row));
        System.out.println(seen.count() - differences.size() + " passed, " + differences.size() + " failed");
        return differences.isEmpty() ? 0 : 1;
    }

    private int whole(Path fixtures) throws Exception {
        on("2.8.2", BASE);
        on("3.9.2", BASE);
        on("4.4.0", BASE);
        for (String level : List.of("0", "1")) {
            Map<String, String> settings = with(Map.of("transaction.version", level));
            stage("4.4.0", settings, Map.of("clock", Main::clock, "afterwards", Main::afterwards));
        }
        String flag = "transaction.two.phase.commit.enable";
        stage("4.4.0", with(Map.of(flag, "true")), Map.of("two-phase", (main, broker) -> TwoPhase.run(broker, true, 900_000, main.rows.get("two-phase"))));
        stage("4.4.0", with(Map.of(flag, "true", "transaction.max.timeout.ms", "5000")),
            Map.of("two-phase", (main, broker) -> TwoPhase.run(broker, true, 5_000, main.rows.get("two-phase"))));
        for (String release : List.of("4.0.2", "4.1.2", "4.2.2", "4.3.1")) {
            stage(release, with(Map.of()), Map.of("settings", (main, broker) -> Settings.run(broker, main.rows.get("settings"))));
        }
        for (String release : List.of("3.9.2", "4.0.2", "4.1.0", "4.1.2", "4.2.2", "4.3.1", "4.4.0")) {
            Map<String, String> settings = with(Map.of("transaction.max.timeout.ms", "2147483647"));
            stage(release, settings, Map.of("expiry", (main, broker) -> Expiry.run(broker, main.rows.get("expiry"))));
        }
        for (Map.Entry<String, Rows> scenario : rows.entrySet()) {
            if (wanted.contains(scenario.getKey()) && !failed.contains(scenario.getKey())) {
                scenario.getValue().write(fixtures);
            }
        }
        failed.forEach(scenario -> System.out.println("not recorded, since it failed: " + scenario));
        return failed.isEmpty() ? 0 : 1;
    }

    /** What runs on every broker alike. */
    private void on(String release, Map<String, String> settings) throws Exception {
        Map<String, Scenario> scenarios = new LinkedHashMap<>();
        scenarios.put("settings", (main, broker) -> Settings.run(broker, main.rows.get("settings")));
        scenarios.put("duplicates", (main, broker) ->
            Duplicates.run(broker, Release.talkingTo(release, Duplicates.CLIENTS), main.rows.get("duplicates")));
        scenarios.put("order", (main, broker) -> Order.run(broker, Release.talkingTo(release, Duplicates.CLIENTS), main.rows.get("order")));
        scenarios.put("refusals", (main, broker) ->
            Refusals.run(broker, Release.talkingTo(release, Refusals.CLIENTS), main.rows.get("refusals")));
        scenarios.put("clock", Main::clock);
        scenarios.put("afterwards", Main::afterwards);
        scenarios.put("stalls", (main, broker) -> {
            for (String client : TRANSACTIONAL_CLIENTS) {
                Stalls.run(broker, client, main.rows.get("stalls"));
            }
        });
        scenarios.put("overruns", (main, broker) -> {
            for (String client : TRANSACTIONAL_CLIENTS) {
                Overruns.run(broker, client, main.rows.get("overruns"));
            }
        });
        if (!release.startsWith("2.")) {
            Boolean flag = Release.atLeast(release, 4, 1) ? false : null;
            scenarios.put("two-phase", (main, broker) -> TwoPhase.run(broker, flag, 900_000, main.rows.get("two-phase")));
        }
        stage(release, settings, scenarios);
    }

    private void clock(Broker broker) throws Exception {
        for (String client : TRANSACTIONAL_CLIENTS) {
            Clock.run(broker, client, rows.get("clock"));
        }
    }

    private void afterwards(Broker broker) throws Exception {
        for (String client : TRANSACTIONAL_CLIENTS) {
            Afterwards.run(broker, client, rows.get("afterwards"));
        }
    }

    private interface Scenario {
        void run(Main main, Broker broker) throws Exception;
    }

    /** Starts a broker for those of the scenarios that are wanted, if any is. */
    private void stage(String release, Map<String, String> settings, Map<String, Scenario> scenarios) throws Exception {
        if (scenarios.keySet().stream().noneMatch(wanted::contains)) {
            return;
        }
        try (Broker broker = Broker.start(release, settings)) {
            for (Map.Entry<String, Scenario> scenario : scenarios.entrySet()) {
                if (wanted.contains(scenario.getKey())) {
                    System.err.println(scenario.getKey() + " on " + release + " " + settings);
                    try {
                        scenario.getValue().run(this, broker);
                    } catch (Exception e) {
                        e.printStackTrace();
                        failed.add(scenario.getKey());
                    }
                }
            }
        }
    }

    private static Map<String, String> with(Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>(BASE);
        settings.putAll(more);
        return settings;
    }
}
