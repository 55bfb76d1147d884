package ackward.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From the exception that a client of some release throws to the reason codes of `ackward effective`. */
final class Reasons {
    /** What a refusal comes down to. A reason that starts with `unknown` is a text that no row below knows. */
    record Refusal(String exception, boolean wrapped, String key, String reason) {}

    /** One text of a client: the class that throws it (`*` for any), the text, the code, and the key it is about. */
    private record Row(String exception, Pattern text, String reason, BiFunction<Matcher, Map<String, String>, String> key) {}

    private static final List<Row> ROWS = new ArrayList<>();

    /** `Invalid value V for configuration K: text`, by the text. */
    private static final List<Row> INVALID_VALUE = new ArrayList<>();

    static {
        invalid("Not a number of type .*", "not-a-number");
        invalid("Expected value to be either true or false", "not-boolean");
        invalid("Class .* could not be found\\.", "class-not-found");
        invalid("Value must be at least .*", "below-min");
        invalid("Value must be no more than .*", "above-max");
        invalid("Value must be between .*", "not-in-range");
        invalid("String must be one of.*", "not-in-enum");
        invalid("String must be non-empty", "empty");
        invalid("must be non-null\\.?|entry must be non null", "missing");
        invalid("When the security.protocol configuration enables SASL.*", "sasl-mechanism-empty");
        invalid(".*must (be either|either be) '.*", "not-in-enum");
        invalid("Could not load config provider class or one of its dependencies", "config-provider-class");

        row("ConfigException", "Missing required configuration \"(.*?)\" which has no default value\\.", "missing", group(1));
        row("ConfigException", "Configuration '(.*?)' must not be empty\\..*", "list-empty", group(1));
        row("ConfigException", "Configuration '(.*?)' values must not be empty\\..*", "list-empty-element", group(1));

        row("*", "Must set acks to all in order to use the idempotent producer.*", "idempotence-needs-acks-all", is("acks"));
        row("*", "Must set retries to non-zero when using the idempotent producer\\.", "idempotence-needs-retries", is("retries"));
        row("*", "Must set max\\.in\\.flight\\.requests\\.per\\.connection to 1 in order.*", "idempotence-needs-in-flight-1",
            is("max.in.flight.requests.per.connection"));
        row("*", "Must set max\\.in\\.flight\\.requests\\.per\\.connection to at most 5.*", "idempotence-needs-in-flight-5",
            is("max.in.flight.requests.per.connection"));
        row("*", "To use the idempotent producer, max\\.in\\.flight\\.requests\\.per\\.connection must be.*", "idempotence-needs-in-flight-5",
            is("max.in.flight.requests.per.connection"));
        row("*", "Cannot set a transactional\\.id without also enabling idempotence\\.?", "transactional-needs-idempotence", is("transactional.id"));
        row("*", "Cannot set transaction\\.timeout\\.ms when transaction\\.two\\.phase\\.commit\\.enable.*", "two-phase-commit-forbids-timeout",
            is("transaction.timeout.ms"));
        row("*", "delivery\\.timeout\\.ms should be equal to or larger than linger\\.ms \\+ request\\.timeout\\.ms",
            "delivery-below-linger-plus-request", is("delivery.timeout.ms"));
        row("*", "client\\.rack must be provided if partitioner\\.rack\\.aware is enabled.*", "rack-aware-needs-rack", is("client.rack"));
        row("*", "The incremental buffer\\.memory\\.allocation\\.strategy does not support compression.*", "incremental-buffer-forbids-compression",
            is("compression.type"));
        row("*", "request\\.timeout\\.ms should be greater than session\\.timeout\\.ms and fetch\\.max\\.wait\\.ms",
            "request-not-above-session-and-fetch-wait", is("request.timeout.ms"));
        row("*", "Heartbeat must be set lower than the session timeout", "heartbeat-not-below-session", is("heartbeat.interval.ms"));
        row("*", "Invalid negative timeout .*", "heartbeat-negative", is("heartbeat.interval.ms"));
        row("*", "enable\\.auto\\.commit cannot be set to true when default group id.*", "auto-commit-without-group", is("enable.auto.commit"));
        row("InvalidGroupIdException", "The configured group\\.id should not be an empty string or whitespace\\.", "group-id-empty", is("group.id"));
        row("InvalidGroupIdException", "You must provide a valid group\\.id.*|To use the group management.*", "group-id-missing", is("group.id"));
        row("InvalidConfigurationException", "(?i).*(group instance id|group\\.instance\\.id|instance id).*", "group-instance-id-invalid", is("group.instance.id"));
        row("ConfigException", "(.*) cannot be set when using a share group\\.", "forbidden-with-share-group", first());
        row("ConfigException", "(.*) cannot be set when group\\.protocol=.*", "forbidden-with-protocol", first());
        row("*", "The assignor name: '.*' is used in more than one assignor.*", "assignor-twice", is("partition.assignment.strategy"));

        row("ConfigException", "No (resolvable )?bootstrap urls given in (bootstrap\\.\\w+)(.|\n)*", "no-bootstrap", addresses(2));
        row("ConfigException", "You must set either bootstrap\\.servers or bootstrap\\.controllers", "no-bootstrap", is("bootstrap.servers"));
        row("ConfigException", "You cannot set both bootstrap\\.servers and bootstrap\\.controllers", "bootstrap-twice", is("bootstrap.controllers"));
        row("ConfigException", "The specified value of default\\.api\\.timeout\\.ms must be no smaller than.*", "default-api-timeout-below-request",
            is("default.api.timeout.ms"));
        row("ConfigException", "Invalid url in (bootstrap\\.\\w+): .*", "bad-address", addresses(1));
        row("ConfigException", "Invalid port in (bootstrap\\.\\w+): .*", "bad-port", addresses(1));
        row("IllegalArgumentException", "port out of range:.*", "bad-port", (matcher, config) -> addressKey(config));
        row("NumberFormatException", "For input string: .*", "bad-port", (matcher, config) -> addressKey(config));
        row("TimeoutException", "Consumer network thread resource initialization timed out.*", "network-thread-late", is("default.api.timeout.ms"));
        row("ConfigException", "Unknown host in (bootstrap\\.\\w+): .*", "unknown-host", addresses(1));
        row("ConfigException", "DNS resolution failed for url in (bootstrap\\.\\w+): .*", "unknown-host", addresses(1));

        row("IllegalArgumentException", "Unknown compression name: .*", "not-in-enum", is("compression.type"));
        row("IllegalArgumentException", "No enum constant .*SecurityProtocol\\..*", "not-in-enum", is("security.protocol"));
        row("ConfigException", "Invalid SecurityProtocol .*", "not-in-enum", is("security.protocol"));

        row("*", "Could not find a '.*' entry in (the JAAS|this) configuration.*|You must pass java\\.security\\.auth\\.login\\.config in secure mode\\.", "jaas-missing", is("sasl.jaas.config"));
        row("*", ".* is not allowed\\. Update System property 'org\\.apache\\.kafka\\.automatic\\.config\\.providers'.*", "config-provider-not-allowed",
            is("config.providers"));
        row("IllegalArgumentException", ".*LoginModule is not allowed.*", "jaas-module-not-allowed", is("sasl.jaas.config"));
        row("*", "JAAS config (entry|property).*|Login module (control flag )?not specified.*|Invalid login module control flag .*|Login module control flag.*|Unexpected exception while parsing JAAS config|Value not specified for key .* in JAAS config",
            "jaas-invalid", is("sasl.jaas.config"));
        // An entry of the JVM's own kind takes no module without a name.
        row("IllegalArgumentException", "null", "jaas-invalid", is("sasl.jaas.config"));
        row("LoginException", "No LoginModule found for .*|unable to find LoginModule class.*", "class-not-found-late", is("sasl.jaas.config"));
        row("LoginException", ".*", "login", is("sasl.jaas.config"));
        row("ConfigException", ".*OAuth configuration option sasl\\.oauthbearer\\.token\\.endpoint\\.url value (must be non-null|is required)", "missing",
            is("sasl.oauthbearer.token.endpoint.url"));
        row("ConfigException", ".*OAuth configuration option sasl\\.oauthbearer\\.token\\.endpoint\\.url value must not contain only whitespace", "empty",
            is("sasl.oauthbearer.token.endpoint.url"));
        row("ConfigException", ".*OAuth configuration option .*|.* is not allowed\\. Update system property 'org\\.apache\\.kafka\\.sasl\\.oauthbearer.*|The class .* defined in the sasl\\.oauthbearer\\.jwt.*",
            "login", is("sasl.jaas.config"));
        row("ClassNotFoundException", "com\\.fasterxml\\.jackson\\..*|org\\.jose4j\\..*", "login", is("sasl.jaas.config"));
        row("IllegalArgumentException", "Unexpected SASL mechanism: .*", "wrong-class", handler("OAuthBearer"));
        row("IllegalStateException", "Kerberos callback handler should only be used with GSSAPI", "wrong-class", handler("Kerberos"));
        row("IllegalArgumentException", "No serviceName defined in either JAAS or Kafka config", "kerberos-service-name-missing", is("sasl.kerberos.service.name"));

        row("IllegalArgumentException", "Conflicting serviceName values found in JAAS and Kafka configs.*", "kerberos-service-name-conflict",
            is("sasl.kerberos.service.name"));

        row("*", "SSL key store (password cannot be specified|is not specified, but key store password).*", "keystore", is("ssl.keystore.password"));
        row("*", "SSL trust store (password cannot be specified|is not specified, but trust store password).*", "keystore", is("ssl.truststore.password"));
        row("*", "SSL key store is specified, but key store password is not.*", "keystore", is("ssl.keystore.location"));
        row("*", "SSL trust store is specified, but trust store password is not.*", "keystore", is("ssl.truststore.location"));
        row("*", "SSL PEM key store is specified, but key password is not specified.*", "keystore", is("ssl.key.password"));
        row("*", "SSL private key .*|Both SSL key store location and .*|Invalid PEM keystore configs", "keystore", is("ssl.keystore.key"));
        row("*", "SSL certificate chain .*", "keystore", is("ssl.keystore.certificate.chain"));
        row("*", "SSL trust store certs .*|Both SSL trust store location and .*|Invalid PEM truststore configs", "keystore", is("ssl.truststore.certificates"));
        row("*", "Failed to load (?:PEM )?SSL keystore (.*?)(?: of type .*)?", "keystore", location());
        row("FileNotFoundException", "(.*) \\(.*\\)", "keystore", location());
        row("KeyStoreException", "(.*) not found", "keystore", (matcher, config) ->
            config.containsKey("ssl.keystore.location") && matcher.group(1).equals(config.getOrDefault("ssl.keystore.type", "").trim())
                ? "ssl.keystore.location" : "ssl.truststore.location");
        row("NoSuchAlgorithmException", ".* SSLContext not available|no such algorithm: .* for provider .*", "ssl-protocol", is("ssl.protocol"));
        row("KeyManagementException", "Default SSLContext is initialized automatically", "ssl-protocol", is("ssl.protocol"));
        row("*", "No matching (PRIVATE KEY|CERTIFICATE) entries in PEM file", "keystore", (matcher, config) ->
            config.containsKey("ssl.keystore.key") ? "ssl.keystore.key" : "ssl.truststore.certificates");
        row("NoSuchProviderException", "no such provider: .*", "ssl-algorithm", is("ssl.provider"));
        row("IllegalArgumentException", "missing provider", "ssl-algorithm", is("ssl.provider"));
        row("NoSuchAlgorithmException", ".* KeyManagerFactory not available", "ssl-algorithm", is("ssl.keymanager.algorithm"));
        row("NoSuchAlgorithmException", ".* TrustManagerFactory not available", "ssl-algorithm", is("ssl.trustmanager.algorithm"));
        row("NoSuchAlgorithmException", ".* SecureRandom not available", "ssl-algorithm", is("ssl.secure.random.implementation"));
        row("*", "(?:Invalid value .* for configuration )?Could not read properties from file .*|Path .* (?:is not absolute|does not exist)", "config-provider-file", is("config.providers"));
        row("IllegalArgumentException", "Invalid name->.*", "client-id-not-a-jmx-name", is("client.id"));
        row("ConfigException", "Not able to determine the (serializer|list|inner|deserializer|serde).* class because it was neither passed.*", "not-instantiable",
            (matcher, config) -> Keys.listSerialization(config));
        row("KafkaException", "Error creating mbean attribute for metricName.*", "client-id-not-a-jmx-name", is("client.id"));
    }

