//! `--fix` on 10,000 files: what it costs, and that no byte outside the edits changes, also when it is
//! killed half way: `cargo bench --bench fix`. Fails where one does.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may panic")]

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const FILES: usize = 10_000;

/// What each file is made of: pairs of what stands there and what has to stand there in the end.
const PARTS: [(&str, &str); 9] = [
    ("# the ledger's producer, caf\u{e9}\n", "# the ledger's producer, caf\u{e9}\n"),
    ("enable.idempotent=true\n", "enable.idempotence=true\n"),
    ("\n  \t\n", "\n  \t\n"),
    ("bootstrap.servers = a:9092,\\\n    b:9092  \n", "bootstrap.servers = a:9092,\\\n    b:9092  \n"),
    ("client.id\\\n :\\u00e9\\:x\\\n", "client.id\\\n :\\u00e9\\:x\\\n"),
    ("\n", "\n"),
    ("linger.ms=5\n", ""),
    ("  linger.ms : 20\n", "  linger.ms : 20\n"),
    ("compresion.type=lz4", "compression.type=lz4"),
];

fn main() {
    let folder = tempfile::tempdir().unwrap();
    for index in 0..FILES {
        let path = folder.path().join(format!("{}/{index}.properties", index % 100));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents(index).0).unwrap();
    }

    let mut child = fix(folder.path()).spawn().unwrap();
    thread::sleep(Duration::from_millis(400));
    child.kill().unwrap();
    child.wait().unwrap();
    let done = count(folder.path(), |index, bytes| {
        let (before, after) = contents(index);
        assert!(bytes == before || bytes == after, "{index} is neither what it was nor what it has to be");
        bytes == after
    });
    println!("killed after 0.4 s: {done} of {FILES} files mended, the others untouched");

    let start = Instant::now();
    assert!(fix(folder.path()).status().unwrap().code().is_some());
    let taken = start.elapsed();
    let done = count(folder.path(), |index, bytes| bytes == contents(index).1);
    assert_eq!(done, FILES, "so many files are what they have to be, byte for byte");
    println!("the rest: {taken:.2?}; every byte outside the edits as it was in {done} files");

    let start = Instant::now();
    fix(folder.path()).status().unwrap();
    println!("once more: {:.2?}", start.elapsed());
    assert_eq!(count(folder.path(), |index, bytes| bytes == contents(index).1), FILES);
}

fn fix(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ackward"));
    command.args(["--client", "3.9.1", "--role", "producer", "--fix", "--unsafe-fixes", "--quiet"]);
    command.args(["--select", "misspelt-key,duplicate-key", "--format", "concise"]);
    command.current_dir(folder).stdout(Stdio::null());
    command
}

fn count(folder: &Path, holds: impl Fn(usize, Vec<u8>) -> bool) -> usize {
    let read = |index: usize| fs::read(folder.join(format!("{}/{index}.properties", index % 100))).unwrap();
    (0..FILES).filter(|index| holds(*index, read(*index))).count()
}

/// A file before and after: in one of three line ends and one of two encodings, and some with nothing to be mended.
fn contents(index: usize) -> (Vec<u8>, Vec<u8>) {
    let end = ["\n", "\r\n", "\r"][index % 3];
    let bytes = |text: String| {
        let text = text.replace('\n', end);
        if index.is_multiple_of(2) { text.into_bytes() } else { text.chars().map(|c| u8::try_from(c).unwrap()).collect() }
    };
    let side = |pick: fn(&(&str, &str)) -> String| bytes(PARTS.iter().map(pick).collect::<String>() + &format!("\n# {index}"));
    let after = side(|part| part.1.to_owned());
    if index.is_multiple_of(10) { (after.clone(), after) } else { (side(|part| part.0.to_owned()), after) }
}
