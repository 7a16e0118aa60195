//! Finished games, as the archive keeps them: a summary for lists, and the whole game with its actions
//! and times; the conversion of a match into one, and back into a match that is over.
//!
//! A finished game never changes. It names the ruleset, version and options it was played under, so
//! that it can be replayed for ever; positions and actions are the engine's texts. The way back replays every action under the ruleset version of the game, so a damaged game is
//! reported instead of shown. Chat, offers and clock readings are not archived; the match that is
//! rebuilt has none.

use super::budget::Spent;
use super::offers::Offers;
use super::presence::Presence;
use super::state::{Act, Match};
use crate::clock::{Clock, ClockSetting};
use crate::ending::{EndReason, Ending, MatchResult};
use crate::ids::MatchId;
use crate::moment::Moment;
use crate::player::Player;
use crate::text::{Origin, Visibility};
use engine::{ActionRefused, AnyGame, BySide, Options, SetupError, Side};
use std::collections::VecDeque;
use std::sync::Arc;

/// A finished game without its actions.
#[derive(Debug, Clone, PartialEq)]
pub struct GameSummary {
    /// The id of the match it was.
    pub id: MatchId,
    /// The game's id.
    pub game: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// The version of the ruleset it was played under.
    pub ruleset_version: u32,
    /// Every option with its value.
    pub options: Options,
    /// The start position.
    pub start: String,
    /// The clock's setting.
    pub clock: ClockSetting,
    /// The players; an aborted match may have an empty seat.
    pub players: BySide<Option<Player>>,
    /// The result; `None` if the match was aborted.
    pub result: Option<MatchResult>,
    /// Why it ended.
    pub reason: EndReason,
    /// The last position.
    pub position: String,
    /// The last position's key.
    pub hash: u64,
    /// The number of actions.
    pub plies: u32,
    /// True if it counted for a rating.
    pub rated: bool,
    /// Whether the players were found for each other by their seeks.
    pub found: bool,
    /// How the players came together; `None` for an imported game without it.
    pub origin: Option<Origin>,
    /// When the match was made.
    pub started_at: Moment,
    /// When it ended.
    pub ended_at: Moment,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishedGame {
    /// All but the actions.
    pub summary: GameSummary,
    /// The actions' texts.
    pub moves: Vec<String>,
    /// Milliseconds used by each action; as many as there are actions.
    pub times: Vec<u64>,
    /// The number of the match's last event; 0 for an imported game.
    pub last_seq: u32,
    /// The commands of the match with the numbers of their events, so that one sent again
    /// after the end gets the same answer; empty for an imported game.
    pub commands: Vec<(Arc<str>, u32)>,
}

impl GameSummary {
    /// A game of which only the id is known: the other fields are those of an aborted
    /// game, until they are filled in.
    #[must_use]
    pub fn blank(id: MatchId) -> Self {
        Self {
            id,
            game: String::new(),
            ruleset: String::new(),
            ruleset_version: 0,
            options: Options::none(),
            start: String::new(),
            clock: ClockSetting::None,
            players: BySide::default(),
            result: None,
            reason: EndReason::Aborted,
            position: String::new(),
            hash: 0,
            plies: 0,
            rated: false,
            found: false,
            origin: None,
            started_at: Moment(0),
            ended_at: Moment(0),
        }
    }

    /// The same with the board of a game, from its start to its last position.
    #[must_use]
    pub fn of(id: MatchId, game: &AnyGame) -> Self {
        Self {
            game: game.info().id.to_owned(),
            ruleset: game.ruleset().id.to_owned(),
            ruleset_version: game.ruleset().version,
            options: game.options().clone(),
            start: game.start_text(),
            position: game.position_text(),
            hash: game.key(),
            plies: u32::try_from(game.ply()).unwrap_or(u32::MAX),
            ..Self::blank(id)
        }
    }
}

/// A game of the archive cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An action is illegal.
    #[error("ply {ply}: {refused}")]
    Illegal {
        /// The ply.
        ply: usize,
        /// Why.
        refused: ActionRefused,
    },
}

impl Match {
    /// The match as the archive keeps it, with the commands that may be sent again; `None`
    /// while it is not over.
    #[must_use]
    pub fn finished(&self, commands: Vec<(Arc<str>, u32)>) -> Option<FinishedGame> {
        let (Ending { result, reason }, ended_at) = self.ending?;
        Some(FinishedGame {
            summary: GameSummary {
                clock: self.clock.setting(),
                players: self.seats.clone(),
                result,
                reason,
                rated: self.rated,
                found: self.found,
                origin: self.origin,
                started_at: self.created_at,
                // The system's clock may have been set back while the server was not running.
                ended_at: ended_at.max(self.created_at),
                ..GameSummary::of(self.id, &self.game)
            },
            moves: self.game.action_texts(),
            times: self.acts.iter().map(|act| act.time()).collect(),
            last_seq: self.seq,
            commands,
        })
    }

    /// The match that a game of the archive was: over, with no connections as of `now`.
    ///
    /// # Errors
    ///
    /// [`ArchiveError`] if the game does not replay under the rules this program knows.
    pub fn from_archive(stored: &FinishedGame, now: Moment) -> Result<Self, ArchiveError> {
        let summary = &stored.summary;
        let mut game = AnyGame::of_version(
            &summary.game,
            &summary.ruleset,
            summary.ruleset_version,
            &summary.options,
            Some(&summary.start),
        )?;
        let mut acts = Vec::with_capacity(stored.moves.len());
        for (ply, action) in stored.moves.iter().enumerate() {
            let played =
                game.play(action).map_err(|refused| ArchiveError::Illegal { ply, refused })?;
            acts.push(Act::new(played.by, stored.times.get(ply).copied().unwrap_or(0)));
        }
        let mut presence = Presence::nobody(now);
        for side in Side::ALL {
            let is_computer =
                summary.players[side].as_ref().is_some_and(|player| player.computer.is_some());
            presence.seated(side, is_computer, now);
        }
        let ending = Ending { result: summary.result, reason: summary.reason };
        Ok(Self {
            id: summary.id,
            game,
            clock: Clock::forgotten(summary.clock),
            seats: summary.players.clone(),
            invited: None,
            visibility: Visibility::Link,
            rated: summary.rated,
            found: summary.found,
            origin: summary.origin,
            opener: None,
            leaves: 0,
            created_at: summary.started_at,
            active_at: summary.ended_at,
            acts,
            offers: Offers::default(),
            plans: BySide::default(),
            fired: Vec::new(),
            presence,
            chat: VecDeque::new(),
            ending: Some((ending, summary.ended_at)),
            rematch: None,
            spent: Spent::default(),
            successor: MatchId::hidden(),
            seq: stored.last_seq.max(1),
        })
    }
}
