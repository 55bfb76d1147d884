//! A sweep as a curve: the worst stall over the swept input, against what readers and broker allow.

use std::fmt::Write as _;

use super::svg::{Anchor, MARGIN, WIDTH, line, text};
use crate::txn_window::inputs::InputName;
use crate::txn_window::millis::Millis;
use crate::txn_window::report::Report;
use crate::txn_window::vary::{Quantity, Row, Variation};
use crate::txn_window::window::Verdict;
use crate::txn_window::words;

const HEIGHT: i64 = 240;
const LEFT: i64 = MARGIN + 72;
const RIGHT: i64 = WIDTH - MARGIN - 8;

/// The steps between two grid lines, in milliseconds.
const STEPS: [i64; 26] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000,
    1_200_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 43_200_000, 86_400_000,
];

/// Draw it below `top`; gives where it ends.
pub(super) fn curve(variation: &Variation, report: &Report, top: i64, out: &mut String) -> i64 {
    let [first, .., last] = variation.rows.as_slice() else { return top };
    let frame = Frame::of(variation, first.at.raw(), last.at.raw(), top + 24);
    text(out, MARGIN, top, "strong", Anchor::Start, &format!("worst stall as the {} changes", variation.input.words()));
    frame.bands(variation, out);
    frame.grid(out);
    frame.ticks(variation, out);
    frame.path("curve", variation, |row| Some(row.stall), out);
    frame.path("limit", variation, |row| row.inputs.visibility, out);
    frame.path("broker", variation, |row| Some(broker_limit(row)), out);
    frame.name_limits(variation, out);
    for crossing in &variation.crossings {
        frame.crossing(variation, crossing.at, out);
    }
    let mut bottom = frame.bottom + 40;
    for crossing in &variation.crossings {
        bottom += 18;
        text(out, LEFT, bottom, "", Anchor::Start, &words::crossing(crossing, variation.input, report.inputs.headroom));
    }
    bottom
}

/// The stall of a timeout at the broker's maximum.
fn broker_limit(row: &Row) -> Millis {
    Millis::from_wide(row.inputs.broker_max.wide() + row.inputs.sweep.wide())
}

struct Frame {
    from: i64,
    to: i64,
    most: i64,
    top: i64,
    bottom: i64,
}

impl Frame {
    fn of(variation: &Variation, from: i64, to: i64, top: i64) -> Self {
        let of = |pick: fn(&Row) -> Option<Millis>| variation.rows.iter().filter_map(pick).map(Millis::get).max().unwrap_or(0);
        let stall = of(|row| Some(row.stall)).max(of(|row| row.inputs.visibility));
        let broker = of(|row| Some(broker_limit(row)));
        // The broker's limit sets the scale only where it is not far above everything else.
        let most = if broker <= stall.saturating_mul(3) { stall.max(broker) } else { stall };
        Self { from, to, most: most.saturating_add(most / 10).max(1), top, bottom: top + HEIGHT }
    }

    fn x(&self, raw: i64) -> i64 {
        LEFT + proportion(raw - self.from, self.to - self.from, RIGHT - LEFT)
    }

    fn y(&self, value: Millis) -> i64 {
        (self.bottom - proportion(value.get(), self.most, HEIGHT)).max(self.top)
    }

    fn shows(&self, value: Millis) -> bool {
        value.get() <= self.most
    }

    /// The verdicts as background, changing exactly at the crossings.
    fn bands(&self, variation: &Variation, out: &mut String) {
        let mut edges = vec![self.from, self.to];
        edges.extend(
            variation.crossings.iter().map(|crossing| crossing.at.raw()).filter(|raw| (self.from..self.to).contains(raw)),
        );
        edges.sort_unstable();
        edges.dedup();
        for edge in edges.windows(2) {
            let middle = edge[0] + (edge[1] - edge[0]) / 2;
            let (class, name) = match variation.row_at(middle).window.verdict {
                Verdict::Fits => ("good", "fits"),
                Verdict::HeadroomLost => ("warn", "headroom lost"),
                Verdict::NoLegalValue => ("bad", "no legal value"),
            };
            let (left, width) = (self.x(edge[0]), self.x(edge[1]) - self.x(edge[0]));
            let _ = writeln!(
                out,
                "<rect class=\"band {class}\" x=\"{left}\" y=\"{}\" width=\"{width}\" height=\"{HEIGHT}\"/>",
                self.top
            );
            if width > 8 * i64::try_from(name.len()).unwrap_or(0) {
                text(out, left + width / 2, self.bottom - 8, class, Anchor::Middle, name);
            }
        }
    }

