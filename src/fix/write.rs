//! Bytes → a file on disk that holds the old bytes or the new ones at every moment, never a part.

use std::{
    fmt, fs,
    io::{self, Write as _},
    path::Path,
};

use tempfile::{Builder, NamedTempFile};

/// Why a file was not written. It is as it was.
#[derive(Debug)]
pub enum WriteError {
    /// It holds other bytes than were read.
    Changed,
    /// Its permissions forbid writing.
    ReadOnly,
    /// Other names lead to the same file; a file that takes its place would leave them the old one.
    HardLinks(u64),
    /// What the system says.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed => f.write_str("changed by someone else since it was read; left as it is"),
            Self::ReadOnly => f.write_str("read-only; left as it is"),
            Self::HardLinks(names) => write!(f, "known under {names} names (hard links), which would come apart; left as it is"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Replaces a file that holds `old` by one that holds `new`: written beside it, then renamed over it.
/// Permissions and, where the system allows it, the owner stay; a symbolic link stays one, and the file
/// that it leads to is replaced.
///
/// # Errors
/// Where the file cannot be replaced without harm; see [`WriteError`].
pub fn write_over(path: &Path, old: &[u8], new: &[u8]) -> Result<(), WriteError> {
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    if metadata.permissions().readonly() {
        return Err(WriteError::ReadOnly);
    }
    if let Some(names) = hard_links(&metadata) {
        return Err(WriteError::HardLinks(names));
    }
    let mut file = beside(&path)?;
    file.write_all(new)?;
    keep_owner(&file, &metadata);
    file.as_file().set_permissions(metadata.permissions())?;
    file.as_file().sync_data()?;
    if fs::read(&path)? != old {
        return Err(WriteError::Changed);
    }
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes a file of our own, in place of what was there, if anything was.
///
/// # Errors
/// What the system says.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    match fs::read(path) {
        Ok(old) if old == bytes => Ok(()),
        Ok(old) => write_over(path, &old, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut file = beside(path)?;
            file.write_all(bytes)?;
            file.as_file().sync_data()?;
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// A file in the same folder, so that renaming moves no bytes. It goes away if it is not renamed.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".ackward-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // What the process' mask leaves of it; only the owner may read it otherwise.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(unix)]
fn hard_links(metadata: &fs::Metadata) -> Option<u64> {
    use std::os::unix::fs::MetadataExt as _;
    Some(metadata.nlink()).filter(|names| *names > 1)
}

#[cfg(not(unix))]
fn hard_links(_: &fs::Metadata) -> Option<u64> {
    None
}

/// Gives the file the owner and group of the one it replaces. Only root may give files away; for anyone
/// else the file becomes theirs, as it does with every editor that writes this way.
#[cfg(unix)]
fn keep_owner(file: &NamedTempFile, metadata: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    if fchown(file, Some(metadata.uid()), Some(metadata.gid())).is_err() {
        // The group alone may be one of ours. A refusal leaves our own, which the permissions then mean.
        fchown(file, None, Some(metadata.gid())).unwrap_or_default();
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &NamedTempFile, _: &fs::Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(name: &str, bytes: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        (folder, path)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn replaces_and_leaves_nothing_else_behind() {
        let (folder, path) = folder_with("a b.properties", b"old");
        write_over(&path, b"old", b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a b.properties"]);
    }

    #[test]
    fn a_file_that_someone_changed_is_left_alone() {
        let (folder, path) = folder_with("a", b"theirs");
        assert!(matches!(write_over(&path, b"old", b"new"), Err(WriteError::Changed)));
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    fn a_new_file_is_made_and_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.json");
        write_new(&path, b"1").unwrap();
        write_new(&path, b"2").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"2");
        assert!(write_new(&folder.path().join("no/such/folder"), b"1").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_symbolic_links_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let (folder, path) = folder_with("real", b"old");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link");
        symlink("real", &link).unwrap();
        write_over(&link, b"old", b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn what_would_do_harm_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let (folder, path) = folder_with("real", b"old");
        let other = folder.path().join("other");
        fs::hard_link(&path, &other).unwrap();
        assert!(matches!(write_over(&path, b"old", b"new"), Err(WriteError::HardLinks(2))));
        fs::remove_file(&other).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        assert!(matches!(write_over(&path, b"old", b"new"), Err(WriteError::ReadOnly)));
        assert_eq!(fs::read(&path).unwrap(), b"old");
    }
}
