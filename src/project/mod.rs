//! `ackward.toml`: what a project says about its configuration files and pipelines.

pub mod pipeline;
