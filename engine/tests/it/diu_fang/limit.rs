//! The turn limit of `ludii-1.3`, which takes a long game to reach.

use crate::dice::Dice;
use engine::diu_fang::{Action, DiuFang};
use engine::{Game, Options, Outcome, Position, Reason, Side};

/// The number of quiet actions before a fang is allowed, so that stones last to the end.
const WAITING_ACTIONS: u32 = 74;

/// Plays at random, but forms fang only when progress is due, and never ends the game if it
/// can be helped.
fn choose(game: &Game<DiuFang>, dice: &mut Dice) -> Action {
    let mut actions = Vec::new();
    game.legal(&mut actions);
    let earned = |action| {
        let mut next = *game.position();
        next.apply(action).earned
    };
    let due = game.quiet() >= WAITING_ACTIONS;
    let wanted: Vec<Action> =
        actions.iter().copied().filter(|&action| (earned(action) > 0) == due).collect();
    let from = if wanted.is_empty() { &actions } else { &wanted };
    for _ in 0..20 {
        let action = from[dice.below(from.len())];
        let mut next = game.clone();
        next.play_trusted(action);
        if next.outcome().is_none() {
            return action;
        }
    }
    actions[dice.below(actions.len())]
}

#[test]
fn program_draws_after_1250_turns_a_side() {
    let rules = DiuFang::rules("ludii-1.3", &Options::none()).expect("listed");
    // Found by trying one seed after the other: most such games end for want of stones.
    let mut dice = Dice(13);
    let mut game = Game::<DiuFang>::new(rules);
    while game.outcome().is_none() {
        let action = choose(&game, &mut dice);
        game.play(action).expect("chosen among the legal actions");
    }
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::TurnLimit)));
    let mut turns: Vec<Side> = game.plies().iter().map(|ply| ply.by).collect();
    turns.dedup();
    for side in Side::ALL {
        assert_eq!(turns.iter().filter(|&&by| by == side).count(), 1_250, "{side}");
    }
}
