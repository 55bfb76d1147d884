//! Read a Kafka client's configuration the way the named client release reads it, say what will
//! really happen, and say it at the line that causes it.
//!
//! ```text
//!  bytes ──► entries ──► settings ──► effective ──► findings ──► output
//! ```

pub mod classify;
pub mod cli;
pub mod effective;
pub mod finding;
pub mod fix;
pub mod kafka;
pub mod project;
pub mod properties;
pub mod render;
pub mod rule;
pub mod source;
pub mod suppress;
pub mod txn_window;
pub mod version;
