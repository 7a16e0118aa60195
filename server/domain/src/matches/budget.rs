//! The most actions, chat lines and offers of one match.
//!
//! A journal is sometimes read whole, and its match is replayed from it: both must stay cheap,
//! whatever players and spectators do. Each side has a budget of its own and the spectators share
//! one, so that no one can use up another's; offers are counted apart from chat. An action that the
//! rules allow a side is never refused because of earlier chat or offers.

use crate::text::Offer;
use engine::{BySide, Side};

/// After this many actions a match is drawn, whatever its game: above the longest limit of any
/// ruleset itself (2,500 turns), and ten times as long as a long game.
pub const MAX_PLIES: u32 = 3_000;

/// How many lines each side may say, and all spectators together, before a match ends.
pub const MAX_LINES: u16 = 500;

/// How many draws, how many takebacks, and how many pauses each side may offer.
pub const MAX_OFFERS: u16 = 200;

/// How many impasses each side may propose: one for every action that a match can have, so that a
/// player who proposes one only when it has arisen never reaches the limit.
const MAX_IMPASSES: u16 = 3_000;

/// How many plans each side may make.
pub(super) const MAX_PLANS: u16 = 500;

/// How often the name of a side may change.
pub const MAX_RENAMES: u16 = 100;

/// The chat lines and offers of a match so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Spent {
    sides: BySide<SpentBySide>,
    /// Lines of all spectators.
    spectators: u16,
}

/// The same of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct SpentBySide {
    lines: u16,
    draws: u16,
    takebacks: u16,
    pauses: u16,
    impasses: u16,
    renames: u16,
    plans: u16,
}

impl Spent {
    /// Whether a side, or a spectator, may say one more line.
    pub(super) fn allows_line(&self, seat: Option<Side>) -> bool {
        seat.map_or(self.spectators, |side| self.sides[side].lines) < MAX_LINES
    }

    /// Counts a line.
    pub(super) fn record_line(&mut self, seat: Option<Side>) {
        match seat {
            Some(side) => increment(&mut self.sides[side].lines),
            None => increment(&mut self.spectators),
        }
    }

    /// Whether a side may make one more offer of a kind.
    pub(super) fn allows_offer(&self, offer: Offer, side: Side) -> bool {
        let spent = &self.sides[side];
        match offer {
            Offer::Draw => spent.draws < MAX_OFFERS,
            Offer::Takeback => spent.takebacks < MAX_OFFERS,
            Offer::Pause => spent.pauses < MAX_OFFERS,
            Offer::Impasse => spent.impasses < MAX_IMPASSES,
            // Made when the match is over and nothing is written any more.
            Offer::Rematch => true,
        }
    }

    /// Counts an offer.
    pub(super) fn record_offer(&mut self, offer: Offer, side: Side) {
        let spent = &mut self.sides[side];
        match offer {
            Offer::Draw => increment(&mut spent.draws),
            Offer::Takeback => increment(&mut spent.takebacks),
            Offer::Pause => increment(&mut spent.pauses),
            Offer::Impasse => increment(&mut spent.impasses),
            Offer::Rematch => {}
        }
    }

    /// Whether a side may make one more plan.
    pub(super) fn allows_plan(&self, side: Side) -> bool {
        self.sides[side].plans < MAX_PLANS
    }

    /// Counts a plan.
    pub(super) fn record_plan(&mut self, side: Side) {
        increment(&mut self.sides[side].plans);
    }

    /// Whether a side may be shown by another name once more.
    pub(super) fn allows_rename(&self, side: Side) -> bool {
        self.sides[side].renames < MAX_RENAMES
    }

    /// Counts a change of a name.
    pub(super) fn record_rename(&mut self, side: Side) {
        increment(&mut self.sides[side].renames);
    }
}

const fn increment(count: &mut u16) {
    *count = count.saturating_add(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_limit_for_each_side_and_for_spectators() {
        let seats = [None, Some(Side::First), Some(Side::Second)];
        for seat in seats {
            let mut spent = Spent::default();
            for said in 0..MAX_LINES {
                assert!(spent.allows_line(seat), "{seat:?} {said}");
                spent.record_line(seat);
            }
            for other in seats {
                assert_eq!(spent.allows_line(other), other != seat, "{seat:?} {other:?}");
            }
        }
    }

    #[test]
    fn offers_of_a_kind_have_a_limit_for_each_side() {
        for (offer, limit) in [
            (Offer::Draw, MAX_OFFERS),
            (Offer::Takeback, MAX_OFFERS),
            (Offer::Pause, MAX_OFFERS),
            (Offer::Impasse, MAX_IMPASSES),
        ] {
            let mut spent = Spent::default();
            for made in 0..limit {
                assert!(spent.allows_offer(offer, Side::First), "{offer:?} {made}");
                spent.record_offer(offer, Side::First);
            }
            assert!(!spent.allows_offer(offer, Side::First), "{offer:?}");
            assert!(spent.allows_offer(offer, Side::Second), "{offer:?} of the other side");
        }
    }
}
