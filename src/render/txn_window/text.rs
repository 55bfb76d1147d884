//! The answer for a terminal: verdict, number line, and the statements behind them.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{line, table};
use crate::render::{Look, escaped};
use crate::txn_window::inputs::InputName;
use crate::txn_window::judge::Judgement;
use crate::txn_window::latencies::Percentile;
use crate::txn_window::preset::Preset;
use crate::txn_window::report::Report;
use crate::txn_window::sources::Origin;
use crate::txn_window::vary::Quantity;
use crate::txn_window::window::Verdict;
use crate::txn_window::words;

/// Past this many columns lines get harder to read, not easier.
const WIDEST: usize = 100;

const MARGIN: &str = "  ";

/// Write the answer.
pub fn text(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = Writer::new(look, out);
    writer.headline(report)?;
    writer.number_line(report)?;
    writer.statements(&statements(report))?;
    writer.paragraphs(report)?;
    for variation in &report.variations {
        writer.line("")?;
        for row in table::variation(variation, report, writer.width) {
            writer.line(&row)?;
        }
        for crossing in &variation.crossings {
            writer.wrapped(MARGIN, MARGIN, &words::crossing(crossing, variation.input, report.inputs.headroom), Style::new())?;
        }
    }
    writer.notes(report)
}

/// A name, a figure, and what there is to say about it.
struct Statement {
    name: &'static str,
    figure: String,
    words: String,
}

fn statements(report: &Report) -> Vec<Statement> {
    let window = &report.window;
    let mut rows = report.judgement.as_ref().map(|judged| judgement(judged, report)).unwrap_or_default();
    let mut push = |name, figure: String, words: String| rows.push(Statement { name, figure, words });
    push("floor", window.floor.to_string(), words::floor(report));
    push("asked", window.required.to_string(), words::asked(report));
    push("ceiling", window.ceiling.to_string(), words::ceiling(report));
    if let Some((stall, words)) = words::stall(report) {
        push("stall", stall.to_string(), words);
    }
    if let (Some(_), Some(value)) = (&report.judgement, window.recommended) {
        push("write", value.to_string(), format!("{}={}", report.timeout_key(), value.get()));
    }
    if let Some(sample) = &report.sample {
        let at = |percentile: Percentile| format!("{} {}", percentile.name(), sample.latencies.at(percentile));
        let figures = [Percentile::P50, Percentile::P99, Percentile::P999, Percentile::Max].map(at).join(", ");
        let samples = crate::txn_window::millis::grouped(i64::try_from(sample.latencies.samples()).unwrap_or(i64::MAX));
        push(
            "latency",
            sample.latencies.at(sample.percentile).to_string(),
            format!("{} of {samples} in {}: {figures}", sample.percentile.name(), escaped(&sample.path)),
        );
    }
    rows
}

fn judgement(judged: &Judgement, report: &Report) -> Vec<Statement> {
    let mut rows = Vec::new();
    let mut push = |name, figure: &str, words: String| rows.push(Statement { name, figure: figure.to_owned(), words });
    if judged.legal() {
        push("legal", "yes", format!("inside {} to {}", report.window.floor, report.window.ceiling));
    }
    for (index, flaw) in judged.flaws.iter().enumerate() {
        let (name, figure) = if index == 0 { ("legal", "no") } else { ("", "") };
        push(name, figure, words::flaw(flaw, report));
    }
    if let Some(words) = words::headroom(judged, report) {
        let (figure, words) = words.split_once(' ').unwrap_or((&words, ""));
        push("headroom", figure, words.to_owned());
    }
    let survives = judged.survives.map_or_else(|| "none".to_owned(), |pause| pause.to_string());
    push("survives", &survives, words::survives(judged, report));
    if let Some(words) = words::fails(judged, report) {
        push("fails", "", words);
    }
    rows
}

