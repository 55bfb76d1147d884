//! Effective settings → text for people: whether it starts, what it guarantees, what it runs with.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{ClientOfFile, EffectiveReport, Run, declared_shown, value_shown, why};
use crate::{
    effective::{Acknowledged, Effective, Guarantees, Origin, Reads, Setting, Verdict},
    kafka::{Default, Definition, KeyId, Role, Value, key},
    render::{Look, escaped, table},
    rule::rule_about,
    version::Version,
};

/// Writes a block for each client and run of releases. Keys that nobody touched are counted only,
/// unless `all` or the report's own keys ask for them.
pub fn write<'a, C>(report: EffectiveReport<'_, C>, all: bool, look: Look, out: &mut dyn Write) -> io::Result<()>
where
    C: Iterator<Item = ClientOfFile<'a>>,
{
    let mut first = true;
    for client in report.clients {
        for run in &client.runs {
            if !std::mem::take(&mut first) {
                writeln!(out)?;
            }
            heading(&client, run, look, out)?;
            // What a client that does not start would guarantee helps nobody.
            if run.effective.construction().verdict != Verdict::Refuses {
                guarantees(&run.effective, look, out)?;
            }
            settings(&client, run, report.keys, all, look, out)?;
        }
    }
    Ok(())
}

fn heading(client: &ClientOfFile<'_>, run: &Run<'_>, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let article = if matches!(client.role, Role::Admin) { "an" } else { "a" };
    let releases = if run.first == run.last { run.first.to_string() } else { format!("{} to {}", run.first, run.last) };
    let role = if client.role == Role::Admin { "admin client".into() } else { client.role.name().replace('-', " ") };
    let text = format!("{}: {article} {role} on kafka-clients {releases}. {}", escaped(client.path()), start(client, run));
    let style = if look.color { Style::new().bold() } else { Style::new() };
    writeln!(out, "{style}{}{style:#}\n", look.fill(&text, "", "  "))
}

/// Whether it starts, as a sentence.
fn start(client: &ClientOfFile<'_>, run: &Run<'_>) -> String {
    let effective = &run.effective;
    let construction = effective.construction();
    let Some(refusal) = construction.refusal else {
        return match unresolved_hosts(effective) {
            Some(hosts) => format!("It starts (if {hosts})."),
            None => "It starts.".into(),
        };
    };
    let about = refusal.key_name().map(|key| format!(" about {}", escaped(key))).unwrap_or_default();
    let thrown =
        if refusal.wrapped { format!("KafkaException, inside it {}", refusal.exception) } else { refusal.exception.into() };
    let rule = rule_about(&refusal, effective, client.properties);
    let reason = refusal.reason.name();
    let more = rule.map(|rule| format!(" (ackward explain {})", rule.id));
    match construction.verdict {
        Verdict::Refuses => format!("It does not start: {thrown}{about}{}.", more.unwrap_or_else(|| format!(" ({reason})"))),
        _ => format!("Whether it starts depends on the machine: {reason}{about}{}.", more.unwrap_or_default()),
    }
}

/// `broker-1 resolves`, `broker-1 or broker-2 resolves`: host names are presumed to, and it takes one.
fn unresolved_hosts(effective: &Effective<'_>) -> Option<String> {
    let servers = effective.value(key::BOOTSTRAP_SERVERS)?.as_list()?;
    let mut hosts: Vec<&str> = servers.iter().filter_map(|address| address.rsplit_once(':')).map(|(host, _)| host).collect();
    hosts.retain(|host| host.contains(char::is_alphabetic) && !host.contains(':') && *host != "localhost");
    match hosts.as_slice() {
        [] => None,
        [one] => Some(format!("{one} resolves")),
        [first, ..] => Some(format!("{first} or another of {} hosts resolves", hosts.len())),
    }
}

/// A line of the guarantees: what, the answer, and what decides it.
type Line = [String; 3];

