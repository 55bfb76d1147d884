//! What a run costs, as ratios to what cannot be avoided: `cargo bench`. Nothing here fails.
//!
//! Times are of processor, user and system, of whole processes where nothing else is said. Machines
//! differ and so do their moods, so each figure stands beside one of the same run.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may panic")]

use std::{
    env, fs,
    hint::black_box,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use ackward::{
    classify::classify,
    finding::FileId,
    properties,
    rule::{File, Options, check},
    source::Source,
    version::{Version, VersionSet},
};
use nix::sys::resource::{Usage, UsageWho, getrusage};
use tempfile::TempDir;

const ACKWARD: &str = env!("CARGO_BIN_EXE_ackward");

const PRODUCER: &str = "\
bootstrap.servers=broker-1:9092,broker-2:9092
key.serializer=org.apache.kafka.common.serialization.StringSerializer
value.serializer=org.apache.kafka.common.serialization.ByteArraySerializer
acks=1
linger.ms=20
batch.size=65536
compression.type=lz4
delivery.timeout.ms=120000
security.protocol=SASL_SSL
sasl.mechanism=PLAIN
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"p\";
client.id=orders
";

fn main() {
    // The bench runs itself for what it compares with.
    let args: Vec<String> = env::args().collect();
    if let [_, mode, root] = args.as_slice()
        && mode == "--walk-and-read"
    {
        black_box(walk_and_read(Path::new(root)));
        return;
    }
    let folder = TempDir::new().unwrap();
    cold_start(folder.path());
    tree(folder.path());
    rules();
}

/// One small file, against a program that does nothing.
fn cold_start(folder: &Path) {
    const RUNS: u32 = 300;
    fs::write(folder.join("producer.properties"), PRODUCER).unwrap();
    let check = |path: &Path| {
        let mut command = Command::new(path);
        command.arg(folder.join("producer.properties")).args(["--client", "3.9.1"]);
        command
    };
    // Before any other child: the system tells only the largest.
    run(&mut check(Path::new(ACKWARD)));
    let memory = mebibytes(getrusage(UsageWho::RUSAGE_CHILDREN).unwrap());
    let empty = folder.join("empty");
    fs::write(folder.join("empty.rs"), "fn main() {}\n").unwrap();
    let compiled = Command::new("rustc").args(["-O", "-o"]).arg(&empty).arg(folder.join("empty.rs")).status().unwrap();
    assert!(compiled.success());
    let program = |path: &Path| Command::new(path);
    let [nothing, one] = alternate(RUNS, [&|| program(&empty), &|| check(Path::new(ACKWARD))]);
    println!(
        "cold start of check on one file   {:>8} against {:>8} of an empty program: × {:.1} (aim 2), {} above it (limit 5 ms)",
        said(one),
        said(nothing),
        ratio(one, nothing),
        said(one.saturating_sub(nothing))
    );
    println!("  its peak memory                 {memory:>8.1} MiB (limit 15)");
}

/// Ten thousand files, against reading them one after the other.
///
/// A third are producers with SASL, each with one error; a third are consumers about which there is nothing to
/// say; a third are texts of an application. The check writes its findings as JSON, with every file of Kafka's.
fn tree(folder: &Path) {
    const FILES: usize = 10_000;
    let root = folder.join("tree");
    let mut bytes = 0;
    for n in 0..FILES {
        let path = root.join(format!("service-{:02}/module-{:02}", n % 37, n % 11));
        fs::create_dir_all(&path).unwrap();
        let text = match n % 3 {
            0 => format!("{PRODUCER}transactional.id=t-{n}\n"),
            1 => format!(
                "bootstrap.servers=broker-1:9092\ngroup.id=g-{n}\nisolation.level=read_committed\nenable.auto.commit=false\nmax.poll.records={n}\n"
            ),
            _ => format!("message=text number {n} of the application\n").repeat(20),
        };
        bytes += text.len();
        fs::write(path.join(format!("file-{n}.properties")), text).unwrap();
    }
    let read = || {
        let mut command = Command::new(env::current_exe().unwrap());
        command.arg("--walk-and-read").arg(&root);
        command
    };
    let lint = || {
        let mut command = Command::new(ACKWARD);
        command.arg(&root).args(["--client", "3.9.1", "--format", "json", "--fail-on", "never"]);
        command
    };
    let [read_cpu, lint_cpu] = alternate(7, [&read, &lint]);
    println!(
        "a tree of {FILES} files            {:>8} against {:>8} of walking and reading: × {:.1} (limit 4, aim 2)",
        said(lint_cpu),
        said(read_cpu),
        ratio(lint_cpu, read_cpu)
    );
    println!(
        "  in 407 folders, {} bytes a file on average: producers with an error each, clean consumers, other texts",
        bytes / FILES
    );
    let on_threads = |threads: usize| {
        let mut command = lint();
        command.env("RAYON_NUM_THREADS", threads.to_string()).stdin(Stdio::null()).stderr(Stdio::null());
        let start = Instant::now();
        let output = command.output().unwrap().stdout;
        (start.elapsed(), output)
    };
    let cores = std::thread::available_parallelism().unwrap().get();
    let (alone, one) = on_threads(1);
    let (together, all) = on_threads(cores);
    let same = if one == all { "the same output" } else { "ANOTHER output" };
    println!("  by the clock                    {:>8} on one thread, {} on {cores} with {same}", said(alone), said(together));
}

/// All rules over one parsed file, against parsing it.
fn rules() {
    let source = Source::new("producer.properties", PRODUCER.as_bytes().to_vec());
    let parse = each(|| drop(black_box(properties::read(&source))));
    let properties = properties::read(&source);
    let tell = each(|| drop(black_box(classify(&properties))));
    let classification = classify(&properties);
    let file = File { id: FileId(0), properties: &properties, classification: &classification };
    let options = Options::default();
    let judge = |clients: VersionSet| each(|| drop(black_box(check(&file, clients, &options))));
    let one = judge(VersionSet::one(Version::NEWEST));
    let all = judge(VersionSet::ALL);
    println!("one file in memory: parsed        {:>8}", said(parse));
    println!("  told what it is                 {:>8}: × {:.1}", said(tell), ratio(tell, parse));
    println!("  all rules, one release          {:>8}: × {:.1} (limit 50 µs)", said(one), ratio(one, parse));
    println!("  all rules, {} releases          {:>8}: × {:.1}", VersionSet::ALL.len(), said(all), ratio(all, parse));
}

/// Processor time of each program, the least of its runs; they take turns so that both meet the same machine.
fn alternate<const N: usize>(runs: u32, programs: [&dyn Fn() -> Command; N]) -> [Duration; N] {
    let mut least = [Duration::MAX; N];
    for _ in 0..runs {
        for (program, least) in programs.iter().zip(&mut least) {
            let before = processor(getrusage(UsageWho::RUSAGE_CHILDREN).unwrap());
            run(&mut program());
            *least = (*least).min(processor(getrusage(UsageWho::RUSAGE_CHILDREN).unwrap()).saturating_sub(before));
        }
    }
    least
}

fn run(command: &mut Command) {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
}

/// The time of one call, from many.
fn each(mut call: impl FnMut()) -> Duration {
    const CALLS: u32 = 500;
    (0..10)
        .map(|_| {
            let start = Instant::now();
            (0..CALLS).for_each(|_| call());
            start.elapsed() / CALLS
        })
        .min()
        .unwrap()
}

fn walk_and_read(folder: &Path) -> usize {
    let entries: Vec<(PathBuf, bool)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.map(|entry| (entry.path(), entry.file_type().unwrap().is_dir())).unwrap())
        .collect();
    entries
        .into_iter()
        .map(|(path, is_folder)| if is_folder { walk_and_read(&path) } else { fs::read(path).unwrap().len() })
        .sum()
}

fn processor(usage: Usage) -> Duration {
    let micros = |time: nix::sys::time::TimeVal| u64::try_from(time.tv_sec() * 1_000_000 + time.tv_usec()).unwrap();
    Duration::from_micros(micros(usage.user_time()) + micros(usage.system_time()))
}

/// The largest child so far.
fn mebibytes(usage: Usage) -> f64 {
    f64::from(u32::try_from(usage.max_rss()).unwrap()) / 1024.0
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn said(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1000.0 { format!("{micros:.1} µs") } else { format!("{:.2} ms", micros / 1000.0) }
}
