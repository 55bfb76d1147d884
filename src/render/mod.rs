//! Findings and effective settings → text for people and machines. One file a format; each writes to
//! a `&mut dyn Write`, and none knows a rule.

pub mod check;
pub mod effective;
mod escape;
mod json;
pub mod key;
pub mod rule;
mod spoken;
mod table;
pub mod txn_window;

pub use escape::{escaped, is_unsafe, push_escaped};
pub use json::{OneByOne, write_json};
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

impl Look {
    /// The text broken at blanks only, so that what a user may copy stays whole where it fits a line; the
    /// first line and the others behind these indents.
    pub fn fill(self, text: &str, first: &str, rest: &str) -> String {
        let options = textwrap::Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(rest)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::fill(text, options)
    }
}

impl Default for Look {
    fn default() -> Self {
        Self { color: false, width: 80 }
    }
}
