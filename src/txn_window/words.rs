//! The answer in words: one sentence a statement, for whatever format.

use super::headroom::Headroom;
use super::inputs::{InputName, KEY_LIMIT};
use super::judge::{Flaw, Judgement};
use super::mend::Mend;
use super::millis::{Millis, grouped};
use super::report::Report;
use super::vary::{Crossing, Quantity};
use super::window::{Bound, Verdict};

/// The verdict in two or three words, of the judged value where there is one.
#[must_use]
pub fn headline(report: &Report) -> String {
    let unmet = report.demands.iter().any(|demand| !demand.holds);
    match &report.judgement {
        Some(_) if unmet => "will not work".to_owned(),
        None if unmet => format!("{}, but the configuration will not work", verdict(report)),
        Some(judged) if judged.passes() => "fits".to_owned(),
        Some(judged) if judged.legal() => "legal, with less headroom than wanted".to_owned(),
        Some(_) => "not legal".to_owned(),
        None => verdict(report).to_owned(),
    }
}

const fn verdict(report: &Report) -> &'static str {
    match report.window.verdict {
        Verdict::Fits => "fits",
        Verdict::HeadroomLost => "headroom lost",
        Verdict::NoLegalValue => "no legal value",
    }
}

/// What the floor is made of.
#[must_use]
pub fn floor(report: &Report) -> String {
    let inputs = &report.inputs;
    let shares = report.window.shares;
    let parts = [
        (inputs.commit_interval, "commit interval", shares.commit_interval),
        (inputs.commit_latency, "commit", shares.commit_latency),
        (inputs.restart, "restart", shares.restart),
    ];
    let largest = parts.iter().map(|(_, _, share)| *share).max().unwrap_or_default();
    let written: Vec<String> = parts
        .iter()
        .map(|(length, what, share)| {
            let of_it = if *share == largest && largest < 1_000 { format!(" ({} %)", percent(*share)) } else { String::new() };
            format!("{length} {what}{of_it}")
        })
        .collect();
    written.join(" + ")
}

/// How the required timeout comes about, and what becomes of it.
#[must_use]
pub fn asked(report: &Report) -> String {
    let window = &report.window;
    let product = format!("floor × {}", report.inputs.headroom);
    match (window.verdict, window.recommended) {
        (Verdict::Fits, Some(value)) if value > window.required => format!("{product}, rounded up to {value}"),
        (Verdict::Fits, _) => product,
        _ => format!("{product}, {}", excess(report)),
    }
}

/// By how much the wanted headroom passes each bound.
#[must_use]
pub fn excess(report: &Report) -> String {
    let exceeds = report.window.exceeds;
    let mut parts = Vec::new();
    if let Some(over) = exceeds.broker_max {
        parts.push(format!("{over} above the broker's maximum"));
    }
    if let Some(over) = exceeds.visibility {
        parts.push(format!("a stall {over} longer than readers tolerate"));
    }
    if report.window.beyond_key() {
        parts.push(format!("more than the key can hold ({})", grouped(KEY_LIMIT.get())));
    }
    parts.join("; ")
}

/// What makes the ceiling, and the other bound.
#[must_use]
pub fn ceiling(report: &Report) -> String {
    let inputs = &report.inputs;
    match (inputs.visibility, report.window.ceiling_from) {
        (Some(visibility), Bound::Visibility) => {
            format!("{visibility} visibility − {} sweep (the broker allows {})", inputs.sweep, inputs.broker_max)
        }
        (Some(visibility), Bound::BrokerMax) => {
            format!("the broker's maximum ({visibility} visibility − {} sweep would allow more)", inputs.sweep)
        }
        (None, _) => "the broker's maximum; no visibility tolerance was given".to_owned(),
    }
}

