//! The answer for a design document: inputs with their origins, the derivation step by step in
//! words and units, the verdict, and what it rests on.

use std::io::{self, Write};

use super::table;
use crate::render::escaped;
use crate::txn_window::inputs::InputName;
use crate::txn_window::millis::{Millis, grouped};
use crate::txn_window::preset::Preset;
use crate::txn_window::report::Report;
use crate::txn_window::vary::Quantity;
use crate::txn_window::window::{Bound, Verdict};
use crate::txn_window::words;

/// Write the page of one pipeline.
pub fn markdown(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let title = report.pipeline.as_ref().map_or_else(String::new, |name| format!(" of {}", markup_free(name)));
    writeln!(out, "## transaction.timeout.ms{title}\n")?;
    verdict(report, out)?;
    inputs(report, out)?;
    derivation(report, out)?;
    judged(report, out)?;
    mends(report, out)?;
    for variation in &report.variations {
        writeln!(out, "### What if the {} changes\n", variation.input.words())?;
        let (heading, rows) = table::cells(variation, report);
        write_table(&heading, &rows, out)?;
        for crossing in &variation.crossings {
            writeln!(out, "- {}", words::crossing(crossing, variation.input, report.inputs.headroom))?;
        }
        writeln!(out)?;
    }
    caveats(report, out)
}

fn verdict(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let key = report.timeout_key();
    match (&report.judgement, report.window.recommended) {
        (Some(judged), _) => write!(out, "`{key}={}`: **{}**", judged.timeout.get(), words::headline(report))?,
        (None, Some(value)) => {
            write!(out, "`{key}={}`: **{}**", value.get(), words::headline(report))?;
            if let Some(larger) = value.in_larger_unit() {
                write!(out, " ({value} = {larger})")?;
            }
        }
        (None, None) => write!(out, "`{key}`: **{}**", words::headline(report))?,
    }
    writeln!(out, "\n")?;
    if let Some(lost) = words::lost(report) {
        writeln!(out, "{}.\n", capital(&lost))?;
    }
    Ok(())
}

fn inputs(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let there = |input: InputName| report.preset.and_then(|preset| preset.meaning_of(input)).unwrap_or(input.explained());
    let heading = ["input", "", "value", "what it is", "from"].map(str::to_owned);
    let rows: Vec<Vec<String>> = report
        .origins
        .iter()
        .map(|(input, candidate)| {
            let value = match candidate.value {
                Quantity::Time(millis) => millis.to_string(),
                Quantity::Factor(factor) => format!("×{factor}"),
            };
            let origin = markup_free(&candidate.origin.to_string());
            vec![input.words().to_owned(), symbol(*input).to_owned(), value, there(*input).to_owned(), origin]
        })
        .collect();
    writeln!(out, "### Inputs\n")?;
    write_table(&heading, &rows, out)?;
    let on = format!("on kafka-clients {}", report.clients);
    match report.preset {
        Some(preset) => writeln!(out, "Read as {} takes them, {on}.\n", preset.words())?,
        None => writeln!(out, "Read {on}.\n")?,
    }
    Ok(())
}

const fn symbol(input: InputName) -> &'static str {
    match input {
        InputName::CommitInterval => "Tc",
        InputName::CommitLatency => "L",
        InputName::Restart => "R",
        InputName::Visibility => "V",
        InputName::Headroom => "h",
        InputName::Timeout => "T",
        InputName::Sweep | InputName::BrokerMax | InputName::MaxPollInterval => "",
    }
}

fn derivation(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let (inputs, window) = (&report.inputs, &report.window);
    let (interval, latency, restart, headroom) = (inputs.commit_interval, inputs.commit_latency, inputs.restart, inputs.headroom);
    let mut steps = vec![format!(
        "**Floor.** A transaction has to outlast its commit interval, the commit itself and the longest pause: Tc + L + R = \
         {interval} + {latency} + {restart} = **{}**. The restart is {} % of it, the commit interval {} %, the commit {} %.",
        window.floor,
        words::percent(window.shares.restart),
        words::percent(window.shares.commit_interval),
        words::percent(window.shares.commit_latency),
    )];
    steps.push(match inputs.visibility {
        Some(visibility) => format!(
            "**Ceiling.** Readers tolerate {visibility}; a timed-out transaction may clear as late as one sweep after its timeout: \
             V − sweep = {visibility} − {} = {}. The broker accepts at most {}. The smaller of the two, **{}**, is the ceiling ({}).",
            inputs.sweep,
            Millis::from_wide(inputs.tolerated().unwrap_or_default()),
            inputs.broker_max,
            window.ceiling,
            if window.ceiling_from == Bound::Visibility { "the readers set it" } else { "the broker sets it" },
        ),
        None => format!(
            "**Ceiling.** No visibility tolerance was given, so that only the broker bounds the timeout: **{}**.",
            window.ceiling
        ),
    });
    let rounding = match (window.verdict, window.recommended) {
        (Verdict::Fits, Some(value)) if value > window.required && value == window.ceiling => {
            format!(" The next round figure would pass the ceiling, so that the ceiling is taken: **{}**.", in_full(value))
        }
        (Verdict::Fits, Some(value)) if value > window.required => format!(" Rounded up: **{}**.", in_full(value)),
        (Verdict::Fits, _) => String::new(),
        _ => format!(" That is {}.", words::excess(report)),
    };
    steps.push(format!("**Headroom.** h × floor = {headroom} × {} = **{}**.{rounding}", window.floor, window.required));
    if let (Some(value), Some((stall, words))) = (report.timeout(), words::stall(report)) {
        steps.push(format!("**Stall.** Readers wait T + sweep = {value} + {} = **{stall}** {words}.", inputs.sweep));
    }
    steps.push(critical(report));
    writeln!(out, "### Derivation\n")?;
    for (index, step) in steps.iter().enumerate() {
        writeln!(out, "{}. {step}", index + 1)?;
    }
    writeln!(out)
}

