//! Everything that was asked, answered: sources and options → one value that every format renders.

use std::fmt;

use super::inputs::{InputError, InputName, Inputs, KEY_LIMIT};
use super::inverse::Extremes;
use super::judge::Judgement;
use super::latencies::{Latencies, Percentile};
use super::mend::{Mend, mends};
use super::millis::Millis;
use super::preset::{Demand, Facts, Preset};
use super::sources::{Candidate, Note, Origin, Sources};
use super::vary::{Range, Variation};
use super::window::{Verdict, Window};
use crate::version::{Version, VersionSet};

/// What is asked.
#[derive(Debug, Clone)]
pub struct Request {
    /// The pipeline's name in the project, where there is one.
    pub pipeline: Option<String>,
    /// Who drives the producer.
    pub preset: Option<Preset>,
    /// The client release.
    pub client: Version,
    /// Every value that was offered.
    pub sources: Sources,
    /// The timeout that the framework compares, where it is not the one in effect (Streams).
    pub compared_timeout: Option<Millis>,
    /// Inputs whose documented default does not count here.
    pub without_default: Vec<InputName>,
    /// Inputs that a file leaves to something that is not read here, and where: no default stands for them.
    pub unread: Vec<(InputName, String)>,
    /// Demands that the reading of files found, broken ones above all.
    pub demands: Vec<Demand>,
    /// The sample that the commit latency comes from.
    pub sample: Option<Sample>,
    /// What to sweep.
    pub vary: Vec<Range>,
    /// What there is to tell already.
    pub notes: Vec<Note>,
}

impl Request {
    /// Nothing asked yet.
    #[must_use]
    pub fn new(client: Version) -> Self {
        Self {
            pipeline: None,
            preset: None,
            client,
            sources: Sources::default(),
            compared_timeout: None,
            without_default: Vec::new(),
            unread: Vec::new(),
            demands: Vec::new(),
            sample: None,
            vary: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// Measured latencies, and which of their percentiles counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The latencies.
    pub latencies: Latencies,
    /// The one to size with.
    pub percentile: Percentile,
    /// The file that they were read from.
    pub path: String,
}

/// The answer.
#[derive(Debug, Clone)]
pub struct Report {
    /// The pipeline's name in the project, where there is one.
    pub pipeline: Option<String>,
    /// Who drives the producer.
    pub preset: Option<Preset>,
    /// The client releases on which it holds.
    pub clients: VersionSet,
    /// What was computed with.
    pub inputs: Inputs,
    /// Each input with its origin, in the order of the inputs.
    pub origins: Vec<(InputName, Candidate)>,
    /// What the inputs allow.
    pub window: Window,
    /// How far each input may move.
    pub extremes: Extremes,
    /// The value that was to be judged.
    pub judgement: Option<Judgement>,
    /// What the timeout is where nobody writes it.
    pub default_timeout: Millis,
    /// Inputs that a file leaves to something that is not read here, and where; a default stands for
    /// them, or nothing.
    pub unread: Vec<(InputName, String)>,
    /// What the framework demands beside the window.
    pub demands: Vec<Demand>,
    /// What would make it fit.
    pub mends: Vec<Mend>,
    /// The sample that the commit latency comes from.
    pub sample: Option<Sample>,
    /// One table for each sweep.
    pub variations: Vec<Variation>,
    /// Contradictions, doubts, and things worth knowing: warnings first.
    pub notes: Vec<Note>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportError {
    /// Without these there is no floor; what they are depends on who drives the producer.
    Missing(Vec<InputName>, Option<Preset>),
    /// An input that cannot be, and who says so.
    Input(InputError, Option<Origin>),
    /// An input that a file leaves to something that is not read here.
    Unread(String),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(names, preset) => {
                let there = |name: &InputName| preset.and_then(|preset| preset.meaning_of(*name));
                let flag =
                    |name: &InputName| there(name).map_or_else(|| format!("--{name}"), |what| format!("--{name} ({what})"));
                let flags: Vec<String> = names.iter().map(flag).collect();
                let (are, them) = if flags.len() == 1 { ("is", "it") } else { ("are", "them") };
                write!(f, "{} {are} missing: there is no floor without {them}", flags.join(", "))
            }
            Self::Input(error, Some(origin @ (Origin::File { .. } | Origin::Project { .. }))) => {
                write!(f, "{origin} {}", error.about())
            }
            Self::Input(error, _) => error.fmt(f),
            Self::Unread(place) => f.write_str(place),
        }
    }
}

impl std::error::Error for ReportError {}

impl Report {
    /// Answer a request. Bounds that nobody gave take Kafka's defaults, and a preset's inputs what it documents.
    pub fn of(request: Request) -> Result<Self, ReportError> {
        let Request {
            pipeline,
            preset,
            client,
            mut sources,
            compared_timeout,
            without_default,
            mut unread,
            mut demands,
            sample,
            vary,
            mut notes,
        } = request;
        if let Some(preset) = preset {
            for (input, _) in preset.takes() {
                let elsewhere = unread.iter().any(|(unread, _)| unread == input);
                let open = sources.get(*input).is_none() && !without_default.contains(input) && !elsewhere;
                if let Some((value, from)) = preset.default_of(*input, client).filter(|_| open) {
                    sources.offer_time(*input, value, Origin::Default(from));
                }
            }
        }
        for range in &vary {
            let (input, value) = range.start();
            let needed = matches!(input, InputName::CommitInterval | InputName::CommitLatency | InputName::Restart);
            if needed && sources.get(input).is_none() {
                sources.offer(input, value, Origin::Default("where its --vary starts".to_owned()));
            }
        }
        sources.fill_defaults();
        unread.retain(|(input, _)| sources.get(*input).is_none_or(|winner| !winner.origin.is_written()));
        let inputs = sources.inputs().map_err(|names| match unread.iter().find(|(unread, _)| names.contains(unread)) {
            Some((_, place)) => ReportError::Unread(place.clone()),
            None => ReportError::Missing(names, preset),
        })?;
        inputs.validate().map_err(|error| {
            let origin = error.input().and_then(|input| sources.get(input)).map(|winner| winner.origin.clone());
            ReportError::Input(error, origin)
        })?;
        notes.extend(vary.iter().filter_map(Range::doubt).map(Note::warning));
        notes.extend(sources.conflicts());
        notes.extend(doubts(&inputs, sample.as_ref()));
        let timeout = sources.time(InputName::Timeout);
        // A value that is typed in is presumed to be written where the framework looks.
        let typed = sources
            .get(InputName::Timeout)
            .is_some_and(|winner| !matches!(winner.origin, Origin::File { .. } | Origin::Release(_)));
        let facts = Facts {
            commit_interval: inputs.commit_interval,
            commit_latency: inputs.commit_latency,
            timeout: if typed { timeout } else { compared_timeout.or(timeout) },
            max_poll_interval: sources.time(InputName::MaxPollInterval),
            client,
        };
        // Whoever names a poll interval has a loop.
        let driver = preset.or(facts.max_poll_interval.map(|_| Preset::Loop));
        demands.extend(driver.map(|driver| driver.demands(&facts)).unwrap_or_default());
        let window = Window::of(&inputs);
        if timeout.or(window.recommended) == Some(KEY_LIMIT) {
            notes.push(Note::warning(format!(
                "{} never expires on brokers from 4.1.0 on, and after 24.9 days on older ones: readers may wait for good",
                KEY_LIMIT.get()
            )));
        }
        notes.sort_by_key(|note| !note.is_warning);
        Ok(Self {
            pipeline,
            preset,
            clients: VersionSet::one(client),
            inputs,
            origins: sources.winners().map(|(input, candidate)| (input, candidate.clone())).collect(),
            window,
            extremes: Extremes::of(&inputs),
            judgement: timeout.map(|timeout| Judgement::of(timeout, &inputs)),
            default_timeout: preset.unwrap_or(Preset::Plain).default_timeout(client),
            unread,
            demands,
            mends: mends(&inputs),
            sample,
            variations: vary.iter().map(|range| Variation::of(range, &inputs)).collect(),
            notes,
        })
    }

