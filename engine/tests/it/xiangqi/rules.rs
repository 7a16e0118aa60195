//! One test for every sentence of the rules that a position decides.

use super::{RULESETS, START, check_end, check_moves, check_refused, game, play};
use engine::AnyGame;

/// Source: rules.md §8, "standard" pieces; the start position is the usual one.
#[test]
fn pieces_stand_as_usual() {
    for ruleset in RULESETS {
        check_moves(ruleset, START, "b0", "a2 c2");
        check_moves(ruleset, START, "b2", "a2 b1 b3 b4 b5 b6 b9 c2 d2 e2 f2 g2");
        check_moves(ruleset, START, "a0", "a1 a2");
        check_moves(ruleset, START, "c0", "a2 e2");
        check_moves(ruleset, START, "d0", "e1");
        check_moves(ruleset, START, "e0", "e1");
        check_moves(ruleset, START, "e3", "e4");
        check_refused(ruleset, START, "e5e6", "empty_origin e5");
        check_refused(ruleset, START, "e6e5", "not_yours e6");
        check_refused(ruleset, START, "a0a3", "own_piece a3");
        check_refused(ruleset, START, "a0a0", "own_piece a0");
    }
}

/// A client that does not choose gets the rules that most players know; records and journals name
/// their ruleset.
#[test]
fn red_moves_first_by_default() {
    let game = AnyGame::new("xiangqi", None, &engine::Options::none(), None).expect("its start");
    assert_eq!((game.ruleset().id, game.ruleset().sides.first.en), ("standard", "Red"));
    let rulesets = game.info().rulesets.iter().map(|ruleset| ruleset.id);
    assert!(rulesets.eq(["standard", "walker"]));
}

#[test]
fn action_text_is_iccs() {
    for (action, expected) in [
        ("", "syntax"),
        ("h2e", "syntax"),
        ("h2e22", "syntax"),
        ("H2E2", "syntax"),
        ("h2-e2", "syntax"),
        ("炮二平五", "syntax"),
        ("h2j2", "off_board"),
        ("z0a0", "off_board"),
    ] {
        check_refused("walker", START, action, expected);
    }
}

#[test]
fn general_steps_along_a_line_inside_the_palace() {
    let fen = "5k3/9/9/9/8R/9/9/9/3K5/9 w";
    for ruleset in RULESETS {
        check_moves(ruleset, fen, "d1", "d0 d2 e1");
        check_refused(ruleset, fen, "d1c1", "palace c1");
        check_refused(ruleset, fen, "d1e2", "piece_movement e2");
        check_refused(ruleset, "5k3/9/9/9/8R/9/9/3K5/9/9 w", "d2d3", "palace d3");
    }
}

#[test]
fn advisor_steps_diagonally_inside_the_palace() {
    let fen = "3k5/9/9/9/9/9/9/5A3/9/R4K3 w";
    for ruleset in RULESETS {
        check_moves(ruleset, fen, "f2", "e1");
        check_refused(ruleset, fen, "f2g3", "palace g3");
        check_refused(ruleset, fen, "f2f1", "piece_movement f1");
        check_moves(ruleset, "3k5/9/9/9/9/9/9/9/4A4/R4K3 w", "e1", "d0 d2 f2");
    }
}

#[test]
fn elephant_steps_two_points_on_its_bank() {
    let fen = "3k5/9/9/9/9/2B6/9/9/9/R4K3 w";
    for ruleset in RULESETS {
        check_moves(ruleset, fen, "c4", "a2 e2");
        check_refused(ruleset, fen, "c4e6", "river e6");
        check_refused(ruleset, fen, "c4d5", "piece_movement d5");
        let black = "3k5/9/9/9/2b6/9/9/9/9/R4K3 b";
        check_moves(ruleset, black, "c5", "a7 e7");
        check_refused(ruleset, black, "c5a3", "river a3");
    }
}

#[test]
fn elephant_is_blocked_at_the_eye() {
    let fen = "3k5/9/9/9/9/9/9/4B4/3p4n/R4K3 w";
    for ruleset in RULESETS {
        check_moves(ruleset, fen, "e2", "c4 g0 g4");
        check_refused(ruleset, fen, "e2c0", "blocked_elephant_eye d1");
    }
}

#[test]
fn horse_is_hobbled_by_a_neighbour() {
    let fen = "3k5/9/9/9/4p4/3CN4/9/9/9/R4K3 w";
    for ruleset in RULESETS {
        check_moves(ruleset, fen, "e4", "d2 f2 g3 g5");
        check_refused(ruleset, fen, "e4d6", "hobbled_horse e5");
        check_refused(ruleset, fen, "e4f6", "hobbled_horse e5");
        check_refused(ruleset, fen, "e4c5", "hobbled_horse d4");
        check_refused(ruleset, fen, "e4c3", "hobbled_horse d4");
        check_refused(ruleset, fen, "e4e6", "piece_movement e6");
    }
}

