//! A file and its project's configuration → what applies to the file, and the line that says so.

use std::{collections::BTreeMap, fmt, path::Path, sync::Arc};

use super::{
    config::{At, FailOn, Level},
    discover::{Layer, Project},
    pipeline::Pipeline,
    place::plain,
    preset::Preset,
};
use crate::kafka::Role;

/// What applies to a file.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The kafka-clients release, as written: `auto`, `3.9.1`, `3.0.0..4.4.0`.
    pub client: Said<String>,
    /// What the file configures; none where its content decides.
    pub role: Said<Option<Role>>,
    /// Whether it is all that its client gets.
    pub complete: Said<bool>,
    /// From which severity on the exit status is 1.
    pub fail_on: Said<FailOn>,
    /// The frozen set of rules.
    pub preset: Said<&'static Preset>,
    /// Whether rules that are not yet in it are applied as well.
    pub preview: Said<bool>,
    /// The rules in place of those of the preset, where someone says which.
    pub select: Option<Vec<Said<String>>>,
    /// Rules that come to them or go, in this order.
    pub steps: Vec<Step>,
    /// Severities in place of the rules' own.
    pub severity: BTreeMap<String, Said<Level>>,
    /// The pipelines that it belongs to.
    pub pipelines: Vec<Said<String>>,
}

/// A rule that comes or goes.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name, or `all`.
    pub rule: Said<String>,
    /// Whether it comes.
    pub applies: bool,
}

/// A value and who says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said<T> {
    /// The value.
    pub value: T,
    /// Who says so.
    pub by: By,
}

/// Who says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// Nobody does.
    Default,
    /// A flag of the command line.
    Flag(&'static str),
    /// A line of a configuration file.
    Line(Arc<str>, usize),
}

impl<T> Said<T> {
    /// What holds where nobody says anything.
    pub const fn default(value: T) -> Self {
        Self { value, by: By::Default }
    }

    /// What a flag says.
    pub const fn flag(value: T, flag: &'static str) -> Self {
        Self { value, by: By::Flag(flag) }
    }

    /// Another value, said by the same.
    pub fn map<U>(self, value: impl FnOnce(T) -> U) -> Said<U> {
        Said { value: value(self.value), by: self.by }
    }

    fn at<U>(value: T, at: &At<U>, layer: &Layer) -> Self {
        Self { value, by: By::Line(Arc::clone(&layer.shown), layer.line(at)) }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::Flag(flag) => f.write_str(flag),
            Self::Line(path, line) => write!(f, "{path}:{line}"),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            client: Said::default("auto".into()),
            role: Said::default(None),
            complete: Said::default(false),
            fail_on: Said::default(FailOn::default()),
            preset: Said::default(Preset::DEFAULT),
            preview: Said::default(false),
            select: None,
            steps: Vec::new(),
            severity: BTreeMap::new(),
            pipelines: Vec::new(),
        }
    }
}

impl Project {
    /// What applies to a file. What a file extends speaks first, in a file the overrides last; what speaks
    /// later wins.
    pub fn settings(&self, file: &Path) -> Settings {
        let mut settings = Settings::default();
        let file = plain(self.here.join(file));
        for layer in self.layers.iter().rev() {
            settings.take_layer(layer);
            for pipeline in &layer.config.pipelines {
                settings.take_pipeline(pipeline, &file, layer);
            }
            for (one, globs) in layer.config.overrides.iter().zip(&layer.overrides) {
                if globs.matching(&file, &self.here).is_none() {
                    continue;
                }
                let one = &one.value;
                set(&mut settings.client, one.client.as_ref(), layer, Clone::clone);
                set(&mut settings.role, one.role.as_ref(), layer, |role| role.role());
                set(&mut settings.complete, one.complete.as_ref(), layer, |complete| *complete);
                set(&mut settings.fail_on, one.fail_on.as_ref(), layer, |fail_on| *fail_on);
                settings.take_rules(&one.select, true, layer);
                settings.take_rules(&one.ignore, false, layer);
                settings.take_severities(&one.severity, layer);
            }
        }
        settings
    }

    /// The glob that excludes a file, if one does.
    pub fn excluded(&self, file: &Path) -> Option<Said<String>> {
        self.exclusion(file).map(|(layer, glob)| Said::at(glob.value.clone(), glob, layer))
    }
}

impl Settings {
    fn take_layer(&mut self, layer: &Layer) {
        let config = &layer.config;
        set(&mut self.client, config.client.as_ref(), layer, Clone::clone);
        set(&mut self.complete, config.complete.as_ref(), layer, |complete| *complete);
        set(&mut self.fail_on, config.fail_on.as_ref(), layer, |fail_on| *fail_on);
        set(&mut self.preview, config.preview.as_ref(), layer, |preview| *preview);
        let preset = config.preset.as_ref().and_then(|name| Some((name, Preset::named(&name.value)?)));
        if let Some((name, preset)) = preset {
            self.preset = Said::at(preset, name, layer);
            self.select = None;
        }
        if let Some(select) = &config.select {
            self.select = Some(select.iter().map(|rule| Said::at(rule.value.clone(), rule, layer)).collect());
        }
        self.take_rules(&config.ignore, false, layer);
        self.take_severities(&config.severity, layer);
    }

