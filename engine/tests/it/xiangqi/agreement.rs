//! Three independent generators hold each other equal: the engine's fast one, its `refuse`,
//! and the oracle. On random games, composed positions and under both rulesets.

use super::{RULESETS, Random, game};
use crate::dice::rounds;
use crate::oracle::xiangqi::Oracle;
use engine::xiangqi::{Move, Piece, Ruleset, Square, Xiangqi};
use engine::{AnyAction, Game, Position};
use std::collections::HashSet;

const BOTH: [Ruleset; 2] = [Ruleset::Walker, Ruleset::Standard];

/// Every move from any point to any point.
fn all_moves() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| Square::all().map(move |to| Move { from, to }))
}

/// Compares the generator with the oracle, and if `refusals` with `refuse` on all 8,100 moves.
#[track_caller]
fn check(position: &Xiangqi, refusals: bool) {
    let fen = position.to_text();
    let oracle = Oracle::new(&fen, position.ruleset() == Ruleset::Walker);
    let mut actions = Vec::new();
    position.actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(Move::to_string).collect();
    texts.sort_unstable();
    assert_eq!(texts, oracle.legal(), "{:?} {fen}", position.ruleset());
    assert_eq!(position.is_check(), oracle.check(), "{:?} {fen}", position.ruleset());
    let mut any = AnyAction::default();
    position.actions(&mut any);
    assert_eq!(any.found, !actions.is_empty(), "{fen}");
    if refusals {
        let legal: HashSet<Move> = actions.into_iter().collect();
        for action in all_moves() {
            let refusal = position.refuse(action);
            let expected = legal.contains(&action);
            assert_eq!(refusal.is_none(), expected, "{action} {refusal:?} {fen}");
        }
    }
}

#[test]
fn random_games_end_and_agree_throughout() {
    let mut random = Random(8);
    let mut actions = Vec::new();
    for round in 0..rounds(60) {
        let mut game = Game::<Xiangqi>::new(BOTH[round % 2]);
        while game.outcome().is_none() {
            let ply = game.plies().len();
            // 120 actions without a capture draw, and there are 30 pieces to take.
            assert!(ply < 31 * 120, "a game without end");
            check(game.position(), (ply + round).is_multiple_of(32));
            game.legal(&mut actions);
            game.play_trusted(actions[random.below(actions.len())]);
            assert_eq!(Ok(*game.position()), reread(game.position()));
        }
    }
}

/// A position through its text: its key, which moves update step by step, is also equal.
fn reread(position: &Xiangqi) -> Result<Xiangqi, engine::SetupError> {
    Xiangqi::parse(position.ruleset(), &position.to_text())
}

/// A few pieces anywhere they can stand: generals close to the enemy, cannons, screens.
pub(super) fn compose(random: &mut Random, ruleset: Ruleset) -> Option<Xiangqi> {
    let mut rows = [['1'; 9]; 10];
    let letters = b"KkRRrrCCccNNnnPPPppppAaBb";
    for (i, &letter) in letters.iter().enumerate() {
        let piece = Piece::from_letter(char::from(letter)).expect("a letter of FEN");
        let square = loop {
            let file = if i < 2 { 3 + random.below(3) } else { random.below(9) };
            let place = u8::try_from(random.below(10) * 9 + file).ok()?;
            let square = Square::from_index(place)?;
            if piece.can_stand_on(square) {
                break square;
            }
        };
        let point = &mut rows[usize::from(square.rank())][usize::from(square.file())];
        if *point == '1' && (i < 2 || random.below(3) > 0) {
            *point = char::from(letter);
        }
    }
    let ranks: Vec<String> = rows.iter().rev().map(|row| row.iter().collect()).collect();
    let side = if random.below(2) == 0 { "w" } else { "b" };
    Xiangqi::parse(ruleset, &format!("{} {side}", ranks.join("/"))).ok()
}

#[test]
fn composed_positions_agree() {
    for ruleset in BOTH {
        let mut random = Random(88);
        let positions = std::iter::repeat_with(|| compose(&mut random, ruleset)).flatten();
        let mut facing = 0;
        for (i, position) in positions.take(6_000).enumerate() {
            check(&position, i.is_multiple_of(40));
            let general = |letter| {
                Square::all().find(|&s| position.piece_at(s) == Piece::from_letter(letter))
            };
            let generals = general('K').zip(general('k')).expect("both generals stand");
            facing += usize::from(generals.0.file() == generals.1.file());
        }
        assert!(facing > 500, "only {facing} with the generals on one file");
    }
}

/// Positions in which the two rulesets part, or a cannon makes trouble.
#[test]
fn curated_positions_agree() {
    let fens = [
        // Generals face: check to the side to act (walker only).
        "4k4/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
        "3aka3/9/9/9/9/2n6/9/9/4A4/3K1A3 b - - 0 1",
        // One piece of either side between the generals.
        "4k4/9/9/9/4R4/9/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1",
        // A cannon between hops over a general without leaving the file.
        "4r4/4k4/9/9/4C4/9/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/9/4C4/9/9/9/4K4/4r4 w - - 0 1",
        // An own piece from outside, or one from between, takes the only enemy between.
        "4k4/9/9/9/R3r4/9/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/4r4/9/4R4/9/9/9/4K4 w - - 0 1",
        // The general takes the only piece between.
        "4k4/9/9/9/9/9/9/9/4n4/4K4 w - - 0 1",
        // A hollow cannon, a cannon with two screens, and both on one line.
        "4k4/9/9/4c4/9/9/9/R8/9/4K3R w - - 0 1",
        "4k4/4c4/9/9/4n4/9/4N4/9/9/3K5 w - - 0 1",
        "3k5/4c4/4P4/9/9/9/4N4/9/9/4K4 w - - 0 1",
        "3k5/9/9/9/9/9/9/9/9/c2K2N1c w - - 0 1",
        // A horse behind an own leg, and a double check.
        "3k5/9/9/9/9/9/9/5n3/4N4/4K4 w - - 0 1",
        "3k5/9/9/9/9/9/4c4/5n3/4r4/4K4 w - - 0 1",
    ];
    for fen in fens {
        for ruleset in BOTH {
            if let Ok(position) = Xiangqi::parse(ruleset, fen) {
                check(&position, true);
            }
        }
    }
}

/// Few pieces near the generals' file, so that facing decides at every depth.
#[test]
fn perft_agrees_where_generals_may_face() {
    let rows = [
        ("3ak4/4a4/4b4/9/4n4/4R4/9/4B4/4A4/3AK4 w - - 0 1", 3),
        ("3k1a3/9/3c5/9/2b1n4/6B2/9/4C4/4A4/4K4 b - - 0 1", 3),
        ("4k4/4r4/9/9/4N4/4c4/9/9/4R4/4K4 w - - 0 1", 3),
    ];
    for (fen, depth) in rows {
        for ruleset in RULESETS {
            let oracle = Oracle::new(fen, ruleset == "walker");
            assert_eq!(game(ruleset, fen).perft(depth), oracle.perft(depth), "{ruleset} {fen}");
        }
    }
}
