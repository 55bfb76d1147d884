//! What exactly-once takes, costs and does not give, in the figures of one pipeline where there are any.

use std::io::{self, Write};

use anstyle::Style;

use super::text::Writer;
use crate::render::Look;
use crate::txn_window::inputs::{DEFAULT_BROKER_MAX, DEFAULT_SWEEP, DEFAULT_TIMEOUT};
use crate::txn_window::judge::Judgement;
use crate::txn_window::millis::Millis;
use crate::txn_window::report::Report;
use crate::txn_window::words;

/// Write the page. Without a report the figures are those of Kafka's defaults, and the page says so.
pub fn exactly_once(report: Option<&Report>, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = Writer::new(look, out);
    let of = match report {
        Some(Report { pipeline: Some(name), .. }) => format!("exactly-once, and what it costs {name}"),
        Some(_) => "exactly-once, and what it costs this pipeline".to_owned(),
        None => "exactly-once, and what it costs with Kafka's defaults".to_owned(),
    };
    writer.title(&of)?;
    for (heading, items) in [
        ("what it takes", takes()),
        ("what it costs", costs(report)),
        ("when it is needless, and when not", needless()),
        ("what idempotence gives without it", idempotence()),
        ("what it does not give", limits(report)),
        ("how far to trust the figures", caveats(report)),
    ] {
        writer.line("")?;
        writer.wrapped("", "", heading, Style::new().bold())?;
        for item in items {
            writer.wrapped("  - ", "    ", &item, Style::new())?;
        }
    }
    if report.is_none() {
        writer.line("")?;
        let hint = "for figures of your own: ackward explain exactly-once --commit-interval 30s --commit-latency 12s --restart 180s \
                    --visibility 480s";
        writer.wrapped("", "", hint, Style::new().dimmed())?;
    }
    Ok(())
}

fn takes() -> Vec<String> {
    [
        "transactional.id on the producer, the same for each incarnation of an instance and different from every other's",
        "isolation.level=read_committed on every consumer of the result: the default reads what was never committed",
        "enable.auto.commit=false on the consumer of the input. This one gets missed: on its own timer the consumer commits offsets \
         outside the transaction, and both lost and doubled records were produced that way, also beside sendOffsetsToTransaction()",
    ]
    .map(str::to_owned)
    .into()
}

fn costs(report: Option<&Report>) -> Vec<String> {
    let (sweep, broker_max) =
        report.map_or((DEFAULT_SWEEP, DEFAULT_BROKER_MAX), |report| (report.inputs.sweep, report.inputs.broker_max));
    let timeout = report.map_or(Some(DEFAULT_TIMEOUT), Report::timeout);
    let mut items = vec![match timeout {
        Some(timeout) => {
            let worst = Millis::from_wide(timeout.wide() + sweep.wide());
            let typical = Millis::from_wide(timeout.wide() + sweep.wide() / 2);
            format!(
                "one open transaction stops every read_committed reader of its partitions: for {worst} at worst ({timeout} timeout + \
                 {sweep} sweep), {typical} typically, where nobody commits or aborts it sooner"
            )
        }
        None => "no timeout is right for these figures, so there is no stall to name: ackward txn-window says what would mend it"
            .to_owned(),
    }];
    if let Some(report) = report {
        let held = Millis::from_wide(report.inputs.commit_interval.wide() + report.inputs.commit_latency.wide());
        items.push(format!(
            "every record waits for its commit: readers see it up to {held} after it was sent, with nothing going wrong"
        ));
        items.extend(report.timeout().map(|timeout| spare(&Judgement::of(timeout, &report.inputs), report)));
    }
    items.push(
        "each consumer commits its offsets through the producer, so that enable.auto.commit=false is needed everywhere"
            .to_owned(),
    );
    items.push(
        "the transaction state topic wants three brokers (its replication factor is 3, its least in-sync replicas 2, by default)"
            .to_owned(),
    );
    items.push(format!(
        "the timeout cannot pass the broker's transaction.max.timeout.ms of {broker_max}, which is read-only: to move it is a rolling \
         restart"
    ));
    items
}

