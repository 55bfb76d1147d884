//! The answer as a figure: the number line, the statements behind it, and a curve for each sweep.
//! One self-contained file that follows the reader's light or dark scheme.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::Style;

use super::chart;
use super::labels::{Label, arrange};
use super::line::{Mark, Scale, points};
use crate::render::escaped;
use crate::txn_window::millis::Millis;
use crate::txn_window::report::Report;
use crate::txn_window::window::Verdict;
use crate::txn_window::words;

/// The width of the figure; all lengths are in its user units.
pub(super) const WIDTH: i64 = 760;

/// What is left free at each side.
pub(super) const MARGIN: i64 = 24;

/// How many characters fit beside the name of a statement.
const LINE: usize = 96;

/// No character of a 13-unit system font is taken to be wider on average, so that labels placed by
/// characters do not meet.
const CHARACTER: i64 = 8;

/// The same of the 16-unit bold font of the title.
const TITLE_CHARACTER: i64 = 10;

const STYLE: &str = "\
:root { --paper: #ffffff; --ink: #1f2328; --dim: #59636e; --faint: #d1d9e0; --good: #1a7f37; --warn: #9a6700; --bad: #cf222e; --present: #0969da; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0d1117; --ink: #f0f6fc; --dim: #9198a1; --faint: #3d444d; --good: #3fb950; --warn: #d29922; --bad: #f85149; --present: #4493f8; }
}
text { font: 13px system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; fill: var(--ink); }
.paper { fill: var(--paper); } .title { font-size: 16px; font-weight: 600; } .dim { fill: var(--dim); } .strong { font-weight: 600; }
.good { fill: var(--good); } .warn { fill: var(--warn); } .bad { fill: var(--bad); } .present { fill: var(--present); }
.axis { stroke: var(--dim); stroke-width: 1.5; } .grid { stroke: var(--faint); stroke-width: 1; } .stem { stroke: var(--faint); stroke-width: 1; }
.broken { stroke: var(--dim); stroke-width: 1.5; stroke-dasharray: 2 4; }
.window { stroke: var(--good); stroke-width: 6; } .gap { stroke: var(--bad); stroke-width: 3; stroke-dasharray: 3 4; }
.tick { stroke: var(--ink); stroke-width: 2; } .curve { stroke: var(--present); stroke-width: 2.5; fill: none; }
.limit { stroke: var(--bad); stroke-width: 1.5; fill: none; } .broker { stroke: var(--dim); stroke-width: 1.5; stroke-dasharray: 6 4; fill: none; }
.band { opacity: 0.12; } .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
";

/// Write the figure of one or more pipelines, one below the other.
pub fn svg(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let mut body = String::new();
    let mut top = 0;
    for report in reports {
        let (figure, height) = figure(report);
        let _ = writeln!(body, "<g transform=\"translate(0 {top})\">\n{figure}</g>");
        top += height;
    }
    let title: Vec<String> = reports.iter().map(summary).collect();
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {top}\" width=\"{WIDTH}\" height=\"{top}\" role=\"img\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n<rect class=\"paper\" width=\"{WIDTH}\" height=\"{top}\"/>\n{body}</svg>",
        markup_free(&title.join("; "))
    )
}

/// What it says, for those who cannot see it.
fn summary(report: &Report) -> String {
    let mut parts = vec![format!("{}: {}", heading(report), words::headline(report))];
    parts.extend(points(report).iter().map(|point| format!("{} {}", point.name(), point.value)));
    parts.join(", ")
}

fn heading(report: &Report) -> String {
    let key = report.timeout_key();
    let pipeline = report.pipeline.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    let value = report.timeout().map(|value| format!(" = {}", value.get())).unwrap_or_default();
    format!("{pipeline}{key}{value}")
}

