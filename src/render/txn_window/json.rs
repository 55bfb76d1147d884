//! The answer as the JSON of the contract (version 1; fields are only ever added).

use std::io::{self, Write};

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::render::escaped;
use crate::txn_window::headroom::Headroom;
use crate::txn_window::judge::{Flaw, Judgement};
use crate::txn_window::latencies::Percentile;
use crate::txn_window::mend::Mend;
use crate::txn_window::millis::Millis;
use crate::txn_window::preset::Preset;
use crate::txn_window::report::{Report, Sample};
use crate::txn_window::sources::Note;
use crate::txn_window::vary::{Quantity, Variation};
use crate::txn_window::window::Excess;
use crate::txn_window::words;

/// Write one answer, or an object with all of them under `answers` where there are several: pipelines of a project,
/// or releases that differ.
pub fn json(reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
    let documents: Vec<Document> = reports.iter().map(Document::of).collect();
    match documents.as_slice() {
        [document] => serde_json::to_writer_pretty(&mut *out, document)?,
        _ => serde_json::to_writer_pretty(&mut *out, &Answers { version: 1, answers: documents })?,
    }
    writeln!(out)
}

/// The schema of what [`json()`] writes for one answer.
pub fn schema() -> Schema {
    schema_for!(Document)
}

#[derive(Serialize, JsonSchema)]
struct Answers {
    version: u8,
    answers: Vec<Document>,
}

/// What `ackward txn-window --format json` prints for one answer. All times are whole milliseconds.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TxnWindow")]
struct Document {
    version: u8,
    pipeline: Option<String>,
    preset: Option<&'static str>,
    clients: Vec<String>,
    inputs: Inputs,
    floor_ms: i64,
    ceiling_ms: i64,
    ceiling_from: &'static str,
    required_ms: i64,
    recommended_ms: Option<i64>,
    timeout_key: &'static str,
    stall_ms: Option<i64>,
    typical_stall_ms: Option<i64>,
    spare_ms: Option<i64>,
    critical_commit_interval_ms: Option<i64>,
    largest_headroom: Option<f64>,
    shares: Shares,
    verdict: &'static str,
    exceeds: ExcessMs,
    default_timeout_ms: i64,
    solves: Solves,
    mends: Vec<Value>,
    judged: Option<Judged>,
    demands: Vec<Value>,
    latencies: Option<Latencies>,
    variations: Vec<Value>,
    origins: Map<String, Value>,
    missing: Vec<&'static str>,
    restart_buys: &'static str,
    notes: Vec<Value>,
    passes: bool,
}

