//! The offers that stand in a match: at most one of each kind, with the side that made it.
//!
//! An offer ends when it is answered, withdrawn, or lapses with the next action (see `lapse`).

use crate::text::Offer;
use engine::Side;

/// The side that made each open offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Offers {
    draw: Option<Side>,
    takeback: Option<Side>,
    impasse: Option<Side>,
    rematch: Option<Side>,
    pause: Option<Side>,
}

impl Offers {
    /// The side that made the offer, if it is open.
    #[must_use]
    pub const fn by(&self, offer: Offer) -> Option<Side> {
        match offer {
            Offer::Draw => self.draw,
            Offer::Takeback => self.takeback,
            Offer::Impasse => self.impasse,
            Offer::Rematch => self.rematch,
            Offer::Pause => self.pause,
        }
    }

    /// Records an offer.
    pub const fn make(&mut self, offer: Offer, by: Side) {
        *self.slot(offer) = Some(by);
    }

    /// Removes an offer.
    pub const fn clear(&mut self, offer: Offer) {
        *self.slot(offer) = None;
    }

    /// Removes the offers that lapse when `side` acts: its opponent's, which it declines by acting,
    /// and any takeback, because there is now another action to take back.
    pub fn lapse(&mut self, side: Side) {
        for offer in [&mut self.draw, &mut self.impasse, &mut self.pause] {
            if *offer == Some(side.other()) {
                *offer = None;
            }
        }
        self.takeback = None;
    }

    const fn slot(&mut self, offer: Offer) -> &mut Option<Side> {
        match offer {
            Offer::Draw => &mut self.draw,
            Offer::Takeback => &mut self.takeback,
            Offer::Impasse => &mut self.impasse,
            Offer::Rematch => &mut self.rematch,
            Offer::Pause => &mut self.pause,
        }
    }
}
