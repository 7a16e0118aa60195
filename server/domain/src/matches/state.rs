//! A match: a game with people and a clock.
//!
//! It is a value without tasks, I/O or a time of its own. [`Match::decide`] returns what a command
//! would do, as events; [`Match::evolve`] applies an event to the match. Between the two the events
//! are written to the journal; if that fails, [`Match::undecide`] restores the match as it was
//! before. A match is restored by evolving it through its journal.

use super::budget::Spent;
use super::decide::UNCLOCKED_LISTED;
use super::offers::Offers;
use super::plan::Plan;
use super::presence::{Presence, Present};
use crate::clock::{Clock, ClockSetting, Reading};
use crate::ending::Ending;
use crate::event::{ChatLine, Created, Event, Moved, NumberedEvent, TakenBack};
use crate::ids::{MatchId, PlayerId};
use crate::moment::Moment;
use crate::player::Player;
use crate::text::{Offer, RoomState, Visibility};
use engine::{ActionRefused, AnyGame, BySide, Options, SetupError, Side};
use std::collections::VecDeque;

/// How many lines of chat a snapshot holds.
const CHAT_LINES: usize = 60;

/// A match.
#[derive(Debug, Clone)]
pub struct Match {
    pub(super) id: MatchId,
    /// The game. While a decided action waits for the journal, it is one action ahead.
    pub(super) game: AnyGame,
    pub(super) clock: Clock,
    pub(super) seats: BySide<Option<Player>>,
    /// For whom the free seat is kept.
    pub(super) invited: Option<Player>,
    pub(super) visibility: Visibility,
    pub(super) rated: bool,
    pub(super) created_at: Moment,
    /// When it was made, joined, or acted in last.
    pub(super) active_at: Moment,
    /// The actions that are part of the match.
    pub(super) acts: Vec<Act>,
    pub(super) offers: Offers,
    /// What each side will answer.
    pub(super) plans: BySide<Plan>,
    /// The plies at which plans have acted.
    pub(super) fired: Vec<u32>,
    pub(super) presence: Presence,
    pub(super) chat: VecDeque<ChatLine>,
    pub(super) ending: Option<(Ending, Moment)>,
    pub(super) rematch: Option<MatchId>,
    /// What has been said and offered.
    pub(super) spent: Spent,
    /// The id of the match that follows if both play again.
    pub(super) successor: MatchId,
    pub(super) seq: u32,
}

/// Who acted, and how long it took, in four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Act(u32);

impl Act {
    const SECOND: u32 = 1 << 31;

    /// An action of `by` that took `time` milliseconds; more than 24 days are noted as that.
    pub(super) fn new(by: Side, time: u64) -> Self {
        let time = u32::try_from(time).unwrap_or(u32::MAX).min(!Self::SECOND);
        Self(match by {
            Side::First => time,
            Side::Second => time | Self::SECOND,
        })
    }

    pub(super) const fn by(self) -> Side {
        if self.0 & Self::SECOND == 0 { Side::First } else { Side::Second }
    }

    pub(super) const fn time(self) -> u64 {
        (self.0 & !Self::SECOND) as u64
    }
}

/// A journal cannot be replayed into a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// The first event is not `created`.
    #[error("the journal does not begin with `created`")]
    NoBeginning,
    /// An event is missing.
    #[error("event {0} is missing")]
    Gap(u32),
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An action is illegal.
    #[error("ply {ply}: {refused}")]
    Illegal {
        /// Where.
        ply: u32,
        /// Why.
        refused: ActionRefused,
    },
}

impl Match {
    /// The match that begins with `created`, the event number 1.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the game or the clock cannot be set up.
    pub fn begin(id: MatchId, created: &Created, at: Moment) -> Result<Self, RestoreError> {
        let options: Options = created.options.iter().collect();
        let game = AnyGame::of_version(
            &created.game,
            &created.ruleset,
            created.ruleset_version,
            &options,
            Some(&created.start),
        )?;
        let mut seats = BySide::default();
        seats[created.seat] = Some(created.player.clone());
        let mut presence = Presence::nobody(at);
        presence.seated(created.seat, created.player.house.is_some(), at);
        Ok(Self {
            id,
            game,
            clock: Clock::new(created.clock),
            seats,
            invited: created.invited.clone(),
            visibility: created.visibility,
            rated: created.rated,
            created_at: at,
            active_at: at,
            acts: Vec::new(),
            offers: Offers::default(),
            plans: BySide::default(),
            fired: Vec::new(),
            presence,
            chat: VecDeque::new(),
            ending: None,
            rematch: None,
            spent: Spent::default(),
            successor: MatchId::hidden(),
            seq: 1,
        })
    }

