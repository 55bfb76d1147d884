package ackward.brokers;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a scenario saw: one row a run, written so that rows which differ in the client or the broker alone are one. */
final class Rows {
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

    private final String scenario;
    private final String question;
    private final List<JsonObject> rows = new ArrayList<>();

    Rows(String scenario, String question) {
        this.scenario = scenario;
        this.question = question;
    }

    /** Adds a row of names and values in turn; `broker` is one of the names, and mostly `client`. */
    synchronized void add(Object... fields) {
        JsonObject row = new JsonObject();
        for (int i = 0; i < fields.length; i += 2) {
            row.add((String) fields[i], GSON.toJsonTree(fields[i + 1]));
        }
        rows.add(row);
        if (Boolean.getBoolean("ackward.debug")) {
            System.err.println(scenario + " " + GSON.toJson(row));
        }
    }

    void write(Path folder) throws IOException {
        JsonObject head = new JsonObject();
        head.addProperty("question", question);
        head.addProperty("date", LocalDate.now().toString());
        head.addProperty("java", System.getProperty("java.version"));
        StringBuilder text = new StringBuilder(GSON.toJson(head));
        text.setLength(text.length() - 1);
        text.append(",\"rows\":[\n");
        List<JsonObject> ofClients = rows.stream().allMatch(row -> row.has("client")) ? together(rows, "client") : rows;
        List<String> lines = together(ofClients, "broker").stream().map(GSON::toJson).toList();
        text.append(String.join(",\n", lines)).append("\n]}\n");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(scenario + ".json"), text);
    }

    /** Compares every row with the one recorded, and tells on which ones they differ. */
    List<String> differences(Path folder) throws IOException {
        JsonObject recorded = JsonParser.parseString(Files.readString(folder.resolve(scenario + ".json"))).getAsJsonObject();
        Set<String> known = new HashSet<>();
        for (JsonElement row : recorded.getAsJsonArray("rows")) {
            for (JsonObject ofBroker : apart(row.getAsJsonObject(), "broker")) {
                apart(ofBroker, "client").forEach(one -> known.add(sorted(one)));
            }
        }
        return rows.stream().map(Rows::sorted).filter(row -> !known.contains(row)).toList();
    }

    int count() {
        return rows.size();
    }

    /** One row instead of those that differ in that field alone; its name gets an `s`. */
    private static List<JsonObject> together(List<JsonObject> rows, String field) {
        Map<String, JsonObject> together = new LinkedHashMap<>();
        for (JsonObject row : rows) {
            JsonObject one = new JsonObject();
            row.entrySet().stream().filter(entry -> !entry.getKey().equals(field)).forEach(entry -> one.add(entry.getKey(), entry.getValue()));
            together.computeIfAbsent(GSON.toJson(one), unused -> {
                one.add(field + "s", new JsonArray());
                return one;
            }).getAsJsonArray(field + "s").add(row.get(field));
        }
        return List.copyOf(together.values());
    }

    private static List<JsonObject> apart(JsonObject row, String field) {
        List<JsonObject> apart = new ArrayList<>();
        JsonObject without = row.deepCopy();
        for (JsonElement value : without.remove(field + "s").getAsJsonArray()) {
            JsonObject one = without.deepCopy();
            one.add(field, value);
            apart.add(one);
        }
        return apart;
    }

    private static String sorted(JsonObject row) {
        JsonObject sorted = new JsonObject();
        row.keySet().stream().sorted().forEach(name -> sorted.add(name, row.get(name)));
        return GSON.toJson(sorted);
    }
}