fn guarantees(effective: &Effective<'_>, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let lines = match effective.role {
        Role::Producer => producer(effective),
        Role::Consumer | Role::ShareConsumer => consumer(effective),
        _ => Vec::new(),
    };
    if lines.is_empty() {
        return Ok(());
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default();
    let (first, second) =
        (width(0), lines.iter().filter(|line| !line[2].is_empty()).map(|line| line[1].len()).max().unwrap_or(0));
    let bold = if look.color { AnsiColor::Cyan.on_default() } else { Style::new() };
    for [what, answer, because] in lines {
        let lead = format!("  {what:first$}  {bold}{answer}{bold:#}");
        if because.is_empty() {
            writeln!(out, "{lead}")?;
            continue;
        }
        let lead = format!("{lead}{}  ", " ".repeat(second.saturating_sub(answer.len())));
        let indent = " ".repeat(first + second + 6);
        let wrapped = look.fill(&because, &indent, &indent);
        writeln!(out, "{lead}{}", wrapped.trim_start())?;
    }
    writeln!(out)
}

fn producer(effective: &Effective<'_>) -> Vec<Line> {
    let Guarantees { idempotent, transactional, ordered, acknowledged_by, duplicates_on_retry, .. } = effective.guarantees;
    let mut lines = Vec::new();
    let mut add = |what: &str, answer: Option<&str>, because: String| {
        if let Some(answer) = answer {
            lines.push([what.to_owned(), answer.to_owned(), because]);
        }
    };
    let idempotence = effective.setting(key::ENABLE_IDEMPOTENCE);
    let off = || idempotence.and_then(|setting| setting.because).unwrap_or("no idempotence").to_owned();
    let because = match (duplicates_on_retry, idempotent) {
        (Some(true), _) => off(),
        (Some(false), Some(true)) => "idempotence: the broker drops what it has".into(),
        (Some(false), _) if acknowledged_by == Some(Acknowledged::Nobody) => "no acknowledgement is waited for".into(),
        (Some(false), _) if written(effective, key::RETRIES) => "nothing is sent again".into(),
        _ => String::new(),
    };
    add("a retry can write twice", duplicates_on_retry.map(yes_no), because);
    let in_flight = effective.value(key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION).map(ToString::to_string).unwrap_or_default();
    let because = match (ordered, idempotent) {
        (Some(true), Some(true)) => "idempotence keeps it".into(),
        (Some(true), _) => String::new(),
        _ => format!("{in_flight} requests in flight, no idempotence"),
    };
    add("order within a partition", ordered.map(yes_no), because);
    let by = acknowledged_by.map(|by| match by {
        Acknowledged::All => "all in-sync replicas",
        Acknowledged::Leader => "the leader",
        Acknowledged::Nobody => "nobody",
    });
    add("acknowledged by", by, String::new());
    let because = match transactional {
        Some(true) => "with initTransactions() and readers at read_committed",
        _ => "no transactional.id",
    };
    add("exactly once", transactional.map(yes_no), because.into());
    lines
}

fn consumer(effective: &Effective<'_>) -> Vec<Line> {
    let Guarantees { auto_commit, reads, .. } = effective.guarantees;
    let mut lines = Vec::new();
    if let Some(commits) = auto_commit {
        let interval = effective.value(key::AUTO_COMMIT_INTERVAL_MS).map(ToString::to_string).unwrap_or_default();
        let why_not = effective.setting(key::ENABLE_AUTO_COMMIT).and_then(|setting| setting.because).unwrap_or_default();
        let because = if commits { format!("every {interval} ms, whatever was processed") } else { why_not.to_owned() };
        lines.push(["commits on its own".into(), yes_no(commits).into(), because]);
    }
    if let Some(reads) = reads {
        let what = match reads {
            Reads::Committed => "only what is committed",
            Reads::Uncommitted => "also what is open or aborted",
        };
        lines.push(["reads of transactions".into(), what.into(), String::new()]);
    }
    lines
}

