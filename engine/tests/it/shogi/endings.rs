//! Endings of shogi: sennichite, impasse, fouls; and the start of handicap games. Source: rules.md
//! §7.

use super::{START, end, game, game_with, play};
use engine::{AnyGame, Options, Outcome, Reason, SetupError, Side};

/// Rooks go to and fro: the position comes back after four plies.
const SHUFFLE: &str = "2h3h 8b7b 3h2h 7b8b ";

#[test]
fn fourth_occurrence_of_a_position_draws() {
    let mut game = game(START);
    play(&mut game, &SHUFFLE.repeat(2));
    assert_eq!((game.repetitions(), end(&game)), (3, "-".to_owned()));
    play(&mut game, "2h3h 8b7b 3h2h");
    assert_eq!(end(&game), "-");
    assert_eq!(game.occurrences_after("7b8b"), Ok(4));
    play(&mut game, "7b8b");
    assert_eq!(end(&game), "draw repetition");
    assert!(game.legal().is_empty());
    game.truncate(11);
    assert_eq!(end(&game), "-");
}

#[test]
fn occurrences_need_not_follow_one_another() {
    let mut game = game(START);
    // The start comes back by another way in between.
    play(&mut game, SHUFFLE);
    play(&mut game, "2h4h 8b6b 4h2h 6b8b");
    play(&mut game, SHUFFLE);
    assert_eq!(end(&game), "draw repetition");
}

#[test]
fn another_side_or_another_hand_is_another_position() {
    let mut game = game("4k4/9/9/9/9/9/9/9/R3K4 b P 1");
    // The rook loses a move: the same board with the other side to act.
    play(&mut game, "9i8i 5a4a 8i7i 4a5a 7i9i");
    assert_eq!(game.repetitions(), 1);
    assert_eq!(game.position_text(), "4k4/9/9/9/9/9/9/9/R3K4 w P 1");
}

#[test]
fn side_checking_throughout_the_cycle_loses() {
    let mut game = game("4k4/9/9/9/9/9/9/9/R3K4 b - 1");
    // First the rook comes, without check: not a part of the cycle.
    play(&mut game, "9i9h 5a4a 9h4h");
    for _ in 0..3 {
        play(&mut game, "4a5a 4h5h 5a4a 5h4h");
    }
    assert_eq!(end(&game), "second perpetual_check");
    let reason = game.outcome().map(|outcome| outcome.winner);
    assert_eq!(reason, Some(Some(Side::Second)));
}

#[test]
fn one_move_without_check_makes_a_draw() {
    let mut game = game("4k4/9/9/9/9/9/9/9/R3K4 b - 1");
    play(&mut game, "9i9h 5a4a 9h4h");
    play(&mut game, "4a5a 4h5h 5a4a 5h4h");
    // The rook waits once, and comes back to check.
    play(&mut game, "4a5a 4h9h 5a4a 9h4h");
    play(&mut game, "4a5a 4h5h 5a4a 5h4h");
    assert_eq!(end(&game), "draw repetition");
}

#[test]
fn checked_side_may_cause_the_fourth_occurrence() {
    // The set-up position, with the checking side to act, is the first occurrence.
    let mut game = game("4k4/9/9/9/9/9/9/5R3/4K4 b - 1");
    for _ in 0..2 {
        play(&mut game, "4h5h 5a4a 5h4h 4a5a");
    }
    play(&mut game, "4h5h 5a4a 5h4h");
    assert_eq!(end(&game), "-");
    play(&mut game, "4a5a");
    assert_eq!(end(&game), "second perpetual_check");
}

/// Source: rules.md §7, *Sennichite*: that side loses, whichever it is.
#[test]
fn the_second_side_too_loses_by_perpetual_check() {
    let mut game = game("r3k4/9/9/9/9/9/9/9/4K4 w - 1");
    play(&mut game, "9a9b 5i4i 9b4b");
    for _ in 0..2 {
        play(&mut game, "4i5i 4b5b 5i4i 5b4b");
    }
    play(&mut game, "4i5i 4b5b 5i4i");
    assert_eq!(end(&game), "-");
    play(&mut game, "5b4b");
    assert_eq!(end(&game), "first perpetual_check");

    // One move without check in the cycle, and neither side loses.
    game.truncate(3);
    play(&mut game, "4i5i 4b9b 5i4i 9b4b");
    for _ in 0..2 {
        play(&mut game, "4i5i 4b5b 5i4i 5b4b");
    }
    assert_eq!(end(&game), "draw repetition");
}

