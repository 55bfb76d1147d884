//! Labels at columns → rows and starting columns such that none covers another, as near to their
//! columns as that allows.

use std::cmp::Ordering;

use anstyle::Style;

/// Two texts at one column: one above the axis, one below.
#[derive(Debug, Clone)]
pub struct Label {
    /// The column that they belong to.
    pub at: usize,
    /// Above the axis.
    pub above: String,
    /// Below the axis.
    pub below: String,
    /// How both look.
    pub style: Style,
}

/// Where a label goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// How many rows away from the axis; 0 is next to it.
    pub row: usize,
    /// The column where the text above starts.
    pub above: usize,
    /// The column where the text below starts.
    pub below: usize,
}

/// How far a label may lean to one side; the first is the best.
const LEANS: [Lean; 3] = [Lean::Centred, Lean::Left, Lean::Right];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lean {
    Centred,
    Left,
    Right,
}

/// Blanks between two labels of a row.
const GAP: usize = 2;

/// Find the arrangement with the fewest rows away from the axis, then the fewest that lean. Empty
/// where the width does not hold them.
#[must_use]
pub fn arrange(labels: &[Label], width: usize) -> Vec<Place> {
    if labels.iter().any(|label| label.above.chars().count().max(label.below.chars().count()) > width) {
        return Vec::new();
    }
    let mut search = Search { labels, width, best: Vec::new(), cost: usize::MAX };
    search.from(&mut Vec::new(), 0);
    search.best
}

struct Search<'a> {
    labels: &'a [Label],
    width: usize,
    best: Vec<Place>,
    cost: usize,
}

impl Search<'_> {
    /// Depth first over rows and leans, giving up where it cannot beat the best so far.
    fn from(&mut self, placed: &mut Vec<Place>, cost: usize) {
        if cost >= self.cost {
            return;
        }
        let Some(label) = self.labels.get(placed.len()) else {
            self.best.clone_from(placed);
            self.cost = cost;
            return;
        };
        // Every label has a row of its own in the worst case.
        for row in 0..self.labels.len() {
            for lean in LEANS {
                let start = |text: &str| start(label.at, text.chars().count(), self.width, lean);
                let place = Place { row, above: start(&label.above), below: start(&label.below) };
                if placed.iter().zip(self.labels).all(|(other, their)| apart(label, place, their, *other)) {
                    placed.push(place);
                    self.from(placed, cost + 4 * row + usize::from(lean != Lean::Centred));
                    placed.pop();
                }
            }
        }
    }
}

fn start(at: usize, length: usize, width: usize, lean: Lean) -> usize {
    let wanted = match lean {
        Lean::Centred => at.saturating_sub(length / 2),
        Lean::Left => at.saturating_sub(length),
        Lean::Right => at + 1,
    };
    wanted.min(width.saturating_sub(length))
}

fn apart(label: &Label, place: Place, their: &Label, other: Place) -> bool {
    let above = (place.above, label.above.chars().count(), other.above, their.above.chars().count());
    let below = (place.below, label.below.chars().count(), other.below, their.below.chars().count());
    [above, below].into_iter().all(|(from, length, their_from, their_length)| {
        match place.row.cmp(&other.row) {
            Ordering::Equal => from + length + GAP <= their_from || their_from + their_length + GAP <= from,
            // The stem of the farther one passes beside the nearer one.
            Ordering::Greater => label.at + 1 < their_from || their_from + their_length < label.at,
            Ordering::Less => their.at + 1 < from || from + length < their.at,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(at: usize, above: &str, below: &str) -> Label {
        Label { at, above: above.into(), below: below.into(), style: Style::new() }
    }

    #[test]
    fn neighbours_lean_away_from_each_other() {
        let places = arrange(&[label(30, "450 s", "recommended"), label(31, "470 s", "ceiling")], 60);
        assert_eq!(places, [Place { row: 0, above: 25, below: 19 }, Place { row: 0, above: 32, below: 32 }]);
    }

    #[test]
    fn a_crowd_goes_to_further_rows() {
        let crowd: Vec<Label> = (0..5).map(|at| label(at, "1 s", "recommended")).collect();
        let places = arrange(&crowd, 30);
        let rows: Vec<usize> = places.iter().map(|place| place.row).collect();
        assert_eq!(rows.len(), 5);
        assert!(rows.iter().max() > Some(&0));
    }

    #[test]
    fn labels_stay_inside() {
        let places = arrange(&[label(0, "0 s", "present"), label(59, "900 s", "broker maximum")], 60);
        assert_eq!(places[0], Place { row: 0, above: 0, below: 0 });
        assert_eq!(places[1], Place { row: 0, above: 55, below: 46 });
    }
}
