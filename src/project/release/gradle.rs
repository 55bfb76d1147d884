//! Gradle's files in a folder → the kafka-clients release that they name.

use std::path::{Path, PathBuf};

use super::{catalog, coordinates::Scripts, evidence::Evidence, files::Files, locks, script::Comments};

/// The most subprojects that are looked at.
const MOST_SUBPROJECTS: usize = 200;

/// What Gradle's files in a folder say: a lock file first, then build scripts and version catalogues; where
/// they say nothing, what the subprojects say. Variables may also be defined in the folders above, up to `top`.
pub fn read(folder: &Path, top: &Path, files: &mut Files) -> Vec<Evidence> {
    let locked = locks::gradle(folder, files);
    if !locked.is_empty() {
        return locked;
    }
    let own = own(folder, top, files);
    if own.is_empty() { of_subprojects(folder, top, files) } else { own }
}

fn own(folder: &Path, top: &Path, files: &mut Files) -> Vec<Evidence> {
    let build_files = scripts_in(folder, files);
    let mut scripts = Scripts::default();
    for path in build_files {
        if let Some(text) = files.text(&path) {
            scripts.add(&path, &text, Comments::Slashes);
        }
    }
    let mut catalogs = Vec::new();
    for above in folder.ancestors() {
        if above != folder {
            for path in scripts_in(above, files) {
                if let Some(text) = files.text(&path) {
                    scripts.add_variables(&path, &text, Comments::Slashes);
                }
            }
        }
        let properties = above.join("gradle.properties");
        if let Some(text) = files.text(&properties) {
            scripts.add_properties(&properties, &text);
        }
        for path in files.ending(&above.join("gradle"), &[".versions.toml"]) {
            if let Some(text) = files.text(&path) {
                scripts.add_properties(&path, &catalog::versions(&text));
                if above == folder {
                    catalogs.extend(catalog::read(&path, &text));
                }
            }
        }
        if above == top {
            break;
        }
    }
    let mut evidence = scripts.evidence();
    evidence.extend(catalogs);
    evidence
}

/// The scripts that belong to a folder: those in it, in `gradle/`, and in `buildSrc/`.
fn scripts_in(folder: &Path, files: &Files) -> Vec<PathBuf> {
    let endings = [".gradle", ".gradle.kts"];
    let mut found = files.ending(folder, &endings);
    found.extend(files.ending(&folder.join("gradle"), &endings));
    for source in ["", "src/main/kotlin", "src/main/groovy", "src/main/java"] {
        found.extend(files.ending(&folder.join("buildSrc").join(source), &[".gradle", ".kts", ".kt", ".groovy", ".java"]));
    }
    found
}

/// What the subprojects say that the settings file includes.
fn of_subprojects(folder: &Path, top: &Path, files: &mut Files) -> Vec<Evidence> {
    let settings = ["settings.gradle", "settings.gradle.kts"].map(|name| folder.join(name));
    let Some(text) = settings.iter().find_map(|path| files.text(path)) else { return Vec::new() };
    let script = super::script::Script::new(&text, Comments::Slashes);
    let names = script.literals().into_iter().map(|literal| literal.text.trim_start_matches(':').replace(':', "/"));
    let folders: Vec<PathBuf> = names
        .filter(|name| !name.is_empty() && !name.contains(['$', '\\']))
        .map(|name| folder.join(name))
        .take(MOST_SUBPROJECTS)
        .collect();
    folders.iter().filter(|path| *path != folder).flat_map(|path| Evidence::strongest(own(path, top, files))).collect()
}