/// The worst and the typical stall of the value, and what is left of the tolerance.
#[must_use]
pub fn stall(report: &Report) -> Option<(Millis, String)> {
    let value = report.timeout()?;
    let judged = Judgement::of(value, &report.inputs);
    let left = match judged.spare {
        Some(spare) if spare < Millis::ZERO => format!("; {} longer than readers tolerate", spare.abs()),
        Some(spare) => format!("; {spare} to spare"),
        None => String::new(),
    };
    Some((judged.stall_worst, format!("at worst; {} typically{left}", judged.stall_typical)))
}

/// Why a value is not legal.
#[must_use]
pub fn flaw(flaw: &Flaw, report: &Report) -> String {
    let inputs = &report.inputs;
    let value = report.timeout().unwrap_or_default();
    match flaw {
        Flaw::NotPositive => format!(
            "{} ms is not above 0: up to 2.2.2 initTransactions() throws IllegalArgumentException at once, from 2.3.0 it hangs \
             for max.block.ms and then throws TimeoutException, with the cause in the log only",
            value.get()
        ),
        Flaw::BeyondKey => format!(
            "{} ms is more than the key can hold ({}): the producer is not constructed (ConfigException)",
            value.get(),
            KEY_LIMIT.get()
        ),
        Flaw::AboveBrokerMax(over) => format!(
            "{value} is {over} above the broker's maximum of {}: initTransactions() throws a bare KafkaException, never \
             InvalidTxnTimeoutException",
            inputs.broker_max
        ),
        Flaw::BelowFloor(under) => {
            format!("{value} is {under} below the floor of {}: the broker may abort a transaction at work", report.window.floor)
        }
        Flaw::StallTooLong(over) => {
            let stall = Millis::from_wide(value.wide() + inputs.sweep.wide());
            format!("{value} may keep readers waiting for {stall}, {over} longer than they tolerate")
        }
    }
}

/// How far a value's headroom goes.
#[must_use]
pub fn headroom(judged: &Judgement, report: &Report) -> Option<String> {
    let has = judged.headroom?;
    let wanted = report.inputs.headroom;
    Some(if judged.enough_headroom {
        format!("×{} of the floor (×{wanted} is wanted)", has.cut(3))
    } else {
        let missing = Millis::from_wide(report.window.required.wide() - judged.timeout.wide());
        format!("×{} of the floor where ×{wanted} is wanted: {missing} too little", has.cut(3))
    })
}

/// The longest pause that a value outlasts.
#[must_use]
pub fn survives(judged: &Judgement, report: &Report) -> String {
    match judged.survives {
        Some(pause) => format!("a pause of {pause} at most (the restart to outlast is {})", report.inputs.restart),
        None => format!("no pause: the work alone takes {}", worked(report)),
    }
}

/// How often a value below the floor fails.
#[must_use]
pub fn fails(judged: &Judgement, report: &Report) -> Option<String> {
    let overrun = judged.overrun?;
    let sweep = report.inputs.sweep;
    let how_often = match overrun.aborted {
        1_000 => "every one".to_owned(),
        0 => "fewer than 1 in 1,000".to_owned(),
        thousandths => format!("about {} %", tenths(thousandths)),
    };
    let by = overrun.by;
    let which = if overrun.without_pause {
        format!("the worst transaction overruns even without a pause ({}); with the whole restart by {by}", worked(report))
    } else {
        format!("a transaction that meets the whole restart overruns by {by}; without a pause it fits ({})", worked(report))
    };
    Some(format!("{which}. The sweep (every {sweep}) aborts {how_often} of those that overrun so far"))
}

fn worked(report: &Report) -> Millis {
    Millis::from_wide(report.inputs.commit_interval.wide() + report.inputs.commit_latency.wide())
}