fn spare(judged: &Judgement, report: &Report) -> String {
    match (judged.spare, report.inputs.visibility) {
        (Some(spare), Some(visibility)) if spare >= Millis::ZERO => {
            format!("of the {visibility} that readers tolerate, the worst stall leaves {spare}")
        }
        (Some(spare), Some(visibility)) => {
            format!("readers tolerate {visibility}: the worst stall is {} longer", spare.abs())
        }
        _ => "nobody has said how long readers may wait (--visibility)".to_owned(),
    }
}

fn needless() -> Vec<String> {
    [
        "where the sink upserts on a business key: a record that comes twice leaves the same end state, and an idempotent producer \
         with at-least-once consumers is enough",
        "it is worth its price where writing twice is wrong (a ledger row, a counter, a payment), or where others read the stream itself",
    ]
    .map(str::to_owned)
    .into()
}

fn idempotence() -> Vec<String> {
    [
        "no duplicates and no reordering from the client's own retries, by default since 3.0.1, 3.1.1 and 3.2.0",
        "for one session of the producer: after a restart the broker sees a new producer, and what the application sends again is \
         written again",
        "for one partition at a time: nothing ties records of two partitions, or records and offsets, together",
        "of the last five batches: the broker remembers no more, hence at most five requests in flight",
    ]
    .map(str::to_owned)
    .into()
}

fn limits(report: Option<&Report>) -> Vec<String> {
    let buys = report.and_then(|report| report.preset).map_or_else(
        || words::WHAT_RESTART_BUYS.to_owned(),
        |preset| format!("{}: {}", preset.words(), preset.what_restart_buys()),
    );
    vec![
        "a committed transaction is not read as a unit: compaction, deleted segments, seeks, and partitions that nobody reads can each \
         hide a part of it"
            .to_owned(),
        "nothing outside Kafka takes part: a database or a web service that is called inside the loop is called again after an abort"
            .to_owned(),
        buys,
    ]
}

fn caveats(report: Option<&Report>) -> Vec<String> {
    let latency = report.map_or_else(String::new, |report| format!(" of {}", report.inputs.commit_latency));
    vec![
        format!(
            "the commit latency{latency} is the one to trust least: the client's own timers (txn-commit-time-ns-total and its kin) are \
             running totals without a count, so that a p99.9 has to be measured around commitTransaction(): thousands of commits"
        ),
        "the deadline is not enforced on commit: a late one succeeds unless a sweep has come by, so that a timeout that is too short fails \
         only sometimes"
            .to_owned(),
        "ActiveTransactionOpenTimeMaxMs, often named for an alert, exists on neither a 3.9.1 nor a 4.4.0 broker. What does: \
         kafka.cluster:type=Partition,name=LastStableOffsetLag for the stall, and DescribeTransactions for the timeout and start of \
         every open transaction"
            .to_owned(),
        "the clock starts at the first partition added, not at beginTransaction(); with a 4.x client on transaction.version 2 at the \
         first produce request, so that linger.ms is outside it"
            .to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::testing::ferrystone_request;

    fn page(report: Option<&Report>) -> String {
        let mut out = Vec::new();
        exactly_once(report, Look { color: false, width: 200 }, &mut out).unwrap();
        // However it is broken into lines.
        String::from_utf8(out).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn speaks_in_the_pipelines_figures() {
        let report = Report::of(ferrystone_request()).unwrap();
        let page = page(Some(&report));
        for part in [
            "for 460 s at worst (450 s timeout + 10 s sweep), 455 s typically",
            "up to 42 s after it was sent",
            "of the 480 s that readers tolerate, the worst stall leaves 20 s",
            "the commit latency of 12 s",
            "LastStableOffsetLag",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }

    #[test]
    fn speaks_in_kafkas_figures_without() {
        let page = page(None);
        assert!(page.contains("for 70 s at worst (60 s timeout + 10 s sweep)"));
        assert!(page.contains("for figures of your own"));
    }
}
