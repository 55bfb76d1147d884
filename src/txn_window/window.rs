//! The inequalities: inputs → floor, ceiling, required, recommendation, verdict.

use super::headroom::Headroom;
use super::inputs::{Inputs, KEY_LIMIT};
use super::millis::Millis;

/// Which bound makes the ceiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The readers' tolerance less the sweep (also where both bounds are equal).
    Visibility,
    /// The broker's `transaction.max.timeout.ms`.
    BrokerMax,
}

impl Bound {
    /// As the contract spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Visibility => "visibility",
            Self::BrokerMax => "broker-max",
        }
    }
}

/// Whether a right value of `transaction.timeout.ms` exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// floor × headroom ≤ ceiling.
    Fits,
    /// floor ≤ ceiling < floor × headroom: legal values exist, the wanted headroom does not.
    HeadroomLost,
    /// floor > ceiling.
    NoLegalValue,
}

impl Verdict {
    /// As the contract spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::HeadroomLost => "headroom-lost",
            Self::NoLegalValue => "no-legal-value",
        }
    }
}

/// By how much a timeout passes each bound; none where it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Excess {
    /// How much later than tolerated the worst stall ends.
    pub visibility: Option<Millis>,
    /// How far the timeout lies above the broker's maximum.
    pub broker_max: Option<Millis>,
}

impl Excess {
    /// Of a timeout over the bounds of these inputs.
    #[must_use]
    pub fn of(timeout: i128, inputs: &Inputs) -> Self {
        let over = |bound: i128| (timeout > bound).then(|| Millis::from_wide(timeout - bound));
        Self { visibility: inputs.tolerated().and_then(over), broker_max: over(inputs.broker_max.wide()) }
    }

    /// Neither bound is passed.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.visibility.is_none() && self.broker_max.is_none()
    }
}

/// The parts of the floor in thousandths, each rounded to the nearest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shares {
    /// Of the commit interval.
    pub commit_interval: u16,
    /// Of the commit latency.
    pub commit_latency: u16,
    /// Of the restart.
    pub restart: u16,
}

/// What the inputs allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Tc + L + R.
    pub floor: Millis,
    /// min(V − sweep, broker maximum). Not positive where V is not above the sweep.
    pub ceiling: Millis,
    /// Which bound makes the ceiling.
    pub ceiling_from: Bound,
    /// headroom × floor, rounded up. May lie above what the key can hold.
    pub required: Millis,
    /// The value to write; none where no value is legal. Under [`Verdict::HeadroomLost`] it is the
    /// ceiling, which keeps as much headroom as there is.
    pub recommended: Option<Millis>,
    /// By how much `required` passes the bounds.
    pub exceeds: Excess,
    /// The parts of the floor.
    pub shares: Shares,
    /// Whether it fits.
    pub verdict: Verdict,
    /// ceiling ÷ floor, cut to billionths; none where the ceiling is below zero.
    pub largest_headroom: Option<Headroom>,
}

impl Window {
    /// Compute it. Meant for inputs that [`Inputs::validate`] accepts; any others give numbers without meaning.
    #[must_use]
    pub fn of(inputs: &Inputs) -> Self {
        let (floor, ceiling, required) = (inputs.floor(), inputs.ceiling(), inputs.required());
        let visibility_binds = inputs.tolerated().is_some_and(|tolerated| tolerated <= inputs.broker_max.wide());
        let verdict = if required <= ceiling {
            Verdict::Fits
        } else if floor <= ceiling {
            Verdict::HeadroomLost
        } else {
            Verdict::NoLegalValue
        };
        let recommended = match verdict {
            Verdict::Fits => Some(round_figure(required).min(ceiling)),
            Verdict::HeadroomLost => Some(ceiling),
            Verdict::NoLegalValue => None,
        };
        Self {
            floor: Millis::from_wide(floor),
            ceiling: Millis::from_wide(ceiling),
            ceiling_from: if visibility_binds { Bound::Visibility } else { Bound::BrokerMax },
            required: Millis::from_wide(required),
            recommended: recommended.map(Millis::from_wide),
            exceeds: Excess::of(required, inputs),
            shares: Shares {
                commit_interval: share(inputs.commit_interval, floor),
                commit_latency: share(inputs.commit_latency, floor),
                restart: share(inputs.restart, floor),
            },
            verdict,
            largest_headroom: if ceiling < 0 { None } else { Headroom::at_most(ceiling, floor) },
        }
    }

