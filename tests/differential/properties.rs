//! Random `.properties` bytes through `java.util.Properties` and through ours.

use std::{error::Error, fmt::Write as _, time::Instant};

use ackward::properties::load_utf16;

use crate::{Options, jvm::Jvm, random::Random, truth::judge::World};

const BATCH: usize = 20_000;

/// Pieces that mean something to the reader.
const PIECES: &[&[u8]] = &[
    b"a",
    b"key",
    b"\\",
    b"\\\\",
    b"\\n",
    b"\\t",
    b"\\f",
    b"\\r",
    b"\\z",
    b"\\u0041",
    b"\\u00e9",
    b"\\uD83D\\uDE00",
    b"\\ud800",
    b"\\udc00x",
    b"\\u12",
    b"\\u",
    b"\\U0041",
    b"\\uuuu",
    b"\\u00fg",
    b"\\u0000",
    b"=",
    b":",
    b" ",
    b"\t",
    b"\x0c",
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\n",
    b"\\\n",
    b"\\\r\n",
    b"\\\r",
    b"\\\n  ",
    b"\\\n#",
    b"\\ ",
    b"\\=",
    b"\\:",
    b"\\#",
    b"\\!",
    b"#",
    b"!",
    b"# c\n",
    b"! c \\\n",
    b" # c\n",
    b"\n ",
    b"\0",
    b"\x0b",
    b"\x85",
    b"\xa0",
    b"\xe9",
    b"\xc3\xa9",
    b"\xef\xbb\xbf",
    b"\xff",
    b"value",
    b"key=value\n",
    b"k v\n",
    b"k : v",
    b"k =",
    b"=v",
    b"k==v",
    b"\"q\"",
    b"'",
    b";",
    b"\x1a",
    b"1",
    b".",
    b"${x:y}",
    b"\\u005c",
    b"\\u005cn",
    b"\\u003d",
    b"\\u0020",
    b"\\u000a",
];

/// Runs it, and prints the first difference, shrunk; `false` where there was one.
pub fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let seed: u64 = options.get("seed", 1)?;
    let inputs: usize = options.get("inputs", 1_000_000)?;
    println!("seed {seed}: {inputs} inputs");
    let start = Instant::now();
    let mut random = Random::new(seed);
    let mut jvm = Jvm::start("properties", World::Bare)?;
    let mut refused = 0;
    for done in (0..inputs).step_by(BATCH) {
        let batch: Vec<Vec<u8>> = (0..BATCH.min(inputs - done)).map(|_| input(&mut random)).collect();
        let answers = jvm.ask(&batch.iter().map(|bytes| hex(bytes)).collect::<Vec<_>>())?;
        for (bytes, answer) in batch.into_iter().zip(answers) {
            refused += usize::from(answer.starts_with('!'));
            if ours(&bytes) != answer.trim_end() {
                let bytes = shrink(&mut jvm, bytes)?;
                let java = jvm.ask(&[hex(&bytes)])?.remove(0);
                println!("differs: {}\n  ours: {}\n  java: {}", bytes.escape_ascii(), ours(&bytes), java.trim_end());
                return Ok(false);
            }
        }
    }
    println!("{inputs} inputs, {refused} of them refused by both, 0 differences, {:.0?}", start.elapsed());
    Ok(true)
}

fn input(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    let any = random.percent(15);
    for _ in 0..random.below(if any { 40 } else { 16 }) {
        if any || random.percent(5) {
            bytes.push(random.next().to_le_bytes()[0]);
        } else {
            bytes.extend_from_slice(random.one(PIECES));
        }
    }
    // Java reads 8192 bytes at a time: now and then something stands across that border.
    if random.percent(1) {
        let mut long = vec![b'a'; 8192 - random.below(12)];
        long.extend(bytes);
        return long;
    }
    bytes
}

/// What ours reads, in the words of the harness.
fn ours(bytes: &[u8]) -> String {
    let Ok(pairs) = load_utf16(bytes) else { return "!".into() };
    let mut text = String::new();
    for (key, value) in pairs {
        for (units, end) in [(key, '='), (value, ';')] {
            for unit in units {
                write!(text, "{unit:04x}").expect("writing to a String never fails");
            }
            text.push(end);
        }
    }
    text
}

/// Takes bytes away as long as both still differ.
fn shrink(jvm: &mut Jvm, mut bytes: Vec<u8>) -> Result<Vec<u8>, Box<dyn Error>> {
    loop {
        let shorter: Vec<Vec<u8>> = (0..bytes.len())
            .map(|at| {
                let mut shorter = bytes.clone();
                shorter.remove(at);
                shorter
            })
            .collect();
        let answers = jvm.ask(&shorter.iter().map(|bytes| hex(bytes)).collect::<Vec<_>>())?;
        match shorter.into_iter().zip(answers).find(|(bytes, answer)| ours(bytes) != answer.trim_end()) {
            Some((shorter, _)) => bytes = shorter,
            None => return Ok(bytes),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a String never fails");
        text
    })
}
