package ackward.harness;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Finds the key that an exception is about where its text only names a class: the first, in the client's own order, that fits. */
final class Keys {
    private static final List<String> LISTS = List.of("metric.reporters", "interceptor.classes", "partition.assignment.strategy");

    /** The keys that name classes, in the order in which a client makes them. */
    private static final List<String> IN_ORDER = List.of("metric.reporters", "partitioner.class", "key.serializer", "value.serializer",
        "interceptor.classes", "key.deserializer", "value.deserializer", "partition.assignment.strategy",
        "sasl.client.callback.handler.class", "sasl.login.class", "sasl.login.callback.handler.class", "ssl.engine.factory.class");

    /** Up to 0.10.0.1 a consumer makes its assignors before its interceptors. */
    private static final List<String> IN_EARLY_ORDER = List.of("metric.reporters", "partitioner.class", "key.serializer", "value.serializer",
        "partition.assignment.strategy", "interceptor.classes", "key.deserializer", "value.deserializer");

    private final Release release;
    private final List<String> known;
    private final Map<String, String> config;

    Keys(Release release, String role, Map<String, String> config) {
        this.release = release;
        this.known = release.order(role);
        this.config = config;
    }

    /** Whether the client of the release has the key. */
    boolean known(String key) {
        return known.contains(key);
    }

    /** The first key whose value names the class. */
    String naming(String name) {
        return first(order(), name, key -> true);
    }

    /** The first key, in the order of parsing, that names the class. */
    String parsed(String name) {
        return first(known, name, key -> true);
    }

    /** The first key with a list of classes that names the class and cannot use it. */
    String unsuited(String name) {
        return first(order(), name, key -> LISTS.contains(key) && !suits(key, name));
    }

    /** The key that gives a declared config provider this class: the first in the order of the hash map that the client keeps them in. */
    String provider(String name) {
        for (String provider : new HashSet<>(Arrays.asList(config.getOrDefault("config.providers", "").split(",")))) {
            String key = "config.providers." + provider + ".class";
            if (config.containsKey(key) && config.get(key).trim().equals(name.trim())) {
                return key;
            }
        }
        return null;
    }

    /** The first key that asks for an instance of the type and names the class. */
    String wanting(String type, String name) {
        List<String> keys = switch (type.substring(type.lastIndexOf('.') + 1)) {
            case "Serializer", "ExtendedSerializer" -> List.of("key.serializer", "value.serializer");
            case "Deserializer", "ExtendedDeserializer" -> List.of("key.deserializer", "value.deserializer");
            case "Partitioner" -> List.of("partitioner.class");
            case "ProducerInterceptor", "ConsumerInterceptor" -> List.of("interceptor.classes");
            case "MetricsReporter" -> List.of("metric.reporters");
            case "PartitionAssignor", "ConsumerPartitionAssignor" -> List.of("partition.assignment.strategy");
            case "Login" -> List.of("sasl.login.class");
            case "AuthenticateCallbackHandler" -> List.of("sasl.client.callback.handler.class", "sasl.login.callback.handler.class");
            case "SslEngineFactory" -> List.of("ssl.engine.factory.class");
            default -> order();
        };
        String key = first(keys, name, any -> true);
        return key == null ? keys.get(0) : key;
    }

    /** The key that names a (de)serializer of lists, which want to be told of what. */
    static String listSerialization(Map<String, String> config) {
        return IN_ORDER.stream().filter(key -> config.getOrDefault(key, "").contains(".List")).findFirst().orElse(null);
    }

    private List<String> order() {
        return release.version.matches("0\\.9\\..*|0\\.10\\.0\\..*") ? IN_EARLY_ORDER : IN_ORDER;
    }

    private String first(List<String> order, String name, Predicate<String> fits) {
        return order.stream().filter(key -> known.contains(key) && names(config.get(key), name) && fits.test(key)).findFirst().orElse(null);
    }

    private boolean suits(String key, String name) {
        String kind = switch (key) {
            case "metric.reporters" -> "metrics-reporter";
            case "interceptor.classes" -> "interceptor";
            default -> "assignor";
        };
        return Classes.is(release, kind, name);
    }

    private static boolean names(String value, String name) {
        if (value == null || value.isBlank()) {
            return false;
        }
        for (String element : value.trim().split("\\s*,\\s*", -1)) {
            if (element.equals(name) || element.replace('/', '.').equals(name)) {
                return true;
            }
        }
        return false;
    }
}