#[test]
fn checked_first_side_may_cause_fourth_occurrence() {
    let mut game = game("4k4/5r3/9/9/9/9/9/9/4K4 w - 1");
    for _ in 0..2 {
        play(&mut game, "4b5b 5i4i 5b4b 4i5i");
    }
    play(&mut game, "4b5b 5i4i 5b4b");
    assert_eq!(end(&game), "-");
    play(&mut game, "4i5i");
    assert_eq!(end(&game), "first perpetual_check");
}

/// Source: rules.md §7, the SFEN of the giver's first two ranks; five pieces after the Japan
/// Shogi Association's 五枚落ち, without the right knight too.
#[test]
fn handicaps_start_as_listed_and_giver_moves_first() {
    for (handicap, ranks) in [
        ("left-lance", "lnsgkgsn1/1r5b1"),
        ("right-lance", "1nsgkgsnl/1r5b1"),
        ("bishop", "lnsgkgsnl/1r7"),
        ("rook", "lnsgkgsnl/7b1"),
        ("rook-left-lance", "lnsgkgsn1/7b1"),
        ("two", "lnsgkgsnl/9"),
        ("four", "1nsgkgsn1/9"),
        ("five", "2sgkgsn1/9"),
        ("six", "2sgkgs2/9"),
        ("eight", "3gkg3/9"),
        ("ten", "4k4/9"),
    ] {
        let game = game_with(&[("handicap", handicap)], None);
        let rest = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert_eq!(game.position_text(), format!("{ranks}{rest}"), "{handicap}");
        assert_eq!(game.to_act(), Side::Second);
    }
    assert_eq!(game_with(&[("handicap", "none")], None).position_text(), START);
}

/// The letters of the pieces that a handicap takes from the set. Source: rules.md §7, *Handicap*;
/// five pieces as above, eight and ten without the silvers and the golds too.
const REMOVED: [(&str, &str); 12] = [
    ("none", ""),
    ("left-lance", "L"),
    ("right-lance", "L"),
    ("bishop", "B"),
    ("rook", "R"),
    ("rook-left-lance", "RL"),
    ("two", "RB"),
    ("four", "RBLL"),
    ("five", "RBLLN"),
    ("six", "RBLLNN"),
    ("eight", "RBLLNNSS"),
    ("ten", "RBLLNNSSGG"),
];

#[test]
fn removed_pieces_are_gone_from_the_set() {
    for (handicap, removed) in REMOVED {
        let start = game_with(&[("handicap", handicap)], None).position_text();
        let again = game_with(&[("handicap", handicap)], Some(&start));
        assert_eq!(again.position_text(), start);
        // The start position has all the others, so that one more is too many.
        let set = [('R', 2), ('B', 2), ('G', 4), ('S', 4), ('N', 4), ('L', 4), ('P', 18)];
        for (piece, count) in set {
            let left = count - removed.matches(piece).count();
            let options: Options = [("handicap", handicap)].into_iter().collect();
            let text = start.replace(" -", &format!(" {piece}"));
            let error = match AnyGame::new("shogi", None, &options, Some(&text)) {
                Err(SetupError::Position(error)) => error.fault.to_string(),
                other => panic!("{handicap} {text}: {other:?}"),
            };
            assert_eq!(error, format!("more than {left} of `{piece}`"), "{handicap}");
        }
    }
}

#[test]
fn an_illegal_move_loses_only_where_fouls_lose() {
    let mut refuses = game(START);
    assert_eq!(refuses.foul(Side::First), None);
    assert_eq!(end(&refuses), "-");
    let mut loses = game_with(&[("fouls", "lose")], None);
    assert!(loses.foul(Side::First).is_some());
    assert_eq!(end(&loses), "second foul");
}

/// The answer to a proposed impasse: `-` if refused, otherwise result, reason and who must agree.
fn impasse(game: &AnyGame, side: Side) -> String {
    match game.impasse(side) {
        Err(refusal) => format!("{refusal} {}", refusal.squares.join(" ")),
        Ok(impasse) => {
            let how = if impasse.by_agreement { "agreed" } else { "declared" };
            format!("{} {} {how}", impasse.outcome.as_str(), impasse.outcome.reason)
        }
    }
}