    /// Whether the required timeout is more than an `INT` key can hold, whatever the broker allows.
    #[must_use]
    pub fn beyond_key(&self) -> bool {
        self.required > KEY_LIMIT
    }
}

/// The next multiple of 30 s, or of 1 s below one minute.
fn round_figure(millis: i128) -> i128 {
    let step = if millis < 60_000 { 1_000 } else { 30_000 };
    -(-millis).div_euclid(step) * step
}

fn share(part: Millis, whole: i128) -> u16 {
    if whole <= 0 {
        return 0;
    }
    u16::try_from((part.wide() * 2_000 + whole).div_euclid(2 * whole)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{ferrystone, inputs};
    use super::*;

    #[test]
    fn the_ledger_comes_out_to_the_millisecond() {
        let window = Window::of(&ferrystone());
        assert_eq!(window.floor, Millis::seconds(222));
        assert_eq!(window.ceiling, Millis::seconds(470));
        assert_eq!(window.ceiling_from, Bound::Visibility);
        assert_eq!(window.required, Millis::seconds(444));
        assert_eq!(window.recommended, Some(Millis::new(450_000)));
        assert_eq!(window.verdict, Verdict::Fits);
        assert!(window.exceeds.is_none());
        assert_eq!(window.shares, Shares { commit_interval: 135, commit_latency: 54, restart: 811 });
        assert_eq!(window.largest_headroom.unwrap().cut(3), "2.117");
    }

    #[test]
    fn a_restart_of_six_minutes_loses_the_headroom() {
        let window = Window::of(&inputs(30, 12, 360, Some(480)));
        assert_eq!(window.floor, Millis::seconds(402));
        assert_eq!(window.required, Millis::seconds(804));
        assert_eq!(window.verdict, Verdict::HeadroomLost);
        assert_eq!(window.exceeds.visibility, Some(Millis::seconds(334)));
        assert_eq!(window.exceeds.broker_max, None);
        assert_eq!(900_000 - window.required.get(), 96_000);
        assert_eq!(window.recommended, Some(Millis::seconds(470)));
    }

    #[test]
    fn a_restart_of_twelve_minutes_leaves_no_value() {
        let window = Window::of(&inputs(30, 12, 720, Some(480)));
        assert_eq!(window.floor, Millis::seconds(762));
        assert_eq!(window.required, Millis::new(1_524_000));
        assert_eq!(window.verdict, Verdict::NoLegalValue);
        assert_eq!(window.exceeds.broker_max, Some(Millis::new(624_000)));
        assert_eq!(window.exceeds.visibility, Some(Millis::new(1_054_000)));
        assert_eq!(window.recommended, None);
    }

    #[test]
    fn without_a_tolerance_only_the_broker_bounds() {
        let window = Window::of(&inputs(30, 12, 180, None));
        assert_eq!(window.ceiling, Millis::seconds(900));
        assert_eq!(window.ceiling_from, Bound::BrokerMax);
        assert_eq!(window.exceeds.visibility, None);
    }

    #[test]
    fn rounds_to_thirty_seconds_to_one_second_or_to_the_ceiling() {
        let recommended = |tc: i64, visibility: Option<i64>| {
            let inputs = Inputs {
                commit_interval: Millis::new(tc),
                commit_latency: Millis::ZERO,
                restart: Millis::ZERO,
                visibility: visibility.map(Millis::new),
                ..ferrystone()
            };
            Window::of(&inputs).recommended.unwrap().get()
        };
        assert_eq!(recommended(225_000, None), 450_000, "a round figure already");
        assert_eq!(recommended(225_001, None), 480_000);
        assert_eq!(recommended(10_001, None), 21_000);
        assert_eq!(recommended(29_501, None), 60_000);
        assert_eq!(recommended(30_000, None), 60_000);
        assert_eq!(recommended(30_001, None), 90_000);
        assert_eq!(recommended(222_000, Some(455_000)), 445_000, "the ceiling, where the round figure passes it");
        assert_eq!(recommended(1, None), 1_000);
    }

    #[test]
    fn one_millisecond_decides() {
        let at = |visibility| Window::of(&Inputs { visibility: Some(Millis::new(visibility)), ..ferrystone() }).verdict;
        assert_eq!(at(454_000), Verdict::Fits);
        assert_eq!(at(453_999), Verdict::HeadroomLost);
        assert_eq!(at(232_000), Verdict::HeadroomLost);
        assert_eq!(at(231_999), Verdict::NoLegalValue);
        assert_eq!(at(5_000), Verdict::NoLegalValue, "not even above the sweep");
    }
}
