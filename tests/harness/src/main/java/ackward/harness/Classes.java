package ackward.harness;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/** The classes in a release's own jar that a key may name, by what they can be used as. */
final class Classes {
    /** One class, and why it cannot be made, if it cannot. */
    record Found(String kind, String name, String note) {}

    /** Kinds and the interfaces (by the names of all releases) that make a class one of them. */
    private static final Map<String, List<String>> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("assignor", List.of("org.apache.kafka.clients.consumer.ConsumerPartitionAssignor", "org.apache.kafka.clients.consumer.internals.PartitionAssignor"));
        KINDS.put("callback-handler", List.of("org.apache.kafka.common.security.auth.AuthenticateCallbackHandler"));
        KINDS.put("config-provider", List.of("org.apache.kafka.common.config.provider.ConfigProvider"));
        KINDS.put("deserializer", List.of("org.apache.kafka.common.serialization.Deserializer"));
        KINDS.put("jwt-retriever", List.of("org.apache.kafka.common.security.oauthbearer.JwtRetriever"));
        KINDS.put("jwt-validator", List.of("org.apache.kafka.common.security.oauthbearer.JwtValidator"));
        KINDS.put("login", List.of("org.apache.kafka.common.security.auth.Login"));
        KINDS.put("login-module", List.of("javax.security.auth.spi.LoginModule"));
        KINDS.put("metrics-reporter", List.of("org.apache.kafka.common.metrics.MetricsReporter"));
        KINDS.put("partitioner", List.of("org.apache.kafka.clients.producer.Partitioner"));
        KINDS.put("interceptor", List.of("org.apache.kafka.clients.producer.ProducerInterceptor", "org.apache.kafka.clients.consumer.ConsumerInterceptor"));
        KINDS.put("serde", List.of("org.apache.kafka.common.serialization.Serde"));
        KINDS.put("serializer", List.of("org.apache.kafka.common.serialization.Serializer"));
        KINDS.put("ssl-engine-factory", List.of("org.apache.kafka.common.security.auth.SslEngineFactory"));
    }

    private Classes() {}

    /** What the jar of the release holds, by kind and name. */
    static List<Found> of(Release release) throws IOException {
        Map<String, List<Class<?>>> interfaces = new LinkedHashMap<>();
        KINDS.forEach((kind, names) -> interfaces.put(kind, names.stream().map(name -> load(release, name)).filter(type -> type != null).<Class<?>>map(type -> type).toList()));
        List<Found> found = new ArrayList<>();
        try (JarFile jar = new JarFile(Path.of(release.loader.getURLs()[0].getPath()).toFile())) {
            for (var entries = jar.entries(); entries.hasMoreElements(); ) {
                String entry = entries.nextElement().getName();
                if (!entry.startsWith("org/apache/kafka/") || !entry.endsWith(".class") || entry.contains("/shaded/")) {
                    continue;
                }
                String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
                Class<?> type = load(release, name);
                if (type == null || type.isAnonymousClass()) {
                    continue;
                }
                interfaces.forEach((kind, wanted) -> {
                    if (wanted.stream().anyMatch(one -> one.isAssignableFrom(type))) {
                        found.add(new Found(kind, name, note(type)));
                    }
                });
            }
        }
        found.sort(Comparator.comparing(Found::kind).thenComparing(Found::name));
        return found;
    }

    /** Every interface of the release that a key may ask for. */
    static List<Class<?>> interfaces(Release release) {
        return KINDS.values().stream().flatMap(List::stream).map(name -> load(release, name)).filter(type -> type != null && type.isInterface())
            .<Class<?>>map(type -> type).toList();
    }

    /** Whether the release has a class of this name that is of the kind. */
    static boolean is(Release release, String kind, String name) {
        Class<?> type = load(release, name);
        return type != null && KINDS.get(kind).stream().map(one -> load(release, one)).anyMatch(one -> one != null && one.isAssignableFrom(type));
    }

    private static Class<?> load(Release release, String name) {
        try {
            return Class.forName(name, false, release.loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static String note(Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return "abstract";
        }
        if (!Modifier.isPublic(type.getModifiers())) {
            return "not public";
        }
        try {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == 0) {
                    return Modifier.isPublic(constructor.getModifiers()) ? "" : "not public";
                }
            }
            return "no default constructor";
        } catch (LinkageError e) {
            // An optional library is not there; the class itself is.
            return "";
        }
    }
}
