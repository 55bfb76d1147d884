package ackward.brokers;

import java.util.Map;
import java.util.TreeMap;

/** A configuration on one line. */
final class Line {
    private Line() {}

    static String of(Map<String, String> config) {
        return new TreeMap<>(config).toString();
    }

    static Map<String, String> sorted(Map<String, String> config) {
        return new TreeMap<>(config);
    }

    /** Whether the broker is told not to answer. */
    static boolean noAnswer(Map<String, String> config) {
        return "0".equals(config.get("acks"));
    }
}