    /// The match that these events lead to, all of them from the first; no connection is open, as
    /// of `now`.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] names what is missing or impossible.
    pub fn restore(
        id: MatchId,
        events: impl IntoIterator<Item = NumberedEvent>,
        now: Moment,
    ) -> Result<Self, RestoreError> {
        let mut events = events.into_iter();
        let Some(NumberedEvent { seq: 1, at, event: Event::Created(created) }) = events.next()
        else {
            return Err(RestoreError::NoBeginning);
        };
        let mut restored = Self::begin(id, &created, at)?;
        for numbered in events {
            if numbered.seq != restored.seq + 1 {
                return Err(RestoreError::Gap(restored.seq + 1));
            }
            restored.evolve(&numbered.event, numbered.at)?;
        }
        restored.presence = restored.presence.deserted(now);
        restored.clock.clamp_start(now);
        Ok(restored)
    }

    /// Makes an event part of the match.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the event cannot have happened now; never for one that
    /// [`decide`](Self::decide) has just returned.
    pub fn evolve(&mut self, event: &Event, at: Moment) -> Result<(), RestoreError> {
        match event {
            Event::Created(_) => return Err(RestoreError::NoBeginning),
            Event::Joined { seat, player, clock, .. } => {
                self.active_at = at;
                self.seats[*seat] = Some(player.clone());
                self.presence.joined(*seat, player.house.is_some(), at);
                match clock {
                    // The journal of a match from before there were graces: its clock ran at once.
                    Some(Reading { running: Some(side), .. }) => {
                        self.clock.start_at_once(*side, at);
                    }
                    Some(_) | None => self.clock.start(self.game.to_act(), at),
                }
            }
            Event::Renamed { seat, player } => {
                self.spent.note_rename(*seat);
                self.seats[*seat] = Some(player.clone());
            }
            Event::Moved(moved) => self.evolve_moved(moved, at)?,
            Event::Planned { by, lines } => {
                self.spent.note_plan(*by);
                self.plans[*by] = Plan::kept(lines.clone());
            }
            Event::Offered { offer, by } => {
                self.spent.note_offer(*offer, *by);
                self.offers.make(*offer, *by);
            }
            Event::Declined { offer, .. } | Event::Withdrawn { offer, .. } => {
                self.offers.clear(*offer);
            }
            Event::TakenBack(taken) => self.evolve_taken_back(taken, at),
            Event::Credited { clock, credit, .. } => {
                self.clock.give_back(*credit, at);
                self.clock.set_credit(clock.credit);
            }
            Event::Ended { result, reason, .. } => {
                self.clock.stop(at);
                self.offers = Offers::default();
                self.plans = BySide::default();
                self.ending = Some((Ending { result: *result, reason: *reason }, at));
            }
            Event::Said { by, name, channel, text } => {
                self.spent.note_line(*by);
                if self.chat.len() == CHAT_LINES {
                    self.chat.pop_front();
                }
                self.chat.push_back(ChatLine {
                    seq: self.seq + 1,
                    at,
                    by: *by,
                    name: name.clone(),
                    channel: *channel,
                    text: text.clone(),
                });
            }
            Event::Unsaid { said } => self.chat.retain(|line| line.seq != *said),
            Event::Presence { first, second, watchers } => {
                let (first, second, watchers) = (*first, *second, *watchers);
                self.presence.report(Present { first, second, watchers });
            }
            Event::Rematched { next } => {
                self.offers = Offers::default();
                self.rematch = Some(*next);
            }
        }
        self.seq += 1;
        Ok(())
    }

