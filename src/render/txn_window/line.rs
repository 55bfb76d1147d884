//! The number line: where floor, default, recommendation, ceiling, broker maximum and the judged
//! value lie, on as many columns as there are.

use anstyle::{AnsiColor, Style};

use super::labels::Label;
use crate::txn_window::millis::Millis;
use crate::txn_window::report::Report;

/// What a point on the line is. In ascending order of what shows where two fall on one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The broker's maximum.
    BrokerMax,
    /// What the timeout is where nobody writes it.
    Default,
    /// The upper end of the window.
    Ceiling,
    /// The lower end of the window.
    Floor,
    /// The value to write.
    Recommended,
    /// The value that was judged.
    Present,
}

impl Mark {
    /// Its name under the line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BrokerMax => "broker maximum",
            Self::Default => "default",
            Self::Ceiling => "ceiling",
            Self::Floor => "floor",
            Self::Recommended => "recommended",
            Self::Present => "present",
        }
    }

    const fn glyph(self) -> char {
        match self {
            Self::BrokerMax => '┤',
            Self::Default => '┼',
            Self::Ceiling => '┫',
            Self::Floor => '┣',
            Self::Recommended => '◆',
            Self::Present => '●',
        }
    }
}

/// A value on the line, with everything that it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// Where it lies.
    pub value: Millis,
    /// What it is; the foremost first.
    pub marks: Vec<Mark>,
}

impl Point {
    /// What it is, in words: `ceiling = broker maximum`.
    #[must_use]
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.marks.iter().map(|mark| mark.name()).collect();
        names.join(" = ")
    }
}

/// The points of a report, ascending, equal ones merged; what lies below zero is left out.
#[must_use]
pub fn points(report: &Report) -> Vec<Point> {
    let window = &report.window;
    let mut marked = vec![
        (window.floor, Mark::Floor),
        (window.ceiling, Mark::Ceiling),
        (report.default_timeout, Mark::Default),
        (report.inputs.broker_max, Mark::BrokerMax),
    ];
    marked.extend(window.recommended.map(|value| (value, Mark::Recommended)));
    marked.extend(report.judgement.as_ref().map(|judged| (judged.timeout, Mark::Present)));
    marked.retain(|(value, _)| *value >= Millis::ZERO);
    marked.sort_by_key(|(value, mark)| (*value, std::cmp::Reverse(*mark)));
    let mut points: Vec<Point> = Vec::new();
    for (value, mark) in marked {
        match points.last_mut().filter(|point| point.value == value) {
            Some(point) => point.marks.push(mark),
            None => points.push(Point { value, marks: vec![mark] }),
        }
    }
    points
}

/// A mapping of values to `0..=length`, with a break before the last point where it lies far off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    length: i64,
    full: i64,
    /// The last point, drawn at the end, and where the break before it begins.
    pub broken: Option<(Millis, i64)>,
}

impl Scale {
    /// Make the ascending values fill the length.
    #[must_use]
    pub fn of(values: &[Millis], length: i64) -> Self {
        let last = values.last().map_or(1, |value| value.get()).max(1);
        let before = values.iter().rev().map(|value| value.get()).find(|value| *value < last).unwrap_or(last).max(1);
        if last / 3 <= before {
            return Self { length, full: last, broken: None };
        }
        let full = before.saturating_add(before / 3).max(1);
        let from = scaled(before, full, length);
        Self { length, full, broken: Some((Millis::new(last), from)) }
    }

    /// Where a value lies.
    #[must_use]
    pub fn at(&self, value: Millis) -> i64 {
        match self.broken {
            Some((last, _)) if value >= last => self.length,
            _ => scaled(value.get(), self.full, self.length).min(self.length),
        }
    }
}

/// value × length ÷ full, to the nearest.
fn scaled(value: i64, full: i64, length: i64) -> i64 {
    let (value, full, length) = (i128::from(value), i128::from(full), i128::from(length));
    i64::try_from((2 * value * length + full).div_euclid(2 * full)).unwrap_or(0)
}

/// One character of the picture with its style.
type Cell = (char, Style);