/// Both kings have entered; 27 points each: two rooks and 17 others, two bishops and 17 others.
const EVEN: &str = "4K4/9/9/9/9/9/9/9/4k4 b 2R2G2S2N2L9P2b2g2s2n2l9p 1";
/// A pawn has changed sides: 28 against 26.
const UNEVEN: &str = "4K4/9/9/9/9/9/9/9/4k4 b 2R2G2S2N2L10P2b2g2s2n2l8p 1";
/// 31 against 23.
const LOPSIDED: &str = "4K4/9/9/9/9/9/9/9/4k4 b 2R2G2S2N4L11P2b2g2s2n7p 1";

#[test]
fn below_27_points_loses_and_27_each_draws() {
    for (sfen, expected) in [
        (EVEN, "draw impasse agreed"),
        (UNEVEN, "first impasse agreed"),
        (LOPSIDED, "first impasse agreed"),
    ] {
        for side in Side::ALL {
            assert_eq!(impasse(&game(sfen), side), expected, "{sfen}");
        }
    }
}

#[test]
fn below_24_points_loses_otherwise_a_draw() {
    let options = [("impasse", "24-point")];
    for (sfen, expected) in [
        (EVEN, "draw impasse agreed"),
        (UNEVEN, "draw impasse agreed"),
        (LOPSIDED, "first impasse agreed"),
    ] {
        assert_eq!(impasse(&game_with(&options, Some(sfen)), Side::First), expected, "{sfen}");
    }
}

/// Source: rules.md §7, *Impasse*: `27-point`, below 27 loses; `24-point`, below 24 loses, else
/// a draw.
#[test]
fn impasse_below_the_limit_loses() {
    for (rule, hands, expected) in [
        // 30 against 24, and the other way round.
        ("24-point", "2R2G2S2N4L10P2b2g2s2n8p", "draw impasse agreed"),
        ("24-point", "2B2G2S2N8P2r2g2s2n4l10p", "draw impasse agreed"),
        // 31 against 23.
        ("24-point", "2R2G2S2N4L11P2b2g2s2n7p", "first impasse agreed"),
        ("24-point", "2B2G2S2N7P2r2g2s2n4l11p", "second impasse agreed"),
        // A set-up position without all pieces: 24 against 23, and 24 each.
        ("24-point", "2R2G2S2N8P2b2g2s2n7p", "first impasse agreed"),
        ("24-point", "2R2G2S2N7P2b2g2s2n8p", "second impasse agreed"),
        ("24-point", "2R2G2S2N8P2b2g2s2n8p", "draw impasse agreed"),
        // 28 against 26.
        ("27-point", "2R2G2S2N2L10P2b2g2s2n2l8p", "first impasse agreed"),
        ("27-point", "2R2G2S2N2L8P2b2g2s2n2l10p", "second impasse agreed"),
        // Without all pieces: 27 against 26.
        ("27-point", "2R2G2S2N2L9P2b2g2s2n2l8p", "first impasse agreed"),
        ("27-point", "2R2G2S2N2L8P2b2g2s2n2l9p", "second impasse agreed"),
    ] {
        let sfen = format!("4K4/9/9/9/9/9/9/9/4k4 b {hands} 1");
        let game = game_with(&[("impasse", rule)], Some(&sfen));
        for side in Side::ALL {
            assert_eq!(impasse(&game, side), expected, "{rule} {hands}");
        }
    }
}

#[test]
fn both_kings_must_be_in_their_promotion_zones() {
    for (sfen, expected) in [
        (START, "refused: no_impasse 5i 5a"),
        ("9/9/9/4K4/9/9/9/9/4k4 b - 1", "refused: no_impasse 5d"),
        ("9/9/4K4/9/9/4k4/9/9/9 b - 1", "refused: no_impasse 5f"),
        ("9/9/4K4/9/9/9/4k4/9/9 b - 1", "draw impasse agreed"),
    ] {
        assert_eq!(impasse(&game(sfen), Side::First), expected, "{sfen}");
    }
}

#[test]
fn promotion_is_ignored_and_board_and_hand_count() {
    // 5 + 1 + 1 on the board and 20 in hand make 27; the other side has 27 in hand.
    let sfen = "4K1+R1+P/G8/9/9/9/9/9/9/4k4 b R2G2S2N2L7P2bg2s2n2l10p 1";
    assert_eq!(impasse(&game(sfen), Side::First), "draw impasse agreed");
}

