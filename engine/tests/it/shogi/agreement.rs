//! Three independent generators hold each other equal: the engine's fast one, its `refuse`,
//! and the oracle. On random games and on composed positions.

use crate::dice::Dice;
use crate::oracle::shogi::Oracle;
use engine::shogi::{Action, Role, Rules, Shogi, Square};
use engine::{AnyAction, Counter, Game, Position, SetupError};
use std::collections::{HashMap, HashSet};

/// Every action that can be written down.
fn all_actions() -> impl Iterator<Item = Action> {
    let moves = Square::all().flat_map(|from| {
        Square::all().flat_map(move |to| [false, true].map(|plus| Action::board(from, to, plus)))
    });
    let drops =
        Role::HELD.into_iter().flat_map(|role| Square::all().map(move |to| Action::drop(role, to)));
    moves.chain(drops)
}

/// Compares the generator with the oracle, and if `refusals` with `refuse` on all actions, of
/// which it counts the rules that refused them.
#[track_caller]
fn check(position: &Shogi, refusals: bool, rules: &mut HashMap<&'static str, usize>) {
    let sfen = position.to_text();
    let oracle = Oracle::new(&sfen);
    let mut actions = Vec::new();
    position.actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(Action::to_string).collect();
    texts.sort_unstable();
    assert_eq!(texts, oracle.legal(), "{sfen}");
    assert_eq!(position.is_check(), oracle.check(), "{sfen}");
    let (mut any, mut counter) = (AnyAction::default(), Counter::default());
    position.actions(&mut any);
    position.actions(&mut counter);
    assert_eq!((any.found, counter.count), (!actions.is_empty(), actions.len() as u64), "{sfen}");
    assert_eq!(position.outcome().is_some(), actions.is_empty(), "{sfen}");
    if refusals {
        let legal: HashSet<Action> = actions.into_iter().collect();
        for action in all_actions() {
            let refusal = position.refuse(action);
            assert_eq!(refusal.is_none(), legal.contains(&action), "{action} {refusal:?} {sfen}");
            if let Some(refusal) = refusal {
                *rules.entry(refusal.rule.as_str()).or_insert(0) += 1;
            }
        }
    }
}

/// A position through its text: its key, which moves update step by step, is also equal.
fn reread(position: &Shogi) -> Result<Shogi, SetupError> {
    Shogi::parse(position.rules(), &position.to_text())
}

#[test]
fn random_games_agree_throughout() {
    let mut dice = Dice(0x5409);
    let mut rules = HashMap::new();
    let mut actions = Vec::new();
    for round in 0..12 {
        let mut game = Game::<Shogi>::new(Rules::default());
        while game.outcome().is_none() && game.plies().len() < 512 {
            let ply = game.plies().len();
            check(game.position(), (ply + round).is_multiple_of(24), &mut rules);
            assert_eq!(reread(game.position()), Ok(*game.position()));
            game.legal(&mut actions);
            game.play_trusted(actions[dice.below(actions.len())]);
        }
    }
}

/// Kings close to the enemy, a few pieces anywhere and many in hand.
fn compose(dice: &mut Dice) -> Option<Shogi> {
    let mut rows = vec![vec!["1".to_owned(); 9]; 9];
    let letters = "RrBbGgSsNnLLllPPPppp";
    let pieces = 2 + dice.below(16);
    let near = dice.below(9);
    for i in 0..pieces {
        let letter = match i {
            0 => 'K',
            1 => 'k',
            _ => letters.chars().nth(dice.below(letters.len()))?,
        };
        // Half of the pieces stand around one point, so that they meet.
        let place = |dice: &mut Dice| {
            if i % 2 == 0 { dice.below(9) } else { (near + dice.below(5)) % 9 }
        };
        let square = &mut rows[place(dice)][place(dice)];
        let promotes = !"KkGg".contains(letter) && dice.below(4) == 0;
        *square = format!("{}{letter}", if promotes { "+" } else { "" });
    }
    let mut hands = String::new();
    for letter in "RBGSNLPrbgsnlp".chars() {
        match dice.below(4) {
            0 => hands.push(letter),
            1 if letter.eq_ignore_ascii_case(&'p') => hands.push_str(&format!("4{letter}")),
            _ => {}
        }
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let ranks: Vec<String> = rows.into_iter().map(|row| row.concat()).collect();
    let side = if dice.below(2) == 0 { 'b' } else { 'w' };
    // Empty squares stand one by one until the position is written again.
    let text = format!("{} {side} {hands} 1", ranks.join("/"));
    Shogi::parse(Rules::default(), &text).ok()
}

#[test]
fn composed_positions_agree() {
    let mut dice = Dice(0x81);
    let mut rules = HashMap::new();
    let mut composed = 0;
    let mut checks = 0;
    while composed < 4_000 {
        let Some(position) = compose(&mut dice) else { continue };
        check(&position, composed % 25 == 0, &mut rules);
        assert_eq!(reread(&position), Ok(position));
        composed += 1;
        checks += usize::from(position.is_check());
    }
    assert!(checks > 400, "only {checks} positions in check");
    for rule in [
        "empty_origin",
        "not_yours",
        "piece_movement",
        "own_piece",
        "blocked",
        "cannot_promote",
        "must_promote",
        "in_check",
        "not_in_hand",
        "occupied",
        "dead_piece",
        "nifu",
    ] {
        assert!(rules.contains_key(rule), "{rule} never refused anything: {rules:?}");
    }
}

/// A king on the edge among enemy pieces, and a pawn in hand: pawn drops that mate, or nearly.
fn compose_pawn_drop(dice: &mut Dice) -> Option<Shogi> {
    let mut rows = vec![vec!["1".to_owned(); 9]; 9];
    let file = dice.below(9);
    rows[0][file] = "k".to_owned();
    rows[8][dice.below(9)] = "K".to_owned();
    for _ in 0..3 + dice.below(6) {
        let letter = "GGSNRBLgsnl".chars().nth(dice.below(11))?;
        let column = (file + 8 + dice.below(3)) % 9;
        let row = dice.below(4);
        // The square before the king stays empty.
        if (row, column) != (1, file) {
            rows[row][column] = letter.to_string();
        }
    }
    let ranks: Vec<String> = rows.into_iter().map(|row| row.concat()).collect();
    Shogi::parse(Rules::default(), &format!("{} b P 1", ranks.join("/"))).ok()
}

#[test]
fn pawn_drops_agree() {
    let mut dice = Dice(0x0f);
    let mut rules = HashMap::new();
    let mut composed = 0;
    while composed < 3_000 {
        let Some(position) = compose_pawn_drop(&mut dice) else { continue };
        check(&position, false, &mut rules);
        composed += 1;
        for action in Square::all().map(|to| Action::drop(Role::Pawn, to)) {
            if let Some(refusal) = position.refuse(action) {
                *rules.entry(refusal.rule.as_str()).or_insert(0) += 1;
            }
        }
    }
    assert!(rules["uchifuzume"] > 50, "{rules:?}");
}

/// Every action reads back as itself; any other text is refused.
#[test]
fn usi_reads_back() {
    let start = Shogi::start(Rules::default());
    for action in all_actions() {
        assert_eq!(start.parse_action(&start.action_text(action)), Ok(action));
        assert_eq!(Action::from(action.unpack()), action);
    }
}
