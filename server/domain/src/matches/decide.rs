//! Decides the effect of a command, of the passing of time, or of an operator's order on a match,
//! as events.
//!
//! Deciding is separate from `evolve`: events are first written to the journal and only then
//! applied. A decision depends on the match and on its arguments alone; it never reads the time.
//! `decide` may play an action on the game in advance, which `rollback_decision` takes back if the journal
//! does not accept it.
//!
//! Here are the rules of conduct around a game: whose turn it is, when a match may be aborted or
//! claimed, which offers can be made and the effect of accepting them, and when an abandoned
//! match ends. The engine decides which actions are legal on the board.

use super::budget::MAX_PLIES;
use super::command::{Command, JoinRefusal, MAX_CHAT, MatchOrder, Refusal};
use super::plan::Plan;
use super::presence::Present;
use super::state::Match;
use crate::clock::{Clock, Expired};
use crate::ending::{EndReason, Ending};
use crate::event::{Captured, ChatLine, Event, Moved};
use crate::ids::PlayerId;
use crate::moment::Moment;
use crate::names::SOMEONE;
use crate::player::Player;
use crate::rating::can_be_rated;
use crate::span::{hours, minutes};
use crate::text::{Answer, Channel, CreditCause, MatchState, Offer};
use engine::{ActionPlayed, Rule, Side};

/// How long an opponent must be away before the win can be claimed, in milliseconds, as are all
/// spans here.
pub const CLAIM_AFTER: u64 = minutes(2);

/// How long after the last action a match without a clock, or of correspondence, stays in the public
/// list.
pub const UNCLOCKED_LISTED: u64 = hours(1);

impl Match {
    /// The effect of a command of `who` at `now`: at least one event, of which the first is the
    /// command's own. The caller journals them and then applies them with [`evolve`](Self::evolve),
    /// or discards them with [`rollback_decision`](Self::rollback_decision).
    ///
    /// # Errors
    ///
    /// The [`Refusal`]; the match is then unchanged.
    pub fn decide(
        &mut self,
        who: &Player,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let seat = self.seat_of(who.id);
        match command {
            Command::Chat(text) => self.decide_chat(seat, who, text),
            Command::Offer(Offer::Rematch, answer) => {
                self.decide_rematch(seat.ok_or(Refusal::NotSeated)?, *answer)
            }
            Command::Play { .. }
            | Command::Plan { .. }
            | Command::Resign
            | Command::Abort
            | Command::Claim
            | Command::Resume
            | Command::Offer(Offer::Draw | Offer::Takeback | Offer::Impasse | Offer::Pause, _) => {
                // The challenged player declines by aborting the match.
                if *command == Command::Abort && self.invited().is_some_and(|of| of.id == who.id) {
                    return Ok(vec![self.ended(Ending::ABORTED, now)]);
                }
                let side = seat.ok_or(Refusal::NotSeated)?;
                match (self.state(), command) {
                    (MatchState::Over, _) => Err(Refusal::Over),
                    (MatchState::Open, Command::Abort) => {
                        Ok(vec![self.ended(Ending::ABORTED, now)])
                    }
                    (MatchState::Open, _) => Err(Refusal::NotAllowed),
                    (MatchState::Live, _) => self.decide_live(side, command, now),
                }
            }
        }
    }

    /// Decides a command and applies its events at once, as if the journal had accepted them.
    ///
    /// # Errors
    ///
    /// The [`Refusal`]; the match is then unchanged.
    pub fn apply(
        &mut self,
        who: &Player,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let events = self.decide(who, command, now)?;
        for event in &events {
            self.evolve(event, now).expect("a decided event fits the match that decided it");
        }
        Ok(events)
    }

    /// Whether a command is a legal action of the side that is to act, as far as the rules decide.
    #[must_use]
    pub fn would_play(&self, who: &Player, command: &Command) -> bool {
        let Command::Play { ply, action, .. } = command else { return false };
        self.state() == MatchState::Live
            && self.seat_of(who.id) == Some(self.game.to_act())
            && *ply == self.ply()
            && self.game.refuse(action).is_none()
    }

