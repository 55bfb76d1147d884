package ackward.harness;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.slf4j.event.Level;

/** One construction: a release, a role and properties in; what came of it out. */
final class Construct {
    private Construct() {}

    /** What every client of a release shows that is given no more than it needs, by release and role. */
    private static final Map<String, Map<String, String>> BASE = new HashMap<>();

    /**
     * Answers {release, role, config}. With "brief", `shows` holds only what differs from the same client with nothing
     * but an address and classes, `runs` only what differs from `shows`; texts of exceptions are left out.
     */
    static JsonObject answer(JsonObject request) throws IOException {
        String version = request.get("release").getAsString();
        String role = request.get("role").getAsString();
        Map<String, String> config = new LinkedHashMap<>();
        request.getAsJsonObject("config").entrySet().forEach(e -> config.put(e.getKey(), e.getValue().getAsString()));
        boolean brief = request.has("brief");
        Release release = Release.of(version);
        JsonObject answer = new JsonObject();
        answer.addProperty("release", version);
        answer.addProperty("role", role);
        Outcome outcome = construct(release, role, config);
        if (outcome == null) {
            answer.addProperty("outcome", "no-such-client");
        } else if (outcome.thrown != null) {
            refused(answer, outcome.thrown, config, release, role, brief);
        } else {
            answer.addProperty("outcome", "starts");
            answer.add("shows", object(brief ? differing(outcome.shows, base(release, role)) : outcome.shows));
            answer.add("runs", object(brief ? differing(outcome.runs, outcome.shows) : outcome.runs));
        }
        if (outcome != null && !brief) {
            answer.add("warnings", warnings(outcome.lines));
        }
        return answer;
    }

    /** What came of a construction: an exception, or the values that the client shows and those that it runs with. */
    private record Outcome(Throwable thrown, Map<String, String> shows, Map<String, String> runs, List<CaptureProvider.Line> lines) {}

    private static Outcome construct(Release release, String role, Map<String, String> config) {
        Release.Maker maker = release.maker(role);
        if (maker == null) {
            return null;
        }
        Properties properties = new Properties();
        properties.putAll(config);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        List<CaptureProvider.Line> lines = CaptureProvider.start();
        try {
            thread.setContextClassLoader(release.loader);
            release.forgetLogins();
            Object client = maker.make(properties);
            try {
                Map<String, String> shows = numberless(Values.shown(lines), config);
                Map<String, String> real = Real.of(role, client);
                // A constant of an enum has one name, in whatever case the configuration writes it.
                real.replaceAll((key, value) -> value.equalsIgnoreCase(shows.get(key)) && !key.equals("client.id") ? shows.get(key) : value);
                return new Outcome(null, shows, numberless(real, config), lines);
            } finally {
                Release.closeAtOnce(client);
            }
        } catch (Throwable thrown) {
            return new Outcome(thrown, null, null, lines);
        } finally {
            thread.setContextClassLoader(before);
            CaptureProvider.stop();
        }
    }

    private static Map<String, String> base(Release release, String role) {
        return BASE.computeIfAbsent(release.version + " " + role, absent -> {
            Map<String, String> config = new LinkedHashMap<>();
            Ask.filledIn(role).entrySet().forEach(e -> config.put(e.getKey(), e.getValue().getAsString()));
            return construct(release, role, config).shows;
        });
    }

    private static Map<String, String> differing(Map<String, String> values, Map<String, String> from) {
        Map<String, String> differing = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (!value.equals(from.get(key))) {
                differing.put(key, value);
            }
        });
        return differing;
    }

    private static void refused(JsonObject answer, Throwable thrown, Map<String, String> config, Release release, String role, boolean brief) {
        Reasons.Refusal refusal = Reasons.of(thrown, config, release, role);
        answer.addProperty("outcome", "refuses");
        answer.addProperty("exception", refusal.exception());
        answer.addProperty("wrapped", refusal.wrapped());
        answer.addProperty("key", refusal.key());
        answer.addProperty("reason", refusal.reason());
        if (!brief) {
            JsonArray chain = new JsonArray();
            for (Throwable e : Reasons.chain(thrown)) {
                chain.add(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
            answer.add("chain", chain);
        }
        if (Boolean.getBoolean("ackward.debug")) {
            thrown.printStackTrace();
        }
    }

    /** The number that the client counts up at the end of a client id becomes N; what the configuration says stays as it is. */
    private static Map<String, String> numberless(Map<String, String> values, Map<String, String> config) {
        values.computeIfPresent("client.id", (key, id) -> {
            boolean written = id.equals(config.getOrDefault(key, "").trim())
                || id.equals("producer-" + config.getOrDefault("transactional.id", "").trim())
                || config.containsKey("group.instance.id") && id.startsWith("consumer-") && id.endsWith("-" + config.get("group.instance.id").trim());
            return written ? id : id.replaceFirst("^((?:producer|consumer|adminclient)-(?s:.*-)?)\\d+$", "$1N");
        });
        return values;
    }

    private static JsonObject object(Map<String, String> values) {
        JsonObject object = new JsonObject();
        values.forEach(object::addProperty);
        return object;
    }

    private static JsonArray warnings(List<CaptureProvider.Line> lines) {
        JsonArray warnings = new JsonArray();
        for (CaptureProvider.Line line : lines) {
            if (line.level() == Level.WARN || line.level() == Level.ERROR) {
                warnings.add(Warnings.code(line));
            }
        }
        return warnings;
    }
}
