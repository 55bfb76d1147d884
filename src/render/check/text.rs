//! Findings → text for people: what is wrong, the line itself, how to mend it, and a summary.

use std::{
    collections::HashSet,
    fmt,
    io::{self, Write},
};

use anstyle::{AnsiColor, Style};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::{JudgedFile, Look, Report, SecretsOf, excerpt::Excerpt, shown};
use crate::{
    finding::{FileId, Finding, Severity},
    kafka::{KeyId, Role},
    render::{counted, escaped, list, releases},
    source::Span,
    version::VersionSet,
};

/// Writes every finding with its line.
pub fn write(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let mut secrets = SecretsOf::new(report);
    let mut explained = HashSet::new();
    for finding in &report.findings {
        let block = Block { report, look, finding, hint: explained.insert(finding.rule) };
        block.write(&mut secrets, out)?;
        writeln!(out)?;
    }
    Ok(())
}

/// `2 errors and 1 warning in 2 of 5 files, read as kafka-clients 3.9.1 would`.
pub fn summary(report: &Report) -> String {
    let counts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Info]
        .into_iter()
        .map(|severity| (severity, report.count(severity)))
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| counted(count, severity.name()))
        .collect();
    let touched: HashSet<FileId> = report.findings.iter().map(|finding| finding.file).collect();
    let files = match (touched.len(), report.files.len()) {
        (0, all) => counted(all, "file"),
        (some, all) if some == all => counted(all, "file"),
        (some, all) => format!("{some} of {}", counted(all, "file")),
    };
    let found = if counts.is_empty() { "nothing to report".into() } else { list(&counts) };
    format!("{found} in {files}{}", read_as(report))
}

/// The releases, where they are the same for every file.
fn read_as(report: &Report) -> String {
    match report.files.split_first() {
        Some((first, rest)) if rest.iter().all(|file| file.clients == first.clients) => {
            let set = first.clients;
            if set == VersionSet::ALL {
                format!(", read as each of the {} known releases would", set.len())
            } else {
                format!(", read as kafka-clients {} would", releases(set, VersionSet::ALL))
            }
        }
        _ => String::new(),
    }
}

/// ` (for a producer, on 3.0.1 and 3.0.2)`, where a finding does not hold for every client of its file, or
/// not on every release that the file was read as.
pub fn where_it_holds(finding: &Finding, file: &JudgedFile) -> String {
    let mut parts = Vec::new();
    let others = || file.roles.iter().filter(|role| !finding.roles.contains(role)).filter_map(|role| role.client());
    // What the message or a key of its own says of the client needs no word.
    let key = finding.span.and(finding.keys.first()).and_then(|key| KeyId::named(key));
    let is_said = matches!(finding.roles[..], [role] if finding.message.contains(role.name()));
    if !is_said && others().any(|client| key.is_none_or(|key| key.is_known_to(client))) {
        let roles: Vec<String> = finding.roles.iter().map(|role| spoken(*role)).collect();
        parts.push(format!("for {}", roles.join(" or ")));
    }
    if finding.clients != file.clients && !finding.clients.is_empty() {
        parts.push(format!("on {}", releases(finding.clients, file.clients)));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// `a producer`, `an admin client`.
fn spoken(role: Role) -> String {
    if role == Role::Admin { "an admin client".into() } else { format!("a {}", role.name().replace('-', " ")) }
}

/// The colour of a severity.
pub fn severity_style(severity: Severity, look: Look) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::Cyan,
    };
    if look.color { color.on_default().bold() } else { Style::new() }
}

/// The most and the least columns of a label; a longer one takes several lines.
const LABEL_WIDTH: (usize, usize) = (56, 16);

/// One finding, as a block of lines.
struct Block<'a> {
    report: &'a Report,
    look: Look,
    finding: &'a Finding,
    /// Whether to say how to learn more about the rule.
    hint: bool,
}

