//! How the upper levels play games that are solved: they never lose value, and of the actions that
//! preserve it they choose those after which most answers are wrong.
//!
//! Small games are solved when a computer player first needs the table, on the thread that decides.
//! Where no table knows the position, [`None`] leaves it to the search.

use crate::tablebase::Tablebase;
use engine::AnyGame;
use tables::Value;

/// From this level on computer players play by tables.
const PLAYS_BY_TABLES: u8 = 6;

/// An action that preserves the value of the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableAction {
    pub(super) action: String,
    /// The value to the side that acts.
    pub(super) value: Value,
}

/// The action that a level plays by the table, the same for the same seed.
pub(super) fn choose(
    tablebase: &Tablebase,
    game: &AnyGame,
    level: u8,
    seed: u64,
) -> Option<TableAction> {
    if level < PLAYS_BY_TABLES {
        return None;
    }
    // Endings lack most positions, and a file may have been lost: the log has said so.
    let traps = tablebase.table(game)?.traps(game).ok()?;
    let count = u64::try_from(traps.len()).ok()?;
    let place = usize::try_from(seed.checked_rem(count)?).ok()?;
    let trap = traps.into_iter().nth(place)?;
    Some(TableAction { action: trap.action, value: trap.value })
}

/// The value of the position to the side to act, as far as a level knows it by a table.
pub(super) fn value(tablebase: &Tablebase, game: &AnyGame, level: u8) -> Option<Value> {
    if level < PLAYS_BY_TABLES {
        return None;
    }
    tablebase.table(game)?.value(game).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Options, Side};

    fn game(id: &str, ruleset: &str, position: Option<&str>) -> AnyGame {
        AnyGame::new(id, Some(ruleset), &Options::none(), position).expect("it starts")
    }

    /// White wins Tui Da Che under `original` rules from the start, in forty actions.
    #[test]
    fn upper_levels_win_won_positions() {
        let tablebase = Tablebase::open(None);
        for seed in 0..8 {
            let mut game = game("tui-da-che", "original", None);
            while game.outcome().is_none() {
                let action = if game.to_act() == Side::Second {
                    let kept = choose(&tablebase, &game, PLAYS_BY_TABLES, seed).expect("it knows");
                    assert!(matches!(kept.value, Value::Win(_)), "{kept:?}");
                    kept.action
                } else {
                    let legal = game.legal();
                    let place = game.ply() * 7 + usize::try_from(seed).expect("it is small");
                    legal[place % legal.len()].clone()
                };
                game.play(&action).expect("it is legal");
            }
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(winner, Some(Side::Second), "seed {seed}");
            assert!(game.ply() <= 40);
        }
        let start = game("tui-da-che", "original", None);
        assert_eq!(choose(&tablebase, &start, PLAYS_BY_TABLES - 1, 0), None);
        assert_eq!(value(&tablebase, &start, PLAYS_BY_TABLES - 1), None);
        assert_eq!(value(&tablebase, &start, PLAYS_BY_TABLES), Some(Value::Loss(40)));
    }

    #[test]
    fn a_game_without_a_table_is_left_to_the_search() {
        let tablebase = Tablebase::open(None);
        for (id, ruleset) in [("shogi", "standard"), ("er-chi-yi", "standard")] {
            assert_eq!(choose(&tablebase, &game(id, ruleset, None), 8, 1), None);
        }
    }
}
