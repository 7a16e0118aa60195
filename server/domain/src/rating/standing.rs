//! The standing of a player in a pool, which games count, and how a game changes the standings of
//! both players.
//!
//! A change is a function of the game and the two standings before it. Games are counted in the
//! order of their numbers in the archive, so counting them again yields the same ratings to the
//! last bit. A standing's certainty falls with the time since the last game.
//!
//! Games whose opponents were not found by a seek are arranged by their players: they move a rating
//! by a bounded amount only, so that no number of obliging opponents makes a strong player.

use super::{Pool, Rating, Scored, computer};
use crate::computer_players::{LEVELS, level_of};
use crate::ending::MatchResult;
use crate::ids::{MatchId, PlayerId};
use crate::matches::FinishedGame;
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
    /// How many of the games were not arranged by their players.
    pub found: u32,
    /// How many different opponents whose rating was known they were against, up to
    /// [`Standing::LISTED_FROM`].
    pub opponents: u32,
    /// How far arranged games have moved the rating, as of the last game.
    pub drift: f64,
}

/// How far arranged games move a rating at most, in points: to either side, and so far again in
/// [`DRIFT_SPAN`] as the drift decays.
const MAX_DRIFT: f64 = 50.0;

/// How long a drift of [`MAX_DRIFT`] takes to decay, in milliseconds.
const DRIFT_SPAN: f64 = 30.0 * 86_400_000.0;

/// The rest of a drift after so many milliseconds.
#[expect(clippy::cast_precision_loss, reason = "spans of a thousand centuries are exact")]
fn decayed(drift: f64, milliseconds: u64) -> f64 {
    let decay = milliseconds as f64 / DRIFT_SPAN * MAX_DRIFT;
    if drift > 0.0 { (drift - decay).max(0.0) } else { (drift + decay).min(0.0) }
}

impl Standing {
    /// With so many different opponents a player is in the lists of the best.
    pub const LISTED_FROM: u32 = 10;

    /// With so many games that were not arranged a player can arrange rated ones.
    pub const ARRANGES_FROM: u32 = 10;

    /// The standing of a player before the first rated game.
    #[must_use]
    pub fn before_any(pool: &Pool, player: PlayerId) -> Self {
        let rating = level_of(player).map_or(Rating::START, |level| computer::seed(pool, level));
        Self { rating, games: 0, at: Moment(0), found: 0, opponents: 0, drift: 0.0 }
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

/// Whether games of a player may count: of those who keep their identity, and of computer players. A
/// guest's identity may be lost at any time, and an engine configured by the operator may be
/// replaced by another under the same name.
#[must_use]
pub fn can_be_rated(player: &Player) -> bool {
    player.computer.map_or(!player.guest, |level| level <= LEVELS)
}

/// A finished game that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The game.
    pub id: MatchId,
    /// The pool in which it counts.
    pub pool: Pool,
    /// The players.
    pub players: BySide<PlayerId>,
    /// The winner.
    pub result: MatchResult,
    /// When it ended.
    pub at: Moment,
    /// Whether the players were found for each other by their seeks, or one is a computer player;
    /// otherwise they arranged the game.
    pub found: bool,
}

/// The games of one pair of people that have counted on the last day on which one did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairDay {
    /// The day, counted from 1970 UTC.
    pub day: u32,
    /// How many.
    pub games: u32,
}

impl PairDay {
    /// How many games of a pair count in a day.
    pub const MAX_GAMES: u32 = 3;

    /// The same with one more game at a moment; `None` if that does not count any more.
    #[must_use]
    pub fn with_game(self, at: Moment) -> Option<Self> {
        let day = u32::try_from(at.0 / 86_400_000).unwrap_or(u32::MAX).max(self.day);
        let games = if day == self.day { self.games } else { 0 };
        (games < Self::MAX_GAMES).then(|| Self { day, games: games + 1 })
    }
}

impl Counted {
    /// The game as one that counts, or `None` if it does not: it is not rated, was called off, came from
    /// another server, or was played by a player who cannot be rated.
    #[must_use]
    pub fn of(game: &FinishedGame) -> Option<Self> {
        let summary = &game.summary;
        let is_played_here = game.last_seq > 0;
        let BySide { first: Some(first), second: Some(second) } = &summary.players else {
            return None;
        };
        let both = can_be_rated(first) && can_be_rated(second);
        let computer_alone = first.computer.is_some() && second.computer.is_some();
        if !(summary.rated && is_played_here && both) || computer_alone || first.id == second.id {
            return None;
        }
        Some(Self {
            id: summary.id,
            pool: Pool::of(&summary.game, &summary.ruleset)?,
            players: BySide { first: first.id, second: second.id },
            result: summary.result?,
            at: summary.ended_at,
            found: summary.found || first.computer.is_some() || second.computer.is_some(),
        })
    }

