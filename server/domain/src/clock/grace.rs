//! The grace in which a side can act for the first time without its time running.
//!
//! The rule: a tenth of what each side has at the start, all periods of byoyomi included, but at
//! least [`MIN_GRACE`] and at most [`MAX_GRACE`]. A player who starts a game of an hour may be away from the
//! board for a moment; the opponent should not have to wait for long. By days neither waits: the
//! grace is a whole turn, so that a game whose players never begin is aborted and not lost.

use super::setting::ClockSetting;
use engine::Side;

/// The least, in milliseconds: time to notice that the opponent has come.
const MIN_GRACE: u64 = 30_000;

/// The most, in milliseconds.
const MAX_GRACE: u64 = 120_000;

/// The share of a side's time, as its divisor.
const SHARE: u64 = 10;

/// A grace that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grace {
    /// The side it belongs to.
    pub side: Side,
    /// The rest of it, in milliseconds.
    pub left: u64,
}

impl ClockSetting {
    /// How long a side has for its first action, in milliseconds; `None` without a limit, where
    /// neither player has to hurry.
    #[must_use]
    pub fn grace(self) -> Option<u64> {
        let stock = self.stock()?;
        Some(if self.expects_presence() {
            (stock / SHARE).clamp(MIN_GRACE, MAX_GRACE)
        } else {
            stock
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Byoyomi, Correspondence, Fischer};
    use super::*;

    #[test]
    fn a_grace_is_a_tenth_of_the_time_within_bounds() {
        for (initial, grace) in
            [(10, 30), (300, 30), (310, 31), (600, 60), (1_200, 120), (1_210, 120), (10_800, 120)]
        {
            let setting = ClockSetting::Fischer(Fischer::new(initial, 5).expect("in range"));
            assert_eq!(setting.grace(), Some(grace * 1_000), "{initial}");
        }
        for (main, period, periods, grace) in
            [(0, 5, 1, 30), (600, 30, 3, 69), (300, 30, 1, 33), (10_800, 180, 10, 120)]
        {
            let byoyomi = Byoyomi::new(main, period, periods).expect("in range");
            assert_eq!(ClockSetting::Byoyomi(byoyomi).grace(), Some(grace * 1_000), "{main}");
        }
        let by_days = Correspondence::new(3).expect("in range");
        assert_eq!(ClockSetting::Correspondence(by_days).grace(), Some(259_200_000));
        assert_eq!(ClockSetting::None.grace(), None);
    }
}
