//! Talks to the harness on the JVM.

use std::{
    io::{self, BufRead as _, BufReader, BufWriter, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
};

use ackward::version::Version;
use serde::Deserialize;

use crate::truth::{Measured, Values, judge::World, scenario::Scenario};

/// A running harness.
pub struct Jvm {
    child: Child,
    requests: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(flatten)]
    measured: Measured,
}

impl Jvm {
    /// Starts `tests/harness/run COMMAND` in a world.
    pub fn start(command: &str, world: World) -> io::Result<Self> {
        let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/harness/run");
        let mut harness = Command::new(run);
        if world == World::Application {
            harness.env("ACKWARD_APPLICATION", "1");
        }
        let mut child = harness.arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let requests = child.stdin.take().ok_or_else(|| io::Error::other("the harness has no input"))?;
        let answers = child.stdout.take().ok_or_else(|| io::Error::other("the harness has no output"))?;
        Ok(Self {
            child,
            requests: BufWriter::with_capacity(1 << 16, requests),
            answers: BufReader::with_capacity(1 << 16, answers),
        })
    }

    /// What a release makes of each scenario, in their order.
    pub fn construct(&mut self, version: Version, scenarios: &[&Scenario]) -> io::Result<Vec<Measured>> {
        let lines = scenarios.iter().map(|scenario| request(version, scenario, true)).collect::<Vec<_>>();
        let answers = self.ask(&lines)?;
        answers.iter().map(|line| Ok(serde_json::from_str::<Answer>(line)?.measured)).collect()
    }

    /// Everything that a client shows which is given no more than it needs; empty where there is no such client.
    pub fn base(&mut self, version: Version, scenario: &Scenario) -> io::Result<Values> {
        let answers = self.ask(&[request(version, scenario, false)])?;
        match serde_json::from_str::<Answer>(&answers[0])?.measured {
            Measured::Starts { shows, .. } => Ok(shows),
            Measured::NoSuchClient => Ok(Values::new()),
            Measured::Refuses { reason, .. } => Err(io::Error::other(format!("{version} refuses the simplest client: {reason}"))),
        }
    }

    /// Sends lines, and reads as many.
    pub fn ask(&mut self, lines: &[String]) -> io::Result<Vec<String>> {
        let (requests, answers) = (&mut self.requests, &mut self.answers);
        thread::scope(|scope| {
            let writer = scope.spawn(move || {
                for line in lines {
                    requests.write_all(line.as_bytes())?;
                    requests.write_all(b"\n")?;
                }
                requests.flush()
            });
            let mut received = Vec::with_capacity(lines.len());
            for _ in lines {
                let mut line = String::new();
                if answers.read_line(&mut line)? == 0 {
                    return Err(io::Error::other(format!("the harness ended after {} answers", received.len())));
                }
                received.push(line);
            }
            writer.join().map_err(|_| io::Error::other("the writer panicked"))??;
            Ok(received)
        })
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // Its input ends with it; a harness that hangs must not outlive the driver.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn request(version: Version, scenario: &Scenario, brief: bool) -> String {
    let config: serde_json::Map<String, serde_json::Value> =
        scenario.entries.iter().map(|(key, value)| (key.clone(), value.clone().into())).collect();
    let mut request = serde_json::json!({ "release": version.to_string(), "role": scenario.role.name(), "config": config });
    if brief {
        request["brief"] = true.into();
    }
    request.to_string()
}
