package ackward.brokers;

import java.util.List;

/** What a release's number tells. */
final class Release {
    private Release() {}

    static boolean atLeast(String release, int major, int minor) {
        String[] parts = release.split("\\.");
        int actual = Integer.parseInt(parts[0]);
        return actual > major || (actual == major && Integer.parseInt(parts[1]) >= minor);
    }

    /** Those that a broker of that release still or already talks to: brokers from 4.0.0 refuse clients before 2.1.0. */
    static List<String> talkingTo(String broker, List<String> clients) {
        return clients.stream().filter(client -> !atLeast(broker, 4, 0) || atLeast(client, 2, 1)).toList();
    }
}
