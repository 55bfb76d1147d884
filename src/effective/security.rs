//! The channel: SASL and TLS as a client sets them up while it is constructed (`ChannelBuilders`).

use super::{
    Reason,
    stage::{Stage, Throws, v, v0},
};
use crate::kafka::{Value, equals_ignoring_case, key};

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
        self.builder();
        self.check_late_addresses();
    }

    fn builder(&mut self) {
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
}
