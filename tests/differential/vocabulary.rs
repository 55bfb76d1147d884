//! Words that configurations are made of: keys that belong together, and values worth trying.

/// Keys that decide something together, by role; a random configuration takes most of its keys from one group.
pub const PRODUCER_GROUPS: &[&[&str]] = &[
    &[
        "acks", "retries", "max.in.flight.requests.per.connection", "enable.idempotence", "transactional.id", "transaction.timeout.ms",
        "transaction.two.phase.commit.enable",
    ],
    &["delivery.timeout.ms", "linger.ms", "request.timeout.ms", "timeout.ms", "batch.size", "retry.backoff.ms", "retry.backoff.max.ms"],
    &[
        "compression.type", "compression.gzip.level", "compression.lz4.level", "compression.zstd.level", "buffer.memory.allocation.strategy",
        "batch.size", "buffer.memory", "block.on.buffer.full", "max.block.ms", "metadata.fetch.timeout.ms",
    ],
    &[
        "partitioner.class", "partitioner.rack.aware", "client.rack", "partitioner.ignore.keys", "interceptor.classes", "metric.reporters",
        "key.serializer", "value.serializer", "client.id", "auto.include.jmx.reporter", "enable.metrics.push",
    ],
];

/// See [`PRODUCER_GROUPS`].
pub const CONSUMER_GROUPS: &[&[&str]] = &[
    &["group.id", "enable.auto.commit", "auto.commit.interval.ms", "group.protocol", "group.instance.id", "client.id", "isolation.level"],
    &[
        "group.id", "session.timeout.ms", "heartbeat.interval.ms", "request.timeout.ms", "fetch.max.wait.ms", "max.poll.interval.ms",
        "default.api.timeout.ms", "connections.max.idle.ms", "group.protocol",
    ],
    &[
        "group.protocol", "group.id", "session.timeout.ms", "heartbeat.interval.ms", "partition.assignment.strategy",
        "group.remote.assignor", "share.acknowledgement.mode", "share.acquire.mode", "group.instance.id",
    ],
    &["auto.offset.reset", "isolation.level", "group.protocol", "group.id", "max.poll.records", "fetch.min.bytes", "exclude.internal.topics"],
    &[
        "partition.assignment.strategy", "interceptor.classes", "metric.reporters", "key.deserializer", "value.deserializer", "client.id",
        "group.id", "client.rack", "group.instance.id", "enable.metrics.push",
    ],
];

/// See [`PRODUCER_GROUPS`].
pub const ADMIN_GROUPS: &[&[&str]] = &[
    &["bootstrap.controllers", "bootstrap.servers", "client.id", "bootstrap.resolve.timeout.ms"],
    &["default.api.timeout.ms", "request.timeout.ms", "retries", "retry.backoff.ms", "retry.backoff.max.ms"],
    &["metric.reporters", "enable.metrics.push", "security.providers", "auto.include.jmx.reporter", "client.id"],
];

/// Keys that every client has; one of these groups joins now and then.
pub const SHARED_GROUPS: &[&[&str]] = &[
    &[
        "security.protocol", "sasl.mechanism", "sasl.jaas.config", "sasl.kerberos.service.name", "sasl.login.class",
        "sasl.login.callback.handler.class", "sasl.client.callback.handler.class",
    ],
    &[
        "security.protocol", "ssl.truststore.location", "ssl.truststore.type", "ssl.truststore.password", "ssl.keystore.location",
        "ssl.keystore.type", "ssl.keystore.password", "ssl.key.password", "ssl.protocol", "ssl.enabled.protocols", "ssl.cipher.suites", "ssl.endpoint.identification.algorithm",
        "ssl.truststore.certificates", "ssl.keystore.key", "ssl.keystore.certificate.chain", "ssl.engine.factory.class", "ssl.provider",
        "ssl.keymanager.algorithm", "ssl.trustmanager.algorithm", "ssl.secure.random.implementation", "security.providers",
    ],
    &["bootstrap.servers", "client.dns.lookup", "bootstrap.resolve.timeout.ms", "metadata.recovery.strategy", "metadata.recovery.rebootstrap.trigger.ms"],
    &[
        "config.providers", "config.providers.file.class", "config.providers.file.param.allowed.paths", "config.providers.dir.class",
        "config.providers.env.class", "client.id", "ssl.key.password",
    ],
    &[
        "reconnect.backoff.ms", "reconnect.backoff.max.ms", "retry.backoff.ms", "retry.backoff.max.ms",
        "socket.connection.setup.timeout.ms", "socket.connection.setup.timeout.max.ms", "connections.max.idle.ms",
    ],
    &["metrics.num.samples", "metrics.sample.window.ms", "metrics.recording.level", "metadata.max.age.ms", "metadata.max.idle.ms"],
];

