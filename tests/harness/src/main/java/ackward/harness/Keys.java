package ackward.harness;

import java.util.List;
import java.util.Map;

/** Finds the key that an exception is about where its text only names a class. */
final class Keys {
    /** The keys that name classes, in the order in which a client makes them. */
    private static final List<String> IN_ORDER = List.of("metric.reporters", "partitioner.class", "key.serializer", "value.serializer",
        "interceptor.classes", "key.deserializer", "value.deserializer", "partition.assignment.strategy", "sasl.login.class",
        "sasl.login.callback.handler.class", "sasl.client.callback.handler.class", "ssl.engine.factory.class");

    /** Those of them that hold lists of classes. */
    static final List<String> LISTS = List.of("metric.reporters", "interceptor.classes", "partition.assignment.strategy");

    private Keys() {}

    /** The first key whose value names the class; the default classes are always there, so a written key is meant. */
    static String naming(String name, Map<String, String> config) {
        for (String key : IN_ORDER) {
            if (names(config.get(key), name)) {
                return key;
            }
        }
        return null;
    }

    /** The first key of an order that names the class. */
    static String first(List<String> order, String name, Map<String, String> config) {
        return order.stream().filter(key -> names(config.get(key), name)).findFirst().orElse(null);
    }

    /** The key that gives a declared config provider this class. */
    static String provider(String name, Map<String, String> config) {
        for (String provider : config.getOrDefault("config.providers", "").split(",")) {
            String key = "config.providers." + provider + ".class";
            if (config.containsKey(key) && config.get(key).trim().equals(name.trim())) {
                return key;
            }
        }
        return null;
    }

    /** The key that names a (de)serializer of lists, which want to be told of what. */
    static String listSerialization(Map<String, String> config) {
        return IN_ORDER.stream().filter(key -> config.getOrDefault(key, "").contains(".List")).findFirst().orElse(null);
    }

    /** The first key that asks for an instance of the type and names the class. */
    static String wanting(String type, String name, Map<String, String> config) {
        List<String> keys = switch (type.substring(type.lastIndexOf('.') + 1)) {
            case "Serializer", "ExtendedSerializer" -> List.of("key.serializer", "value.serializer");
            case "Deserializer", "ExtendedDeserializer" -> List.of("key.deserializer", "value.deserializer");
            case "Partitioner" -> List.of("partitioner.class");
            case "ProducerInterceptor", "ConsumerInterceptor" -> List.of("interceptor.classes");
            case "MetricsReporter" -> List.of("metric.reporters");
            case "PartitionAssignor", "ConsumerPartitionAssignor" -> List.of("partition.assignment.strategy");
            case "Login" -> List.of("sasl.login.class");
            case "SslEngineFactory" -> List.of("ssl.engine.factory.class");
            case "ConfigProvider" -> List.of("config.providers");
            default -> IN_ORDER;
        };
        for (String key : keys) {
            if (names(config.get(key), name)) {
                return key;
            }
        }
        return keys.get(0);
    }

    private static boolean names(String value, String name) {
        if (value == null) {
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