    fn grid(&self, out: &mut String) {
        let step = STEPS.into_iter().find(|step| self.most / step <= 6).unwrap_or(self.most / 5).max(1);
        let mut value = 0;
        while value <= self.most {
            let y = self.y(Millis::new(value));
            line(out, "grid", (LEFT, y), (RIGHT, y));
            text(out, LEFT - 8, y + 4, "dim", Anchor::End, &Millis::new(value).to_string());
            value += step;
        }
    }

    fn ticks(&self, variation: &Variation, out: &mut String) {
        let every = variation.rows.len().div_ceil(8);
        for row in variation.rows.iter().step_by(every) {
            let x = self.x(row.at.raw());
            line(out, "axis", (x, self.bottom), (x, self.bottom + 5));
            let label = match row.at {
                Quantity::Factor(factor) => format!("×{factor}"),
                Quantity::Time(millis) => millis.to_string(),
            };
            text(out, x, self.bottom + 20, "dim", Anchor::Middle, &label);
        }
        text(out, RIGHT, self.bottom + 38, "dim", Anchor::End, variation.input.words());
    }

    fn path(&self, class: &str, variation: &Variation, value: impl Fn(&Row) -> Option<Millis>, out: &mut String) {
        let points: Vec<String> = variation
            .rows
            .iter()
            .filter_map(|row| Some((row, value(row)?)))
            .filter(|(_, value)| self.shows(*value))
            .map(|(row, value)| format!("{},{}", self.x(row.at.raw()), self.y(value)))
            .collect();
        if points.len() > 1 {
            let _ = writeln!(out, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
        }
    }

    /// Name each limit at the end where the curve is farther from it.
    fn name_limits(&self, variation: &Variation, out: &mut String) {
        let [first, .., last] = variation.rows.as_slice() else { return };
        let place = |limit: &dyn Fn(&Row) -> Option<Millis>| {
            let far = |row: &Row| limit(row).map(|limit| (limit.get() - row.stall.get()).abs());
            let at_end = far(last) > far(first);
            let value = limit(if at_end { last } else { first }).filter(|value| self.shows(*value))?;
            let (x, anchor) = if at_end { (RIGHT - 6, Anchor::End) } else { (LEFT + 6, Anchor::Start) };
            Some((x, self.y(value) - 5, anchor))
        };
        let readers = place(&|row| row.inputs.visibility);
        if let Some((x, y, anchor)) = readers {
            let what = match first.inputs.visibility {
                Some(value) if variation.input != InputName::Visibility => format!("readers tolerate {value}"),
                _ => "what readers tolerate".to_owned(),
            };
            text(out, x, y, "halo bad", anchor, &what);
        }
        let near = |y: i64| readers.is_some_and(|(_, other, _)| (other - y).abs() < 16);
        if let Some((x, y, anchor)) = place(&|row| Some(broker_limit(row))).filter(|(_, y, _)| !near(*y)) {
            text(out, x, y, "halo dim", anchor, "the broker's maximum, and the sweep");
        }
    }

    fn crossing(&self, variation: &Variation, at: Quantity, out: &mut String) {
        if !(self.from..=self.to).contains(&at.raw()) {
            return;
        }
        let row = variation.row_at(at.raw());
        let (x, y) = (self.x(at.raw()), self.y(row.stall));
        line(out, "stem", (x, self.top), (x, self.bottom));
        if row.window.verdict == Verdict::Fits {
            let _ = writeln!(out, "<circle class=\"present\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>");
        }
        let label = match at {
            Quantity::Factor(factor) => format!("×{}", factor.cut(3)),
            Quantity::Time(millis) => millis.to_string(),
        };
        let (anchor, at) = if x < RIGHT - 60 { (Anchor::Start, x + 5) } else { (Anchor::End, x - 5) };
        text(out, at, self.bottom - 26, "halo strong", anchor, &label);
    }
}

/// part ÷ whole of a length, to the nearest.
fn proportion(part: i64, whole: i64, length: i64) -> i64 {
    let (part, whole, length) = (i128::from(part), i128::from(whole.max(1)), i128::from(length));
    i64::try_from((2 * part * length + whole).div_euclid(2 * whole)).unwrap_or(0)
}
