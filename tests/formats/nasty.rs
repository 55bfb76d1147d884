//! A report in which everything is that a format can trip over.

use ackward::{
    finding::{Edit, FileId, Finding, Fix, Outcome, Related, Severity},
    kafka::Role,
    render::check::{JudgedFile, Report},
    source::{Source, Span},
    suppress::{By, Suppressed},
    version::{Version, VersionSet},
};

/// What no format may tell.
pub const SECRETS: [&str; 3] = ["hunter2", "s3cr3t-token", "alice-secret"];

/// The files, from the root of the repository.
pub const PATHS: [&str; 4] = [
    "services/a b/50%, größe:1.properties",
    "services/<&\"'>`|*.properties",
    "services/latin.properties",
    "services/clean.properties",
];

const TEXTS: [&[u8]; 4] = [
    "# größe, 日本\nssl.key.password=hunter2\nacks=1\nsasl.jaas.config=x \\\n  password=\"alice-secret\";\nacks=1\n".as_bytes(),
    b"client.id=a\x1b[31m<b>\xe2\x80\xae|x|`y`\nlinger.ms=5\nlinger.ms=5\n",
    b"# caf\xe9\r\ngroup.id=\xe9\xe9 acks=1\r\n",
    b"acks=all\n",
];

/// The report, as of a run in `services/`.
pub fn report() -> Report {
    moved_down(0)
}

/// The same with so many more lines before what was found.
pub fn moved_down(lines: usize) -> Report {
    let files: Vec<JudgedFile> = PATHS
        .iter()
        .zip(TEXTS)
        .map(|(path, text)| JudgedFile {
            source: Source::new(path.strip_prefix("services/").unwrap(), [&b"\n".repeat(lines)[..], text].concat()),
            role: "producer",
            roles: vec![Role::Producer],
            role_because: String::new(),
            clients: VersionSet::range(Version::new([3, 0, 0, 0]), Version::NEWEST),
            client_because: "".into(),
        })
        .collect();
    let mut report = Report { files, here: "services/".into(), ..Report::default() };
    let find = |report: &Report, file: usize, text: &str, nth: usize| {
        let bytes = report.files[file].source.bytes();
        let starts = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(text.as_bytes()));
        let start = starts.collect::<Vec<_>>()[nth];
        Span::new(start, start + text.len())
    };
    let acks = find(&report, 0, "acks=1", 0);
    let acks_again = find(&report, 0, "acks=1", 1);
    let password = find(&report, 0, "hunter2", 0);
    let jaas = find(&report, 0, "sasl.jaas.config=x \\\n  password", 0);
    let client_id = find(&report, 1, "client.id", 0);
    let linger = find(&report, 1, "linger.ms=5", 1);
    let latin = find(&report, 2, "acks=1", 0);
    report.findings = vec![
        Finding {
            label: Some("a retry can now write a record twice".into()),
            help: Some("acks=all keeps it\r\nor: 100 % of it".into()),
            related: vec![Related { file: FileId(0), span: acks_again, message: "written again: hunter2".into() }],
            fix: Some(fix(0, true, &[(acks, "acks=all")])),
            ..finding("idempotence-silently-off", Severity::Warning, 0, Some(acks), &["acks", "enable.idempotence"])
        },
        finding("idempotence-silently-off", Severity::Warning, 0, Some(acks_again), &["acks", "enable.idempotence"]),
        Finding {
            message: "hunter2 is a 100 % bad password,\nisn't it: ::error::x".into(),
            fix: Some(fix(0, true, &[(password, "hunter2!")])),
            ..finding("placeholder-password", Severity::Error, 0, Some(password), &["ssl.key.password"])
        },
        Finding {
            message: "`s3cr3t-token` hides nothing; alice-secret does".replace("s3cr3t-token", "x"),
            fix: Some(fix(0, false, &[(Span::new(jaas.start, jaas.start + 4), "SASL"), (Span::new(jaas.end, jaas.end), "x")])),
            ..finding("jaas-cut-off", Severity::Error, 0, Some(jaas), &["sasl.jaas.config"])
        },
        Finding {
            message: "client.id holds \u{1b}[31m, \u{202e} and <script>|a|`b`*c*_d_ @someone #12 [x](y)".into(),
            ..finding("control-character", Severity::Info, 1, Some(client_id), &["client.id\u{1b}"])
        },
        Finding {
            related: vec![Related { file: FileId(0), span: password, message: "as there".into() }],
            fix: Some(fix(1, false, &[(linger, ""), (client_id, "client.id\n")])),
            ..finding("duplicate-key", Severity::Warning, 1, Some(linger), &["linger.ms"])
        },
        finding("missing-bootstrap", Severity::Error, 1, None, &["bootstrap.servers"]),
        Finding {
            clients: VersionSet::one(Version::new([3, 9, 1, 0])),
            ..finding("lost-line-end", Severity::Info, 2, Some(latin), &[])
        },
    ];
    report.suppressed = vec![
        Suppressed {
            finding: finding("duplicate-key", Severity::Warning, 1, Some(linger), &["linger.ms"]),
            by: By::Comment,
            reason: Some("both are meant \u{1b}".into()),
        },
        Suppressed { finding: finding("only-suppressed", Severity::Error, 3, None, &["acks"]), by: By::Baseline, reason: None },
    ];
    report.sort();
    report
}

fn finding(rule: &'static str, severity: Severity, file: usize, span: Option<Span>, keys: &[&str]) -> Finding {
    Finding {
        rule,
        severity,
        outcome: Outcome::WeakerGuarantee,
        file: FileId(file),
        span,
        keys: keys.iter().map(|&key| key.to_owned()).collect(),
        roles: vec![Role::Producer],
        clients: VersionSet::range(Version::new([3, 0, 0, 0]), Version::NEWEST),
        message: "acks=1 switches idempotence off without a word".into(),
        label: None,
        help: None,
        related: Vec::new(),
        fix: None,
    }
}

fn fix(file: usize, safe: bool, edits: &[(Span, &str)]) -> Fix {
    let edits = edits.iter().map(|&(span, text)| Edit { file: FileId(file), span, text: text.to_owned() });
    Fix { safe, title: "write it as it is meant".into(), edits: edits.collect() }
}
