package ackward.harness;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.slf4j.event.Level;

/** One construction: a release, a role and properties in; what came of it out. */
final class Construct {
    /** A number that the client counts up itself, at the end of a generated client id. */
    private static final Pattern GENERATED = Pattern.compile("^((?:producer|consumer|adminclient)-(?:.*-)?)\\d+$");

    private Construct() {}

    /** Answers {release, role, config}; with "brief" neither the texts of exceptions nor log lines are given. */
    static JsonObject answer(JsonObject request) throws IOException {
        String version = request.get("release").getAsString();
        String role = request.get("role").getAsString();
        Map<String, String> config = new LinkedHashMap<>();
        request.getAsJsonObject("config").entrySet().forEach(e -> config.put(e.getKey(), e.getValue().getAsString()));
        JsonObject answer = new JsonObject();
        answer.addProperty("release", version);
        answer.addProperty("role", role);
        Release release = Release.of(version);
        Release.Maker maker = release.maker(role);
        if (maker == null) {
            answer.addProperty("outcome", "no-such-client");
            return answer;
        }
        Properties properties = new Properties();
        properties.putAll(config);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        List<CaptureProvider.Line> lines = CaptureProvider.start();
        try {
            thread.setContextClassLoader(release.loader);
            Object client = maker.make(properties);
            try {
                answer.addProperty("outcome", "starts");
                answer.add("real", object(Real.of(role, client), config));
                answer.add("values", object(Values.shown(lines), config));
            } finally {
                Release.closeAtOnce(client);
            }
        } catch (Throwable thrown) {
            refused(answer, thrown, config, request.has("brief"));
        } finally {
            thread.setContextClassLoader(before);
            CaptureProvider.stop();
        }
        answer.add("warnings", warnings(lines));
        return answer;
    }

    private static void refused(JsonObject answer, Throwable thrown, Map<String, String> config, boolean brief) {
        Reasons.Refusal refusal = Reasons.of(thrown, config);
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

    private static JsonObject object(Map<String, String> values, Map<String, String> config) {
        JsonObject object = new JsonObject();
        values.forEach((key, value) -> {
            // A written client id that looks like a generated one stays as it is.
            boolean generated = key.equals("client.id") && value != null && !value.equals(config.getOrDefault(key, "").trim());
            object.add(key, value == null ? JsonNull.INSTANCE : new com.google.gson.JsonPrimitive(
                generated ? GENERATED.matcher(value).replaceFirst("$1N") : value));
        });
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
