//! Perpetual chase: the vectors, cases for every sentence of the rules, and random cycles compared
//! with the oracle.

use super::{Random, game};
use crate::dice::rounds;
use crate::oracle::xiangqi::Oracle;
use crate::oracle::xiangqi_chase::{Label, Verdict, judge, labels};
use engine::xiangqi::{Move, Xiangqi};
use engine::{AnyGame, Chase, Game, Ground, Position, Side};
use serde_json::Value;

const VECTORS: &str = include_str!("../../data/vectors/xiangqi-chase.jsonl");

/// Plays moves until the rules end the game, and returns the result.
fn end<'a>(fen: &str, moves: impl IntoIterator<Item = &'a str>) -> (AnyGame, String) {
    let mut game = game("standard", fen);
    for action in moves {
        if game.outcome().is_some() {
            break;
        }
        game.play(action).unwrap_or_else(|refusal| panic!("{action} in {fen}: {refusal}"));
    }
    let end = game.outcome().map_or_else(
        || "-".to_owned(),
        |outcome| format!("{} {}", outcome.as_str(), outcome.reason),
    );
    (game, end)
}

#[test]
fn verdicts_of_the_vectors() {
    assert_eq!(VECTORS.lines().count(), 63);
    for line in VECTORS.lines() {
        let row: Value = serde_json::from_str(line).expect("a vector is JSON");
        let moves = row["moves"].as_array().expect("moves").iter().filter_map(Value::as_str);
        let (_, end) = end(row["position"].as_str().expect("a position"), moves);
        let winner = match row["winner"].as_str() {
            Some("red") => "first",
            Some("black") => "second",
            _ => "draw",
        };
        let kind = row["kind"].as_str().expect("a kind");
        let reason =
            if kind == "repetition" { kind.to_owned() } else { format!("perpetual_{kind}") };
        assert_eq!(end, format!("{winner} {reason}"), "{line}");
    }
}

/// Compares the labels of the engine with those of the oracle, and the verdicts.
#[track_caller]
fn check_cycle(fen: &str, moves: &[&str]) -> Verdict {
    let start = Xiangqi::parse(engine::xiangqi::Ruleset::Standard, fen).expect("a position");
    let actions: Vec<Move> = moves.iter().map(|text| Move::parse(text).expect("a move")).collect();
    let oracle = Oracle::new(fen, false);
    let chases = Xiangqi::chases(&start, &actions);
    for ((chases, expected), ply) in chases.iter().zip(labels(&oracle, moves)).zip(0..) {
        let mut chased: Vec<String> =
            chases.iter().map(|chase| start.point_name(chase.victim)).collect();
        chased.sort_unstable();
        chased.dedup();
        let expected = match expected.label {
            Label::Check | Label::Idle => Vec::new(),
            Label::Chase(points) => {
                points.into_iter().map(crate::oracle::xiangqi::name).collect::<Vec<_>>()
            }
        };
        assert_eq!(chased, expected, "ply {ply} of {moves:?} in {fen}");
    }
    let verdict = judge(&oracle, moves);
    let perpetual = |by_upper| {
        chases.iter().enumerate().any(|(ply, chases)| {
            (ply % 2 == 0) == (by_upper == oracle.is_first_to_act())
                && chases.iter().any(|chase: &Chase| chase.perpetual)
        })
    };
    let found = (perpetual(true), perpetual(false));
    match verdict {
        Verdict::Draw => assert_eq!(found.0, found.1, "{moves:?} in {fen}"),
        Verdict::Chase { by_upper } => {
            assert_eq!(found, (by_upper, !by_upper), "{moves:?} in {fen}");
        }
        Verdict::Check { .. } => {}
    }
    verdict
}

