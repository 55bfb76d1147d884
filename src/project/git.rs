//! The repository's history, asked through the `git` command: what a revision held, and which files were
//! renamed since.

use std::{
    collections::BTreeMap,
    error,
    ffi::OsStr,
    fmt, fs,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Component, Path, PathBuf},
    process::{Command, Stdio},
};

/// The most bytes of a file that are taken out of history.
const LARGEST: u64 = 16 << 20;

/// A repository.
#[derive(Clone, Debug)]
pub struct Git {
    top: PathBuf,
}

/// Why the repository gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GitError(String);

impl fmt::Display for GitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for GitError {}

/// A file as a revision holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blob {
    /// Its path from the top, with `/`.
    pub path: String,
    /// Whether it is a symbolic link.
    pub is_link: bool,
    object: String,
}

impl Git {
    /// The repository that a folder lies in.
    pub fn at(folder: &Path) -> Result<Self, GitError> {
        let top = run(folder, ["rev-parse", "--show-toplevel"])?;
        let top = PathBuf::from(String::from_utf8_lossy(&top).trim_end_matches(['\r', '\n']));
        Ok(Self { top })
    }

    /// The top folder.
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The commit from which the work at hand departed from a revision.
    pub fn base(&self, revision: &str) -> Result<String, GitError> {
        let commit = format!("{revision}^{{commit}}");
        let commit = run(&self.top, ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
        let refused = |what: String| {
            let shallow = run(&self.top, ["rev-parse", "--is-shallow-repository"]).is_ok_and(|answer| text(&answer) == "true");
            let why = if shallow { "; this clone is shallow: fetch the whole history (fetch-depth: 0)" } else { "" };
            GitError(what + why)
        };
        let commit = text(&commit.map_err(|_| refused(format!("git knows no revision `{revision}` here")))?);
        let base = run(&self.top, ["merge-base", &commit, "HEAD"]);
        base.map(|base| text(&base)).map_err(|_| refused(format!("`{revision}` and HEAD have no commit in common")))
    }

    /// The files of a commit for which `wanted` holds, up to a size that no configuration has.
    pub fn files(&self, commit: &str, wanted: impl Fn(&str) -> bool) -> Result<Vec<Blob>, GitError> {
        let listing = run(&self.top, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit])?;
        let lines = listing.split(|byte| *byte == 0).filter(|line| !line.is_empty());
        let blobs = lines.filter_map(|line| {
            let line = String::from_utf8_lossy(line);
            // mode, type, object, size, a tab, path
            let (meta, path) = line.split_once('\t')?;
            let mut meta = meta.split_ascii_whitespace();
            let (mode, kind, object, size) = (meta.next()?, meta.next()?, meta.next()?, meta.next()?);
            let small = size.parse::<u64>().is_ok_and(|size| size <= LARGEST);
            (kind == "blob" && small && wanted(path)).then(|| Blob {
                path: path.to_owned(),
                is_link: mode == "120000",
                object: object.to_owned(),
            })
        });
        Ok(blobs.collect())
    }

    /// The files that have another path now than in a commit: old path → new path.
    pub fn renames(&self, commit: &str) -> Result<BTreeMap<String, String>, GitError> {
        let listing = run(&self.top, ["diff", "--name-status", "-z", "-M", "--diff-filter=R", "--no-ext-diff", commit, "--"])?;
        let mut fields = listing.split(|byte| *byte == 0).map(|field| String::from_utf8_lossy(field).into_owned());
        let mut renames = BTreeMap::new();
        while let (Some(_status), Some(old), Some(new)) = (fields.next(), fields.next(), fields.next()) {
            renames.insert(old, new);
        }
        Ok(renames)
    }

    /// Writes files of a commit into a folder, as they were. Links that lead out of it are left out.
    pub fn export(&self, blobs: &[Blob], folder: &Path) -> Result<(), GitError> {
        let failed = |error: io::Error| GitError(format!("git cat-file: {error}"));
        let mut child = command(&self.top)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| not_started(&error))?;
        let (Some(mut asks), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(GitError("git cat-file: no pipe".into()));
        };
        let requests = blobs.iter().flat_map(|blob| [blob.object.as_str(), "\n"]).collect::<String>();
        // Asked from another thread: git answers before it has read everything.
        let asking = std::thread::spawn(move || asks.write_all(requests.as_bytes()));
        let mut answers = BufReader::new(answers);
        for blob in blobs {
            let mut head = String::new();
            answers.read_line(&mut head).map_err(failed)?;
            let size = head.trim_end().rsplit(' ').next().and_then(|size| size.parse::<usize>().ok());
            let size = size.ok_or_else(|| GitError(format!("git cat-file: {}: {}", blob.path, head.trim_end())))?;
            let mut bytes = vec![0; size + 1];
            answers.read_exact(&mut bytes).map_err(failed)?;
            bytes.truncate(size);
            write(blob, &bytes, folder).map_err(|error| GitError(format!("{}: {error}", blob.path)))?;
        }
        let _ = asking.join();
        let _ = child.wait();
        Ok(())
    }
}

