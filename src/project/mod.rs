//! What a repository says about its own configuration files: `ackward.toml`, pipelines, and the
//! kafka-clients release that its build files name.

pub mod baseline;
pub mod config;
pub mod discover;
pub mod error;
pub mod git;
pub mod init;
pub mod nearest;
pub mod pipeline;
pub mod place;
pub mod preset;
pub mod release;
pub mod selection;
pub mod settings;
pub mod worse;

pub use baseline::{Base, Baseline};
pub use config::{At, Config, FILE_NAME, FailOn};
pub use discover::{Project, Projects};
pub use error::Error;
pub use pipeline::Pipeline;
pub use selection::Selection;
pub use settings::{By, Said, Settings};
