//! Seeks on the wire: what a player seeks, the opponent who has been found, and how things stand.
//!
//! `StandingView` is the whole state for one player; it is sent after every change instead of a
//! difference, so a client that missed one needs nothing else.

use super::clock::ClockSettingView;
use super::room::PlayerView;
use super::schema::{MatchIdText, SideWord};
use super::text::{maybe_word, word};
use domain::{Deal, MatchId, Seek, SoughtGame};
use engine::Side;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;
use uuid::Uuid;

/// A game as it would be played: under the defaults of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SoughtGame)]
pub struct SoughtGameView {
    /// The game, as in the catalogue.
    #[schema(value_type = String)]
    pub game: Cow<'static, str>,
    /// The ruleset of it.
    #[schema(value_type = String)]
    pub ruleset: Cow<'static, str>,
}

impl From<&SoughtGame> for SoughtGameView {
    fn from(&SoughtGame { game, ruleset }: &SoughtGame) -> Self {
        Self { game: game.into(), ruleset: ruleset.into() }
    }
}

/// What somebody seeks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Seek)]
pub struct SeekView {
    /// The games, those preferred first.
    pub games: Vec<SoughtGameView>,
    /// The clocks, those preferred first.
    pub clocks: Vec<ClockSettingView>,
    /// The side; null for either.
    #[serde(with = "maybe_word")]
    #[schema(value_type = Option<SideWord>)]
    pub side: Option<Side>,
    /// Whether the game is to count for ratings.
    pub rated: bool,
    /// How far from one's own the opponent's rating may be; null for any.
    pub within: Option<u16>,
    /// When it was made.
    pub made_at: u64,
    /// From when on it is forgotten.
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

/// Somebody who has been found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = FoundOpponent)]
pub struct FoundView {
    /// By what it is answered.
    #[schema(value_type = MatchIdText)]
    pub id: Uuid,
    /// The game, as in the catalogue.
    #[schema(value_type = String)]
    pub game: Cow<'static, str>,
    /// The ruleset of it.
    #[schema(value_type = String)]
    pub ruleset: Cow<'static, str>,
    /// How it would be timed.
    pub clock: ClockSettingView,
    /// Whether it would count for ratings.
    pub rated: bool,
    /// The side of whoever is told.
    #[serde(with = "word")]
    #[schema(value_type = SideWord)]
    pub side: Side,
    /// Who has been found.
    pub opponent: PlayerView,
    /// Until when it can be accepted.
    pub until: u64,
    /// Whether whoever is told has accepted.
    pub accepted: bool,
}

impl FoundView {
    /// What whoever has `side` is told of a deal.
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

/// How somebody's seek stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SeekStanding)]
pub struct StandingView {
    /// The server's time.
    pub now: u64,
    /// What they seek; null for nothing.
    pub seek: Option<SeekView>,
    /// Who has been found; null for nobody.
    pub found: Option<FoundView>,
    /// Whether they did not answer when somebody had been found: until they do something they are found for games by days alone.
    pub missed: bool,
    /// The match that has begun, for a minute.
    #[schema(value_type = Option<MatchIdText>)]
    pub started: Option<MatchId>,
    /// How many seek on this server.
    pub seekers: u32,
    /// How many matches that are not over they have here, challenges among them.
    pub matches: u32,
}