#[test]
fn handicap_impasse_counts_removed_pieces_for_the_giver() {
    // Two pieces: rook and bishop are gone, ten points. The giver has 17 in hand, the other 27.
    let sfen = "4K4/9/9/9/9/9/9/9/4k4 b RB2G2S2N2L9P2g2s2n2l9p 1";
    let options = [("handicap", "two")];
    let game = game_with(&options, Some(sfen));
    assert_eq!(impasse(&game, Side::First), "draw impasse agreed");
    assert_eq!(impasse(&super::game(sfen), Side::First), "first impasse agreed");
}

/// Source: rules.md §7, *Handicap* and *Impasse*: rook and bishop 5, others 1.
#[test]
fn every_handicap_gives_the_giver_its_points() {
    for (handicap, hands) in [
        // The first side has 27, the second 27 less the points of the pieces it gave away.
        ("none", "2R2G2S2N2L9P2b2g2s2n2l9p"),
        ("left-lance", "2R2G2S2N2L9P2b2g2s2nl9p"),
        ("right-lance", "2R2G2S2N2L9P2b2g2s2nl9p"),
        ("bishop", "2R2G2S2N2L9Pb2g2s2n2l9p"),
        ("rook", "2B2G2S2N2L9Pr2g2s2n2l9p"),
        ("rook-left-lance", "2B2G2S2N2L9Pr2g2s2nl9p"),
        ("two", "RB2G2S2N2L9P2g2s2n2l9p"),
        ("four", "RB2G2S2N2L9P2g2s2n9p"),
        ("five", "RB2G2S2N2L9P2g2sn9p"),
        ("six", "RB2G2S2N2L9P2g2s9p"),
        ("eight", "RB2G2S2N2L9P2g9p"),
        ("ten", "RB2G2S2N2L9P9p"),
    ] {
        let expect = |hands: &str, expected| {
            let sfen = format!("4K4/9/9/9/9/9/9/9/4k4 b {hands} 1");
            let game = game_with(&[("handicap", handicap)], Some(&sfen));
            assert_eq!(impasse(&game, Side::First), expected, "{handicap} {hands}");
        };
        expect(hands, "draw impasse agreed");
        // A pawn less on either side.
        expect(&hands.replace("9p", "8p"), "first impasse agreed");
        expect(&hands.replace("9P", "8P"), "second impasse agreed");
    }
}

/// King and ten pieces in the zone: 10 points on the board, and the hand decides.
const CAMP: &str = "4K4/PPPPPPPPP/L8/9/9/9/9/9/4k4";
/// The same of the second side.
const CAMP_BELOW: &str = "4K4/9/9/9/9/9/l8/ppppppppp/4k4";

#[test]
fn declaration_needs_28_points_or_27_for_second() {
    for (sfen, expected) in [
        (format!("{CAMP} b RB2G2S2N2L 1"), "first declaration declared"),
        (format!("{CAMP} b RB2G2S2NL 1"), "second wrong_declaration declared"),
        (format!("{CAMP_BELOW} w rb2g2s2nl 1"), "second declaration declared"),
        (format!("{CAMP_BELOW} w rb2g2s2n 1"), "first wrong_declaration declared"),
    ] {
        let game = game_with(&[("impasse", "declaration")], Some(&sfen));
        assert_eq!(impasse(&game, game.to_act()), expected, "{sfen}");
    }
}

/// The answer to a declaration of the side to act in a handicap game.
fn declared(handicap: &str, sfen: &str) -> String {
    let options = [("impasse", "declaration"), ("handicap", handicap)];
    let game = game_with(&options, Some(sfen));
    impasse(&game, game.to_act())
}

/// Source: rules.md §7, *Impasse*: in handicap games the removed pieces count for the giver.
#[test]
fn giver_declares_with_the_removed_pieces_counted() {
    for (handicap, enough, too_little) in [
        // 10 points on the board and those removed; the hand makes it 27, or 26.
        ("none", "rb2g2s2nl", "rb2g2s2n"),
        ("left-lance", "rb2g2s2n", "rb2g2sn"),
        ("right-lance", "rb2g2s2n", "rb2g2sn"),
        ("bishop", "r2g2s2nl", "r2g2s2n"),
        ("rook", "b2g2s2nl", "b2g2s2n"),
        ("rook-left-lance", "b2g2s2n", "b2g2sn"),
        ("two", "2g2s2nl", "2g2s2n"),
        ("four", "2g2sn", "2g2s"),
        ("five", "2g2s", "2gs"),
        ("six", "2gs", "2g"),
        ("eight", "g", "-"),
    ] {
        for (hand, expected) in [
            (enough, "second declaration declared"),
            (too_little, "first wrong_declaration declared"),
        ] {
            let sfen = format!("{CAMP_BELOW} w {hand} 1");
            assert_eq!(declared(handicap, &sfen), expected, "{handicap} {hand}");
        }
    }
    // Ten pieces are 18 points, and with the ten in the zone more than enough.
    let sfen = format!("{CAMP_BELOW} w - 1");
    assert_eq!(declared("ten", &sfen), "second declaration declared");
}

