package ackward.brokers.api;

import java.util.Map;

/** Makes the producers of one release. */
public interface Senders {
    /** The producer, or what its constructor throws. */
    Sender make(Map<String, Object> config);
}
