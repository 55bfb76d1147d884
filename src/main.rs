//! The `ackward` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ackward::cli::main(std::env::args_os())
}
