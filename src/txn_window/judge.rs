//! A value of `transaction.timeout.ms` → whether it is legal, what it costs, and how often it would fail.

use super::headroom::Headroom;
use super::inputs::{Inputs, KEY_LIMIT};
use super::millis::Millis;

/// One reason why a value is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// Zero or below: `initTransactions()` cannot succeed (measured, 0.11.0.3 to 4.4.0).
    NotPositive,
    /// More than an `INT` key holds: the producer is not constructed.
    BeyondKey,
    /// Above the broker's maximum by so much: `initTransactions()` fails.
    AboveBrokerMax(Millis),
    /// Below the floor by so much: the broker may abort work in progress.
    BelowFloor(Millis),
    /// The worst stall outlasts the readers' tolerance by so much.
    StallTooLong(Millis),
}

impl Flaw {
    /// As JSON names it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotPositive => "not-positive",
            Self::BeyondKey => "beyond-key",
            Self::AboveBrokerMax(_) => "above-broker-max",
            Self::BelowFloor(_) => "below-floor",
            Self::StallTooLong(_) => "stall-too-long",
        }
    }
}

/// What one value means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The value.
    pub timeout: Millis,
    /// Why it is not legal; empty where it is.
    pub flaws: Vec<Flaw>,
    /// timeout ÷ floor, cut to billionths; none for a value that is not positive.
    pub headroom: Option<Headroom>,
    /// Whether it is at least the wanted headroom × floor.
    pub enough_headroom: bool,
    /// timeout + sweep: when readers go on at the latest (brokers 3.9.1 and 4.4.0 abort in (T, T + sweep]).
    pub stall_worst: Millis,
    /// timeout + sweep ÷ 2: the abort comes uniformly in that span.
    pub stall_typical: Millis,
    /// V − worst stall; none without V.
    pub spare: Option<Millis>,
    /// timeout − Tc − L: the longest pause that it outlasts; none where it does not even cover the work.
    pub survives: Option<Millis>,
    /// How often it fails where it is below the floor.
    pub overrun: Option<Overrun>,
}

/// A transaction that lasts longer than its timeout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overrun {
    /// floor − timeout: how long the worst transaction is past its deadline.
    pub by: Millis,
    /// overrun ÷ sweep in thousandths, at most 1000: the part of such transactions that a sweep
    /// meets. The deadline itself is not enforced on commit (brokers 3.9.1 and 4.4.0).
    pub aborted: u16,
    /// The worst transaction without a pause (Tc + L) overruns as well.
    pub without_pause: bool,
}

impl Judgement {
    /// Judge a value against inputs that [`Inputs::validate`] accepts.
    #[must_use]
    pub fn of(timeout: Millis, inputs: &Inputs) -> Self {
        let (value, floor) = (timeout.wide(), inputs.floor());
        let worked = inputs.commit_interval.wide() + inputs.commit_latency.wide();
        let stall = value + inputs.sweep.wide();
        Self {
            timeout,
            flaws: flaws(timeout, inputs),
            headroom: if value > 0 { Headroom::at_most(value, floor) } else { None },
            enough_headroom: value >= inputs.required(),
            stall_worst: Millis::from_wide(stall),
            stall_typical: Millis::from_wide(value + inputs.sweep.wide() / 2),
            spare: inputs.visibility.map(|visibility| Millis::from_wide(visibility.wide() - stall)),
            survives: (value >= worked).then(|| Millis::from_wide(value - worked)),
            overrun: (value > 0 && floor > value).then(|| Overrun {
                by: Millis::from_wide(floor - value),
                aborted: aborted(floor - value, inputs.sweep.wide()),
                without_pause: worked > value,
            }),
        }
    }

    /// Inside the window.
    #[must_use]
    pub fn legal(&self) -> bool {
        self.flaws.is_empty()
    }

    /// Legal, and with the headroom that was asked for.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.legal() && self.enough_headroom
    }
}