    /// The two people whose games of a day are limited, the lower id first; `None` if a computer
    /// player is one of them.
    #[must_use]
    pub fn pair(&self) -> Option<[PlayerId; 2]> {
        let BySide { first, second } = self.players;
        let is_person = |player| level_of(player).is_none();
        (is_person(first) && is_person(second)).then(|| [first.min(second), first.max(second)])
    }

    /// For which sides the opponent may be one more whose rating is known, given the standings
    /// before; those of computer players are known from the ladder.
    #[must_use]
    pub fn meets_known(&self, before: &BySide<Standing>) -> BySide<bool> {
        BySide::from_fn(|side: Side| {
            let opponent = side.other();
            before[side].opponents < Standing::LISTED_FROM
                && (level_of(self.players[opponent]).is_some()
                    || !before[opponent].now(self.at).is_provisional())
        })
    }

    /// The standings of both players after it; `is_new` are the sides for which the opponent is one more
    /// whose rating is known.
    #[must_use]
    pub fn rate(&self, before: &BySide<Standing>, is_new: &BySide<bool>) -> BySide<Standing> {
        BySide::from_fn(|side: Side| {
            let (own, other) = (&before[side], &before[side.other()]);
            let score = match self.result {
                MatchResult::Draw => 0.5,
                MatchResult::Won(winner) if winner == side => 1.0,
                MatchResult::Won(_) => 0.0,
            };
            let scored = Scored { opponent: other.now(self.at), score };
            let rest = own.rest(self.at);
            let mut rating = own.rating.updated(scored, rest);
            let mut drift = decayed(own.drift, rest);
            if !self.found {
                let change = rating.rating - own.rating.rating;
                let moved = (drift + change).clamp(-MAX_DRIFT, MAX_DRIFT);
                rating.rating = own.rating.rating + (moved - drift);
                drift = moved;
            }
            Standing {
                rating,
                games: own.games.saturating_add(1),
                at: self.at.max(own.at),
                found: own.found.saturating_add(u32::from(self.found)),
                opponents: own.opponents.saturating_add(u32::from(is_new[side])),
                drift,
            }
        })
    }
}

/// The change by a game for one of its players.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingChange {
    /// The game.
    pub game: MatchId,
    /// The side they played.
    pub side: Side,
    /// The pool in which it counted.
    pub pool: Pool,
    /// The player.
    pub player: PlayerId,
    /// The rating before, with the deviation as of the end of the game.
    pub before: Rating,
    /// The standing after it.
    pub after: Standing,
}

