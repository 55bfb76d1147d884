//! Build scripts → the versions that their dependency coordinates name, variables resolved.

use std::path::{Path, PathBuf};

use super::{
    evidence::{Evidence, Kind},
    libraries::{self, Library},
    script::{Comments, Literal, Script},
};

/// Scripts that belong together: the first ones are asked for dependencies, all of them for variables.
#[derive(Debug, Default)]
pub struct Scripts {
    scripts: Vec<(PathBuf, Script)>,
    asked: usize,
}

/// A version as a text, and the place that decided.
struct Version {
    text: String,
    script: usize,
    at: usize,
    /// The variable that holds it, if one does.
    name: Option<String>,
}

/// How often one variable may lead to the next.
const DEEPEST: usize = 8;

impl Scripts {
    /// Adds a script that is asked for dependencies. To be called before [`Scripts::add_variables`].
    pub fn add(&mut self, path: &Path, text: &str, comments: Comments) {
        self.add_variables(path, text, comments);
        self.asked = self.scripts.len();
    }

    /// Adds a script in which variables may be defined.
    pub fn add_variables(&mut self, path: &Path, text: &str, comments: Comments) {
        self.scripts.push((path.into(), Script::new(text, comments)));
    }

    /// Adds a file of `name=value` lines, as a script in which the values are quoted.
    pub fn add_properties(&mut self, path: &Path, text: &str) {
        let quoted: Vec<String> = text
            .lines()
            .map(|line| match line.split_once(['=', ':']) {
                Some((name, value)) if !line.trim_start().starts_with(['#', '!']) => {
                    format!("{} = \"{}\"", name.trim(), value.trim().replace(['"', '\\'], ""))
                }
                _ => String::new(),
            })
            .collect();
        self.add_variables(path, &quoted.join("\n"), Comments::Hash);
    }

    /// What the dependencies of the scripts say.
    pub fn evidence(&self) -> Vec<Evidence> {
        let mut found = Vec::new();
        for index in 0..self.asked {
            let script = &self.scripts[index].1;
            let literals = script.literals();
            for (at, literal) in literals.iter().enumerate() {
                found.extend(self.whole(index, literal));
                found.extend(self.in_parts(index, literal, literals.get(at + 1)));
                found.extend(self.plugin(index, literal));
            }
            found.extend(self.clojure(index));
        }
        if found.iter().any(Evidence::is_of_managing_library)
            && let Some(version) = self.variable("kafka.version", 0)
        {
            found.extend(self.say(Kind::Clients, "kafka-clients", &version));
        }
        found
    }

    /// `"org.apache.kafka:kafka-clients:3.9.1"`
    fn whole(&self, index: usize, literal: &Literal<'_>) -> Option<Evidence> {
        let text = self.filled_in(literal.text)?;
        let mut parts = text.split('@').next()?.split(':');
        let (group, artifact) = (parts.next()?, parts.next()?);
        let kind = kind_of(group, artifact)?;
        let version = match parts.next() {
            Some(version) if !version.is_empty() => self.written(index, literal, literal.text.rsplit(':').next()?, version),
            _ => self.behind(index, literal.end)?,
        };
        self.say(kind, artifact, &version)
    }

    /// `group: 'org.apache.kafka', name: 'kafka-clients', version: v`, `"org.apache.kafka" % "kafka-clients" % v`
    fn in_parts(&self, index: usize, group: &Literal<'_>, artifact: Option<&Literal<'_>>) -> Option<Evidence> {
        let artifact = artifact?;
        let kind = kind_of(group.text, artifact.text)?;
        self.say(kind, artifact.text, &self.behind(index, artifact.end)?)
    }

    /// `id("org.springframework.boot") version "3.2.1"`
    fn plugin(&self, index: usize, literal: &Literal<'_>) -> Option<Evidence> {
        if literal.text != "org.springframework.boot" {
            return None;
        }
        let between = self.scripts[index].1.text()[literal.end..].trim_start_matches([')', ' ', '\t', '.', ',']);
        if !between.starts_with("version") {
            return None;
        }
        self.say(Kind::Library(Library::named("spring-boot")?), literal.text, &self.behind(index, literal.end)?)
    }

    /// `[org.apache.kafka/kafka-clients "3.9.1"]`, `org.apache.kafka/kafka-clients {:mvn/version "3.9.1"}`
    fn clojure(&self, index: usize) -> Option<Evidence> {
        let script = &self.scripts[index].1;
        let name = "org.apache.kafka/kafka-clients";
        let end = script.text().find(name)? + name.len();
        let version = script.literals().into_iter().find(|literal| literal.start >= end)?;
        let version = Version { text: version.text.into(), script: index, at: version.start, name: None };
        self.say(Kind::Clients, "kafka-clients", &version)
    }