fn yes_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn written(effective: &Effective<'_>, key: KeyId) -> bool {
    effective.is_written(key)
}

/// Keys that are shown also at their defaults, since the guarantees hang on them.
const TELLING: [KeyId; 8] = [
    key::ACKS,
    key::ENABLE_IDEMPOTENCE,
    key::RETRIES,
    key::MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
    key::TRANSACTIONAL_ID,
    key::ENABLE_AUTO_COMMIT,
    key::ISOLATION_LEVEL,
    key::AUTO_OFFSET_RESET,
];

fn settings(
    client: &ClientOfFile<'_>,
    run: &Run<'_>,
    keys: &[KeyId],
    all: bool,
    look: Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    let settings = run.settings(keys);
    let touched = |setting: &&Setting<'_>| {
        setting.origin != Origin::Default
            || setting.entry.is_some()
            || setting.because.is_some()
            || TELLING.contains(&setting.definition.key)
    };
    let (shown, rest): (Vec<&Setting<'_>>, Vec<&Setting<'_>>) =
        settings.into_iter().partition(|setting| all || !keys.is_empty() || touched(setting));
    let rows = shown
        .into_iter()
        .map(|setting| [setting.definition.key.name().to_owned(), value(setting), origin(client, run.last, setting)]);
    writeln!(out, "{}", table(look, ["key", "runs with", "from"], rows))?;
    if !rest.is_empty() {
        writeln!(out, " ({} more at their defaults: --all)", rest.len())?;
    }
    Ok(())
}

/// The value as it fits a column: of a long class name its end, of a long list one element a line.
fn value(setting: &Setting<'_>) -> String {
    const LONG: usize = 32;
    let shown = value_shown(setting).unwrap_or_else(|| "?".into());
    match (&setting.value, shown.len() > LONG) {
        (Value::List(list), true) => list.iter().map(|element| short(element)).collect::<Vec<_>>().join(",\n"),
        (_, true) => short(&shown),
        _ => shown,
    }
}

/// `…StringSerializer` of a class of Kafka's own; other text as it is.
fn short(text: &str) -> String {
    match text.strip_prefix("org.apache.kafka.") {
        Some(name) => format!("…{}", name.rsplit('.').next().unwrap_or(name)),
        None => text.to_owned(),
    }
}

/// Where a value comes from: `line 4`, `default since 3.0.0`, or what the client does instead.
fn origin(client: &ClientOfFile<'_>, version: Version, setting: &Setting<'_>) -> String {
    let declared = declared_shown(setting).map(|declared| match declared.as_str() {
        "" => "; the start-up log shows no text".into(),
        declared => format!("; the start-up log says {declared}"),
    });
    let place = match (setting.origin, setting.entry) {
        (Origin::Default, _) => default_since(setting.definition, version),
        (_, Some(entry)) => format!("line {}", client.line(entry)),
        (_, None) => String::new(),
    };
    let known = match why(setting) {
        Some(why) if place.is_empty() || place.starts_with("default") => why.to_owned(),
        Some(why) => format!("{place}: {why}"),
        None => place,
    };
    match declared {
        Some(declared) if !known.contains("start-up log") => known + &declared,
        _ => known,
    }
}

/// `default`, or `default since 3.0.0` where it was another one, or the key unknown, before.
fn default_since(definition: &Definition, version: Version) -> String {
    let same: Vec<&Definition> =
        definition.key.definitions(definition.client).iter().filter(|other| other.default == definition.default).collect();
    let has = |version: Version| same.iter().any(|other| other.releases.contains(version));
    let before =
        crate::version::RELEASES.iter().rev().skip_while(|release| **release > version).take_while(|release| has(**release));
    let first = before.last().copied().unwrap_or(version);
    let known_first = definition.key.releases(definition.client).iter().next();
    if definition.default == Default::Null || known_first == Some(first) {
        "default".into()
    } else {
        format!("default since {first}")
    }
}
