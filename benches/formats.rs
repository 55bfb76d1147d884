//! What it costs to write 500 findings in each format: `cargo bench --bench formats`. Nothing here fails.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may panic")]

use std::{hint::black_box, time::Instant};

use ackward::{
    classify::classify,
    finding::FileId,
    properties::read,
    render::{
        Look,
        check::{Format, JudgedFile, Report},
    },
    rule::{File, Options, check},
    source::Source,
    version::{Version, VersionSet},
};

const TEXT: &str = "\
bootstrap.servers=broker-1:9092,broker-2:9092
acks=1
enable.idempotent=true
linger.ms=5
linger.ms=20 # ms
ssl.key.password=\"hunter2\"
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"secret\";
max.poll.records=500
";

fn main() {
    let clients = VersionSet::one(Version::parse("3.9.1").unwrap());
    let mut report = Report::default();
    while report.findings.len() < 500 {
        let source = Source::new(format!("services/{}/producer.properties", report.files.len()), TEXT.as_bytes().to_vec());
        let id = FileId(report.files.len());
        let properties = read(&source);
        let classification = classify(&properties);
        let file = File { id, properties: &properties, classification: &classification };
        report.findings.extend(check(&file, clients, &Options::default()));
        drop(properties);
        let (role, roles) = (classification.kind.name(), classification.views.iter().map(|view| view.role).collect());
        let (role_because, client_because) = (classification.because, "".into());
        report.files.push(JudgedFile { source, role, roles, role_because, clients, client_because });
    }
    report.findings.truncate(500);
    report.sort();
    println!("{} findings in {} files", report.findings.len(), report.files.len());
    for format in Format::ALL {
        let mut best = f64::INFINITY;
        let mut length = 0;
        for _ in 0..20 {
            let mut out = Vec::new();
            let start = Instant::now();
            format.write(black_box(&report), Look::default(), &mut out).unwrap();
            best = best.min(start.elapsed().as_secs_f64() * 1000.0);
            length = out.len();
        }
        println!("{:10} {best:6.2} ms  {length:7} bytes", format.name());
    }
}
