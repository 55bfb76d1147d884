//! Findings and effective settings → text for people and machines. One file a format; each writes to
//! a `&mut dyn Write`, and none knows a rule.

pub mod check;
pub mod effective;
mod escape;
mod json;
pub mod key;
mod spoken;
mod table;
pub mod txn_window;

pub use escape::{escaped, is_unsafe, push_escaped};
pub use json::write_json;
pub use spoken::{counted, list, releases};
pub use table::table;

/// How text for people looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether to colour.
    pub color: bool,
    /// How many columns there are.
    pub width: usize,
}

impl Default for Look {
    fn default() -> Self {
        Self { color: false, width: 80 }
    }
}
