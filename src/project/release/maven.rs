//! `pom.xml`, and those that it inherits from → the kafka-clients release that Maven would take.

use std::path::{Path, PathBuf};

use super::{
    evidence::{Evidence, Kind},
    files::Files,
    libraries::{self, Library},
    pom::{Dependency, Pom, Text},
};
use crate::project::place::plain;

/// The most modules of one POM that are looked at.
const MOST_MODULES: usize = 200;

/// What the POM in a folder says about kafka-clients; where it says nothing, what its modules say.
pub fn read(folder: &Path, files: &mut Files) -> Vec<Evidence> {
    let Some(project) = Project::read(&folder.join("pom.xml"), files) else { return Vec::new() };
    let evidence = project.evidence();
    if !evidence.is_empty() {
        return evidence;
    }
    let modules = project.chain[0].modules.iter().take(MOST_MODULES);
    let paths: Vec<PathBuf> = modules.map(|module| pom_at(&folder.join(module))).collect();
    paths.iter().filter_map(|path| Project::read(path, files)).flat_map(|module| module.evidence()).collect()
}

/// A POM and those that it inherits from, as far as they lie in the repository.
struct Project {
    chain: Vec<Pom>,
}

/// A text with its properties filled in, and the place that decided.
struct Resolved {
    text: String,
    path: PathBuf,
    line: usize,
    /// The property that decided, if one did.
    property: Option<String>,
}

impl Project {
    fn read(path: &Path, files: &mut Files) -> Option<Self> {
        let mut chain = vec![Pom::parse(path, &files.text(path)?)?];
        // A chain of parents may run in a circle.
        while chain.len() < 16 {
            let Some(next) = chain.last().and_then(|pom| local_parent(pom, files)) else { break };
            chain.push(next);
        }
        Some(Self { chain })
    }

    /// What decides about kafka-clients without a profile, and with each: which of them is active is known
    /// only where Maven runs.
    fn evidence(&self) -> Vec<Evidence> {
        let profiles = self.chain.iter().enumerate();
        let profiles = profiles.flat_map(|(index, pom)| pom.profiles.iter().map(move |profile| (index, pom.with(profile))));
        let with_profile = profiles.filter_map(|(index, pom)| {
            let mut chain = self.chain.clone();
            chain[index] = pom;
            Self { chain }.deciding()
        });
        self.deciding().into_iter().chain(with_profile).collect()
    }

    /// What decides about kafka-clients, what wins in Maven first: a dependency's own version, the version
    /// that is managed for it, an imported BOM, a parent from outside, what another dependency brings along.
    fn deciding(&self) -> Option<Evidence> {
        let dependencies = || self.chain.iter().flat_map(|pom| pom.dependencies.iter().map(move |one| (pom, one)));
        let managed = || self.chain.iter().flat_map(|pom| pom.managed.iter().map(move |one| (pom, one)));
        let is_clients = |one: &Dependency| one.group == "org.apache.kafka" && one.artifact == "kafka-clients";
        let own = dependencies().chain(managed()).filter(|(_, one)| is_clients(one));
        let imported = managed().filter(|(_, one)| one.is_import);
        let brought = dependencies().chain(managed()).filter(|(_, one)| !one.is_import && !is_clients(one));

        own.filter_map(|(pom, one)| self.version_of(pom, one, Kind::Clients))
            .chain(
                imported
                    .filter_map(|(pom, one)| self.version_of(pom, one, Kind::Library(Library::of(&one.group, &one.artifact)?))),
            )
            .chain(self.outer_parent())
            .chain(brought.filter_map(|(pom, one)| {
                let kind = if libraries::is_of_kafka(&one.group, &one.artifact) {
                    Kind::Kafka
                } else {
                    Kind::Library(Library::of(&one.group, &one.artifact)?)
                };
                self.version_of(pom, one, kind)
            }))
            .next()
    }

    fn version_of(&self, pom: &Pom, dependency: &Dependency, kind: Kind) -> Option<Evidence> {
        let version = self.resolve(pom, dependency.version.as_ref()?)?;
        Evidence::new(kind, &dependency.artifact, &version.text, &version.path, version.line, version.property.as_deref())
    }

    /// A parent that is not in the repository: its property in one of ours overrides what it manages.
    fn outer_parent(&self) -> Option<Evidence> {
        let pom = self.chain.last()?;
        let parent = pom.parent.as_ref()?;
        let library = Library::of(&parent.group, &parent.artifact)?;
        let overridden = library.property.and_then(|name| Some((name, self.property(name)?)));
        if let Some((name, (owner, text))) = overridden {
            let version = self.resolve(owner, text)?;
            return Evidence::new(Kind::Clients, "", &version.text, &version.path, version.line, Some(name));
        }
        let version = self.resolve(pom, &parent.version)?;
        Evidence::new(
            Kind::Library(library),
            &parent.artifact,
            &version.text,
            &version.path,
            version.line,
            version.property.as_deref(),
        )
    }

