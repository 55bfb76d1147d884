//! The conversation, driven through a pseudo-terminal.

use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

const PATIENCE: Option<u64> = Some(20_000);
const DOWN: &str = "\u{1b}[B";
const ESCAPE: &str = "\u{1b}";
/// More than any proposal is long.
const CLEAR: &str = "\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}";

fn start(flags: &[&str]) -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ackward"));
    command.arg("txn-window").args(flags).env("NO_COLOR", "1").env("TERM", "xterm").current_dir(super::folder("prompt", &[]));
    spawn_command(command, PATIENCE).unwrap()
}

fn say(session: &mut PtySession, text: &str) {
    session.send(text).unwrap();
    session.send("\r").unwrap();
    session.flush().unwrap();
}

#[test]
fn asks_answers_lets_change_and_prints_the_command() {
    let mut session = start(&[]);
    session.exp_string("who drives the producer?").unwrap();
    say(&mut session, "");
    session.exp_string("commit interval?").unwrap();
    session.exp_string("longest time from the first send to asking for the commit").unwrap();
    say(&mut session, "30x");
    session.exp_string("unknown unit").unwrap();
    say(&mut session, &format!("{CLEAR}30s"));
    session.exp_string("commit latency?").unwrap();
    say(&mut session, "12s");
    session.exp_string("restart?").unwrap();
    say(&mut session, "3m");
    session.exp_string("visibility tolerance?").unwrap();
    say(&mut session, "480000");
    for question in ["sweep?", "broker's maximum?", "headroom?", "timeout in use today?"] {
        session.exp_string(question).unwrap();
        say(&mut session, "");
    }
    session.exp_string("transaction.timeout.ms=450000").unwrap();
    session.exp_string("what next?").unwrap();
    say(&mut session, &DOWN.repeat(3));
    session.exp_string("restart?").unwrap();
    say(&mut session, &format!("{CLEAR}360s"));
    // The arrows between the figures are not ASCII, which is all that the session reads.
    for moved in ["moved: floor 222 s ", " 402 s, recommended 450 s ", " 470 s, stall 460 s "] {
        session.exp_string(moved).unwrap();
    }
    session.exp_string("what next?").unwrap();
    say(&mut session, "");
    session
        .exp_string("ackward txn-window --for plain --commit-interval 30s --commit-latency 12s --restart 360s --visibility 480s")
        .unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn goes_back_and_asks_again_for_what_cannot_be() {
    let mut session = start(&["--isolated", "--visibility", "480s"]);
    session.exp_string("commit interval?").unwrap();
    say(&mut session, &format!("{CLEAR}5s"));
    session.exp_string("commit latency?").unwrap();
    session.send(ESCAPE).unwrap();
    session.flush().unwrap();
    session.exp_string("commit interval?").unwrap();
    say(&mut session, &format!("{CLEAR}0"));
    for question in ["commit latency?", "restart?"] {
        session.exp_string(question).unwrap();
        say(&mut session, "0");
    }
    session.exp_string("there is nothing to outlast").unwrap();
    session.exp_string("commit interval?").unwrap();
    say(&mut session, &format!("{CLEAR}30s"));
    session.exp_string("transaction.timeout.ms=60000").unwrap();
    session.exp_string("what next?").unwrap();
    say(&mut session, DOWN);
    session.exp_string("commit interval?").unwrap();
    session.send(ESCAPE).unwrap();
    session.flush().unwrap();
    session.exp_string("what next?").unwrap();
    session.send(ESCAPE).unwrap();
    session.flush().unwrap();
    session.exp_string("ackward txn-window --commit-interval 30s --commit-latency 0s --restart 0s --visibility 480s").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn asks_only_for_what_is_missing() {
    let mut session = start(&["--isolated", "--commit-interval", "30s", "--restart", "180s", "--visibility", "480s"]);
    session.exp_string("commit latency?").unwrap();
    say(&mut session, "12s");
    session.exp_string("transaction.timeout.ms=450000").unwrap();
    session.exp_string("what next?").unwrap();
    say(&mut session, "");
    session.exp_string("--commit-latency 12s").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn can_be_left() {
    let mut session = start(&["--isolated"]);
    session.exp_string("who drives the producer?").unwrap();
    session.send("\u{3}").unwrap();
    session.flush().unwrap();
    session.exp_string("left without an answer").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn a_gate_never_asks() {
    let mut session = start(&["--isolated", "--check"]);
    session.exp_string("are missing").unwrap();
    session.exp_eof().unwrap();
}
