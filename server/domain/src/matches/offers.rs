//! Standing offers.

use crate::text::Offer;
use engine::Side;

/// Who made each offer that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Offers {
    draw: Option<Side>,
    takeback: Option<Side>,
    impasse: Option<Side>,
    rematch: Option<Side>,
}

impl Offers {
    /// Who made the offer, if it stands.
    #[must_use]
    pub const fn by(&self, offer: Offer) -> Option<Side> {
        match offer {
            Offer::Draw => self.draw,
            Offer::Takeback => self.takeback,
            Offer::Impasse => self.impasse,
            Offer::Rematch => self.rematch,
        }
    }

    /// Notes an offer.
    pub const fn make(&mut self, offer: Offer, by: Side) {
        *self.slot(offer) = Some(by);
    }

    /// Forgets an offer.
    pub const fn clear(&mut self, offer: Offer) {
        *self.slot(offer) = None;
    }

    /// Forgets what lapses when `side` acts: its opponent's offers, which it thereby turns
    /// down, and any takeback, since there is now another action to take back.
    pub fn lapse(&mut self, side: Side) {
        for offer in [&mut self.draw, &mut self.impasse] {
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
        }
    }
}
