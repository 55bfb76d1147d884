//! One input swept over a range → a row for each value, and the exact points where the verdict changes.

use std::fmt;

use super::headroom::{Headroom, parse_headroom};
use super::inputs::{InputName, Inputs, KEY_LIMIT};
use super::inverse::Extremes;
use super::millis::{Millis, Written, parse_duration};
use super::window::{Excess, Verdict, Window};

/// The most rows that a table may have.
const MOST_ROWS: i64 = 1_000;

/// A length or a factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Milliseconds.
    Time(Millis),
    /// A headroom.
    Factor(Headroom),
}

impl Quantity {
    /// Milliseconds or billionths.
    #[must_use]
    pub const fn raw(self) -> i64 {
        match self {
            Self::Time(millis) => millis.get(),
            Self::Factor(factor) => factor.billionths(),
        }
    }

    /// As the command line takes it back.
    #[must_use]
    pub fn as_flag(self) -> String {
        match self {
            Self::Time(millis) => millis.as_flag(),
            Self::Factor(factor) => factor.to_string(),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(millis) => millis.fmt(f),
            Self::Factor(factor) => factor.fmt(f),
        }
    }
}

/// Which input to sweep, and over what: `restart=60s..720s/60s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    input: InputName,
    from: i64,
    to: i64,
    step: i64,
    doubt: Option<Written>,
}

impl Range {
    /// What is swept, and where it starts.
    #[must_use]
    pub fn start(&self) -> (InputName, Quantity) {
        (self.input, quantity(self.input, self.from))
    }

    /// What to say where seconds were probably meant: a number without a unit that makes less than a second.
    #[must_use]
    pub fn doubt(&self) -> Option<String> {
        self.doubt.and_then(|written| written.doubt(self.input)).map(|doubt| format!("--vary {doubt}"))
    }
}

/// Why a text is no range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RangeError(String);

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RangeError {}

/// Read `INPUT=FROM..TO/STEP`.
pub fn parse_range(text: &str) -> Result<Range, RangeError> {
    let form = || RangeError("no range: write INPUT=FROM..TO/STEP, as in restart=60s..720s/60s".to_owned());
    let (name, values) = text.split_once('=').ok_or_else(form)?;
    let (first, rest) = values.split_once("..").ok_or_else(form)?;
    let (last, by) = rest.split_once('/').ok_or_else(form)?;
    let name = name.trim();
    let input = VARIABLE.into_iter().find(|input| input.name() == name).ok_or_else(|| {
        let known: Vec<&str> = VARIABLE.into_iter().map(InputName::name).collect();
        RangeError(format!("no input of that name: use one of {}", known.join(", ")))
    })?;
    let (from, to) = (limit(input, first).map_err(RangeError)?, limit(input, last).map_err(RangeError)?);
    let step = step_of(input, by).map_err(RangeError)?;
    if from > to {
        return Err(RangeError("it ends before it starts".to_owned()));
    }
    if step <= 0 {
        return Err(RangeError("a step of 0 never ends".to_owned()));
    }
    if (to - from) / step >= MOST_ROWS {
        return Err(RangeError(format!("more than {MOST_ROWS} rows: take a larger step")));
    }
    let doubt =
        [first, last, by].into_iter().filter_map(|text| parse_duration(text).ok()).find(|read| read.doubt(input).is_some());
    Ok(Range { input, from, to, step, doubt: doubt.filter(|_| input != InputName::Headroom) })
}

/// What can be swept.
const VARIABLE: [InputName; 7] = [
    InputName::CommitInterval,
    InputName::CommitLatency,
    InputName::Restart,
    InputName::Visibility,
    InputName::Sweep,
    InputName::BrokerMax,
    InputName::Headroom,
];

fn limit(input: InputName, text: &str) -> Result<i64, String> {
    if input == InputName::Headroom {
        return parse_headroom(text).map(Headroom::billionths).map_err(|error| error.to_string());
    }
    let millis = parse_duration(text).map_err(|error| error.to_string())?.millis;
    let broker = matches!(input, InputName::Sweep | InputName::BrokerMax);
    match millis {
        _ if millis < Millis::ZERO => Err("below zero".to_owned()),
        _ if broker && millis > KEY_LIMIT => Err(format!("no broker takes more than {}", KEY_LIMIT.get())),
        _ => Ok(millis.get()),
    }
}

