//! Decides what offers and their answers would do to a match: a draw, taking back, agreeing on an
//! impasse, a pause, and another match once this one is over.

use super::command::Refusal;
use super::state::{Act, Match};
use crate::clock::ClockSetting;
use crate::ending::{EndReason, Ending, MatchResult};
use crate::event::{Event, TakenBack};
use crate::moment::Moment;
use crate::span::days;
use crate::text::{Answer, Offer};
use engine::Side;

/// How long a pause lasts at most, in milliseconds; both can agree to another one then.
pub const PAUSE: u64 = days(30);

impl Match {
    pub(super) fn decide_offer(
        &self,
        offer: Offer,
        side: Side,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        match offer {
            // In a rated match no action is taken back.
            Offer::Takeback if self.rated => return Err(Refusal::NotAllowed),
            Offer::Takeback if !self.acts.iter().any(|act| act.by() == side) => {
                return Err(Refusal::NotAllowed);
            }
            Offer::Impasse => match self.game.impasse(side) {
                Err(refused) => return Err(Refusal::Illegal(Box::new(refused))),
                Ok(impasse) if !impasse.by_agreement => {
                    let ending = Ending::from(impasse.outcome);
                    let has_won = ending.result == Some(MatchResult::Won(side));
                    let event = if has_won {
                        self.ended(ending, now)
                    } else {
                        self.given_up(side, ending, now)
                    };
                    return Ok(vec![event]);
                }
                Ok(_) => {}
            },
            Offer::Pause if !self.can_pause(now) => return Err(Refusal::NotAllowed),
            Offer::Draw | Offer::Takeback | Offer::Rematch | Offer::Pause => {}
        }
        if !self.spent.allows_offer(offer, side) {
            return Err(Refusal::TooMuch);
        }
        Ok(vec![Event::Offered { offer, by: side }])
    }

    /// The effect of accepting an offer of `maker`.
    pub(super) fn decide_accepted(
        &self,
        offer: Offer,
        maker: Side,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        match offer {
            Offer::Draw => Ok(vec![self.ended(Ending::draw(EndReason::Agreement), now)]),
            Offer::Takeback => {
                let last = self.acts.iter().rposition(|act: &Act| act.by() == maker);
                Ok(vec![self.taken_back(last.ok_or(Refusal::NotAllowed)?, now)])
            }
            Offer::Impasse => {
                let impasse = self.game.impasse(maker);
                let impasse = impasse.map_err(|refused| Refusal::Illegal(Box::new(refused)))?;
                Ok(vec![self.ended(impasse.outcome.into(), now)])
            }
            Offer::Pause if !self.can_pause(now) => Err(Refusal::NotAllowed),
            Offer::Pause => {
                let until = now.after(PAUSE);
                let mut clock = self.clock;
                clock.pause(until, now);
                Ok(vec![Event::Paused { until, clock: clock.reading(now) }])
            }
            Offer::Rematch => Ok(vec![Event::Rematched { next: self.successor }]),
        }
    }

    /// Whether two people play without a clock or by days, and have not agreed to a pause already.
    fn can_pause(&self, now: Moment) -> bool {
        let is_slow = match self.clock.setting() {
            ClockSetting::None | ClockSetting::Correspondence(_) => true,
            ClockSetting::Fischer(_) | ClockSetting::Byoyomi(_) => false,
        };
        is_slow && self.computer_seat().is_none() && self.paused(now).is_none()
    }

    /// The event that ends the pause.
    pub(super) fn resumed(&self, by: Option<Side>, now: Moment) -> Event {
        let mut clock = self.clock;
        clock.resume(now);
        Event::Resumed { by, clock: clock.reading(now) }
    }

    pub(super) fn decide_rematch(&self, side: Side, answer: Answer) -> Result<Vec<Event>, Refusal> {
        let possible = self.ending.is_some() && self.free_seat().is_none();
        if !possible || self.rematch.is_some() {
            return Err(Refusal::NotAllowed);
        }
        let standing = self.offers.by(Offer::Rematch);
        let offered = standing == Some(side.other());
        match answer {
            Answer::Offer | Answer::Accept if offered => {
                Ok(vec![Event::Rematched { next: self.successor }])
            }
            Answer::Decline if offered => {
                Ok(vec![Event::Declined { offer: Offer::Rematch, by: side }])
            }
            Answer::Offer if standing.is_none() => {
                Ok(vec![Event::Offered { offer: Offer::Rematch, by: side }])
            }
            Answer::Withdraw if standing == Some(side) => {
                Ok(vec![Event::Withdrawn { offer: Offer::Rematch, by: side }])
            }
            Answer::Offer | Answer::Accept | Answer::Decline | Answer::Withdraw => {
                Err(Refusal::NotAllowed)
            }
        }
    }

    fn taken_back(&self, ply: usize, now: Moment) -> Event {
        let mut game = self.game.clone();
        game.truncate(ply);
        let turn = game.to_act();
        let mut clock = self.clock;
        clock.switch(turn, now);
        Event::TakenBack(Box::new(TakenBack {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
            position: game.position_text(),
            turn,
            check: game.is_check(),
            repetitions: u32::try_from(game.repetitions()).unwrap_or(u32::MAX),
            clock: clock.reading(now),
            hash: game.key(),
        }))
    }
}
