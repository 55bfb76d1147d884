//! The transaction window: commit interval, latency, restart and tolerance → the values of
//! `transaction.timeout.ms` that are right, and what each of them costs.

pub mod files;
pub mod headroom;
pub mod inputs;
pub mod inverse;
pub mod judge;
pub mod latencies;
pub mod mend;
pub mod millis;
pub mod preset;
pub mod report;
pub mod sources;
pub mod vary;
pub mod window;
pub mod words;

#[cfg(test)]
pub(crate) mod testing;
