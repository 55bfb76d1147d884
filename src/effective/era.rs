//! The eras of producer idempotence. This is the one place that knows their order, which is not
//! that of the release numbers.

use crate::version::Version;

/// How a producer of a release decides about idempotence. Inside an era all releases behave alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Era {
    /// 0.9.0.0 to 0.10.2.2: no idempotence.
    None,
    /// 0.11.0.0 to 0.11.0.3: off by default, one request in flight.
    OneInFlight,
    /// 1.0.0 to 2.0.1: off by default, up to five in flight; `retries` defaults to 0.
    FiveInFlight,
    /// 2.1.0 to 2.4.1: `retries` defaults to 2147483647; still decided in `KafkaProducer` (wrapped).
    DeliveryTimeout,
    /// 2.5.0 to 2.8.2: decided in `ProducerConfig` (bare), but for the in-flight limit.
    InConfig,
    /// 3.0.0 and 3.1.0: on by default in the log, not in the client (KAFKA-13598).
    DefaultNotApplied,
    /// 3.0.1, 3.0.2, 3.1.1, 3.1.2, and 3.2.0 to 3.9.2: on by default; weaker settings switch it off.
    OnByDefault,
    /// From 4.0.0: more than five in flight is refused instead (KAFKA-17927).
    StrictInFlight,
}

impl Era {
    /// The era of a release.
    pub fn of(version: Version) -> Self {
        const fn v(major: u16, minor: u16, patch: u16) -> Version {
            Version::new([major, minor, patch, 0])
        }
        if version < Version::new([0, 11, 0, 0]) {
            Self::None
        } else if version < v(1, 0, 0) {
            Self::OneInFlight
        } else if version < v(2, 1, 0) {
            Self::FiveInFlight
        } else if version < v(2, 5, 0) {
            Self::DeliveryTimeout
        } else if version < v(3, 0, 0) {
            Self::InConfig
        } else if version == v(3, 0, 0) || version == v(3, 1, 0) {
            Self::DefaultNotApplied
        } else if version < v(4, 0, 0) {
            Self::OnByDefault
        } else {
            Self::StrictInFlight
        }
    }
}
