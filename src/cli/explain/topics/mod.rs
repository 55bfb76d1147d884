//! The topics that `explain` knows, and how their text is set.

use std::io::{self, Write};

use anstyle::Style;

use crate::render::Look;

/// A topic: its name, and its text with one paragraph a line.
pub struct Topic {
    /// What the user types.
    pub name: &'static str,
    text: &'static str,
}

/// All of them.
pub const TOPICS: [Topic; 5] = [
    Topic { name: "acks", text: include_str!("acks.txt") },
    Topic { name: "idempotence", text: include_str!("idempotence.txt") },
    Topic { name: "metrics", text: include_str!("metrics.txt") },
    Topic { name: "ordering", text: include_str!("ordering.txt") },
    Topic { name: "transactions", text: include_str!("transactions.txt") },
];

impl Topic {
    /// The topic of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        TOPICS.iter().find(|topic| topic.name == name)
    }

    /// Writes it, wrapped at the width; headings stand out where there is colour.
    pub fn write(&self, look: Look, out: &mut dyn Write) -> io::Result<()> {
        let bold = if look.color { Style::new().bold() } else { Style::new() };
        for line in self.text.lines() {
            match line.strip_prefix("- ") {
                Some(item) => writeln!(out, "{}", look.fill(item, "  - ", "    "))?,
                None if line.is_empty() => writeln!(out)?,
                None => writeln!(out, "{bold}{}{bold:#}", look.fill(line, "", "  "))?,
            }
        }
        Ok(())
    }
}