    fn evolve_moved(&mut self, moved: &Moved, at: Moment) -> Result<(), RestoreError> {
        // An action that was just decided stands on the board already.
        if self.game.ply() == self.acts.len() {
            self.game
                .play(&moved.action)
                .map_err(|refused| RestoreError::Illegal { ply: moved.ply, refused })?;
        }
        // The lag that was credited is the difference to what the clock had credited before.
        let credit = moved.clock.map_or(0, |times| times.credit);
        let lag = credit.saturating_sub(self.clock.credit());
        // What was planned may have been decided after it, so that the game is further already.
        let next = moved.turn.unwrap_or_else(|| self.game.to_act());
        self.clock.press(moved.by, next, lag, at);
        if let Some(times) = moved.clock {
            self.clock.set(times, at);
        }
        self.active_at = at;
        self.acts.push(Act::new(moved.by, moved.time));
        if moved.planned {
            self.fired.push(moved.ply);
        }
        self.offers.lapse(moved.by);
        for side in Side::ALL {
            self.plans[side].follow(&moved.action);
        }
        Ok(())
    }

    fn evolve_taken_back(&mut self, taken: &TakenBack, at: Moment) {
        let ply = usize::try_from(taken.ply).unwrap_or(usize::MAX);
        self.active_at = at;
        self.game.truncate(ply);
        self.acts.truncate(ply);
        self.clock.switch(self.game.to_act(), at);
        self.plans = BySide::default();
        self.fired.retain(|&fired| fired < taken.ply);
        self.offers.clear(Offer::Takeback);
    }

    /// Takes back what [`decide`](Self::decide) tried out, when its events came to nothing.
    pub fn undecide(&mut self) {
        self.game.truncate(self.acts.len());
    }

    /// The id.
    #[must_use]
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// Gives the match that follows, if both play again, an id that is always the same, so that it
    /// cannot follow twice. Without this call the id is a random one.
    pub const fn follow_with(&mut self, successor: MatchId) {
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

    /// Who sits where.
    #[must_use]
    pub const fn seats(&self) -> &BySide<Option<Player>> {
        &self.seats
    }

    /// The offers that stand.
    #[must_use]
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// What a side will answer.
    #[must_use]
    pub fn plan(&self, side: Side) -> &Plan {
        &self.plans[side]
    }

    /// The plies at which the plans of a side have acted, the first first.
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

    /// The seat of a house player.
    #[must_use]
    pub fn house_seat(&self) -> Option<Side> {
        let is_house =
            |side: Side| self.seats[side].as_ref().is_some_and(|seated| seated.house.is_some());
        Side::ALL.into_iter().find(|&side| is_house(side))
    }

    /// Whether a house player has something to do: it is their turn, or they are offered something.
    #[must_use]
    pub fn calls_house(&self) -> bool {
        let Some(side) = self.house_seat() else { return false };
        let is_offered = |offer| self.offers.by(offer) == Some(side.other());
        match self.state() {
            RoomState::Open => false,
            RoomState::Live => {
                self.turn() == Some(side)
                    || [Offer::Draw, Offer::Takeback, Offer::Impasse].into_iter().any(is_offered)
            }
            RoomState::Over => is_offered(Offer::Rematch),
        }
    }

    /// Whoever has a seat, or has one kept for them.
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
    pub fn state(&self) -> RoomState {
        if self.ending.is_some() {
            RoomState::Over
        } else if self.free_seat().is_some() {
            RoomState::Open
        } else {
            RoomState::Live
        }
    }

    /// When a match without a clock, or one by days, leaves the public list because it has had no
    /// action for that long.
    #[must_use]
    pub fn quiet_at(&self) -> Option<Moment> {
        let is_slow = match self.clock.setting() {
            ClockSetting::None | ClockSetting::Correspondence(_) => true,
            ClockSetting::Fischer(_) | ClockSetting::Byoyomi(_) => false,
        };
        (self.state() == RoomState::Live && is_slow).then(|| self.active_at.after(UNCLOCKED_LISTED))
    }

    /// By days, when the time of the side that acts next is up; `None` with any other clock.
    #[must_use]
    pub fn turn_ends_at(&self) -> Option<Moment> {
        match self.clock.setting() {
            ClockSetting::Correspondence(_) => self.clock.deadline(),
            ClockSetting::None | ClockSetting::Fischer(_) | ClockSetting::Byoyomi(_) => None,
        }
    }

    /// How it ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending.map(|(ending, _)| ending)
    }

    /// For whom the free seat is kept, while it is free.
    #[must_use]
    pub fn invited(&self) -> Option<&Player> {
        self.invited.as_ref().filter(|_| self.state() == RoomState::Open)
    }

    /// Who finds it in the lists.
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

    /// Who acts next; `None` before both seats are taken and once the match is over.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        match self.state() {
            RoomState::Live => Some(self.game.to_act()),
            RoomState::Open | RoomState::Over => None,
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
