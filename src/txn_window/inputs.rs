//! What the window is computed from, and what makes an input unusable.

use std::fmt;

use super::headroom::Headroom;
use super::millis::Millis;

/// The largest value of an `INT` key, in milliseconds: `transaction.timeout.ms`,
/// `transaction.max.timeout.ms` and the sweep cannot be longer (24.8 days).
pub const KEY_LIMIT: Millis = Millis::new(i32::MAX as i64);

/// `transaction.max.timeout.ms` of a broker that does not write it, in every release (0.11.0.0 to 4.4.0).
pub const DEFAULT_BROKER_MAX: Millis = Millis::seconds(900);

/// `transaction.abort.timed.out.transaction.cleanup.interval.ms` of a broker that does not write it, from 2.5.0.
pub const DEFAULT_SWEEP: Millis = Millis::seconds(10);

/// `transaction.timeout.ms` of a producer that does not write it, in every release (0.11.0.0 to 4.4.0).
pub const DEFAULT_TIMEOUT: Millis = Millis::seconds(60);

/// One of the numbers that a user can give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputName {
    /// From one commit to the next.
    CommitInterval,
    /// The worst commit step.
    CommitLatency,
    /// The longest pause or restart that an open transaction has to outlast.
    Restart,
    /// How long a committed entry may stay unseen.
    Visibility,
    /// How often the broker looks for timed-out transactions.
    Sweep,
    /// The broker's `transaction.max.timeout.ms`.
    BrokerMax,
    /// The factor wanted between floor and timeout.
    Headroom,
    /// A value of `transaction.timeout.ms` to judge.
    Timeout,
    /// `max.poll.interval.ms` of the consumer in the same loop.
    MaxPollInterval,
}

/// The lengths of time of something that has a field for each of them: every one with its input.
macro_rules! times {
    ($of:expr) => {{
        use $crate::txn_window::inputs::InputName;
        [
            (InputName::CommitInterval, $of.commit_interval),
            (InputName::CommitLatency, $of.commit_latency),
            (InputName::Restart, $of.restart),
            (InputName::Visibility, $of.visibility),
            (InputName::Sweep, $of.sweep),
            (InputName::BrokerMax, $of.broker_max),
            (InputName::Timeout, $of.timeout),
            (InputName::MaxPollInterval, $of.max_poll_interval),
        ]
    }};
}

pub(crate) use times;

impl InputName {
    /// Every input, in the order in which they are asked for.
    pub const ALL: [Self; 9] = [
        Self::CommitInterval,
        Self::CommitLatency,
        Self::Restart,
        Self::Visibility,
        Self::Sweep,
        Self::BrokerMax,
        Self::Headroom,
        Self::Timeout,
        Self::MaxPollInterval,
    ];

    /// The flag without its dashes, which is also the key in `ackward.toml`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CommitInterval => "commit-interval",
            Self::CommitLatency => "commit-latency",
            Self::Restart => "restart",
            Self::Visibility => "visibility",
            Self::Sweep => "sweep",
            Self::BrokerMax => "broker-max",
            Self::Headroom => "headroom",
            Self::Timeout => "timeout",
            Self::MaxPollInterval => "max-poll-interval",
        }
    }

    /// As it reads in a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::CommitInterval => "commit interval",
            Self::CommitLatency => "commit latency",
            Self::Restart => "restart",
            Self::Visibility => "visibility tolerance",
            Self::Sweep => "sweep",
            Self::BrokerMax => "broker's maximum",
            Self::Headroom => "headroom",
            Self::Timeout => "timeout",
            Self::MaxPollInterval => "poll interval",
        }
    }

    /// What it is, in a line for somebody who is asked for it.
    #[must_use]
    pub const fn explained(self) -> &'static str {
        match self {
            Self::CommitInterval => "time from one commit to the next: how long a transaction stays open by design",
            Self::CommitLatency => "worst commit step (p99.9): from asking for the commit to its returning",
            Self::Restart => "longest pause or restart that the open transaction has to outlast",
            Self::Visibility => "how long a committed record may stay unseen by its readers",
            Self::Sweep => "broker: how often it looks for timed-out transactions",
            Self::BrokerMax => "broker: transaction.max.timeout.ms, the largest timeout that it accepts",
            Self::Headroom => "how many times the worst case should fit into the timeout",
            Self::Timeout => "transaction.timeout.ms as it is today, to be judged",
            Self::MaxPollInterval => "max.poll.interval.ms of the loop's consumer",
        }
    }
}

