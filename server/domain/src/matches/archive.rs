//! Conversion of a match into a finished game for the archive, and back into a match that is over.
//!
//! The way back replays every action under the ruleset version of the game, so a damaged game is
//! reported instead of shown. Chat, offers and clock readings are not archived; the match that is
//! rebuilt has none.

use super::budget::Spent;
use super::offers::Offers;
use super::presence::Presence;
use super::state::{Act, Match};
use crate::clock::Clock;
use crate::ending::Ending;
use crate::game::{FinishedGame, GameSummary};
use crate::ids::MatchId;
use crate::moment::Moment;
use crate::text::Visibility;
use engine::{ActionRefused, AnyGame, BySide, SetupError, Side};
use std::collections::VecDeque;
use std::sync::Arc;

/// A game of the archive cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An action is illegal.
    #[error("ply {ply}: {refused}")]
    Illegal {
        /// Where.
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
                id: self.id,
                game: self.game.info().id.to_owned(),
                ruleset: self.game.ruleset().id.to_owned(),
                ruleset_version: self.game.ruleset().version,
                options: self.game.options().clone(),
                start: self.game.start_text(),
                clock: self.clock.setting(),
                players: self.seats.clone(),
                result,
                reason,
                position: self.game.position_text(),
                hash: self.game.key(),
                plies: self.ply(),
                rated: self.rated,
                found: self.found,
                origin: self.origin,
                started_at: self.created_at,
                // The system's clock may have been set back while the server was not running.
                ended_at: ended_at.max(self.created_at),
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
