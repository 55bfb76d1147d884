//! A window that does not fit → what would make it fit, the cheapest first.

use super::headroom::Headroom;
use super::inputs::{Inputs, KEY_LIMIT};
use super::inverse::Extremes;
use super::millis::Millis;
use super::window::{Verdict, Window};

/// One change that alone makes the wanted headroom fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mend {
    /// Commit at least this often: a setting of the client.
    CommitInterval(Millis),
    /// Come back at least this fast: work on the deployment.
    Restart(Millis),
    /// Have the readers wait at least this long: an agreement with their owners.
    Visibility(Millis),
    /// Let the broker accept at least this much: a rolling restart, since the key is read-only.
    BrokerMax(Millis),
    /// Both of the last two, where each alone would leave the other in the way.
    VisibilityAndBrokerMax(Millis, Millis),
    /// Live with the headroom that there is.
    Headroom(Headroom),
}

impl Mend {
    /// As JSON names it: the input that changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CommitInterval(_) => "commit-interval",
            Self::Restart(_) => "restart",
            Self::Visibility(_) => "visibility",
            Self::BrokerMax(_) => "broker-max",
            Self::VisibilityAndBrokerMax(..) => "visibility-and-broker-max",
            Self::Headroom(_) => "headroom",
        }
    }
}

/// What would mend these inputs, in order of cost; empty where they fit.
#[must_use]
pub fn mends(inputs: &Inputs) -> Vec<Mend> {
    let window = Window::of(inputs);
    if window.verdict == Verdict::Fits {
        return Vec::new();
    }
    let extremes = Extremes::of(inputs);
    let tolerance = Millis::from_wide(inputs.required() + inputs.sweep.wide());
    let bounds = match (window.exceeds.visibility, window.exceeds.broker_max) {
        (Some(_), Some(_)) if window.required <= KEY_LIMIT => Some(Mend::VisibilityAndBrokerMax(tolerance, window.required)),
        _ => extremes
            .visibility
            .filter(|_| window.exceeds.visibility.is_some())
            .map(Mend::Visibility)
            .or_else(|| extremes.broker_max.map(Mend::BrokerMax)),
    };
    let headroom = extremes.headroom.filter(|_| window.verdict == Verdict::HeadroomLost);
    [
        extremes.commit_interval.map(Mend::CommitInterval),
        extremes.restart.map(Mend::Restart),
        bounds,
        headroom.map(Mend::Headroom),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{any_inputs, ferrystone, inputs};
    use super::*;

    #[test]
    fn nothing_to_mend_where_it_fits() {
        assert_eq!(mends(&ferrystone()), []);
    }

    #[test]
    fn a_long_commit_interval_is_mended_by_itself_first() {
        let mends = mends(&inputs(60, 12, 180, Some(480)));
        assert_eq!(mends[0], Mend::CommitInterval(Millis::seconds(43)));
        assert_eq!(mends[1], Mend::Restart(Millis::seconds(163)));
        assert_eq!(mends[2], Mend::Visibility(Millis::seconds(514)));
        assert_eq!(mends[3], Mend::Headroom(Headroom::at_most(470, 252).unwrap()));
    }

    #[test]
    fn both_bounds_move_together_where_both_are_in_the_way() {
        let mends = mends(&inputs(30, 12, 720, Some(480)));
        let both = Mend::VisibilityAndBrokerMax(Millis::seconds(1_534), Millis::seconds(1_524));
        assert_eq!(mends, [Mend::Restart(Millis::seconds(193)), both]);
    }

    #[test]
    fn the_broker_alone_where_no_tolerance_is_known() {
        let mends = mends(&inputs(30, 12, 720, None));
        assert_eq!(mends[1], Mend::BrokerMax(Millis::seconds(1_524)));
        let far = super::mends(&inputs(30, 12, 2_000_000, None));
        assert_eq!(far, [Mend::Restart(Millis::seconds(408))], "the key cannot hold what the broker would need");
    }

    proptest! {
        #[test]
        fn every_mend_mends(inputs in any_inputs()) {
            for mend in mends(&inputs) {
                let mended = match mend {
                    Mend::CommitInterval(commit_interval) => Inputs { commit_interval, ..inputs },
                    Mend::Restart(restart) => Inputs { restart, ..inputs },
                    Mend::Visibility(visibility) => Inputs { visibility: Some(visibility), ..inputs },
                    Mend::BrokerMax(broker_max) => Inputs { broker_max, ..inputs },
                    Mend::VisibilityAndBrokerMax(visibility, broker_max) => {
                        Inputs { visibility: Some(visibility), broker_max, ..inputs }
                    }
                    Mend::Headroom(headroom) => Inputs { headroom, ..inputs },
                };
                prop_assert_eq!(Window::of(&mended).verdict, Verdict::Fits, "{:?}", mend);
            }
        }
    }
}