impl fmt::Display for InputName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Everything that the window depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inputs {
    /// Tc: from one commit to the next.
    pub commit_interval: Millis,
    /// L: the worst commit step.
    pub commit_latency: Millis,
    /// R: the longest pause or restart to outlast.
    pub restart: Millis,
    /// V: how long a committed entry may stay unseen. Without it only the broker bounds the window.
    pub visibility: Option<Millis>,
    /// How often the broker looks for timed-out transactions.
    pub sweep: Millis,
    /// The broker's `transaction.max.timeout.ms`.
    pub broker_max: Millis,
    /// h: the factor wanted between floor and timeout.
    pub headroom: Headroom,
}

impl Inputs {
    /// Refuse what cannot be: a negative length, a broker value that the broker refuses, a floor of nothing.
    pub fn validate(&self) -> Result<(), InputError> {
        let lengths = [
            (InputName::CommitInterval, Some(self.commit_interval)),
            (InputName::CommitLatency, Some(self.commit_latency)),
            (InputName::Restart, Some(self.restart)),
            (InputName::Visibility, self.visibility),
        ];
        for (name, length) in lengths {
            if let Some(length) = length.filter(|length| *length < Millis::ZERO) {
                return Err(InputError::Negative(name, length));
            }
        }
        for (name, value) in [(InputName::Sweep, self.sweep), (InputName::BrokerMax, self.broker_max)] {
            if value < Millis::new(1) || value > KEY_LIMIT {
                return Err(InputError::NotABrokerValue(name, value));
            }
        }
        if self.visibility == Some(Millis::ZERO) {
            return Err(InputError::ZeroVisibility);
        }
        if self.floor() == 0 {
            return Err(InputError::NothingToOutlast);
        }
        Ok(())
    }

    /// Tc + L + R.
    #[must_use]
    pub fn floor(&self) -> i128 {
        self.commit_interval.wide() + self.commit_latency.wide() + self.restart.wide()
    }

    /// V − sweep: the longest timeout whose stall the readers tolerate.
    #[must_use]
    pub fn tolerated(&self) -> Option<i128> {
        self.visibility.map(|visibility| visibility.wide() - self.sweep.wide())
    }

    /// min(V − sweep, the broker's maximum).
    #[must_use]
    pub fn ceiling(&self) -> i128 {
        let broker_max = self.broker_max.wide();
        self.tolerated().map_or(broker_max, |tolerated| tolerated.min(broker_max))
    }

    /// h × floor, rounded up to a whole millisecond.
    #[must_use]
    pub fn required(&self) -> i128 {
        self.headroom.times(self.floor())
    }
}

/// Why there is no window to compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputError {
    /// A length below zero.
    Negative(InputName, Millis),
    /// A sweep or maximum outside what the broker's `INT` key takes, which starts at 1.
    NotABrokerValue(InputName, Millis),
    /// Nothing may stay unseen at all.
    ZeroVisibility,
    /// Commit interval, latency and restart are all zero.
    NothingToOutlast,
}

impl InputError {
    /// The input that cannot be, where it is one.
    #[must_use]
    pub const fn input(self) -> Option<InputName> {
        match self {
            Self::Negative(name, _) | Self::NotABrokerValue(name, _) => Some(name),
            Self::ZeroVisibility => Some(InputName::Visibility),
            Self::NothingToOutlast => None,
        }
    }

    /// What is wrong, to be read after the name of the input.
    #[must_use]
    pub fn about(self) -> String {
        match self {
            Self::Negative(_, value) => format!("is {value}: a length of time cannot be negative"),
            Self::NotABrokerValue(name, value) => {
                let key = match name {
                    InputName::Sweep => "transaction.abort.timed.out.transaction.cleanup.interval.ms",
                    _ => "transaction.max.timeout.ms",
                };
                format!("is {} ms: a broker takes 1 to {} for {key}", value.get(), KEY_LIMIT.get())
            }
            Self::ZeroVisibility => {
                "is 0 s: no reader sees a transactional record at once; leave it out if none waits".to_owned()
            }
            Self::NothingToOutlast => {
                "--commit-interval, --commit-latency and --restart are all 0 s: there is nothing to outlast".to_owned()
            }
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.input() {
            Some(name) => write!(f, "--{name} {}", self.about()),
            None => f.write_str(&self.about()),
        }
    }
}

impl std::error::Error for InputError {}