fn step_of(input: InputName, text: &str) -> Result<i64, String> {
    if input != InputName::Headroom {
        return limit(input, text);
    }
    // A step of a factor may be below 1; reading it with 1 in front keeps the one exact reader.
    let text = text.trim();
    match text.strip_prefix("0.") {
        Some(_) => limit(input, &format!("1{}", &text[1..])).map(|shifted| shifted - Headroom::ONE.billionths()),
        None if text == "0" => Ok(0),
        None => limit(input, text),
    }
}

/// One value of the swept input, and what it makes of the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The value.
    pub at: Quantity,
    /// The inputs with that value.
    pub inputs: Inputs,
    /// What they allow.
    pub window: Window,
    /// required + sweep: the stall that the wanted headroom means.
    pub stall: Millis,
    /// V − that stall; none without V.
    pub spare: Option<Millis>,
}

impl Row {
    fn new(input: InputName, raw: i64, base: &Inputs) -> Self {
        let (at, inputs) = with(input, raw, base);
        let window = Window::of(&inputs);
        let stall = Millis::from_wide(inputs.required() + inputs.sweep.wide());
        let spare = inputs.visibility.map(|visibility| Millis::from_wide(visibility.wide() - stall.wide()));
        Self { at, inputs, window, stall, spare }
    }

    /// By how much the required timeout passes the bounds.
    #[must_use]
    pub const fn excess(&self) -> Excess {
        self.window.exceeds
    }
}

/// Where the verdict changes, exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The last value with this verdict or a better one.
    pub at: Quantity,
    /// The verdict that holds up to it, or from it on.
    pub verdict: Verdict,
    /// Whether more of this input is worse (the verdict holds up to `at`) or better (from `at` on).
    pub more_is_worse: bool,
}

/// The whole table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// What was swept.
    pub input: InputName,
    /// The inputs that were held.
    pub base: Inputs,
    /// A row for each value, in ascending order.
    pub rows: Vec<Row>,
    /// Where it stops to fit, and where the last legal value goes; each only where such a point exists.
    pub crossings: Vec<Crossing>,
}

impl Variation {
    /// Sweep one input of `base`, the others held.
    #[must_use]
    pub fn of(range: &Range, base: &Inputs) -> Self {
        let mut rows = Vec::new();
        let mut raw = range.from;
        while raw <= range.to {
            rows.push(Row::new(range.input, raw, base));
            raw += range.step;
        }
        let crossings = [(Verdict::Fits, base.headroom), (Verdict::HeadroomLost, Headroom::ONE)]
            .into_iter()
            // With a headroom of 1 to begin with, both points are one.
            .filter(|(verdict, headroom)| *verdict == Verdict::Fits || base.headroom > *headroom)
            .filter_map(|(verdict, headroom)| crossing(range.input, verdict, &Inputs { headroom, ..*base }))
            .collect();
        Self { input: range.input, base: *base, rows, crossings }
    }
}

impl Variation {
    /// The row for any value of the swept input, on the grid or off it (in milliseconds or billionths).
    #[must_use]
    pub fn row_at(&self, raw: i64) -> Row {
        Row::new(self.input, raw, &self.base)
    }
}

fn crossing(input: InputName, verdict: Verdict, inputs: &Inputs) -> Option<Crossing> {
    let extremes = Extremes::of(inputs);
    let time = |value: Option<Millis>| value.map(Quantity::Time);
    let (at, more_is_worse) = match input {
        InputName::CommitInterval => (time(extremes.commit_interval), true),
        InputName::CommitLatency => (time(extremes.commit_latency), true),
        InputName::Restart => (time(extremes.restart), true),
        InputName::Sweep => (time(extremes.sweep), true),
        InputName::Visibility => (time(extremes.visibility), false),
        InputName::BrokerMax => (time(extremes.broker_max), false),
        // The last legal value does not depend on the headroom that is asked for.
        InputName::Headroom if verdict == Verdict::Fits => (extremes.headroom.map(Quantity::Factor), true),
        InputName::Headroom | InputName::Timeout | InputName::MaxPollInterval => (None, true),
    };
    at.map(|at| Crossing { at, verdict, more_is_worse })
}

