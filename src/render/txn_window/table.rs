//! The table of a sweep: a row for each value of the input.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};

use crate::txn_window::millis::Millis;
use crate::txn_window::report::Report;
use crate::txn_window::vary::{Row, Variation};
use crate::txn_window::window::Verdict;

/// The heading and the cells of each row, as every format shows them.
#[must_use]
pub fn cells(variation: &Variation, report: &Report) -> (Vec<String>, Vec<Vec<String>>) {
    let with_tolerance = variation.rows.iter().any(|row| row.spare.is_some());
    let over_broker = variation.rows.iter().any(|row| row.excess().broker_max.is_some());
    let mut heading =
        vec![variation.input.words().to_owned(), format!("timeout ×{}", report.inputs.headroom), "worst stall".to_owned()];
    if variation.input == crate::txn_window::inputs::InputName::Headroom {
        "timeout".clone_into(&mut heading[1]);
    }
    if with_tolerance {
        heading.push("against V".to_owned());
    }
    if over_broker || !with_tolerance {
        heading.push("against broker".to_owned());
    }
    heading.push("verdict".to_owned());
    let rows = variation
        .rows
        .iter()
        .map(|row| {
            let mut cells = vec![row.at.to_string(), row.window.required.to_string(), row.stall.to_string()];
            if with_tolerance {
                cells.push(row.spare.map(against).unwrap_or_default());
            }
            if over_broker || !with_tolerance {
                cells.push(against(Millis::from_wide(row.inputs.broker_max.wide() - row.window.required.wide())));
            }
            cells.push(verdict(row).to_owned());
            cells
        })
        .collect();
    (heading, rows)
}

/// What is left to a bound: `26 s under`, `exactly at it`, `34 s over`.
fn against(spare: Millis) -> String {
    match spare.get() {
        0 => "exactly at it".to_owned(),
        1.. => format!("{spare} under"),
        _ => format!("{} over", spare.abs()),
    }
}

const fn verdict(row: &Row) -> &'static str {
    match row.window.verdict {
        Verdict::Fits => "fits",
        Verdict::HeadroomLost => "headroom lost",
        Verdict::NoLegalValue => "no legal value",
    }
}

/// From so many columns on every column of the table has room.
const ROOMY: usize = 76;

/// A rule under the heading and nothing else.
const RULED: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─'));

/// The lines of the table, at most `width` columns wide where its words allow.
#[must_use]
pub fn variation(variation: &Variation, report: &Report, width: usize) -> Vec<String> {
    let (mut heading, mut rows) = cells(variation, report);
    if width < ROOMY {
        // What the stall and the readers say is kept.
        let kept = |name: &str| !(name.starts_with("timeout") || name == "against broker" && heading.len() > 5);
        let keep: Vec<bool> = heading.iter().map(|name| kept(name)).collect();
        for cells in std::iter::once(&mut heading).chain(&mut rows) {
            let mut keep = keep.iter();
            cells.retain(|_| keep.next().is_none_or(|keep| *keep));
        }
    }
    let columns = heading.len();
    let mut table = Table::new();
    table
        .load_style(RULED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX))
        .set_header(heading);
    for row in rows {
        table.add_row(row);
    }
    for column in 0..columns - 1 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    if let Some(verdict) = table.column_mut(columns - 1) {
        verdict.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(16)));
    }
    table.lines().collect()
}
