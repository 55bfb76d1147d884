//! SASL as a client sets it up while it is constructed: JAAS, callback handlers, and the login (`SaslChannelBuilder`).

use super::{
    Reason,
    classes::{Lookup, lookup},
    jaas,
    stage::{Stage, Throws, v, v0},
};
use crate::kafka::{ClassKind, KeyId, Value, java_trim, key};

impl Stage<'_> {
    pub(super) fn sasl(&mut self) {
        let throws = Throws::wrapped("IllegalArgumentException");
        let with = [key::SECURITY_PROTOCOL];
        // The key came with 0.10.2.0; before, only the JVM's own file can bring an entry.
        if !self.is_written(key::SASL_JAAS_CONFIG) {
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
        self.handlers();
        if self.refuses_service_name(&module) {
            return;
        }
        self.login(module);
    }

    /// `SaslChannelBuilder.configure`, 2.0.0: the client's callback handler, the login (`LoginManager`) and its handler are made
    /// before anything logs in, and a handler looks at the mechanism.
    fn handlers(&mut self) {
        self.handler(key::SASL_CLIENT_CALLBACK_HANDLER_CLASS);
        self.make(key::SASL_LOGIN_CLASS, ClassKind::Login);
        self.handler(key::SASL_LOGIN_CALLBACK_HANDLER_CLASS);
    }

    /// The handlers of Kerberos and of OAuth serve no other mechanism; that of OAuth wants to know where tokens come from (3.1.0, KIP-768).
    fn handler(&mut self, key: KeyId) {
        self.make(key, ClassKind::CallbackHandler);
        let Some(Lookup::Known(class)) = self.class_of(key) else { return };
        let (wanted, exception) = if class.name.contains(".oauthbearer.") {
            ("OAUTHBEARER", "IllegalArgumentException")
        } else if class.name.ends_with(".KerberosClientCallbackHandler") {
            ("GSSAPI", "IllegalStateException")
        } else {
            return;
        };
        if self.mechanism().is_some_and(|mechanism| mechanism != wanted) {
            self.refuse(Reason::WrongClass, key, &[key::SASL_MECHANISM], Throws::wrapped(exception));
        } else if class.name.ends_with(".OAuthBearerLoginCallbackHandler") {
            self.token_endpoint();
        }
    }

    /// The mechanism; `None` where code may still name it.
    fn mechanism(&self) -> Option<&str> {
        let known = self.complete || self.is_written(key::SASL_MECHANISM);
        self.value(key::SASL_MECHANISM).and_then(Value::as_text).filter(|_| known)
    }

    /// `OAuthBearerLoginCallbackHandler.configure`: without an address there is no token. What else it wants, the JVM decides.
    fn token_endpoint(&mut self) {
        let endpoint = key::SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL;
        let throws = Throws::wrapped("ConfigException");
        match self.value(endpoint).and_then(Value::as_text) {
            // From 4.1.0 (KIP-1139) another class may get the token in another way.
            _ if self.is_written(key::SASL_OAUTHBEARER_JWT_RETRIEVER_CLASS) => {}
            None if self.complete && !self.is_written(endpoint) => {
                return self.refuse(Reason::Missing, endpoint, &[key::SASL_LOGIN_CALLBACK_HANDLER_CLASS], throws);
            }
            Some(url) if java_trim(url).is_empty() => {
                let reason = if self.version < v(4, 1, 0) { Reason::Empty } else { Reason::Missing };
                return self.refuse(reason, endpoint, &[key::SASL_LOGIN_CALLBACK_HANDLER_CLASS], throws);
            }
            _ => {}
        }
        self.note(Reason::Login, Some(key::SASL_JAAS_CONFIG), &[endpoint], throws, false, None);
    }

    /// GSSAPI, the default mechanism, wants the service's name, in JAAS or in a key (`KerberosLogin`), and one name only.
    fn refuses_service_name(&mut self, module: &jaas::Module) -> bool {
        let kerberos = match self.class_of(key::SASL_LOGIN_CLASS) {
            Some(Lookup::Known(class)) => class.name.ends_with(".KerberosLogin"),
            Some(_) => false,
            None => self.value(key::SASL_MECHANISM).and_then(Value::as_text) == Some("GSSAPI"),
        };
        let in_jaas = module.options.iter().find(|(name, _)| name == "serviceName").map(|(_, value)| value.as_str());
        let in_key = self.setting(key::SASL_KERBEROS_SERVICE_NAME).map(|setting| &setting.value);
        let (reason, with) = match (in_jaas, in_key) {
            _ if !kerberos => return false,
            (None, Some(Value::Null)) => (Reason::KerberosServiceNameMissing, key::SASL_MECHANISM),
            (Some(name), Some(Value::Text(other))) if name != other => {
                (Reason::KerberosServiceNameConflict, key::SASL_JAAS_CONFIG)
            }
            _ => return false,
        };
        self.refuse(reason, key::SASL_KERBEROS_SERVICE_NAME, &[with], Throws::wrapped("IllegalArgumentException"));
        true
    }

    fn login(&mut self, module: jaas::Module) {
        let (reason, certain) = match lookup(&module.class, self.version) {
            Lookup::Known(known) if known.name.ends_with(".OAuthBearerLoginModule") => {
                let Some(certain) = self.token_fails(&module) else { return };
                (Reason::Login, certain)
            }
            Lookup::Known(known) if known.kind == ClassKind::LoginModule => return,
            // It finds the class, and cannot cast it.
            Lookup::Known(_) | Lookup::NoKafkaClass => (Reason::Login, true),
            Lookup::Missing => (Reason::ClassNotFoundLate, true),
            // The JVM's own modules log in while the client is constructed.
            Lookup::Elsewhere if module.class.starts_with("com.sun.security.auth.module.") => (Reason::Login, false),
            Lookup::Elsewhere => (Reason::ClassNotFoundLate, false),
        };
        let with = [key::SASL_MECHANISM, key::SASL_LOGIN_CALLBACK_HANDLER_CLASS];
        let with = if reason == Reason::Login { &with[..] } else { &[] };
        let throws = Throws::wrapped("LoginException");
        self.note(reason, Some(key::SASL_JAAS_CONFIG), with, throws, certain, Some(module.class));
    }

    /// `OAuthBearerLoginModule` gets its token while the client is constructed, from the handler of the login: the default one
    /// of OAUTHBEARER makes an unsecured token of the options (with Jackson, which an application may lack), and none
    /// without options (2.1.0). Whether it surely fails; `None` where it does not.
    fn token_fails(&self, module: &jaas::Module) -> Option<bool> {
        let handler = match self.class_of(key::SASL_LOGIN_CALLBACK_HANDLER_CLASS) {
            None => return self.default_token_fails(module),
            Some(Lookup::Known(class)) => class.name,
            Some(_) => return Some(false),
        };
        if handler.ends_with(".OAuthBearerUnsecuredLoginCallbackHandler") {
            return self.default_token_fails(module);
        }
        Some(!handler.ends_with(".OAuthBearerLoginCallbackHandler"))
    }

    fn default_token_fails(&self, module: &jaas::Module) -> Option<bool> {
        match self.mechanism() {
            Some("OAUTHBEARER") => (!module.options.is_empty() || self.version < v(2, 1, 0)).then_some(false),
            Some(_) => Some(true),
            None => Some(false),
        }
    }
}
