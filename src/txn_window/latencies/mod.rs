//! Measured commit latencies, one a line or in a CSV column → percentiles, and how far to trust them.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

use super::millis::Millis;

/// Which figure of the sample to size with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Percentile {
    /// Half of the sample is longer
    P50,
    /// One in a hundred is longer
    P99,
    /// One in a thousand is longer
    #[default]
    #[serde(rename = "p99.9")]
    P999,
    /// The longest seen
    Max,
}

impl Percentile {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::P50, Self::P99, Self::P999, Self::Max];

    /// What it says of the sample.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::P50 => "half of the sample is longer",
            Self::P99 => "one in a hundred is longer",
            Self::P999 => "one in a thousand is longer",
            Self::Max => "the longest seen",
        }
    }

    /// As it is written: `p99.9`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::P50 => "p50",
            Self::P99 => "p99",
            Self::P999 => "p99.9",
            Self::Max => "max",
        }
    }

    /// In thousandths of the sample.
    const fn thousandths(self) -> usize {
        match self {
            Self::P50 => 500,
            Self::P99 => 990,
            Self::P999 => 999,
            Self::Max => 1_000,
        }
    }

    /// How many samples it takes until the largest of them reaches the true percentile in 95 of 100
    /// cases: three times the inverse of the tail (1 − p^n ≥ 0.95). None for the maximum, which
    /// claims nothing beyond the sample.
    #[must_use]
    pub const fn samples_wanted(self) -> Option<usize> {
        match self {
            Self::Max => None,
            percentile => Some(3_000 / (1_000 - percentile.thousandths())),
        }
    }
}

/// The unit of numbers that name none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
pub enum Unit {
    /// Nanoseconds, as Kafka's own transaction timers count
    #[serde(rename = "ns")]
    Nanos,
    /// Microseconds
    #[serde(rename = "us")]
    Micros,
    /// Milliseconds
    #[default]
    #[serde(rename = "ms")]
    Millis,
    /// Seconds
    #[serde(rename = "s")]
    Seconds,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Nanos, Self::Micros, Self::Millis, Self::Seconds];

    /// As it is written: `ms`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nanos => "ns",
            Self::Micros => "us",
            Self::Millis => "ms",
            Self::Seconds => "s",
        }
    }

    /// As it reads in a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nanos => "nanoseconds",
            Self::Micros => "microseconds",
            Self::Millis => "milliseconds",
            Self::Seconds => "seconds",
        }
    }

    const fn in_nanos(self) -> i128 {
        match self {
            Self::Nanos => 1,
            Self::Micros => 1_000,
            Self::Millis => 1_000_000,
            Self::Seconds => 1_000_000_000,
        }
    }
}

/// A sample of latencies, never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Latencies {
    /// Ascending.
    sorted: Vec<Millis>,
}

/// What cannot be read as latencies, with the line where it shows (from 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LatencyError {
    /// The line, where there is one.
    pub line: Option<u64>,
    /// What is wrong there.
    pub problem: String,
}

impl fmt::Display for LatencyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

impl std::error::Error for LatencyError {}

impl Latencies {
    /// Read one latency a line, or, of a table, the column with this name or number (from 1).
    /// Lines that are blank or start with `#` are skipped, and so is a heading. Numbers without a
    /// unit are in `unit`, else in the one that the heading names (`latency_ms`, `commit (s)`),
    /// else in milliseconds. A fraction of a millisecond counts as a whole one.
    pub fn read(text: &str, column: Option<&str>, unit: Option<Unit>) -> Result<Self, LatencyError> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .delimiter(delimiter(text))
            .trim(csv::Trim::All)
            .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        let mut index = None;
        let mut width = 1;
        let mut unit = unit;
        let mut sorted = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| LatencyError {
                line: error.position().map(csv::Position::line),
                problem: "is no table row that can be read".to_owned(),
            })?;
            let line = record.position().map(csv::Position::line);
            let refuse = |problem: String| LatencyError { line, problem };
            let first = index.is_none();
            let at = match index {
                Some(at) => at,
                None => column_of(&record, column).map_err(refuse)?,
            };
            if first {
                width = record.len();
            } else if column.is_none() && record.len() > width {
                return Err(refuse(format!("has {} columns where the first line has one", record.len())));
            }
            index = Some(at);
            let Some(field) = record.get(at).filter(|field| !field.is_empty()) else {
                if record.iter().all(str::is_empty) {
                    continue;
                }
                return Err(refuse(format!("has no column {}", at + 1)));
            };
            match latency(field, unit.unwrap_or_default()) {
                Ok(value) => sorted.push(value),
                Err(_) if first && is_heading(field) => unit = unit.or(unit_of_heading(field)),
                Err(problem) => return Err(refuse(problem)),
            }
        }
        if sorted.is_empty() {
            return Err(LatencyError { line: None, problem: "holds no latency".to_owned() });
        }
        sorted.sort_unstable();
        Ok(Self { sorted })
    }

    /// How many there are.
    #[must_use]
    pub const fn samples(&self) -> usize {
        self.sorted.len()
    }

    /// The value that the given part of the sample does not exceed (nearest rank: always one that was measured).
    #[must_use]
    pub fn at(&self, percentile: Percentile) -> Millis {
        self.sorted[self.rank(percentile) - 1]
    }

    /// Counted from 1.
    fn rank(&self, percentile: Percentile) -> usize {
        (self.sorted.len() * percentile.thousandths()).div_ceil(1_000).clamp(1, self.sorted.len())
    }

    /// Why the percentile cannot be trusted; none where the sample is large enough.
    #[must_use]
    pub fn warning(&self, percentile: Percentile) -> Option<String> {
        let (samples, name) = (self.samples(), percentile.name());
        let wanted = percentile.samples_wanted().filter(|wanted| samples < *wanted)?;
        let largest = self.sorted[samples - 1];
        let beyond = samples - self.rank(percentile);
        Some(if beyond == 0 {
            format!(
                "{} cannot show a {name}: what stands for it is the longest seen, {largest} (it wants {wanted} or more)",
                counted(samples)
            )
        } else {
            let longer = if beyond == 1 { "only one is longer".to_owned() } else { format!("only {beyond} are longer") };
            format!("{} are few for a {name}: {longer} (it wants {wanted} or more)", counted(samples))
        })
    }
}

