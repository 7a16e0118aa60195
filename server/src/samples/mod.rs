//! The games that come with the program, annotated in the languages of the site, so that an empty
//! hall is not empty: `yiguan import --samples` puts them into the archive. The archive holds them
//! like any other game; comments on their moves stay here, by their ids.
//!
//! `games.json` has them. Each was played by computer players, or is so old that it is in the public
//! domain, as its first comment records; a test plays them all again.

use domain::text::Text;
use domain::{EndReason, FinishedGame, GameSummary, MatchId, MatchResult, Moment, Player, samples};
use engine::{ActionRefused, AnyGame, BySide, Options, SetupError, Side};
use protocol::CommentView;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The games as they are written down.
static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    // A test reads it, too: it is part of the program.
    serde_json::from_str(include_str!("games.json")).unwrap_or_default()
});

/// When the computer players played theirs: 2026-11-24, 00:00 UTC.
const PLAYED: Moment = Moment(1_795_478_400_000);

/// A game as it is written down.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    /// Its number, which is never given to another.
    number: u16,
    game: String,
    ruleset: String,
    /// The version of the ruleset, so that a sample stays as it was.
    version: u32,
    #[serde(default)]
    options: BTreeMap<String, String>,
    players: Players,
    result: String,
    reason: String,
    /// With blanks between.
    moves: String,
    comments: Vec<CommentView>,
}

/// The players.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Players {
    /// Computer players, by their levels.
    Computer(u8, u8),
    /// People whose names are known.
    People(String, String),
}

/// A sample is malformed.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// It cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is illegal.
    #[error("sample {number}: {refused}")]
    Illegal {
        /// The number of the sample.
        number: u16,
        /// Why it is refused.
        refused: ActionRefused,
    },
    /// A word or a player is unknown.
    #[error("sample {0} has an unknown result, reason or player")]
    Unknown(u16),
}

/// Every sample, as the archive holds it.
///
/// # Errors
///
/// [`SampleError`] if one is wrong, which tests exclude.
pub(crate) fn games() -> Result<Vec<FinishedGame>, SampleError> {
    SAMPLES.iter().map(Sample::finished).collect()
}

/// The comments on the moves of a game: none but for a sample that is unchanged.
pub(crate) fn comments(stored: &FinishedGame) -> &'static [CommentView] {
    let sample = samples::number_of(stored.summary.id)
        .and_then(|number| SAMPLES.iter().find(|sample| sample.number == number))
        .filter(|sample| sample.moves.split(' ').eq(stored.moves.iter().map(String::as_str)));
    sample.map_or(&[], |sample| &sample.comments)
}

/// Whether a game is a sample.
pub(crate) fn is_sample(id: MatchId) -> bool {
    samples::number_of(id).is_some()
}

impl Sample {
    fn finished(&self) -> Result<FinishedGame, SampleError> {
        let unknown = || SampleError::Unknown(self.number);
        let options: Options = self.options.iter().collect();
        let (game, ruleset) = (self.game.as_str(), self.ruleset.as_str());
        let mut played = AnyGame::of_version(game, ruleset, self.version, &options, None)?;
        for action in self.moves.split(' ') {
            let number = self.number;
            played.play(action).map_err(|refused| SampleError::Illegal { number, refused })?;
        }
        let moves = played.action_texts();
        let at = if matches!(self.players, Players::Computer(..)) { PLAYED } else { Moment(0) };
        let summary = GameSummary {
            players: self.players().ok_or_else(unknown)?,
            result: Some(MatchResult::from_word(&self.result).ok_or_else(unknown)?),
            reason: EndReason::from_word(&self.reason).ok_or_else(unknown)?,
            started_at: at,
            ended_at: at,
            ..GameSummary::of(samples::id_of(self.number), &played)
        };
        let times = vec![0; moves.len()];
        Ok(FinishedGame { summary, moves, times, last_seq: 0, commands: Vec::new() })
    }

    fn players(&self) -> Option<BySide<Option<Player>>> {
        let of = |side| {
            let account =
                |name: &String| Player::new(samples::player_of(self.number, side), &**name, false);
            match (&self.players, side) {
                (Players::Computer(level, _), Side::First)
                | (Players::Computer(_, level), Side::Second) => Player::computer(*level),
                (Players::People(name, _), Side::First)
                | (Players::People(_, name), Side::Second) => Some(account(name)),
            }
        };
        let players = BySide::from_fn(of);
        (players.first.is_some() && players.second.is_some()).then_some(players)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Ending;
    use engine::GAMES;
    use std::collections::BTreeSet;

    fn written() -> Vec<Sample> {
        serde_json::from_str(include_str!("games.json")).expect("the samples can be read")
    }

    #[test]
    fn every_game_has_two_samples_every_ruleset_one_and_every_number_is_one_s_own() {
        let samples = written();
        for info in GAMES {
            let of_game: Vec<&str> = samples
                .iter()
                .filter(|sample| sample.game == info.id)
                .map(|sample| sample.ruleset.as_str())
                .collect();
            assert!(of_game.len() >= 2, "{}: {of_game:?}", info.id);
            let rulesets: BTreeSet<&str> = of_game.into_iter().collect();
            assert_eq!(rulesets, info.rulesets.iter().map(|ruleset| ruleset.id).collect());
        }
        let numbers: BTreeSet<u16> = samples.iter().map(|sample| sample.number).collect();
        assert_eq!(numbers.len(), samples.len());
    }

    #[test]
    fn every_sample_ends_as_it_is_told() {
        for stored in games().expect("they are right") {
            let summary = &stored.summary;
            let mut game = AnyGame::of_version(
                &summary.game,
                &summary.ruleset,
                summary.ruleset_version,
                &summary.options,
                Some(&summary.start),
            )
            .expect("it starts");
            for action in &stored.moves {
                game.play(action).expect("it is legal");
            }
            let told = Ending { result: summary.result, reason: summary.reason };
            match game.outcome() {
                Some(outcome) => assert_eq!(Ending::from(outcome), told, "{}", summary.id),
                None => assert_eq!(summary.reason, EndReason::Resignation, "{}", summary.id),
            }
        }
    }

    #[test]
    fn every_sample_is_annotated_in_three_languages_and_in_order() {
        for sample in written() {
            let number = sample.number;
            let plies: Vec<u32> = sample.comments.iter().map(|comment| comment.ply).collect();
            assert!(plies.is_sorted() && plies.first() == Some(&0), "{number}: {plies:?}");
            assert!(plies.len() >= 5, "{number} has too few comments");
            let most = u32::try_from(sample.moves.split(' ').count()).expect("it is short");
            assert!(plies.iter().all(|&ply| ply <= most), "{number}");
            for CommentView { ply, en, zh, ja } in &sample.comments {
                for text in [en, zh, ja] {
                    assert!(!text.is_empty() && text.trim() == text, "{number}, ply {ply}");
                }
                assert!(zh.ends_with(['。', '！', '？', '”']), "{zh}");
                assert!(ja.ends_with(['。', '」', '！', '？']), "{ja}");
            }
        }
    }

    #[test]
    fn a_game_that_only_has_the_id_of_a_sample_is_not_commented() {
        let mut stored = games().expect("they are right").swap_remove(0);
        assert!(!comments(&stored).is_empty() && is_sample(stored.summary.id));
        stored.moves.pop();
        assert!(comments(&stored).is_empty());
    }
}
