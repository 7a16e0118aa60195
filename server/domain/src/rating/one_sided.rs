//! Results that look arranged: players who win nearly all of their games against others who play few
//! other opponents. Moderators look at them; nothing is decided by them alone.

use crate::computer_players::level_of;
use crate::ids::PlayerId;
use engine::{BySide, Side};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// A finished game, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The players.
    pub players: BySide<PlayerId>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The number of actions.
    pub plies: u32,
}

/// A player who lost nearly all games against another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loser {
    /// The losing player.
    pub player: PlayerId,
    /// The number of games between the two.
    pub games: u32,
    /// The number of other opponents.
    pub others: u32,
    /// The median number of actions of the games.
    pub plies: u32,
}

/// A player with those who lose to them, most games first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneSided {
    /// The winner.
    pub winner: PlayerId,
    /// The losers.
    pub losers: Vec<Loser>,
}

impl OneSided {
    /// The number of games in all.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.losers.iter().map(|loser| loser.games).sum()
    }
}

/// The fewest games of a pair that say anything.
const FEWEST: u32 = 3;

/// The share of its games that one of a pair has won, in percent.
const SHARE: u32 = 80;

/// A player with more other opponents is listed only after [`MANY`] games of the pair.
const FEW_OTHERS: u32 = 2;
const MANY: u32 = 10;

/// The players with one-sided results among some games between people, most games first.
#[must_use]
pub fn one_sided(games: &[Outcome]) -> Vec<OneSided> {
    let mut pairs: HashMap<(PlayerId, PlayerId), Vec<&Outcome>> = HashMap::new();
    let mut opponents: HashMap<PlayerId, HashSet<PlayerId>> = HashMap::new();
    for game in games {
        let BySide { first, second } = game.players;
        if first == second || [first, second].into_iter().any(|one| level_of(one).is_some()) {
            continue;
        }
        pairs.entry((first.min(second), first.max(second))).or_default().push(game);
        opponents.entry(first).or_default().insert(second);
        opponents.entry(second).or_default().insert(first);
    }
    let mut winners: HashMap<PlayerId, Vec<Loser>> = HashMap::new();
    for ((one, other), games) in pairs {
        let count = number(games.len());
        let won_by = |player| {
            let won = |game: &&&Outcome| game.winner.map(|side| game.players[side]) == Some(player);
            number(games.iter().filter(won).count())
        };
        for (winner, player) in [(one, other), (other, one)] {
            let others = number(opponents.get(&player).map_or(0, HashSet::len)).saturating_sub(1);
            let is_enough = count >= if others <= FEW_OTHERS { FEWEST } else { MANY };
            if is_enough && won_by(winner) * 100 >= count * SHARE {
                let mut plies: Vec<u32> = games.iter().map(|game| game.plies).collect();
                plies.sort_unstable();
                let plies = plies[plies.len() / 2];
                let loser = Loser { player, games: count, others, plies };
                winners.entry(winner).or_default().push(loser);
            }
        }
    }
    let mut found: Vec<OneSided> = winners
        .into_iter()
        .map(|(winner, mut losers)| {
            losers.sort_unstable_by_key(|loser| (Reverse(loser.games), loser.player));
            OneSided { winner, losers }
        })
        .collect();
    found.sort_unstable_by_key(|found| (Reverse(found.games()), found.winner));
    found
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;
    use uuid::Uuid;

    fn id(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    fn won(winner: u128, loser: u128, plies: u32) -> Outcome {
        let players = BySide { first: id(loser), second: id(winner) };
        Outcome { players, winner: Some(Side::Second), plies }
    }

    #[test]
    fn accounts_that_lose_to_one_are_found() {
        let mut games = Vec::new();
        for account in 2..10 {
            for plies in [2, 4, 6] {
                games.push(won(50, account, plies));
            }
        }
        games.push(won(50, 9, 2));
        // Regular players, who win and lose.
        for _ in 0..6 {
            games.extend([won(20, 21, 60), won(21, 20, 60)]);
        }
        // A strong player against one who plays many others, and a single game.
        games.extend((0..9).map(|_| won(30, 31, 60)));
        games.extend((32..36).map(|other| won(31, other, 60)));
        let found = one_sided(&games);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].winner, found[0].games(), found[0].losers.len()), (id(50), 25, 8));
        assert_eq!(found[0].losers[0], Loser { player: id(9), games: 4, others: 0, plies: 4 });
        assert_eq!(found[0].losers[1].player, id(2), "the lower id of those with as many games");
        // Ten games are many, for any other opponents.
        games.push(won(30, 31, 60));
        assert_eq!(one_sided(&games)[1].winner, id(30));
    }

    #[test]
    fn computer_players_and_draws_do_not_count() {
        let computer = Player::computer(1).expect("a level").id;
        let players = BySide { first: computer, second: id(1) };
        let drawn = BySide { first: id(2), second: id(1) };
        let mut games = vec![Outcome { players, winner: Some(Side::Second), plies: 9 }; 30];
        games.extend(vec![Outcome { players: drawn, winner: None, plies: 9 }; 30]);
        assert_eq!(one_sided(&games), []);
    }
}
