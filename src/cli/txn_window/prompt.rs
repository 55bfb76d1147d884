//! The conversation: asks for inputs one at a time, shows the answer, lets values be changed, and
//! prints the command that gives the same answer.

use std::fmt;

use inquire::ui::RenderConfig;
use inquire::validator::Validation;
use inquire::{InquireError, Select, Text};

use super::problem::Problem;
use crate::cli::{Error, Terminal};
use crate::render::txn_window::text;
use crate::txn_window::headroom::{Headroom, parse_headroom};
use crate::txn_window::inputs::{DEFAULT_BROKER_MAX, DEFAULT_SWEEP, InputName, KEY_LIMIT};
use crate::txn_window::millis::{Millis, parse_duration};
use crate::txn_window::preset::Preset;
use crate::txn_window::report::{Report, ReportError, Request};
use crate::txn_window::sources::{Note, Origin};
use crate::txn_window::vary::Quantity;

/// Without these there is no floor; the rest has a default.
const NEEDED: [InputName; 3] = [InputName::CommitInterval, InputName::CommitLatency, InputName::Restart];

/// Asked for as well where nothing at all was given.
const REST: [InputName; 5] =
    [InputName::Visibility, InputName::Sweep, InputName::BrokerMax, InputName::Headroom, InputName::Timeout];

/// Ask for what is missing, show the answer, and let it be changed until it is right. With `all` also
/// ask for what has a default.
pub fn converse(mut request: Request, all: bool, terminal: &mut Terminal) -> Result<Report, Error> {
    inquire::set_global_render_config(if terminal.look.color { RenderConfig::default_colored() } else { RenderConfig::empty() });
    let which = all && request.preset.is_none();
    if which {
        request.preset = Some(preset()?);
    }
    let wanted = NEEDED.into_iter().chain(REST.into_iter().filter(|_| all));
    let wanted: Vec<InputName> = wanted.filter(|input| request.sources.get(*input).is_none()).collect();
    let mut at = 0;
    while let Some(input) = wanted.get(at) {
        match ask(&mut request, *input)? {
            Answer::Given => at += 1,
            Answer::Back if at > 0 => at -= 1,
            Answer::Back if which => request.preset = Some(preset()?),
            Answer::Back => return Err(Problem::Cancelled.into()),
        }
    }
    let mut report = settle(&mut request, terminal)?.ok_or(Problem::Cancelled)?;
    show(&report, terminal)?;
    while let Some(input) = next(&report)? {
        let before = request.clone();
        let changed = match ask(&mut request, input)? {
            Answer::Given => settle(&mut request, terminal)?,
            Answer::Back => None,
        };
        let Some(changed) = changed else {
            request = before;
            continue;
        };
        show(&changed, terminal)?;
        writeln!(terminal.out(), "\n{}", moved(&report, &changed))?;
        terminal.flush()?;
        report = changed;
    }
    writeln!(terminal.out(), "\n{}", command(&report))?;
    Ok(report)
}

/// The answer; what cannot be is said and asked for again, none where that is left.
fn settle(request: &mut Request, terminal: &mut Terminal) -> Result<Option<Report>, Error> {
    loop {
        let error = match Report::of(request.clone()) {
            Ok(report) => return Ok(Some(report)),
            Err(error) => error,
        };
        let ReportError::Input(input, _) = &error else {
            return Err(Problem::Report { pipeline: request.pipeline.clone(), error }.into());
        };
        writeln!(terminal.out(), "{error}")?;
        terminal.flush()?;
        if let Answer::Back = ask(request, input.input().unwrap_or(InputName::CommitInterval))? {
            return Ok(None);
        }
    }
}

fn show(report: &Report, terminal: &mut Terminal) -> Result<(), Error> {
    let look = terminal.look;
    writeln!(terminal.out())?;
    text::text(report, look, terminal.out())?;
    terminal.flush()
}

/// A preset as it stands in the list.
struct Choice(Preset);

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<8} {}", self.0.name(), self.0.words())
    }
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// It was answered.
    Given,
    /// Escape: back to what was before it.
    Back,
}

fn preset() -> Result<Preset, Error> {
    let choices = Preset::ALL.map(Choice).into_iter().collect();
    let chosen = Select::new("who drives the producer?", choices)
        .with_help_message("decides what each number is there; from the next question on esc goes back")
        .prompt();
    chosen.map(|choice| choice.0).map_err(|error| problem(&error))
}

