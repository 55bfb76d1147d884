//! A file → the `ackward.toml` that is for it: the nearest one upwards, with what it extends.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{
    config::{At, Config, FILE_NAME},
    error::Error,
    place::{plain, shown},
};
use crate::source::Source;

/// How many files one may extend, one after the other.
const LONGEST_CHAIN: usize = 8;

/// The configurations of a run, each read once.
#[derive(Debug)]
pub struct Projects {
    here: PathBuf,
    mode: Mode,
    by_folder: Mutex<ByFolder>,
}

type ByFolder = HashMap<PathBuf, Result<Arc<Project>, Error>>;

#[derive(Debug)]
enum Mode {
    /// Each file has the nearest configuration.
    Nearest,
    /// All files have this one.
    Only(Arc<Project>),
    /// None is read.
    Isolated,
}

/// A configuration with what it extends, and the project that it is for.
#[derive(Debug)]
pub struct Project {
    /// The configuration, then what it extends, nearest first; empty where there is none.
    pub layers: Vec<Layer>,
    /// The topmost folder that is looked at: of the repository, or the one that says `root = true`.
    pub top: PathBuf,
    /// Where the command runs.
    pub here: PathBuf,
    /// What must be said about it: names of rules that this version does not know.
    pub notices: Vec<String>,
}

/// One configuration file.
#[derive(Debug)]
pub struct Layer {
    /// What it says.
    pub config: Config,
    /// Its path as shown.
    pub shown: Arc<str>,
    /// Its folder.
    pub folder: PathBuf,
    /// Its `exclude`.
    pub exclude: Globs,
    /// The `paths` of its overrides.
    pub overrides: Vec<Globs>,
    source: Source,
}

/// Globs as `.gitignore` writes them, relative to a folder.
#[derive(Debug)]
pub struct Globs {
    matcher: Gitignore,
    patterns: Vec<At<String>>,
}

impl Projects {
    /// Starts with nothing read, or with the one configuration that was named. `here` is where the command runs.
    pub fn new(here: &Path, named: Option<&Path>, isolated: bool) -> Result<Self, Error> {
        let mode = match named {
            Some(path) => {
                let path = plain(here.join(path));
                let folder = path.parent().unwrap_or(here);
                Mode::Only(Arc::new(Project::read(&path, &repository(folder), here)?))
            }
            None if isolated => Mode::Isolated,
            None => Mode::Nearest,
        };
        Ok(Self { here: here.into(), mode, by_folder: Mutex::default() })
    }

    /// The configuration for a file, or for a folder's files where the path ends so.
    pub fn of(&self, file: &Path) -> Result<Arc<Project>, Error> {
        let path = plain(self.here.join(file));
        self.of_folder(path.parent().unwrap_or(&self.here))
    }