/// Lines that fit the page.
pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    width: usize,
    colour: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(look: Look, out: &'a mut dyn Write) -> Self {
        Self { out, width: look.width.clamp(20, WIDEST), colour: look.color }
    }

    pub(super) fn title(&mut self, text: &str) -> io::Result<()> {
        let painted = self.paint(&escaped(text), Style::new().bold());
        self.line(&painted)
    }

    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text.trim_end())
    }

    fn paint(&self, text: &str, style: Style) -> String {
        if self.colour && style != Style::new() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Text on as many lines as it takes, the first after `first`, the rest after `rest`.
    pub(super) fn wrapped(&mut self, first: &str, rest: &str, text: &str, style: Style) -> io::Result<()> {
        for line in wrap(first, rest, text, self.width) {
            let content = line.trim_start();
            let indent = &line[..line.len() - content.len()];
            let painted = format!("{indent}{}", self.paint(content, style));
            self.line(&painted)?;
        }
        Ok(())
    }

    fn headline(&mut self, report: &Report) -> io::Result<()> {
        let key = report.timeout_key();
        let key = report.timeout().map_or_else(|| key.to_owned(), |value| format!("{key}={}", value.get()));
        let verdict = words::headline(report);
        let style = if report.passes() {
            AnsiColor::Green.on_default().bold()
        } else if report.judgement.as_ref().map_or(report.window.verdict == Verdict::HeadroomLost, Judgement::legal) {
            AnsiColor::Yellow.on_default().bold()
        } else {
            AnsiColor::Red.on_default().bold()
        };
        if let Some(pipeline) = &report.pipeline {
            let pipeline = self.paint(&escaped(pipeline), Style::new().bold());
            self.line(&pipeline)?;
        }
        let (bold, verdict_painted) = (self.paint(&key, Style::new().bold()), self.paint(&verdict, style));
        if key.chars().count() + 5 + verdict.chars().count() > self.width {
            self.line(&bold)?;
            return self.line(&verdict_painted);
        }
        self.line(&format!("{bold}     {verdict_painted}"))
    }

    fn number_line(&mut self, report: &Report) -> io::Result<()> {
        let cells = line::draw(report, self.width.saturating_sub(2 * MARGIN.len()));
        if cells.is_empty() {
            return self.line("");
        }
        self.line("")?;
        for row in cells {
            let end = row.iter().rposition(|(character, _)| *character != ' ').map_or(0, |last| last + 1);
            let mut text = MARGIN.to_owned();
            for run in row[..end].chunk_by(|(_, one), (_, other)| one == other) {
                let characters: String = run.iter().map(|(character, _)| *character).collect();
                text.push_str(&self.paint(&characters, run[0].1));
            }
            self.line(&text)?;
        }
        self.line("")
    }

    fn statements(&mut self, rows: &[Statement]) -> io::Result<()> {
        let name_width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0) + 2;
        let figure_width = rows.iter().map(|row| row.figure.chars().count()).max().unwrap_or(0) + 3;
        let hanging = MARGIN.len() + name_width + figure_width;
        for Statement { name, figure, words } in rows {
            let start = format!("{MARGIN}{name:<name_width$}{figure:<figure_width$}");
            if self.width < hanging + 30 {
                self.line(&start)?;
                self.wrapped("    ", "    ", words, Style::new())?;
            } else {
                self.wrapped(&start, &" ".repeat(hanging), words, Style::new())?;
            }
        }
        Ok(())
    }

    fn paragraphs(&mut self, report: &Report) -> io::Result<()> {
        let plain = Style::new();
        for words in [words::critical_interval(report), words::default_value(report)].into_iter().flatten() {
            self.wrapped(MARGIN, MARGIN, &words, plain)?;
        }
        for demand in &report.demands {
            let style = if demand.holds { plain } else { AnsiColor::Red.on_default() };
            self.wrapped(MARGIN, "    ", &escaped(&demand.words), style)?;
        }
        if let Some(lost) = words::lost(report) {
            self.line("")?;
            self.wrapped(MARGIN, MARGIN, &lost, Style::new().bold())?;
            if let Some(words) = words::nothing_cheap(report) {
                self.wrapped(MARGIN, MARGIN, words, plain)?;
            }
            for (index, mend) in report.mends.iter().enumerate() {
                self.wrapped(&format!("  {}  ", index + 1), "     ", &words::mend(mend, report), plain)?;
            }
        }
        self.origins(report)
    }

    /// Where the inputs come from, unless the reader has just typed all of them.
    fn origins(&mut self, report: &Report) -> io::Result<()> {
        let typed = |origin: &Origin| matches!(origin, Origin::Flag(_) | Origin::Prompt | Origin::Default(_));
        let surprising = report.preset.is_some() || report.origins.iter().any(|(_, candidate)| !typed(&candidate.origin));
        if !surprising {
            return Ok(());
        }
        self.line("")?;
        let on = format!("on kafka-clients {}:", report.clients);
        let intro = report.preset.map_or_else(|| on.clone(), |preset| format!("as {} takes it, {on}", preset.words()));
        self.wrapped(MARGIN, MARGIN, &intro, Style::new())?;
        let rows: Vec<(InputName, String, String)> = report
            .origins
            .iter()
            .map(|(input, candidate)| {
                let figure = match candidate.value {
                    Quantity::Time(millis) => millis.to_string(),
                    Quantity::Factor(factor) => format!("×{factor}"),
                };
                (*input, figure, escaped(&candidate.origin.to_string()).into_owned())
            })
            .collect();
        let figure_width = rows.iter().map(|(_, figure, _)| figure.chars().count()).max().unwrap_or(0) + 3;
        let hanging = MARGIN.len() + 23 + figure_width;
        for (input, figure, origin) in rows {
            let start = format!("{MARGIN}{:<23}{figure:<figure_width$}", input.words());
            if self.width < hanging + 30 {
                self.line(&start)?;
                self.wrapped("    ", "    ", &origin, Style::new().dimmed())?;
            } else {
                self.wrapped(&start, &" ".repeat(hanging), &origin, Style::new())?;
            }
        }
        Ok(())
    }

    fn notes(&mut self, report: &Report) -> io::Result<()> {
        self.line("")?;
        let buys = report.preset.map_or(words::WHAT_RESTART_BUYS, Preset::what_restart_buys);
        self.wrapped(MARGIN, MARGIN, buys, Style::new().dimmed())?;
        for note in &report.notes {
            let place = note.place.as_ref().map(|(path, line)| format!("{path}:{line}: ")).unwrap_or_default();
            let (word, style) = if note.is_warning {
                ("warning", AnsiColor::Yellow.on_default().bold())
            } else {
                ("note", AnsiColor::Cyan.on_default().bold())
            };
            self.note(word, &escaped(&format!("{place}{}", note.message)), style)?;
        }
        Ok(())
    }

    fn note(&mut self, word: &str, message: &str, style: Style) -> io::Result<()> {
        for (index, line) in wrap("", "  ", &format!("{word}: {message}"), self.width).into_iter().enumerate() {
            match line.strip_prefix(word).filter(|_| index == 0) {
                Some(rest) => {
                    let painted = self.paint(word, style);
                    self.line(&format!("{painted}{rest}"))?;
                }
                None => self.line(&line)?,
            }
        }
        Ok(())
    }
}