    private Reasons() {}

    /** What a thrown exception says, given the configuration that led to it. */
    static Refusal of(Throwable thrown, Map<String, String> written, Release release, String role) {
        Keys keys = new Keys(release, role, written);
        Map<String, String> config = new LinkedHashMap<>(written);
        if (!keys.known("bootstrap.controllers")) {
            config.remove("bootstrap.controllers");
        }
        boolean wrapped = false;
        Throwable innermost = thrown;
        for (Throwable e = thrown; e != null; e = e.getCause() == e ? null : e.getCause()) {
            innermost = e;
        }
        wrapped = innermost != thrown && simple(thrown).equals("KafkaException");
        // From the inside out: the first text that the table knows.
        List<Throwable> chain = chain(thrown);
        for (int i = chain.size() - 1; i >= 0; i--) {
            String[] hit = match(chain.get(i), config);
            if (hit != null) {
                Throwable telling = chain.get(i);
                return new Refusal(simple(telling), telling != thrown && simple(thrown).equals("KafkaException"), hit[0], hit[1]);
            }
        }
        String[] late = late(chain, config, keys, wrapped);
        if (late != null) {
            return new Refusal(late[2], wrapped, late[0], late[1]);
        }
        return new Refusal(simple(innermost), wrapped, null, "unknown: " + innermost);
    }

