//! The text of a `pom.xml` → the parts that decide about versions, each with its line.

use std::path::{Path, PathBuf};

use roxmltree::{Document, Node, ParsingOptions};

/// The parts of a POM that decide about versions.
#[derive(Clone, Debug, Default)]
pub struct Pom {
    /// Where it is.
    pub path: PathBuf,
    /// Its own coordinates, where it does not inherit them.
    pub group: Option<String>,
    pub artifact: Option<String>,
    pub version: Option<Text>,
    /// The POM that it inherits from.
    pub parent: Option<Parent>,
    /// Its properties, in order.
    pub properties: Vec<(String, Text)>,
    /// Its dependencies.
    pub dependencies: Vec<Dependency>,
    /// The dependencies whose versions it manages, imported BOMs among them.
    pub managed: Vec<Dependency>,
    /// The folders or files of its modules.
    pub modules: Vec<String>,
    /// What its profiles add: properties and dependencies.
    pub profiles: Vec<Pom>,
}

/// A text and its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub text: String,
    pub line: usize,
}

/// `<parent>`
#[derive(Clone, Debug)]
pub struct Parent {
    pub group: String,
    pub artifact: String,
    pub version: Text,
    /// Where Maven looks for it first; `None` where it is told to look nowhere.
    pub relative_path: Option<String>,
}

/// `<dependency>`
#[derive(Clone, Debug)]
pub struct Dependency {
    pub group: String,
    pub artifact: String,
    pub version: Option<Text>,
    /// Whether it stands for the BOM's whole list.
    pub is_import: bool,
}

impl Pom {
    /// Reads a POM; `None` where it is no XML or no project.
    pub fn parse(path: &Path, text: &str) -> Option<Self> {
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text.trim_start_matches('\u{feff}'), options).ok()?;
        let project = document.root_element();
        if project.tag_name().name() != "project" {
            return None;
        }
        let profiles = child(project, "profiles").into_iter().flat_map(|list| children(list, "profile"));
        Some(Self {
            group: text_of(project, "groupId").map(|text| text.text),
            artifact: text_of(project, "artifactId").map(|text| text.text),
            version: text_of(project, "version"),
            parent: child(project, "parent").and_then(parent),
            profiles: profiles.map(|profile| Self::of_profile(path, profile)).collect(),
            modules: child(project, "modules")
                .into_iter()
                .flat_map(|list| children(list, "module"))
                .map(|node| content(node).text)
                .collect(),
            ..Self::of_profile(path, project)
        })
    }

    /// What a profile may say as well as the project itself.
    fn of_profile(path: &Path, profile: Node<'_, '_>) -> Self {
        let dependencies = |of: Option<Node<'_, '_>>| -> Vec<Dependency> {
            let list = of.and_then(|node| child(node, "dependencies"));
            list.into_iter().flat_map(|list| children(list, "dependency")).filter_map(dependency).collect()
        };
        let properties = child(profile, "properties").into_iter().flat_map(|list| list.children().filter(Node::is_element));
        Self {
            path: path.into(),
            properties: properties.map(|node| (node.tag_name().name().to_owned(), content(node))).collect(),
            dependencies: dependencies(Some(profile)),
            managed: dependencies(child(profile, "dependencyManagement")),
            ..Self::default()
        }
    }

    /// The POM as it is where one of its profiles is active.
    pub fn with(&self, profile: &Self) -> Self {
        let before = |own: &[Dependency], others: &[Dependency]| own.iter().chain(others).cloned().collect();
        Self {
            properties: self.properties.iter().chain(&profile.properties).cloned().collect(),
            dependencies: before(&profile.dependencies, &self.dependencies),
            managed: before(&profile.managed, &self.managed),
            ..self.clone()
        }
    }
}

fn parent(node: Node<'_, '_>) -> Option<Parent> {
    let relative_path = match child(node, "relativePath") {
        None => Some("../pom.xml".into()),
        Some(node) => Some(content(node).text).filter(|path| !path.is_empty()),
    };
    Some(Parent {
        group: text_of(node, "groupId")?.text,
        artifact: text_of(node, "artifactId")?.text,
        version: text_of(node, "version")?,
        relative_path,
    })
}

fn dependency(node: Node<'_, '_>) -> Option<Dependency> {
    Some(Dependency {
        group: text_of(node, "groupId")?.text,
        artifact: text_of(node, "artifactId")?.text,
        version: text_of(node, "version"),
        is_import: text_of(node, "scope").is_some_and(|scope| scope.text == "import"),
    })
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn children<'a, 'i: 'a>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.tag_name().name() == name)
}

fn text_of(node: Node<'_, '_>, name: &str) -> Option<Text> {
    child(node, name).map(content)
}

fn content(node: Node<'_, '_>) -> Text {
    let line = node.document().text_pos_at(node.range().start).row;
    Text { text: node.text().unwrap_or_default().trim().to_owned(), line: usize::try_from(line).unwrap_or_default() }
}