#[derive(Serialize, JsonSchema)]
struct Inputs {
    commit_interval_ms: i64,
    commit_latency_ms: i64,
    restart_ms: i64,
    visibility_ms: Option<i64>,
    sweep_ms: i64,
    broker_max_ms: i64,
    headroom: f64,
    timeout_ms: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
struct Shares {
    commit_interval: f64,
    commit_latency: f64,
    restart: f64,
}

#[derive(Serialize, JsonSchema)]
struct ExcessMs {
    visibility_ms: Option<i64>,
    broker_max_ms: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
struct Solves {
    largest_commit_interval_ms: Option<i64>,
    largest_commit_latency_ms: Option<i64>,
    largest_restart_ms: Option<i64>,
    smallest_visibility_ms: Option<i64>,
    largest_sweep_ms: Option<i64>,
    smallest_broker_max_ms: Option<i64>,
    largest_headroom: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Judged {
    timeout_ms: i64,
    legal: bool,
    enough_headroom: bool,
    headroom: Option<f64>,
    because: Vec<Value>,
    exceeds: ExcessMs,
    below_floor_ms: Option<i64>,
    survives_ms: Option<i64>,
    overrun_ms: Option<i64>,
    aborted_share: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Latencies {
    path: String,
    samples: usize,
    p50_ms: i64,
    p99_ms: i64,
    p99_9_ms: i64,
    max_ms: i64,
    used: &'static str,
    warning: Option<String>,
}

impl Document {
    fn of(report: &Report) -> Self {
        let (inputs, window, extremes) = (&report.inputs, &report.window, &report.extremes);
        let judged = report.timeout().map(|value| Judgement::of(value, inputs));
        Self {
            version: 1,
            pipeline: report.pipeline.as_deref().map(safe),
            preset: report.preset.map(Preset::name),
            clients: report.clients.iter().map(|client| client.to_string()).collect(),
            inputs: Inputs {
                commit_interval_ms: inputs.commit_interval.get(),
                commit_latency_ms: inputs.commit_latency.get(),
                restart_ms: inputs.restart.get(),
                visibility_ms: inputs.visibility.map(Millis::get),
                sweep_ms: inputs.sweep.get(),
                broker_max_ms: inputs.broker_max.get(),
                headroom: inputs.headroom.as_f64(9),
                timeout_ms: report.judgement.as_ref().map(|judged| judged.timeout.get()),
            },
            floor_ms: window.floor.get(),
            ceiling_ms: window.ceiling.get(),
            ceiling_from: window.ceiling_from.name(),
            required_ms: window.required.get(),
            recommended_ms: window.recommended.map(Millis::get),
            timeout_key: report.timeout_key(),
            stall_ms: judged.as_ref().map(|judged| judged.stall_worst.get()),
            typical_stall_ms: judged.as_ref().map(|judged| judged.stall_typical.get()),
            spare_ms: judged.as_ref().and_then(|judged| judged.spare).map(Millis::get),
            critical_commit_interval_ms: extremes.commit_interval.map(Millis::get),
            largest_headroom: window.largest_headroom.map(three_decimals),
            shares: Shares {
                commit_interval: thousandths(window.shares.commit_interval),
                commit_latency: thousandths(window.shares.commit_latency),
                restart: thousandths(window.shares.restart),
            },
            verdict: window.verdict.name(),
            exceeds: excess(window.exceeds),
            default_timeout_ms: report.default_timeout.get(),
            solves: Solves {
                largest_commit_interval_ms: extremes.commit_interval.map(Millis::get),
                largest_commit_latency_ms: extremes.commit_latency.map(Millis::get),
                largest_restart_ms: extremes.restart.map(Millis::get),
                smallest_visibility_ms: extremes.visibility.map(Millis::get),
                largest_sweep_ms: extremes.sweep.map(Millis::get),
                smallest_broker_max_ms: extremes.broker_max.map(Millis::get),
                largest_headroom: extremes.headroom.map(three_decimals),
            },
            mends: report.mends.iter().map(|mend| mended(mend, report)).collect(),
            judged: report.judgement.as_ref().map(|judged| judgement(judged, report)),
            demands: report
                .demands
                .iter()
                .map(|demand| json!({ "holds": demand.holds, "message": safe(&demand.words) }))
                .collect(),
            latencies: report.sample.as_ref().map(latencies),
            variations: report.variations.iter().map(|variation| varied(variation, report)).collect(),
            origins: report
                .origins
                .iter()
                .map(|(input, candidate)| (input.name().replace('-', "_"), Value::String(safe(&candidate.origin.to_string()))))
                .collect(),
            missing: if inputs.visibility.is_none() { vec!["visibility"] } else { Vec::new() },
            restart_buys: report.preset.map_or(words::WHAT_RESTART_BUYS, Preset::what_restart_buys),
            notes: report.notes.iter().map(noted).collect(),
            passes: report.passes(),
        }
    }
}

/// What steers a terminal stays visible when a program prints the string.
fn safe(text: &str) -> String {
    escaped(text).into_owned()
}

fn three_decimals(headroom: Headroom) -> f64 {
    headroom.as_f64(3)
}

fn thousandths(value: u16) -> f64 {
    f64::from(value) / 1000.0
}

fn excess(excess: Excess) -> ExcessMs {
    ExcessMs { visibility_ms: excess.visibility.map(Millis::get), broker_max_ms: excess.broker_max.map(Millis::get) }
}

fn mended(mend: &Mend, report: &Report) -> Value {
    let mut value = json!({ "change": mend.name(), "message": words::mend(mend, report) });
    match mend {
        Mend::CommitInterval(to) | Mend::Restart(to) | Mend::Visibility(to) | Mend::BrokerMax(to) => {
            value["to_ms"] = json!(to.get());
        }
        Mend::VisibilityAndBrokerMax(visibility, broker_max) => {
            value["visibility_ms"] = json!(visibility.get());
            value["broker_max_ms"] = json!(broker_max.get());
        }
        Mend::Headroom(most) => value["to"] = json!(three_decimals(*most)),
    }
    value
}

fn judgement(judged: &Judgement, report: &Report) -> Judged {
    let below_floor = judged.flaws.iter().find_map(|flaw| match flaw {
        Flaw::BelowFloor(under) => Some(under.get()),
        _ => None,
    });
    Judged {
        timeout_ms: judged.timeout.get(),
        legal: judged.legal(),
        enough_headroom: judged.enough_headroom,
        headroom: judged.headroom.map(three_decimals),
        because: judged.flaws.iter().map(|flaw| json!({ "flaw": flaw.name(), "message": words::flaw(flaw, report) })).collect(),
        exceeds: excess(Excess::of(judged.timeout.wide(), &report.inputs)),
        below_floor_ms: below_floor,
        survives_ms: judged.survives.map(Millis::get),
        overrun_ms: judged.overrun.map(|overrun| overrun.by.get()),
        aborted_share: judged.overrun.map(|overrun| thousandths(overrun.aborted)),
    }
}

fn latencies(sample: &Sample) -> Latencies {
    let at = |percentile| sample.latencies.at(percentile).get();
    Latencies {
        path: safe(&sample.path),
        samples: sample.latencies.samples(),
        p50_ms: at(Percentile::P50),
        p99_ms: at(Percentile::P99),
        p99_9_ms: at(Percentile::P999),
        max_ms: at(Percentile::Max),
        used: sample.percentile.name(),
        warning: sample.latencies.warning(sample.percentile),
    }
}

fn varied(variation: &Variation, report: &Report) -> Value {
    let rows: Vec<Value> = variation
        .rows
        .iter()
        .map(|row| {
            let mut value = json!({
                "required_ms": row.window.required.get(),
                "stall_ms": row.stall.get(),
                "spare_ms": row.spare.map(Millis::get),
                "exceeds": excess(row.excess()),
                "verdict": row.window.verdict.name(),
            });
            set(&mut value, row.at);
            value
        })
        .collect();
    let crossings: Vec<Value> = variation
        .crossings
        .iter()
        .map(|crossing| {
            let mut value = json!({
                "verdict": crossing.verdict.name(),
                "holds": if crossing.more_is_worse { "up-to" } else { "from" },
                "message": words::crossing(crossing, variation.input, report.inputs.headroom),
            });
            set(&mut value, crossing.at);
            value
        })
        .collect();
    json!({ "input": variation.input.name(), "rows": rows, "crossings": crossings })
}

fn set(value: &mut Value, at: Quantity) {
    match at {
        Quantity::Time(millis) => value["at_ms"] = json!(millis.get()),
        Quantity::Factor(factor) => value["at"] = json!(factor.as_f64(6)),
    }
}

fn noted(note: &Note) -> Value {
    let (path, line) = note.place.as_ref().map_or((None, None), |(path, line)| (Some(safe(path)), Some(line)));
    json!({
        "severity": if note.is_warning { "warning" } else { "info" },
        "message": safe(&note.message),
        "path": path,
        "line": line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::inputs::InputName;
    use crate::txn_window::sources::Origin;
    use crate::txn_window::testing::ferrystone_request;

    fn answer(changes: &[(InputName, i64)]) -> Value {
        let mut request = ferrystone_request();
        for (input, seconds) in changes {
            request.sources.replace(*input, Quantity::Time(Millis::seconds(*seconds)), Origin::Prompt);
        }
        let mut out = Vec::new();
        json(&[Report::of(request).unwrap()], &mut out).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    /// The example of the contract, field by field.
    #[test]
    fn the_contract_holds() {
        let expected = json!({
            "version": 1,
            "inputs": { "commit_interval_ms": 30000, "commit_latency_ms": 12000, "restart_ms": 180_000, "visibility_ms": 480_000,
                        "sweep_ms": 10000, "broker_max_ms": 900_000, "headroom": 2.0, "timeout_ms": null },
            "floor_ms": 222_000, "ceiling_ms": 470_000, "ceiling_from": "visibility",
            "required_ms": 444_000, "recommended_ms": 450_000, "stall_ms": 460_000, "spare_ms": 20000,
            "critical_commit_interval_ms": 43000, "largest_headroom": 2.117,
            "shares": { "commit_interval": 0.135, "commit_latency": 0.054, "restart": 0.811 },
            "verdict": "fits"
        });
        let given = answer(&[]);
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&given[field], value, "{field}");
        }
        assert_eq!(given["exceeds"], json!({ "visibility_ms": null, "broker_max_ms": null }));
    }

    #[test]
    fn a_judged_value_makes_stall_and_spare() {
        let given = answer(&[(InputName::Timeout, 60)]);
        assert_eq!(given["inputs"]["timeout_ms"], 60_000);
        assert_eq!((&given["stall_ms"], &given["spare_ms"]), (&json!(70_000), &json!(410_000)));
        assert_eq!(given["verdict"], "fits", "the verdict is the window's");
        assert_eq!(given["judged"]["legal"], false);
        assert_eq!(given["judged"]["below_floor_ms"], 162_000);
        assert_eq!(given["judged"]["aborted_share"], 1.0);
        assert_eq!(given["passes"], false);
    }

    #[test]
    fn nulls_where_there_is_nothing() {
        let given = answer(&[(InputName::Restart, 720)]);
        for field in ["recommended_ms", "stall_ms", "spare_ms", "critical_commit_interval_ms"] {
            assert_eq!(given[field], Value::Null, "{field}");
        }
        assert_eq!(given["verdict"], "no-legal-value");
        assert_eq!(given["exceeds"], json!({ "visibility_ms": 1_054_000, "broker_max_ms": 624_000 }));
        assert_eq!(given["largest_headroom"], 0.616);
        let lost = answer(&[(InputName::Restart, 360)]);
        assert_eq!(lost["verdict"], "headroom-lost");
        assert_eq!(lost["exceeds"], json!({ "visibility_ms": 334_000, "broker_max_ms": null }));
        assert_eq!(lost["recommended_ms"], 470_000);
    }
}