/// Break at blanks, but not between a number and its unit.
fn wrap(first: &str, rest: &str, text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width)
        .initial_indent(first)
        .subsequent_indent(rest)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .word_separator(textwrap::WordSeparator::AsciiSpace);
    let mut glued = String::with_capacity(text.len());
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        glued.push_str(word);
        let number = word.ends_with(|character: char| character.is_ascii_digit());
        match words.peek() {
            Some(next)
                if number
                    && UNITS
                        .iter()
                        .any(|unit| next.starts_with(unit) && !next[unit.len()..].starts_with(char::is_alphabetic)) =>
            {
                glued.push('\u{a0}');
            }
            Some(_) => glued.push(' '),
            None => {}
        }
    }
    textwrap::wrap(&glued, options).into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

const UNITS: [&str; 6] = ["s", "ms", "min", "h", "d", "%"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::millis::Millis;
    use crate::txn_window::testing::ferrystone_request;
    use crate::txn_window::vary::parse_range;

    fn page(changes: &[(InputName, i64)], preset: Option<Preset>, look: Look) -> String {
        let mut request = ferrystone_request();
        request.preset = preset;
        request.vary = vec![parse_range("restart=60s..720s/60s").unwrap(), parse_range("headroom=1..3/0.5").unwrap()];
        for (input, seconds) in changes {
            request.sources.replace(*input, Quantity::Time(Millis::seconds(*seconds)), Origin::Prompt);
        }
        let mut out = Vec::new();
        text(&Report::of(request).unwrap(), look, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn no_line_is_wider_than_the_page() {
        for width in [40, 60, 80, 100] {
            for changes in [&[][..], &[(InputName::Restart, 720)], &[(InputName::Timeout, 60)], &[(InputName::Timeout, 3_600)]] {
                for preset in [None, Some(Preset::Streams), Some(Preset::Flink)] {
                    let page = page(changes, preset, Look { color: false, width });
                    for line in page.lines() {
                        let is_word = !line.trim_start().contains(' ');
                        assert!(line.chars().count() <= width || is_word, "{width}: {line}");
                        assert_eq!(line, line.trim_end());
                    }
                }
            }
        }
    }

    #[test]
    fn colour_changes_nothing_but_the_colour() {
        let plain = page(&[(InputName::Timeout, 60)], None, Look { color: false, width: 80 });
        let coloured = page(&[(InputName::Timeout, 60)], None, Look { color: true, width: 80 });
        assert!(coloured.contains("\u{1b}[31mnot legal"));
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    }
}