const STRINGS: &str = "org.apache.kafka.common.serialization.StringSerializer";

/// Texts for a number: bounds, odd forms that Java reads, odd forms that it does not.
pub const NUMBERS: &[&str] = &[
    "0", "1", "-1", "-2", "2", "3", "4", "5", "6", "10", "99", "100", "1000", "2999", "3000", "3001", "4999", "5000", "9999", "10000",
    "16383", "16384", "29999", "30000", "30001", "45000", "60000", "119999", "120000", "300000", "540000", "540001", "900000", "900001",
    "2147483646", "2147483647", "2147483648", "-2147483648", "-2147483649", "3000000000", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "+5", " 5 ", "\t5", "5\u{a0}", "007", "", " ", "5.0", "1e3", "0x10", "1_000", "5L", "5s", "five", "--5", "+", "-",
    "-0", "\u{ff15}", "\u{663}", "5 ms", "5;", "${env:X}",
];

/// Texts for a floating-point number.
pub const DOUBLES: &[&str] = &[
    "0.8", "0", "1", "1.0", "0.5", "0.49999", "0.25", "0.2501", "-0.1", "1.0000001", "8e-1", "0.8d", "0.8f", "NaN", "Infinity", "-Infinity",
    ".5", "5.", "0x1p-1", "", " 0.9 ", "1,0", "abc", "+0.7", "1e400", "-0.0",
];

/// Texts for a truth value.
pub const BOOLEANS: &[&str] = &["true", "false", "TRUE", "False", " true ", "tRuE", "", " ", "yes", "1", "0", "on", "tru", "true;", "\ttrue\n", "${env:X}"];

/// Texts for anything.
pub const TEXTS: &[&str] = &["", " ", "x", "abc", " x ", "\u{fc}", "a b", "a,b", "a:b", "${env:X}", "${file:/no/such:key}", "null", "none", "\"x\"", "x\u{a0}"];

/// Names of classes, right and wrong.
pub const CLASSES: &[&str] = &[
    STRINGS,
    "org.apache.kafka.common.serialization.ByteArraySerializer",
    "org.apache.kafka.common.serialization.LongSerializer",
    "org.apache.kafka.common.serialization.BooleanSerializer",
    "org.apache.kafka.common.serialization.VoidSerializer",
    "org.apache.kafka.common.serialization.UUIDSerializer",
    "org.apache.kafka.common.serialization.ListSerializer",
    "org.apache.kafka.common.serialization.StringDeserializer",
    "org.apache.kafka.common.serialization.ByteArrayDeserializer",
    "org.apache.kafka.common.serialization.DoubleDeserializer",
    "org.apache.kafka.common.serialization.ListDeserializer",
    "org.apache.kafka.common.serialization.Serdes$StringSerde",
    "org.apache.kafka.common.serialization.StringSerialiser",
    "org.apache.kafka.clients.producer.internals.DefaultPartitioner",
    "org.apache.kafka.clients.producer.UniformStickyPartitioner",
    "org.apache.kafka.clients.producer.RoundRobinPartitioner",
    "org.apache.kafka.clients.producer.Partitioner",
    "org.apache.kafka.common.metrics.JmxReporter",
    "org.apache.kafka.clients.consumer.RangeAssignor",
    "org.apache.kafka.clients.consumer.RoundRobinAssignor",
    "org.apache.kafka.clients.consumer.StickyAssignor",
    "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
    "org.apache.kafka.clients.producer.KafkaProducer",
    "com.example.Missing",
    "com.example.sub.Missing$Inner",
    "java.lang.String",
    "java.util.ArrayList",
    "StringSerializer",
    "",
    " ",
    " org.apache.kafka.common.serialization.StringSerializer ",
    "org.apache.kafka.common.serialization.StringSerializer;",
    "org.apache.kafka.common.serialization.StringSerializer.class",
    "\"org.apache.kafka.common.serialization.StringSerializer\"",
    "org/apache/kafka/common/serialization/StringSerializer",
    "${env:X}",
];

