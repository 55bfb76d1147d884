//! The channel: SASL and TLS as a client sets them up while it is constructed (`ChannelBuilders`).

use super::{
    Reason,
    classes::{Lookup, lookup},
    jaas,
    stage::{Stage, Throws, v, v0},
};
use crate::kafka::{ClassKind, KeyId, Value, java_trim, key};

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
                // From 3.3.0 a validator has seen to it.
                self.refuse(Reason::NotInEnum, key::SECURITY_PROTOCOL, &[], Throws::wrapped("IllegalArgumentException"));
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
            self.note(Reason::JaasMissing, Some(key::SASL_JAAS_CONFIG), &with, throws, false, None);
            return;
        }
        let Some(text) = self.value(key::SASL_JAAS_CONFIG).and_then(Value::as_text) else { return };
        let Some(module) = jaas::parse(text) else {
            self.refuse(Reason::JaasInvalid, key::SASL_JAAS_CONFIG, &with, throws);
            return;
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
        self.key_store();
        self.trust_store();
        for (key, known, reason) in [
            (key::SSL_PROTOCOL, TLS_NAMES, Reason::SslProtocol),
            (key::SSL_PROVIDER, &[][..], Reason::SslAlgorithm),
            (key::SSL_KEYMANAGER_ALGORITHM, &["SunX509", "NewSunX509", "PKIX"][..], Reason::SslAlgorithm),
            (key::SSL_TRUSTMANAGER_ALGORITHM, &["PKIX", "SunX509", "X509", "X.509", "SunPKIX"][..], Reason::SslAlgorithm),
            (key::SSL_SECURE_RANDOM_IMPLEMENTATION, &["SHA1PRNG", "DRBG"][..], Reason::SslAlgorithm),
        ] {
            let unknown = self.is_written(key)
                && self
                    .value(key)
                    .and_then(Value::as_text)
                    .is_some_and(|name| !known.iter().any(|known| known.eq_ignore_ascii_case(name)));
            if unknown {
                self.note(reason, Some(key), &[], Throws::wrapped("NoSuchAlgorithmException"), false, None);
            }
        }
    }

    /// `DefaultSslEngineFactory.createKeystore` (`SslFactory` before 2.6.0).
    fn key_store(&mut self) {
        let chain = self.is_written(key::SSL_KEYSTORE_CERTIFICATE_CHAIN);
        if self.is_written(key::SSL_KEYSTORE_KEY) && !chain {
            self.store(key::SSL_KEYSTORE_KEY, key::SSL_KEYSTORE_CERTIFICATE_CHAIN);
        } else if chain && !self.is_written(key::SSL_KEYSTORE_KEY) {
            self.store(key::SSL_KEYSTORE_CERTIFICATE_CHAIN, key::SSL_KEYSTORE_KEY);
        } else {
            self.store_of(&KEY_STORE);
        }
    }

    /// `DefaultSslEngineFactory.createTruststore` (`SslFactory` before 2.6.0).
    fn trust_store(&mut self) {
        self.store_of(&TRUST_STORE);
    }

    fn store_of(&mut self, store: &Store) {
        let pem = self.value(store.kind).and_then(Value::as_text) == Some("PEM");
        if !self.is_written(store.inline) {
            self.store_file(store.location, store.password, pem);
        } else if !pem || self.is_written(store.location) || self.is_written(store.password) {
            // Keys and certificates inside a value (KIP-651) are for type PEM alone.
            self.store(store.inline, store.kind);
        } else if let Some(text) = self.value(store.inline).and_then(Value::as_text) {
            let certain = !text.contains("-----BEGIN ");
            let throws = Throws::wrapped("InvalidConfigurationException");
            self.note(Reason::Keystore, Some(store.inline), &[store.kind], throws, certain, None);
        }
    }

    /// A store in a file: a password without it is refused; the file itself only the machine knows.
    fn store_file(&mut self, location: KeyId, password: KeyId, pem: bool) {
        let has_password = self.is_written(password);
        if !self.is_written(location) {
            if has_password {
                self.store(password, location);
            }
        } else if pem && has_password && self.version >= v(2, 7, 0) {
            self.store(password, location);
        } else if !has_password && self.version < v0(11, 0, 0) {
            self.store(location, password);
        } else {
            self.note(Reason::Keystore, Some(location), &[], Throws::wrapped("KafkaException"), false, None);
        }
    }

    fn store(&mut self, key: KeyId, with: KeyId) {
        let exception = if self.version < v(2, 6, 0) { "KafkaException" } else { "InvalidConfigurationException" };
        self.refuse(Reason::Keystore, key, &[with], Throws::wrapped(exception));
    }
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