    fn property(&self, name: &str) -> Option<(&Pom, &Text)> {
        self.chain.iter().find_map(|pom| {
            let (_, text) = pom.properties.iter().rev().find(|(known, _)| known == name)?;
            Some((pom, text))
        })
    }

    /// Fills in `${…}`; `None` where a property is not defined in the repository.
    fn resolve(&self, pom: &Pom, text: &Text) -> Option<Resolved> {
        let mut resolved = Resolved { text: text.text.clone(), path: pom.path.clone(), line: text.line, property: None };
        for _ in 0..16 {
            let Some(start) = resolved.text.find("${") else { return Some(resolved) };
            let end = start + resolved.text[start..].find('}')?;
            let name = resolved.text[start + 2..end].to_owned();
            let (owner, value) = match self.property(&name) {
                Some(found) => found,
                None => self.own_version(&name)?,
            };
            resolved.text.replace_range(start..=end, &value.text);
            (resolved.path, resolved.line, resolved.property) = (owner.path.clone(), value.line, Some(name));
        }
        None
    }

    /// `${project.version}` and `${project.parent.version}`.
    fn own_version(&self, name: &str) -> Option<(&Pom, &Text)> {
        let pom = self.chain.first()?;
        let inherited = || pom.parent.as_ref().map(|parent| (pom, &parent.version));
        match name {
            "project.version" | "pom.version" | "version" => pom.version.as_ref().map(|text| (pom, text)).or_else(inherited),
            "project.parent.version" => inherited(),
            _ => None,
        }
    }
}

/// The parent where Maven looks first, if it is the one that is meant.
fn local_parent(pom: &Pom, files: &mut Files) -> Option<Pom> {
    let parent = pom.parent.as_ref()?;
    let path = pom_at(&pom.path.parent()?.join(parent.relative_path.as_ref()?));
    let found = Pom::parse(&path, &files.text(&path)?)?;
    let group = found.group.as_deref().or(found.parent.as_ref().map(|parent| parent.group.as_str()));
    (found.artifact.as_deref() == Some(&parent.artifact) && group == Some(&parent.group)).then_some(found)
}

