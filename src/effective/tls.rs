//! TLS as a client sets it up while it is constructed: the engine, its algorithms, and its stores (`SslFactory`).

use super::{
    Reason,
    classes::Lookup,
    stage::{Stage, Throws, v, v0},
};
use crate::kafka::{ClassKind, KeyId, Value, key};

impl Stage<'_> {
    pub(super) fn tls(&mut self) {
        // `SslFactory.instantiateSslEngineFactory`, 2.6.0: a factory from elsewhere reads what it likes.
        self.make(key::SSL_ENGINE_FACTORY_CLASS, ClassKind::SslEngineFactory);
        if matches!(self.class_of(key::SSL_ENGINE_FACTORY_CLASS), Some(Lookup::Elsewhere)) {
            return;
        }
        if self.version >= v0(10, 1, 0) {
            self.algorithm(key::SSL_SECURE_RANDOM_IMPLEMENTATION, &["SHA1PRNG", "DRBG"], Reason::SslAlgorithm);
        }
        self.key_store(Part::Settings);
        // From 2.6.0 (`DefaultSslEngineFactory`) files are read at once, before only when they are needed.
        let files_first = self.version >= v(2, 6, 0);
        if files_first {
            self.key_store(Part::File);
        }
        self.store_of(&TRUST_STORE, Part::Settings);
        if files_first {
            self.store_of(&TRUST_STORE, Part::File);
        }
        self.context();
        if self.version >= v(2, 3, 0) || self.is_written(key::SSL_KEYSTORE_LOCATION) {
            self.algorithm(key::SSL_KEYMANAGER_ALGORITHM, &["SunX509", "NewSunX509", "PKIX"], Reason::SslAlgorithm);
        }
        if !files_first {
            self.key_store(Part::File);
        }
        let known = ["PKIX", "SunX509", "X509", "X.509", "SunPKIX"];
        self.algorithm(key::SSL_TRUSTMANAGER_ALGORITHM, &known, Reason::SslAlgorithm);
        if !files_first {
            self.store_of(&TRUST_STORE, Part::File);
        }
        if self.default_context() {
            self.refuse(Reason::SslProtocol, key::SSL_PROTOCOL, &[], Throws::wrapped("KeyManagementException"));
        }
    }

    /// The context of that name is the JVM's own, and cannot be set up.
    fn default_context(&self) -> bool {
        self.value(key::SSL_PROTOCOL).and_then(Value::as_text).is_some_and(|name| name.eq_ignore_ascii_case("Default"))
    }

    /// `SSLContext.getInstance`: the provider first, if one is named, then the protocol.
    fn context(&mut self) {
        let provider = self.value(key::SSL_PROVIDER).and_then(Value::as_text);
        let (blank, other) = (provider == Some(""), provider.is_some_and(|provider| !matches!(provider, "" | "SunJSSE")));
        if blank {
            self.refuse(Reason::SslAlgorithm, key::SSL_PROVIDER, &[], Throws::wrapped("IllegalArgumentException"));
        }
        if other {
            let throws = Throws::wrapped("NoSuchProviderException");
            self.note(Reason::SslAlgorithm, Some(key::SSL_PROVIDER), &[], throws, false, None);
            // A provider that is there may have nothing for TLS.
            self.note(
                Reason::SslProtocol,
                Some(key::SSL_PROTOCOL),
                &[],
                Throws::wrapped("NoSuchAlgorithmException"),
                false,
                None,
            );
        }
        if !self.default_context() {
            self.algorithm(key::SSL_PROTOCOL, TLS_NAMES, Reason::SslProtocol);
        }
    }

    /// A name that is none of those that every JVM knows.
    fn algorithm(&mut self, key: KeyId, known: &[&str], reason: Reason) {
        let name = self.value(key).and_then(Value::as_text);
        if self.is_written(key) && name.is_some_and(|name| !known.iter().any(|known| known.eq_ignore_ascii_case(name))) {
            self.note(reason, Some(key), &[], Throws::wrapped("NoSuchAlgorithmException"), false, None);
        }
    }

    /// `DefaultSslEngineFactory.createKeystore` (`SslFactory` before 2.6.0).
    fn key_store(&mut self, part: Part) {
        let chain = self.is_written(key::SSL_KEYSTORE_CERTIFICATE_CHAIN);
        let private = self.is_written(key::SSL_KEYSTORE_KEY);
        match (private, chain, part) {
            (true, false, Part::Settings) => self.store(key::SSL_KEYSTORE_KEY, key::SSL_KEYSTORE_CERTIFICATE_CHAIN),
            (false, true, Part::Settings) => self.store(key::SSL_KEYSTORE_CERTIFICATE_CHAIN, key::SSL_KEYSTORE_KEY),
            (true, false, Part::File) | (false, true, Part::File) => {}
            _ => self.store_of(&KEY_STORE, part),
        }
    }

    fn store_of(&mut self, store: &Store, part: Part) {
        let pem = self.value(store.kind).and_then(Value::as_text) == Some("PEM");
        if !self.is_written(store.inline) {
            self.store_file(store, pem, part);
        } else if !pem || self.is_written(store.location) {
            // Keys and certificates inside a value (KIP-651) are for type PEM alone.
            if part == Part::Settings {
                self.store(store.inline, store.kind);
            }
        } else if self.is_written(store.password) {
            if part == Part::Settings {
                self.store(store.password, store.inline);
            }
        } else if let (Some(text), Part::File) = (self.value(store.inline).and_then(Value::as_text), part) {
            let certain = !text.contains("-----BEGIN ");
            let throws = Throws::wrapped("InvalidConfigurationException");
            self.note(Reason::Keystore, Some(store.inline), &[store.kind], throws, certain, None);
        }
    }

    /// A store in a file: a password without it is refused; the file itself only the machine knows.
    fn store_file(&mut self, store: &Store, pem: bool, part: Part) {
        let has_password = self.is_written(store.password);
        let has_keys = store.inline == key::SSL_KEYSTORE_KEY;
        let pem = pem && self.version >= v(2, 7, 0);
        let wants_key_password = pem && has_keys && self.version < v(3, 3, 0);
        let wants_password = !pem && (has_keys || self.version < v0(11, 0, 0));
        let refused = match self.is_written(store.location) {
            false => has_password.then_some((store.password, store.location)),
            true if pem && has_password => Some((store.password, store.location)),
            true if wants_key_password && !self.is_written(key::SSL_KEY_PASSWORD) => {
                Some((key::SSL_KEY_PASSWORD, store.location))
            }
            true => (wants_password && !has_password).then_some((store.location, store.password)),
        };
        match (refused, part) {
            (Some((key, with)), Part::Settings) => self.store(key, with),
            (None, Part::File) if self.is_written(store.location) => {
                let throws = Throws::wrapped(self.file_exception(store, pem));
                self.note(Reason::Keystore, Some(store.location), &[], throws, false, None);
            }
            _ => {}
        }
    }

    /// What a client throws for a store that cannot be read; up to 1.0.2 it asks for the type before the file.
    fn file_exception(&self, store: &Store, pem: bool) -> &'static str {
        let kind = self.value(store.kind).and_then(Value::as_text).unwrap_or_default();
        let known = ["JKS", "PKCS12"].iter().any(|known| known.eq_ignore_ascii_case(kind));
        if pem {
            "InvalidConfigurationException"
        } else if self.version < v(1, 1, 0) && !known {
            "KeyStoreException"
        } else if self.version < v(2, 1, 0) {
            "FileNotFoundException"
        } else {
            "KafkaException"
        }
    }

    /// Two settings that do not go together. Where one of them is absent, code may set it beside a file that is only a part.
    fn store(&mut self, key: KeyId, with: KeyId) {
        let exception = if self.version < v(2, 7, 0) { "KafkaException" } else { "InvalidConfigurationException" };
        let certain = self.complete || self.is_written(key) && self.is_written(with);
        self.note(Reason::Keystore, Some(key), &[with], Throws::wrapped(exception), certain, None);
    }
}

/// When a store is looked at: as settings that must fit together, or as a file that must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Settings,
    File,
}

/// The keys of a store.
struct Store {
    kind: KeyId,
    location: KeyId,
    password: KeyId,
    /// The key that holds PEM text itself.
    inline: KeyId,
}

const KEY_STORE: Store = Store {
    kind: key::SSL_KEYSTORE_TYPE,
    location: key::SSL_KEYSTORE_LOCATION,
    password: key::SSL_KEYSTORE_PASSWORD,
    inline: key::SSL_KEYSTORE_KEY,
};

const TRUST_STORE: Store = Store {
    kind: key::SSL_TRUSTSTORE_TYPE,
    location: key::SSL_TRUSTSTORE_LOCATION,
    password: key::SSL_TRUSTSTORE_PASSWORD,
    inline: key::SSL_TRUSTSTORE_CERTIFICATES,
};

/// What `SSLContext.getInstance` of a usual JVM takes.
const TLS_NAMES: &[&str] = &["TLS", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3", "SSL", "SSLv3", "DTLS", "DTLSv1.0", "DTLSv1.2"];
