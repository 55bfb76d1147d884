//! A framework and its version → the kafka-clients release that it brings along.

/// A framework that brings kafka-clients along, or manages its version.
#[derive(Debug)]
pub struct Library {
    /// As the table names it.
    pub name: &'static str,
    /// Its artifacts that decide, without a Scala suffix.
    artifacts: &'static [&'static str],
    /// Whether it manages the version of kafka-clients (a BOM, a parent), so that it wins over what
    /// another dependency brings along.
    pub manages: bool,
    /// The property that overrides the release it manages.
    pub property: Option<&'static str>,
}

const LIBRARIES: [Library; 8] = [
    Library {
        name: "spring-boot",
        artifacts: &[
            "org.springframework.boot:spring-boot-dependencies",
            "org.springframework.boot:spring-boot-starter-parent",
            "org.springframework.boot:spring-boot-gradle-plugin",
        ],
        manages: true,
        property: Some("kafka.version"),
    },
    Library {
        name: "quarkus",
        artifacts: &["io.quarkus.platform:quarkus-bom", "io.quarkus:quarkus-bom", "io.quarkus:quarkus-universe-bom"],
        manages: true,
        property: None,
    },
    library("spring-kafka", &["org.springframework.kafka:spring-kafka"]),
    library("camel-kafka", &["org.apache.camel:camel-kafka"]),
    library("micronaut-kafka", &["io.micronaut.kafka:micronaut-kafka"]),
    library("reactor-kafka", &["io.projectreactor.kafka:reactor-kafka"]),
    library("akka-stream-kafka", &["com.typesafe.akka:akka-stream-kafka"]),
    library("pekko-connectors-kafka", &["org.apache.pekko:pekko-connectors-kafka"]),
];

const fn library(name: &'static str, artifacts: &'static [&'static str]) -> Library {
    Library { name, artifacts, manages: false, property: None }
}

/// `library  first  last  kafka-clients`, a row for each run of versions that bring the same release.
/// Read from the POMs of these artifacts on Maven Central.
const TABLE: &str = include_str!("libraries.tsv");

/// What a library brings along.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brought {
    /// The release of kafka-clients.
    pub release: &'static str,
    /// How the version of the library was read, where the table does not have it.
    pub note: Option<String>,
}

impl Library {
    /// The library that an artifact belongs to.
    pub fn of(group: &str, artifact: &str) -> Option<&'static Self> {
        let artifact = without_scala(artifact);
        LIBRARIES.iter().find(|library| library.artifacts.iter().any(|known| known.split_once(':') == Some((group, artifact))))
    }

    /// The library of that name in the table.
    pub fn named(name: &str) -> Option<&'static Self> {
        LIBRARIES.iter().find(|library| library.name == name)
    }

    /// The release that a version of it brings along. A version that came out after the table was made
    /// is read as the newest of its minor version that is known.
    pub fn brings(&self, version: &str) -> Option<Brought> {
        let wanted = numbers(version)?;
        let mut nearest = None;
        for (first, last, release) in self.rows() {
            let (from, to) = (numbers(first)?, numbers(last)?);
            if from <= wanted && wanted <= to {
                return Some(Brought { release, note: None });
            }
            if to < wanted && to[..2] == wanted[..2] {
                nearest = Some((last, release));
            }
        }
        let (last, release) = nearest?;
        let note = format!("{} {version} is newer than the table of {}; read as {last}", self.name, dated());
        Some(Brought { release, note: Some(note) })
    }

    fn rows(&self) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        TABLE.lines().filter_map(|line| {
            let mut columns = line.split('\t');
            (columns.next()? == self.name).then_some(())?;
            Some((columns.next()?, columns.next()?, columns.next()?))
        })
    }
}

/// Whether an artifact of Kafka itself brings the kafka-clients of its own release along.
pub fn is_of_kafka(group: &str, artifact: &str) -> bool {
    let artifact = without_scala(artifact);
    group == "org.apache.kafka"
        && (matches!(artifact, "kafka" | "kafka-clients" | "kafka-tools" | "kafka-test-common")
            || artifact.starts_with("kafka-streams")
            || artifact.starts_with("connect-")
            || artifact.starts_with("kafka-server"))
}

/// The artifact without the suffix that names the Scala version.
fn without_scala(artifact: &str) -> &str {
    match artifact.rsplit_once('_') {
        Some((stem, suffix)) if suffix.starts_with(['2', '3', '$']) => stem,
        _ => artifact,
    }
}

/// The day on which the table was made.
fn dated() -> &'static str {
    TABLE.lines().next().and_then(|line| line.rsplit(' ').next()).unwrap_or_default()
}

/// The numbers of a version, `2.3.1.RELEASE` and `3.30.0.1` alike.
fn numbers(version: &str) -> Option<[u32; 4]> {
    let mut numbers = [0; 4];
    let parts = version.split(['.', '-']).take_while(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let mut count = 0;
    for (number, part) in numbers.iter_mut().zip(parts) {
        *number = part.parse().ok()?;
        count += 1;
    }
    (count >= 2).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::Version;

    #[test]
    fn the_table_is_whole_ordered_and_names_known_releases() {
        for line in TABLE.lines().skip(1) {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns.len(), 4, "{line}");
            assert!(Library::named(columns[0]).is_some(), "{line}");
            assert!(numbers(columns[1]).unwrap() <= numbers(columns[2]).unwrap(), "{line}");
            assert!(Version::parse(columns[3]).unwrap().index().is_some(), "{line}");
        }
        for library in &LIBRARIES {
            let ends: Vec<_> = library.rows().flat_map(|(first, last, _)| [numbers(first), numbers(last)]).collect();
            assert!(!ends.is_empty() && ends.is_sorted(), "{}", library.name);
        }
        assert_eq!(dated().len(), 10);
    }

    #[test]
    fn a_library_is_known_by_its_artifacts() {
        let name = |group, artifact| Library::of(group, artifact).map(|library| library.name);
        assert_eq!(name("org.springframework.boot", "spring-boot-starter-parent"), Some("spring-boot"));
        assert_eq!(name("com.typesafe.akka", "akka-stream-kafka_2.13"), Some("akka-stream-kafka"));
        assert_eq!(name("org.springframework.boot", "spring-boot-starter-web"), None);
        assert!(is_of_kafka("org.apache.kafka", "kafka_2.13"));
        assert!(is_of_kafka("org.apache.kafka", "kafka-streams-scala_2.13"));
        assert!(!is_of_kafka("org.apache.kafka", "generator"));
    }

    #[test]
    fn what_spring_boot_brings() {
        let boot = Library::named("spring-boot").unwrap();
        let release = |version| boot.brings(version).map(|brought| brought.release);
        assert_eq!(release("3.2.0"), Some("3.6.0"));
        assert_eq!(release("3.2.4"), Some("3.6.1"));
        assert_eq!(release("2.3.12.RELEASE"), Some("2.5.1"));
        assert_eq!(release("1.4.0.RELEASE"), None);
        assert_eq!(release("9.0.0"), None);
        let newer = boot.brings("3.2.99").unwrap();
        assert_eq!(newer.release, "3.6.2");
        assert!(newer.note.unwrap().starts_with("spring-boot 3.2.99 is newer than the table of 20"));
    }
}
