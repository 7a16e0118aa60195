//! The standing of a player in a pool, which games count, and how a game changes the standings of
//! both players.
//!
//! A change is a function of the game and the two standings before it. Games are counted in the
//! order of their numbers in the archive, so counting them again yields the same ratings to the
//! last bit. A standing's certainty falls with the time since the last game.

use super::{Pool, Rating, Scored, house};
use crate::ending::MatchResult;
use crate::game::FinishedGame;
use crate::house_players::{LEVELS, level_of};
use crate::ids::{MatchId, PlayerId};
use crate::moment::Moment;
use crate::player::Player;
use engine::{BySide, Side};

/// The standing of a player in a pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The rating after the last game.
    pub rating: Rating,
    /// How many games it is made of.
    pub games: u32,
    /// When the last of them ended; the beginning of time before the first.
    pub at: Moment,
}

impl Standing {
    /// The standing of a player before the first rated game.
    #[must_use]
    pub fn before_any(pool: &Pool, player: PlayerId) -> Self {
        let rating = level_of(player).map_or(Rating::START, |level| house::seed(pool, level));
        Self { rating, games: 0, at: Moment(0) }
    }

    /// The rating as of now: less certain the longer ago the last game is.
    #[must_use]
    pub fn now(&self, now: Moment) -> Rating {
        self.rating.rested(self.rest(now))
    }

    /// How long ago the last game is, in milliseconds; 0 if the clock was set back.
    fn rest(&self, now: Moment) -> u64 {
        if self.games == 0 { 0 } else { now.since(self.at) }
    }
}

/// Whether games of a player may count: of those who keep their identity, and of house players. A
/// guest's identity may be lost at any time, and an engine configured by the operator may be
/// replaced by another under the same name.
#[must_use]
pub fn can_be_rated(player: &Player) -> bool {
    player.house.map_or(!player.guest, |level| level <= LEVELS)
}

/// A finished game that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The game.
    pub id: MatchId,
    /// Where it counts.
    pub pool: Pool,
    /// Who played.
    pub players: BySide<PlayerId>,
    /// Who won.
    pub result: MatchResult,
    /// When it ended.
    pub at: Moment,
}

impl Counted {
    /// The game as one that counts, or `None` if it does not: it is not rated, was called off, came from
    /// another server, or was played by somebody who cannot be rated.
    #[must_use]
    pub fn of(game: &FinishedGame) -> Option<Self> {
        let summary = &game.summary;
        let is_played_here = game.last_seq > 0;
        let BySide { first: Some(first), second: Some(second) } = &summary.players else {
            return None;
        };
        let both = can_be_rated(first) && can_be_rated(second);
        let house_alone = first.house.is_some() && second.house.is_some();
        if !(summary.rated && is_played_here && both) || house_alone || first.id == second.id {
            return None;
        }
        Some(Self {
            id: summary.id,
            pool: Pool::of(&summary.game, &summary.ruleset)?,
            players: BySide { first: first.id, second: second.id },
            result: summary.result?,
            at: summary.ended_at,
        })
    }

    /// The standings of both players after it.
    #[must_use]
    pub fn rate(&self, before: &BySide<Standing>) -> BySide<Standing> {
        BySide::from_fn(|side: Side| {
            let (own, other) = (&before[side], &before[side.other()]);
            let score = match self.result {
                MatchResult::Draw => 0.5,
                MatchResult::Won(winner) if winner == side => 1.0,
                MatchResult::Won(_) => 0.0,
            };
            let scored = Scored { opponent: other.now(self.at), score };
            Standing {
                rating: own.rating.updated(scored, own.rest(self.at)),
                games: own.games.saturating_add(1),
                at: self.at.max(own.at),
            }
        })
    }
}

/// What a game changed for one of its players.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingChange {
    /// The game.
    pub game: MatchId,
    /// The side they played.
    pub side: Side,
    /// Where it counted.
    pub pool: Pool,
    /// Who.
    pub player: PlayerId,
    /// The rating before, with the deviation as of the end of the game.
    pub before: Rating,
    /// The standing after it.
    pub after: Standing,
}