    /// The version that follows an artifact: a literal or a variable, behind signs and a word that says so.
    fn behind(&self, index: usize, end: usize) -> Option<Version> {
        let text = self.scripts[index].1.text();
        let signs: &[char] = &[')', ']', ' ', '\t', '\r', '\n', '.', ',', '%', '+', ':', '=', '(', '{'];
        let mut rest = text[end..].trim_start_matches(signs);
        for word in ["version", "versionRef", "strictly", "require", "prefer", "rev", "force"] {
            let behind = rest.strip_prefix(word).filter(|behind| behind.starts_with(signs) || behind.starts_with("Ref"));
            if let Some(behind) = behind {
                rest = behind.strip_prefix("Ref").unwrap_or(behind).trim_start_matches(signs);
            }
        }
        let at = text.len() - rest.len();
        // A version stands on the same line, or the coordinates are spread over one argument a line.
        if text[end..at].matches('\n').count() > 1 {
            return None;
        }
        if rest.starts_with(['"', '\'']) {
            let literal = self.scripts[index].1.literals().into_iter().find(|literal| literal.start == at)?;
            return Some(self.written(index, &literal, literal.text, &self.filled_in(literal.text)?));
        }
        let name: String = rest.chars().take_while(|next| next.is_alphanumeric() || "_.$[]\"'()".contains(*next)).collect();
        self.variable(&name, 0)
    }

    /// A version that a literal holds, or whose name it holds.
    fn written(&self, index: usize, literal: &Literal<'_>, raw: &str, filled_in: &str) -> Version {
        let by_name = raw.strip_prefix('$').or_else(|| (!is_version(raw)).then_some(raw)).and_then(|name| self.variable(name, 0));
        by_name.unwrap_or_else(|| Version { text: filled_in.into(), script: index, at: literal.start, name: None })
    }

    /// The value of a variable: `kafkaVersion`, `versions.kafka`, `${property("kafkaVersion")}`, `V.kafka`.
    fn variable(&self, expression: &str, depth: usize) -> Option<Version> {
        let inner = expression.trim_start_matches(['$', '{']).trim_end_matches('}').trim();
        let inner = inner.trim_end_matches(['(', ')', '[', ']']).trim_end_matches(".get").trim_end_matches(".toString");
        let quoted = inner.split(['"', '\'']).nth(1);
        let last = inner.rsplit('.').next()?;
        for name in [quoted, Some(inner), Some(last)].into_iter().flatten().filter(|name| !name.is_empty()) {
            for (index, (_, script)) in self.scripts.iter().enumerate() {
                for literal in script.assigned(name) {
                    if is_version(literal.text) {
                        let name = Some(name.to_owned());
                        return Some(Version { text: literal.text.into(), script: index, at: literal.start, name });
                    }
                    if depth < DEEPEST && literal.text.starts_with('$') {
                        return self.variable(literal.text, depth + 1);
                    }
                }
            }
        }
        None
    }

    /// A literal with its variables filled in; `None` where one of them is not known.
    fn filled_in(&self, text: &str) -> Option<String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some(start) = rest.find('$') {
            filled.push_str(&rest[..start]);
            let expression = &rest[start..];
            let end = if expression.starts_with("${") {
                expression.find('}')? + 1
            } else {
                1 + expression[1..].find(|next: char| !next.is_alphanumeric() && next != '_').unwrap_or(expression.len() - 1)
            };
            match self.variable(&expression[..end], 0) {
                Some(version) => filled.push_str(&version.text),
                None => filled.push_str(&self.plain_variable(&expression[..end])?),
            }
            rest = &expression[end..];
        }
        Some(filled + rest)
    }

    /// A variable that holds no version: `$quarkusPlatformGroupId`.
    fn plain_variable(&self, expression: &str) -> Option<String> {
        let name = expression.trim_start_matches(['$', '{']).trim_end_matches('}');
        self.scripts.iter().find_map(|(_, script)| script.assigned(name).next().map(|literal| literal.text.to_owned()))
    }

    fn say(&self, kind: Kind, artifact: &str, version: &Version) -> Option<Evidence> {
        let (path, script) = &self.scripts[version.script];
        Evidence::new(kind, artifact, &version.text, path, script.line(version.at), version.name.as_deref())
    }
}

/// What an artifact tells about kafka-clients.
pub fn kind_of(group: &str, artifact: &str) -> Option<Kind> {
    if group == "org.apache.kafka" && artifact == "kafka-clients" {
        Some(Kind::Clients)
    } else if libraries::is_of_kafka(group, artifact) {
        Some(Kind::Kafka)
    } else {
        Library::of(group, artifact).map(Kind::Library)
    }
}

/// Whether a text is a version and not the name of one.
fn is_version(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '[' | '(' | ']' | '+'))
        || text.starts_with("latest.")
}