fn flaws(timeout: Millis, inputs: &Inputs) -> Vec<Flaw> {
    if timeout <= Millis::ZERO {
        return vec![Flaw::NotPositive];
    }
    if timeout > KEY_LIMIT {
        return vec![Flaw::BeyondKey];
    }
    let value = timeout.wide();
    let above = |bound: i128| (value > bound).then(|| Millis::from_wide(value - bound));
    let below_floor = (value < inputs.floor()).then(|| Millis::from_wide(inputs.floor() - value));
    [
        above(inputs.broker_max.wide()).map(Flaw::AboveBrokerMax),
        below_floor.map(Flaw::BelowFloor),
        inputs.tolerated().and_then(above).map(Flaw::StallTooLong),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// overrun ÷ sweep in thousandths, to the nearest, at most 1000.
fn aborted(overrun: i128, sweep: i128) -> u16 {
    let thousandths = (overrun * 2_000 + sweep).div_euclid(2 * sweep.max(1));
    u16::try_from(thousandths.min(1_000)).unwrap_or(1_000)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::{any_inputs, ferrystone};
    use super::super::window::{Verdict, Window};
    use super::*;

    fn judge(millis: i64) -> Judgement {
        Judgement::of(Millis::new(millis), &ferrystone())
    }

    #[test]
    fn the_recommended_value_passes() {
        let judged = judge(450_000);
        assert!(judged.passes());
        assert_eq!(judged.stall_worst, Millis::seconds(460));
        assert_eq!(judged.stall_typical, Millis::seconds(455));
        assert_eq!(judged.spare, Some(Millis::seconds(20)));
        assert_eq!(judged.survives, Some(Millis::seconds(408)));
        assert_eq!(judged.headroom.unwrap().cut(3), "2.027");
        assert_eq!(judged.overrun, None);
    }

    #[test]
    fn the_default_is_below_the_floor_though_twice_the_commit_interval() {
        let judged = judge(60_000);
        assert_eq!(judged.flaws, [Flaw::BelowFloor(Millis::seconds(162))]);
        assert_eq!(judged.survives, Some(Millis::seconds(18)));
        let overrun = Overrun { by: Millis::seconds(162), aborted: 1_000, without_pause: false };
        assert_eq!(judged.overrun, Some(overrun));
        assert!(judge(41_999).overrun.unwrap().without_pause);
        assert_eq!(judge(41_999).survives, None);
    }

    #[test]
    fn a_small_overrun_fails_only_sometimes() {
        assert_eq!(judge(220_500).overrun.unwrap().aborted, 150);
        assert_eq!(judge(221_999).overrun.unwrap().aborted, 0);
        assert_eq!(judge(212_000).overrun.unwrap().aborted, 1_000);
        assert_eq!(judge(222_000).overrun, None);
    }

    #[test]
    fn legal_without_the_headroom_does_not_pass() {
        let judged = judge(443_999);
        assert!(judged.legal() && !judged.passes());
        assert!(judge(444_000).passes());
        assert!(judge(470_000).passes());
        assert_eq!(judge(470_001).flaws, [Flaw::StallTooLong(Millis::new(1))]);
    }

    #[test]
    fn the_broker_and_the_key_have_their_own_limits() {
        let flaws = judge(1_524_000).flaws;
        assert_eq!(flaws, [Flaw::AboveBrokerMax(Millis::new(624_000)), Flaw::StallTooLong(Millis::new(1_054_000))]);
        assert_eq!(judge(0).flaws, [Flaw::NotPositive]);
        assert_eq!(judge(-1).flaws, [Flaw::NotPositive]);
        assert_eq!(judge(2_147_483_648).flaws, [Flaw::BeyondKey]);
    }

    proptest! {
        #[test]
        fn the_judgement_and_the_window_agree(inputs in any_inputs(), timeout in 1_i64..=KEY_LIMIT.get()) {
            let window = Window::of(&inputs);
            let judged = Judgement::of(Millis::new(timeout), &inputs);
            let inside = window.floor.get() <= timeout && timeout <= window.ceiling.get();
            prop_assert_eq!(judged.legal(), inside);
            if judged.passes() {
                prop_assert_eq!(window.verdict, Verdict::Fits);
            }
            if let Some(recommended) = window.recommended {
                let recommended = Judgement::of(recommended, &inputs);
                prop_assert!(recommended.legal());
                prop_assert_eq!(recommended.passes(), window.verdict == Verdict::Fits);
            }
        }
    }
}