/// What the default means here; nothing where it is the value that was judged.
#[must_use]
pub fn default_value(report: &Report) -> Option<String> {
    let default = report.default_timeout;
    if report.judgement.as_ref().is_some_and(|judged| judged.timeout == default) {
        return None;
    }
    let judged = Judgement::of(default, &report.inputs);
    let broker = judged.flaws.iter().any(|flaw| matches!(flaw, Flaw::AboveBrokerMax(_)));
    let what = if broker {
        "is above the broker's maximum"
    } else if default < report.window.floor {
        "is below the floor"
    } else if default > report.window.ceiling {
        "is above the ceiling"
    } else if !judged.enough_headroom {
        "is legal, with less headroom than wanted"
    } else {
        "fits as well"
    };
    Some(format!("the default of {default} {what}"))
}

/// How far the commit interval may grow.
#[must_use]
pub fn critical_interval(report: &Report) -> Option<String> {
    let interval = report.extremes.commit_interval?;
    (report.window.verdict == Verdict::Fits)
        .then(|| format!("the commit interval may grow to {interval} before this stops fitting"))
}

/// Why nothing fits, in a sentence.
#[must_use]
pub fn lost(report: &Report) -> Option<String> {
    let window = &report.window;
    match window.verdict {
        Verdict::Fits => None,
        Verdict::HeadroomLost => {
            let largest = window.largest_headroom.map_or_else(String::new, |headroom| headroom.cut(3));
            Some(format!(
                "legal values exist ({} to {}), the wanted headroom does not: ×{largest} is the most that fits",
                window.floor, window.ceiling
            ))
        }
        Verdict::NoLegalValue => {
            let gap = Millis::from_wide(window.floor.wide() - window.ceiling.wide());
            Some(format!("no value is right: the floor of {} is {gap} above the ceiling of {}", window.floor, window.ceiling))
        }
    }
}

/// One way to make it fit, as an instruction.
#[must_use]
pub fn mend(mend: &Mend, report: &Report) -> String {
    let rolling = "a rolling restart, since the key is read-only";
    match mend {
        Mend::CommitInterval(to) => format!("shorten the commit interval from {} to {to}", report.inputs.commit_interval),
        Mend::Restart(to) => format!("shorten the restart from {} to {to}", report.inputs.restart),
        Mend::Visibility(to) => format!("let readers wait {to}: raise the visibility tolerance"),
        Mend::BrokerMax(to) => format!("raise the broker's transaction.max.timeout.ms to {}: {rolling}", to.get()),
        Mend::VisibilityAndBrokerMax(visibility, broker_max) => format!(
            "let readers wait {visibility}, and raise the broker's transaction.max.timeout.ms to {}: {rolling}",
            broker_max.get()
        ),
        Mend::Headroom(most) => format!("or accept a headroom of ×{}", most.cut(3)),
    }
}

/// What to say before the ways to mend where the two cheapest are not among them.
#[must_use]
pub fn nothing_cheap(report: &Report) -> Option<&'static str> {
    let cheap = report.mends.iter().any(|mend| matches!(mend, Mend::CommitInterval(_) | Mend::Restart(_)));
    (report.window.verdict != Verdict::Fits && !cheap)
        .then_some("neither a shorter commit interval nor a shorter restart alone would make it fit")
}

/// What R is worth, where no preset says who drives the producer.
pub const WHAT_RESTART_BUYS: &str = "what the restart allowance buys depends on who resumes: with Flink it covers the restart; a plain \
    client's replacement aborts the open transaction at once, and R covers only pauses that the producer comes back from (--for says more)";

/// Where the verdict changes along a sweep.
#[must_use]
pub fn crossing(crossing: &Crossing, input: InputName, base: Headroom) -> String {
    let held = match crossing.verdict {
        Verdict::Fits if input == InputName::Headroom => "fits".to_owned(),
        Verdict::Fits => format!("fits with headroom ×{base}"),
        Verdict::HeadroomLost | Verdict::NoLegalValue => "has legal values".to_owned(),
    };
    let at = match crossing.at {
        Quantity::Factor(factor) => format!("×{}", factor.cut(6)),
        Quantity::Time(millis) => millis.to_string(),
    };
    let to = if crossing.more_is_worse { "up to" } else { "from" };
    format!("{held} {to} a {} of exactly {at}", input.words())
}

