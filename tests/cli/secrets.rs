//! Secrets are shown in no format, on no line.

use std::fs;

use crate::Folder;

const SECRETS: &str = "\
bootstrap.servers=broker-1:9092
# ssl.key.password=s3cr3t-comment
acks=1
acks=all
ssl.key.password=s3cr3t-known
ssl.key.pasword=s3cr3t-misspelt
ssl.key.pasword=s3cr3t-misspelt-again
enable.idempotent=true
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
  username=\"s3cr3t-user\" \\
  password=\"s3cr3t-jaas\";
sasl.jaas.confg=org.apache.kafka.common.security.plain.PlainLoginModule required password=\"s3cr3t-typo\";
schema.registry.url=https://bob:s3cr3t-url@registry:8081
basic.auth.user.info=bob:s3cr3t-info
bearer.auth.token=s3cr3t-token
my.client.secret=s3cr3t-other
vault.credential=s3cr3t-credential
compresion.type=s3cr3t-plain
export SSL_PASSWORD=s3cr3t-export
ssl.truststore.password=s3cr3t-store # s3cr3t-tail
client.id=Authorization: Bearer s3cr3t-bearer
ssl.keystore.passwords3cr3t-run-on
#ssl.keystore.passwords3cr3t-run-on-comment
retries=s3cr3t-knownXX
db.passwords3cr3t-run-on-other
producer.ssl.key.password;s3cr3t-sign=
";

#[test]
fn no_format_shows_a_secret() {
    let folder = Folder::with(&[("a.properties", SECRETS)]);
    // `compresion.type` shows that there is something to find at all.
    assert!(folder.run(&["a.properties", "--client", "3.9.1"]).out.contains("s3cr3t-plain"));
    for format in ["text", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "markdown"] {
        for complete in [&[][..], &["--complete"]] {
            let run = folder.run(&[&["a.properties", "--client", "3.0.0..4.4.0", "--format", format], complete].concat());
            let all = (run.out + &run.err).replace("s3cr3t-plain", "");
            assert!(!all.contains("s3cr3t"), "{format}: {all}");
        }
    }
    for format in ["text", "json", "properties"] {
        let run = folder.run(&["effective", "a.properties", "--client", "3.0.0,4.4.0", "--format", format, "--role", "producer"]);
        assert!(!(run.out.clone() + &run.err).replace("s3cr3t-plain", "").contains("s3cr3t"), "{format}: {}", run.out);
    }
}

#[test]
fn no_fix_shows_a_secret() {
    let folder = Folder::with(&[("a.properties", SECRETS)]);
    let run = folder.run(&["a.properties", "--client", "3.9.1", "--diff", "--unsafe-fixes"]);
    assert!(run.out.contains('+'), "there is something to mend: {}", run.err);
    assert!(!(run.out.clone() + &run.err).replace("s3cr3t-plain", "").contains("s3cr3t"), "{}", run.out);
}

#[test]
fn a_key_torn_off_a_pem_is_not_shown() {
    let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
    let text = format!("acks=all\nssl.keystore.key=-----BEGIN PRIVATE KEY-----\n{line}\nenable.idempotent=true\n");
    let folder = Folder::with(&[("a.properties", &text)]);
    for format in ["text", "concise", "json"] {
        let run = folder.run(&["a.properties", "--client", "3.9.1", "--format", format, "--role", "producer"]);
        assert!(!run.out.contains("MIIEvQIBADANBgkqh"), "{format}: {}", run.out);
    }
}

#[test]
fn a_file_written_for_a_program_shows_none_either() {
    let folder = Folder::with(&[("a.properties", SECRETS)]);
    folder.run(&["a.properties", "--client", "3.9.1", "--format", "json=out.json", "--format", "text=out.txt"]);
    for name in ["out.json", "out.txt"] {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(!text.replace("s3cr3t-plain", "").contains("s3cr3t"), "{text}");
    }
}