/// A module or a parent is named by its folder or by its file.
fn pom_at(path: &Path) -> PathBuf {
    let path = plain(path);
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml")) { path } else { path.join("pom.xml") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[(&str, &str)]) -> Files {
        Files::of(texts.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())))
    }

    fn reads(texts: &[(&str, &str)]) -> String {
        let mut files = files(texts);
        let found: Vec<String> = read(Path::new("app"), &mut files)
            .iter()
            .map(|evidence| format!("{}:{}", evidence.path.display(), evidence.because()))
            .collect();
        found.join(" | ")
    }

    const BOOT: &str = "<parent><groupId>org.springframework.boot</groupId>\n<artifactId>spring-boot-starter-parent</artifactId>\
                        <version>3.2.1</version></parent>";

    fn pom(body: &str) -> String {
        format!("<?xml version=\"1.0\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n{body}\n</project>")
    }

    fn dependency(artifact: &str, version: &str) -> String {
        let (group, artifact) = artifact.split_once(':').unwrap();
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\n<version>{version}</version></dependency>"
        )
    }

    #[test]
    fn a_dependency_says_its_version_or_the_property_of_it() {
        let clients = dependency("org.apache.kafka:kafka-clients", "3.9.1");
        let text = pom(&format!("<dependencies>{clients}</dependencies>"));
        assert_eq!(reads(&[("app/pom.xml", &text)]), "app/pom.xml:4: kafka-clients is 3.9.1");
        let clients = dependency("org.apache.kafka:kafka-clients", "${kafka.version}");
        let text = pom(&format!(
            "<properties>\n<kafka.version>3.8.0</kafka.version></properties><dependencies>{clients}</dependencies>"
        ));
        assert_eq!(reads(&[("app/pom.xml", &text)]), "app/pom.xml:4: kafka.version is 3.8.0");
        let undefined = pom(&format!("<dependencies>{clients}</dependencies>"));
        assert_eq!(reads(&[("app/pom.xml", &undefined)]), "");
    }

    #[test]
    fn a_parent_in_the_repository_is_read_and_a_childs_property_wins() {
        let clients = dependency("org.apache.kafka:kafka-clients", "${kafka.version}");
        let parent = pom(&format!(
            "<groupId>g</groupId><artifactId>top</artifactId><properties><kafka.version>3.0.0</kafka.version></properties>\n\
             <dependencyManagement><dependencies>{clients}</dependencies></dependencyManagement>"
        ));
        let reference = "<parent><groupId>g</groupId><artifactId>top</artifactId><version>1</version></parent>";
        let plain = pom(reference);
        assert_eq!(reads(&[("app/pom.xml", &plain), ("pom.xml", &parent)]), "pom.xml:3: kafka.version is 3.0.0");
        let own = pom(&format!("{reference}<properties><kafka.version>3.1.0</kafka.version></properties>"));
        assert_eq!(reads(&[("app/pom.xml", &own), ("pom.xml", &parent)]), "app/pom.xml:3: kafka.version is 3.1.0");
        let stranger = parent.replace("<artifactId>top", "<artifactId>other");
        assert_eq!(reads(&[("app/pom.xml", &plain), ("pom.xml", &stranger)]), "");
    }

    #[test]
    fn spring_boot_as_parent_can_be_overridden_and_as_import_cannot() {
        assert_eq!(
            reads(&[("app/pom.xml", &pom(BOOT))]),
            "app/pom.xml:4: spring-boot-starter-parent 3.2.1 brings kafka-clients 3.6.1"
        );
        let property = "<properties><kafka.version>3.9.0</kafka.version></properties>";
        assert_eq!(reads(&[("app/pom.xml", &pom(&format!("{BOOT}{property}")))]), "app/pom.xml:4: kafka.version is 3.9.0");
        let import = "<dependencyManagement><dependencies><dependency><groupId>org.springframework.boot</groupId>\
                      <artifactId>spring-boot-dependencies</artifactId><version>3.3.0</version><type>pom</type><scope>import</scope>\
                      </dependency></dependencies></dependencyManagement>";
        assert_eq!(
            reads(&[("app/pom.xml", &pom(&format!("{import}{property}")))]),
            "app/pom.xml:3: spring-boot-dependencies 3.3.0 brings kafka-clients 3.7.0"
        );
    }

    #[test]
    fn what_is_managed_wins_over_what_is_brought_along() {
        let streams = dependency("org.apache.kafka:kafka-streams", "4.0.0");
        let text = pom(&format!("{BOOT}<dependencies>{streams}</dependencies>"));
        assert_eq!(
            reads(&[("app/pom.xml", &text)]),
            "app/pom.xml:4: spring-boot-starter-parent 3.2.1 brings kafka-clients 3.6.1"
        );
        let text = pom(&format!("<dependencies>{streams}</dependencies>"));
        assert_eq!(reads(&[("app/pom.xml", &text)]), "app/pom.xml:4: kafka-streams is 4.0.0");
        let spring = dependency("org.springframework.kafka:spring-kafka", "3.1.0");
        let text = pom(&format!("<dependencies>{spring}</dependencies>"));
        assert_eq!(reads(&[("app/pom.xml", &text)]), "app/pom.xml:4: spring-kafka 3.1.0 brings kafka-clients 3.6.0");
    }

    #[test]
    fn modules_answer_for_an_aggregator_that_says_nothing() {
        let top = pom("<modules><module>a</module><module>b</module><module>c</module></modules>");
        let module =
            |version| pom(&format!("<dependencies>{}</dependencies>", dependency("org.apache.kafka:kafka-clients", version)));
        assert_eq!(
            reads(&[("app/pom.xml", &top), ("app/a/pom.xml", &module("3.0.0")), ("app/b/pom.xml", &module("3.9.1"))]),
            "app/a/pom.xml:4: kafka-clients is 3.0.0 | app/b/pom.xml:4: kafka-clients is 3.9.1"
        );
    }

    #[test]
    fn each_profile_leaves_a_release_open() {
        let clients = |version| dependency("org.apache.kafka:kafka-clients", version);
        let profiles = "<profiles><profile><properties>\n<kafka.version>3.0.0</kafka.version></properties></profile>\
                        <profile><properties>\n<kafka.version>3.9.1</kafka.version></properties></profile></profiles>";
        let text = pom(&format!("<dependencies>{}</dependencies>{profiles}", clients("${kafka.version}")));
        assert_eq!(
            reads(&[("app/pom.xml", &text)]),
            "app/pom.xml:5: kafka.version is 3.0.0 | app/pom.xml:6: kafka.version is 3.9.1"
        );
        let own = format!("<profiles><profile><dependencies>{}</dependencies></profile></profiles>", clients("2.8.2"));
        let text = pom(&format!("<dependencies>{}</dependencies>{own}", clients("3.9.1")));
        assert_eq!(
            reads(&[("app/pom.xml", &text)]),
            "app/pom.xml:4: kafka-clients is 3.9.1 | app/pom.xml:5: kafka-clients is 2.8.2"
        );
    }

    #[test]
    fn what_is_no_pom_says_nothing() {
        assert_eq!(reads(&[("app/pom.xml", "<project><dependencies>")]), "");
        assert_eq!(reads(&[("app/pom.xml", "<html/>")]), "");
        assert_eq!(reads(&[]), "");
        let circle = pom(
            "<parent><groupId>g</groupId><artifactId>a</artifactId><version>1</version><relativePath>pom.xml</relativePath></parent><artifactId>a</artifactId>",
        );
        assert_eq!(reads(&[("app/pom.xml", &circle)]), "");
    }
}
