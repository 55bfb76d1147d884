package ackward.harness;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A question from the shell: one configuration, many releases, the answers as runs of releases that agree. */
final class Ask {
    private Ask() {}

    /** `ROLE RELEASES KEY=VALUE…`; RELEASES as in `3.0.0,3.9.1`, `3.0.0..4.4.0`, `all`; `KEY` alone drops a key that is filled in. */
    static void run(List<String> arguments, PrintStream out) throws IOException {
        String role = arguments.get(0);
        JsonObject config = filledIn(role);
        for (String pair : arguments.subList(2, arguments.size())) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                config.remove(pair);
            } else {
                config.addProperty(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        String from = null;
        String to = null;
        JsonObject last = null;
        for (String release : releases(arguments.get(1))) {
            JsonObject request = new JsonObject();
            request.addProperty("release", release);
            request.addProperty("role", role);
            request.add("config", config);
            JsonObject answer = Construct.answer(request);
            answer.remove("release");
            answer.remove("role");
            JsonElement shows = answer.remove("shows");
            if (shows != null) {
                answer.add("differs", differences(answer.getAsJsonObject("runs"), shows.getAsJsonObject()));
                answer.add("runs", answer.remove("runs"));
            }
            if (!answer.equals(last)) {
                print(out, from, to, last);
                from = release;
                last = answer;
            }
            to = release;
        }
        print(out, from, to, last);
    }

    /** What a client needs at least: an address, and classes for keys and values. */
    static JsonObject filledIn(String role) {
        JsonObject config = new JsonObject();
        config.addProperty("bootstrap.servers", "localhost:1");
        String serialization = "org.apache.kafka.common.serialization.String";
        if (role.equals("producer")) {
            config.addProperty("key.serializer", serialization + "Serializer");
            config.addProperty("value.serializer", serialization + "Serializer");
        } else if (!role.equals("admin")) {
            if (role.equals("share-consumer")) {
                config.addProperty("group.id", "g");
            }
            config.addProperty("key.deserializer", serialization + "Deserializer");
            config.addProperty("value.deserializer", serialization + "Deserializer");
        }
        return config;
    }

    /** Releases named by a list, a range or `all`. */
    static List<String> releases(String text) throws IOException {
        List<String> all = Release.all();
        List<String> chosen = new ArrayList<>();
        for (String part : text.split(",")) {
            String[] ends = part.equals("all") ? new String[] {all.get(0), all.get(all.size() - 1)} : part.split("\\.\\.");
            int from = all.indexOf(ends[0]);
            int to = all.indexOf(ends[ends.length - 1]);
            if (from < 0 || to < from) {
                throw new IllegalArgumentException("no such releases: " + part);
            }
            chosen.addAll(all.subList(from, to + 1));
        }
        return chosen;
    }

    private static JsonObject differences(JsonObject real, JsonObject shown) {
        JsonObject differences = new JsonObject();
        for (Map.Entry<String, JsonElement> entry : real.entrySet()) {
            JsonElement value = shown.get(entry.getKey());
            if (value != null && !value.equals(entry.getValue())) {
                differences.addProperty(entry.getKey(), "shows " + value.getAsString() + ", runs with " + entry.getValue().getAsString());
            }
        }
        return differences;
    }

    private static void print(PrintStream out, String from, String to, JsonObject answer) {
        if (answer != null) {
            out.println((from.equals(to) ? from : from + ".." + to) + "\t" + Main.GSON.toJson(answer));
        }
    }
}
