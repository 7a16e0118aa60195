//! Single moves as players write them: the rules of the Japan Shogi Association, and the Western
//! letters.

use super::{START, game, play};
use std::collections::HashSet;

/// Checks how moves that a position allows are written, given as `7g7f=７六歩`.
#[track_caller]
fn check(notation: &str, sfen: &str, moves: &str) {
    let game = game(sfen);
    for pair in moves.split_whitespace() {
        let (action, expected) = pair.split_once('=').expect("a move and its text");
        assert_eq!(game.notate(notation, action).as_deref(), Some(expected), "{action} in {sfen}");
    }
}

/// 到達地点に同種類で1枚の駒しか動かせない場合、相対位置・動作などは記入しません。
#[test]
fn only_piece_is_written_without_its_origin() {
    check("japanese", START, "7g7f=７六歩 2h5h=５八飛 7i6h=６八銀 5i5h=５八玉 9i9h=９八香");
}

/// 相手の1手前の指し手と同地点に移動した場合、「同」と記入。
#[test]
fn move_to_the_last_square_has_dou() {
    let mut game = game(START);
    play(&mut game, "7g7f 3c3d 8h2b+");
    assert_eq!(game.notate("japanese", "3a2b").as_deref(), Some("同銀"));
    assert_eq!(game.notate("japanese", "8b2b").as_deref(), Some("同飛"));
    let texts = game.notated("japanese").expect("a notation of the game");
    assert_eq!(texts, ["７六歩", "３四歩", "２二角成"]);
}

/// 「打」と記入するのはあくまでもその地点に盤上の駒を動かすこともできる場合のみです。
#[test]
fn drop_is_marked_only_where_it_is_ambiguous() {
    let sfen = "4k4/9/9/9/9/9/4G4/9/4K4 b GS 1";
    check("japanese", sfen, "G*5f=５六金打 5g5f=５六金 G*1a=１一金 S*5f=５六銀");
    // A promoted piece of the same kind is another piece.
    check("japanese", "4k4/9/9/9/9/9/4+S4/9/4K4 b S 1", "S*5f=５六銀 5g5f=５六成銀");
}

/// 成るか成らないかを区別するために「成」「不成」いずれかを追加記入します。
#[test]
fn promotion_is_marked_where_it_is_possible() {
    let sfen = "k8/6P2/8P/4S4/3+R5/9/8L/1N7/4K4 b - 1";
    check("japanese", sfen, "3b3a+=３一歩成 1c1b+=１二歩成 1c1b=１二歩不成 5d4c+=４三銀成");
    check("japanese", sfen, "5d4c=４三銀不成 5d4e=４五銀 6e6b=６二龍 8h9f=９六桂");
    // Out of the zone.
    check("japanese", "4k4/9/4S4/9/9/9/9/9/4K4 b - 1", "5c4d+=４四銀成 5c4d=４四銀不成");
}

/// 動作: 上, 寄, 引.
#[test]
fn pieces_are_distinguished_by_their_direction() {
    for (sfen, moves) in [
        ("4k4/6G2/1G7/9/9/9/9/9/4K4 b - 1", "8c8b=８二金"),
        ("5k3/2G6/G8/9/9/9/9/9/4K4 b - 1", "9c8b=８二金上 7b8b=８二金寄"),
        ("k5G2/9/5G3/9/9/9/9/9/4K4 b - 1", "4c3b=３二金上 3a3b=３二金引"),
        ("k8/9/9/9/5G3/4G4/9/9/4K4 b - 1", "5f5e=５五金上 4e5e=５五金寄"),
        ("k8/9/9/9/9/9/1S7/9/S3K4 b - 1", "9i8h=８八銀"),
        ("k8/9/9/9/9/9/2S6/9/S3K4 b - 1", "9i8h=８八銀上 7g8h=８八銀引"),
        // At any distance.
        ("8k/1+R7/9/+R8/9/9/9/9/4K4 b - 1", "9d9b=９二龍上 8b9b=９二龍寄"),
        ("k8/9/9/9/4R4/9/9/1R7/4K4 b - 1", "5e5h=５八飛引 8h5h=５八飛寄"),
    ] {
        check("japanese", sfen, moves);
    }
}

/// 相対位置: 右, 左; 金・銀が横に並んだ場合の 直.
#[test]
fn pieces_in_one_direction_are_distinguished_by_origin() {
    for (sfen, moves) in [
        ("5k3/G1G6/9/9/9/9/9/9/4K4 b - 1", "9b8a=８一金左 7b8a=８一金右"),
        ("k8/9/6G1G/9/9/9/9/9/4K4 b - 1", "3c2b=２二金左 1c2b=２二金右"),
        ("k8/9/9/9/5S1S1/9/9/9/4K4 b - 1", "4e3d=３四銀左 2e3d=３四銀右"),
        ("k8/9/9/9/9/9/9/9/1GG1K4 b - 1", "8i7h=７八金左 7i7h=７八金直"),
        ("k8/9/9/9/9/9/9/9/4K1SS1 b - 1", "3i3h=３八銀直 2i3h=３八銀右"),
        ("k8/9/9/9/9/9/3N1N3/9/4K4 b - 1", "6g5e=５五桂左 4g5e=５五桂右"),
        ("k8/9/9/4G1G2/9/9/9/9/4K4 b - 1", "5d4d=４四金左 3d4d=４四金右"),
        // Pieces that move like a gold are written in the same way.
        ("k8/9/9/9/9/9/9/9/1+P+P1K4 b - 1", "8i7h=７八と左 7i7h=７八と直"),
        // The second side sees the board from the other end.
        ("4k1gg1/9/9/9/9/9/9/9/K8 w - 1", "3a3b=３二金直 2a3b=３二金左"),
    ] {
        check("japanese", sfen, moves);
    }
}