    /// What a gate wants to know: the judged value is legal with the wanted headroom (without one,
    /// such a value exists), and nothing that the framework demands is broken.
    #[must_use]
    pub fn passes(&self) -> bool {
        let fits = match &self.judgement {
            Some(judgement) => judgement.passes(),
            None => self.window.verdict == Verdict::Fits,
        };
        fits && self.demands.iter().all(|demand| demand.holds)
    }

    /// Whether the other says the same, of other releases.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        let said = |report: &Self| {
            let values = report.origins.iter().map(|(input, candidate)| (*input, candidate.value)).collect::<Vec<_>>();
            let demands = report.demands.iter().map(|demand| demand.holds).collect::<Vec<_>>();
            (report.pipeline.clone(), report.preset, values, report.default_timeout, demands)
        };
        said(self) == said(other)
    }

    /// The value that stall and spare are about: the judged one, else the recommended.
    #[must_use]
    pub fn timeout(&self) -> Option<Millis> {
        self.judgement.as_ref().map(|judgement| judgement.timeout).or(self.window.recommended)
    }

    /// The key as it has to be written.
    #[must_use]
    pub fn timeout_key(&self) -> &'static str {
        self.preset.unwrap_or(Preset::Plain).timeout_key()
    }

    /// Who says so.
    #[must_use]
    pub fn origin(&self, input: InputName) -> Option<&Origin> {
        self.origins.iter().find(|(name, _)| *name == input).map(|(_, candidate)| &candidate.origin)
    }
}