#[test]
fn vector_labels_and_verdicts_match_the_oracle() {
    for line in VECTORS.lines() {
        let row: Value = serde_json::from_str(line).expect("a vector is JSON");
        let fen = row["position"].as_str().expect("a position");
        let moves: Vec<&str> =
            row["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        let (game, _) = end(fen, moves.iter().copied());
        let typed: &Game<Xiangqi> = game.typed().expect("xiangqi");
        let first = *typed.earlier_occurrences().last().expect("a repetition");
        let start = typed.position_at(first).to_text();
        let verdict = check_cycle(&start, &moves[first..game.ply()]);
        let expected = match (row["kind"].as_str(), row["winner"].as_str()) {
            (Some("chase"), winner) => Verdict::Chase { by_upper: winner == Some("black") },
            (Some("check"), winner) => Verdict::Check { by_upper: winner == Some("black") },
            _ => Verdict::Draw,
        };
        assert_eq!(verdict, expected, "{line}");
    }
}

/// Random cycles: two moves of each side and back again, with a taste for pieces that are
/// attacked, from random positions with few and with many pieces.
#[test]
fn random_labels_and_verdicts_match_the_oracle() {
    let mut random = Random(63);
    let (mut chases, mut checks, mut draws) = (0, 0, 0);
    let mut actions = Vec::new();
    for _ in 0..rounds(160) {
        let mut game = Game::<Xiangqi>::new(engine::xiangqi::Ruleset::Standard);
        let plies = 20 + random.below(160);
        while game.plies().len() < plies && game.outcome().is_none() {
            game.legal(&mut actions);
            game.play_trusted(actions[random.below(actions.len())]);
        }
        for _ in 0..6 {
            let Some(moves) = cycle(game.position(), &mut random) else { continue };
            let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            match check_cycle(&game.position().to_text(), &texts) {
                Verdict::Draw => draws += 1,
                Verdict::Chase { .. } => chases += 1,
                Verdict::Check { .. } => checks += 1,
            }
        }
    }
    // Every kind of verdict occurred, or the test would prove little.
    assert!(chases > 3 && checks > 3 && draws > 100, "{chases} {checks} {draws}");
}

/// Out and back again, twice, if that is legal throughout.
fn cycle(start: &Xiangqi, random: &mut Random) -> Option<Vec<Move>> {
    let mut position = *start;
    let mut out: Vec<Move> = Vec::new();
    let rest = 1 + random.below(2);
    let checking = random.below(3) == 0;
    while out.len() < 2 * rest {
        let mut moves = Vec::new();
        position.actions(&mut moves);
        moves.retain(|action| position.piece_at(action.to).is_none());
        // A move that checks or chases is rare, so it is preferred where there is one.
        let (chasing, other): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(|&action| {
            let mut next = position;
            next.apply(action);
            if checking {
                next.is_check()
            } else {
                !Xiangqi::chases(&position, &[action])[0].is_empty()
            }
        });
        let choice = if !chasing.is_empty() && random.below(4) > 0 { chasing } else { other };
        if choice.is_empty() {
            return None;
        }
        let action = choice[random.below(choice.len())];
        position.apply(action);
        out.push(action);
    }
    let back = |action: &Move| Move { from: action.to, to: action.from };
    // Each side goes back its own way, in its own order.
    let mut round = out.clone();
    for step in (0..rest).rev() {
        round.extend([back(&out[2 * step]), back(&out[2 * step + 1])]);
    }
    let round = [round.clone(), round].concat();
    let mut position = *start;
    for &action in &round {
        let mut moves = Vec::new();
        position.actions(&mut moves);
        if !moves.contains(&action) || position.piece_at(action.to).is_some() {
            return None;
        }
        position.apply(action);
    }
    (position == *start).then_some(round)
}

/// Checks the chases of a move: `attacker x victim ground root`, in the order of the points.
#[track_caller]
fn check_chases(fen: &str, action: &str, expected: &[&str]) {
    let start = Xiangqi::parse(engine::xiangqi::Ruleset::Standard, fen).expect("a position");
    let action = Move::parse(action).expect("a move");
    assert_eq!(start.refuse(action), None, "{action} in {fen}");
    let chases = Xiangqi::chases(&start, &[action]);
    let point = |point| start.point_name(point);
    let found: Vec<String> = chases[0]
        .iter()
        .map(|chase| {
            let root = match chase.ground {
                Ground::FalseRoot(root) => format!(" {}", point(root)),
                Ground::Unrooted | Ground::Chariot => String::new(),
            };
            let (attacker, victim) = (point(chase.attacker), point(chase.victim));
            format!("{attacker}x{victim} {}{root}", chase.ground.as_str())
        })
        .collect();
    assert_eq!(found, expected, "{action} in {fen}");
    let text = action.to_string();
    check_cycle(fen, &[&text]);
}

#[test]
fn attack_on_an_unrooted_piece_is_a_chase() {
    check_chases("3k5/9/9/9/7c1/9/9/R8/9/4K4 w", "a2a5", &["a5xh5 unrooted"]);
    check_chases("3k5/6n2/9/7c1/9/9/9/R8/9/4K4 w", "a2a6", &[]);
    // The general is a root, unless the generals would face.
    check_chases("3k5/3c5/9/9/9/9/9/R8/9/4K4 w", "a2a8", &[]);
    check_chases("3k5/3c5/9/9/9/9/9/R8/9/3K5 w", "a2a8", &["a8xd8 false_root d9"]);
}

#[test]
fn pinned_root_is_a_false_root() {
    let pinned = "5k3/9/5n3/7c1/9/9/9/R4R3/9/4K4 w";
    check_chases(pinned, "a2a6", &["a6xh6 false_root f7"]);
    // The chariot could retake along the line on which it is pinned.
    check_chases("5k3/5r3/9/9/5c3/9/9/R4R3/9/4K4 w", "a2a5", &[]);
}

#[test]
fn earlier_attack_is_no_chase() {
    check_chases("3k5/9/9/9/R6c1/9/9/9/9/4K4 w", "a5b5", &[]);
    check_chases("3k5/9/9/9/R6c1/9/9/9/9/4K4 w", "e0e1", &[]);
}

#[test]
fn attack_by_opening_a_line_is_a_chase() {
    check_chases("3k5/9/9/9/R2N3c1/9/9/9/9/4K4 w", "d5c3", &["a5xh5 unrooted"]);
    check_chases("5k3/9/4c4/3R5/3N5/9/9/9/9/4K4 w", "d6a6", &["d5xe7 unrooted"]);
    // A cannon that gets its screen, and one that loses the second of two.
    check_chases("3k5/9/9/9/C7n/9/4N4/9/9/4K4 w", "e3d5", &["a5xi5 unrooted"]);
    check_chases("3k5/9/9/9/C2NN3n/9/9/9/9/4K4 w", "d5c3", &["a5xi5 unrooted"]);
}

#[test]
fn attack_that_becomes_profitable_is_a_chase() {
    // The horse steps between the cannon and its root.
    check_chases("3kr4/9/9/9/R3c4/2N6/9/9/9/5K3 w", "c4d6", &[]);
    check_chases("3kr4/9/9/9/R3c4/6N2/9/9/9/5K3 w", "g4e5", &[]);
    // The root is pinned by the move.
    let both = ["a6xh6 false_root f7", "f2xf7 unrooted"];
    check_chases("5k3/9/5n3/R6c1/9/9/9/2R6/9/4K4 w", "c2f2", &both);
}

#[test]
fn soldiers_generals_and_home_soldiers_cause_no_chase() {
    check_chases("3k5/9/9/9/8p/9/9/R8/9/4K4 w", "a2a5", &[]);
    check_chases("3k5/9/9/9/9/7p1/9/R8/9/4K4 w", "a2a4", &["a4xh4 unrooted"]);
    check_chases("3k5/7c1/6P2/9/9/9/9/9/9/4K4 w", "g7h7", &[]);
    check_chases("5k3/9/9/9/9/9/9/9/3c5/4K4 w", "e0e1", &[]);
}

#[test]
fn offered_exchange_chases_only_a_pinned_piece() {
    check_chases("3k5/9/9/9/7r1/9/9/R8/9/4K4 w", "a2a5", &[]);
    check_chases("5k3/9/9/9/5r3/9/9/R4R3/9/4K4 w", "a2a5", &["a5xf5 unrooted"]);
    check_chases("3k5/9/3n5/9/9/4N4/9/9/9/4K4 w", "e4c5", &[]);
    check_chases("3k5/9/3n5/3P5/9/4N4/9/9/9/4K4 w", "e4c5", &["c5xd7 unrooted"]);
}

#[test]
fn rooted_chariot_is_chased_by_horse_or_cannon() {
    check_chases("3k5/6n2/9/3P3r1/9/9/9/C8/9/4K4 w", "a2a6", &["a6xh6 chariot"]);
    check_chases("3k5/6n2/9/7r1/9/5N3/9/9/9/4K4 w", "f4g6", &[]);
    check_chases("3k5/6n2/9/7r1/9/6N2/9/9/9/4K4 w", "g4f6", &[]);
    check_chases("3k5/6n2/9/7r1/9/5N3/9/9/9/4K4 w", "f4h5", &[]);
    // Not by an elephant or an advisor, which chase pieces without a root.
    check_chases("3k5/9/9/9/9/2r6/9/9/9/4K1B2 w", "g0e2", &["e2xc4 unrooted"]);
    check_chases("3k5/9/9/3n5/9/2r6/9/9/9/4K1B2 w", "g0e2", &[]);
    check_chases("3k5/9/9/9/9/9/9/5c3/9/3AK4 w", "d0e1", &["e1xf2 unrooted"]);
}

#[test]
fn check_is_no_chase() {
    check_chases("3k5/9/9/9/7c1/9/9/R8/9/5K3 w", "a2d2", &[]);
    check_chases("3k5/9/9/9/R2N3c1/9/9/9/9/4K4 w", "d5e7", &[]);
}

/// A chariot goes after something on the h-file that steps up and down.
const AFTER: &str = "a2a5 h5h6 a5a6 h6h5 a6a5 h5h6 a5a6 h6h5 a6a5";

#[test]
fn cycles_are_judged_by_each_move() {
    let lost = "second perpetual_chase";
    let draw = "draw repetition";
    let mixed = "e6e5 h5h6 e5d5 d9e9 d5d6 h6h5 d6e6 e9d9";
    let check_and_chase = "d1d3 b1b3 d3d1 b3b1";
    let three = "a2a5 h5h6 a5a6 h6h7 a6a7 h7h5 a7a5 h5h6 a5a6 h6h7 a6a7 h7h5 a7a5";
    let idle = "a2a5 h5h6 a5a6 h6h7 a6a1 h7h5 a1a5 h5h6 a5a6 h6h7 a6a1 h7h5 a1a5";
    let pinned = AFTER.replace('h', "f");
    let two = "a2a5 d9d8 a5a7 d8d9 a7a5 d9d8 a5a7 d8d9 a7a5";
    let general = "d0d1 e0e1 d1d0 e1e0 d0d1 e0e1 d1d0 e1e0";
    let soldier = "g8h8 g7h7 h8g8 h7g7 g8h8 g7h7 h8g8 h7g7";
    let across = "h4g4 h0g0 g4h4 g0h0 h4g4 h0g0 g4h4 g0h0";
    for (what, fen, moves, expected) in [
        ("no root", "3k5/9/9/9/7c1/9/9/R8/9/4K4 w", AFTER, lost),
        ("a root at one of two points", "3k5/6n2/9/9/7c1/9/9/R8/9/4K4 w", AFTER, draw),
        ("a false root at one", "5k3/9/5n3/9/7c1/9/9/R4R3/9/4K4 w", AFTER, lost),
        ("an exchange", "3k5/9/9/9/7r1/9/9/R8/9/4K4 w", AFTER, draw),
        ("a pinned chariot", "5k3/9/9/9/5r3/9/9/R4R3/9/4K4 w", &pinned, lost),
        ("a rooted chariot", "3k5/6n2/9/3P5/3P3r1/9/9/C8/9/4K4 w", AFTER, lost),
        ("a general", "5k3/9/9/9/9/9/9/9/9/3cK4 b", general, draw),
        ("a soldier", "3k5/6c2/6P2/9/9/9/9/9/9/4K4 b", soldier, draw),
        ("a soldier across", "3k5/9/9/9/9/7p1/9/9/9/4K2R1 b", across, lost),
        ("two in turn", "3k5/9/7n1/9/7c1/9/9/R8/9/4K4 w", two, draw),
        ("three points", "3k5/9/9/9/7c1/9/9/R8/9/4K4 w", three, lost),
        ("one idle move", "3k5/9/9/9/7c1/9/9/R8/9/4K4 w", idle, draw),
        // Article 12, diagram 13 of the Asian rules.
        (
            "one check and one chase",
            "3k5/9/9/9/9/9/9/9/cr1CAK3/9 w",
            &[check_and_chase; 2].join(" "),
            draw,
        ),
        ("check in turn", "3k5/9/9/4R4/7c1/9/9/9/9/5K3 w", &[mixed, mixed].join(" "), draw),
    ] {
        let (game, found) = end(fen, moves.split(' '));
        assert_eq!(found, expected, "{what}");
        // Decided at the third occurrence, by the last of the moves.
        assert_eq!(game.ply(), moves.split(' ').count(), "{what}");
    }
}

/// Source: rules.md §8, the table.
#[test]
fn table_of_verdicts() {
    let rule = game("standard", super::START).repetition_rule();
    let both = |first, second| engine::BySide { first, second };
    for (checks, chases, effect, loser) in [
        (both(true, false), both(false, false), "lost_by_checker", Some(Side::First)),
        (both(false, true), both(true, false), "lost_by_checker", Some(Side::Second)),
        (both(true, true), both(false, false), "draw", None),
        (both(false, false), both(true, false), "lost_by_chaser", Some(Side::First)),
        (both(false, false), both(false, true), "lost_by_chaser", Some(Side::Second)),
        (both(false, false), both(true, true), "draw", None),
        (both(false, false), both(false, false), "draw", None),
    ] {
        for mover in Side::ALL {
            let ruling = rule.judge(mover, |side| checks[side], || chases);
            assert_eq!((ruling.effect.as_str(), ruling.loser()), (effect, loser), "{ruling:?}");
        }
    }
}

#[test]
fn evidence_labels_every_move_of_the_cycle() {
    let (game, _) = end("5k3/9/5n3/9/7c1/9/9/R4R3/9/4K4 w", AFTER.split(' '));
    let evidence = game.evidence().expect("a repetition");
    assert_eq!(evidence.stood, [1, 5, 9]);
    assert_eq!(evidence.ruling.chaser, Some(Side::First));
    assert!(evidence.barred.is_empty());
    let [reply, chase, ..] = &evidence.plies[..] else { panic!("eight plies") };
    assert_eq!((reply.action.as_str(), reply.check, reply.chases.len()), ("h5h6", false, 0));
    let [chase] = &chase.chases[..] else { panic!("one chase") };
    assert_eq!((chase.attacker.as_str(), chase.attacker_piece), ("a6", "chariot"));
    assert_eq!((chase.victim.as_str(), chase.victim_piece), ("h6", "cannon"));
    assert_eq!((chase.root.as_deref(), chase.perpetual), (Some("f7"), true));
    let elsewhere = game.rulings_elsewhere(1);
    let [walker] = &elsewhere[..] else { panic!("one other ruleset") };
    assert_eq!((walker.ruleset, walker.ruling.effect.as_str()), ("walker", "draw"));
}

/// Where nothing is left but checks that history forbids, the evidence ends with one of them.
#[test]
fn evidence_ends_with_a_forbidden_move() {
    let fen = "9/4k4/9/9/9/9/9/3n5/4n4/2r1CK3 b";
    let game = super::play("walker", fen, "e8d8 e0d0 d8e8 d0e0 e8d8 e0d0 d8e8");
    let evidence = game.evidence().expect("the end");
    assert_eq!(evidence.barred, ["d0e0"]);
    assert_eq!(evidence.plies.last().map(|ply| ply.action.as_str()), Some("d0e0"));
    assert_eq!(evidence.ruling.effect.as_str(), "refused");
}
