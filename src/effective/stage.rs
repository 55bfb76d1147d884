//! The working state of a resolution, and the steps that all clients share.

use super::{
    Effective, Guarantees, Origin, Reason, Refusal, Setting, Written, classes, classes::Lookup, is_placeholder, providers,
};
use crate::{
    kafka::{Default, KeyId, Layout, Role, Type, Validator, Value, java_trim, key},
    version::Version,
};

/// The release `major.minor.patch`.
pub(super) const fn v(major: u16, minor: u16, patch: u16) -> Version {
    Version::new([major, minor, patch, 0])
}

/// The release `0.minor.patch.fix`.
pub(super) const fn v0(minor: u16, patch: u16, fix: u16) -> Version {
    Version::new([0, minor, patch, fix])
}

/// A resolution under way. Steps run in the client's own order, so refusals stand in it too.
pub(super) struct Stage<'a> {
    pub(super) role: Role,
    pub(super) version: Version,
    pub(super) complete: bool,
    pub(super) written: &'a [Written<'a>],
    pub(super) guarantees: Guarantees,
    layout: &'static Layout,
    settings: Vec<Setting<'a>>,
    pub(super) refusals: Vec<Refusal>,
    /// The list whose addresses are looked at once the channel is set up.
    pub(super) late_addresses: Option<KeyId>,
}

/// How a client throws: the exception, and whether inside a `KafkaException`.
#[derive(Clone, Copy)]
pub(super) struct Throws {
    pub(super) exception: &'static str,
    pub(super) wrapped: bool,
}

impl Throws {
    /// A `ConfigException` while the configuration object is built.
    pub(super) const CONFIG: Self = Self { exception: "ConfigException", wrapped: false };

    /// Another exception while the configuration object is built.
    pub(super) const fn bare(exception: &'static str) -> Self {
        Self { exception, wrapped: false }
    }

    /// An exception inside the client's constructor.
    pub(super) const fn wrapped(exception: &'static str) -> Self {
        Self { exception, wrapped: true }
    }
}

impl<'a> Stage<'a> {
    /// Every key at its default, with the entry that writes it.
    pub(super) fn new(role: Role, version: Version, layout: &'static Layout, written: &'a [Written<'a>], complete: bool) -> Self {
        let mut settings: Vec<Setting<'a>> = layout
            .iter()
            .map(|definition| Setting {
                definition,
                value: definition.default.value(),
                declared: None,
                origin: Origin::Default,
                entry: None,
                because: None,
            })
            .collect();
        for (index, line) in written.iter().enumerate() {
            if let Some(position) = KeyId::named(line.key).and_then(|key| layout.position(key)) {
                // The last of several entries wins, as in java.util.Properties. For now this is an index into `written`.
                settings[position].entry = Some(index);
            }
        }
        Self {
            role,
            version,
            complete,
            written,
            guarantees: Guarantees::default(),
            layout,
            settings,
            refusals: Vec::new(),
            late_addresses: None,
        }
    }

    /// The answer.
    pub(super) fn finish(mut self) -> Effective<'a> {
        for setting in &mut self.settings {
            setting.entry = setting.entry.map(|index| self.written[index].entry);
        }
        Effective {
            role: self.role,
            version: self.version,
            settings: self.settings,
            refusals: self.refusals,
            guarantees: self.guarantees,
            layout: self.layout,
        }
    }