impl Block<'_> {
    fn write(&self, secrets: &mut SecretsOf<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Self { report, look, finding, .. } = *self;
        let file = report.file(finding.file);
        let style = severity_style(finding.severity, look);
        let bold = if look.color { Style::new().bold() } else { Style::new() };
        let message = secrets.file(finding.file).clean(&finding.message);
        let heading = format!(
            "{style}{}[{}]{style:#}: {bold}{message}{bold:#}{}",
            finding.severity.name(),
            finding.rule,
            where_it_holds(finding, file)
        );
        writeln!(out, "{}", look.fill(&heading, "", "  "))?;
        for (id, places) in self.places() {
            let snippet = self.snippet(id, &places, secrets);
            out.write_all(snippet.as_bytes())?;
        }
        if finding.span.is_none() && finding.related.is_empty() {
            writeln!(out, "   ──▶ {}", escaped(file.source.name()))?;
        }
        self.write_help(secrets, out)
    }

    /// The places of the finding by file, its own file first.
    fn places(&self) -> Vec<(FileId, Vec<Place<'_>>)> {
        let finding = self.finding;
        let own = finding.span.map(|span| (finding.file, Place { span, label: finding.label.as_deref(), own: true }));
        let related =
            finding.related.iter().map(|other| (other.file, Place { span: other.span, label: Some(&other.message), own: false }));
        let mut by_file: Vec<(FileId, Vec<Place<'_>>)> = Vec::new();
        for (id, place) in own.into_iter().chain(related) {
            match by_file.iter_mut().find(|(known, _)| *known == id) {
                Some((_, places)) => places.push(place),
                None => by_file.push((id, vec![place])),
            }
        }
        by_file
    }

    /// The lines, as miette draws them. It draws a heading too, which is dropped: ours stands above.
    fn snippet(&self, id: FileId, places: &[Place<'_>], secrets: &mut SecretsOf<'_>) -> String {
        let secrets = secrets.file(id);
        let spans: Vec<Span> = places.iter().map(|place| place.span).collect();
        let excerpt = Excerpt::of(&self.report.file(id).source, secrets, &spans, self.look.width);
        let labels = places.iter().zip(excerpt.marks()).map(|(place, mark)| {
            let span = &mark.span;
            let label = place.label.filter(|label| !excerpt.shows(mark, label)).map(|label| secrets.clean(label));
            let (most, least) = LABEL_WIDTH;
            let width = excerpt.room_for_label(mark, self.look.width).clamp(least, most);
            let label = label.map(|label| Look { width, ..self.look }.fill(&label, "", ""));
            if place.own { LabeledSpan::new_primary_with_span(label, *span) } else { LabeledSpan::new_with_span(label, *span) }
        });
        let labels: Vec<LabeledSpan> = labels.collect();
        let mut drawn = String::new();
        let handler = GraphicalReportHandler::new_themed(self.theme(&labels)).with_links(false).with_width(self.look.width);
        let snippet = Snippet { excerpt, labels };
        handler.render_report(&mut drawn, &snippet).expect("a String takes every write, and every label lies in the excerpt");
        let lines = drawn.split_once('\n').map(|(_, lines)| lines).unwrap_or_default();
        self.linked(id, lines).unwrap_or_else(|| lines.to_owned())
    }

    /// The lines with a link at the name of the file, where the terminal makes something of it.
    fn linked(&self, id: FileId, lines: &str) -> Option<String> {
        let folder = self.report.links.as_ref().filter(|_| self.look.color)?;
        let name = self.report.file(id).source.name();
        let (before, rest) = lines.split_once("╭─[")?;
        let (place, after) = rest.split_once("]\n")?;
        let path = folder.join(name).to_string_lossy().replace('\\', "/");
        let uri = shown::uri(&format!("/{}", path.trim_start_matches('/')));
        (name != "<stdin>").then(|| format!("{before}╭─[\u{1b}]8;;{uri}\u{1b}\\{place}\u{1b}]8;;\u{1b}\\]\n{after}"))
    }

    /// The finding's own mark has its severity's colour, the others a quiet one.
    fn theme(&self, labels: &[LabeledSpan]) -> GraphicalTheme {
        if !self.look.color {
            return GraphicalTheme::unicode_nocolor();
        }
        let mut theme = GraphicalTheme::unicode();
        let own = match self.finding.severity {
            Severity::Error => theme.styles.error,
            Severity::Warning => theme.styles.warning,
            Severity::Info => theme.styles.advice,
        };
        let mut sorted: Vec<&LabeledSpan> = labels.iter().collect();
        sorted.sort_by_key(|label| label.offset());
        theme.styles.highlights =
            sorted.iter().map(|label| if label.primary() { own.bold() } else { theme.styles.linum }).collect();
        theme
    }

    fn write_help(&self, secrets: &mut SecretsOf<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Self { look, finding, .. } = *self;
        let style = if look.color { AnsiColor::Cyan.on_default() } else { Style::new() };
        let mut lead = format!("  {style}help{style:#}: ");
        if let Some(help) = &finding.help {
            let help = secrets.file(finding.file).clean(help);
            writeln!(out, "{}", look.fill(&help, &lead, &" ".repeat(8)))?;
            lead = " ".repeat(8);
        }
        if self.hint {
            let dim = if look.color { Style::new().dimmed() } else { Style::new() };
            writeln!(out, "{lead}{dim}ackward explain {}{dim:#}", finding.rule)?;
        }
        Ok(())
    }
}

struct Place<'a> {
    span: Span,
    label: Option<&'a str>,
    own: bool,
}

