//! Accessors of a match: players, turn, offers, the next moment at which something is due.

use super::decide::UNCLOCKED_LISTED;
use super::offers::Offers;
use super::plan::Plan;
use super::presence::Presence;
use super::state::Match;
use crate::clock::{Clock, ClockSetting};
use crate::ending::Ending;
use crate::event::ChatLine;
use crate::ids::{MatchId, PlayerId};
use crate::moment::Moment;
use crate::player::Player;
use crate::text::{Channel, MatchState, Offer, Visibility};
use engine::{AnyGame, BySide, Side};

impl Match {
    /// The id.
    #[must_use]
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// Gives the match that follows, if both play again, an id that is always the same, so that it
    /// cannot follow twice. Without this call the id is a random one.
    pub const fn set_rematch_id(&mut self, successor: MatchId) {
        self.successor = successor;
    }

    /// The game's id in the catalogue.
    #[must_use]
    pub fn game_id(&self) -> &'static str {
        self.game.info().id
    }

    /// The game: a position with its history. While a decided action waits for the journal, it is
    /// one action ahead.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The clock.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The player in each seat.
    #[must_use]
    pub const fn seats(&self) -> &BySide<Option<Player>> {
        &self.seats
    }

    /// The offers that stand.
    #[must_use]
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// The conditional moves of a side.
    #[must_use]
    pub fn plan(&self, side: Side) -> &Plan {
        &self.plans[side]
    }

    /// The plies at which the plans of a side have acted, ascending.
    pub fn fired(&self, side: Side) -> impl Iterator<Item = u32> {
        let by = |ply: u32| {
            usize::try_from(ply).ok().and_then(|ply| self.acts.get(ply)).map(|act| act.by())
        };
        self.fired.iter().copied().filter(move |&ply| by(ply) == Some(side))
    }

    /// The latest lines of chat, the oldest first.
    pub fn chat(&self) -> impl Iterator<Item = &ChatLine> {
        self.chat.iter()
    }

    /// The same lines as far as a reader of one channel, or of none, is shown them: all of them once
    /// the match is over, and those of their channel before.
    pub fn chat_of(&self, channel: Option<Channel>) -> impl Iterator<Item = &ChatLine> {
        let is_over = self.ending.is_some();
        self.chat.iter().filter(move |line| is_over || Some(line.channel) == channel)
    }

    /// How long each action took, in milliseconds.
    pub fn times(&self) -> impl Iterator<Item = u64> {
        self.acts.iter().map(|act| act.time())
    }

    /// The match that follows, once both play again.
    #[must_use]
    pub const fn rematch(&self) -> Option<MatchId> {
        self.rematch
    }

    /// Whether it counts for a rating.
    #[must_use]
    pub const fn is_rated(&self) -> bool {
        self.rated
    }

    /// When it was made, joined, or acted in last.
    #[must_use]
    pub const fn active_at(&self) -> Moment {
        self.active_at
    }

    /// When it was made.
    #[must_use]
    pub const fn created_at(&self) -> Moment {
        self.created_at
    }

    /// Whether its events go to the journal: until it is over.
    #[must_use]
    pub const fn is_journaled(&self) -> bool {
        self.ending.is_none()
    }

    /// The number of the last event.
    #[must_use]
    pub const fn seq(&self) -> u32 {
        self.seq
    }

    /// The seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|&side| self.seats[side].as_ref().is_some_and(|seated| seated.id == player))
    }

    /// The seat of a computer player.
    #[must_use]
    pub fn computer_seat(&self) -> Option<Side> {
        let is_computer =
            |side: Side| self.seats[side].as_ref().is_some_and(|seated| seated.computer.is_some());
        Side::ALL.into_iter().find(|&side| is_computer(side))
    }

    /// Whether a computer player has something to do: it is their turn, or they are offered something.
    #[must_use]
    pub fn calls_computer(&self) -> bool {
        let Some(side) = self.computer_seat() else { return false };
        let is_offered = |offer| self.offers.by(offer) == Some(side.other());
        match self.state() {
            MatchState::Open => false,
            MatchState::Live => {
                self.turn() == Some(side)
                    || [Offer::Draw, Offer::Takeback, Offer::Impasse].into_iter().any(is_offered)
            }
            MatchState::Over => is_offered(Offer::Rematch),
        }
    }

    /// The players who have a seat or a reserved one.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        let seated = |side| self.seats[side].as_ref().map(|player| player.id);
        let invited = self.invited.as_ref().map(|player| player.id);
        Side::ALL.into_iter().filter_map(seated).chain(invited)
    }

    /// The seat that is free.
    #[must_use]
    pub fn free_seat(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.seats[side].is_none())
    }

    /// How far the match has come.
    #[must_use]
    pub fn state(&self) -> MatchState {
        if self.ending.is_some() {
            MatchState::Over
        } else if self.free_seat().is_some() {
            MatchState::Open
        } else {
            MatchState::Live
        }
    }

    /// When a match without a clock, or of correspondence, leaves the public list because it has had no
    /// action for that long.
    #[must_use]
    pub fn quiet_at(&self) -> Option<Moment> {
        let is_slow = match self.clock.setting() {
            ClockSetting::None | ClockSetting::Correspondence(_) => true,
            ClockSetting::Fischer(_) | ClockSetting::Byoyomi(_) => false,
        };
        (self.state() == MatchState::Live && is_slow)
            .then(|| self.active_at.after(UNCLOCKED_LISTED))
    }

    /// By days, when the time of the side that acts next is up; `None` with any other clock.
    #[must_use]
    pub fn turn_ends_at(&self) -> Option<Moment> {
        match self.clock.setting() {
            ClockSetting::Correspondence(_) => self.clock.deadline(),
            ClockSetting::None | ClockSetting::Fischer(_) | ClockSetting::Byoyomi(_) => None,
        }
    }

    /// Until when it is paused at the latest; `None` if it is not at `now`.
    #[must_use]
    pub fn paused(&self, now: Moment) -> Option<Moment> {
        self.clock.paused(now)
    }

    /// How it ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending.map(|(ending, _)| ending)
    }

    /// The player that the free seat is reserved for, while it is free.
    #[must_use]
    pub fn invited(&self) -> Option<&Player> {
        self.invited.as_ref().filter(|_| self.state() == MatchState::Open)
    }

    /// Whether the match is listed.
    #[must_use]
    pub const fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// The connections.
    #[must_use]
    pub const fn presence(&self) -> &Presence {
        &self.presence
    }

    /// The connections, to note one that comes or goes.
    pub const fn presence_mut(&mut self) -> &mut Presence {
        &mut self.presence
    }

    /// The side to act next; `None` before both seats are taken and once the match is over.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        match self.state() {
            MatchState::Live => Some(self.game.to_act()),
            MatchState::Open | MatchState::Over => None,
        }
    }

    /// The legal actions of the side that acts next, sorted as text; none if neither side does.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        match self.turn() {
            Some(_) => self.game.legal(),
            None => Vec::new(),
        }
    }

    /// How many actions are part of the match.
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::try_from(self.acts.len()).unwrap_or(u32::MAX)
    }

    /// Whether each side has acted.
    #[must_use]
    pub fn both_acted(&self) -> bool {
        Side::ALL.into_iter().all(|side| self.acts.iter().any(|act| act.by() == side))
    }
}
