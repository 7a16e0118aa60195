//! One test for every sentence of the rules that a position decides. Source: rules.md §7.

use super::{START, check_end, check_legal, check_moves, check_refused, game, play};

#[test]
fn pieces_stand_and_move_as_usual() {
    check_moves(START, "7g", "7f");
    check_moves(START, "9i", "9h");
    check_moves(START, "8i", "");
    check_moves(START, "7i", "6h 7h");
    check_moves(START, "6i", "5h 6h 7h");
    check_moves(START, "5i", "4h 5h 6h");
    check_moves(START, "8h", "");
    check_moves(START, "2h", "1h 3h 4h 5h 6h 7h");
    check_refused(START, "5e5d", "empty_origin 5e");
    check_refused(START, "3c3d", "not_yours 3c");
    check_refused(START, "2h2g", "own_piece 2g");
    check_refused(START, "2h2d", "blocked 2g");
    check_refused(START, "8h2b+", "blocked 7g");
    check_refused(START, "7g7e", "piece_movement 7e");
    check_refused(START, "7g7g", "piece_movement 7g");
}

#[test]
fn action_text_is_usi() {
    for (action, expected) in [
        ("", "syntax"),
        ("7g7", "syntax"),
        ("7g7f++", "syntax"),
        ("7g7f=", "syntax"),
        ("7G7F", "syntax"),
        ("K*5e", "syntax"),
        ("p*5e", "syntax"),
        ("P*5", "syntax"),
        ("P@5e", "syntax"),
        ("７六歩", "syntax"),
        ("7g0f", "off_board"),
        ("7g7j", "off_board"),
        ("P*5z", "off_board"),
    ] {
        check_refused(START, action, expected);
    }
}

#[test]
fn each_piece_has_its_steps() {
    let around = |piece: &str| format!("7k1/9/9/9/4{piece}4/9/9/9/7K1 b - 1");
    for (piece, targets) in [
        ("P", "5d"),
        ("L", "5a+ 5b 5b+ 5c 5c+ 5d"),
        ("N", "4c 4c+ 6c 6c+"),
        ("S", "4d 4f 5d 6d 6f"),
        ("G", "4d 4e 5d 5f 6d 6e"),
        ("+P", "4d 4e 5d 5f 6d 6e"),
        ("+L", "4d 4e 5d 5f 6d 6e"),
        ("+N", "4d 4e 5d 5f 6d 6e"),
        ("+S", "4d 4e 5d 5f 6d 6e"),
        ("+B", "1a 1i 2b 2h 3c 3g 4d 4e 4f 5d 5f 6d 6e 6f 7c 7g 8b 8h 9a 9i"),
        ("+R", "1e 2e 3e 4d 4e 4f 5a 5b 5c 5d 5f 5g 5h 5i 6d 6e 6f 7e 8e 9e"),
    ] {
        check_moves(&around(piece), "5e", targets);
    }
    check_moves("8k/9/9/9/4K4/9/9/9/9 b - 1", "5e", "4d 4e 4f 5d 5f 6d 6e 6f");
}

#[test]
fn second_side_moves_the_other_way() {
    let around = |piece: &str| format!("7k1/9/9/9/4{piece}4/9/9/9/7K1 w - 1");
    for (piece, targets) in [
        ("p", "5f"),
        ("l", "5f 5g 5g+ 5h 5h+ 5i+"),
        ("n", "4g 4g+ 6g 6g+"),
        ("s", "4d 4f 5f 6d 6f"),
        ("g", "4e 4f 5d 5f 6e 6f"),
        ("+s", "4e 4f 5d 5f 6e 6f"),
    ] {
        check_moves(&around(piece), "5e", targets);
    }
}

#[test]
fn captures_go_into_the_hand_unpromoted() {
    let mut game = game("4k4/9/4+p4/4R4/9/9/9/9/4K4 b P 1");
    play(&mut game, "5d5c");
    assert_eq!(game.position_text(), "4k4/9/4R4/9/9/9/9/9/4K4 w 2P 1");
}

