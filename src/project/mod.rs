//! What a repository says about its own configuration files: `ackward.toml`, pipelines, and the
//! kafka-clients release that its build files name.

pub mod config;
pub mod error;
pub mod nearest;
pub mod pipeline;
pub mod release;

pub use config::{Config, FILE_NAME, FailOn};
pub use error::Error;