#[test]
fn horse_gives_check_over_its_own_leg_only() {
    for ruleset in RULESETS {
        // The leg of the horse on d2 towards the general on e0 is d1, not e1.
        assert!(game(ruleset, "3k5/9/9/9/9/9/9/3n5/4A4/4K4 w").is_check());
        assert!(!game(ruleset, "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w").is_check());
    }
}

#[test]
fn chariot_goes_any_way_along_a_line() {
    let fen = "3k5/9/9/9/4p4/1NR2n3/9/9/2N6/5K3 w";
    for ruleset in RULESETS {
        check_moves(ruleset, fen, "c4", "c2 c3 c5 c6 c7 c8 c9 d4 e4 f4");
        check_refused(ruleset, fen, "c4g4", "blocked f4");
        check_refused(ruleset, fen, "c4b4", "own_piece b4");
        check_refused(ruleset, fen, "c4a4", "blocked b4");
        check_refused(ruleset, fen, "c4d5", "piece_movement d5");
    }
}

#[test]
fn cannon_takes_over_exactly_one_screen() {
    let fen = "3k5/9/9/2n6/9/2C1P1p1r/9/9/9/5K3 w";
    for ruleset in RULESETS {
        check_moves(ruleset, fen, "c4", "a4 b4 c0 c1 c2 c3 c5 d4 g4");
        check_refused(ruleset, fen, "c4c6", "cannon_screen");
        check_refused(ruleset, fen, "c4c8", "cannon_screen c6");
        check_refused(ruleset, fen, "c4f4", "cannon_screen e4");
        check_refused(ruleset, fen, "c4i4", "cannon_screen e4 g4");
        check_refused(ruleset, fen, "c4d5", "piece_movement d5");
    }
}

#[test]
fn soldier_steps_forward_and_once_across_also_sideways() {
    for ruleset in RULESETS {
        let home = "3k5/9/9/9/9/4P4/9/9/9/5K3 w";
        check_moves(ruleset, home, "e4", "e5");
        check_refused(ruleset, home, "e4d4", "piece_movement d4");
        let across = "3k5/9/9/9/4P4/9/9/9/9/5K3 w";
        check_moves(ruleset, across, "e5", "d5 e6 f5");
        check_refused(ruleset, across, "e5e4", "piece_movement e4");
        check_refused(ruleset, across, "e5e7", "piece_movement e7");
        let edge = "P2k5/9/9/9/9/9/9/9/8p/5K3";
        check_moves(ruleset, &format!("{edge} w"), "a9", "b9");
        check_moves(ruleset, &format!("{edge} b"), "i1", "h1 i0");
    }
}

#[test]
fn general_may_not_stay_in_check() {
    for ruleset in RULESETS {
        let chariots = "3k5/9/9/9/5r3/9/9/9/9/5K3 w";
        assert!(game(ruleset, chariots).is_check());
        check_refused(ruleset, chariots, "f0f1", "in_check f5");
        check_moves(ruleset, chariots, "f0", "e0");
        // The screen may not come, stay, or go.
        let cannon = "3k5/9/9/5c3/9/9/9/R8/9/5K3 w";
        check_refused(ruleset, cannon, "a2f2", "in_check f6");
        let screens = "3k5/9/9/5c3/9/5n3/9/5N3/9/5K3 w";
        check_refused(ruleset, screens, "f2d3", "in_check f6");
        // A horse behind an own leg, and a soldier next to it.
        check_refused(ruleset, "3k5/9/9/9/9/9/9/6n2/6R2/5K3 w", "g1i1", "in_check g2");
        check_refused(ruleset, "3k5/9/9/9/9/9/9/9/9/4K1p2 w", "e0f0", "in_check g0");
    }
}

#[test]
fn checkmate_wins() {
    for ruleset in RULESETS {
        check_end(ruleset, "3k5/R8/1R7/9/9/9/9/9/9/5K3 w", "b7b9", "first checkmate");
        check_end(ruleset, "3k5/9/9/9/9/9/9/1r7/r8/5K3 b", "b2b0", "second checkmate");
        check_end(ruleset, "R2k5/R8/9/9/9/9/9/9/9/5K3 b", "", "first checkmate");
    }
}

#[test]
fn side_without_a_legal_move_loses() {
    for ruleset in RULESETS {
        check_end(ruleset, "3k5/R8/9/9/9/9/9/9/9/4K4 b", "", "first no_legal_move");
        check_end(ruleset, "4k4/9/9/9/9/9/9/9/r8/3K5 w", "", "second no_legal_move");
    }
}