/// 3枚以上: 動作でわからない時は「左」「直」「右」に動作を加えて区別します。
#[test]
fn three_pieces_may_need_origin_and_direction() {
    let golds = "k8/9/3GGG3/9/9/9/9/9/4K4 b - 1";
    check("japanese", golds, "6c5b=５二金左 5c5b=５二金直 4c5b=５二金右");
    let tokins = "k8/4+P4/3+P1+P3/3+P+P+P3/9/9/9/9/4K4 b - 1";
    check("japanese", tokins, "6d5c=５三と左上 5d5c=５三と直 4d5c=５三と右上");
    check("japanese", tokins, "6c5c=５三と左寄 4c5c=５三と右寄 5b5c=５三と引");
    let silvers = "k8/9/9/9/9/9/S1S6/9/S1S1K4 b - 1";
    check("japanese", silvers, "9i8h=８八銀左上 7i8h=８八銀右上");
    check("japanese", silvers, "9g8h=８八銀左引 7g8h=８八銀右引");
    // Another that goes elsewhere does not count.
    let mixed = "k8/9/3GGG3/9/9/9/9/G8/4K4 b - 1";
    check("japanese", mixed, "6c5b=５二金左 5c5b=５二金直");
}

/// 竜、馬が2枚の場合: 動作, then 左 and 右 as they stand to each other, never 直.
#[test]
fn two_dragons_or_horses_are_left_and_right() {
    for (sfen, moves) in [
        ("+R8/9/6k2/1+R7/9/9/9/9/4K4 b - 1", "9a8b=８二龍引 8d8b=８二龍上"),
        ("k8/4+R4/9/9/9/7+R1/9/9/4K4 b - 1", "5b2b=２二龍寄 2f2b=２二龍上"),
        ("k8/9/9/9/4+R1+R2/9/9/9/4K4 b - 1", "5e4e=４五龍左 3e4e=４五龍右"),
        ("8k/9/9/9/9/9/9/9/+R+R2K4 b - 1", "9i8h=８八龍左 8i8h=８八龍右"),
        // Source: Wikipedia, 「将棋の棋譜」.
        ("k8/7+R1/8+R/9/9/9/9/9/4K4 b - 1", "1c2d=２四龍右 2b2d=２四龍左"),
        ("+B+B6k/9/9/9/9/9/9/9/4K4 b - 1", "9a8b=８二馬左 8a8b=８二馬右"),
        ("8k/9/3+B5/9/+B8/9/9/9/4K4 b - 1", "9e8e=８五馬寄 6c8e=８五馬引"),
        ("k8/9/9/9/9/9/9/9/+B3+B3K b - 1", "9i7g=７七馬左 5i7g=７七馬右"),
        ("k8/9/9/9/9/9/5+B3/8+B/4K4 b - 1", "4g2i=２九馬左 1h2i=２九馬右"),
    ] {
        check("japanese", sfen, moves);
    }
}

#[test]
fn western_text_has_letter_origin_and_square() {
    let mut game = game(START);
    play(&mut game, "7g7f 3c3d 8h2b+ 3a2b B*5e 2b3c 5e3c+ 2a3c S*6b");
    let texts = game.notated("western").expect("a notation of the game");
    assert_eq!(texts.join(" "), "P-7f P-3d Bx2b+ Sx2b B*5e S-3c Bx3c+ Nx3c S*6b");
    let sfen = "k8/9/3p5/5S3/3+R5/9/9/1N7/4K4 b - 1";
    for (action, expected) in [
        ("4d3c", "S-3c="),
        ("4d3c+", "S-3c+"),
        ("4d3e", "S-3e"),
        ("6e6d", "+R-6d"),
        ("6e6c", "+Rx6c"),
        ("5i5h", "K-5h"),
    ] {
        let text = super::game(sfen).notate("western", action);
        assert_eq!(text.as_deref(), Some(expected), "{action}");
    }
    // Where another piece of the kind reaches the square, the one that moves is named.
    let golds = "k8/9/9/9/9/9/9/9/3GKG3 b G 1";
    for (action, expected) in [("6i5h", "G6i-5h"), ("4i5h", "G4i-5h"), ("4i3h", "G-3h")] {
        assert_eq!(super::game(golds).notate("western", action).as_deref(), Some(expected));
    }
    assert_eq!(super::game(golds).notate("western", "G*5h").as_deref(), Some("G*5h"));
}

/// No two legal moves of a position are written alike.
#[test]
fn texts_distinguish_moves() {
    let mut dice = crate::dice::Dice(0x7ec5);
    for round in 0..40 {
        let mut game = game(START);
        for _ in 0..40 + round {
            let legal = game.legal();
            if legal.is_empty() {
                break;
            }
            for notation in ["western", "japanese", "kif"] {
                let texts: HashSet<_> =
                    legal.iter().map(|action| game.notate(notation, action)).collect();
                assert_eq!(texts.len(), legal.len(), "{notation}: {}", game.position_text());
            }
            game.play(&legal[dice.below(legal.len())]).expect("a listed action");
        }
    }
}
