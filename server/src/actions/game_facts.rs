//! The facts of a reported game: how long the reported player took for their moves, and the recent results
//! of the two players against each other.

use super::Actions;
use domain::{FinishedGame, MatchResult, PlayerId};
use engine::Side;
use store::{GameFilter, Report, StoreError};

/// How many games of the reported player are looked through for games against the same opponent.
const RECENT: u32 = 50;

/// The facts of a finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GameFacts {
    /// The shortest, the median and the longest time that the reported player took, in milliseconds.
    pub(crate) times: Option<[u64; 3]>,
    /// Won, drawn and lost by the reported player against the same opponent, among their recent games.
    pub(crate) between: [u32; 3],
}

impl Actions {
    /// The facts of the game that a report is about; none if it is about none, or has not ended.
    pub(super) async fn facts(&self, report: &Report) -> Result<Option<GameFacts>, StoreError> {
        if report.match_id.0.is_nil() {
            return Ok(None);
        }
        let Some(game) = self.store.game(report.match_id).await? else { return Ok(None) };
        let Some(side) = seat(&game, report.about) else { return Ok(None) };
        let mut between = [0; 3];
        if let Some(opponent) = &game.summary.players[side.other()] {
            let filter = GameFilter { player: Some(report.about), ..GameFilter::default() };
            for other in self.store.games(&filter, None, RECENT).await? {
                let sits =
                    |side: Side, id| other.players[side].as_ref().is_some_and(|it| it.id == id);
                let Some(side) = Side::ALL
                    .into_iter()
                    .find(|&side| sits(side, report.about) && sits(side.other(), opponent.id))
                else {
                    continue;
                };
                match other.result {
                    None => {}
                    Some(MatchResult::Draw) => between[1] += 1,
                    Some(MatchResult::Won(winner)) if winner == side => between[0] += 1,
                    Some(MatchResult::Won(_)) => between[2] += 1,
                }
            }
        }
        // Who made a move follows from the rules; where turns alternate, as in most games, it is every other.
        let mut times: Vec<u64> =
            game.times.iter().copied().skip(usize::from(side == Side::Second)).step_by(2).collect();
        times.sort_unstable();
        let times = match (times.first(), times.get(times.len() / 2), times.last()) {
            (Some(&first), Some(&median), Some(&last)) => Some([first, median, last]),
            _ => None,
        };
        Ok(Some(GameFacts { times, between }))
    }
}

fn seat(game: &FinishedGame, player: PlayerId) -> Option<Side> {
    let sits = |side: &Side| {
        game.summary.players[*side].as_ref().is_some_and(|seated| seated.id == player)
    };
    Side::ALL.into_iter().find(sits)
}
