//! The channel: SASL and TLS as a client sets them up while it is constructed (`ChannelBuilders`).

use super::{
    Reason,
    classes::{Lookup, lookup},
    jaas,
    stage::{Stage, Throws, v, v0},
};
use crate::kafka::{ClassKind, KeyId, Value, equals_ignoring_case, java_trim, key};

/// What a `security.protocol` asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Protocol {
    sasl: bool,
    tls: bool,
}

impl Stage<'_> {
    /// `CommonClientConfigs.postValidateSaslMechanismConfig`, 3.3.0: SASL wants a mechanism.
    pub(super) fn sasl_mechanism(&mut self) {
        let sasl = self.protocol().is_some_and(|protocol| protocol.sasl);
        let blank = self.value(key::SASL_MECHANISM).and_then(Value::as_text).is_some_and(str::is_empty);
        if sasl && blank && self.version >= v(3, 3, 0) {
            self.refuse(Reason::SaslMechanismEmpty, key::SASL_MECHANISM, &[key::SECURITY_PROTOCOL], Throws::CONFIG);
        }
    }

    /// Sets the channel up; settings that the protocol does not use never count.
    pub(super) fn channel(&mut self) {
        let Some(protocol) = self.protocol() else {
            let unknown = self.value(key::SECURITY_PROTOCOL).is_some() && self.version < v(3, 3, 0);
            if unknown {
                // From 3.3.0 a validator has seen to it. TRACE was a protocol for tests, up to 0.11.0.3.
                let name = self.value(key::SECURITY_PROTOCOL).and_then(Value::as_text).unwrap_or_default();
                let tests = self.version < v(1, 0, 0) && equals_ignoring_case(name, "TRACE");
                let exception = if tests { "ConfigException" } else { "IllegalArgumentException" };
                self.refuse(Reason::NotInEnum, key::SECURITY_PROTOCOL, &[], Throws::wrapped(exception));
            }
            return;
        };
        if protocol.sasl {
            self.sasl();
        }
        if protocol.tls {
            self.tls();
        }
    }

    /// The protocol; `None` where it is not known, or not one.
    fn protocol(&self) -> Option<Protocol> {
        let name = self.value(key::SECURITY_PROTOCOL).and_then(Value::as_text)?;
        let name = if self.version < v0(10, 0, 0) { name.to_owned() } else { name.to_uppercase() };
        match name.as_str() {
            "PLAINTEXT" => Some(Protocol { sasl: false, tls: false }),
            "SSL" => Some(Protocol { sasl: false, tls: true }),
            "SASL_PLAINTEXT" => Some(Protocol { sasl: true, tls: false }),
            "SASL_SSL" => Some(Protocol { sasl: true, tls: true }),
            _ => None,
        }
    }

    fn sasl(&mut self) {
        let throws = Throws::wrapped("IllegalArgumentException");
        let with = [key::SECURITY_PROTOCOL];
        // The key came with 0.10.2.0; before, only the JVM's own file can bring an entry.
        if self.setting(key::SASL_JAAS_CONFIG).is_none() || !self.is_written(key::SASL_JAAS_CONFIG) {
            let kerberos = self.value(key::SASL_MECHANISM).and_then(Value::as_text) == Some("GSSAPI");
            let early = (v0(10, 0, 0)..v0(10, 2, 0)).contains(&self.version);
            let throws = if kerberos && early { Throws::wrapped("IOException") } else { throws };
            self.note(Reason::JaasMissing, Some(key::SASL_JAAS_CONFIG), &with, throws, false, None);
            return;
        }
        let Some(text) = self.value(key::SASL_JAAS_CONFIG).and_then(Value::as_text) else { return };
        let module = match jaas::parse(text) {
            Ok(module) => module,
            Err(jaas::Fault::FlagIsNoWord) if self.version < v(2, 0, 0) => {
                let with = [key::SASL_JAAS_CONFIG];
                self.note(Reason::NullPointerBug, None, &with, Throws::wrapped("NullPointerException"), true, None);
                return;
            }
            Err(_) => {
                self.refuse(Reason::JaasInvalid, key::SASL_JAAS_CONFIG, &with, throws);
                return;
            }
        };
        let refused = [
            ("com.sun.security.auth.module.JndiLoginModule", v(3, 4, 0)),
            ("com.sun.security.auth.module.LdapLoginModule", v(3, 9, 1)),
        ];
        if refused.iter().any(|(name, from)| java_trim(&module.class) == *name && self.version >= *from) {
            self.note(Reason::JaasModuleNotAllowed, Some(key::SASL_JAAS_CONFIG), &with, throws, true, Some(module.class));
            return;
        }
        if self.kerberos_without_service(&module) {
            return;
        }
        self.login_module(module.class);
    }

    /// GSSAPI, the default mechanism, wants the service's name, in JAAS or in a key (`KerberosLogin`).
    fn kerberos_without_service(&mut self, module: &jaas::Module) -> bool {
        let kerberos = self.value(key::SASL_MECHANISM).and_then(Value::as_text) == Some("GSSAPI");
        let own_login = self.value(key::SASL_LOGIN_CLASS).and_then(Value::as_text).is_some();
        let in_jaas = module.options.iter().any(|(name, _)| name == "serviceName");
        let in_key = self.setting(key::SASL_KERBEROS_SERVICE_NAME).is_none_or(|setting| setting.value != Value::Null);
        let missing = kerberos && !own_login && !in_jaas && !in_key;
        if missing {
            let with = [key::SASL_MECHANISM];
            let throws = Throws::wrapped("IllegalArgumentException");
            self.refuse(Reason::KerberosServiceNameMissing, key::SASL_KERBEROS_SERVICE_NAME, &with, throws);
        }
        missing
    }

    fn login_module(&mut self, class: String) {
        let (reason, certain) = match lookup(&class, self.version) {
            // A callback handler of its own fetches the token while the client is constructed.
            Lookup::Known(known)
                if known.name.ends_with(".OAuthBearerLoginModule") && self.is_written(key::SASL_LOGIN_CALLBACK_HANDLER_CLASS) =>
            {
                (Reason::Login, false)
            }
            Lookup::Known(known) if known.kind == ClassKind::LoginModule => return,
            Lookup::Known(_) | Lookup::NoKafkaClass | Lookup::Missing => (Reason::ClassNotFoundLate, true),
            // The JVM's own modules log in while the client is constructed.
            Lookup::Elsewhere if class.starts_with("com.sun.security.auth.module.") => (Reason::Login, false),
            Lookup::Elsewhere => (Reason::ClassNotFoundLate, false),
        };
        self.note(reason, Some(key::SASL_JAAS_CONFIG), &[], Throws::wrapped("LoginException"), certain, Some(class));
    }

    fn tls(&mut self) {
        if self.value(key::SSL_ENGINE_FACTORY_CLASS).and_then(Value::as_text).is_some() {
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
    }

    /// `SSLContext.getInstance`: the provider first, if one is named, then the protocol.
    fn context(&mut self) {
        let provider = self.value(key::SSL_PROVIDER).and_then(Value::as_text);
        if provider == Some("") {
            self.refuse(Reason::SslAlgorithm, key::SSL_PROVIDER, &[], Throws::wrapped("IllegalArgumentException"));
        }
        self.algorithm(key::SSL_PROVIDER, &[""], Reason::SslAlgorithm);
        self.algorithm(key::SSL_PROTOCOL, TLS_NAMES, Reason::SslProtocol);
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
        } else if !pem || self.is_written(store.location) || self.is_written(store.password) {
            // Keys and certificates inside a value (KIP-651) are for type PEM alone.
            if part == Part::Settings {
                self.store(store.inline, store.kind);
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
        let pem = pem && self.version >= v(2, 7, 0);
        let wants_key_password = pem && store.inline == key::SSL_KEYSTORE_KEY && self.version < v(3, 3, 0);
        let refused = match self.is_written(store.location) {
            false => has_password.then_some((store.password, store.location)),
            true if pem && has_password => Some((store.password, store.location)),
            true if wants_key_password && !self.is_written(key::SSL_KEY_PASSWORD) => {
                Some((key::SSL_KEY_PASSWORD, store.location))
            }
            true => (!has_password && self.version < v0(11, 0, 0)).then_some((store.location, store.password)),
        };
        match (refused, part) {
            (Some((key, with)), Part::Settings) => self.store(key, with),
            (None, Part::File) if self.is_written(store.location) => {
                self.note(Reason::Keystore, Some(store.location), &[], Throws::wrapped("KafkaException"), false, None);
            }
            _ => {}
        }
    }

    fn store(&mut self, key: KeyId, with: KeyId) {
        let exception = if self.version < v(2, 7, 0) { "KafkaException" } else { "InvalidConfigurationException" };
        self.refuse(Reason::Keystore, key, &[with], Throws::wrapped(exception));
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
const TLS_NAMES: &[&str] =
    &["TLS", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3", "SSL", "SSLv3", "DTLS", "DTLSv1.0", "DTLSv1.2", "Default"];
