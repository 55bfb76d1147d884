//! Rows → a table without lines that fits the columns there are.

use comfy_table::{Attribute, Cell, ColumnConstraint, ContentArrangement, Table, Width, presets};

use super::{Look, escape::escaped};

/// A table with a heading. A cell may have several lines; they are escaped. Where the columns do not suffice, cells break.
pub fn table<const N: usize>(look: Look, heading: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(look.width).unwrap_or(u16::MAX));
    if look.color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
        .set_header(heading.map(|text| if look.color { Cell::new(text).add_attribute(Attribute::Dim) } else { Cell::new(text) }));
    for row in rows {
        table.add_row(row.map(|text| text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")));
    }
    // Names stay whole, as long as they leave room for the rest.
    let names = table.column_max_content_widths().first().copied().unwrap_or_default().saturating_add(2);
    if let (Some(first), Ok(most)) = (table.column_mut(0), u16::try_from(look.width * 11 / 20)) {
        first.set_constraint(ColumnConstraint::Absolute(Width::Fixed(names.min(most))));
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fits_its_columns() {
        let rows = [["acks".to_owned(), "a b ".repeat(60)], ["linger.ms".to_owned(), "\u{1b}[0m".to_owned()]];
        let shown = table(Look { color: false, width: 60 }, ["key", "value"], rows);
        assert!(shown.lines().all(|line| line.chars().count() <= 60), "{shown}");
        assert!(shown.starts_with(" key        value\n acks       a b"), "{shown}");
        assert!(shown.ends_with("\\u001b[0m"), "{shown}");
    }
}
