package ackward.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads back the list of values that a client logs when it starts. */
final class Values {
    private static final Pattern ENTRY = Pattern.compile("\n\t([a-z0-9.]+) = ");

    private Values() {}

    /** The values of the first such list: later ones are those of objects that the client makes for itself. */
    static Map<String, String> shown(List<CaptureProvider.Line> lines) {
        Map<String, String> values = new LinkedHashMap<>();
        for (CaptureProvider.Line line : lines) {
            if (!line.text().contains("Config values: ")) {
                continue;
            }
            String text = line.text();
            Matcher entry = ENTRY.matcher(text);
            boolean found = entry.find();
            while (found) {
                String key = entry.group(1);
                int start = entry.end();
                found = entry.find();
                String value = text.substring(start, found ? entry.start() : text.length());
                // The list of 0.9 to 4.4 ends in a line break (and, in most, a tab) of its own.
                values.put(key, found ? value : value.replaceFirst("\r?\n\t?$", ""));
            }
            break;
        }
        return values;
    }
}
