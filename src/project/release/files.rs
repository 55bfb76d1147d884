//! Build files as text, each read once.

use std::{
    collections::HashMap,
    fs,
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::project::place::plain;

/// The most bytes of a build file that are read; the lock files of large repositories come near it.
const LARGEST: u64 = 16 << 20;

/// Build files that were read, or that a test provides.
#[derive(Debug, Default)]
pub struct Files {
    texts: HashMap<PathBuf, Option<Arc<str>>>,
    only_these: bool,
}

impl Files {
    /// These files and no others.
    #[cfg(test)]
    pub fn of(texts: impl Iterator<Item = (PathBuf, String)>) -> Self {
        Self { texts: texts.map(|(path, text)| (path, Some(text.into()))).collect(), only_these: true }
    }

    /// The text of a file; `None` where there is none, or it is no text.
    pub fn text(&mut self, path: &Path) -> Option<Arc<str>> {
        let path = plain(path);
        if let Some(known) = self.texts.get(&path) {
            return known.clone();
        }
        let text = if self.only_these { None } else { read(&path) };
        self.texts.insert(path, text.clone());
        text
    }

    /// The files in a folder whose names end so, in order.
    pub fn ending(&self, folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
        let folder = plain(folder);
        let ends = |path: &PathBuf| path.to_str().is_some_and(|path| endings.iter().any(|ending| path.ends_with(ending)));
        let mut found: Vec<PathBuf> = if self.only_these {
            self.texts.keys().filter(|path| path.parent() == Some(&folder)).cloned().collect()
        } else {
            let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            entries.map(|entry| entry.path()).collect()
        };
        found.retain(ends);
        found.sort();
        found
    }
}

fn read(path: &Path) -> Option<Arc<str>> {
    let file = fs::File::open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into())
}