/// A name, and not a value that is none: `-5`, `NaN` and `Infinity` head no column.
fn is_heading(field: &str) -> bool {
    let bare = field.trim_start_matches(['-', '+']).to_ascii_lowercase();
    bare.starts_with(|c: char| !c.is_ascii_digit() && c != '.') && !matches!(bare.as_str(), "nan" | "inf" | "infinity" | "null")
}

/// The unit that ends a heading as a word of its own: `latency_ms`, `commit [s]`, `elapsed seconds`.
fn unit_of_heading(field: &str) -> Option<Unit> {
    let last = field.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())?;
    let apart = last.len() < field.len();
    match last.to_lowercase().as_str() {
        "ns" | "nanos" | "nanoseconds" => Some(Unit::Nanos),
        "us" | "µs" | "μs" | "micros" | "microseconds" => Some(Unit::Micros),
        "ms" | "millis" | "milliseconds" => Some(Unit::Millis),
        "s" if apart => Some(Unit::Seconds),
        "sec" | "secs" | "seconds" => Some(Unit::Seconds),
        _ => None,
    }
}

fn counted(samples: usize) -> String {
    if samples == 1 { "1 sample".to_owned() } else { format!("{samples} samples") }
}

/// The separator of the first line that is neither blank nor a comment.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let first = first.unwrap_or_default();
    [b'\t', b';', b','].into_iter().find(|byte| first.as_bytes().contains(byte)).unwrap_or(b',')
}

fn column_of(first: &csv::StringRecord, column: Option<&str>) -> Result<usize, String> {
    let Some(column) = column else {
        return match first.len() {
            0 | 1 => Ok(0),
            columns => Err(format!("has {columns} columns: name the one with the latencies (--latency-column)")),
        };
    };
    if let Some(at) = first.iter().position(|name| name == column) {
        return Ok(at);
    }
    match column.parse::<usize>() {
        Ok(number) if (1..=first.len()).contains(&number) => Ok(number - 1),
        _ => {
            let names: Vec<&str> = first.iter().collect();
            Err(format!("has no column {column:?}: the columns are {}", names.join(", ")))
        }
    }
}

/// `12.5`, `12.5ms`, `1.2s`, `350us`, `350000ns`, rounded up to a whole millisecond.
fn latency(field: &str, unit: Unit) -> Result<Millis, String> {
    let refuse = || format!("{field:?} is no latency");
    if field.starts_with('-') {
        return Err(format!("{field:?} is negative: no commit takes less than no time"));
    }
    let end = field.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(field.len());
    let (number, name) = field.split_at(end);
    let nanos = match name.trim() {
        "" => unit,
        "ns" => Unit::Nanos,
        "us" | "µs" | "μs" => Unit::Micros,
        "ms" => Unit::Millis,
        "s" => Unit::Seconds,
        _ => return Err(refuse()),
    }
    .in_nanos();
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || fraction.contains('.') || fraction.len() > 18 {
        return Err(refuse());
    }
    let whole: i64 = whole.parse().map_err(|_| refuse())?;
    // Nineteen decimals are below a nanosecond for every unit; the value is rounded up anyway.
    let thousandths: i128 = format!("{fraction:0<18}").parse().map_err(|_| refuse())?;
    let in_nanos = i128::from(whole) * nanos + (thousandths * nanos).div_euclid(10_i128.pow(18));
    let remainder = (thousandths * nanos).rem_euclid(10_i128.pow(18));
    let rounded = (in_nanos + i128::from(remainder > 0) + 999_999).div_euclid(1_000_000);
    Ok(Millis::from_wide(rounded))
}

#[cfg(test)]
mod tests;
