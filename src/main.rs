//! The `ackward` command.

fn main() {}
