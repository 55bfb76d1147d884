package ackward.harness;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Properties;

/**
 * What java.util.Properties reads from bytes: a line of hexadecimal bytes in; out, the keys and values in the order
 * in which they are read, as UTF-16 in hexadecimal, `key=value;key=value;`, or `!` where the reader throws.
 */
final class PropertiesReader {
    private PropertiesReader() {}

    static void run(BufferedReader in, BufferedWriter out) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.write(read(HexFormat.of().parseHex(line)));
            out.write('\n');
            if (!in.ready()) {
                out.flush();
            }
        }
        out.flush();
    }

    private static String read(byte[] bytes) throws IOException {
        StringBuilder entries = new StringBuilder();
        Properties properties = new Properties() {
            @Override
            public synchronized Object put(Object key, Object value) {
                append(entries, (String) key).append('=');
                append(entries, (String) value).append(';');
                return null;
            }
        };
        try {
            properties.load(new ByteArrayInputStream(bytes));
        } catch (IllegalArgumentException e) {
            return "!";
        }
        return entries.toString();
    }

    private static StringBuilder append(StringBuilder to, String text) {
        for (int i = 0; i < text.length(); i++) {
            to.append(HexFormat.of().toHexDigits(text.charAt(i)));
        }
        return to;
    }
}
