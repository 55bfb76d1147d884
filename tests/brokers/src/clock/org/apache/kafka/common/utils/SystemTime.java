package org.apache.kafka.common.utils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Stands before the broker's own class of this name on its class path: a wall clock that can be set forward while the
 * broker runs, by as many milliseconds as the file named by the property `ackward.clock` says. Waiting is not changed.
 */
public class SystemTime implements Time {
    private static final SystemTime ONLY = new SystemTime();
    private static final Path FILE = Path.of(System.getProperty("ackward.clock"));
    private volatile long ahead;
    private volatile long read = Long.MIN_VALUE;

    public static SystemTime getSystemTime() {
        return ONLY;
    }

    @Override
    public long milliseconds() {
        long now = System.currentTimeMillis();
        if (now - 50 > read) {
            read = now;
            try {
                ahead = Long.parseLong(Files.readString(FILE).strip());
            } catch (IOException | NumberFormatException e) {
                // Being written just now: the last answer still holds.
            }
        }
        return now + ahead;
    }

    @Override
    public long nanoseconds() {
        return System.nanoTime();
    }

    @Override
    public void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void waitObject(Object lock, Supplier<Boolean> condition, long deadlineMs) throws InterruptedException {
        synchronized (lock) {
            while (!condition.get()) {
                long left = deadlineMs - milliseconds();
                if (left <= 0) {
                    throw new org.apache.kafka.common.errors.TimeoutException("condition not met before the deadline");
                }
                lock.wait(Math.min(left, 100));
            }
        }
    }
}
