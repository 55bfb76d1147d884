//! Which classes a client of a release can load and use.

use super::{
    Reason,
    stage::{Stage, Throws, v, v0},
};
use crate::{
    kafka::{Class, ClassKind, KeyId, Value, class_named, key},
    version::Version,
};

/// What is known of a class name.
#[derive(Clone, Copy)]
pub(super) enum Lookup {
    /// kafka-clients ships it, for something that a key may name.
    Known(&'static Class),
    /// It exists, and is nothing that a key may name.
    NoKafkaClass,
    /// No class path has it.
    Missing,
    /// Only the class path of the application knows.
    Elsewhere,
}

/// What a client throws for a class that is not there: from 2.2.2 but for 2.3.0 it asks the class loader first,
/// which finds a class whose name is written with slashes and then refuses the name.
pub(super) fn missing(name: &str, version: Version, otherwise: &'static str) -> &'static str {
    let by_loader = version == v(2, 2, 2) || version >= v(2, 3, 1);
    let found = by_loader && name.contains('/') && class_named(&name.replace('/', "."), version).is_some();
    if found { "NoClassDefFoundError" } else { otherwise }
}

/// Looks a class up as a client of the release would.
pub(super) fn lookup(name: &str, version: Version) -> Lookup {
    if let Some(class) = class_named(name, version) {
        return Lookup::Known(class);
    }
    if name.is_empty() || name.contains(['/', ' ', ';', ',', '"', '\'']) {
        return Lookup::Missing;
    }
    if JAVA_CLASSES.contains(&name) {
        return Lookup::NoKafkaClass;
    }
    // A class of kafka-clients without its package. Nobody has one of that name outside all packages.
    if !name.contains('.') && Class::all().iter().any(|class| class.name.rsplit('.').next() == Some(name)) {
        return Lookup::Missing;
    }
    // Nobody but kafka-clients puts classes into these packages.
    let own = ["org.apache.kafka.clients.", "org.apache.kafka.common.", "java."];
    if own.iter().any(|package| name.starts_with(package)) { Lookup::Missing } else { Lookup::Elsewhere }
}

/// Classes of the Java library that examples and mistakes name.
const JAVA_CLASSES: [&str; 7] = [
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Object",
    "java.lang.String",
    "java.util.ArrayList",
    "java.util.HashMap",
    "java.util.Properties",
];

impl Stage<'_> {
    /// Makes an instance of a CLASS key (`AbstractConfig.getConfiguredInstance`), inside the constructor.
    pub(super) fn instantiate(&mut self, key: KeyId, kind: ClassKind) {
        let Some(Value::Text(name)) = self.value(key) else { return };
        match lookup(name, self.version) {
            Lookup::Known(class) if !class.instantiable => {
                self.refuse(Reason::NotInstantiable, key, &[], Throws::wrapped("KafkaException"));
            }
            Lookup::Known(class) if class.kind != kind => {
                self.refuse(Reason::WrongClass, key, &[], Throws::wrapped("KafkaException"));
            }
            Lookup::Known(class) if self.lacks_element_class(key, class.name) => {
                self.refuse(Reason::NotInstantiable, key, &[], Throws::wrapped("ConfigException"));
            }
            Lookup::NoKafkaClass => self.refuse(Reason::WrongClass, key, &[], Throws::wrapped("KafkaException")),
            _ => {}
        }
    }

    /// Makes an instance of a CLASS key that the client casts itself (`Utils.newInstance`).
    pub(super) fn make(&mut self, key: KeyId, kind: ClassKind) {
        let Some(class) = self.class_of(key) else { return };
        match class {
            Lookup::Known(class) if !class.instantiable => {
                self.refuse(Reason::NotInstantiable, key, &[], Throws::wrapped("KafkaException"));
            }
            Lookup::Known(class) if class.kind == kind => {}
            Lookup::Known(_) | Lookup::NoKafkaClass => {
                self.refuse(Reason::ClassCast, key, &[], Throws::wrapped("ClassCastException"));
            }
            Lookup::Missing | Lookup::Elsewhere => {}
        }
    }

    /// The class that a key names, where it names one.
    pub(super) fn class_of(&self, key: KeyId) -> Option<Lookup> {
        let name = self.value(key).and_then(Value::as_text)?;
        Some(lookup(name, self.version))
    }

    /// `ListSerializer` and `ListDeserializer` (3.0.0, KIP-466) want to be told what they hold; a key of no client does.
    fn lacks_element_class(&self, key: KeyId, class: &str) -> bool {
        let of = if matches!(key, key::KEY_SERIALIZER | key::KEY_DESERIALIZER) { "key" } else { "value" };
        let lacks = |part| !self.written.iter().any(|line| line.key == format!("default.list.{of}.serde.{part}"));
        class.ends_with(".ListSerializer") && lacks("inner")
            || class.ends_with(".ListDeserializer") && (lacks("type") || lacks("inner"))
    }

    /// Makes the metrics reporters. From 3.7.0 to 3.9.2 a failure here meets the own bug of producer and consumer:
    /// they tidy up a telemetry reporter that they do not have yet, and throw `bug` instead.
    pub(super) fn reporters(&mut self, bug: Option<Throws>) {
        let before = self.refusals.len();
        self.instantiate_all(key::METRIC_REPORTERS, ClassKind::MetricsReporter);
        if let Some(bug) = bug.filter(|_| (v(3, 7, 0)..v(4, 0, 0)).contains(&self.version)) {
            for refusal in &mut self.refusals[before..] {
                refusal.reason = Reason::NullPointerBug;
                refusal.with.extend(refusal.key.take());
                (refusal.exception, refusal.wrapped) = (bug.exception, bug.wrapped);
            }
        }
        if self.version >= v0(10, 0, 0) {
            self.client_id_as_jmx_name();
        }
    }

    /// Up to 0.11.0.3 the client id goes into the name of an MBean as it is: that of the first metric, in 0.9 made late.
    pub(super) fn client_id_as_jmx_name(&mut self) {
        if self.version >= v(1, 0, 0) {
            return;
        }
        let Some(id) = self.value(key::CLIENT_ID).and_then(Value::as_text) else { return };
        // A text in quotes is a value of its own kind (`javax.management.ObjectName`).
        let quoted =
            id.len() > 1 && id.starts_with('"') && id.ends_with('"') && !id[1..id.len() - 1].contains(['"', '\\', '*', '?']);
        let exception = match id {
            id if id.contains('\n') || !quoted && id.contains([':', ',', '=', '"']) => "KafkaException",
            id if id.contains(['*', '?']) => "IllegalArgumentException",
            _ => return,
        };
        self.refuse(Reason::ClientIdNotAJmxName, key::CLIENT_ID, &[], Throws::wrapped(exception));
    }

    /// Makes the assignors: a class of another kind is a `ClassCastException` up to 2.3.1 only.
    pub(super) fn instantiate_assignors(&mut self) {
        let before = self.refusals.len();
        self.instantiate_all(key::PARTITION_ASSIGNMENT_STRATEGY, ClassKind::Assignor);
        if self.version >= v(2, 4, 0) {
            for refusal in self.refusals[before..].iter_mut().filter(|refusal| refusal.reason == Reason::ClassCast) {
                (refusal.reason, refusal.exception) = (Reason::WrongClass, "KafkaException");
            }
        }
    }

    /// Makes the instances of a LIST of classes (`AbstractConfig.getConfiguredInstances`), inside the constructor.
    pub(super) fn instantiate_all(&mut self, key: KeyId, kind: ClassKind) {
        let Some(Value::List(list)) = self.value(key) else { return };
        if !self.is_written(key) {
            return;
        }
        let names: Vec<String> = list.iter().map(|name| (*name).to_owned()).collect();
        for name in names {
            let (reason, exception, certain) = match lookup(&name, self.version) {
                Lookup::Known(class) if !class.instantiable => (Reason::NotInstantiable, "KafkaException", true),
                Lookup::Known(class) if class.kind != kind => (Reason::ClassCast, "ClassCastException", true),
                Lookup::NoKafkaClass => (Reason::ClassCast, "ClassCastException", true),
                Lookup::Known(_) => continue,
                Lookup::Missing => (Reason::ClassNotFoundLate, missing(&name, self.version, "KafkaException"), true),
                Lookup::Elsewhere => (Reason::ClassNotFoundLate, "KafkaException", false),
            };
            self.note(reason, Some(key), &[], Throws::wrapped(exception), certain, Some(name));
        }
    }
}