impl RatingChange {
    /// What a game changes for both.
    #[must_use]
    pub fn of(game: &Counted, before: &BySide<Standing>) -> BySide<Self> {
        let after = game.rate(before);
        BySide::from_fn(|side| Self {
            game: game.id,
            side,
            pool: game.pool.clone(),
            player: game.players[side],
            before: before[side].now(game.at),
            after: after[side],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ClockSetting;
    use crate::ending::EndReason;
    use crate::game::GameSummary;
    use engine::Options;

    fn kept() -> Player {
        Player { guest: false, ..Player::guest(PlayerId::fresh()) }
    }

    fn game(first: Player, second: Player) -> FinishedGame {
        let info = engine::GAMES[0];
        FinishedGame {
            summary: GameSummary {
                id: MatchId::fresh(),
                game: info.id.to_owned(),
                ruleset: info.rulesets[0].id.to_owned(),
                ruleset_version: 1,
                options: Options::none(),
                start: String::new(),
                clock: ClockSetting::None,
                players: BySide { first: Some(first), second: Some(second) },
                result: Some(MatchResult::Won(Side::First)),
                reason: EndReason::Resignation,
                position: String::new(),
                hash: 0,
                plies: 0,
                rated: true,
                started_at: Moment(1_000),
                ended_at: Moment(2_000),
            },
            moves: Vec::new(),
            times: Vec::new(),
            last_seq: 9,
            commands: Vec::new(),
        }
    }

    #[test]
    fn what_counts() {
        let good = game(kept(), kept());
        assert!(Counted::of(&good).is_some());
        let house = |level| Player::of_the_house(level).expect("a level");
        assert!(Counted::of(&game(kept(), house(3))).is_some());
        let other = |change: fn(&mut FinishedGame)| {
            let mut game = game(kept(), kept());
            change(&mut game);
            Counted::of(&game)
        };
        assert_eq!(other(|game| game.summary.rated = false), None);
        assert_eq!(other(|game| game.summary.result = None), None);
        assert_eq!(other(|game| game.last_seq = 0), None, "from another server");
        assert_eq!(other(|game| game.summary.ruleset = "none".to_owned()), None);
        assert_eq!(other(|game| game.summary.players.first = None), None);
        assert_eq!(Counted::of(&game(kept(), Player::guest(PlayerId::fresh()))), None);
        assert_eq!(Counted::of(&game(house(1), house(2))), None);
        let own = kept();
        assert_eq!(Counted::of(&game(own.clone(), own)), None);
        let id = crate::house_players::id_of(LEVELS + 1).expect("a level of a program");
        assert!(!can_be_rated(&Player::new(id, "a program", false)));
    }

    #[test]
    fn a_game_moves_both_in_opposite_ways() {
        let counted = Counted::of(&game(kept(), kept())).expect("it counts");
        let new = Standing::before_any(&counted.pool, counted.players.first);
        let BySide { first, second } = counted.rate(&BySide { first: new, second: new });
        assert!((first.rating.rating + second.rating.rating - 3000.0).abs() < 1e-9);
        assert!(first.rating.rating > 1600.0 && first.rating.deviation < 350.0);
        assert_eq!((first.games, first.at), (1, Moment(2_000)));
    }

    /// A player absent for a year has a less certain rating, which moves more.
    #[test]
    fn rest_counts() {
        let counted = Counted::of(&game(kept(), kept())).expect("it counts");
        let sure = Rating { rating: 1500.0, deviation: 60.0, volatility: 0.06 };
        let at = Moment(1_000);
        let before = Standing { rating: sure, games: 40, at };
        let year_later = Counted { at: Moment(1_000 + 365 * 86_400_000), ..counted.clone() };
        let both = BySide { first: before, second: before };
        let soon = counted.rate(&both).first.rating.rating;
        let late = year_later.rate(&both).first.rating.rating;
        assert!(late - 1500.0 > 1.5 * (soon - 1500.0), "{soon} {late}");
        let early = Counted { at: Moment(0), ..counted };
        assert_eq!(early.rate(&both).first.at, at, "a clock that was set back");
    }
}
