//! The inverse solves: how far each input may move, the others held, before the window stops fitting.

use super::headroom::Headroom;
use super::inputs::{Inputs, KEY_LIMIT};
use super::millis::Millis;

/// The extreme value of each input that still fits. `None`: no value of that input alone would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extremes {
    /// The critical commit interval: ceiling ÷ h − L − R, rounded down; none where not positive.
    pub commit_interval: Option<Millis>,
    /// ceiling ÷ h − Tc − R, rounded down; none where negative.
    pub commit_latency: Option<Millis>,
    /// ceiling ÷ h − Tc − L, rounded down; none where negative.
    pub restart: Option<Millis>,
    /// The smallest tolerance: h × floor + sweep; none where the broker's maximum is in the way.
    pub visibility: Option<Millis>,
    /// The largest sweep: V − h × floor; none without V, or where the broker's maximum is in the way.
    pub sweep: Option<Millis>,
    /// The smallest broker maximum: h × floor; none where V is in the way, or the key's limit.
    pub broker_max: Option<Millis>,
    /// ceiling ÷ floor, cut to billionths; none below 1.
    pub headroom: Option<Headroom>,
}

impl Extremes {
    /// Solve for each input in turn.
    #[must_use]
    pub fn of(inputs: &Inputs) -> Self {
        let budget = inputs.headroom.divide(inputs.ceiling());
        let left = |others: i128, least: i128| {
            let left = budget - others;
            (left >= least).then(|| Millis::from_wide(left))
        };
        let (interval, latency, restart) = (inputs.commit_interval.wide(), inputs.commit_latency.wide(), inputs.restart.wide());
        let required = inputs.required();
        let broker_allows = required <= inputs.broker_max.wide();
        let readers_allow = inputs.tolerated().is_none_or(|tolerated| required <= tolerated);
        Self {
            commit_interval: left(latency + restart, 1),
            commit_latency: left(interval + restart, 0),
            restart: left(interval + latency, 0),
            visibility: broker_allows.then(|| Millis::from_wide(required + inputs.sweep.wide())),
            sweep: inputs
                .visibility
                .map(|visibility| visibility.wide() - required)
                .filter(|sweep| broker_allows && *sweep >= 1)
                .map(|sweep| Millis::from_wide(sweep).min(KEY_LIMIT)),
            broker_max: Some(required).filter(|required| readers_allow && *required <= KEY_LIMIT.wide()).map(Millis::from_wide),
            headroom: Headroom::at_most(inputs.ceiling(), inputs.floor()).filter(|headroom| *headroom >= Headroom::ONE),
        }
    }
}