/// Ask for one input and take the answer over whatever was there. An empty answer takes it out where that is possible.
fn ask(request: &mut Request, input: InputName) -> Result<Answer, Error> {
    let there = request.preset.and_then(|preset| preset.meaning_of(input));
    let help = there.unwrap_or(input.explained());
    let optional = matches!(input, InputName::Visibility | InputName::Timeout);
    let help = if optional { format!("{help}; empty for none") } else { help.to_owned() };
    let proposed = proposed(request, input);
    let question = match input {
        InputName::Timeout => "timeout in use today?".to_owned(),
        _ => format!("{}?", input.words()),
    };
    let mut text = Text::new(&question).with_help_message(&help).with_validator(move |typed: &str| {
        Ok(match read(input, typed) {
            Ok(_) => Validation::Valid,
            Err(why) => Validation::Invalid(why.into()),
        })
    });
    if let Some(proposed) = &proposed {
        text = if request.sources.get(input).is_some() { text.with_initial_value(proposed) } else { text.with_default(proposed) };
    }
    let Some(typed) = text.prompt_skippable().map_err(|error| problem(&error))? else { return Ok(Answer::Back) };
    let read = read(input, &typed).map_err(Problem::Prompt)?;
    request.notes.retain(|note| !note.message.trim_start_matches("--").starts_with(input.name()));
    match read {
        Some((value, doubt)) => {
            request.sources.replace(input, value, Origin::Prompt);
            request.notes.extend(doubt.map(Note::warning));
        }
        None => request.sources.withdraw(input),
    }
    Ok(Answer::Given)
}

/// What is there already; else what is documented; else an example of the right size.
fn proposed(request: &Request, input: InputName) -> Option<String> {
    if let Some(candidate) = request.sources.get(input) {
        return Some(candidate.value.as_flag());
    }
    if let Some((value, _)) =
        request.preset.and_then(|preset| preset.default_of(input, request.client)).filter(|_| input != InputName::Timeout)
    {
        return Some(value.as_flag());
    }
    match input {
        InputName::CommitInterval => Some("30s".to_owned()),
        InputName::CommitLatency => Some("10s".to_owned()),
        InputName::Restart => Some("60s".to_owned()),
        InputName::Sweep => Some(DEFAULT_SWEEP.as_flag()),
        InputName::BrokerMax => Some(DEFAULT_BROKER_MAX.as_flag()),
        InputName::Headroom => Some(Headroom::DEFAULT.to_string()),
        InputName::MaxPollInterval => Some("300s".to_owned()),
        InputName::Visibility | InputName::Timeout => None,
    }
}

/// A value with a doubt about it, or none where nothing was typed for an input that may be left out.
fn read(input: InputName, typed: &str) -> Result<Option<(Quantity, Option<String>)>, String> {
    if typed.trim().is_empty() && matches!(input, InputName::Visibility | InputName::Timeout) {
        return Ok(None);
    }
    if input == InputName::Headroom {
        return parse_headroom(typed).map(|factor| Some((Quantity::Factor(factor), None))).map_err(|error| error.to_string());
    }
    let written = parse_duration(typed).map_err(|error| error.to_string())?;
    if written.millis < Millis::ZERO && input != InputName::Timeout {
        return Err("a length of time cannot be negative".to_owned());
    }
    let least = matches!(input, InputName::Sweep | InputName::BrokerMax | InputName::Visibility);
    if least && written.millis == Millis::ZERO {
        return Err("it has to be above 0".to_owned());
    }
    if matches!(input, InputName::Sweep | InputName::BrokerMax) && written.millis > KEY_LIMIT {
        return Err(format!("no broker takes more than {}", KEY_LIMIT.get()));
    }
    Ok(Some((Quantity::Time(written.millis), written.doubt(input))))
}

/// What to do next, as it stands in the list.
enum Step {
    Done,
    Change(InputName, Option<Quantity>),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done: print the command"),
            Self::Change(input, Some(value)) => write!(f, "change the {} ({value})", input.words()),
            Self::Change(input, None) => write!(f, "set the {}", input.words()),
        }
    }
}

