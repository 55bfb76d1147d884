//! sbt, Mill, Bazel, Ivy and Clojure files in a folder → the kafka-clients release that they name.

use std::path::Path;

use super::{coordinates::Scripts, evidence::Evidence, files::Files, locks, script::Comments};

/// What the files of these build tools in a folder say: a lock file first, then build scripts.
pub fn read(folder: &Path, files: &mut Files) -> Vec<Evidence> {
    let locked = locks::others(folder, files);
    if !locked.is_empty() {
        return locked;
    }
    let project = folder.join("project");
    let groups = [
        (Comments::Slashes, files.ending(folder, &[".sbt", "build.sc", "build.mill", "ivy.xml"])),
        (Comments::Slashes, if is_sbt(folder, files) { files.ending(&project, &[".sbt", ".scala"]) } else { Vec::new() }),
        (Comments::Hash, files.ending(folder, &["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"])),
        (Comments::Semicolon, files.ending(folder, &["project.clj", "deps.edn"])),
    ];
    let mut scripts = Scripts::default();
    for (comments, paths) in groups {
        for path in paths {
            if let Some(text) = files.text(&path) {
                scripts.add(&path, &text, comments);
            }
        }
    }
    scripts.evidence()
}

fn is_sbt(folder: &Path, files: &mut Files) -> bool {
    files.text(&folder.join("build.sbt")).is_some() || files.text(&folder.join("project/build.properties")).is_some()
}
