//! Files that no rule is for → what is said about them, which is mostly nothing.

use crate::{
    classify::{Classification, Kind},
    cli::{Terminal, files::Input},
};

/// Files that were read and not judged.
#[derive(Default)]
pub struct PassedOver {
    files: Vec<(String, bool, Classification)>,
}

impl PassedOver {
    /// Adds a file.
    pub fn add(&mut self, input: &Input, told: Classification) {
        if told.kind == Kind::NotKafka && !input.named {
            return;
        }
        self.files.push((input.shown.clone(), input.named, told));
    }

    /// Says what the user may have expected to be judged: a file of its own, and settings of Kafka's
    /// in another form. What is not Kafka's is passed over silently in a crowd.
    pub fn say(&self, looked_at: usize, nothing_judged: bool, terminal: &mut Terminal) {
        let mut others = Vec::new();
        for (name, named, told) in &self.files {
            match told.kind {
                Kind::NotKafka if *named && looked_at == 1 => {
                    terminal
                        .notice(&format!("{name}: no configuration of a Kafka client ({}), so nothing to check", told.because));
                }
                Kind::NotKafka => {}
                kind if *named => {
                    terminal.notice(&format!("{name}: {} is not checked yet ({})", kind.name(), told.because));
                }
                kind => others.push(format!("{name} ({})", kind.name())),
            }
        }
        if let Some((first, rest)) = others.split_first() {
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            terminal.notice(&format!("{first}{more}: settings of Kafka's in a form that is not checked yet"));
        }
        let said = self.files.iter().any(|(_, named, told)| *named && (looked_at == 1 || told.kind != Kind::NotKafka));
        if nothing_judged && !said && others.is_empty() {
            let among = match looked_at {
                0 => "no file here can hold one".into(),
                1 => "1 file was looked at".into(),
                many => format!("{many} files were looked at"),
            };
            terminal.notice(&format!(
                "no configuration of a Kafka client found; {among}; name a file, with --role where its keys do not tell what it is"
            ));
        }
    }
}