    /// The configuration for the files in a folder.
    pub fn of_folder(&self, folder: &Path) -> Result<Arc<Project>, Error> {
        if let Mode::Only(project) = &self.mode {
            return Ok(Arc::clone(project));
        }
        self.known(folder, &mut self.by_folder.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The configuration of a folder, which is that of the folder above where it has none of its own.
    fn known(&self, folder: &Path, by_folder: &mut ByFolder) -> Result<Arc<Project>, Error> {
        if let Some(project) = by_folder.get(folder) {
            return project.clone();
        }
        let project = self.search(folder, by_folder);
        by_folder.insert(folder.into(), project.clone());
        project
    }

    fn search(&self, folder: &Path, by_folder: &mut ByFolder) -> Result<Arc<Project>, Error> {
        let config = folder.join(FILE_NAME);
        if !matches!(self.mode, Mode::Isolated) && config.is_file() {
            return Project::read(&config, &repository(folder), &self.here).map(Arc::new);
        }
        match folder.parent() {
            Some(above) if !is_top(folder) => self.known(above, by_folder),
            _ => Ok(Arc::new(Project { layers: Vec::new(), top: folder.into(), here: self.here.clone(), notices: Vec::new() })),
        }
    }
}

impl Project {
    fn read(path: &Path, top: &Path, here: &Path) -> Result<Self, Error> {
        let mut layers = vec![Layer::read(path, here)?];
        let mut paths = vec![path.to_owned()];
        while let Some(last) = layers.last()
            && let Some(extends) = &last.config.extends
        {
            let next = plain(last.folder.join(&extends.value));
            if paths.contains(&next) {
                let chain: Vec<&str> = layers.iter().map(|layer| &*layer.shown).collect();
                return Err(last.error(extends, format!("`extends` runs in a circle: {}", chain.join(" → "))));
            }
            if layers.len() == LONGEST_CHAIN {
                return Err(last.error(extends, format!("`extends` goes on over more than {LONGEST_CHAIN} files")));
            }
            let layer = Layer::read(&next, here).map_err(|error| {
                // Where it cannot be read at all, the place to mend is the line that names it.
                let cannot_be_read = error.place == shown(&next, here);
                if cannot_be_read { last.error(extends, format!("{}: {}", extends.value, error.message)) } else { error }
            })?;
            layers.push(layer);
            paths.push(next);
        }
        let mut notices = Vec::new();
        for layer in &layers {
            layer.require_version()?;
            notices.extend(layer.check_names()?);
        }
        let is_root = layers[0].config.root.as_ref().is_some_and(|root| root.value);
        let top = if is_root { layers[0].folder.clone() } else { top.to_owned() };
        Ok(Self { layers, top, here: here.into(), notices })
    }

    /// The glob that excludes a file, and the layer that it stands in.
    pub fn exclusion(&self, file: &Path) -> Option<(&Layer, &At<String>)> {
        if self.layers.iter().all(|layer| layer.exclude.patterns.is_empty()) {
            return None;
        }
        let file = plain(self.here.join(file));
        self.layers.iter().find_map(|layer| Some((layer, layer.exclude.matching(&file, &self.here)?)))
    }

    /// Whether files of one folder may have different settings.
    pub fn tells_files_apart(&self) -> bool {
        self.layers.iter().any(|layer| !layer.config.overrides.is_empty() || !layer.config.pipelines.is_empty())
    }
}

impl Layer {
    fn read(path: &Path, here: &Path) -> Result<Self, Error> {
        let name = shown(path, here);
        let bytes = fs::read(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Error { place: name.clone(), message: "no such file".into() },
            _ => Error::unreadable(&name, &error),
        })?;
        let source = Source::new(name, bytes);
        let config = Config::parse(&source)?;
        let folder = path.parent().unwrap_or(here).to_owned();
        let exclude = Globs::new(&folder, &config.exclude, &source)?;
        let overrides: Result<Vec<Globs>, Error> =
            config.overrides.iter().map(|one| Globs::new(&folder, &one.value.paths, &source)).collect();
        Ok(Self { exclude, overrides: overrides?, shown: source.name().into(), config, folder, source })
    }

    /// The line of a value, from 1.
    pub fn line<T>(&self, at: &At<T>) -> usize {
        self.source.line_at(at.span().start)
    }

    /// Something that is wrong with a value.
    pub fn error<T>(&self, at: &At<T>, message: String) -> Error {
        Error::at(&self.source, at.span().start, message)
    }

    /// Refuses a file that is written for other versions of this tool.
    fn require_version(&self) -> Result<(), Error> {
        let Some(required) = &self.config.required_version else { return Ok(()) };
        let range = semver::VersionReq::parse(&required.value)
            .map_err(|error| self.error(required, format!("`{}` is no range of versions: {error}", required.value)))?;
        let own = env!("CARGO_PKG_VERSION");
        if semver::Version::parse(own).is_ok_and(|own| range.matches(&own)) {
            return Ok(());
        }
        Err(self.error(required, format!("this is ackward {own}, and the configuration requires {}", required.value)))
    }
}

impl Globs {
    fn new(folder: &Path, patterns: &[At<String>], source: &Source) -> Result<Self, Error> {
        let refused = |at: &At<String>, error: &ignore::Error| {
            let text = error.to_string();
            let text = text.rsplit("': ").next().unwrap_or(&text);
            Error::at(source, at.span().start, format!("`{}` is no glob: {text}", at.value))
        };
        let mut builder = GitignoreBuilder::new(folder);
        for pattern in patterns {
            builder.add_line(None, &pattern.value).map_err(|error| refused(pattern, &error))?;
        }
        let matcher = builder.build().map_err(|error| Error { place: source.name().into(), message: error.to_string() })?;
        Ok(Self { matcher, patterns: patterns.to_vec() })
    }

