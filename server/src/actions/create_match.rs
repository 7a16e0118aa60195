//! Creating a match: an open one, a challenge, or one against a computer player.

use super::challenge::Challenged;
use super::rated::check_meaningful;
use super::{Actions, Admission, CannotRate, ChallengeError};
use crate::live::{CreateError, Opening};
use domain::clock::ClockSetting;
use domain::{Caller, MatchId, Origin, Player, PlayerId, Setup, Visibility};
use engine::{AnyGame, Side};

/// A match as its creator wants it.
#[derive(Debug)]
pub(crate) struct NewMatch {
    pub(crate) game: AnyGame,
    pub(crate) clock: ClockSetting,
    /// The creator's seat; `None` to draw lots.
    pub(crate) seat: Option<Side>,
    pub(crate) opponent: Opponent,
    /// By default an open match is public; one with a known opponent is not. A challenge is never
    /// listed.
    pub(crate) visibility: Option<Visibility>,
    pub(crate) rated: bool,
}

/// The player for the other seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opponent {
    /// Any player may take the seat.
    Open,
    /// A computer player of this level takes the seat at once.
    Computer(u8),
    /// The seat is reserved for this player.
    Challenged(PlayerId),
}

/// A match was not created.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CreateMatchError {
    /// No computer player of the game has this level.
    #[error("there is no computer player of level {0}")]
    NoLevel(u8),
    /// The player may not be challenged.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// The match may not be rated.
    #[error(transparent)]
    Rated(#[from] CannotRate),
    /// A limit is reached, or no match can begin.
    #[error(transparent)]
    Create(#[from] CreateError),
}

impl Actions {
    /// Creates a match; returns its id and the seat of its creator.
    ///
    /// # Errors
    ///
    /// [`CreateMatchError`].
    pub(crate) async fn create_match(
        &self,
        Admission(()): Admission,
        creator: &Player,
        caller: Option<Caller>,
        new: NewMatch,
    ) -> Result<(MatchId, Side), CreateMatchError> {
        let NewMatch { game, clock, seat, opponent, visibility, rated } = new;
        let (mut computer, mut challenged) = (None, None);
        match opponent {
            Opponent::Open => {}
            Opponent::Computer(level) => {
                let player = self.computer_player(level, &game);
                computer = Some(player.ok_or(CreateMatchError::NoLevel(level))?);
            }
            Opponent::Challenged(id) => {
                challenged = Some(self.check_challenge(creator.id, id).await?);
            }
        }
        let is_stranger = challenged.as_ref().is_some_and(|challenged| challenged.is_stranger);
        let challenged = challenged.map(|Challenged { player, .. }| player);
        if rated {
            check_meaningful(&game, creator, computer.as_ref().or(challenged.as_ref()))?;
            if computer.is_none() {
                self.check_arranged(creator.id, challenged.as_ref().map(|player| player.id))
                    .await?;
            }
        }
        let setup = Setup {
            game,
            clock,
            creator: creator.clone(),
            seat: seat.unwrap_or_else(|| if rand::random() { Side::First } else { Side::Second }),
            // A challenge concerns only its two players, and a game against a computer player is
            // no offer to others.
            visibility: match (opponent, visibility) {
                (Opponent::Challenged(_), _) | (Opponent::Computer(_), None) => Visibility::Link,
                (Opponent::Open, None) => Visibility::Public,
                (Opponent::Open | Opponent::Computer(_), Some(visibility)) => visibility,
            },
            origin: match opponent {
                Opponent::Open => Origin::OpenMatch,
                Opponent::Challenged(_) | Opponent::Computer(_) => Origin::Challenge,
            },
            opponent: computer,
            invited: challenged,
            rated,
        };
        let opening = Opening { caller, is_stranger };
        let id = self.registry.create_within(&setup, opening).await?.id();
        if let Some(challenged) = &setup.invited {
            self.announce_challenge(id, &setup, challenged.id);
        }
        Ok((id, setup.seat))
    }

    /// The computer player of a level; the levels above the site's own are those of an external
    /// engine.
    fn computer_player(&self, level: u8, game: &AnyGame) -> Option<Player> {
        let engine = || self.engines.of(game.info().id, game.ruleset().id)?.player(level);
        Player::computer(level).or_else(engine)
    }
}
