//! Runs of the real binary in folders of their own: what a user types, and what comes back.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::format_collect, reason = "files are made here, not measured")]

mod baseline;
mod check;
mod effective;
mod explain;
mod flags;
mod folder;
mod generated;
mod input;
mod mend;
mod readme;
mod secrets;
mod tree;

pub(crate) use folder::{Folder, MISSPELT, PRODUCER, Run};