fn next(report: &Report) -> Result<Option<InputName>, Error> {
    let value = |input| report.origins.iter().find(|(name, _)| *name == input).map(|(_, candidate)| candidate.value);
    let inputs =
        NEEDED.into_iter().chain(REST).chain([InputName::MaxPollInterval].into_iter().filter(|input| value(*input).is_some()));
    let steps = std::iter::once(Step::Done).chain(inputs.map(|input| Step::Change(input, value(input)))).collect();
    let help = "arrows to move, enter to select, type to filter, esc when done";
    match Select::new("what next?", steps).with_page_size(12).with_help_message(help).prompt_skippable() {
        Ok(None | Some(Step::Done)) => Ok(None),
        Ok(Some(Step::Change(input, _))) => Ok(Some(input)),
        Err(error) => Err(problem(&error)),
    }
}

/// What a change did, in a line.
fn moved(before: &Report, after: &Report) -> String {
    let show = |value: Option<Millis>| value.map_or_else(|| "none".to_owned(), |value| value.to_string());
    let figures = |report: &Report| {
        let window = &report.window;
        let value = report.timeout();
        let stall = value.map(|value| Millis::from_wide(value.wide() + report.inputs.sweep.wide()));
        [
            ("floor", window.floor.to_string()),
            ("ceiling", window.ceiling.to_string()),
            ("recommended", show(window.recommended)),
            ("stall", show(stall)),
            ("verdict", crate::txn_window::words::headline(report)),
        ]
    };
    let changes: Vec<String> = figures(before)
        .into_iter()
        .zip(figures(after))
        .filter(|((_, old), (_, new))| old != new)
        .map(|((name, old), (_, new))| format!("{name} {old} → {new}"))
        .collect();
    if changes.is_empty() { "nothing moved".to_owned() } else { format!("moved: {}", changes.join(", ")) }
}

/// The command line that gives the same answer.
fn command(report: &Report) -> String {
    let mut words = vec!["ackward txn-window".to_owned()];
    words.extend(report.preset.map(|preset| format!("--for {}", preset.name())));
    for (input, candidate) in &report.origins {
        if !matches!(candidate.origin, Origin::Default(_)) {
            words.push(format!("--{input} {}", candidate.value.as_flag()));
        }
    }
    words.join(" ")
}

fn problem(error: &InquireError) -> Error {
    match error {
        InquireError::OperationCanceled | InquireError::OperationInterrupted => Problem::Cancelled,
        other => Problem::Prompt(other.to_string()),
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::txn_window::testing::ferrystone_request;

    #[test]
    fn the_command_gives_the_same_answer() {
        let mut request = ferrystone_request();
        request.preset = Some(Preset::Plain);
        request.sources.replace(InputName::Headroom, Quantity::Factor(parse_headroom("1.5").unwrap()), Origin::Prompt);
        request.sources.replace(InputName::Sweep, Quantity::Time(Millis::new(1_500)), Origin::Prompt);
        assert_eq!(
            command(&Report::of(request).unwrap()),
            "ackward txn-window --for plain --commit-interval 30s --commit-latency 12s --restart 180s --visibility 480s \
             --sweep 1500ms --headroom 1.5"
        );
    }

    #[test]
    fn a_change_is_seen_to_move() {
        let before = Report::of(ferrystone_request()).unwrap();
        let mut request = ferrystone_request();
        request.sources.replace(InputName::Restart, Quantity::Time(Millis::seconds(360)), Origin::Prompt);
        let after = Report::of(request).unwrap();
        assert_eq!(
            moved(&before, &after),
            "moved: floor 222 s → 402 s, recommended 450 s → 470 s, stall 460 s → 480 s, verdict fits → headroom lost"
        );
        assert_eq!(moved(&after, &after), "nothing moved");
    }

    #[test]
    fn answers_are_read_as_the_flags_are() {
        assert_eq!(read(InputName::Restart, "2m"), Ok(Some((Quantity::Time(Millis::seconds(120)), None))));
        assert_eq!(read(InputName::Visibility, " "), Ok(None));
        assert!(read(InputName::Restart, "").is_err());
        assert!(read(InputName::Restart, "-1s").is_err());
        assert!(read(InputName::Sweep, "0").is_err());
        assert!(read(InputName::BrokerMax, "2147483648").is_err());
        assert!(read(InputName::Restart, "30").unwrap().unwrap().1.is_some(), "30 ms is doubted");
        assert!(read(InputName::Headroom, "0.5").is_err());
    }
}