/// One pipeline's part, and its height.
fn figure(report: &Report) -> (String, i64) {
    let mut out = String::new();
    let class = if report.passes() {
        "good"
    } else if report.window.verdict == Verdict::NoLegalValue || report.judgement.as_ref().is_some_and(|judged| !judged.legal()) {
        "bad"
    } else {
        "warn"
    };
    let (heading, headline) = (heading(report), words::headline(report));
    text(&mut out, MARGIN, 36, "title", Anchor::Start, &heading);
    let characters = heading.chars().count() + headline.chars().count() + 2;
    let beside = i64::try_from(characters).unwrap_or(i64::MAX).saturating_mul(TITLE_CHARACTER) <= WIDTH - 2 * MARGIN;
    let (x, y, anchor) = if beside { (WIDTH - MARGIN, 36, Anchor::End) } else { (MARGIN, 60, Anchor::Start) };
    text(&mut out, x, y, &format!("title {class}"), anchor, &headline);
    let mut bottom = number_line(report, y + 20, &mut out);
    for (name, words) in statements(report) {
        for (index, words) in textwrap::wrap(&words, LINE).into_iter().enumerate() {
            bottom += 20;
            if index == 0 {
                text(&mut out, MARGIN, bottom, "dim", Anchor::Start, name);
            }
            text(&mut out, MARGIN + 64, bottom, "", Anchor::Start, &words);
        }
    }
    for variation in &report.variations {
        bottom = chart::curve(variation, report, bottom + 32, &mut out);
    }
    (out, bottom + 24)
}

fn statements(report: &Report) -> Vec<(&'static str, String)> {
    let window = &report.window;
    let mut rows: Vec<(&'static str, String)> = Vec::new();
    if let Some(judged) = &report.judgement {
        rows.extend(judged.flaws.iter().map(|flaw| ("legal", format!("no: {}", words::flaw(flaw, report)))));
        rows.extend(words::headroom(judged, report).map(|words| ("has", words)));
    }
    rows.push(("floor", format!("{}: {}", window.floor, words::floor(report))));
    rows.push(("asked", format!("{}: {}", window.required, words::asked(report))));
    rows.push(("ceiling", format!("{}: {}", window.ceiling, words::ceiling(report))));
    rows.extend(words::stall(report).map(|(stall, words)| ("stall", format!("{stall} {words}"))));
    rows.extend(words::critical_interval(report).map(|words| ("", words)));
    rows.extend(report.demands.iter().filter(|demand| !demand.holds).map(|demand| ("refused", demand.words.clone())));
    rows.extend(words::lost(report).map(|words| ("", words)));
    rows.extend(report.mends.iter().map(|mend| ("mend", words::mend(mend, report))));
    rows
}

/// Draw the line below `top`; gives where it ends.
fn number_line(report: &Report, top: i64, out: &mut String) -> i64 {
    let points = points(report);
    let values: Vec<Millis> = points.iter().map(|point| point.value).collect();
    let scale = Scale::of(&values, WIDTH - 2 * MARGIN);
    let x = |value: Millis| MARGIN + scale.at(value);
    let columns = usize::try_from((WIDTH - 2 * MARGIN) / CHARACTER).unwrap_or(1);
    let labels: Vec<Label> = points
        .iter()
        .map(|point| Label {
            at: usize::try_from(scale.at(point.value) / CHARACTER).unwrap_or(0).min(columns - 1),
            above: point.value.to_string(),
            below: point.name(),
            style: Style::new(),
        })
        .collect();
    let places = arrange(&labels, columns);
    let rows = places.iter().map(|place| place.row + 1).max().unwrap_or(1);
    let depth = i64::try_from(rows).unwrap_or(1) * 18;
    let axis = top + depth + 16;

    let end = scale.broken.map_or(WIDTH - MARGIN, |(_, from)| MARGIN + from);
    line(out, "axis", (MARGIN, axis), (end, axis));
    if scale.broken.is_some() {
        line(out, "broken", (end, axis), (WIDTH - MARGIN, axis));
    }
    let (floor, ceiling) = (x(report.window.floor), x(report.window.ceiling.max(Millis::ZERO)));
    let class = if report.window.floor <= report.window.ceiling { "window" } else { "gap" };
    line(out, class, (floor.min(ceiling), axis), (floor.max(ceiling), axis));
    for ((point, label), place) in points.iter().zip(&labels).zip(&places) {
        let at = x(point.value);
        let away = i64::try_from(place.row).unwrap_or(0) * 18;
        if place.row > 0 {
            line(out, "stem", (at, axis - 12 - away), (at, axis + 12 + away));
        }
        let class = class_of(point.marks[0]);
        let middle = |from: usize, text: &str| {
            let half = i64::try_from(2 * from + text.chars().count()).unwrap_or(0) * CHARACTER / 2;
            MARGIN + half
        };
        text(out, middle(place.above, &label.above), axis - 14 - away, class, Anchor::Middle, &label.above);
        text(out, middle(place.below, &label.below), axis + 24 + away, class, Anchor::Middle, &label.below);
        match point.marks[0] {
            Mark::Recommended => {
                let _ = writeln!(out, "<path class=\"good\" d=\"M{at} {}l8 8l-8 8l-8 -8z\"/>", axis - 8);
            }
            Mark::Present => {
                let _ = writeln!(out, "<circle class=\"present\" cx=\"{at}\" cy=\"{axis}\" r=\"7\"/>");
            }
            _ => line(out, "tick", (at, axis - 7), (at, axis + 7)),
        }
    }
    axis + 24 + depth
}

const fn class_of(mark: Mark) -> &'static str {
    match mark {
        Mark::BrokerMax | Mark::Default => "dim",
        Mark::Floor | Mark::Ceiling => "",
        Mark::Recommended => "good strong",
        Mark::Present => "present strong",
    }
}

