//! Whether a client starts, and what it throws where it does not.

use crate::kafka::{KeyId, Refused};

/// One thing for which a client refuses to be constructed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Why.
    pub reason: Reason,
    /// The setting that it is about, as the JSON contract names it.
    pub key: Option<KeyId>,
    /// Other settings that make it so.
    pub with: Vec<KeyId>,
    /// Whether it happens in every environment; else only the machine knows.
    pub certain: bool,
    /// The simple class name of the innermost exception that tells the reason.
    pub exception: &'static str,
    /// Whether it comes inside a `KafkaException`.
    pub wrapped: bool,
    /// The part of the value that is at fault, where it is only a part: an address, a class of a list.
    pub part: Option<String>,
}

impl Refusal {
    /// The name of the setting that it is about; that of a provider's class is no key of any client.
    pub fn key_name(&self) -> Option<&str> {
        match self.key {
            Some(key) => Some(key.name()),
            None if self.reason == Reason::ConfigProviderClass => self.part.as_deref(),
            None => None,
        }
    }
}

/// What comes of constructing the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Construction {
    /// Whether it starts.
    pub verdict: Verdict,
    /// What it throws, or would throw where the environment decides so.
    pub refusal: Option<Refusal>,
}

/// Whether a client starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// In every environment.
    Starts,
    /// In none.
    Refuses,
    /// The environment decides.
    Depends,
}

impl Verdict {
    /// The name in the JSON contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Starts => "starts",
            Self::Refuses => "refuses",
            Self::Depends => "depends",
        }
    }
}

impl Construction {
    /// The first refusal that is certain wins; else the first that depends on the environment.
    pub(super) fn of(refusals: &[Refusal]) -> Self {
        let certain = refusals.iter().find(|refusal| refusal.certain);
        let refusal = certain.or(refusals.first()).cloned();
        let verdict = match (&refusal, certain) {
            (None, _) => Verdict::Starts,
            (Some(_), Some(_)) => Verdict::Refuses,
            (Some(_), None) => Verdict::Depends,
        };
        Self { verdict, refusal }
    }
}