/// What miette is given to draw.
#[derive(Debug)]
struct Snippet {
    excerpt: Excerpt,
    labels: Vec<LabeledSpan>,
}

impl fmt::Display for Snippet {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Snippet {}

impl Diagnostic for Snippet {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        finding::{Outcome, Related},
        source::Source,
        version::Version,
    };

    fn report(text: &str, spans: &[(usize, usize)]) -> Report {
        let set = VersionSet::range(Version::new([3, 0, 0, 0]), Version::new([3, 2, 0, 0]));
        let span = |(start, end): (usize, usize)| Span::new(start, end);
        let finding = Finding {
            rule: "idempotence-silently-off",
            severity: Severity::Warning,
            outcome: Outcome::WeakerGuarantee,
            file: FileId(0),
            span: spans.first().copied().map(span),
            keys: vec!["acks".into()],
            roles: vec![Role::Producer],
            clients: VersionSet::one(Version::new([3, 0, 1, 0])),
            message: "acks=1 switches idempotence off without a word".into(),
            label: Some("a retry can now write a record twice".into()),
            help: Some("acks=all keeps it; enable.idempotence=false says that you mean it".into()),
            related: spans
                .iter()
                .skip(1)
                .map(|place| Related { file: FileId(0), span: span(*place), message: "written here".into() })
                .collect(),
            fix: None,
        };
        let file = JudgedFile {
            source: Source::new("producer.properties", text.as_bytes().to_vec()),
            role: "producer",
            roles: vec![Role::Producer],
            role_because: String::new(),
            clients: set,
            client_because: "".into(),
        };
        Report { files: vec![file], findings: vec![finding], ..Report::default() }
    }

    fn shown(report: &Report, look: Look) -> String {
        let mut out = Vec::new();
        write(report, look, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_finding_stands_at_its_line() {
        let text = "# a\nbootstrap.servers=broker-1:9092\nacks=1\n";
        snapbox::assert_data_eq!(
            shown(&report(text, &[(36, 42)]), Look::default()),
            snapbox::str![[r#"
warning[idempotence-silently-off]: acks=1 switches idempotence off without a
  word (on 3.0.1)
   ╭─[producer.properties:3:1]
 2 │ bootstrap.servers=broker-1:9092
 3 │ acks=1
   · ───┬──
   ·    ╰── a retry can now write a record twice
   ╰────
  help: acks=all keeps it; enable.idempotence=false says that you mean it
        ackward explain idempotence-silently-off


"#]]
        );
    }

    #[test]
    fn other_places_are_shown_near_and_far() {
        let text = "acks=1\nlinger.ms=5\nb=2\nc=3\nd=4\ne=5\nacks=1\n";
        snapbox::assert_data_eq!(
            shown(&report(text, &[(35, 41), (0, 6)]), Look { color: false, width: 60 }),
            snapbox::str![[r#"
warning[idempotence-silently-off]: acks=1 switches
  idempotence off without a word (on 3.0.1)
   ╭─[producer.properties:1:1]
 1 │ acks=1
   · ───┬──
   ·    ╰── written here
 2 │ linger.ms=5
   ╰────
   ╭─[producer.properties:7:1]
 6 │ e=5
 7 │ acks=1
   · ───┬──
   ·    ╰── a retry can now write a record twice
   ╰────
  help: acks=all keeps it; enable.idempotence=false says
        that you mean it
        ackward explain idempotence-silently-off


"#]]
        );
    }

    #[test]
    fn a_place_is_a_link_where_the_terminal_has_them() {
        let linked = Report { links: Some("/a b/c".into()), ..report("acks=1\n", &[(0, 6)]) };
        let look = Look { color: true, width: 80 };
        let link = "╭─[\u{1b}]8;;file:///a%20b/c/producer.properties\u{1b}\\";
        let text = shown(&linked, look);
        assert!(text.contains(link) && text.contains("\u{1b}]8;;\u{1b}\\]\n"), "{text:?}");
        assert!(!shown(&report("acks=1\n", &[(0, 6)]), look).contains("]8;;"));
        assert!(!shown(&linked, Look { color: false, width: 80 }).contains('\u{1b}'));
    }

    #[test]
    fn what_is_not_there_has_no_line() {
        let shown = shown(&report("acks=1\n", &[]), Look { color: true, width: 80 });
        assert!(shown.contains("\u{1b}[") && shown.contains("──▶ producer.properties\n"), "{shown}");
    }
}