fn with(input: InputName, raw: i64, base: &Inputs) -> (Quantity, Inputs) {
    let mut inputs = *base;
    let millis = Millis::new(raw);
    match input {
        InputName::CommitInterval => inputs.commit_interval = millis,
        InputName::CommitLatency => inputs.commit_latency = millis,
        InputName::Restart => inputs.restart = millis,
        InputName::Visibility => inputs.visibility = Some(millis),
        InputName::Sweep => inputs.sweep = millis,
        InputName::BrokerMax => inputs.broker_max = millis,
        InputName::Headroom => inputs.headroom = Headroom::from_billionths(raw),
        InputName::Timeout | InputName::MaxPollInterval => {}
    }
    (quantity(input, raw), inputs)
}

fn quantity(input: InputName, raw: i64) -> Quantity {
    match input {
        InputName::Headroom => Quantity::Factor(Headroom::from_billionths(raw)),
        _ => Quantity::Time(Millis::new(raw)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::ferrystone;
    use super::*;

    fn vary(text: &str) -> Variation {
        Variation::of(&parse_range(text).unwrap(), &ferrystone())
    }

    #[test]
    fn the_table_of_the_commit_interval() {
        let variation = vary("commit-interval=30s..60s/1s");
        let row = |seconds: usize| &variation.rows[seconds - 30];
        assert_eq!((row(30).stall, row(30).spare), (Millis::seconds(454), Some(Millis::seconds(26))));
        assert_eq!((row(43).stall, row(43).spare), (Millis::seconds(480), Some(Millis::ZERO)));
        assert_eq!((row(60).stall, row(60).spare), (Millis::seconds(514), Some(Millis::seconds(-34))));
        assert_eq!(row(43).window.verdict, Verdict::Fits);
        assert_eq!(row(44).window.verdict, Verdict::HeadroomLost);
        assert_eq!(variation.crossings[0].at, Quantity::Time(Millis::seconds(43)));
        assert_eq!(variation.crossings[1].at, Quantity::Time(Millis::seconds(278)));
    }

    #[test]
    fn the_restart_crosses_off_the_grid() {
        let variation = vary("restart=60s..720s/60s");
        assert_eq!(variation.rows.len(), 12);
        let verdicts: Vec<Verdict> = variation.rows.iter().map(|row| row.window.verdict).collect();
        assert_eq!(verdicts[..3], [Verdict::Fits; 3]);
        assert_eq!(verdicts[3..7], [Verdict::HeadroomLost; 4]);
        assert_eq!(verdicts[7..], [Verdict::NoLegalValue; 5]);
        let last = variation.rows.last().unwrap();
        assert_eq!(last.window.required, Millis::new(1_524_000));
        assert_eq!(last.excess().broker_max, Some(Millis::new(624_000)));
        assert_eq!(variation.crossings[0].at, Quantity::Time(Millis::seconds(193)));
        assert_eq!(variation.crossings[1].at, Quantity::Time(Millis::seconds(428)));
    }

    #[test]
    fn more_of_a_bound_is_better() {
        let variation = vary("visibility=400s..500s/50s");
        let crossing = variation.crossings[0];
        assert!(!crossing.more_is_worse);
        assert_eq!(crossing.at, Quantity::Time(Millis::seconds(454)));
        assert_eq!(vary("broker-max=1s..2s/1s").crossings[0].at, Quantity::Time(Millis::seconds(444)));
    }

    #[test]
    fn a_factor_moves_in_decimals() {
        let variation = vary("headroom=1.5..2.5/0.25");
        let values: Vec<String> = variation.rows.iter().map(|row| row.at.to_string()).collect();
        assert_eq!(values, ["1.5", "1.75", "2", "2.25", "2.5"]);
        assert_eq!(variation.crossings.len(), 1);
        assert_eq!(variation.crossings[0].at.to_string(), "2.117117117");
    }

    #[test]
    fn refuses_what_has_no_end_or_no_meaning() {
        for text in [
            "restart",
            "restart=1s",
            "restart=1s..2s",
            "restart=2s..1s/1s",
            "restart=1s..2s/0",
            "restart=1s..1h/1ms",
            "restart=-1s..2s/1s",
            "restart=1x..2s/1s",
            "timeout=1s..2s/1s",
            "acks=1..2/1",
            "headroom=0.5..2/0.5",
            "headroom=1..2/0",
            "headroom=1..2/0.0",
        ] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }
}
