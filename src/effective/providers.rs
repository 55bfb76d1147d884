//! Config providers: `${provider:path:key}` in any value, from 2.3.0 (KIP-421).

use super::{
    Reason, Written,
    classes::{Lookup, lookup},
    stage::{Stage, Throws, v},
};
use crate::{
    kafka::{ClassKind, KeyId, java_trim, key},
    version::Version,
};

const FILE_PROVIDER: &str = "org.apache.kafka.common.config.provider.FileConfigProvider";

/// Whether a provider that the file declares replaces something in the text.
pub(super) fn resolves(version: Version, written: &[Written<'_>], text: &str) -> bool {
    version >= v(2, 3, 0)
        && text.contains('$')
        && references(text).any(|reference| class_of(written, reference.provider).is_some())
}

/// One `${provider:path:key}`; a path may be left out.
#[derive(Clone, Copy)]
struct Reference<'a> {
    provider: &'a str,
    path: &'a str,
}

/// What a text refers to.
fn references(text: &str) -> impl Iterator<Item = Reference<'_>> {
    text.split("${")
        .skip(1)
        .filter_map(|after| after.split_once('}'))
        .filter_map(|(inner, _)| inner.split_once(':'))
        .map(|(provider, rest)| Reference { provider, path: rest.split_once(':').map_or("", |(path, _)| path) })
}

/// The class of a provider that the file declares. The names are split at commas and not trimmed, up to 4.4.0.
fn class_of<'a>(written: &[Written<'a>], name: &str) -> Option<&'a str> {
    let declared = last(written, "config.providers")?.split(',').any(|declared| declared == name);
    if declared { last(written, &class_key(name)) } else { None }
}

fn class_key(name: &str) -> String {
    format!("config.providers.{name}.class")
}

fn last<'a>(written: &[Written<'a>], key: &str) -> Option<&'a str> {
    written.iter().rev().find(|line| line.key == key).map(|line| line.value)
}

impl Stage<'_> {
    /// Loads every declared provider, then reads what it is asked for
    /// (`AbstractConfig.instantiateConfigProviders`, `resolveConfigVariables`).
    pub(super) fn load_providers(&mut self) {
        if self.version < v(2, 3, 0) {
            return;
        }
        let Some(names) = last(self.written, "config.providers") else { return };
        for name in in_hash_order(names.split(',').collect()) {
            if let Some(class) = last(self.written, &class_key(name)) {
                self.load_provider(name, class);
            }
        }
        for line in self.written {
            let from_file = |reference: Reference<'_>| {
                !reference.path.is_empty()
                    && class_of(self.written, reference.provider).is_some_and(|class| java_trim(class) == FILE_PROVIDER)
            };
            if references(line.value).any(from_file) {
                // The key that refers to the file may be the application's own.
                let key = KeyId::named(line.key).unwrap_or(key::CONFIG_PROVIDERS);
                self.note(Reason::ConfigProviderFile, Some(key), &[key::CONFIG_PROVIDERS], Throws::CONFIG, false, None);
            }
        }
    }

    fn load_provider(&mut self, name: &str, class: &str) {
        let (certain, exception) = match lookup(class, self.version) {
            Lookup::Known(known) if known.kind == ClassKind::ConfigProvider => {
                self.allowed_paths(name, known.name);
                return;
            }
            Lookup::Known(_) | Lookup::NoKafkaClass => (true, "ClassCastException"),
            Lookup::Missing => (true, "ConfigException"),
            Lookup::Elsewhere => (false, "ConfigException"),
        };
        let part = Some(class_key(name));
        self.note(Reason::ConfigProviderClass, None, &[key::CONFIG_PROVIDERS], Throws::bare(exception), certain, part);
    }

    /// `AllowedPaths`, 3.8.0: each path that a provider may read from must be absolute, and be there.
    fn allowed_paths(&mut self, name: &str, class: &str) {
        let reads_files = class == FILE_PROVIDER || class.ends_with(".DirectoryConfigProvider");
        let key = format!("config.providers.{name}.param.allowed.paths");
        let Some(paths) = last(self.written, &key).filter(|_| reads_files && self.version >= v(3, 8, 0)) else { return };
        for path in paths.split(',').filter(|path| !path.is_empty()) {
            let relative = !path.starts_with('/');
            let key = Some(key::CONFIG_PROVIDERS);
            self.note(Reason::ConfigProviderFile, key, &[], Throws::CONFIG, relative, Some(path.to_owned()));
        }
    }
}

/// The order in which a `java.util.HashMap` goes through its keys: the client keeps the providers in one.
fn in_hash_order(mut names: Vec<&str>) -> Vec<&str> {
    let mut buckets = 16;
    while names.len() * 4 > buckets * 3 {
        buckets *= 2;
    }
    names.sort_by_key(|name| {
        let hash = name.encode_utf16().fold(0_u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)));
        (hash ^ (hash >> 16)) as usize & (buckets - 1)
    });
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_names_its_provider() {
        let all = |text| references(text).map(|reference| (reference.provider, reference.path)).collect::<Vec<_>>();
        assert_eq!(all("${file:/etc/x:password}"), [("file", "/etc/x")]);
        assert_eq!(all("a ${env:X} b ${vault:p:k}"), [("env", ""), ("vault", "p")]);
        assert!(all("${plain}").is_empty());
        assert!(all("${open").is_empty());
    }
}