/// Which end of a text lies at its place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

pub(super) fn text(out: &mut String, x: i64, y: i64, class: &str, anchor: Anchor, content: &str) {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\"{class} text-anchor=\"{anchor}\">{}</text>", markup_free(content));
}

pub(super) fn line(out: &mut String, class: &str, from: (i64, i64), to: (i64, i64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(out, "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
}

/// Names from files cannot become markup, and no control character can get in.
fn markup_free(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in escaped(text).chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::inputs::InputName;
    use crate::txn_window::sources::Origin;
    use crate::txn_window::testing::ferrystone_request;
    use crate::txn_window::vary::parse_range;

    fn drawn(vary: &[&str]) -> String {
        let mut request = ferrystone_request();
        request.pipeline = Some("a <b> & c".into());
        request.vary = vary.iter().map(|text| parse_range(text).unwrap()).collect();
        let mut out = Vec::new();
        svg(&[Report::of(request).unwrap()], &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn shows_every_point_and_escapes_names() {
        let figure = drawn(&[]);
        for part in ["450 s", "recommended", "broker maximum", "470 s", "a &lt;b&gt; &amp; c", "prefers-color-scheme: dark"] {
            assert!(figure.contains(part), "{part}");
        }
        assert!(!figure.contains("<b>"));
    }

    #[test]
    fn a_long_title_leaves_the_verdict_its_own_line() {
        let title = |pipeline: Option<&str>| {
            let mut request = ferrystone_request();
            request.pipeline = pipeline.map(str::to_owned);
            request.sources.offer_time(InputName::Timeout, Millis::seconds(300), Origin::Prompt);
            let mut out = Vec::new();
            svg(&[Report::of(request).unwrap()], &mut out).unwrap();
            let figure = String::from_utf8(out).unwrap();
            figure.lines().find(|line| line.contains(">legal, with less")).unwrap().to_owned()
        };
        assert!(title(Some("ledger")).starts_with("<text x=\"24\" y=\"60\""), "{}", title(Some("ledger")));
        assert!(title(None).starts_with("<text x=\"736\" y=\"36\""), "{}", title(None));
    }

    #[test]
    fn a_sweep_is_a_curve_with_its_crossing() {
        let figure = drawn(&["restart=60s..720s/60s"]);
        assert!(figure.contains("class=\"curve\""));
        assert!(figure.contains("193 s") && figure.contains("428 s"));
    }
}
