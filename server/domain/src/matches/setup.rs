//! How a match begins: from a player's wishes, or as the rematch of a finished one.
//!
//! A setup holds only valid values: the game is set up by the engine, and a start position in which
//! the game is already over is refused. A rematch swaps the sides and keeps ruleset, options,
//! start, clock and visibility; its id follows from the match, so that both players arrive at the
//! same one.

use super::state::Match;
use crate::clock::ClockSetting;
use crate::ending::Ending;
use crate::event::{Created, Event};
use crate::moment::Moment;
use crate::player::Player;
use crate::text::{Origin, Visibility};
use engine::{AnyGame, BySide, Fault, Options, PositionError, SetupError, Side};

/// A match to be made.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The game, at its start.
    pub game: AnyGame,
    /// How it is timed.
    pub clock: ClockSetting,
    /// The player who creates it.
    pub creator: Player,
    /// The creator's seat.
    pub seat: Side,
    /// The opponent who is seated at once, such as a computer player; `None` leaves the seat free.
    pub opponent: Option<Player>,
    /// The player that the free seat is reserved for: a challenge, which they accept by taking it.
    pub invited: Option<Player>,
    /// Whether the match is listed.
    pub visibility: Visibility,
    /// Whether it counts.
    pub rated: bool,
    /// How the players come together.
    pub origin: Origin,
}

impl Setup {
    /// A public open match: the creator has the first seat, it has no clock and is not rated.
    #[must_use]
    pub const fn open_match(game: AnyGame, creator: Player) -> Self {
        Self {
            game,
            clock: ClockSetting::None,
            creator,
            seat: Side::First,
            opponent: None,
            invited: None,
            visibility: Visibility::Public,
            rated: false,
            origin: Origin::OpenMatch,
        }
    }

    /// Sets a game up for a match.
    ///
    /// # Errors
    ///
    /// [`SetupError`] names the unknown or malformed value; a position in which the game is over
    /// already is malformed here.
    pub fn game(
        game: &str,
        ruleset: Option<&str>,
        options: &Options,
        position: Option<&str>,
    ) -> Result<AnyGame, SetupError> {
        let game = AnyGame::new(game, ruleset, options, position)?;
        match game.outcome() {
            Some(outcome) => {
                let fault = Fault::OverAlready(outcome.reason.as_str());
                Err(PositionError::whole(fault).into())
            }
            None => Ok(game),
        }
    }

    /// The event with which the match begins.
    #[must_use]
    pub fn created(&self) -> Created {
        let options = self.game.options().iter();
        Created {
            game: self.game.info().id.into(),
            ruleset: self.game.ruleset().id.into(),
            ruleset_version: self.game.ruleset().version,
            options: options.map(|(key, value)| (key.into(), value.into())).collect(),
            start: self.game.start_text().into(),
            clock: self.clock,
            seat: self.seat,
            player: self.creator.clone(),
            invited: self.invited.clone(),
            visibility: self.visibility,
            rated: self.rated,
            open: self.opponent.is_none() && self.invited.is_none(),
            found: self.origin == Origin::Seek,
            origin: self.origin,
        }
    }
}

impl Match {
    /// The match that follows a finished one, with the sides swapped and both seated, and the
    /// events with which it begins; `None` while this one is not over or lacks a player.
    #[must_use]
    pub fn rematched(&self, now: Moment) -> Option<(Self, [Event; 2])> {
        self.rematched_as(self.rated, now)
    }

    /// The same, rated or not.
    #[must_use]
    pub fn rematched_as(&self, rated: bool, now: Moment) -> Option<(Self, [Event; 2])> {
        let (Ending { .. }, _) = self.ending?;
        let BySide { first: Some(first), second: Some(second) } = self.seats.clone() else {
            return None;
        };
        let start = self.game.start_text();
        let setup = Setup {
            game: AnyGame::new(
                self.game.info().id,
                Some(self.game.ruleset().id),
                self.game.options(),
                Some(&start),
            )
            .ok()?,
            clock: self.clock.setting(),
            creator: second,
            seat: Side::First,
            opponent: None,
            invited: None,
            visibility: self.visibility,
            rated,
            origin: Origin::Rematch,
        };
        // A rematch counts like the match before it.
        let created = Created { open: false, found: self.found, ..setup.created() };
        let mut next = Self::begin(self.successor, &created, now).ok()?;
        let (_, joined) = next.decide_join(&first, now).ok()?;
        let joined = joined?;
        next.evolve(&joined, now).ok()?;
        Some((next, [Event::Created(Box::new(created)), joined]))
    }
}
