//! How much may be played, said and offered in one match.
//!
//! A journal is read whole now and then, and a match is played again from it: both must stay
//! cheap, whatever its players and watchers do. Each side has a budget of its own and the watchers
//! have one together, so that nobody uses up what is another's; offers are counted apart from
//! talk. What the rules of a game give a side is never refused for what was said or offered before.

use crate::text::Offer;
use engine::{BySide, Side};

/// After so many actions a match is drawn, whatever its game: above the longest limit that any
/// ruleset has itself (2,500 turns), and ten times as long as a long game.
pub const MAX_PLIES: u32 = 3_000;

/// How many lines each side may say, and all watchers together, before a match ends.
pub const MAX_LINES: u16 = 500;

/// How many draws, and how many takebacks, each side may offer.
pub const MAX_OFFERS: u16 = 200;

/// How many impasses each side may propose: one for every action that a match can have, so that
/// nobody meets it who proposes one when it has come about.
const MAX_IMPASSES: u16 = 3_000;

/// How often the name of a side may change.
pub const MAX_RENAMES: u16 = 100;

/// What has been said and offered in a match so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Spent {
    sides: BySide<SpentBySide>,
    /// Lines of all watchers.
    watchers: u16,
}

/// The same of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct SpentBySide {
    lines: u16,
    draws: u16,
    takebacks: u16,
    impasses: u16,
    renames: u16,
}

impl Spent {
    /// Whether a side, or a watcher, may say one more line.
    pub(super) fn allows_line(&self, seat: Option<Side>) -> bool {
        seat.map_or(self.watchers, |side| self.sides[side].lines) < MAX_LINES
    }

    /// Counts a line.
    pub(super) fn note_line(&mut self, seat: Option<Side>) {
        match seat {
            Some(side) => increment(&mut self.sides[side].lines),
            None => increment(&mut self.watchers),
        }
    }

    /// Whether a side may make one more offer of a kind.
    pub(super) fn allows_offer(&self, offer: Offer, side: Side) -> bool {
        let spent = &self.sides[side];
        match offer {
            Offer::Draw => spent.draws < MAX_OFFERS,
            Offer::Takeback => spent.takebacks < MAX_OFFERS,
            Offer::Impasse => spent.impasses < MAX_IMPASSES,
            // Made when the match is over and nothing is written any more.
            Offer::Rematch => true,
        }
    }

    /// Counts an offer.
    pub(super) fn note_offer(&mut self, offer: Offer, side: Side) {
        let spent = &mut self.sides[side];
        match offer {
            Offer::Draw => increment(&mut spent.draws),
            Offer::Takeback => increment(&mut spent.takebacks),
            Offer::Impasse => increment(&mut spent.impasses),
            Offer::Rematch => {}
        }
    }

    /// Whether a side may be shown by another name once more.
    pub(super) fn allows_rename(&self, side: Side) -> bool {
        self.sides[side].renames < MAX_RENAMES
    }

    /// Counts a change of a name.
    pub(super) fn note_rename(&mut self, side: Side) {
        increment(&mut self.sides[side].renames);
    }
}

const fn increment(count: &mut u16) {
    *count = count.saturating_add(1);
}