    /// The last pattern that matches a file or a folder above it. A file outside the folder of the
    /// configuration is matched by its path from where the command runs.
    pub fn matching(&self, file: &Path, here: &Path) -> Option<&At<String>> {
        if self.patterns.is_empty() {
            return None;
        }
        let relative = file.strip_prefix(self.matcher.path()).or_else(|_| file.strip_prefix(here)).ok()?;
        let found = self.matcher.matched_path_or_any_parents(relative, false);
        let glob = if found.is_ignore() { found.inner() } else { None }?;
        self.patterns.iter().rev().find(|pattern| pattern.value == glob.original())
    }
}

/// The folder of the repository that a folder lies in: the nearest with a `.git`; without one the file
/// system's root.
pub fn repository(folder: &Path) -> PathBuf {
    let found = folder.ancestors().find(|above| is_top(above));
    found.or_else(|| folder.ancestors().last()).unwrap_or(folder).to_owned()
}

fn is_top(folder: &Path) -> bool {
    folder.join(".git").exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with these files.
    fn repository_of(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn layers(folder: &Path, file: &str) -> Result<Vec<String>, String> {
        let projects = Projects::new(folder, None, false).unwrap();
        match projects.of(Path::new(file)) {
            Ok(project) => Ok(project.layers.iter().map(|layer| layer.shown.to_string()).collect()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn the_nearest_up_to_the_repository_is_taken() {
        let outer = repository_of(&[
            ("ackward.toml", ""),
            ("a/ackward.toml", ""),
            ("inner/.git", "gitdir: elsewhere"),
            ("a/b/c.properties", ""),
        ]);
        let at = |file| layers(outer.path(), file).unwrap();
        assert_eq!(at("a/b/c.properties"), ["a/ackward.toml"]);
        assert_eq!(at("x/y.properties"), ["ackward.toml"]);
        assert_eq!(at("inner/y.properties"), [""; 0]);
    }

    #[test]
    fn a_file_extends_another() {
        let folder = repository_of(&[
            ("base.toml", "client = \"3.0.0\""),
            ("a/ackward.toml", "root = true\nextends = \"../base.toml\""),
            ("lost/ackward.toml", "\nextends = \"nowhere.toml\""),
            ("circle/ackward.toml", "extends = \"other.toml\""),
            ("circle/other.toml", "extends = \"ackward.toml\""),
            ("twice/ackward.toml", "[[pipeline]]\nname = \"a\"\n[[pipeline]]\nname = \"a\""),
            ("bad/ackward.toml", "extends = \"bad.toml\""),
            ("bad/bad.toml", "\n\nclinet = 1"),
        ]);
        assert_eq!(layers(folder.path(), "a/x").unwrap(), ["a/ackward.toml", "base.toml"]);
        let projects = Projects::new(folder.path(), None, false).unwrap();
        assert_eq!(projects.of(Path::new("a/x")).unwrap().top, folder.path().join("a"));
        let says = |file| layers(folder.path(), file).unwrap_err();
        assert_eq!(says("lost/x"), "lost/ackward.toml:2:11: nowhere.toml: no such file");
        assert_eq!(
            says("circle/x"),
            "circle/other.toml:1:11: `extends` runs in a circle: circle/ackward.toml → circle/other.toml"
        );
        let chain: Vec<(String, String)> =
            (0..9).map(|file| (format!("{file}.toml"), format!("extends = \"{}.toml\"", file + 1))).collect();
        let chain: Vec<(&str, &str)> = chain.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let folder = repository_of(&[&chain[..], &[("ackward.toml", "extends = \"2.toml\""), ("9.toml", "")]].concat());
        assert_eq!(layers(folder.path(), "x").unwrap_err(), "8.toml:1:11: `extends` goes on over more than 8 files");
        fs::write(folder.path().join("8.toml"), "").unwrap();
        assert_eq!(layers(folder.path(), "x").unwrap().len(), 8);
        assert_eq!(says("twice/x"), "twice/ackward.toml:3:1: there is a pipeline `a` already");
        assert_eq!(says("bad/x"), "bad/bad.toml:3:1: unknown key `clinet`; did you mean `client`?");
    }

    #[test]
    fn another_version_of_the_tool_is_refused() {
        let folder = repository_of(&[
            ("ackward.toml", "required-version = \">=77\""),
            ("a/ackward.toml", "required-version = \"newest\""),
        ]);
        let own = env!("CARGO_PKG_VERSION");
        assert_eq!(
            layers(folder.path(), "x").unwrap_err(),
            format!("ackward.toml:1:20: this is ackward {own}, and the configuration requires >=77")
        );
        assert!(layers(folder.path(), "a/x").unwrap_err().starts_with("a/ackward.toml:1:20: `newest` is no range of versions: "));
    }

    #[test]
    fn globs_are_those_of_gitignore() {
        let text = "exclude = [\"legacy/\", \"*.bak.properties\", \"/top.properties\", \"a/**/gen\", \"!kept.bak.properties\"]";
        let folder = repository_of(&[("ackward.toml", text)]);
        let projects = Projects::new(folder.path(), None, false).unwrap();
        let excluded = |file: &str| {
            let project = projects.of(Path::new(file)).unwrap();
            project.exclusion(Path::new(file)).map(|(_, glob)| glob.value.clone())
        };
        assert_eq!(excluded("x/legacy/y/z.properties").as_deref(), Some("legacy/"));
        assert_eq!(excluded("x/y.bak.properties").as_deref(), Some("*.bak.properties"));
        assert_eq!(excluded("top.properties").as_deref(), Some("/top.properties"));
        assert_eq!(excluded("a/b/c/gen/x.properties").as_deref(), Some("a/**/gen"));
        for file in ["x/top.properties", "kept.bak.properties", "legacy", "producer.properties"] {
            assert_eq!(excluded(file), None, "{file}");
        }
        let broken = repository_of(&[("ackward.toml", "\nexclude = [\"a\", \"b/{x\"]")]);
        assert!(layers(broken.path(), "x").unwrap_err().starts_with("ackward.toml:2:17: `b/{x` is no glob: "));
    }

    #[test]
    fn a_named_or_no_configuration() {
        let folder = repository_of(&[("ackward.toml", ""), ("other.toml", "")]);
        let of = |named, isolated| {
            let projects = Projects::new(folder.path(), named, isolated)?;
            projects
                .of(Path::new("x"))
                .map(|project| project.layers.iter().map(|layer| layer.shown.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(of(Some(Path::new("other.toml")), false).unwrap(), ["other.toml"]);
        assert_eq!(of(None, true).unwrap(), [""; 0]);
        assert_eq!(of(Some(Path::new("none.toml")), false).unwrap_err().to_string(), "none.toml: no such file");
    }
}
