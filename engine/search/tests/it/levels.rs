//! Properties that every level has.

use crate::play::{every_game, wander};
use engine::{AnyGame, Options, Side};
use search::{Player, Random, Unattended, choose, levels};

/// The actions of a game that win at once.
fn wins(game: &AnyGame) -> Vec<String> {
    let side = game.to_act();
    let won = |action: &String| {
        let mut next = game.clone();
        let played = next.play(action).expect("a legal action is played");
        played.outcome.and_then(|outcome| outcome.winner) == Some(side)
    };
    game.legal().into_iter().filter(won).collect()
}

/// Whether the opponent of `side` can win at once.
fn leaves_a_win(game: &AnyGame, side: Side) -> bool {
    game.outcome().is_none() && game.to_act() != side && !wins(game).is_empty()
}

#[test]
fn level_four_sees_ends_one_action_away() {
    let mut random = Random::new(23);
    let (mut taken, mut avoided) = (0, 0);
    for start in every_game() {
        for _ in 0..40 {
            let mut game = start.clone();
            let plies = 10 + random.below(150);
            while game.outcome().is_none() && game.ply() < plies {
                wander(&mut game, &mut random);
            }
            if game.outcome().is_some() {
                // One action before the end of a random game a win is often at hand.
                game.truncate(game.ply() - 1 - random.below(2).min(game.ply() - 1));
            }
            if game.legal().len() > 120 {
                continue;
            }
            let level = 4 + u8::try_from(random.below(5)).unwrap_or(0);
            let side = game.to_act();
            let choice = choose(&game, level, random.next(), 3_000).expect("the game goes on");
            let wins = wins(&game);
            if !wins.is_empty() {
                assert!(
                    wins.contains(&choice.action),
                    "level {level} plays {} in {} although {wins:?} win",
                    choice.action,
                    game.position_text()
                );
                taken += 1;
                continue;
            }
            let mut next = game.clone();
            next.play(&choice.action).expect("it is legal");
            if leaves_a_win(&next, side) {
                let safe = game.legal().into_iter().find(|action| {
                    let mut other = game.clone();
                    other.play(action).expect("a legal action is played");
                    other.to_act() != side && !leaves_a_win(&other, side)
                });
                assert_eq!(
                    safe,
                    None,
                    "level {level} plays {} in {}",
                    choice.action,
                    game.position_text()
                );
            } else {
                avoided += 1;
            }
        }
    }
    assert!(taken > 50 && avoided > 500, "{taken} wins taken, {avoided} losses avoided");
}

#[test]
fn lower_levels_take_an_immediate_win() {
    let mut random = Random::new(29);
    let mut taken = 0;
    for start in every_game() {
        for _ in 0..20 {
            let mut game = start.clone();
            let plies = 10 + random.below(150);
            while game.outcome().is_none() && game.ply() < plies {
                wander(&mut game, &mut random);
            }
            if game.outcome().is_none() {
                continue;
            }
            game.truncate(game.ply() - 1);
            let wins = wins(&game);
            if wins.is_empty() {
                continue;
            }
            for level in 1..4 {
                let choice = choose(&game, level, random.next(), 1_000).expect("the game goes on");
                assert!(
                    wins.contains(&choice.action),
                    "level {level} plays {} in {} although {wins:?} win",
                    choice.action,
                    game.position_text()
                );
                taken += 1;
            }
        }
    }
    assert!(taken > 100, "{taken} wins taken");
}

#[test]
fn random_share_depends_on_the_seed_alone() {
    let strength = levels::Level::new(200, 1, 100).with_random(50);
    for game in every_game() {
        let choose = |seed| {
            let mut player = Player::new(&game, 10).expect("it can be searched");
            player.choose_with(&game, strength, false, seed, &mut Unattended)
        };
        let first: Vec<_> = (0..12).map(choose).collect();
        let again: Vec<_> = (0..12).map(choose).collect();
        assert_eq!(first, again, "{}", game.info().id);
    }
}

#[test]
fn fully_random_level_plays_every_legal_action() {
    let game = AnyGame::new("er-chi-yi", None, &Options::none(), None).expect("it is a game");
    let mut player = Player::new(&game, 10).expect("it can be searched");
    let strength = levels::Level::new(200, 1, 0).with_random(100);
    let mut played: Vec<String> = (0..200)
        .filter_map(|seed| player.choose_with(&game, strength, false, seed, &mut Unattended))
        .map(|choice| choice.action)
        .collect();
    played.sort();
    played.dedup();
    let mut legal = game.legal();
    legal.sort();
    assert_eq!(played, legal);
}

#[test]
fn openings_vary_at_every_level() {
    for game in every_game().into_iter().filter(|game| game.legal().len() > 2) {
        for level in [1, 8] {
            let mut actions: Vec<String> = (0..12)
                .map(|seed| choose(&game, level, seed, 500).expect("the game goes on").action)
                .collect();
            actions.sort();
            actions.dedup();
            assert!(actions.len() > 1, "{} level {level}", game.info().id);
        }
    }
}

#[test]
fn an_unknown_level_is_taken_for_the_nearest() {
    let game = &every_game()[0];
    assert_eq!(choose(game, 0, 5, 500), choose(game, 1, 5, 500));
    assert_eq!(choose(game, 200, 5, 500), choose(game, 8, 5, 500));
}