fn write(blob: &Blob, bytes: &[u8], folder: &Path) -> io::Result<()> {
    let relative = Path::new(&blob.path);
    if relative.components().any(|part| !matches!(part, Component::Normal(_))) {
        return Ok(());
    }
    let path = folder.join(relative);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    if !blob.is_link {
        return fs::write(path, bytes);
    }
    let target = PathBuf::from(String::from_utf8_lossy(bytes).into_owned());
    let depth = relative.components().count() - 1;
    let climbs = target.components().filter(|part| matches!(part, Component::ParentDir)).count();
    if target.is_absolute() || climbs > depth { Ok(()) } else { link(&target, &path) }
}

#[cfg(unix)]
fn link(target: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).env("LC_ALL", "C").env("GIT_OPTIONAL_LOCKS", "0");
    command
}

fn run<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(folder: &Path, args: I) -> Result<Vec<u8>, GitError> {
    let output = command(folder).args(args).stdin(Stdio::null()).output().map_err(|error| not_started(&error))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let message = message.lines().next().unwrap_or("git failed").trim_start_matches("fatal: ");
    Err(GitError(format!("git: {message}")))
}

fn not_started(error: &io::Error) -> GitError {
    let why = if error.kind() == io::ErrorKind::NotFound { "there is no such command".into() } else { error.to_string() };
    GitError(format!("git cannot be run: {why}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine without git can build and test everything else.
    fn has_git() -> bool {
        Command::new("git").arg("--version").output().is_ok()
    }

    fn git(folder: &Path, args: &[&str]) {
        let mut command = command(folder);
        for role in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{role}_NAME"), "t").env(format!("GIT_{role}_EMAIL"), "t@example.invalid");
        }
        let output = command.args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    #[test]
    fn a_revision_gives_its_files_and_their_new_names() {
        if !has_git() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path();
        git(top, &["init", "-q", "-b", "main"]);
        fs::create_dir(top.join("a b")).unwrap();
        fs::write(top.join("a b/x.properties"), "acks=1\nlinger.ms=5\nretries=3\n").unwrap();
        fs::write(top.join("other.txt"), "").unwrap();
        git(top, &["add", "."]);
        git(top, &["commit", "-qm", "one"]);
        git(top, &["mv", "a b/x.properties", "y.properties"]);
        git(top, &["commit", "-qm", "two"]);

        let here = Git::at(&top.join("a b/..")).unwrap();
        let base = here.base("HEAD~1").unwrap();
        let files = here.files(&base, |path| path.ends_with(".properties")).unwrap();
        assert_eq!(files.iter().map(|blob| blob.path.as_str()).collect::<Vec<_>>(), ["a b/x.properties"]);
        let renames = here.renames(&base).unwrap();
        assert_eq!(renames.get("a b/x.properties").map(String::as_str), Some("y.properties"));
        let out = tempfile::tempdir().unwrap();
        here.export(&files, out.path()).unwrap();
        assert_eq!(fs::read_to_string(out.path().join("a b/x.properties")).unwrap(), "acks=1\nlinger.ms=5\nretries=3\n");
    }

    #[test]
    fn what_git_cannot_answer_is_said() {
        if !has_git() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        assert!(Git::at(folder.path()).unwrap_err().to_string().starts_with("git: not a git repository"));
        git(folder.path(), &["init", "-q", "-b", "main"]);
        let here = Git::at(folder.path()).unwrap();
        assert_eq!(here.base("nowhere").unwrap_err().to_string(), "git knows no revision `nowhere` here");
        assert_eq!(here.base("--help").unwrap_err().to_string(), "git knows no revision `--help` here");
        git(folder.path(), &["commit", "-q", "--allow-empty", "-m", "one"]);
        git(folder.path(), &["commit", "-q", "--allow-empty", "-m", "two"]);
        let origin = folder.path().to_string_lossy().replace('\\', "/");
        let origin = format!("file:///{}", origin.trim_start_matches('/'));
        let clone = tempfile::tempdir().unwrap();
        git(clone.path(), &["clone", "-q", "--depth", "1", &origin, "."]);
        let said = Git::at(clone.path()).unwrap().base("HEAD~1").unwrap_err().to_string();
        assert!(said.ends_with("here; this clone is shallow: fetch the whole history (fetch-depth: 0)"), "{said}");
    }
}