    /** The exceptions from the outermost to the innermost. */
    static List<Throwable> chain(Throwable thrown) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable e = thrown; e != null && !chain.contains(e); e = e.getCause()) {
            chain.add(e);
        }
        return chain;
    }

    static String simple(Throwable thrown) {
        return thrown.getClass().getSimpleName();
    }

    private static String[] match(Throwable e, Map<String, String> config) {
        String text = String.valueOf(e.getMessage());
        String name = simple(e);
        if (name.equals("ConfigException") && text.startsWith("Invalid value ")) {
            String[] hit = invalidValue(text, config);
            if (hit != null) {
                return hit;
            }
        }
        return firstOf(ROWS, name, text, config);
    }

    private static String[] firstOf(List<Row> rows, String name, String text, Map<String, String> config) {
        for (Row row : rows) {
            if (row.exception.equals("*") || row.exception.equals(name)) {
                Matcher matcher = row.text.matcher(text);
                if (matcher.matches()) {
                    return new String[] {row.key.apply(matcher, config), row.reason};
                }
            }
        }
        return null;
    }

    private static final Pattern AFTER = Pattern.compile(" for configuration ([^ :]+)(?:: ((?s).*))?$");

    private static String[] invalidValue(String text, Map<String, String> config) {
        Matcher after = Pattern.compile(" for configuration ").matcher(text);
        while (after.find()) {
            Matcher rest = AFTER.matcher(text).region(after.start(), text.length());
            if (rest.lookingAt()) {
                String why = rest.group(2) == null ? "" : rest.group(2);
                for (Row row : INVALID_VALUE) {
                    if (row.text.matcher(why).matches()) {
                        return new String[] {rest.group(1), row.reason};
                    }
                }
            }
        }
        return null;
    }

    /** Refusals that name a class, not a key: the key is the first, in the client's own order, that names the class. */
    private static String[] late(List<Throwable> chain, Map<String, String> config, Keys keys, boolean wrapped) {
        for (int i = chain.size() - 1; i >= 0; i--) {
            Throwable e = chain.get(i);
            String text = String.valueOf(e.getMessage());
            Matcher named;
            if ((named = Pattern.compile("(?s).*?(\\S*) ClassNotFoundException exception occur+ed").matcher(text)).matches()
                || (named = Pattern.compile("(?s)Class (.*) cannot be found").matcher(text)).matches()) {
                if (!wrapped && simple(e).equals("ConfigException")) {
                    return new String[] {keys.provider(text.replaceFirst("(?s).*Invalid config:(.*) ClassNotFound.*", "$1")), "config-provider-class", simple(e)};
                }
                String name = text.replaceFirst("(?s)^Class (.*) cannot be found$", "$1").replaceFirst("(?s) ClassNotFoundException exception occur+ed$", "");
                return new String[] {keys.naming(name), "class-not-found-late", simple(e)};
            }
            if (e instanceof NoClassDefFoundError && (named = Pattern.compile("IllegalName: (\\S+)").matcher(text)).matches()) {
                return wrapped ? new String[] {keys.naming(named.group(1)), "class-not-found-late", simple(e)}
                    : new String[] {keys.parsed(named.group(1)), "class-not-found", simple(e)};
            }
            if ((named = Pattern.compile("(?:class )?(\\S*) is not an instance of (\\S+)(?: or an instance of .*)?").matcher(text)).matches()) {
                return new String[] {keys.wanting(named.group(2), named.group(1)), "wrong-class", simple(e)};
            }
            if (e instanceof ClassCastException && (named = Pattern.compile("class (\\S+)(?: cannot be cast to class (\\S+).*)?", Pattern.DOTALL).matcher(text)).matches()) {
                if (!wrapped) {
                    return new String[] {keys.provider(named.group(1)), "config-provider-class", simple(e)};
                }
                String key = named.group(2) == null ? keys.unsuited(named.group(1)) : keys.wanting(named.group(2), named.group(1));
                return new String[] {key, "class-cast", simple(e)};
            }
            if ((named = Pattern.compile("Could not (?:instantiate class|find a public no-argument constructor for) (\\S+).*").matcher(text)).matches()) {
                String provider = wrapped ? null : keys.provider(named.group(1));
                return new String[] {provider == null ? keys.naming(named.group(1)) : provider,
                    provider == null ? "not-instantiable" : "config-provider-class", simple(e)};
            }
        }
        for (int i = chain.size() - 1; i >= 0; i--) {
            if (chain.get(i) instanceof NullPointerException) {
                return new String[] {null, "null-pointer-bug", "NullPointerException"};
            }
        }
        return null;
    }

    private static void invalid(String text, String reason) {
        INVALID_VALUE.add(new Row("ConfigException", Pattern.compile(text, Pattern.DOTALL), reason, null));
    }

    private static void row(String exception, String text, String reason, BiFunction<Matcher, Map<String, String>, String> key) {
        ROWS.add(new Row(exception, Pattern.compile(text, Pattern.DOTALL), reason, key));
    }

    private static BiFunction<Matcher, Map<String, String>, String> is(String key) {
        return (matcher, config) -> key;
    }

    /** The admin client of 3.7.0 on speaks of bootstrap.servers where it means bootstrap.controllers. */
    private static String addressKey(Map<String, String> config) {
        return config.containsKey("bootstrap.controllers") && config.getOrDefault("bootstrap.servers", "").isBlank() ? "bootstrap.controllers" : "bootstrap.servers";
    }

    private static BiFunction<Matcher, Map<String, String>, String> addresses(int group) {
        return (matcher, config) -> matcher.group(group).equals("bootstrap.servers") ? addressKey(config) : matcher.group(group);
    }

    private static BiFunction<Matcher, Map<String, String>, String> group(int group) {
        return (matcher, config) -> matcher.group(group);
    }

    /** Which of the two stores lies at the path that a text names. */
    private static BiFunction<Matcher, Map<String, String>, String> location() {
        return (matcher, config) -> matcher.group(1).equals(config.getOrDefault("ssl.keystore.location", "-").trim())
            ? "ssl.keystore.location" : "ssl.truststore.location";
    }

    /** The first key that names a callback handler of a kind. */
    private static BiFunction<Matcher, Map<String, String>, String> handler(String kind) {
        return (matcher, config) -> config.getOrDefault("sasl.client.callback.handler.class", "").contains(kind)
            ? "sasl.client.callback.handler.class" : "sasl.login.callback.handler.class";
    }

    /** The first of several keys that a text lists. */
    private static BiFunction<Matcher, Map<String, String>, String> first() {
        return (matcher, config) -> matcher.group(1).split("[, \\[\\]]+")[matcher.group(1).startsWith("[") ? 1 : 0];
    }
}