/// The reasons of the JSON contract: declares the enum, its names and the list of all.
macro_rules! reasons {
    ($($variant:ident = $name:literal, $doc:literal;)*) => {
        /// Why a client refuses.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Reason {
            $(#[doc = $doc] $variant,)*
        }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in the JSON contract.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The reason of that name.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

reasons! {
    MalformedEscape = "malformed-escape", "a `\\u` without four hexadecimal digits: `Properties.load` throws, and no setting arrives";
    NotANumber = "not-a-number", "the text is no number of the key's type";
    NotBoolean = "not-boolean", "the text is neither true nor false";
    ClassNotFound = "class-not-found", "a CLASS key names a class that cannot be loaded";
    BelowMin = "below-min", "the number is below the least that the validator accepts";
    AboveMax = "above-max", "the number is above the greatest that the validator accepts";
    NotInRange = "not-in-range", "the number is in none of the accepted ranges";
    NotInEnum = "not-in-enum", "the text is none of the accepted words";
    Empty = "empty", "the text must not be empty";
    Missing = "missing", "a required key is absent";
    ListEmpty = "list-empty", "the list must not be empty (KIP-1161)";
    ListEmptyElement = "list-empty-element", "no element of the list may be empty (KIP-1161)";
    IdempotenceNeedsAcksAll = "idempotence-needs-acks-all", "idempotence with acks of 0 or 1";
    IdempotenceNeedsRetries = "idempotence-needs-retries", "idempotence with retries=0";
    IdempotenceNeedsInFlight1 = "idempotence-needs-in-flight-1", "0.11: idempotence with more than one request in flight";
    IdempotenceNeedsInFlight5 = "idempotence-needs-in-flight-5", "idempotence with more than five requests in flight";
    TransactionalNeedsIdempotence = "transactional-needs-idempotence", "a transactional.id without idempotence";
    TwoPhaseCommitForbidsTimeout = "two-phase-commit-forbids-timeout", "transaction.timeout.ms written beside two-phase commit (KIP-939)";
    DeliveryBelowLingerPlusRequest = "delivery-below-linger-plus-request", "delivery.timeout.ms below linger.ms + request.timeout.ms (KIP-91)";
    RackAwareNeedsRack = "rack-aware-needs-rack", "partitioner.rack.aware without client.rack";
    IncrementalBufferForbidsCompression = "incremental-buffer-forbids-compression", "incremental buffer allocation with compression";
    RequestNotAboveSessionAndFetchWait = "request-not-above-session-and-fetch-wait", "up to 1.1.1: request.timeout.ms not above session.timeout.ms and fetch.max.wait.ms";
    HeartbeatNotBelowSession = "heartbeat-not-below-session", "heartbeat.interval.ms not below session.timeout.ms";
    HeartbeatNegative = "heartbeat-negative", "a negative session or heartbeat time";
    AutoCommitWithoutGroup = "auto-commit-without-group", "enable.auto.commit=true without a group.id";
    GroupIdEmpty = "group-id-empty", "group.id is blank";
    GroupIdMissing = "group-id-missing", "a share consumer without a group.id";
    GroupInstanceIdInvalid = "group-instance-id-invalid", "group.instance.id has other characters, or is too long";
    ForbiddenWithProtocol = "forbidden-with-protocol", "a key of the other group protocol (KIP-848)";
    ForbiddenWithShareGroup = "forbidden-with-share-group", "a key that share groups do not take (KIP-932)";
    AssignorTwice = "assignor-twice", "two assignors of one name";
    SaslMechanismEmpty = "sasl-mechanism-empty", "SASL with a blank sasl.mechanism";
    DefaultApiTimeoutBelowRequest = "default-api-timeout-below-request", "admin: default.api.timeout.ms written below request.timeout.ms";
    BootstrapTwice = "bootstrap-twice", "admin: bootstrap.servers beside bootstrap.controllers (KIP-919)";
    NoBootstrap = "no-bootstrap", "no address is left";
    BadAddress = "bad-address", "an address is not host:port";
    BadPort = "bad-port", "a port above 65535";
    UnknownHost = "unknown-host", "a host does not resolve";
    ClassNotFoundLate = "class-not-found-late", "a class cannot be loaded when it is needed";
    WrongClass = "wrong-class", "a class of another kind";
    ClassCast = "class-cast", "a class of another kind, met as a ClassCastException";
    NotInstantiable = "not-instantiable", "a class without a public constructor that takes nothing";
    JaasMissing = "jaas-missing", "SASL without a JAAS entry here; the JVM may bring one";
    JaasInvalid = "jaas-invalid", "sasl.jaas.config does not parse";
    JaasModuleNotAllowed = "jaas-module-not-allowed", "a login module that the client refuses";
    KerberosServiceNameMissing = "kerberos-service-name-missing", "GSSAPI without the name of the service";
    KerberosServiceNameConflict = "kerberos-service-name-conflict", "GSSAPI with two names of the service";
    Login = "login", "the login module itself logs in";
    Keystore = "keystore", "a key or trust store that cannot be read";
    SslProtocol = "ssl-protocol", "a TLS protocol that the JVM does not know";
    SslAlgorithm = "ssl-algorithm", "a provider or an algorithm that the JVM may not have";
    ConfigProviderFile = "config-provider-file", "a file that a config provider reads";
    ConfigProviderClass = "config-provider-class", "a config provider that cannot be loaded";
    ConfigProviderNotAllowed = "config-provider-not-allowed", "a config provider that the JVM's allow-list leaves out";
    ClientIdNotAJmxName = "client-id-not-a-jmx-name", "up to 0.11.0.3: a colon in client.id";
    NetworkThreadLate = "network-thread-late", "default.api.timeout.ms leaves the network thread no time to start";
    Placeholder = "placeholder", "a value that is filled in before the client sees it";
    NullPointerBug = "null-pointer-bug", "the client's own bug hides the reason";
}

impl From<Refused> for Reason {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::NotANumber => Self::NotANumber,
            Refused::NotBoolean => Self::NotBoolean,
            Refused::BelowMin => Self::BelowMin,
            Refused::AboveMax => Self::AboveMax,
            Refused::NotInRange => Self::NotInRange,
            Refused::NotInEnum => Self::NotInEnum,
            Refused::Empty => Self::Empty,
            Refused::ListEmpty => Self::ListEmpty,
            Refused::ListEmptyElement => Self::ListEmptyElement,
        }
    }
}
