package ackward.harness;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The commands of the harness: lines of JSON in, lines of JSON out. */
public final class Main {
    static final Gson GSON = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();

    /** One request in, one answer out. */
    private interface Question {
        JsonObject answer(JsonObject request) throws IOException;
    }

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        // Made now, while the class loader of the harness is the thread's: its builder is one of the harness's classes.
        ManagementFactory.getPlatformMBeanServer();
        switch (arguments[0]) {
            case "construct" -> answer(Construct::answer);
            case "properties" -> PropertiesReader.run(input(), output());
            case "ask" -> Ask.run(List.of(arguments).subList(1, arguments.length), System.out);
            case "tables" -> {
                boolean equal = Tables.run(arguments.length > 1 && arguments[1].equals("check"), System.out);
                System.out.flush();
                System.exit(equal || arguments.length == 1 ? 0 : 1);
            }
            default -> {
                System.err.println("no such command: " + arguments[0]);
                System.exit(2);
            }
        }
        // Threads that a refused client left behind must not keep the harness alive.
        System.out.flush();
        System.exit(0);
    }

    /** Answers line after line; flushes whenever no further request waits, so that a person or a driver can talk to it. */
    private static void answer(Question question) throws IOException {
        BufferedReader in = input();
        BufferedWriter out = output();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            JsonObject request = JsonParser.parseString(line).getAsJsonObject();
            JsonObject answer = question.answer(request);
            if (request.has("id")) {
                answer.add("id", request.get("id"));
            }
            out.write(GSON.toJson(answer));
            out.write('\n');
            if (!in.ready()) {
                out.flush();
            }
        }
        out.flush();
    }

    private static BufferedReader input() {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    }

    private static BufferedWriter output() {
        return new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), 1 << 16);
    }
}