#[test]
fn other_side_declares_without_the_removed_pieces() {
    // 28 points and 27.
    for (hand, expected) in [
        ("RB2G2S2N2P", "first declaration declared"),
        ("RB2G2S2NP", "second wrong_declaration declared"),
    ] {
        let sfen = format!("{CAMP} b {hand} 1");
        for handicap in ["left-lance", "bishop", "rook-left-lance", "two", "four", "six"] {
            assert_eq!(declared(handicap, &sfen), expected, "{handicap} {hand}");
        }
    }
}

#[test]
fn declaration_outside_its_conditions_is_wrong() {
    let hand = "b 2RB2G2S2N2L 1";
    for (board, expected) in [
        (CAMP, "first declaration declared"),
        ("9/PPPPPPPPP/L8/4K4/9/9/9/9/4k4", "second wrong_declaration declared"),
        ("4K3b/PPPPPPPPP/9/L8/9/9/9/9/4k4", "second wrong_declaration declared"),
        ("3bK4/PPPPPPPPP/L8/9/9/9/9/9/4k4", "first declaration declared"),
        ("3+bK4/PPPPPPPPP/L8/9/9/9/9/9/4k4", "second wrong_declaration declared"),
    ] {
        let sfen = format!("{board} {hand}");
        let game = game_with(&[("impasse", "declaration")], Some(&sfen));
        assert_eq!(impasse(&game, Side::First), expected, "{sfen}");
    }
}

#[test]
fn declaration_counts_zone_and_hand_only() {
    // 28 points with the rook on 9d, 23 without.
    let sfen = "4K4/PPPPPPPPP/L8/R8/9/9/9/9/4k4 b B2G2S2N2L 1";
    let game = game_with(&[("impasse", "declaration")], Some(sfen));
    assert_eq!(impasse(&game, Side::First), "second wrong_declaration declared");
}

#[test]
fn declaration_needs_the_turn_and_the_option() {
    let sfen = format!("{CAMP} b RB2G2S2N2L 1");
    let declares = game_with(&[("impasse", "declaration")], Some(&sfen));
    assert_eq!(impasse(&declares, Side::Second), "refused: no_impasse ");
    assert_eq!(impasse(&game(&sfen), Side::First), "first impasse agreed");
    let mut game = declares;
    let verdict = game.impasse(Side::First).expect("a declaration");
    assert_eq!(game.end_with(verdict.outcome), Some(verdict.outcome));
    assert_eq!(end(&game), "first declaration");
}

/// Source: rules.md §7, *Impasse* and *Foul*: they end a game, and a game ends once.
#[test]
fn ending_on_request_happens_once() {
    let sfen = format!("{CAMP} b RB2G2S2N2L 1");
    let options = [("impasse", "declaration"), ("fouls", "lose")];
    let mut declared = game_with(&options, Some(&sfen));
    let verdict = declared.impasse(Side::First).expect("a declaration").outcome;
    assert_eq!(declared.end_with(verdict), Some(verdict));
    let mut drawn = game_with(&options, None);
    play(&mut drawn, &SHUFFLE.repeat(3));
    for (mut game, expected) in [(declared, "first declaration"), (drawn, "draw repetition")] {
        assert_eq!(end(&game), expected);
        let before = (game.position_text(), game.ply(), game.key());
        for late in
            [Outcome::win(Side::Second, Reason::Impasse), Outcome::draw(Reason::Impasse), verdict]
        {
            assert_eq!(game.end_with(late), None);
            assert_eq!(end(&game), expected);
        }
        for side in Side::ALL {
            assert_eq!(game.foul(side), None);
            assert_eq!(end(&game), expected);
        }
        assert_eq!((game.position_text(), game.ply(), game.key()), before);
        assert!(game.legal().is_empty());
    }
}
