//! Paths as typed → the files to read, in the order in which they are reported.

use std::{
    env, fs,
    io::{self, Read},
    path::{Component, MAIN_SEPARATOR, Path, PathBuf},
};

use ignore::WalkBuilder;

use super::Error;
use crate::project::place::{is_plain, plain};

/// The path that is standard input.
pub const STDIN: &str = "-";

/// The most bytes that are read of one file. No client configuration comes near it.
pub const LARGEST: u64 = 16 << 20;

/// A file to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Where it is.
    pub place: Place,
    /// As shown: with `/`, relative to where the command runs, if it lies there.
    pub shown: String,
    /// Whether it was named itself, not found in a folder.
    pub named: bool,
}

/// Where a file is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Standard input.
    Stdin,
    /// On disk.
    Disk(PathBuf),
}

/// What the paths lead to.
#[derive(Debug, Default)]
pub struct Found {
    /// The files, by name as shown; each once.
    pub inputs: Vec<Input>,
    /// Paths that lead nowhere, and folders that cannot be read.
    pub errors: Vec<Error>,
    /// What was passed over and may surprise: links that lead nowhere.
    pub notices: Vec<String>,
}

/// Finds the files behind paths. Folders are looked through for names that can hold a client
/// configuration; hidden files and what `.gitignore` names are passed over. A named file is always taken.
/// Without paths it is standard input where that has a name, else the folder at hand.
pub fn find(paths: &[PathBuf], stdin_filename: Option<&Path>, here: &Path) -> Found {
    let mut search = Search { here, found: Found::default() };
    let default = [PathBuf::from(if stdin_filename.is_some() { STDIN } else { "." })];
    for path in if paths.is_empty() { &default } else { paths } {
        if path.as_os_str() == STDIN {
            let shown = stdin_filename.map_or_else(|| "<stdin>".into(), |path| search.shown(path));
            search.take(Place::Stdin, shown, true);
        } else {
            search.follow(path);
        }
    }
    let mut found = search.found;
    // A file that is met twice is read once; that it was named counts.
    found.inputs.sort_by(|a, b| a.shown.cmp(&b.shown).then(b.named.cmp(&a.named)));
    found.inputs.dedup_by(|a, b| a.shown == b.shown);
    found
}

/// The file at a path that must be one.
pub fn named(path: &Path) -> Input {
    let here = env::current_dir().unwrap_or_default();
    Input { place: Place::Disk(path.into()), shown: shown(&here, path), named: true }
}

/// Reads a file, or says why it cannot be read.
pub fn read(input: &Input) -> Result<Vec<u8>, Error> {
    let failed = |error| Error::Read { path: input.shown.clone(), error };
    let mut bytes = Vec::new();
    match &input.place {
        Place::Stdin => io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes),
        Place::Disk(path) => fs::File::open(path).and_then(|file| {
            // One look tells the size, so that a small file is read in one go and a huge one not at all.
            let size = file.metadata()?.len();
            if size > LARGEST {
                return Ok(usize::MAX);
            }
            read_whole(file, usize::try_from(size).unwrap_or_default(), &mut bytes)
        }),
    }
    .map_err(failed)
    .and_then(|length| {
        if length as u64 > LARGEST { Err(Error::TooLarge { path: input.shown.clone(), limit: LARGEST }) } else { Ok(bytes) }
    })
}

/// Reads a file to its end. Where its size was told truly, the one call that asks for a byte more meets the end.
fn read_whole(mut file: fs::File, size: usize, bytes: &mut Vec<u8>) -> io::Result<usize> {
    bytes.resize(size + 1, 0);
    let read = file.read(bytes)?;
    bytes.truncate(read);
    if read != size || size == 0 {
        file.take(LARGEST + 1 - read as u64).read_to_end(bytes)?;
    }
    Ok(bytes.len())
}

struct Search<'a> {
    here: &'a Path,
    found: Found,
}

