package ackward.brokers;

import ackward.brokers.api.Sender;
import ackward.brokers.api.Senders;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The producers of every release, each release in a class loader of its own. */
final class Clients {
    private static final Map<String, Senders> RELEASES = new ConcurrentHashMap<>();
    private static final ExecutorService CLOSERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "closer");
        thread.setDaemon(true);
        return thread;
    });

    private Clients() {}

    /** A producer of that release on that address, with these settings besides. */
    static Sender sender(String release, String address, Map<String, ?> settings) {
        String bytes = "org.apache.kafka.common.serialization.ByteArraySerializer";
        Map<String, Object> config = new TreeMap<>(Map.of("bootstrap.servers", address, "key.serializer", bytes, "value.serializer", bytes));
        config.putAll(settings);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        Senders senders = RELEASES.computeIfAbsent(release, Clients::load);
        thread.setContextClassLoader(senders.getClass().getClassLoader());
        try {
            return senders.make(config);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Closes it, and waits no longer than two seconds for that. */
    static void close(Sender sender) {
        try {
            CLOSERS.submit(sender::close).get(2, TimeUnit.SECONDS);
        } catch (Exception e) {
            // A producer in an error state may wait without end; it is a daemon's business.
        }
    }

    private static Senders load(String release) {
        try {
            Path jar = Path.of(System.getProperty("ackward.jars"), "kafka-clients-" + release + ".jar");
            if (!Files.isRegularFile(jar)) {
                throw new IllegalStateException("no jar of release " + release);
            }
            URL own = Clients.class.getProtectionDomain().getCodeSource().getLocation();
            URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL(), own}, new Shared());
            return (Senders) loader.loadClass("ackward.brokers.release.KafkaSenders").getConstructor().newInstance();
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What all releases see beside their own jar. */
    private static final class Shared extends ClassLoader {
        Shared() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("org.slf4j.") || name.startsWith("ackward.brokers.api.")) {
                return Clients.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