impl RatingChange {
    /// The changes by a game for both.
    #[must_use]
    pub fn of(game: &Counted, before: &BySide<Standing>, is_new: &BySide<bool>) -> BySide<Self> {
        let after = game.rate(before, is_new);
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
    use crate::ending::EndReason;
    use crate::matches::GameSummary;

    const NONE_NEW: BySide<bool> = BySide { first: false, second: false };

    fn kept() -> Player {
        Player { guest: false, ..Player::guest(PlayerId::fresh()) }
    }

    fn game(first: Player, second: Player) -> FinishedGame {
        let info = engine::GAMES[0];
        FinishedGame {
            summary: GameSummary {
                game: info.id.to_owned(),
                ruleset: info.rulesets[0].id.to_owned(),
                ruleset_version: 1,
                players: BySide { first: Some(first), second: Some(second) },
                result: Some(MatchResult::Won(Side::First)),
                reason: EndReason::Resignation,
                rated: true,
                found: true,
                started_at: Moment(1_000),
                ended_at: Moment(2_000),
                ..GameSummary::blank(MatchId::fresh())
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
        let computer = |level| Player::computer(level).expect("a level");
        assert!(Counted::of(&game(kept(), computer(3))).is_some());
        let found = |first, second| {
            let mut game = game(first, second);
            game.summary.found = false;
            Counted::of(&game).map(|counted| counted.found)
        };
        assert_eq!(found(kept(), kept()), Some(false));
        assert_eq!(
            found(kept(), computer(3)),
            Some(true),
            "no one chooses a computer player's rating"
        );
        assert_eq!(found(computer(3), kept()), Some(true));
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
        assert_eq!(Counted::of(&game(computer(1), computer(2))), None);
        let own = kept();
        assert_eq!(Counted::of(&game(own.clone(), own)), None);
        let id = crate::computer_players::id_of(LEVELS + 1).expect("a level of a program");
        assert!(!can_be_rated(&Player::new(id, "a program", false)));
    }

    #[test]
    fn a_game_moves_both_in_opposite_ways() {
        let counted = Counted::of(&game(kept(), kept())).expect("it counts");
        let new = Standing::before_any(&counted.pool, counted.players.first);
        let BySide { first, second } = counted.rate(&BySide { first: new, second: new }, &NONE_NEW);
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
        let new = Standing::before_any(&counted.pool, counted.players.first);
        let before = Standing { rating: sure, games: 40, at, ..new };
        let year_later = Counted { at: Moment(1_000 + 365 * 86_400_000), ..counted.clone() };
        let both = BySide { first: before, second: before };
        let soon = counted.rate(&both, &NONE_NEW).first.rating.rating;
        let late = year_later.rate(&both, &NONE_NEW).first.rating.rating;
        assert!(late - 1500.0 > 1.5 * (soon - 1500.0), "{soon} {late}");
        let early = Counted { at: Moment(0), ..counted };
        assert_eq!(early.rate(&both, &NONE_NEW).first.at, at, "a clock that was set back");
    }

    #[test]
    fn three_games_of_a_pair_count_in_a_day() {
        let noon = Moment(20_000 * 86_400_000 + 43_200_000);
        let mut known = PairDay::default();
        for _ in 0..PairDay::MAX_GAMES {
            known = known.with_game(noon).expect("it counts");
        }
        assert_eq!(known.with_game(noon.after(43_199_999)), None);
        let next = known.with_game(noon.after(43_200_000));
        assert_eq!(next, Some(PairDay { day: 20_001, games: 1 }));
        assert_eq!(known.with_game(Moment(0)), None, "a clock that was set back");
        let computer = Player::computer(3).expect("a level");
        let counted = Counted::of(&game(kept(), computer)).expect("it counts");
        assert_eq!((counted.pair(), counted.found), (None, true));
        let counted = Counted::of(&game(kept(), kept())).expect("it counts");
        assert!(counted.pair().is_some_and(|[low, high]| low < high));
    }

    /// A player and accounts that lose to it, or beat it, as often as counts.
    fn after_a_month(accounts: usize, result: Side, found: bool) -> f64 {
        let counted = Counted::of(&game(kept(), kept())).expect("it counts");
        let counted = Counted { result: MatchResult::Won(result), found, ..counted };
        let new = Standing::before_any(&counted.pool, counted.players.first);
        let mut one = new;
        let mut others = vec![new; accounts];
        for day in 0..30_u64 {
            for (number, other) in (0..).zip(&mut others) {
                for round in 0..u64::from(PairDay::MAX_GAMES) {
                    let at = Moment((day * 86_400 + number * 10 + round) * 1_000);
                    let before = BySide { first: one, second: *other };
                    let after = Counted { at, ..counted.clone() }.rate(&before, &NONE_NEW);
                    (one, *other) = (after.first, after.second);
                }
            }
        }
        one.rating.rating - new.rating.rating
    }

    #[test]
    fn obliging_accounts_move_a_rating_by_little() {
        for (result, sign) in [(Side::First, 1.0), (Side::Second, -1.0)] {
            let moved = sign * after_a_month(42, result, false);
            assert!((50.0..=100.0).contains(&moved), "{moved}");
            let found = sign * after_a_month(42, result, true);
            assert!(found > 5.0 * moved, "an honest player of that strength moves: {found}");
        }
    }

    #[test]
    fn arranged_games_move_a_rating_again_after_a_while() {
        let counted = Counted::of(&game(kept(), kept())).expect("it counts");
        let counted = Counted { found: false, ..counted };
        let new = Standing::before_any(&counted.pool, counted.players.first);
        let win = |one: Standing, at| {
            let before = BySide { first: one, second: new };
            Counted { at, ..counted.clone() }.rate(&before, &NONE_NEW).first
        };
        let one = win(new, Moment(1_000));
        assert_eq!((one.rating.rating, one.drift, one.found), (1550.0, 50.0, 0));
        assert_eq!(win(one, Moment(1_000)).rating.rating, 1550.0);
        let half = win(one, Moment(1_000 + 15 * 86_400_000));
        assert!((half.rating.rating - 1575.0).abs() < 1e-9, "{half:?}");
    }

    #[test]
    fn opponents_whose_rating_is_known_are_counted() {
        let counted = Counted::of(&game(kept(), kept())).expect("it counts");
        let new = Standing::before_any(&counted.pool, counted.players.first);
        let sure = Rating { rating: 1500.0, deviation: 60.0, volatility: 0.06 };
        let known = Standing { rating: sure, games: 40, at: counted.at, ..new };
        let before = BySide { first: new, second: known };
        assert_eq!(counted.meets_known(&before), BySide { first: true, second: false });
        let computer = Player::computer(1).expect("a level");
        let against_computer = Counted::of(&game(kept(), computer)).expect("it counts");
        let both = BySide { first: new, second: new };
        assert_eq!(against_computer.meets_known(&both), BySide { first: true, second: false });
        let full = Standing { opponents: Standing::LISTED_FROM, ..new };
        let before = BySide { first: full, second: known };
        assert_eq!(counted.meets_known(&before), NONE_NEW);
        let after = counted.rate(&before, &BySide { first: false, second: true });
        assert_eq!((after.first.opponents, after.second.opponents), (10, 1));
    }
}
