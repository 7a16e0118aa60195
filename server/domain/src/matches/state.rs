//! A match: a game with people and a clock.
//!
//! It is a value without tasks, I/O or a time of its own. [`Match::decide`] returns the effect of
//! a command, as events; [`Match::evolve`] applies an event to the match. Between the two the events
//! are written to the journal; if that fails, [`Match::rollback_decision`] restores the match as it was
//! before. A match is restored by evolving it through its journal.

use super::budget::Spent;
use super::offers::Offers;
use super::plan::Plan;
use super::presence::{Presence, Present};
use crate::clock::Clock;
use crate::ending::Ending;
use crate::event::{ChatLine, Created, Event, Moved, NumberedEvent, TakenBack};
use crate::ids::MatchId;
use crate::moment::Moment;
use crate::player::Player;
use crate::text::{Offer, Origin, Visibility};
use engine::{ActionRefused, AnyGame, BySide, Options, SetupError, Side};
use std::collections::VecDeque;

/// How many lines of each channel of the chat a match remembers.
pub const CHAT_LINES: usize = 60;

/// A match.
#[derive(Debug, Clone)]
pub struct Match {
    pub(super) id: MatchId,
    /// The game. While a decided action waits for the journal, it is one action ahead.
    pub(super) game: AnyGame,
    pub(super) clock: Clock,
    pub(super) seats: BySide<Option<Player>>,
    /// The player that the free seat is reserved for.
    pub(super) invited: Option<Player>,
    pub(super) visibility: Visibility,
    pub(super) rated: bool,
    /// Whether its players were found for each other by their seeks.
    pub(super) found: bool,
    /// How its players came together, as far as it is known.
    pub(super) origin: Option<Origin>,
    /// The side of the player who opened the match to any opponent.
    pub(super) opener: Option<Side>,
    /// How many opponents have left it.
    pub(super) leaves: u32,
    pub(super) created_at: Moment,
    /// When it was made, joined, or acted in last.
    pub(super) active_at: Moment,
    /// The actions that are part of the match.
    pub(super) acts: Vec<Act>,
    pub(super) offers: Offers,
    /// The conditional moves of each side.
    pub(super) plans: BySide<Plan>,
    /// The plies at which plans have acted.
    pub(super) fired: Vec<u32>,
    pub(super) presence: Presence,
    pub(super) chat: VecDeque<ChatLine>,
    pub(super) ending: Option<(Ending, Moment)>,
    pub(super) rematch: Option<MatchId>,
    /// The chat lines and offers so far.
    pub(super) spent: Spent,
    /// The id of the match that follows if both play again.
    pub(super) successor: MatchId,
    pub(super) seq: u32,
}

/// The side of each action, and its duration, in four bytes.
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
        /// The ply.
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
        presence.seated(created.seat, created.player.computer.is_some(), at);
        Ok(Self {
            id,
            game,
            clock: Clock::new(created.clock),
            seats,
            invited: created.invited.clone(),
            visibility: created.visibility,
            rated: created.rated,
            found: created.found,
            origin: Some(created.origin),
            opener: created.open.then_some(created.seat),
            leaves: 0,
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
    /// [`RestoreError`] names the missing or impossible event.
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
            Event::Joined { seat, player, .. } => {
                self.active_at = at;
                self.seats[*seat] = Some(player.clone());
                self.presence.joined(*seat, player.computer.is_some(), at);
                self.clock.start(self.game.to_act(), at);
            }
            Event::Left(left) => self.evolve_left(left, at),
            Event::Renamed { seat, player } => {
                self.spent.record_rename(*seat);
                self.seats[*seat] = Some(player.clone());
            }
            Event::Moved(moved) => self.evolve_moved(moved, at)?,
            Event::Planned { by, lines } => {
                self.spent.record_plan(*by);
                self.plans[*by] = Plan::kept(lines.clone(), self.seq + 1);
            }
            Event::Offered { offer, by } => {
                self.spent.record_offer(*offer, *by);
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
            Event::Vacation { by, until, .. } => self.clock.set_vacation(*by, *until, at),
            Event::Paused { until, .. } => {
                self.offers.clear(Offer::Pause);
                self.clock.pause(*until, at);
            }
            Event::Resumed { .. } => self.clock.resume(at),
            Event::Ended { result, reason, .. } => {
                self.clock.stop(at);
                self.offers = Offers::default();
                Side::ALL.into_iter().for_each(|side| self.plans[side].clear());
                self.ending = Some((Ending { result: *result, reason: *reason }, at));
            }
            Event::Chat { by, name, channel, text } => {
                self.spent.record_line(*by);
                let of_channel = |line: &&ChatLine| line.channel == *channel;
                if self.chat.iter().filter(of_channel).count() >= CHAT_LINES {
                    let oldest = self.chat.iter().position(|line| line.channel == *channel);
                    oldest.and_then(|oldest| self.chat.remove(oldest));
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
            Event::ChatRemoved { chat } => self.chat.retain(|line| line.seq != *chat),
            Event::Presence { first, second, spectators } => {
                let (first, second, spectators) = (*first, *second, *spectators);
                self.presence.report(Present { first, second, spectators });
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
        self.clock.resume(at);
        // The lag that was credited is the difference to the earlier credits of the clock.
        let credit = moved.clock.map_or(0, |times| times.credit);
        let lag = credit.saturating_sub(self.clock.credit());
        // The planned action may have been decided after it, so that the game is further already.
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
        Side::ALL.into_iter().for_each(|side| self.plans[side].clear());
        self.fired.retain(|&fired| fired < taken.ply);
        self.offers.clear(Offer::Takeback);
    }

    /// Takes back what [`decide`](Self::decide) tried out, when its events came to nothing.
    pub fn rollback_decision(&mut self) {
        self.game.truncate(self.acts.len());
    }
}