    /// The seat that `who` gets by joining, and the event, unless they have that seat already.
    ///
    /// # Errors
    ///
    /// [`JoinRefusal`] if the match is over, both seats are others', or a guest comes to a rated match.
    pub fn decide_join(
        &self,
        who: &Player,
        now: Moment,
    ) -> Result<(Side, Option<Event>), JoinRefusal> {
        if let Some(side) = self.seat_of(who.id) {
            return Ok((side, None));
        }
        if self.ending.is_some() {
            return Err(JoinRefusal::Over);
        }
        let seat = self.free_seat().ok_or(JoinRefusal::SeatTaken)?;
        if self.rated && !can_be_rated(who) {
            return Err(JoinRefusal::NotRegistered);
        }
        if self.invited().is_some_and(|invited| invited.id != who.id) {
            return Err(JoinRefusal::SeatTaken);
        }
        let mut clock = self.clock;
        // The clock starts when the second player joins; each side has a grace for its first action.
        let turn = self.game.to_act();
        clock.start(turn, now);
        let clock = clock.reading(now);
        let joined = Event::Joined { seat, player: who.clone(), turn, clock };
        Ok((seat, Some(joined)))
    }

    /// The event of a seated player's new name; `None` if it is the name already shown, or if the
    /// match has recorded as many names as it may.
    #[must_use]
    pub fn decide_renamed(&self, player: &Player) -> Option<Event> {
        let seat = self.seat_of(player.id)?;
        let is_news = self.seats[seat].as_ref() != Some(player);
        (is_news && self.is_journaled() && self.spent.allows_rename(seat))
            .then(|| Event::Renamed { seat, player: player.clone() })
    }

    /// The events that take a deleted player out of the match: the seat shows no name, and the
    /// chat lines with these numbers, which are theirs, are removed.
    #[must_use]
    pub fn decide_erased(&self, who: PlayerId, lines: &[u32]) -> Vec<Event> {
        let seat = self.seat_of(who);
        let player = seat.and_then(|seat| self.seats[seat].as_ref());
        let renamed = seat.zip(player).filter(|(_, player)| &*player.name != SOMEONE);
        let renamed = renamed.map(|(seat, player)| {
            let player = Player { bot: player.bot, ..Player::new(who, SOMEONE, player.guest) };
            Event::Renamed { seat, player }
        });
        let is_theirs =
            |line: &ChatLine| lines.contains(&line.seq) || seat.is_some() && line.by == seat;
        let removed = self.chat.iter().filter(|line| is_theirs(line));
        renamed
            .into_iter()
            .chain(removed.map(|line| Event::ChatRemoved { chat: line.seq }))
            .collect()
    }

    /// The effect of an operator's order; `None` if it does not apply.
    #[must_use]
    pub fn decide_order(&self, order: MatchOrder, now: Moment) -> Option<Event> {
        match order {
            MatchOrder::End => self.ending.is_none().then(|| self.ended(Ending::ABORTED, now)),
            MatchOrder::RemoveLine(chat) => {
                self.chat.iter().any(|line| line.seq == chat).then_some(Event::ChatRemoved { chat })
            }
        }
    }

    /// The events that are due by `now` without a command: a flag has fallen, a side has not begun within
    /// its grace, a vacation or a pause is over, or a match has been deserted.
    #[must_use]
    pub fn decide_due(&self, now: Moment) -> Option<Event> {
        if let Some(expired) = self.clock.expired(now) {
            return Some(match expired {
                Expired::Time(side) => {
                    self.given_up(side, Ending::win(side.other(), EndReason::Timeout), now)
                }
                Expired::Grace => self.given_up(self.game.to_act(), Ending::NOT_BEGUN, now),
            });
        }
        if let Some(side) = self.turn()
            && self.unbegun_at().is_some_and(|at| at <= now)
        {
            return Some(self.given_up(side, Ending::NOT_BEGUN, now));
        }
        if self.clock.vacation_ends_at().is_some_and(|end| end <= now) {
            let is_over = |&side: &Side| self.clock.vacation(side).is_some_and(|end| end <= now);
            return Side::ALL.into_iter().find(is_over).map(|side| self.vacation(side, None, now));
        }
        if self.clock.pause_ends_at().is_some_and(|end| end <= now) {
            return Some(self.resumed(None, now));
        }
        if self.deserted_at()? > now {
            return None;
        }
        let ending = match self.turn() {
            Some(side) if self.both_acted() => Ending::win(side.other(), EndReason::Abandonment),
            Some(_) | None => Ending::ABORTED,
        };
        Some(self.ended(ending, now))
    }

    /// When [`decide_due`](Self::decide_due) will return an event, if nothing changes before.
    #[must_use]
    pub fn due(&self) -> Option<Moment> {
        let clock = self.clock.deadline().into_iter().chain(self.clock.vacation_ends_at());
        let clock = clock.chain(self.clock.pause_ends_at()).chain(self.unbegun_at());
        clock.chain(self.deserted_at()).min()
    }