#[test]
fn promotion_is_optional_in_the_far_three_ranks() {
    let sfen = "9/2S6/9/2S5k/9/9/9/9/4K4 b - 1";
    // Entering: 7d to rank c. Within and leaving: 7b.
    check_legal(sfen, "7d7c 7d7c+ 7b7a 7b7a+ 7b6c 7b6c+");
    check_legal("9/9/2S6/8k/9/9/9/9/4K4 b - 1", "7c6d 7c6d+");
    check_refused(sfen, "7d6e+", "cannot_promote 6e");
    check_refused("9/2+S6/9/8k/9/9/9/9/4K4 b - 1", "7b7a+", "cannot_promote 7a");
    check_refused("9/2G6/9/8k/9/9/9/9/4K4 b - 1", "7b7a+", "cannot_promote 7a");
    check_refused("9/2K6/9/8k/9/9/9/9/9 b - 1", "7b7a+", "cannot_promote 7a");
    check_legal("4k4/9/9/9/K8/9/2s6/9/9 w - 1", "7g7h 7g7h+ 7g8f 7g8f+");
}

#[test]
fn promotion_is_forced_where_no_move_is_left() {
    let sfen = "9/P1L5k/4N4/6N2/9/9/9/9/4K4 b - 1";
    for (action, square) in [("9b9a", "9a"), ("7b7a", "7a"), ("5c4a", "4a"), ("3d2b", "2b")] {
        check_refused(sfen, action, &format!("must_promote {square}"));
        check_legal(sfen, &format!("{action}+"));
    }
    check_legal("8k/9/P1L6/9/9/9/9/9/4K4 b - 1", "9c9b 7c7b");
    check_refused("4k4/9/9/9/9/9/9/p8/8K w - 1", "9h9i", "must_promote 9i");
}

#[test]
fn a_dropped_piece_is_unpromoted() {
    let mut game = game("4k4/9/9/9/9/9/9/9/4K4 b R 1");
    play(&mut game, "R*9b");
    assert_eq!(game.position_text(), "4k4/R8/9/9/9/9/9/9/4K4 w - 1");
}

#[test]
fn drop_needs_a_held_piece_and_empty_square() {
    let sfen = "4k4/9/9/4p4/9/9/9/9/4K4 b Gr 1";
    check_refused(sfen, "S*5e", "not_in_hand");
    check_refused(sfen, "R*5e", "not_in_hand");
    check_refused(sfen, "G*5d", "occupied 5d");
    check_refused(sfen, "G*5i", "occupied 5i");
    check_legal(sfen, "G*5e G*9a G*1i");
}

#[test]
fn pawn_lance_and_knight_drops_need_a_move() {
    let first = "4k4/9/9/9/9/9/9/9/4K4 b NLP 1";
    for (action, square) in [("P*1a", "1a"), ("L*1a", "1a"), ("N*1a", "1a"), ("N*1b", "1b")] {
        check_refused(first, action, &format!("dead_piece {square}"));
    }
    check_legal(first, "P*1b L*1b N*1c");
    let second = "4k4/9/9/9/9/9/9/9/4K4 w nlp 1";
    for (action, square) in [("P*1i", "1i"), ("L*1i", "1i"), ("N*1i", "1i"), ("N*1h", "1h")] {
        check_refused(second, action, &format!("dead_piece {square}"));
    }
    check_legal(second, "P*1h L*1h N*1g");
}

#[test]
fn nifu_is_a_second_unpromoted_pawn() {
    let sfen = "4k4/2p6/9/9/9/1+P7/P8/9/4K4 b P 1";
    check_refused(sfen, "P*9c", "nifu 9g");
    check_refused(sfen, "P*9h", "nifu 9g");
    // A promoted pawn does not count, and an enemy's neither.
    check_legal(sfen, "P*8c P*7c");
    check_refused("4k4/4p4/9/9/9/9/9/9/4K4 w p 1", "P*5g", "nifu 5b");
}

#[test]
fn uchifuzume_is_a_pawn_drop_that_mates() {
    let sfen = "7lk/7p1/8S/9/9/9/9/9/4K4 b P 1";
    check_refused(sfen, "P*1b", "uchifuzume 1a");
    let mirrored = "4k4/9/9/9/9/9/s8/1P7/KL7 w p 1";
    check_refused(mirrored, "P*9h", "uchifuzume 9i");
}