/// Values of a key that are worth trying beside those of its type; the empty list where there are none.
#[allow(clippy::too_many_lines, reason = "a table")]
pub fn values(key: &str) -> &'static [&'static str] {
    match key {
        "acks" => &["all", "-1", "0", "1", "ALL", "All", " all ", "2", "", "-01", "+1", "1 ", "leader"],
        "retries" => &["0", "1", "5", "2147483647", "-1", "2147483648", " 0 ", "+0", "-0"],
        "max.in.flight.requests.per.connection" => &["1", "2", "5", "6", "0", "-1", "100", "2147483647", " 5 "],
        "enable.idempotence" | "enable.auto.commit" | "transaction.two.phase.commit.enable" | "partitioner.rack.aware" => {
            &["true", "false", "true", "false", "TRUE", " False ", "yes", ""]
        }
        "transactional.id" => &["t", "tx-1", "", "  ", "\u{fc}", "a:b", " t "],
        "transaction.timeout.ms" => &["60000", "1", "0", "-1", "900001", "2147483647", "x"],
        "delivery.timeout.ms" => &["120000", "30000", "30001", "30004", "30005", "1", "0", "-1", "2147483647", "2147483646", "60000"],
        "linger.ms" => &["0", "5", "4", "100", "90000", "90001", "2147483647", "2147483648", "3000000000", "9223372036854775807", "-1"],
        "request.timeout.ms" => &["30000", "29999", "0", "1", "-1", "120000", "120001", "2147483647", "305000", "40000", "10001", "60000", "60001"],
        "timeout.ms" | "metadata.fetch.timeout.ms" => &["0", "1", "12345", "-1", "30000", "2147483648", "x"],
        "block.on.buffer.full" => &["true", "false", "x"],
        "batch.size" => &["0", "1", "16383", "16384", "-1", "2147483647"],
        "buffer.memory" => &["0", "1", "33554432", "-1", "9223372036854775807", "2147483648"],
        "compression.type" => &["none", "gzip", "snappy", "lz4", "zstd", "GZIP", "producer", "", " gzip ", "uncompressed", "brotli"],
        "compression.gzip.level" => &["-1", "0", "1", "9", "10", "-2"],
        "compression.lz4.level" => &["0", "1", "17", "18", "9"],
        "compression.zstd.level" => &["-131072", "-131073", "22", "23", "3", "0"],
        "buffer.memory.allocation.strategy" => &["full", "incremental", "FULL", "Incremental", "", "half", " full "],
        "client.rack" => &["r1", "", " ", "a b"],
        "client.id" => &["c", "", "  ", "a:b", "a*b", "a?b", "a=b", "a,b", "\"c\"", "a b", "\u{fc}", "producer-1", "c/d", "a\\b", "a%b", "a\nb", "${file:/no/such:k}"],
        "group.id" => &["g", "", "  ", "g:1", " g ", "\u{fc}", "a b"],
        "group.protocol" => &["classic", "consumer", "CONSUMER", "Classic", " consumer ", "", "streams", "share"],
        "group.instance.id" => &["i", "", " ", ".", "..", "a:b", "a b", "i-1_x.y", "\u{fc}", "...", " i "],
        "group.remote.assignor" => &["uniform", "range", "", " ", "x"],
        "session.timeout.ms" => &["3000", "3001", "10000", "45000", "6000", "0", "-1", "2147483647", "30000", "2999"],
        "heartbeat.interval.ms" => &["3000", "2999", "10000", "9999", "45000", "44999", "0", "-1", "1", "30000"],
        "fetch.max.wait.ms" => &["500", "0", "30000", "40000", "305000", "-1", "2147483647"],
        "max.poll.interval.ms" => &["1", "0", "300000", "540000", "540001", "2147483647", "-1"],
        "connections.max.idle.ms" => &["-1", "0", "300000", "299999", "540000", "-2"],
        "default.api.timeout.ms" => &["0", "1", "29999", "30000", "30001", "60000", "-1", "2147483647"],
        "isolation.level" => &["read_committed", "read_uncommitted", "READ_COMMITTED", "read-committed", "", " read_committed ", "committed"],
        "auto.offset.reset" => &[
            "latest", "earliest", "none", "Latest", "smallest", "largest", "", " earliest ", "by_duration", "by_duration:", "by_duration:PT1H",
            "by_duration:P1D", "by_duration:pt1h", "by_duration:PT0S", "by_duration:-PT1H", "by_duration:PT-1H", "by_duration:1h",
            "by_duration:P1M", "by_duration:P1Y", "by_duration: PT1H", "by_duration:PT1.5S", "by_duration:PT1H2M", "BY_DURATION:PT1H",
            "by_duration:P1DT2H3M4.567S", "by_duration:PT", "by_duration:P", "by_duration:P1W", "by_duration:PT1H ", "by_duration:PT36H",
            "by_duration:PT9223372036854775807S", "by_duration:PT9223372036854775808S", "by_duration:+PT1H", "by_duration:PT1S1M",
            "by_duration:P-1DT48H", "by_duration:PT1.1234567890S", "by_duration:PT1,5S", "by_duration:PT.5S",
        ],
        "partition.assignment.strategy" => &[
            "org.apache.kafka.clients.consumer.RangeAssignor",
            "org.apache.kafka.clients.consumer.RoundRobinAssignor",
            "org.apache.kafka.clients.consumer.StickyAssignor",
            "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
            "org.apache.kafka.clients.consumer.RangeAssignor,org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
            "org.apache.kafka.clients.consumer.RangeAssignor, org.apache.kafka.clients.consumer.RangeAssignor",
            "org.apache.kafka.clients.consumer.RangeAssignor,",
            "range", "", " ", ",", "com.example.Assignor", "org.apache.kafka.common.serialization.StringDeserializer",
            "org.apache.kafka.clients.consumer.internals.PartitionAssignorAdapter", "java.lang.String",
            "org.apache.kafka.clients.consumer.RangeAssignor,com.example.Assignor", "cooperative-sticky",
        ],
        "interceptor.classes" => &[
            "", ",", "com.example.Interceptor", "org.apache.kafka.common.serialization.StringSerializer", "java.lang.String", " ",
            "com.example.A,com.example.B", "org.apache.kafka.common.metrics.JmxReporter,", "[]", "java.util.ArrayList",
        ],
        "metric.reporters" => &[
            "", ",", "com.example.Reporter", "org.apache.kafka.common.metrics.JmxReporter", "java.lang.String",
            "org.apache.kafka.common.metrics.JmxReporter,org.apache.kafka.common.metrics.JmxReporter", "org.apache.kafka.common.metrics.JmxReporter,",
            "org.apache.kafka.common.telemetry.internals.ClientTelemetryReporter", "org.apache.kafka.common.serialization.StringSerializer",
            "com.example.Reporter, org.apache.kafka.common.metrics.JmxReporter",
        ],
        "partitioner.class" => &[
            "org.apache.kafka.clients.producer.internals.DefaultPartitioner",
            "org.apache.kafka.clients.producer.UniformStickyPartitioner",
            "org.apache.kafka.clients.producer.RoundRobinPartitioner",
            "com.example.Partitioner", "java.lang.String", "", "org.apache.kafka.clients.producer.Partitioner",
            "org.apache.kafka.common.serialization.StringSerializer",
        ],
        "key.serializer" | "value.serializer" | "key.deserializer" | "value.deserializer" => CLASSES,
        "bootstrap.servers" | "bootstrap.controllers" => &[
            "localhost:1", "localhost:1,localhost:2", "localhost:1, localhost:2", "localhost:1,", ",localhost:1", ",", "", " ", "localhost",
            "localhost:", ":1", "localhost:0", "localhost:65535", "localhost:65536", "localhost:99999999999", "localhost:-1", "localhost:+1",
            "localhost:1 localhost:2", "localhost:1;localhost:2", "PLAINTEXT://localhost:1", "SASL_SSL://localhost:1", "http://localhost:1",
            "user@localhost:1", "localhost :1", "localhost: 1", "[::1]:1", "::1:1", "[localhost]:1", "127.0.0.1:1", "127.0.0.1", "localhost:1/x",
            "localhost:1?x", "no-such.invalid:1", "no-such.invalid:1,localhost:1", "localhost:1,no-such.invalid:1", "h\u{fc}.invalid:1",
            "localhost:abc", "localhost:1,localhost:1", "\"localhost:1\"", "local_host.invalid:1", "localhost::1", "//localhost:1",
            "localhost:\u{ff11}", "LOCALHOST:1", "localhost.:1", "127.1:1", "1:1", "localhost:1\n,localhost:2", "${env:X}",
            "PLAINTEXT://no-such.invalid:1", "localhost:00001", "localhost:1,localhost", "-localhost:1", "a b.invalid:1", "localhost:1, ,localhost:2",
        ],
        "client.dns.lookup" => &["default", "use_all_dns_ips", "resolve_canonical_bootstrap_servers_only", "USE_ALL_DNS_IPS", "", "x"],
        "bootstrap.resolve.timeout.ms" => &["0", "1", "-1", "100", "x"],
        "metadata.recovery.strategy" => &["none", "rebootstrap", "NONE", "ReBootstrap", "", "x"],
        "security.protocol" => &[
            "PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL", "SASL_PLAINTEXT", "SASL_SSL", "ssl", "sasl_ssl", "Plaintext", "", "TLS",
            " SSL ", "SASL-SSL", "TRACE",
        ],
        "sasl.mechanism" => &["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "GSSAPI", "OAUTHBEARER", "", " ", "plain", "FOO", " PLAIN ", "SCRAM-SHA-1"],
        "sasl.jaas.config" => &[
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"p\";",
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"p\"",
            "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"u\" password=\"p\";",
            "org.apache.kafka.common.security.scram.ScramLoginModule required username=u password='p q';",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;",
            "com.sun.security.auth.module.Krb5LoginModule required useKeyTab=true keyTab=\"/no/such\" principal=\"a@B\";",
            "com.sun.security.auth.module.JndiLoginModule required;",
            "com.sun.security.auth.module.LdapLoginModule required;",
            "com.example.LoginModule required;", "", " ", "x", "x;", "x required", "x y;", "x required a;", "x required a=;", "x required a=b;",
            "x required a=b", "x REQUIRED;", "x Requisite a=b;", "x optional;", "x sufficient a=\"b;", "x required a=\"b\" c=d;", "x required; y required;",
            "KafkaClient { x required; };", "x required a = b;", "x required a==b;", "x required;;", ";", "required;", "x required a=b c;",
            "x required // c\n;", "x required /* c */ ;", "x required a=b\\;", "x required a='b';", "x required \"a\"=b;", "x required a=\"b\"c=d;",
            "x.y-z required;", "x required 1=2;", "x required a=-1;", "x required a=b,c;", "\u{fc} required;", "x required a=\"\";",
        ],
        "sasl.kerberos.service.name" => &["kafka", "", " "],
        "sasl.login.class" => &[
            "", "com.example.Login", "org.apache.kafka.common.security.authenticator.DefaultLogin", "java.lang.String",
            "org.apache.kafka.common.security.kerberos.KerberosLogin", "org.apache.kafka.common.serialization.StringSerializer",
        ],
        "sasl.login.callback.handler.class" | "sasl.client.callback.handler.class" => &[
            "", "com.example.Handler", "org.apache.kafka.common.security.authenticator.SaslClientCallbackHandler", "java.lang.String",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler",
            "org.apache.kafka.common.security.authenticator.AbstractLogin$DefaultLoginCallbackHandler",
            "org.apache.kafka.common.security.oauthbearer.secured.OAuthBearerLoginCallbackHandler",
            "org.apache.kafka.common.security.scram.internals.ScramServerCallbackHandler",
        ],
        "ssl.truststore.location" | "ssl.keystore.location" => &["/no/such.jks", "", " ", "no/such.pem", "/"],
        "ssl.truststore.type" | "ssl.keystore.type" => &["JKS", "PKCS12", "PEM", "pem", "", "XYZ", "jks", " PEM "],
        "ssl.truststore.password" | "ssl.keystore.password" | "ssl.key.password" => &["", "secret", " ", "${file:/no/such:k}"],
        "ssl.truststore.certificates" | "ssl.keystore.certificate.chain" | "ssl.keystore.key" => {
            &["", "x", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"]
        }
        "ssl.protocol" => &["TLS", "TLSv1.2", "TLSv1.3", "SSL", "SSLv3", "TLSv1.4", "", "tls", "Foo", "Default"],
        "ssl.enabled.protocols" => &["TLSv1.2", "TLSv1.2,TLSv1.3", "TLSv1.4", "", ",", "TLSv1.2,", "TLSv1.2,TLSv1.2", " "],
        "ssl.cipher.suites" => &["", ",", "TLS_AES_128_GCM_SHA256", "FOO", "A,A", "A,"],
        "ssl.endpoint.identification.algorithm" => &["", "https", "HTTPS", "ldaps", "none", " "],
        "ssl.engine.factory.class" => &[
            "", "com.example.Factory", "org.apache.kafka.common.security.ssl.DefaultSslEngineFactory", "java.lang.String",
            "org.apache.kafka.common.security.ssl.CommonNameLoggingSslEngineFactory",
        ],
        "ssl.provider" => &["", "SunJSSE", "Foo", " "],
        "ssl.keymanager.algorithm" | "ssl.trustmanager.algorithm" => &["SunX509", "PKIX", "", "Foo", "sunx509"],
        "ssl.secure.random.implementation" => &["", "SHA1PRNG", "NativePRNG", "Foo"],
        "security.providers" => &["", "com.example.Provider", "java.lang.String", ",", "org.apache.kafka.common.serialization.StringSerializer"],
        "config.providers" => &["file", "file,dir", "file, dir", "dir,file", "", "file,", " file", "env", "File", "file,file", "dir, file", "vault"],
        "config.providers.file.class" | "config.providers.dir.class" | "config.providers.env.class" => &[
            "org.apache.kafka.common.config.provider.FileConfigProvider",
            "org.apache.kafka.common.config.provider.DirectoryConfigProvider",
            "org.apache.kafka.common.config.provider.EnvVarConfigProvider",
            "com.example.Provider", "java.lang.String", "", "org.apache.kafka.common.serialization.StringSerializer",
            " org.apache.kafka.common.config.provider.FileConfigProvider ",
        ],
        "config.providers.file.param.allowed.paths" => &["/tmp", "", "/no/such", "relative"],
        "reconnect.backoff.ms" | "retry.backoff.ms" => &["0", "50", "100", "1000", "1001", "5000", "-1", "9223372036854775807", "x"],
        "reconnect.backoff.max.ms" | "retry.backoff.max.ms" => &["0", "1", "50", "100", "1000", "10000", "-1", "x"],
        "socket.connection.setup.timeout.ms" | "socket.connection.setup.timeout.max.ms" => &["0", "1", "10000", "30000", "30001", "127001", "-1"],
        "metrics.num.samples" => &["1", "0", "2", "-1", "100"],
        "metrics.recording.level" => &["INFO", "DEBUG", "TRACE", "info", "", "WARN"],
        "metadata.max.idle.ms" => &["4999", "5000", "300000", "-1"],
        "share.acknowledgement.mode" => &["implicit", "explicit", "EXPLICIT", "", " explicit "],
        "share.acquire.mode" => &["batch_optimized", "record_limit", "RECORD_LIMIT", "", "x"],
        _ => &[],
    }
}
