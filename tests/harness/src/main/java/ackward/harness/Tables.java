package ackward.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tables of src/kafka that come from the releases: keys.tsv, order.tsv and classes.tsv. */
final class Tables {
    /** A client, and the class that holds its ConfigDef. */
    private static final Map<String, String> CONFIGS = new LinkedHashMap<>();

    static {
        CONFIGS.put("producer", "org.apache.kafka.clients.producer.ProducerConfig");
        CONFIGS.put("consumer", "org.apache.kafka.clients.consumer.ConsumerConfig");
        CONFIGS.put("share-consumer", CONFIGS.get("consumer"));
        CONFIGS.put("admin", "org.apache.kafka.clients.admin.AdminClientConfig");
    }

    /** A row before its releases: what identifies it, and what stands after the releases. */
    private record Row(List<String> before, List<String> after) {}

    private Tables() {}

    /** Writes each table, or (with `check`) tells which differ from what the releases say. Returns whether all were equal. */
    static boolean run(boolean check, PrintStream out) throws IOException {
        Path folder = Path.of(System.getProperty("ackward.releases")).getParent();
        boolean equal = true;
        for (Map.Entry<String, String> table : all().entrySet()) {
            Path file = folder.resolve(table.getKey());
            String before = Files.exists(file) ? Files.readString(file) : "";
            boolean same = before.equals(table.getValue());
            equal &= same;
            out.println(table.getKey() + (same ? ": as the releases say" : check ? ": DIFFERS from the releases" : ": rewritten"));
            if (!same && !check) {
                Files.writeString(file, table.getValue());
            }
        }
        return equal;
    }

    private static Map<String, String> all() throws IOException {
        List<String> releases = Release.all();
        Map<String, Map<Row, List<String>>> keys = new LinkedHashMap<>();
        Map<Row, List<String>> order = new LinkedHashMap<>();
        Map<Row, List<String>> classes = new LinkedHashMap<>();
        for (String client : List.of("producer", "consumer", "admin")) {
            Map<Row, List<String>> rows = new LinkedHashMap<>();
            keys.put(client, rows);
            for (String version : releases) {
                Collection<?> definitions = definitions(Release.of(version), client);
                if (definitions == null) {
                    continue;
                }
                List<String> names = new ArrayList<>();
                for (Object key : definitions) {
                    String name = (String) Paths.read(key, "name");
                    names.add(name);
                    add(rows, new Row(List.of(client, name), columns(key)), version);
                }
                add(order, new Row(List.of(client), List.of(String.join(",", names))), version);
            }
        }
        for (String version : releases) {
            Classes.of(Release.of(version)).forEach(found -> add(classes, new Row(List.of(found.kind(), found.name()), List.of(found.note())), version));
        }
        Map<String, String> tables = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        keys.values().forEach(rows -> lines.addAll(lines(rows, releases, true)));
        tables.put("keys.tsv", text("client\tname\tfrom_tag\tto_tag\ttype\tdefault\tvalidator\timportance\tinternal", lines));
        tables.put("order.tsv", text("client\tfrom_tag\tto_tag\tkeys_in_parse_order", lines(order, releases, false)));
        tables.put("classes.tsv", text("kind\tclass\tfrom\tto\tnote", lines(classes, releases, true)));
        return tables;
    }

    private static void add(Map<Row, List<String>> rows, Row row, String version) {
        rows.computeIfAbsent(row, absent -> new ArrayList<>()).add(version);
    }

    /** The keys of a ConfigDef in the order in which it parses them. */
    static Collection<?> definitions(Release release, String client) {
        String name = CONFIGS.get(client);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            // ConfigDefs load the classes of their defaults through the thread's class loader.
            thread.setContextClassLoader(release.loader);
            Field config = release.loader.loadClass(name).getDeclaredField("CONFIG");
            config.setAccessible(true);
            return ((Map<?, ?>) Paths.read(config.get(null), "configKeys")).values();
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static List<String> columns(Object key) {
        Object value = Paths.read(key, "defaultValue");
        Object internal = Paths.read(key, "internalConfig");
        return List.of(String.valueOf(Paths.read(key, "type")), isRequired(key, value) ? "<required>" : print(value), validator(Paths.read(key, "validator")),
            String.valueOf(Paths.read(key, "importance")), internal == Paths.ABSENT ? "false" : String.valueOf(internal));
    }

    /** Up to 0.10 the mark for "no default" is an empty text that only its identity tells from other empty texts. */
    private static boolean isRequired(Object key, Object value) {
        try {
            Field none = key.getClass().getClassLoader().loadClass("org.apache.kafka.common.config.ConfigDef").getDeclaredField("NO_DEFAULT_VALUE");
            none.setAccessible(true);
            return value == none.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String print(Object value) {
        if (value == null) {
            return "<null>";
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Tables::print).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        return value.equals("") ? "\"\"" : value.toString();
    }

    private static String validator(Object validator) {
        if (validator == null) {
            return "";
        }
        // Early releases do not name these two, and none tells what a list may hold.
        return switch (validator.getClass().getName().replaceFirst("^.*\\.(ConfigDef\\$)?", "")) {
            case "NonNullValidator" -> "non-null string";
            case "NonEmptyString" -> "non-empty string";
            case "ShareAcquireMode$Validator" -> "(case insensitive) " + validator;
            case "ValidList" -> "ValidList" + Paths.read(validator, "validString.validStrings")
                + " emptyAllowed=" + Paths.read(validator, "isEmptyAllowed") + " nullAllowed=" + Paths.read(validator, "isNullAllowed");
            default -> validator.toString();
        };
    }

    /** The end of a run that goes on: a new release changes only the lines that it ends. */
    private static final String NEWEST = "newest";

    /** One line for each run of releases; by name where wanted, else as first met. */
    private static List<String> lines(Map<Row, List<String>> rows, List<String> releases, boolean byName) {
        record Line(List<String> name, int from, String text) {}
        List<Line> lines = new ArrayList<>();
        rows.forEach((row, versions) -> {
            for (int start = 0; start < versions.size(); ) {
                int end = start;
                while (end + 1 < versions.size() && releases.indexOf(versions.get(end + 1)) == releases.indexOf(versions.get(end)) + 1) {
                    end++;
                }
                List<String> columns = new ArrayList<>(row.before);
                columns.add(versions.get(start));
                columns.add(versions.get(end).equals(releases.get(releases.size() - 1)) ? NEWEST : versions.get(end));
                columns.addAll(row.after);
                lines.add(new Line(row.before, releases.indexOf(versions.get(start)), String.join("\t", columns)));
                start = end + 1;
            }
        });
        if (byName) {
            lines.sort(Comparator.comparing((Line line) -> String.join("\t", line.name)).thenComparing(Line::from));
        }
        return lines.stream().map(Line::text).toList();
    }

    private static String text(String header, List<String> lines) {
        return header + "\n" + String.join("\n", lines) + "\n";
    }
}
