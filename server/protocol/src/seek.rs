//! Seeks on the wire: the request of a player, the opponent who has been found, and the state of the
//! seek.
//!
//! `StandingView` is the whole state for one player; it is sent after every change instead of a
//! difference, so a client that missed one needs nothing else.

use super::clock::ClockSettingView;
use super::match_summary::PlayerView;
use super::schema::{MatchIdText, SideWord};
use super::text::{maybe_word, word};
use domain::{Deal, MatchId, Seek, SoughtGame};
use engine::Side;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;
use uuid::Uuid;

/// A game under the default options of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SoughtGame)]
pub struct SoughtGameView {
    /// The game, as in the catalogue.
    #[schema(value_type = String)]
    pub game: Cow<'static, str>,
    /// The ruleset.
    #[schema(value_type = String)]
    pub ruleset: Cow<'static, str>,
}

impl From<&SoughtGame> for SoughtGameView {
    fn from(&SoughtGame { game, ruleset }: &SoughtGame) -> Self {
        Self { game: game.into(), ruleset: ruleset.into() }
    }
}

/// A seek.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Seek)]
pub struct SeekView {
    /// The games, the preferred ones first.
    pub games: Vec<SoughtGameView>,
    /// The time controls, the preferred ones first.
    pub clocks: Vec<ClockSettingView>,
    /// The side; null for either.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>)]
    pub side: Option<Side>,
    /// Whether the game is to be rated.
    pub rated: bool,
    /// The largest accepted difference of the two ratings; null for no limit.
    pub within: Option<u16>,
    /// When it was created.
    pub made_at: u64,
    /// When it expires.
    pub expires_at: u64,
}

impl From<&Seek> for SeekView {
    fn from(seek: &Seek) -> Self {
        Self {
            games: seek.games().iter().map(SoughtGameView::from).collect(),
            clocks: seek.clocks().iter().map(|&clock| clock.into()).collect(),
            side: seek.terms().side,
            rated: seek.terms().rated,
            within: seek.terms().within,
            made_at: seek.made_at().0,
            expires_at: seek.expires_at().0,
        }
    }
}

/// An opponent who has been found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = FoundOpponent)]
pub struct FoundView {
    /// The id with which it is answered.
    #[schema(value_type = MatchIdText)]
    pub id: Uuid,
    /// The game, as in the catalogue.
    #[schema(value_type = String)]
    pub game: Cow<'static, str>,
    /// The ruleset.
    #[schema(value_type = String)]
    pub ruleset: Cow<'static, str>,
    /// The time control of the match.
    pub clock: ClockSettingView,
    /// Whether the match would be rated.
    pub rated: bool,
    /// The side of the receiver of this message.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub side: Side,
    /// The opponent.
    pub opponent: PlayerView,
    /// The deadline for accepting.
    pub until: u64,
    /// Whether the receiver of this message has accepted.
    pub accepted: bool,
}

impl FoundView {
    /// The deal as the player of `side` sees it.
    #[must_use]
    pub fn of(id: Uuid, deal: &Deal, side: Side, until: u64, accepted: bool) -> Self {
        Self {
            id,
            game: deal.game.game.into(),
            ruleset: deal.game.ruleset.into(),
            clock: deal.clock.into(),
            rated: deal.rated,
            side,
            opponent: (&deal.players[side.other()]).into(),
            until,
            accepted,
        }
    }
}

/// The state of a player's seek.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SeekStanding)]
pub struct StandingView {
    /// The server's time.
    pub now: u64,
    /// The seek; null if there is none.
    pub seek: Option<SeekView>,
    /// The opponent who has been found; null if there is none.
    pub found: Option<FoundView>,
    /// Whether the player did not answer when an opponent was found, and has lost the seek by it;
    /// reported for ten minutes, or until the next seek.
    pub missed: bool,
    /// The match that has begun; reported for one minute.
    #[schema(value_type = Option<MatchIdText>)]
    pub started: Option<MatchId>,
    /// The number of seeks.
    pub seekers: u32,
    /// The number of the player's unfinished matches, challenges included.
    pub matches: u32,
}