    /// The event that brings the match in line with the vacation of `side`: until when it lasts, or
    /// that there is none. `None` if nothing changes: also in a match that is not correspondence, in one
    /// that does not run, and once the time of the side to act is up.
    #[must_use]
    pub fn decide_vacation(&self, side: Side, until: Option<Moment>, now: Moment) -> Option<Event> {
        let is_correspondence = !self.clock.setting().expects_presence();
        if !is_correspondence
            || self.state() != MatchState::Live
            || self.clock.expired(now).is_some()
        {
            return None;
        }
        let lasting = |until: Option<Moment>| until.filter(|&until| until > now);
        let until = lasting(until);
        (lasting(self.clock.vacation(side)) != until).then(|| self.vacation(side, until, now))
    }

    fn vacation(&self, by: Side, until: Option<Moment>, now: Moment) -> Event {
        let mut clock = self.clock;
        clock.set_vacation(by, until, now);
        Event::Vacation { by, until, clock: clock.reading(now) }
    }

    /// The event of who is connected, once a change is old enough.
    #[must_use]
    pub fn decide_presence(&self, now: Moment) -> Option<Event> {
        if self.presence.due()? > now {
            return None;
        }
        let Present { first, second, spectators } = self.presence.view();
        Some(Event::Presence { first, second, spectators })
    }

    /// Credits `span` milliseconds to the side whose time or grace runs; `None` if neither's does.
    #[must_use]
    pub fn decide_credit(&self, span: u64, cause: CreditCause, now: Moment) -> Option<Event> {
        let mut clock = self.clock;
        clock.deadline()?;
        let credit = clock.give_back(span, now);
        let clock = clock.reading(now)?;
        (credit > 0).then_some(Event::Credited { clock, credit, cause })
    }