/// Numbers that are possible and yet worth a second look.
fn doubts(inputs: &Inputs, sample: Option<&Sample>) -> Vec<Note> {
    let mut notes = Vec::new();
    if let Some(sample) = sample
        && let Some(warning) = sample.latencies.warning(sample.percentile)
    {
        notes.push(Note::warning(format!("{}: {warning}", sample.path)));
    }
    match inputs.visibility {
        Some(visibility) if visibility <= inputs.sweep => notes.push(Note::warning(format!(
            "a tolerance of {visibility} is not above the sweep of {}: no timeout, however short, clears in time",
            inputs.sweep
        ))),
        Some(_) => {}
        None => notes.push(Note::info(
            "--visibility is not given: only the broker's maximum bounds the window, and nobody has said how long readers may wait",
        )),
    }
    for (name, length) in [
        (InputName::CommitInterval, inputs.commit_interval),
        (InputName::CommitLatency, inputs.commit_latency),
        (InputName::Restart, inputs.restart),
    ] {
        if length > KEY_LIMIT {
            notes.push(Note::warning(format!("--{name} is {length}, longer than any timeout can be (24.8 days)")));
        }
    }
    if inputs.commit_latency == Millis::ZERO {
        notes.push(Note::warning("a commit latency of 0 s claims that committing takes no time"));
    }
    if inputs.restart == Millis::ZERO {
        notes.push(Note::info("a restart of 0 s: the timeout outlasts no pause at all"));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::testing::ferrystone_request;

    #[test]
    fn a_gate_passes_on_the_value_or_on_the_window() {
        let judged = |millis: Option<i64>| {
            let mut request = ferrystone_request();
            if let Some(millis) = millis {
                request.sources.offer_time(InputName::Timeout, Millis::new(millis), Origin::Flag("timeout".into()));
            }
            Report::of(request).unwrap().passes()
        };
        assert!(judged(None));
        assert!(judged(Some(450_000)));
        assert!(!judged(Some(443_999)));
        assert!(!judged(Some(60_000)));
    }

    #[test]
    fn a_preset_fills_what_it_documents() {
        let mut request = Request::new(Version::NEWEST);
        request.preset = Some(Preset::Streams);
        let missing = Report::of(request.clone()).unwrap_err();
        assert_eq!(missing, ReportError::Missing(vec![InputName::CommitLatency, InputName::Restart], Some(Preset::Streams)));
        assert_eq!(
            missing.to_string(),
            "--commit-latency (worst commit of a task, flushing its stores and producer), --restart (longest pause that the living \
             instance comes back from) are missing: there is no floor without them"
        );
        for input in [InputName::CommitLatency, InputName::Restart] {
            request.sources.offer_time(input, Millis::seconds(1), Origin::Prompt);
        }
        let report = Report::of(request).unwrap();
        assert_eq!(report.inputs.commit_interval, Millis::new(100));
        assert_eq!(report.default_timeout, Millis::seconds(10));
        assert_eq!(report.judgement, None, "a default that nobody uses is not judged");
    }

    #[test]
    fn a_sweep_needs_no_value_of_its_input() {
        let mut request = ferrystone_request();
        request.sources.withdraw(InputName::Restart);
        request.vary = vec![crate::txn_window::vary::parse_range("restart=60s..720s/60s").unwrap()];
        let report = Report::of(request).unwrap();
        assert_eq!(report.inputs.restart, Millis::seconds(60));
        assert_eq!(report.origin(InputName::Restart).unwrap().to_string(), "where its --vary starts");
        assert_eq!(report.variations[0].rows.len(), 12);
    }

    #[test]
    fn what_cannot_be_is_said_of_the_file_that_says_it() {
        let mut request = ferrystone_request();
        let origin = Origin::File { path: "server.properties".into(), line: 3, key: "transaction.max.timeout.ms".into() };
        request.sources.offer_time(InputName::BrokerMax, Millis::ZERO, origin);
        assert_eq!(
            Report::of(request).unwrap_err().to_string(),
            "server.properties:3 (transaction.max.timeout.ms) is 0 ms: a broker takes 1 to 2147483647 for transaction.max.timeout.ms"
        );
    }

    #[test]
    fn a_broken_demand_fails_the_gate() {
        let mut request = ferrystone_request();
        request.preset = Some(Preset::Loop);
        request.sources.offer_time(InputName::MaxPollInterval, Millis::seconds(30), Origin::Prompt);
        assert!(!Report::of(request).unwrap().passes());
    }

    #[test]
    fn doubts_are_said() {
        let mut request = ferrystone_request();
        request.sources.replace(
            InputName::Visibility,
            crate::txn_window::vary::Quantity::Time(Millis::seconds(5)),
            Origin::Prompt,
        );
        let report = Report::of(request).unwrap();
        assert!(report.notes[0].is_warning && report.notes[0].message.contains("not above the sweep"));
        assert_eq!(report.window.verdict, Verdict::NoLegalValue);
    }
}
