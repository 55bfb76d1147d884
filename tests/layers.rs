//! Each module imports only modules to its left, and only the command line knows of flags.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The modules, from the one that knows nothing to the one that knows all.
const ORDER: [&str; 14] = [
    "source",
    "version",
    "properties",
    "kafka",
    "classify",
    "effective",
    "finding",
    "rule",
    "suppress",
    "fix",
    "txn_window",
    "render",
    "project",
    "cli",
];

#[test]
fn arrows_point_to_the_left() {
    let mut wrong = Vec::new();
    for file in rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let Some(rank) = rank(&module_of(&file)) else { continue };
        for imported in imports(&code(&file)) {
            // A name that is no module has no place either.
            if self::rank(&imported).is_none_or(|reached| reached > rank) {
                wrong.push(format!("{} imports crate::{imported}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_has_its_place() {
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    for module in lib.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
        assert!(ORDER.contains(&module.trim_end_matches(';')), "{module} has no place in the order");
    }
}

#[test]
fn only_the_command_line_knows_of_flags() {
    for file in rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let knows = code(&file).contains("clap");
        assert!(!knows || module_of(&file) == "cli", "{} mentions clap", file.display());
    }
}

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == module)
}

/// The module under `src/` that a file belongs to; `lib` and `main` for the roots.
fn module_of(file: &Path) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let first = file.strip_prefix(source).unwrap().components().next().unwrap();
    first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The file without its comments.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Every name that stands directly behind `crate::`, also inside `crate::{…}`.
fn imports(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => names.extend(first_names(list)),
            None => names.extend(name(rest)),
        }
    }
    names
}

/// The first names of the paths of a list, up to its closing brace.
fn first_names(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut depth, mut expects) = (0, true);
    for (at, char) in list.char_indices() {
        match char {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => expects = true,
            char if char.is_whitespace() => {}
            _ if depth == 0 && expects => {
                names.extend(name(&list[at..]));
                expects = false;
            }
            _ => {}
        }
    }
    names
}

fn name(path: &str) -> Option<String> {
    let end = path.find(|char: char| !(char.is_alphanumeric() || char == '_')).unwrap_or(path.len());
    Some(path[..end].to_owned()).filter(|name| !name.is_empty())
}
