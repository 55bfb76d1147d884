//! Inputs for the tests of this module.

use proptest::prelude::*;

use super::headroom::Headroom;
use super::inputs::{DEFAULT_BROKER_MAX, DEFAULT_SWEEP, InputName, Inputs, KEY_LIMIT};
use super::millis::Millis;
use super::report::Request;
use super::sources::Origin;
use crate::version::Version;

/// The ledger of the figures: 30 s, 12 s, 180 s against 480 s.
pub fn ferrystone() -> Inputs {
    inputs(30, 12, 180, Some(480))
}

/// In seconds, with Kafka's defaults for the broker and a headroom of 2.
pub fn inputs(commit_interval: i64, commit_latency: i64, restart: i64, visibility: Option<i64>) -> Inputs {
    Inputs {
        commit_interval: Millis::seconds(commit_interval),
        commit_latency: Millis::seconds(commit_latency),
        restart: Millis::seconds(restart),
        visibility: visibility.map(Millis::seconds),
        sweep: DEFAULT_SWEEP,
        broker_max: DEFAULT_BROKER_MAX,
        headroom: Headroom::DEFAULT,
    }
}

/// Any inputs that validate, near the bounds as well as far from them.
pub fn any_inputs() -> impl Strategy<Value = Inputs> {
    let length = || prop_oneof![0_i64..1_000, 0_i64..2_000_000, 0_i64..3_155_760_000_000].prop_map(Millis::new);
    let broker = || prop_oneof![1_i64..20_000, 1_i64..2_000_000, 1..=KEY_LIMIT.get()].prop_map(Millis::new);
    let headroom = prop_oneof![Just(2_000_000_000), Just(1_000_000_000), 1_000_000_000_i64..=1_000_000_000_000];
    (length(), length(), length(), proptest::option::of(length()), broker(), broker(), headroom)
        .prop_map(|(commit_interval, commit_latency, restart, visibility, sweep, broker_max, headroom)| Inputs {
            commit_interval,
            commit_latency,
            restart,
            visibility,
            sweep,
            broker_max,
            headroom: Headroom::from_billionths(headroom),
        })
        .prop_filter("inputs that validate", |inputs| inputs.validate().is_ok())
}

/// The ledger as the command line would ask for it.
pub fn ferrystone_request() -> Request {
    let mut request = Request::new(Version::NEWEST);
    for (input, seconds) in
        [(InputName::CommitInterval, 30), (InputName::CommitLatency, 12), (InputName::Restart, 180), (InputName::Visibility, 480)]
    {
        request.sources.offer_time(input, Millis::seconds(seconds), Origin::Flag(input.name().to_owned()));
    }
    request
}