/// The critical commit interval by the other route: take h × (L + R) off the ceiling first, then
/// divide what is left by h. `None` where it is not positive.
#[must_use]
pub fn drawdown(inputs: &Inputs) -> Option<Millis> {
    let billionths = i128::from(inputs.headroom.billionths());
    let one = i128::from(Headroom::ONE.billionths());
    let spoken_for = billionths * (inputs.commit_latency.wide() + inputs.restart.wide());
    let left = inputs.ceiling() * one - spoken_for;
    let interval = left.div_euclid(billionths);
    (interval > 0).then(|| Millis::from_wide(interval))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{any_inputs, ferrystone, inputs};
    use super::super::window::{Verdict, Window};
    use super::*;

    #[test]
    fn the_ledger_may_commit_every_43_s() {
        let inputs = ferrystone();
        let extremes = Extremes::of(&inputs);
        assert_eq!(extremes.commit_interval, Some(Millis::seconds(43)));
        assert_eq!(drawdown(&inputs), Some(Millis::seconds(43)));
        assert_eq!(extremes.commit_latency, Some(Millis::seconds(25)));
        assert_eq!(extremes.restart, Some(Millis::seconds(193)));
        assert_eq!(extremes.visibility, Some(Millis::seconds(454)));
        assert_eq!(extremes.sweep, Some(Millis::seconds(36)));
        assert_eq!(extremes.broker_max, Some(Millis::seconds(444)));
        assert_eq!(extremes.headroom.unwrap().cut(3), "2.117");
    }

    #[test]
    fn the_drawdown_goes_through_470_384_86_43() {
        let inputs = ferrystone();
        assert_eq!(inputs.ceiling(), 470_000);
        let spoken_for = inputs.headroom.times(inputs.commit_latency.wide() + inputs.restart.wide());
        assert_eq!(spoken_for, 384_000);
        assert_eq!(inputs.ceiling() - spoken_for, 86_000);
        assert_eq!(inputs.headroom.divide(86_000), 43_000);
    }

    #[test]
    fn says_nothing_where_no_value_would_do() {
        let extremes = Extremes::of(&inputs(30, 12, 720, Some(480)));
        assert_eq!(extremes.commit_interval, None);
        assert_eq!(extremes.commit_latency, None);
        assert_eq!(extremes.restart, Some(Millis::seconds(193)));
        assert_eq!(extremes.visibility, None, "the broker's maximum is in the way");
        assert_eq!(extremes.broker_max, None, "the tolerance is in the way");
        assert_eq!(extremes.headroom, None);
    }

    fn fits(inputs: &Inputs) -> bool {
        Window::of(inputs).verdict == Verdict::Fits
    }

    /// `best` fits, one step further does not.
    fn tight(best: Option<Millis>, least: i64, step: i64, with: impl Fn(Millis) -> Inputs) -> Result<(), TestCaseError> {
        match best {
            Some(best) => {
                prop_assert!(fits(&with(best)), "{best:?} does not fit");
                let further = Millis::new(best.get() + step);
                prop_assert!(!fits(&with(further)), "{further:?} fits as well");
            }
            None => prop_assert!(!fits(&with(Millis::new(least))), "{least} would fit"),
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn both_routes_to_the_critical_interval_agree(inputs in any_inputs()) {
            prop_assert_eq!(Extremes::of(&inputs).commit_interval, drawdown(&inputs));
        }

        #[test]
        fn every_solve_is_tight(inputs in any_inputs()) {
            let best = Extremes::of(&inputs);
            tight(best.commit_interval, 1, 1, |commit_interval| Inputs { commit_interval, ..inputs })?;
            tight(best.commit_latency, 0, 1, |commit_latency| Inputs { commit_latency, ..inputs })?;
            tight(best.restart, 0, 1, |restart| Inputs { restart, ..inputs })?;
            tight(best.visibility, i64::MAX, -1, |visibility| Inputs { visibility: Some(visibility), ..inputs })?;
            if inputs.visibility.is_some() && best.sweep != Some(KEY_LIMIT) {
                tight(best.sweep, 1, 1, |sweep| Inputs { sweep, ..inputs })?;
            }
            tight(best.broker_max, KEY_LIMIT.get(), -1, |broker_max| Inputs { broker_max, ..inputs })?;
        }

        #[test]
        fn the_largest_headroom_is_tight(inputs in any_inputs()) {
            let with = |billionths| Inputs { headroom: Headroom::from_billionths(billionths), ..inputs };
            match Extremes::of(&inputs).headroom {
                Some(best) => {
                    prop_assert!(fits(&with(best.billionths())));
                    prop_assert!(!fits(&with(best.billionths() + 1)),
                        "a billionth more still fits");
                }
                None => prop_assert!(!fits(&with(Headroom::ONE.billionths()))),
            }
        }

        #[test]
        fn a_recommendation_lies_in_the_window_and_keeps_the_headroom(inputs in any_inputs()) {
            let window = Window::of(&inputs);
            match (window.verdict, window.recommended) {
                (Verdict::NoLegalValue, recommended) => prop_assert_eq!(recommended, None),
                (verdict, Some(value)) => {
                    prop_assert!(window.floor <= value && value <= window.ceiling && value <= KEY_LIMIT);
                    prop_assert_eq!(verdict == Verdict::Fits, value >= window.required);
                    prop_assert_eq!(verdict == Verdict::Fits, window.exceeds.is_none());
                }
                (_, None) => prop_assert!(false, "a legal window without a recommendation"),
            }
        }
    }
}