impl Search<'_> {
    fn follow(&mut self, typed: &Path) {
        // Not made absolute: a long way from the root costs at every file.
        let path = &self.straight(typed);
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => self.walk(path),
            Ok(_) => self.take(Place::Disk(path.into()), self.shown(path), true),
            Err(error) if error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(path).is_err() => {
                let command = super::command_like(&typed.to_string_lossy());
                self.found.errors.push(Error::NoSuchPath { path: self.shown(path), command });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.found.errors.push(Error::DanglingLink { path: self.shown(path), target: target_of(path) });
            }
            Err(error) => self.found.errors.push(Error::Read { path: self.shown(path), error }),
        }
    }

    /// The path without turning back, `a` for `x/../a`, so that one file has one name; as it was typed where
    /// `x` is a link and leads elsewhere.
    fn straight(&self, typed: &Path) -> PathBuf {
        if !typed.components().any(|part| part == Component::ParentDir) {
            return typed.into();
        }
        let absolute = plain(self.here.join(typed));
        let same = matches!((fs::canonicalize(typed), fs::canonicalize(&absolute)), (Ok(one), Ok(other)) if one == other);
        match absolute.strip_prefix(self.here) {
            _ if !same => typed.into(),
            Ok(below) if below.as_os_str().is_empty() => ".".into(),
            Ok(below) => below.into(),
            Err(_) => plain(typed),
        }
    }

    fn walk(&mut self, root: &Path) {
        // Also outside a git repository: a .gitignore says the same there.
        let walker = WalkBuilder::new(root).require_git(false).build();
        for entry in walker {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.unreadable(root, error);
                    continue;
                }
            };
            let Some(kind) = entry.file_type() else { continue };
            if kind.is_dir() || !entry.file_name().to_str().is_some_and(is_candidate) {
                continue;
            }
            let path = entry.path();
            if kind.is_symlink() {
                self.link(path);
            } else if kind.is_file() {
                self.take(Place::Disk(path.into()), self.shown(path), false);
            }
        }
    }

    /// A link inside a folder is followed to a file, never to a folder, so that no loop can be met.
    fn link(&mut self, path: &Path) {
        match fs::metadata(path) {
            Ok(data) if data.is_file() => self.take(Place::Disk(path.into()), self.shown(path), false),
            Ok(_) => {}
            Err(error) => {
                let why = match error.kind() {
                    io::ErrorKind::NotFound => "the link leads nowhere".into(),
                    _ => Error::reason(&error),
                };
                self.found.notices.push(format!("{}: {why}, so it is passed over", self.shown(path)));
            }
        }
    }

    fn unreadable(&mut self, root: &Path, error: ignore::Error) {
        let path = path_of(&error).map_or_else(|| root.to_path_buf(), Path::to_path_buf);
        let path = self.shown(&path);
        let text = error.to_string();
        let error = match error.into_io_error() {
            // The walk wraps what the system says in words that name the path again.
            Some(error) if error.raw_os_error().is_none() && error.kind() != io::ErrorKind::Other => error.kind().into(),
            Some(error) => error,
            None => io::Error::other(text),
        };
        self.found.errors.push(Error::Read { path, error });
    }

    fn take(&mut self, place: Place, shown: String, named: bool) {
        self.found.inputs.push(Input { place, shown, named });
    }

    fn shown(&self, path: &Path) -> String {
        shown(self.here, path)
    }
}

/// The path with `/`, relative to `here` where it lies there.
fn shown(here: &Path, path: &Path) -> String {
    let path = path.strip_prefix(here).unwrap_or(path);
    if MAIN_SEPARATOR == '/' && is_plain(path) && !path.as_os_str().is_empty() {
        return path.to_string_lossy().into_owned();
    }
    let mut shown = String::new();
    for part in path.components() {
        let part = match part {
            Component::CurDir => continue,
            Component::RootDir => {
                shown.push('/');
                continue;
            }
            part => part.as_os_str().to_string_lossy(),
        };
        if !shown.is_empty() && !shown.ends_with('/') {
            shown.push('/');
        }
        shown.push_str(&part);
    }
    if shown.is_empty() { ".".into() } else { shown }
}

fn target_of(path: &Path) -> String {
    fs::read_link(path).map(|target| target.to_string_lossy().into_owned()).unwrap_or_default()
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

/// Whether a file of that name, met in a folder, can hold a client configuration. What it is says its content.
pub fn is_candidate(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    match extension {
        "properties" | "props" | "config" | "conf" | "cfg" | "delta" => true,
        // A template of such a file: producer.properties.j2, client.template.
        "template" | "tmpl" | "tpl" | "j2" | "erb" | "mustache" | "in" | "dist" | "sample" | "example" | "default" => {
            extension == "template" && !stem.contains('.') || is_candidate(stem)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_can_hold_a_configuration() {
        for name in
            ["producer.properties", "A.PROPERTIES", "client.config", "x.conf", "server.delta", "p.properties.j2", "c.template"]
        {
            assert!(is_candidate(name), "{name}");
        }
        for name in ["properties", "a.yml", "deploy.yml.j2", "stack.yaml.template", "Main.java", "x.json", "README.md", ""] {
            assert!(!is_candidate(name), "{name}");
        }
    }

    #[test]
    fn paths_are_shown_relative_and_with_slashes() {
        for (path, shown) in [
            ("./a/b.properties", "a/b.properties"),
            ("/srv/here/a.properties", "a.properties"),
            ("/elsewhere/a.properties", "/elsewhere/a.properties"),
            ("../a.properties", "../a.properties"),
            ("a/./b//c", "a/b/c"),
            (".", "."),
        ] {
            assert_eq!(super::shown(Path::new("/srv/here"), Path::new(path)), shown);
        }
    }
}
