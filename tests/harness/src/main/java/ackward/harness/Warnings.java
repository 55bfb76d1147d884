package ackward.harness;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** From the lines that clients log at WARN or ERROR to short codes. */
final class Warnings {
    private static final List<Map.Entry<Pattern, String>> ROWS = List.of(
        row("Idempotence will be disabled because max\\.in\\.flight.*", "idempotence-off-in-flight"),
        row("delivery\\.timeout\\.ms should be equal to or larger than.*Setting it to.*", "delivery-timeout-raised"),
        row("The configuration '?(.*?)'? (= .* )?was supplied but isn't a known config\\.", "unknown-key"),
        row("These configurations '.*' were supplied but are not used yet\\.", "not-used"),
        row("Configuration '.*' with value '.*' is greater than configuration '.*' with value '.*'\\. A static backoff.*", "static-backoff"),
        row("Configuration '.*' with value '.*' is greater than configuration '.*' with value '.*'.*", "static-timeout"),
        row("Support for using the empty group id.*", "empty-group-id-deprecated"),
        row("Configuration key \".*\" contains duplicate values.*", "list-duplicates"),
        row("Couldn't resolve server .*", "host-not-resolved"),
        row("Removing server .* from bootstrap.servers as DNS resolution failed.*", "host-not-resolved"),
        row(".*(DefaultPartitioner|UniformStickyPartitioner).*deprecated.*", "partitioner-deprecated"),
        row(".*is deprecated.*|.*has been deprecated.*|.*deprecated.*", "deprecated"),
        row(".*Error registering AppInfo mbean.*", "mbean-taken"));

    private Warnings() {}

    static String code(CaptureProvider.Line line) {
        for (Map.Entry<Pattern, String> row : ROWS) {
            if (row.getKey().matcher(line.text()).matches()) {
                return row.getValue();
            }
        }
        return "other: " + line.text();
    }

    private static Map.Entry<Pattern, String> row(String text, String code) {
        return Map.entry(Pattern.compile(text, Pattern.DOTALL), code);
    }
}