    /// The setting, where this client of this release knows the key.
    pub(super) fn setting(&self, key: KeyId) -> Option<&Setting<'a>> {
        self.layout.position(key).map(|position| &self.settings[position])
    }

    /// Whether the file writes the key (and this release knows it).
    pub(super) fn is_written(&self, key: KeyId) -> bool {
        self.text(key).is_some()
    }

    /// Whether the file gives the client an id; consumers and admin clients take a blank one for none.
    pub(super) fn has_client_id(&self) -> bool {
        self.text(key::CLIENT_ID).is_some_and(|id| !java_trim(id).is_empty())
    }

    /// The text that the file writes for the key, untrimmed.
    pub(super) fn text(&self, key: KeyId) -> Option<&'a str> {
        self.setting(key).and_then(|setting| setting.entry).map(|index| self.written[index].value)
    }

    /// The value; `None` where it is not known.
    pub(super) fn value(&self, key: KeyId) -> Option<&Value<'a>> {
        self.setting(key).map(|setting| &setting.value).filter(|value| **value != Value::Unknown)
    }

    /// The value as a number.
    pub(super) fn number(&self, key: KeyId) -> Option<i64> {
        self.value(key).and_then(Value::as_number)
    }

    /// The value as a boolean.
    pub(super) fn flag(&self, key: KeyId) -> Option<bool> {
        self.value(key).and_then(Value::as_bool)
    }

    /// Puts another value in place, and keeps what the client's configuration shows where that differs.
    pub(super) fn override_with(&mut self, key: KeyId, value: Value<'a>, because: &'static str, shows: Shows) {
        let Some(position) = self.layout.position(key) else { return };
        let setting = &mut self.settings[position];
        let before = std::mem::replace(&mut setting.value, value);
        if shows == Shows::Before && before != setting.value {
            setting.declared.get_or_insert(before);
        }
        setting.origin = Origin::Override;
        setting.because = Some(because);
    }

    /// Puts the same value in another form.
    pub(super) fn canonical(&mut self, key: KeyId, value: Value<'a>) {
        if let Some(position) = self.layout.position(key) {
            self.settings[position].value = value;
        }
    }

    /// Says what a value means in practice.
    pub(super) fn remark(&mut self, key: KeyId, because: &'static str) {
        if let Some(position) = self.layout.position(key) {
            self.settings[position].because = Some(because);
        }
    }

    /// Takes the default for what it is, but says that the client's configuration shows another.
    pub(super) fn default_differs(&mut self, key: KeyId, real: Value<'a>, because: &'static str) {
        let Some(position) = self.layout.position(key) else { return };
        let setting = &mut self.settings[position];
        setting.declared = Some(std::mem::replace(&mut setting.value, real));
        setting.because = Some(because);
    }

    /// Notes a refusal that is certain in every environment.
    pub(super) fn refuse(&mut self, reason: Reason, key: KeyId, with: &[KeyId], throws: Throws) {
        self.note(reason, Some(key), with, throws, true, None);
    }

    /// Notes a refusal in full.
    pub(super) fn note(
        &mut self,
        reason: Reason,
        key: Option<KeyId>,
        with: &[KeyId],
        throws: Throws,
        certain: bool,
        part: Option<String>,
    ) {
        self.refusals.push(Refusal {
            reason,
            key,
            with: with.to_vec(),
            certain,
            exception: throws.exception,
            wrapped: throws.wrapped,
            part,
        });
    }

    /// From 3.3.0 an absent (de)serializer is found before anything else is parsed
    /// (`ProducerConfig.appendSerializerToConfig`, `ConsumerConfig.appendDeserializerToConfig`).
    pub(super) fn require_first(&mut self, keys: [KeyId; 2]) {
        if self.version >= v(3, 3, 0) && self.complete {
            for key in keys {
                if !self.is_written(key) {
                    self.refuse(Reason::Missing, key, &[], Throws::CONFIG);
                }
            }
        }
    }

    /// Parses and validates every key in the client's own order (`ConfigDef.parse`).
    pub(super) fn parse(&mut self) {
        for position in 0..self.settings.len() {
            let definition = self.settings[position].definition;
            let Some(index) = self.settings[position].entry else {
                if definition.default == Default::Required {
                    self.parse_absent(position);
                }
                continue;
            };
            self.settings[position].origin = Origin::Written;
            let text = self.written[index].value;
            let value = self.parse_text(definition.key, definition.kind, definition.validator, text);
            self.settings[position].value = value;
        }
    }

    fn parse_absent(&mut self, position: usize) {
        let key = self.settings[position].definition.key;
        self.settings[position].value = if self.complete { Value::Null } else { Value::Unknown };
        let found_before = self.version >= v(3, 3, 0) && key != key::BOOTSTRAP_SERVERS;
        if self.complete && !found_before {
            self.refuse(Reason::Missing, key, &[], Throws::CONFIG);
        }
    }

    fn parse_text(&mut self, key: KeyId, kind: Type, validator: Validator, text: &'a str) -> Value<'a> {
        if providers::resolves(self.version, self.written, text) {
            // What its provider does not know stays as it is.
            if let Err(refused) = Value::parse(kind, text).and_then(|mut value| value.validate(validator)) {
                self.note(refused.into(), Some(key), &[key::CONFIG_PROVIDERS], Throws::CONFIG, false, None);
            }
            return Value::Unknown;
        }
        if !self.complete && is_placeholder(text) {
            if !matches!(kind, Type::String | Type::Password) || validator != Validator::Any {
                self.note(Reason::Placeholder, Some(key), &[], Throws::CONFIG, false, None);
            }
            return Value::Unknown;
        }
        let parsed = Value::parse(kind, text).and_then(|mut value| value.validate(validator).map(|()| value));
        match parsed {
            Ok(Value::Text(name)) if kind == Type::Class => {
                match classes::lookup(&name, self.version) {
                    Lookup::Missing => {
                        let exception = classes::missing(&name, self.version, Throws::CONFIG.exception);
                        self.refuse(Reason::ClassNotFound, key, &[], Throws::bare(exception));
                    }
                    Lookup::Elsewhere => {
                        self.note(Reason::ClassNotFound, Some(key), &[], Throws::CONFIG, false, Some(name.to_string()));
                    }
                    Lookup::Known(_) | Lookup::NoKafkaClass => {}
                }
                Value::Text(name)
            }
            Ok(value) => value,
            Err(refused) => {
                self.refuse(refused.into(), key, &[], Throws::CONFIG);
                Value::Unknown
            }
        }
    }

    /// `CommonClientConfigs.postProcessReconnectBackoffConfigs`, 0.11.0.0: a written
    /// reconnect.backoff.ms is the maximum too, unless that is written as well.
    pub(super) fn reconnect_backoff(&mut self) {
        if self.is_written(key::RECONNECT_BACKOFF_MS) && !self.is_written(key::RECONNECT_BACKOFF_MAX_MS) {
            let value = self.setting(key::RECONNECT_BACKOFF_MS).map_or(Value::Unknown, |setting| setting.value.clone());
            self.override_with(
                key::RECONNECT_BACKOFF_MAX_MS,
                value,
                "reconnect.backoff.ms is written and this is not, so the client uses that for both",
                Shows::After,
            );
        }
    }

    /// `ExponentialBackoff`, 3.7.0: a first wait above the maximum is cut to it.
    pub(super) fn static_backoff(&mut self) {
        if self.version < v(3, 7, 0) {
            return;
        }
        for (first, max, because) in [
            (
                key::RECONNECT_BACKOFF_MS,
                key::RECONNECT_BACKOFF_MAX_MS,
                "above reconnect.backoff.max.ms, so every wait is reconnect.backoff.max.ms",
            ),
            (
                key::RETRY_BACKOFF_MS,
                key::RETRY_BACKOFF_MAX_MS,
                "above retry.backoff.max.ms, so every wait is retry.backoff.max.ms",
            ),
            (
                key::SOCKET_CONNECTION_SETUP_TIMEOUT_MS,
                key::SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS,
                "above socket.connection.setup.timeout.max.ms, so every wait is that maximum",
            ),
        ] {
            if let (Some(first_ms), Some(max_ms)) = (self.number(first), self.number(max))
                && first_ms > max_ms
            {
                self.override_with(first, Value::Number(max_ms), because, Shows::Before);
            }
        }
    }
}

/// What the client's own configuration shows of an override.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    /// The value from before.
    Before,
    /// The value in effect.
    After,
}