/// `450 s = 450,000 ms = 7.5 min`.
fn in_full(value: Millis) -> String {
    let larger = value.in_larger_unit().map(|larger| format!(" = {larger}")).unwrap_or_default();
    format!("{value} = {} ms{larger}", grouped(value.get()))
}

fn critical(report: &Report) -> String {
    let (inputs, window) = (&report.inputs, &report.window);
    let headroom = inputs.headroom;
    let others = inputs.commit_latency.wide() + inputs.restart.wide();
    let spoken_for = Millis::from_wide(headroom.times(others));
    let left = Millis::from_wide(window.ceiling.wide() - spoken_for.wide());
    let how = format!(
        "ceiling ÷ h − L − R = {} ÷ {headroom} − {} − {}. The other way round: {}, less {headroom} × ({} + {}) = {spoken_for}, leaves \
         {left}",
        window.ceiling, inputs.commit_latency, inputs.restart, window.ceiling, inputs.commit_latency, inputs.restart
    );
    match report.extremes.commit_interval {
        Some(critical) => format!("**Critical commit interval.** {how}, divided by {headroom}: **{critical}**."),
        None => format!("**Critical commit interval.** {how}: no commit interval would make it fit."),
    }
}

fn judged(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let Some(judged) = &report.judgement else { return Ok(()) };
    writeln!(out, "### The value {} ms\n", grouped(judged.timeout.get()))?;
    if judged.legal() {
        writeln!(out, "- legal: inside {} to {}", report.window.floor, report.window.ceiling)?;
    }
    for flaw in &judged.flaws {
        writeln!(out, "- not legal: {}", words::flaw(flaw, report))?;
    }
    if let Some(words) = words::headroom(judged, report) {
        writeln!(out, "- headroom: {words}")?;
    }
    writeln!(out, "- survives {}", words::survives(judged, report))?;
    if let Some(words) = words::fails(judged, report) {
        writeln!(out, "- {words}")?;
    }
    if let Some(value) = report.window.recommended {
        writeln!(out, "- to write: `{}={}`", report.timeout_key(), value.get())?;
    }
    writeln!(out)
}

fn mends(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.window.verdict == Verdict::Fits {
        return Ok(());
    }
    writeln!(out, "### What would make it fit, the cheapest first\n")?;
    if let Some(words) = words::nothing_cheap(report) {
        writeln!(out, "{}.\n", capital(words))?;
    }
    for (index, mend) in report.mends.iter().enumerate() {
        writeln!(out, "{}. {}", index + 1, words::mend(mend, report))?;
    }
    writeln!(out)
}

fn caveats(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "### What this rests on\n")?;
    let buys = report.preset.map_or(words::WHAT_RESTART_BUYS, Preset::what_restart_buys);
    writeln!(out, "- {buys}")?;
    for demand in &report.demands {
        writeln!(out, "- {}", markup_free(&demand.words))?;
    }
    if let Some(words) = words::default_value(report) {
        writeln!(out, "- {words}")?;
    }
    for note in &report.notes {
        let place = note.place.as_ref().map(|(path, line)| format!("{path}:{line}: ")).unwrap_or_default();
        writeln!(out, "- {}", markup_free(&format!("{place}{}", note.message)))?;
    }
    Ok(())
}

fn write_table(heading: &[String], rows: &[Vec<String>], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| {} |", heading.join(" | "))?;
    writeln!(out, "|{}", "---|".repeat(heading.len()))?;
    for row in rows {
        writeln!(out, "| {} |", row.join(" | "))?;
    }
    writeln!(out)
}

/// Names from files, so that they cannot become markup.
fn markup_free(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in escaped(text).chars() {
        match character {
            '|' | '<' | '>' | '*' | '_' | '`' | '[' | ']' | '#' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
    }
    out
}

fn capital(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::sources::Origin;
    use crate::txn_window::testing::ferrystone_request;

    fn page(changes: &[(InputName, i64)]) -> String {
        let mut request = ferrystone_request();
        for (input, seconds) in changes {
            request.sources.replace(*input, Quantity::Time(Millis::seconds(*seconds)), Origin::Prompt);
        }
        let mut out = Vec::new();
        markdown(&Report::of(request).unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_derivation_goes_as_by_hand() {
        let page = page(&[]);
        for step in [
            "`transaction.timeout.ms=450000`: **fits** (450 s = 7.5 min)",
            "Tc + L + R = 30 s + 12 s + 180 s = **222 s**",
            "V − sweep = 480 s − 10 s = 470 s. The broker accepts at most 900 s. The smaller of the two, **470 s**",
            "h × floor = 2 × 222 s = **444 s**. Rounded up: **450 s = 450,000 ms = 7.5 min**",
            "T + sweep = 450 s + 10 s = **460 s** at worst; 455 s typically; 20 s to spare",
            "470 s, less 2 × (12 s + 180 s) = 384 s, leaves 86 s, divided by 2: **43 s**",
        ] {
            assert!(page.contains(step), "{step}\n\n{page}");
        }
    }

    #[test]
    fn says_what_would_mend_it() {
        let page = page(&[(InputName::Restart, 720)]);
        assert!(page.contains("No value is right"));
        assert!(page.contains("1. shorten the restart from 720 s to 193 s\n2. let readers wait 1,534 s"));
        assert!(page.contains("no commit interval would make it fit"));
    }

    #[test]
    fn names_cannot_become_markup() {
        assert_eq!(markup_free("a|b<c>"), "a\\|b\\<c\\>");
    }
}