    /// A file of a pipeline is what the pipeline says, where it says one thing.
    fn take_pipeline(&mut self, pipeline: &At<Pipeline>, file: &Path, layer: &Layer) {
        let is_file = |path: &Path| plain(layer.folder.join(path)) == file;
        let mut roles: Vec<Role> = pipeline.value.members().filter(|(_, path)| is_file(path)).map(|(role, _)| role).collect();
        roles.extend(pipeline.value.broker.iter().filter(|path| is_file(path)).map(|_| Role::Broker));
        let [first, others @ ..] = roles.as_slice() else { return };
        let said = |pipeline| Said::at(pipeline, pipeline, layer);
        self.pipelines.push(said(pipeline).map(|pipeline| pipeline.value.name.clone()));
        if others.iter().all(|role| role == first) {
            self.role = said(pipeline).map(|_| Some(*first));
        }
        if let Some(client) = &pipeline.value.client {
            self.client = said(pipeline).map(|_| client.clone());
        }
    }

    fn take_rules(&mut self, rules: &[At<String>], applies: bool, layer: &Layer) {
        self.steps.extend(rules.iter().map(|rule| Step { rule: Said::at(rule.value.clone(), rule, layer), applies }));
    }

    fn take_severities(&mut self, severities: &BTreeMap<At<String>, Level>, layer: &Layer) {
        for (rule, level) in severities {
            self.severity.insert(rule.value.clone(), Said::at(*level, rule, layer));
        }
    }
}

fn set<T, U>(setting: &mut Said<T>, written: Option<&At<U>>, layer: &Layer, value: impl Fn(&U) -> T) {
    if let Some(written) = written {
        *setting = Said::at(value(&written.value), written, layer);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::project::Projects;

    fn settings(files: &[(&str, &str)], file: &str) -> Settings {
        project(files, file).settings(Path::new(file))
    }

    fn project(files: &[(&str, &str)], file: &str) -> Arc<Project> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        for (path, text) in files {
            fs::write(folder.path().join(path), text).unwrap();
        }
        let projects = Projects::new(folder.path(), None, false).unwrap();
        projects.of(Path::new(file)).unwrap()
    }

    #[test]
    fn later_overrides_win_and_say_their_line() {
        let text = "client = \"3.9.1\"\ncomplete = true\n[[override]]\npaths = [\"legacy/**\"]\nclient = \"2.8.2\"\nrole = \"consumer\"\n\
                    [[override]]\npaths = [\"*.properties\"]\nfail-on = \"error\"\nignore = [\"duplicate-key\"]\n[[override]]\npaths = [\"old.properties\"]\nclient = \"2.0.0\"\n";
        let files = [("ackward.toml", text)];
        let found = settings(&files, "legacy/old.properties");
        assert_eq!((found.client.value.as_str(), found.client.by.to_string().as_str()), ("2.0.0", "ackward.toml:13"));
        assert_eq!((found.role.value, found.role.by.to_string().as_str()), (Some(Role::Consumer), "ackward.toml:6"));
        assert_eq!((found.fail_on.value, found.complete.value), (FailOn::Error, true));
        assert_eq!((found.steps[0].rule.value.as_str(), found.steps[0].applies), ("duplicate-key", false));
        let other = settings(&files, "x.config");
        assert_eq!((other.client.value.as_str(), other.fail_on.by.to_string().as_str()), ("3.9.1", "default"));
        assert_eq!(settings(&[], "x").client.value, "auto");
    }

    #[test]
    fn a_file_of_a_pipeline_is_what_it_says() {
        let text = "[[pipeline]]\nname = \"a\"\nclient = \"3.0.0\"\nproducer = \"p/x.properties\"\nconsumers = [\"y\", \"z\"]\n\
                    [[pipeline]]\nname = \"b\"\nproducer = \"z\"\nconsumer = \"z\"\n[[override]]\npaths = [\"y\"]\nrole = \"auto\"\n";
        let role = |file| settings(&[("ackward.toml", text)], file).role;
        assert_eq!(
            (role("p/x.properties").value, role("p/x.properties").by.to_string().as_str()),
            (Some(Role::Producer), "ackward.toml:1")
        );
        assert_eq!((role("y").value, role("z").value, role("other").value), (None, Some(Role::Consumer), None));
        let found = settings(&[("ackward.toml", text)], "z");
        assert_eq!(found.client.value, "3.0.0");
        assert_eq!(found.pipelines.iter().map(|name| name.value.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn what_extends_wins_and_adds() {
        let base = "client = \"3.0.0\"\nselect = [\"duplicate-key\"]\nignore = [\"inline-comment\"]\nexclude = [\"x/\"]\n[severity]\ncrc-check-off = \"error\"\ngroup-id-empty = \"info\"\n\
                    [[override]]\npaths = [\"*\"]\nclient = \"2.0.0\"\n";
        let own =
            "extends = \"base.toml\"\nclient = \"3.9.1\"\nignore = [\"jaas-cut-off\"]\n[severity]\ncrc-check-off = \"info\"\n";
        let project = project(&[("base.toml", base), ("ackward.toml", own)], "x/y");
        let found = project.settings(Path::new("x/y"));
        assert_eq!((found.client.value.as_str(), found.client.by.to_string().as_str()), ("3.9.1", "ackward.toml:2"));
        assert_eq!(found.select.unwrap()[0].by.to_string(), "base.toml:2");
        assert_eq!(
            found.steps.iter().map(|step| step.rule.value.as_str()).collect::<Vec<_>>(),
            ["inline-comment", "jaas-cut-off"]
        );
        let severities: Vec<_> = found.severity.iter().map(|(rule, level)| (rule.as_str(), level.by.to_string())).collect();
        assert_eq!(severities, [("crc-check-off", "ackward.toml:5".into()), ("group-id-empty", "base.toml:7".into())]);
        assert_eq!(project.excluded(Path::new("x/y")).unwrap().by.to_string(), "base.toml:4");
    }
}
