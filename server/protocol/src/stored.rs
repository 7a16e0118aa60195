//! Converts finished games between the domain and the wire, in both directions.
//!
//! Reading back (`yiguan import`) checks the invariants of every stored game: as many times as moves,
//! an order of times, ranges that both databases can hold, a result exactly when the reason has
//! one, and names that hide nothing. That the moves are legal is checked by the import, which plays
//! them.

use super::{ClockSettingView, GameView, Hash, PlayersView, Summary};
use domain::clock::{ClockError, ClockSetting};
use domain::names::is_shown_as_it_is;
use domain::{FinishedGame, GameSummary, Moment, Player, samples};
use engine::BySide;

/// Why a game cannot be stored as written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameViewError {
    /// The clock is out of range.
    #[error("the clock is out of range: {0}")]
    Clock(#[from] ClockError),
    /// The number of times differs from the number of moves.
    #[error("{moves} moves, but {times} times")]
    Times {
        /// The number of moves.
        moves: usize,
        /// The number of times.
        times: usize,
    },
    /// `plies` differs from the number of moves.
    #[error("{moves} moves, but `plies` is {plies}")]
    Plies {
        /// The number of moves.
        moves: usize,
        /// The value of `plies`.
        plies: u32,
    },
    /// The game ends before it begins.
    #[error("`ended_at` is before `started_at`")]
    Backwards,
    /// A time is out of the stored range.
    #[error("a time is out of range")]
    Time,
    /// Exactly the aborted games have no result.
    #[error("`result` and `reason` contradict each other")]
    Result,
    /// A player's name is too long, or contains invisible characters.
    #[error("a player's name has more than 80 characters, or invisible ones")]
    Name,
}

impl From<GameSummary> for Summary {
    fn from(stored: GameSummary) -> Self {
        let options = stored.options.iter();
        Self {
            id: stored.id,
            options: options.map(|(key, value)| (key.into(), value.into())).collect(),
            game: stored.game.into(),
            ruleset: stored.ruleset.into(),
            ruleset_version: stored.ruleset_version,
            start: stored.start,
            clock: ClockSettingView::from(stored.clock),
            players: PlayersView::from(stored.players),
            result: stored.result,
            reason: stored.reason,
            position: stored.position,
            hash: Hash(stored.hash),
            plies: stored.plies,
            rated: stored.rated,
            origin: stored.origin,
            sample: samples::number_of(stored.id).is_some(),
            started_at: stored.started_at.0,
            ended_at: stored.ended_at.0,
        }
    }
}

impl From<FinishedGame> for GameView {
    fn from(stored: FinishedGame) -> Self {
        Self {
            summary: stored.summary.into(),
            moves: stored.moves,
            times: stored.times,
            comments: Vec::new(),
        }
    }
}

/// The most characters of a stored name.
const LONGEST_NAME: usize = 80;

impl TryFrom<GameView> for FinishedGame {
    type Error = GameViewError;

    fn try_from(view: GameView) -> Result<Self, GameViewError> {
        // Comments and the mark of a sample follow from the id.
        let GameView { summary, moves, times, comments: _ } = view;
        if times.len() != moves.len() {
            return Err(GameViewError::Times { moves: moves.len(), times: times.len() });
        }
        if u32::try_from(moves.len()) != Ok(summary.plies) {
            return Err(GameViewError::Plies { moves: moves.len(), plies: summary.plies });
        }
        if summary.ended_at < summary.started_at {
            return Err(GameViewError::Backwards);
        }
        let too_late = |&time: &u64| time > LATEST;
        if times.iter().chain([&summary.started_at, &summary.ended_at]).any(too_late) {
            return Err(GameViewError::Time);
        }
        if summary.result.is_none() != summary.reason.is_without_result() {
            return Err(GameViewError::Result);
        }
        let players = [&summary.players.first, &summary.players.second];
        if players
            .into_iter()
            .flatten()
            .any(|player| !is_shown_as_it_is(&player.name, LONGEST_NAME))
        {
            return Err(GameViewError::Name);
        }
        Ok(Self {
            summary: GameSummary {
                game: summary.game.into(),
                ruleset: summary.ruleset.into(),
                ruleset_version: summary.ruleset_version,
                options: summary.options.iter().collect(),
                start: summary.start,
                clock: ClockSetting::try_from(summary.clock)?,
                players: BySide {
                    first: summary.players.first.map(Player::from),
                    second: summary.players.second.map(Player::from),
                },
                result: summary.result,
                reason: summary.reason,
                position: summary.position,
                hash: summary.hash.0,
                plies: summary.plies,
                rated: summary.rated,
                origin: summary.origin,
                started_at: Moment(summary.started_at),
                ended_at: Moment(summary.ended_at),
                ..GameSummary::blank(summary.id)
            },
            moves,
            times,
            last_seq: 0,
            commands: Vec::new(),
        })
    }
}

/// The start of the year 10000, in milliseconds: the latest time accepted, which both databases can
/// hold.
const LATEST: u64 = 253_402_300_800_000;
