package ackward.brokers;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Stands between clients and a broker on loopback, and does one harm to the first produce request that suits, when told to. */
final class Proxy implements Closeable {
    /** What is done once. */
    enum Harm {
        /** The broker's answer is not delivered; the connection is closed instead. */
        LOSE_ANSWER,
        /** The request is delivered, then the connection is closed; for acks=0, where there is no answer. */
        CUT_AFTER_REQUEST,
        /** The connection is closed when the first bytes of the request have come. */
        CUT_WITHIN_REQUEST,
        /** The connection is closed towards the client, and the request reaches the broker a second later, as one in a socket's buffer may. */
        DELIVER_LATE,
        /** One bit of the record that is named is changed on the way, so that the broker refuses the batch, and the answer is held up. */
        SPOIL_RECORD
    }

    private static final int PRODUCE = 0;
    private static final int HOLD_UP_MS = 400;
    private static final int LATE_MS = 1_000;

    final int port;
    private final int target;
    private final ServerSocket server;
    private final AtomicReference<Harm> armed = new AtomicReference<>();
    private final AtomicInteger done = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile byte[] mark = {};
    private volatile boolean delivered;

    Proxy(int target) throws IOException {
        this.target = target;
        server = new ServerSocket();
        // Small, so that a large request is still under way when the connection is cut.
        server.setReceiveBufferSize(8_192);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 20);
        port = server.getLocalPort();
        daemon(this::accept);
    }

    /** Does that harm once from now on; `record` is the value of the record to spoil. */
    void arm(Harm harm, byte[] record) {
        mark = record;
        done.set(0);
        delivered = false;
        armed.set(harm);
    }

    /** Whether the request that was to be late has reached the broker. */
    boolean delivered() {
        return delivered;
    }

    /** How many times harm was done since it was armed; takes what is left back. */
    int disarm() {
        armed.set(null);
        return done.get();
    }

    private void accept() throws IOException {
        while (!server.isClosed()) {
            Socket client = server.accept();
            Socket broker = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(client);
            open.add(broker);
            client.setTcpNoDelay(true);
            broker.setTcpNoDelay(true);
            AtomicReference<Harm> harm = new AtomicReference<>();
            AtomicInteger correlation = new AtomicInteger();
            daemon(() -> carry(client, broker, () -> requests(client, broker, harm, correlation)));
            daemon(() -> carry(client, broker, () -> answers(client, broker, harm, correlation)));
        }
    }

    /** Client to broker. */
    private void requests(Socket client, Socket broker, AtomicReference<Harm> harm, AtomicInteger correlation)
        throws IOException, InterruptedException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(broker.getOutputStream());
        while (true) {
            int length = in.readInt();
            byte[] head = in.readNBytes(8);
            ByteBuffer header = ByteBuffer.wrap(head);
            boolean produce = header.getShort(0) == PRODUCE;
            if (produce && armed.get() == Harm.CUT_WITHIN_REQUEST && take(Harm.CUT_WITHIN_REQUEST)) {
                out.writeInt(length);
                out.write(head);
                out.write(in.readNBytes(Math.min(8_192, length - 8)));
                Thread.sleep(100);
                return;
            }
            byte[] body = in.readNBytes(length - 8);
            Harm wanted = produce ? armed.get() : null;
            int at = wanted == Harm.SPOIL_RECORD ? find(body, mark) : 0;
            boolean doing = wanted != null && at >= 0 && take(wanted);
            if (doing && wanted == Harm.SPOIL_RECORD) {
                body[at] ^= 1;
            }
            if (doing && wanted == Harm.DELIVER_LATE) {
                close(client);
                Thread.sleep(LATE_MS);
            }
            if (doing) {
                correlation.set(header.getInt(4));
                harm.set(wanted);
            }
            out.writeInt(length);
            out.write(head);
            out.write(body);
            out.flush();
            delivered |= doing;
            if (doing && (wanted == Harm.CUT_AFTER_REQUEST || wanted == Harm.DELIVER_LATE)) {
                Thread.sleep(200);
                return;
            }
        }
    }

    /** Broker to client. */
    private void answers(Socket client, Socket broker, AtomicReference<Harm> harm, AtomicInteger correlation)
        throws IOException, InterruptedException {
        DataInputStream in = new DataInputStream(broker.getInputStream());
        DataOutputStream out = new DataOutputStream(client.getOutputStream());
        while (true) {
            int length = in.readInt();
            byte[] answer = in.readNBytes(length);
            if (harm.get() != null && ByteBuffer.wrap(answer).getInt(0) == correlation.get()) {
                Harm doing = harm.getAndSet(null);
                if (doing == Harm.LOSE_ANSWER || doing == Harm.DELIVER_LATE) {
                    return;
                }
                if (doing == Harm.SPOIL_RECORD) {
                    Thread.sleep(HOLD_UP_MS);
                }
            }
            out.writeInt(length);
            out.write(answer);
            out.flush();
        }
    }

    private boolean take(Harm harm) {
        if (!armed.compareAndSet(harm, null)) {
            return false;
        }
        done.incrementAndGet();
        return true;
    }

    private static int find(byte[] where, byte[] what) {
        for (int i = 0; i + what.length <= where.length; i++) {
            if (java.util.Arrays.equals(where, i, i + what.length, what, 0, what.length)) {
                return i;
            }
        }
        return -1;
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    /** Runs until one side ends, then closes both. */
    private void carry(Socket client, Socket broker, Step step) throws IOException {
        try {
            step.run();
        } catch (IOException | InterruptedException e) {
            // The other side is gone.
        } finally {
            close(client);
            close(broker);
        }
    }

    private void close(Socket socket) throws IOException {
        open.remove(socket);
        socket.close();
    }

    private static void daemon(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException | InterruptedException e) {
                // Closed.
            }
        }, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            // Nothing is left to close.
        }
    }
}
