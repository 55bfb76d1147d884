//! The classes of `org.apache.kafka` that a key may name, by kind and release.

use super::tables;
use crate::version::{Version, VersionSet};

/// What a class is good for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say which key takes them")]
pub enum ClassKind {
    Serializer,
    Deserializer,
    Serde,
    Partitioner,
    Assignor,
    MetricsReporter,
    ConfigProvider,
    CallbackHandler,
    Login,
    LoginModule,
    SslEngineFactory,
    JwtRetriever,
    JwtValidator,
    /// kafka-clients ships none.
    Interceptor,
}

/// A class that kafka-clients ships.
#[derive(Debug)]
pub struct Class {
    /// The full name; `$` before a nested class.
    pub name: &'static str,
    /// What it is good for.
    pub kind: ClassKind,
    /// The releases that ship it.
    pub releases: VersionSet,
    /// Whether a client can make one (public, with a public constructor that takes nothing).
    pub instantiable: bool,
}

/// The class of that name in a release, if kafka-clients ships it there as something that a key may name.
pub fn class_named(name: &str, version: Version) -> Option<&'static Class> {
    let start = tables::CLASSES.partition_point(|class| class.name < name);
    tables::CLASSES[start..].iter().take_while(|class| class.name == name).find(|class| class.releases.contains(version))
}

impl Class {
    /// Every class, by name; one entry for each run of releases.
    pub fn all() -> &'static [Self] {
        &tables::CLASSES
    }
}