    fn decide_live(
        &mut self,
        side: Side,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Play { ply, action, lag } => self.decide_play(side, *ply, action, *lag, now),
            Command::Plan { ply, lines } => self.decide_plan(side, *ply, lines),
            Command::Resign => {
                let ending = Ending::win(side.other(), EndReason::Resignation);
                Ok(vec![self.given_up(side, ending, now)])
            }
            Command::Abort => self.decide_abort(side, now),
            // Until both sides have acted, the game has not begun and can only be aborted.
            Command::Claim if !self.both_acted() => Err(Refusal::NotAllowed),
            // In a correspondence game the players need not be present: only the clock ends it.
            Command::Claim if !self.clock.setting().expects_presence() => Err(Refusal::NotAllowed),
            Command::Claim => match self.away_since(side.other()) {
                Some(since) if now.since(since) >= CLAIM_AFTER => {
                    let ending = Ending::win(side, EndReason::Abandonment);
                    Ok(vec![self.ended(ending, now)])
                }
                Some(_) | None => Err(Refusal::NotAllowed),
            },
            Command::Resume if self.paused(now).is_none() => Err(Refusal::NotAllowed),
            Command::Resume => Ok(vec![self.resumed(Some(side), now)]),
            Command::Offer(offer, answer) => {
                let standing = self.offers.by(*offer);
                match answer {
                    // Two players who offer the same thing agree to it.
                    Answer::Offer if standing == Some(side.other()) => {
                        self.decide_accepted(*offer, side.other(), now)
                    }
                    Answer::Offer if standing.is_some() => Err(Refusal::NotAllowed),
                    Answer::Offer => self.decide_offer(*offer, side, now),
                    Answer::Accept | Answer::Decline if standing != Some(side.other()) => {
                        Err(Refusal::NotAllowed)
                    }
                    Answer::Accept => self.decide_accepted(*offer, side.other(), now),
                    Answer::Decline => Ok(vec![Event::Declined { offer: *offer, by: side }]),
                    Answer::Withdraw if standing != Some(side) => Err(Refusal::NotAllowed),
                    Answer::Withdraw => Ok(vec![Event::Withdrawn { offer: *offer, by: side }]),
                }
            }
            Command::Chat(_) => Err(Refusal::NotAllowed),
        }
    }

    fn decide_play(
        &mut self,
        side: Side,
        ply: u32,
        action: &str,
        lag: u64,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        if ply != self.ply() {
            return Err(Refusal::Stale);
        }
        if side != self.game.to_act() {
            return Err(Refusal::NotYourTurn);
        }
        let played = match self.game.play(action) {
            Ok(played) => played,
            Err(refused) => {
                // A text that is not an action is a fault of the program that sent it, not a foul
                // of the player.
                let foul = match refused.rule {
                    Rule::Syntax | Rule::OffBoard => None,
                    _ => self.game.clone().foul(side),
                };
                return match foul {
                    Some(outcome) => Ok(vec![self.given_up(side, outcome.into(), now)]),
                    None => Err(Refusal::Illegal(Box::new(refused))),
                };
            }
        };
        self.clock.record_lag(side, lag);
        let mut clock = self.clock;
        // An action ends the pause.
        clock.resume(now);
        let mut plans = self.plans.clone();
        let mut events = Vec::new();
        let mut played = Some((side, ply, lag, played, false));
        while let Some((by, ply, lag, action, planned)) = played.take() {
            for side in Side::ALL {
                plans[side].follow(&action.action);
            }
            let ending = self.moved(&mut events, &mut clock, (by, ply, lag, planned), action, now);
            let next = self.game.to_act();
            let reply = plans[next].reply().filter(|_| !ending);
            // It was legal when it was planned, after the same actions.
            if let Some(Ok(action)) = reply.map(|reply| self.game.play(reply)) {
                played = Some((next, ply.saturating_add(1), 0, action, true));
            }
        }
        Ok(events)
    }

    /// Adds the effects of an action that stands on the board already; true if that ends the match.
    fn moved(
        &self,
        events: &mut Vec<Event>,
        clock: &mut Clock,
        (side, ply, lag, planned): (Side, u32, u64, bool),
        played: ActionPlayed,
        now: Moment,
    ) -> bool {
        let next = self.game.to_act();
        let time = clock.press(side, next, lag, now);
        let is_last = ply.saturating_add(1) >= MAX_PLIES;
        let ending = played.outcome.map(Ending::from);
        let ending = ending.or_else(|| is_last.then_some(Ending::draw(EndReason::PlyLimit)));
        if ending.is_some() {
            clock.stop(now);
        }
        let clock = clock.reading(now);
        let captures = played
            .captures
            .into_iter()
            .map(|captured| Captured { at: captured.at, pattern: captured.pattern })
            .collect();
        events.push(Event::Moved(Box::new(Moved {
            ply,
            by: side,
            action: played.action,
            time,
            position: self.game.position_text(),
            turn: if ending.is_some() { None } else { Some(next) },
            captures,
            earned: played.earned,
            check: played.check,
            repetitions: u32::try_from(self.game.repetitions()).unwrap_or(u32::MAX),
            clock,
            hash: self.game.key(),
            planned,
        })));
        if let Some(Ending { result, reason }) = ending {
            events.push(Event::Ended { result, reason, clock });
        }
        ending.is_some()
    }

    fn decide_plan(
        &self,
        side: Side,
        ply: u32,
        lines: &[Vec<String>],
    ) -> Result<Vec<Event>, Refusal> {
        if ply != self.ply() {
            return Err(Refusal::Stale);
        }
        // Where both are there, a premove does as well.
        if self.clock.setting().expects_presence() {
            return Err(Refusal::NotAllowed);
        }
        if !self.spent.allows_plan(side) {
            return Err(Refusal::TooMuch);
        }
        let plan = Plan::new(&self.game, side, lines);
        let plan = plan.map_err(|bad| Refusal::BadPlan(Box::new(bad)))?;
        Ok(vec![Event::Planned { by: side, lines: plan.lines().to_vec() }])
    }

    fn decide_chat(
        &self,
        seat: Option<Side>,
        who: &Player,
        text: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let text = text.trim();
        if text.is_empty()
            || text.chars().count() > MAX_CHAT
            || text.chars().any(|c| c.is_control())
        {
            return Err(Refusal::BadChat);
        }
        if self.is_journaled() && !self.spent.allows_line(seat) {
            return Err(Refusal::TooMuch);
        }
        let channel = Channel::of(seat);
        // Players chat under the name that their seat shows.
        let player = seat.and_then(|seat| self.seats[seat].as_ref()).unwrap_or(who);
        let name = player.name.clone();
        Ok(vec![Event::Chat { by: seat, name, channel, text: text.into() }])
    }

    /// The event that ends the match. A rated match has no result before both sides have acted.
    pub(super) fn ended(&self, ending: Ending, now: Moment) -> Event {
        let is_too_early = self.rated && ending.result.is_some() && !self.both_acted();
        let Ending { result, reason } = if is_too_early { Ending::ABORTED } else { ending };
        let mut clock = self.clock;
        clock.stop(now);
        Event::Ended { result, reason, clock: clock.reading(now) }
    }
}
