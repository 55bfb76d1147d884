//! What was found in a repository → an `ackward.toml` to start from, every setting explained.

use std::fmt::Write as _;

use super::preset::Preset;

/// How many files the comment lists.
const LISTED: usize = 12;

/// What was found in a repository.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The configuration files: path from the folder of the `ackward.toml`, and what each configures.
    pub files: Vec<(String, &'static str)>,
    /// The release that build files say, and the line that says it: `3.9.1`, `pom.xml:12: …`.
    pub client: Option<(String, String)>,
}

/// The text of the file. Each setting that is not needed stands there commented out, with what it does.
pub fn text(seen: &Seen) -> String {
    let mut text = String::from(
        "# How ackward reads the Kafka client configuration of this repository.\n\
         # What applies to a file, and from which line: ackward check --show-settings FILE\n\n",
    );
    files(&mut text, seen);
    client(&mut text, seen);
    let _ = write!(
        text,
        "# The frozen set of rules. A newer ackward finds nothing new within it; move on when you like.\n\
         preset = \"{}\"\n\n\
         # The least severity that fails a run: \"error\", \"warning\", \"info\" or \"never\".\n\
         #fail-on = \"warning\"\n\n\
         # Files that are not checked, as .gitignore writes them; also where a hook names them.\n\
         #exclude = [\"legacy/\", \"*.template\"]\n\n\
         # Rules that are not applied. `ackward rules` lists them all.\n\
         #ignore = [\"crc-check-off\"]\n\n\
         # Severities of your own.\n\
         #[severity]\n\
         #idempotence-silently-off = \"error\"\n\n",
        Preset::DEFAULT.name
    );
    overrides(&mut text, seen);
    pipeline(&mut text, seen);
    text
}

fn files(text: &mut String, seen: &Seen) {
    if seen.files.is_empty() {
        text.push_str("# No client configuration was found here yet.\n\n");
        return;
    }
    let _ = writeln!(text, "# Found here:");
    let width = seen.files.iter().take(LISTED).map(|(path, _)| path.chars().count()).max().unwrap_or_default();
    for (path, role) in seen.files.iter().take(LISTED) {
        let _ = writeln!(text, "#   {path:width$}  {role}");
    }
    if let Some(more) = seen.files.len().checked_sub(LISTED).filter(|more| *more > 0) {
        let _ = writeln!(text, "#   and {more} more");
    }
    text.push('\n');
}

fn client(text: &mut String, seen: &Seen) {
    text.push_str(
        "# The kafka-clients release: \"3.9.1\", a list, a range \"3.0.0..4.4.0\", \"all\", or \"auto\", which reads it\n",
    );
    let _ = if let Some((release, because)) = &seen.client {
        writeln!(text, "# from the nearest build file. Here that is {release} ({because}).\nclient = \"auto\"\n")
    } else {
        let newest = crate::version::Version::NEWEST;
        writeln!(
            text,
            "# from the nearest build file. No build file here says it: without a word the newest known is assumed.\n\
             #client = \"{newest}\"\n"
        )
    };
}

fn overrides(text: &mut String, seen: &Seen) {
    let example = seen.files.first().map_or("legacy/*.properties", |(path, _)| path.as_str());
    let _ = write!(
        text,
        "# Some files are read otherwise: role is producer, consumer, share-consumer, admin, streams,\n\
         # connect-worker, connector or broker; complete says that the file is all that its client gets.\n\
         #[[override]]\n\
         #paths = [{}]\n\
         #client = \"2.8.2\"\n\
         #role = \"producer\"\n\
         #complete = true\n\
         #ignore = [\"crc-check-off\"]\n\n",
        quoted(example)
    );
}

fn pipeline(text: &mut String, seen: &Seen) {
    let of = |role: &str, otherwise: &'static str| {
        let found = seen.files.iter().find(|(_, found)| *found == role);
        quoted(found.map_or(otherwise, |(path, _)| path.as_str()))
    };
    let _ = write!(
        text,
        "# Clients that work together are checked against each other, and against their broker.\n\
         #[[pipeline]]\n\
         #name = \"orders\"\n\
         #producer = {}\n\
         #consumer = {}\n\
         #broker = {}\n\
         # What the transaction timeout has to cover: ackward txn-window --pipeline orders\n\
         #[pipeline.transaction]\n\
         #commit-interval = \"30s\"\n\
         #commit-latency = \"12s\"\n\
         #restart = \"3m\"\n\
         #visibility = \"8m\"\n",
        of("producer", "producer.properties"),
        of("consumer", "consumer.properties"),
        of("broker", "server.properties"),
    );
}

/// A string as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.into()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{project::Config, source::Source};

    fn seen() -> Seen {
        Seen {
            files: vec![("a/producer.properties".into(), "producer"), ("b \"q\".properties".into(), "consumer")],
            client: Some(("3.9.1".into(), "pom.xml:12: kafka.version is 3.9.1".into())),
        }
    }

    fn parse(text: &str) -> Config {
        Config::parse(&Source::new("ackward.toml", text.into())).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    #[test]
    fn it_can_be_used_as_it_is() {
        let config = parse(&text(&seen()));
        assert_eq!(config.client.unwrap().value, "auto");
        assert_eq!(config.preset.unwrap().value, Preset::DEFAULT.name);
        assert!(parse(&text(&Seen::default())).client.is_none());
    }

    #[test]
    fn every_example_in_it_is_right() {
        for seen in [seen(), Seen::default()] {
            let uncommented: Vec<String> = text(&seen)
                .lines()
                .map(|line| line.strip_prefix('#').filter(|rest| !rest.starts_with(' ')).unwrap_or(line).to_owned())
                .collect();
            let config = parse(&uncommented.join("\n"));
            assert_eq!((config.overrides.len(), config.pipelines.len(), config.severity.len()), (1, 1, 1));
            assert!(config.pipelines[0].value.transaction.is_some());
        }
    }

    #[test]
    fn the_lines_fit() {
        for line in text(&seen()).lines() {
            assert!(line.chars().count() <= 110, "{line}");
        }
    }
}
