//! `ackward init`: the repository as it is → an `ackward.toml` to start from.

use std::{fs::File, io::Write, path::Path};

use super::{
    Error, Status, Terminal,
    applied::{RuleFlags, here},
    args::ReadingArgs,
    reading::Reading,
};
use crate::{
    classify::{Kind, classify},
    project::{FILE_NAME, init, release::Detector},
    properties,
    render::counted,
};

/// Looks at what lies here, and writes the file; an existing one is left alone.
pub fn run(terminal: &mut Terminal) -> Result<Status, Error> {
    let here = here();
    let path = here.join(FILE_NAME);
    if path.symlink_metadata().is_ok() {
        return Err(Error::Exists(FILE_NAME.into()));
    }
    let args = ReadingArgs { isolated: true, ..ReadingArgs::default() };
    let mut reading = Reading::prepare(&args, RuleFlags::default(), &here, terminal)?;
    let mut seen = init::Seen::default();
    for (task, source) in reading.sources(terminal) {
        let told = classify(&properties::read(&source));
        if !matches!(told.kind, Kind::NotKafka | Kind::Dialect(_)) && !told.views.is_empty() {
            seen.files.push((task.input.shown.clone(), told.kind.name()));
        }
    }
    seen.client = client(&seen, &here);
    write(&path, &init::text(&seen))?;
    let release = seen.client.map_or_else(String::new, |(release, because)| format!(", kafka-clients {release} ({because})"));
    terminal.notice(&format!("{FILE_NAME}: written; {} found{release}", counted(seen.files.len(), "client configuration")));
    Ok(Status::Clean)
}

/// The release that the build files nearest to the configuration files say.
fn client(seen: &init::Seen, here: &Path) -> Option<(String, String)> {
    let top = crate::project::discover::repository(here);
    let mut detector = Detector::default();
    let folders = seen.files.iter().filter_map(|(path, _)| here.join(path).parent().map(Path::to_owned));
    let detected = folders.chain([here.to_owned()]).find_map(|folder| detector.detect(&folder, &top))?;
    Some((detected.clients.to_string(), detected.because(here)))
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| Error::Write { path: FILE_NAME.into(), error })
}
