package ackward.harness;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One kafka-clients release in a class loader of its own, which sees the JDK, the logger and the codecs, and nothing else. */
final class Release implements AutoCloseable {
    static final List<String> ROLES = List.of("producer", "consumer", "share-consumer", "admin");
    private static final Map<String, Release> OPEN = new LinkedHashMap<>(16, 0.75f, true);
    private static final int KEPT = Integer.getInteger("ackward.kept", 8);

    final String version;
    final URLClassLoader loader;
    private final Map<String, Maker> makers = new HashMap<>();
    private final Map<String, List<String>> orders = new HashMap<>();
    private List<Field> logins;

    /** Makes the client of a role from properties. */
    interface Maker {
        Object make(Properties properties) throws Throwable;
    }

    private Release(String version) throws IOException {
        File jar = new File(System.getProperty("ackward.jars"), "kafka-clients-" + version + ".jar");
        if (!jar.isFile()) {
            throw new IOException("no jar of release " + version + ": add it to releases.txt and run `tests/harness/run jars`");
        }
        this.version = version;
        this.loader = new Loader(jar.toURI().toURL());
    }

    /** The release, opened once; the least recently used is closed when too many are open. */
    static Release of(String version) throws IOException {
        Release release = OPEN.get(version);
        if (release == null) {
            release = new Release(version);
            OPEN.put(version, release);
            if (OPEN.size() > KEPT) {
                Release eldest = OPEN.remove(OPEN.keySet().iterator().next());
                eldest.close();
            }
        }
        return release;
    }

    /** The releases of src/kafka/releases.txt, oldest first. */
    static List<String> all() throws IOException {
        return Files.readAllLines(Path.of(System.getProperty("ackward.releases"))).stream()
            .map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /**
     * Empties what the release keeps of logins: a client with the JAAS value of one that is still closing would share its login,
     * and not log in itself.
     */
    void forgetLogins() throws IllegalAccessException {
        if (logins == null) {
            logins = new ArrayList<>();
            for (String place : List.of("authenticator", "kerberos")) {
                try {
                    Class<?> manager = loader.loadClass("org.apache.kafka.common.security." + place + ".LoginManager");
                    Arrays.stream(manager.getDeclaredFields())
                        .filter(field -> Modifier.isStatic(field.getModifiers()) && Map.class.isAssignableFrom(field.getType()))
                        .forEach(logins::add);
                } catch (ClassNotFoundException e) {
                    continue;
                }
            }
            logins.forEach(field -> field.setAccessible(true));
        }
        for (Field field : logins) {
            synchronized (field.getDeclaringClass()) {
                ((Map<?, ?>) field.get(null)).clear();
            }
        }
    }

    /** The keys of a role in the order in which its client parses them. */
    List<String> order(String role) {
        return orders.computeIfAbsent(role, absent -> Tables.definitions(this, role).stream().map(key -> (String) Paths.read(key, "name")).toList());
    }

    /** How a client of this role is made, or null where the release has no such client. */
    Maker maker(String role) {
        return makers.computeIfAbsent(role, this::findMaker);
    }

    private Maker findMaker(String role) {
        try {
            switch (role) {
                case "producer":
                    return constructor("org.apache.kafka.clients.producer.KafkaProducer");
                case "consumer":
                    return constructor("org.apache.kafka.clients.consumer.KafkaConsumer");
                case "share-consumer":
                    return constructor("org.apache.kafka.clients.consumer.KafkaShareConsumer");
                case "admin":
                    Method create = loader.loadClass("org.apache.kafka.clients.admin.AdminClient").getMethod("create", Properties.class);
                    return properties -> {
                        try {
                            return create.invoke(null, properties);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    };
                default:
                    throw new IllegalArgumentException("no such role: " + role);
            }
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            return null;
        }
    }

    private Maker constructor(String name) throws ClassNotFoundException, NoSuchMethodException {
        Constructor<?> constructor = loader.loadClass(name).getConstructor(Properties.class);
        return properties -> {
            try {
                return constructor.newInstance(properties);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
    }

    /** Closes a client at once, in a thread of its own; waits only where many others are still closing. */
    static void closeAtOnce(Object client) {
        try {
            if (!CLOSING.tryAcquire(3, TimeUnit.SECONDS)) {
                // They wait for good, as share consumers of 3.9 do whose network thread has ended: leave them behind.
                CLOSING.release(AT_ONCE - 1);
            }
            CLOSERS.execute(() -> {
                close(client);
                CLOSING.release();
            });
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final int AT_ONCE = 32;
    private static final Semaphore CLOSING = new Semaphore(AT_ONCE);
    private static final ExecutorService CLOSERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "closer");
        thread.setDaemon(true);
        return thread;
    });

    private static void close(Object client) {
        try {
            // A sender without a broker sleeps for retry.backoff.ms, whatever was asked of it.
            if (Paths.read(client, "ioThread") instanceof Thread sender) {
                Object loop = Paths.read(client, "sender");
                loop.getClass().getMethod("forceClose").invoke(loop);
                // Up to 2.2.2 an idempotent one asks for its producer id until it has one, or an error.
                Object transactions = Paths.read(loop, "transactionManager");
                if (transactions != null && transactions != Paths.ABSENT) {
                    Method fails = transactions.getClass().getDeclaredMethod("transitionToFatalError", RuntimeException.class);
                    fails.setAccessible(true);
                    fails.invoke(transactions, new IllegalStateException("closed"));
                }
                sender.interrupt();
            }
            Class<?> type = client.getClass();
            try {
                type.getMethod("close", Duration.class).invoke(client, Duration.ZERO);
            } catch (NoSuchMethodException e) {
                try {
                    type.getMethod("close", long.class, TimeUnit.class).invoke(client, 0L, TimeUnit.MILLISECONDS);
                } catch (NoSuchMethodException older) {
                    type.getMethod("close").invoke(client);
                }
            }
        } catch (ReflectiveOperationException e) {
            // A client that cannot close (a wrong class of an interceptor, say) has been constructed all the same.
            if (Boolean.getBoolean("ackward.debug")) {
                e.printStackTrace();
            }
        }
    }

    /** The release's own jar; with -Dackward.application, every class of com.example too. */
    private final class Loader extends URLClassLoader {
        Loader(URL jar) {
            super(new URL[] {jar}, new Shared());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (APPLICATION && name.startsWith(Application.PACKAGE)) {
                try {
                    byte[] bytes = Application.define(Release.this, name);
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
            return super.findClass(name);
        }
    }

    private static final boolean APPLICATION = Boolean.getBoolean("ackward.application");

    /** What all releases see beside their own jar. */
    private static final class Shared extends ClassLoader {
        private static final List<String> PACKAGES = List.of("org.slf4j.", "net.jpountz.", "org.xerial.snappy.", "com.github.luben.");

        Shared() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            for (String start : PACKAGES) {
                if (name.startsWith(start)) {
                    return Release.class.getClassLoader().loadClass(name);
                }
            }
            throw new ClassNotFoundException(name);
        }
    }
}