/// Draw it on `width` columns: lines of cells, values above the axis and names below. Empty where
/// the width does not hold the longest name.
#[must_use]
pub fn draw(report: &Report, width: usize) -> Vec<Vec<Cell>> {
    let points = points(report);
    let longest = points.iter().map(|point| point.name().chars().count()).max().unwrap_or(0);
    if width <= longest.max(24) {
        return Vec::new();
    }
    let values: Vec<Millis> = points.iter().map(|point| point.value).collect();
    let scale = Scale::of(&values, i64::try_from(width - 1).unwrap_or(i64::MAX));
    let column = |value: Millis| usize::try_from(scale.at(value)).unwrap_or(0);

    let mut axis = vec![('─', dim()); width];
    axis[0] = ('├', dim());
    if let Some((_, from)) = scale.broken {
        let from = usize::try_from(from).unwrap_or(0) + 1;
        axis[from..].fill(('╌', dim()));
        let middle = usize::midpoint(from, width);
        axis[middle - 1..=middle].fill(('╱', dim()));
    }
    let (floor, ceiling) = (column(report.window.floor), column(report.window.ceiling.max(Millis::ZERO)));
    if report.window.floor <= report.window.ceiling {
        axis[floor..=ceiling].fill(('━', good()));
    } else {
        axis[ceiling..=floor].fill(('┄', bad()));
    }
    let labels: Vec<Label> = points
        .iter()
        .map(|point| Label {
            at: column(point.value),
            above: point.value.to_string(),
            below: point.name(),
            style: style(point.marks[0]),
        })
        .collect();
    // What matters most is drawn last.
    let mut glyphs: Vec<(Mark, usize)> = points.iter().map(|point| (point.marks[0], column(point.value))).collect();
    glyphs.sort_unstable();
    for (mark, at) in glyphs {
        axis[at] = (mark.glyph(), style(mark));
    }
    labelled(axis, &labels)
}

fn dim() -> Style {
    Style::new().dimmed()
}

fn good() -> Style {
    AnsiColor::Green.on_default()
}

fn bad() -> Style {
    AnsiColor::Red.on_default()
}

fn style(mark: Mark) -> Style {
    match mark {
        Mark::BrokerMax | Mark::Default => dim(),
        Mark::Floor | Mark::Ceiling => Style::new(),
        Mark::Recommended => good().bold(),
        Mark::Present => AnsiColor::Cyan.on_default().bold(),
    }
}

/// The axis with the values above and the names below it, stems where a label is not next to it.
fn labelled(axis: Vec<Cell>, labels: &[Label]) -> Vec<Vec<Cell>> {
    let width = axis.len();
    let places = super::labels::arrange(labels, width);
    if places.len() < labels.len() {
        return Vec::new();
    }
    let rows = places.iter().map(|place| place.row + 1).max().unwrap_or(0);
    let blank = vec![(' ', Style::new()); width];
    let (mut above, mut below) = (vec![blank.clone(); rows], vec![blank; rows]);
    for (label, place) in labels.iter().zip(&places) {
        for (side, text, from) in [(&mut above, &label.above, place.above), (&mut below, &label.below, place.below)] {
            for line in &mut side[..place.row] {
                line[label.at] = ('│', dim());
            }
            for (cell, character) in side[place.row][from..].iter_mut().zip(text.chars()) {
                *cell = (character, label.style);
            }
        }
    }
    above.into_iter().rev().chain([axis]).chain(below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::inputs::InputName;
    use crate::txn_window::sources::Origin;
    use crate::txn_window::testing::ferrystone_request;
    use crate::txn_window::vary::Quantity;

    fn drawn(changes: &[(InputName, i64)], width: usize) -> Vec<String> {
        let mut request = ferrystone_request();
        for (input, seconds) in changes {
            request.sources.replace(*input, Quantity::Time(Millis::seconds(*seconds)), Origin::Prompt);
        }
        let lines = draw(&Report::of(request).unwrap(), width);
        lines.iter().map(|line| line.iter().map(|(character, _)| *character).collect::<String>().trim_end().to_owned()).collect()
    }

    #[test]
    fn the_ledger_on_76_columns() {
        assert_eq!(
            drawn(&[], 76),
            [
                "   60 s          222 s           450 s  470 s                          900 s",
                "├────┼─────────────┣━━━━━━━━━━━━━━━━━━◆┫───────────────────────────────────┤",
                "  default        floor     recommended  ceiling               broker maximum",
            ]
        );
    }

    #[test]
    fn a_far_maximum_breaks_the_line() {
        let lines = drawn(&[(InputName::BrokerMax, 86_400)], 60);
        let axis = lines.iter().find(|line| line.starts_with('├')).unwrap();
        assert!(axis.contains("╱╱") && axis.ends_with('┤'), "{axis}");
    }

    #[test]
    fn every_width_either_holds_it_or_shows_nothing() {
        for changes in [
            &[][..],
            &[(InputName::Restart, 720)],
            &[(InputName::Timeout, 0)],
            &[(InputName::Timeout, 3_000_000)],
            &[(InputName::Visibility, 5)],
        ] {
            for width in (0..130).step_by(3) {
                for line in drawn(changes, width) {
                    assert!(line.chars().count() <= width, "{width}: {line}");
                }
            }
        }
    }
}
