package ackward.brokers.api;

import java.util.concurrent.Future;

/** A producer of some release; what it throws is of that release's classes. */
public interface Sender {
    void initTransactions();

    void begin();

    void commit();

    void abort();

    /** Sends one record; the future tells its offset. */
    Future<Long> send(String topic, int partition, byte[] value);

    /** Adds one consumer offset to the transaction (releases from 2.5.0). */
    void sendOffsets(String group, String topic, long offset);

    void close();
}