#[test]
fn uchifuzume_counts_a_pinned_defender_as_none() {
    // The gold on 2b could take, but for the rook behind it on the rank of its king.
    check_refused("7lk/9/8S/7R1/9/9/9/9/K8 b P 1", "P*1b", "uchifuzume 1a");
    // Source: tests/data/vectors, "pawn-drop mate with a pinned defender".
    let pinned = "7gb/6Rbk/9/7+N1/9/9/9/K8/9 b 3Pnp 1";
    check_refused(pinned, "P*1c", "uchifuzume 1b");
}

#[test]
fn uchifuzume_counts_where_the_drop_answers_a_check() {
    // Source: tests/data/vectors, "pawn drop that answers a check and mates is illegal".
    let sfen = "9/9/4g1b2/k4R3/3NKN3/3LPL3/9/9/9 w 2p 1";
    check_refused(sfen, "P*5d", "uchifuzume 5e");
}

#[test]
fn answerable_pawn_drop_check_is_legal() {
    // The king steps away.
    check_legal("8k/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b");
    // Another piece takes the pawn. Source: tests/data/vectors.
    check_legal("lr7/ks7/1g7/1G7/1R7/9/6K2/9/9 b 5P3p 1", "P*9c");
}

#[test]
fn other_drops_may_mate() {
    check_end("7lk/7p1/8S/9/9/9/9/9/4K4 b G 1", "G*1b", "first checkmate");
    check_end("7lk/7p1/8S/9/9/9/9/9/4K4 b L 1", "L*1b", "first checkmate");
}

#[test]
fn pawn_moves_may_mate() {
    check_end("7lk/7p1/8P/7N1/9/9/9/9/4K3L b - 1", "1c1b", "first checkmate");
}

/// Source: rules.md §7: a pawn drop that *mates* is forbidden, and a side without a legal move
/// loses. YaneuraOu, whose counts the vectors were compared with, plays such drops too.
#[test]
fn stalemating_pawn_drop_is_legal_and_wins() {
    // The king's steps are taken by the silver, the knight and, without check, the pawn.
    let sfen = "k8/2S6/9/N8/9/9/9/9/4K4 b P 1";
    check_legal(sfen, "P*9c");
    check_end(sfen, "P*9c", "first no_legal_move");
}

#[test]
fn own_king_may_not_stay_in_check() {
    // A pinned piece, a king that steps into check, a check not answered, a king that steps back
    // along the line of the check.
    check_refused("4k4/9/9/4r4/9/9/4G4/9/4K4 b P 1", "5g4g", "in_check 5d");
    check_legal("4k4/9/9/4r4/9/9/4G4/9/4K4 b P 1", "5g5f P*4e");
    check_refused("4k4/9/9/3r5/9/9/9/9/4K4 b - 1", "5i6h", "in_check 6d");
    check_refused("4k4/9/9/4r4/9/9/9/9/4K4 b P 1", "P*4e", "in_check 5d");
    check_legal("4k4/9/9/4r4/9/9/9/9/4K4 b P 1", "P*5e 5i4h");
    check_refused("4k4/9/9/4r4/9/9/9/4K4/9 b - 1", "5h5i", "in_check 5d");
    check_refused("3k5/9/9/9/9/4l4/9/4r4/4K4 b - 1", "5i5h", "in_check 5f");
    check_legal("3k5/9/9/9/9/9/9/4r4/4K4 b - 1", "5i5h");
}

#[test]
fn double_check_is_answered_by_the_king() {
    let sfen = "4k4/9/9/4r4/9/9/3n5/9/4K4 b G 1";
    check_refused(sfen, "G*5e", "in_check 6g");
    assert!(game(sfen).legal().iter().all(|action| action.starts_with("5i")));
}

#[test]
fn no_legal_move_is_a_loss() {
    check_end("k8/2S6/1G7/9/9/9/9/9/4K4 w - 1", "", "first no_legal_move");
    check_end("7lk/7p1/8S/9/9/9/9/9/4K4 b G 1", "G*1b", "first checkmate");
}
