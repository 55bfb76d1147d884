package ackward.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The log of the clients, kept in memory: what the constructing thread says at WARN, and the values shown at start. */
public final class CaptureProvider implements SLF4JServiceProvider {
    /** One line that a client logged. */
    public record Line(String logger, Level level, String text) {}

    private static final ThreadLocal<List<Line>> LINES = new ThreadLocal<>();
    private final ConcurrentHashMap<String, org.slf4j.Logger> loggers = new ConcurrentHashMap<>();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter mdc = new NOPMDCAdapter();

    /** Starts to keep the lines of this thread. */
    static List<Line> start() {
        List<Line> lines = new ArrayList<>();
        LINES.set(lines);
        return lines;
    }

    static void stop() {
        LINES.remove();
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> loggers.computeIfAbsent(name, Capture::new);
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}

    private static final class Capture extends LegacyAbstractLogger {
        private final boolean showsValues;

        Capture(String name) {
            this.name = name;
            this.showsValues = name.startsWith("org.apache.kafka.") && name.endsWith("Config");
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public boolean isInfoEnabled() {
            return showsValues && LINES.get() != null;
        }

        @Override
        public boolean isWarnEnabled() {
            return LINES.get() != null;
        }

        @Override
        public boolean isErrorEnabled() {
            return isWarnEnabled();
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
            List<Line> lines = LINES.get();
            if (lines != null) {
                lines.add(new Line(name, level, MessageFormatter.basicArrayFormat(pattern, arguments)));
            }
        }
    }
}
