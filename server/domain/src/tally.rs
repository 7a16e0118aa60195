//! Tallies: the games that a player won, drew and lost, by game, against people and against the
//! computer apart.
//!
//! A tally follows from the archive alone, and from columns that never change: it stays the same when a
//! player chooses another name, registers, or deletes the account. Aborted games count for neither side.

use crate::ending::MatchResult;
use crate::ids::PlayerId;
use crate::matches::GameSummary;
use crate::player::Player;
use crate::text::Opponent;
use engine::Side;
use std::ops::AddAssign;

/// A number of games by their result for one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Tally {
    /// One game with this result, for the player of this side.
    #[must_use]
    pub fn of(result: MatchResult, side: Side) -> Self {
        match result {
            MatchResult::Draw => Self { drawn: 1, ..Self::default() },
            MatchResult::Won(winner) if winner == side => Self { won: 1, ..Self::default() },
            MatchResult::Won(_) => Self { lost: 1, ..Self::default() },
        }
    }

    /// The number of games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.won = self.won.saturating_add(other.won);
        self.drawn = self.drawn.saturating_add(other.drawn);
        self.lost = self.lost.saturating_add(other.lost);
    }
}

impl Opponent {
    /// The kind of an opponent: a bot or a computer player is the computer, any other player is a person,
    /// and so is one that the game does not name.
    #[must_use]
    pub fn of(opponent: Option<&Player>) -> Self {
        let is_program = opponent.is_some_and(|player| player.computer.is_some() || player.bot);
        if is_program { Self::Computer } else { Self::Person }
    }
}

/// The part of a finished game in a player's tally.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TallyEntry {
    /// The player.
    pub player: PlayerId,
    /// The kind of their opponent.
    pub opponent: Opponent,
    /// One game, won, drawn or lost.
    pub tally: Tally,
}

impl TallyEntry {
    /// The entries of a game, one for each player. A game of a player against themselves counts once, as
    /// the first side's; an aborted one has none.
    pub fn of(game: &GameSummary) -> impl Iterator<Item = Self> {
        let players = &game.players;
        let id_of = |side: Side| players[side].as_ref().map(|player| player.id);
        let is_alone = id_of(Side::First) == id_of(Side::Second);
        Side::ALL.into_iter().filter_map(move |side| {
            if is_alone && side == Side::Second {
                return None;
            }
            Some(Self {
                player: id_of(side)?,
                opponent: Opponent::of(players[side.other()].as_ref()),
                tally: Tally::of(game.result?, side),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ending::EndReason;
    use crate::ids::MatchId;
    use engine::BySide;

    fn played(
        first: Option<&Player>,
        second: Option<&Player>,
        result: Option<MatchResult>,
    ) -> GameSummary {
        GameSummary {
            players: BySide { first: first.cloned(), second: second.cloned() },
            result,
            reason: EndReason::Resignation,
            ..GameSummary::blank(MatchId::fresh())
        }
    }

    #[test]
    fn each_player_gets_the_result_of_their_seat() {
        let (one, other) = (Player::guest(PlayerId::fresh()), Player::guest(PlayerId::fresh()));
        let (won, drawn, lost) = (
            Tally { won: 1, ..Tally::default() },
            Tally { drawn: 1, ..Tally::default() },
            Tally { lost: 1, ..Tally::default() },
        );
        for (result, expected) in [
            (MatchResult::Won(Side::First), [won, lost]),
            (MatchResult::Won(Side::Second), [lost, won]),
            (MatchResult::Draw, [drawn, drawn]),
        ] {
            let game = played(Some(&one), Some(&other), Some(result));
            let entry = |player: &Player, tally| TallyEntry {
                player: player.id,
                opponent: Opponent::Person,
                tally,
            };
            let expected = vec![entry(&one, expected[0]), entry(&other, expected[1])];
            assert_eq!(TallyEntry::of(&game).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn opponents_are_people_unless_they_are_programs() {
        let person = Player::guest(PlayerId::fresh());
        let bot = Player { bot: true, ..Player::guest(PlayerId::fresh()) };
        let computer = Player::computer(3).expect("a level");
        let result = Some(MatchResult::Draw);
        for (opponent, expected) in [
            (Some(&bot), Opponent::Computer),
            (Some(&computer), Opponent::Computer),
            (None, Opponent::Person),
        ] {
            let game = played(opponent, Some(&person), result);
            let found = TallyEntry::of(&game).find(|entry| entry.player == person.id);
            assert_eq!(found.map(|entry| entry.opponent), Some(expected), "{opponent:?}");
            let other = TallyEntry::of(&game).find(|entry| entry.player != person.id);
            assert_eq!(other.map(|entry| entry.opponent), opponent.map(|_| Opponent::Person));
        }
    }

    #[test]
    fn aborted_game_and_second_own_seat_count_nothing() {
        let one = Player::guest(PlayerId::fresh());
        assert_eq!(TallyEntry::of(&played(Some(&one), None, None)).count(), 0);
        let alone = played(Some(&one), Some(&one), Some(MatchResult::Won(Side::First)));
        let entries: Vec<TallyEntry> = TallyEntry::of(&alone).collect();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].tally, Tally { won: 1, ..Tally::default() });
    }

    #[test]
    fn tallies_add_up() {
        let mut sum = Tally::default();
        for one in [Tally { won: 1, ..sum }, Tally { drawn: 2, ..sum }, Tally { lost: 3, ..sum }] {
            sum += one;
        }
        assert_eq!(sum, Tally { won: 1, drawn: 2, lost: 3 });
        assert_eq!(sum.games(), 6);
    }
}