/// Thousandths as whole per cent.
#[must_use]
pub const fn percent(thousandths: u16) -> u16 {
    (thousandths + 5) / 10
}

/// Thousandths as per cent with one decimal where it needs one.
fn tenths(thousandths: u16) -> String {
    match thousandths % 10 {
        0 => (thousandths / 10).to_string(),
        rest => format!("{}.{rest}", thousandths / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sources::Origin;
    use super::super::testing::ferrystone_request;
    use super::*;

    fn report(changes: &[(InputName, i64)]) -> Report {
        let mut request = ferrystone_request();
        for (input, seconds) in changes {
            request.sources.replace(*input, Quantity::Time(Millis::seconds(*seconds)), Origin::Prompt);
        }
        Report::of(request).unwrap()
    }

    #[test]
    fn the_ledger_in_words() {
        let report = report(&[]);
        assert_eq!(headline(&report), "fits");
        assert_eq!(floor(&report), "30 s commit interval + 12 s commit + 180 s restart (81 %)");
        assert_eq!(asked(&report), "floor × 2, rounded up to 450 s");
        assert_eq!(ceiling(&report), "480 s visibility − 10 s sweep (the broker allows 900 s)");
        assert_eq!(stall(&report), Some((Millis::seconds(460), "at worst; 455 s typically; 20 s to spare".into())));
        assert_eq!(critical_interval(&report).unwrap(), "the commit interval may grow to 43 s before this stops fitting");
        assert_eq!(default_value(&report).unwrap(), "the default of 60 s is below the floor");
    }

    #[test]
    fn the_broken_restarts_in_words() {
        let lost_headroom = report(&[(InputName::Restart, 360)]);
        assert_eq!(asked(&lost_headroom), "floor × 2, a stall 334 s longer than readers tolerate");
        assert_eq!(
            lost(&lost_headroom).unwrap(),
            "legal values exist (402 s to 470 s), the wanted headroom does not: ×1.169 is the most that fits"
        );
        let none = report(&[(InputName::Restart, 720)]);
        assert_eq!(headline(&none), "no legal value");
        assert_eq!(excess(&none), "624 s above the broker's maximum; a stall 1,054 s longer than readers tolerate");
        assert_eq!(lost(&none).unwrap(), "no value is right: the floor of 762 s is 292 s above the ceiling of 470 s");
        assert_eq!(mend(&none.mends[0], &none), "shorten the restart from 720 s to 193 s");
        assert!(mend(&none.mends[1], &none).ends_with("to 1524000: a rolling restart, since the key is read-only"));
    }

    #[test]
    fn a_broken_demand_is_no_fault_of_a_value_that_nobody_wrote() {
        let unmet = |changes: &[(InputName, i64)]| {
            let mut report = report(changes);
            report.demands = vec![crate::txn_window::preset::Demand { holds: false, words: "refused".into() }];
            headline(&report)
        };
        assert_eq!(unmet(&[]), "fits, but the configuration will not work");
        assert_eq!(unmet(&[(InputName::Timeout, 450)]), "will not work");
    }

    #[test]
    fn a_short_value_in_words() {
        let report = report(&[(InputName::Timeout, 60)]);
        let judged = report.judgement.as_ref().unwrap();
        assert_eq!(headline(&report), "not legal");
        assert!(flaw(&judged.flaws[0], &report).starts_with("60 s is 162 s below the floor of 222 s"));
        assert!(fails(judged, &report).unwrap().contains("aborts every one of those"));
        assert!(survives(judged, &report).starts_with("a pause of 18 s at most"));
        assert_eq!(default_value(&report), None);
        assert_eq!(headroom(judged, &report).unwrap(), "×0.27 of the floor where ×2 is wanted: 384 s too little");
    }
}
