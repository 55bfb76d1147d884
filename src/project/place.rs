//! Paths as they are written → where they lead, by their text alone, and how they are shown.

use std::path::{Component, Path, PathBuf, is_separator};

use super::discover::repository;

/// The path without `.` and `..`. Links are not followed.
pub fn plain(path: impl Into<PathBuf>) -> PathBuf {
    let path: PathBuf = path.into();
    if is_plain(&path) {
        return path;
    }
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Whether there is nothing to leave out, as in nearly every path: every file of a run asks.
pub fn is_plain(path: &Path) -> bool {
    let mut parts = path.as_os_str().as_encoded_bytes().split(|byte| is_separator(char::from(*byte))).enumerate();
    parts.all(|(index, part)| !matches!(part, b"." | b"..") && (index == 0 || !part.is_empty()))
}

/// A path as it is shown: with `/`, relative to where the command runs where it lies below.
pub fn shown(path: &Path, here: &Path) -> String {
    let relative = path.strip_prefix(here).map(Path::to_owned).or_else(|_| {
        // Above, but in the same repository: `../ackward.toml` says more than the whole path.
        let top = repository(here);
        let common = here.ancestors().take_while(|above| above.starts_with(&top)).find(|above| path.starts_with(above));
        let common = common.ok_or(())?;
        let up = here.strip_prefix(common).map_or(0, |below| below.components().count());
        path.strip_prefix(common).map(|below| std::iter::repeat_n("..", up).collect::<PathBuf>().join(below)).map_err(drop)
    });
    relative.as_deref().unwrap_or(path).to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_go_by_the_text_alone() {
        for (path, expected) in [
            ("/a/b.properties", "/a/b.properties"),
            ("/a/./b//c", "/a/b/c"),
            ("./a", "a"),
            ("/a/x/../b", "/a/b"),
            ("../a", "../a"),
            ("/..a/b.", "/..a/b."),
            ("/", "/"),
            ("/a/", "/a"),
        ] {
            assert_eq!(plain(path).as_os_str(), expected);
        }
    }
}
