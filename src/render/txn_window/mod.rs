//! The answer about a transaction window → text, JSON, Markdown, SVG.

mod chart;
pub mod exactly_once;
pub mod json;
mod labels;
pub mod line;
pub mod markdown;
pub mod svg;
mod table;
pub mod text;
