package ackward.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a client object really runs with, read from its private fields where no public method tells it. */
final class Real {
    /** A key of a role, and the paths in the client object where its value is found, by any release. */
    private record Place(String key, String paths) {}

    private static final String STATES = "sender.client.connectionStates.";
    private static final String RECONNECT = STATES + "reconnectBackoffInitMs|" + STATES + "reconnectBackoffMs|" + STATES + "reconnectBackoff.initialInterval";
    private static final String SETUP = STATES + "connectionSetupTimeout.initialInterval";

    private static final List<Place> PRODUCER = List.of(
        new Place("acks", "sender.acks"),
        new Place("retries", "sender.retries"),
        new Place("max.in.flight.requests.per.connection", "sender.client.inFlightRequests.maxInFlightRequestsPerConnection"),
        new Place("linger.ms", "accumulator.lingerMs"),
        new Place("batch.size", "accumulator.batchSize"),
        new Place("delivery.timeout.ms", "accumulator.deliveryTimeoutMs"),
        new Place("buffer.memory", "accumulator.free.totalMemory"),
        new Place("max.block.ms", "maxBlockTimeMs"),
        new Place("max.request.size", "sender.maxRequestSize"),
        new Place("request.timeout.ms", "sender.requestTimeoutMs|sender.requestTimeout"),
        new Place("retry.backoff.ms", "metadata.refreshBackoff.initialInterval|accumulator.retryBackoffMs|accumulator.retryBackoff.initialInterval"),
        new Place("reconnect.backoff.ms", RECONNECT),
        new Place("socket.connection.setup.timeout.ms", SETUP),
        new Place("buffer.memory.allocation.strategy", "accumulator.free.allocationMode"),
        new Place("reconnect.backoff.max.ms", "sender.client.connectionStates.reconnectBackoffMaxMs"),
        new Place("metadata.max.age.ms", "metadata.metadataExpireMs"),
        new Place("transaction.timeout.ms", "transactionManager.transactionTimeoutMs"),
        new Place("client.id", "clientId"),
        new Place("partitioner.class", "partitioner|partitionerPlugin.instance"));

    private static final List<Place> CONSUMER = List.of(
        new Place("group.id", "groupId|coordinator.rebalanceConfig.groupId|coordinator.groupId"),
        new Place("auto.commit.interval.ms", "coordinator.autoCommitIntervalMs"),
        new Place("isolation.level", "isolationLevel|fetcher.isolationLevel|fetcher.fetchConfig.isolationLevel"),
        new Place("auto.offset.reset", "subscriptions.defaultResetStrategy"),
        new Place("fetch.min.bytes", "fetcher.minBytes|fetcher.fetchConfig.minBytes"),
        new Place("fetch.max.wait.ms", "fetcher.maxWaitMs|fetcher.fetchConfig.maxWaitMs"),
        new Place("max.partition.fetch.bytes", "fetcher.fetchSize|fetcher.fetchConfig.fetchSize"),
        new Place("max.poll.records", "fetcher.maxPollRecords|fetcher.fetchConfig.maxPollRecords"),
        new Place("request.timeout.ms", "requestTimeoutMs"),
        new Place("default.api.timeout.ms", "defaultApiTimeoutMs"),
        new Place("retry.backoff.ms", "metadata.refreshBackoff.initialInterval|retryBackoffMs"),
        new Place("session.timeout.ms", "coordinator.sessionTimeoutMs|coordinator.rebalanceConfig.sessionTimeoutMs"),
        new Place("heartbeat.interval.ms", "coordinator.rebalanceConfig.heartbeatIntervalMs"),
        new Place("reconnect.backoff.ms", RECONNECT.replace("sender.", "client.")),
        new Place("socket.connection.setup.timeout.ms", SETUP.replace("sender.", "client.")),
        new Place("metadata.max.age.ms", "metadata.metadataExpireMs"),
        new Place("client.id", "clientId"));

    private static final List<Place> ADMIN = List.of(
        new Place("client.id", "clientId"),
        new Place("retries", "maxRetries"),
        new Place("request.timeout.ms", "requestTimeoutMs"),
        new Place("default.api.timeout.ms", "defaultApiTimeoutMs"),
        new Place("retry.backoff.ms", "retryBackoff.initialInterval|retryBackoffMs"),
        new Place("reconnect.backoff.ms", RECONNECT.replace("sender.", "")),
        new Place("socket.connection.setup.timeout.ms", SETUP.replace("sender.", "")));

    private Real() {}

    /** The values that the object of this role runs with, as Kafka prints them, in the order of the tables above. */
    static Map<String, String> of(String role, Object client) {
        Map<String, String> real = new LinkedHashMap<>();
        switch (role) {
            case "producer" -> {
                Object manager = Paths.read(client, "transactionManager");
                if (manager != Paths.ABSENT) {
                    real.put("enable.idempotence", String.valueOf(manager != null));
                    Object id = manager == null ? null : Paths.read(manager, "transactionalId");
                    real.put("transactional.id", print(id));
                }
                put(real, client, PRODUCER);
            }
            case "admin" -> put(real, client, ADMIN);
            default -> {
                Object delegate = Paths.read(client, "delegate");
                Object consumer = delegate == Paths.ABSENT ? client : delegate;
                if (role.equals("consumer")) {
                    Object coordinator = Paths.read(consumer, "coordinator");
                    Object automatic = coordinator == null ? Boolean.FALSE
                        : Paths.read(consumer, "autoCommitEnabled|coordinator.autoCommitEnabled");
                    if (automatic != Paths.ABSENT) {
                        real.put("enable.auto.commit", print(automatic));
                    }
                }
                put(real, consumer, CONSUMER);
            }
        }
        return real;
    }

    private static void put(Map<String, String> real, Object client, List<Place> places) {
        for (Place place : places) {
            Object value = Paths.read(client, place.paths);
            // The strategy of 4.0.0 on tells of itself in words of its own.
            if (value != Paths.ABSENT && !(value != null && value.getClass().getSimpleName().equals("AutoOffsetResetStrategy"))) {
                real.put(place.key, place.key.endsWith(".class") && value != null ? value.getClass().toString() : print(value));
            }
        }
    }

    private static String print(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
        if (value instanceof java.time.Duration duration) {
            return String.valueOf(duration.toMillis());
        }
        return String.valueOf(value);
    }
}