#[test]
fn black_first_under_walker_red_under_standard() {
    for (ruleset, first, second) in [("walker", "Black", "Red"), ("standard", "Red", "Black")] {
        let game = game(ruleset, START);
        let sides = game.ruleset().sides;
        assert_eq!((sides.first.en, sides.second.en), (first, second));
        assert_eq!(game.to_act().as_str(), "first");
    }
}

/// A file with both generals and one piece of the side to act between them.
const BETWEEN: &str = "4k4/9/9/9/4N4/9/9/9/9/R3K4 w";

#[test]
fn walker_piece_between_generals_may_leave() {
    let game = play("walker", BETWEEN, "e5g6");
    assert!(game.is_check(), "facing is check to the opponent");
    check_refused("standard", BETWEEN, "e5g6", "facing_generals e0 e9");
}

#[test]
fn walker_piece_between_generals_may_capture_away() {
    let fen = "4k4/9/9/6p2/4N4/9/9/9/9/R3K4 w";
    assert!(play("walker", fen, "e5g6").is_check());
    check_refused("standard", fen, "e5g6", "facing_generals e0 e9");
}

#[test]
fn generals_never_face_under_standard() {
    for action in ["e5g6", "e5d7", "e5c4", "e5f3"] {
        check_refused("standard", BETWEEN, action, "facing_generals e0 e9");
    }
    let faces = AnyGame::new(
        "xiangqi",
        Some("standard"),
        &engine::Options::none(),
        Some("4k4/9/9/9/9/9/9/9/9/R3K4 w"),
    );
    assert!(faces.is_err(), "generals that face cannot be set up");
}

#[test]
fn facing_general_leaves_the_file_or_interposes() {
    let game = play("walker", "4k4/9/9/9/4N4/r8/9/9/9/R3K4 w", "e5g6");
    assert_eq!(game.legal(), ["a4e4", "e9d9", "e9f9"]);
    super::check_refusal(&game, "e9e8", "in_check e0");
    super::check_refusal(&game, "a4a5", "in_check e0");
}

#[test]
fn facing_can_be_mate_under_walker() {
    // d9 and f9 are in the chariots' reach, and nothing can come between.
    check_end("walker", "4k4/9/9/9/4N4/9/9/9/9/3RKR3 w", "e5g4", "first checkmate");
}

#[test]
fn mover_is_not_in_check_from_facing_generals() {
    let mut game = play("walker", BETWEEN, "e5g6");
    let answer = game.play("e9d9").expect("the general leaves the file");
    assert!(!answer.check);
    assert_eq!(game.outcome(), None);
}

#[test]
fn general_may_not_enter_the_other_ones_file() {
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w";
    for ruleset in RULESETS {
        check_refused(ruleset, fen, "d0e0", "facing_generals e0 e9");
        check_moves(ruleset, fen, "d0", "d1");
        // By taking the only piece between it may not either.
        let between = "4k4/9/9/9/9/9/9/9/R3p4/4K4 w";
        check_refused(ruleset, between, "e0e1", "facing_generals e1 e9");
    }
}

#[test]
fn generals_come_to_face_in_no_other_way() {
    for ruleset in RULESETS {
        // A cannon hops over a general and stays on the file.
        let over_enemy = "4r4/4k4/9/9/4C4/9/9/9/9/4K4 w";
        check_refused(ruleset, over_enemy, "e5e9", "facing_generals e0 e8");
        let over_own = "4k4/9/9/9/4C4/9/9/9/4K4/4r4 w";
        check_refused(ruleset, over_own, "e5e0", "facing_generals e1 e9");
        // While the piece moves along the file, it stays between.
        check_moves(
            ruleset,
            "4k4/9/9/9/4P4/9/9/9/9/4K4 w",
            "e5",
            match ruleset {
                "walker" => "d5 e6 f5",
                _ => "e6",
            },
        );
        // A piece from outside takes the only piece between and takes its place.
        assert!(!play(ruleset, "4k4/9/9/9/4n4/2N6/9/9/9/4K4 w", "c4e5").is_check());
        // The enemy piece between is not one's own to move.
        check_refused(ruleset, "4k4/9/9/9/4n4/9/9/9/R8/4K4 w", "e5g6", "not_yours e5");
    }
}

#[test]
fn draw_when_neither_side_can_cross_the_river() {
    for ruleset in RULESETS {
        let last = "2bak4/4a4/9/9/9/9/9/4B4/4p4/2BAKA3 w";
        check_end(ruleset, last, "", "-");
        check_end(ruleset, last, "d0e1", "draw dead_position");
        check_end(ruleset, "3k5/9/9/9/9/9/9/9/9/5K3 w", "", "draw dead_position");
        for letter in ["R", "N", "C", "P"] {
            check_end(ruleset, &format!("3k5/9/9/9/8{letter}/9/9/9/9/5K3 w"), "", "-");
        }
        assert_eq!(game(ruleset, "3k5/9/9/9/9/9/9/9/9/5K3 w").perft(1), 0);
    }
}
