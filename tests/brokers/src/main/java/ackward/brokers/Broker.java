package ackward.brokers;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One broker in a JVM of its own, on 127.0.0.1 only; it ends with its test, with this program, or after half an hour. */
final class Broker implements AutoCloseable {
    private static final List<Broker> RUNNING = new ArrayList<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> List.copyOf(RUNNING).forEach(Broker::close)));
    }

    /** A topic that is there when the broker is. */
    static final String READY = "ready";

    final String release;
    /** Where clients reach it. */
    final String address;
    /** Where clients reach it through the proxy. */
    final String throughProxy;
    final Proxy proxy;
    private final Path folder;
    private final List<Process> processes = new ArrayList<>();

    /** Starts a broker of that release; `transaction.version` among the settings is the feature's level. */
    static Broker start(String release, Map<String, String> settings) throws IOException, InterruptedException {
        Broker broker = new Broker(release, settings);
        try {
            broker.awaitReady();
            return broker;
        } catch (IOException | InterruptedException | RuntimeException e) {
            System.err.println(Files.readString(broker.folder.resolve("log")));
            broker.close();
            throw e;
        }
    }

    private Broker(String release, Map<String, String> settings) throws IOException, InterruptedException {
        this.release = release;
        folder = Files.createTempDirectory(Files.createDirectories(Path.of(System.getProperty("ackward.work"))), release + "-");
        RUNNING.add(this);
        int[] ports = freePorts(4);
        proxy = new Proxy(ports[1]);
        address = "127.0.0.1:" + ports[0];
        throughProxy = "127.0.0.1:" + proxy.port;
        Files.writeString(folder.resolve("clock"), "0");
        Map<String, String> properties = new LinkedHashMap<>();
        boolean zookeeper = release.startsWith("2.");
        properties.put("listeners", "PLAIN://" + address + ",PROXIED://127.0.0.1:" + ports[1]);
        properties.put("advertised.listeners", "PLAIN://" + address + ",PROXIED://" + throughProxy);
        properties.put("listener.security.protocol.map", "PLAIN:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.put("inter.broker.listener.name", "PLAIN");
        properties.put("log.dirs", folder.resolve("data").toString());
        properties.put("num.network.threads", "2");
        properties.put("num.io.threads", "4");
        properties.put("num.recovery.threads.per.data.dir", "1");
        properties.put("auto.create.topics.enable", "false");
        properties.put("log.retention.ms", "-1");
        properties.put("offsets.topic.replication.factor", "1");
        properties.put("offsets.topic.num.partitions", "1");
        properties.put("transaction.state.log.replication.factor", "1");
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("transaction.state.log.num.partitions", "1");
        if (zookeeper) {
            properties.put("broker.id", "1");
            properties.put("zookeeper.connect", "127.0.0.1:" + ports[3]);
        } else {
            properties.put("process.roles", "broker,controller");
            properties.put("node.id", "1");
            properties.put("controller.quorum.voters", "1@127.0.0.1:" + ports[2]);
            properties.put("controller.listener.names", "CONTROLLER");
            properties.merge("listeners", "CONTROLLER://127.0.0.1:" + ports[2], (one, other) -> one + "," + other);
        }
        properties.putAll(settings);
        String level = properties.remove("transaction.version");
        String file = write("server.properties", properties);
        if (zookeeper) {
            Map<String, String> keeper = new LinkedHashMap<>();
            keeper.put("dataDir", folder.resolve("zookeeper").toString());
            keeper.put("clientPort", String.valueOf(ports[3]));
            keeper.put("clientPortAddress", "127.0.0.1");
            keeper.put("admin.enableServer", "false");
            java(96, "org.apache.zookeeper.server.quorum.QuorumPeerMain", write("zookeeper.properties", keeper));
        } else {
            List<String> format = new ArrayList<>(List.of("format", "-t", clusterId(), "-c", file));
            if (level != null) {
                format.addAll(List.of("--feature", "transaction.version=" + level));
            }
            Process formatting = java(96, "kafka.tools.StorageTool", format.toArray(String[]::new));
            if (!formatting.waitFor(60, TimeUnit.SECONDS) || formatting.exitValue() != 0) {
                String log = Files.readString(folder.resolve("log"));
                close();
                throw new IOException("the storage of " + release + " was not formatted: " + log);
            }
        }
        java(320, "kafka.Kafka", file);
    }

    /** Sets the broker's wall clock that far ahead. */
    void setClockAhead(long millis) throws IOException {
        Files.writeString(folder.resolve("clock"), String.valueOf(millis));
    }

    private Process java(int megabytes, String main, String... arguments) throws IOException {
        Path target = Path.of(System.getProperty("ackward.target"));
        String classes = Files.readString(target.resolve("broker-" + release + ".classpath")).strip();
        // `timeout` ends it even where this program is killed before it could.
        List<String> command = new ArrayList<>(List.of("timeout", "--kill-after=5", "1800", "java", "-Xmx" + megabytes + "m",
            "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true",
            "-Dackward.clock=" + folder.resolve("clock"), "-Dkafka.logs.dir=" + folder,
            "-cp", target.resolve("clock") + File.pathSeparator + classes, main));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile())).start();
        processes.add(process);
        return process;
    }

    private void awaitReady() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        while (System.nanoTime() < deadline && processes.get(processes.size() - 1).isAlive()) {
            try (var socket = new java.net.Socket(InetAddress.getLoopbackAddress(), port); Observer observer = new Observer(this)) {
                observer.topic(READY, 1);
                return;
            } catch (IOException | IllegalStateException notYet) {
                Thread.sleep(200);
            }
        }
        throw new IOException("broker " + release + " did not start");
    }

    private String write(String name, Map<String, String> properties) throws IOException {
        Path file = folder.resolve(name);
        Files.write(file, properties.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()).toList());
        return file.toString();
    }

    private static String clusterId() {
        UUID id = UUID.randomUUID();
        byte[] bytes = ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()).array();
        // An id that starts with a dash would be taken for an option.
        bytes[0] &= 0x7f;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static int[] freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        int[] ports = new int[count];
        for (int i = 0; i < count; i++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            sockets.add(socket);
            ports[i] = socket.getLocalPort();
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    @Override
    public synchronized void close() {
        RUNNING.remove(this);
        proxy.close();
        for (int i = processes.size() - 1; i >= 0; i--) {
            Process process = processes.get(i);
            List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).collect(Collectors.toList());
            // A broker's own orderly shutdown takes seconds, and nothing of it is wanted.
            all.forEach(ProcessHandle::destroyForcibly);
            try {
                process.waitFor(5, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | java.io.UncheckedIOException e) {
            // Left over in target/, where it does no harm.
        }
    }
}
