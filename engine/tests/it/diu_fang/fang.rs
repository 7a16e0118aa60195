//! Fang: their form, the removals they earn and the stones they protect.

use super::{check_earns, check_leads, check_legal, check_pattern, check_refused, game, play};

#[test]
fn a_fang_is_four_corners_of_one_cell() {
    let from = "6/6/6/2w3/bb4/b1b3 b m";
    check_leads("salmi-6x6", from, "c1b1", "6/6/6/2w3/bb4/bb4 b mx1");
    check_earns("salmi-6x6", from, "c1b1", 1);
    // Three corners, a corner of the other colour, and a wider square are none.
    check_earns("salmi-6x6", "6/6/6/2w3/bb4/2b3 b m", "c1b1", 0);
    check_earns("salmi-6x6", "6/6/6/2w3/bw4/b1b3 b m", "c1b1", 0);
    check_earns("salmi-6x6", "6/6/6/b1bw2/6/b2b2 b m", "d1c1", 0);
}

#[test]
fn a_fang_does_not_reach_round_the_edge() {
    // a1, a2 and f1, f2 are no cell, nor are the last rank and the first.
    check_earns("salmi-6x6", "6/6/2w3/6/b4b/b3b1 b m", "e1f1", 0);
    check_earns("salmi-9x9", "9/9/9/9/4w4/9/9/b7b/b6b1 b m", "h1i1", 0);
    check_earns("salmi-6x6", "bb4/6/2w3/6/6/b1b3 b m", "c1b1", 0);
}

#[test]
fn ludii_fang_is_a_hole() {
    for ruleset in ["ludii", "ludii-1.3"] {
        let from = "w6/7/7/1b5/b2b3/1b5/7 b m";
        check_leads(ruleset, from, "d3c3", "w6/7/7/1b5/b1b4/1b5/7 b mx1");
        // A filled cell is none; neither is a hole that is occupied or at the edge.
        check_earns(ruleset, "w6/7/7/7/7/bb5/b1b4 b m", "c1b1", 0);
        check_earns(ruleset, "w6/7/7/1b5/bw1b3/1b5/7 b m", "d3c3", 0);
        check_earns(ruleset, "w6/7/7/b6/3b3/b6/7 b m", "d3c3", 0);
    }
}

#[test]
fn one_stone_may_complete_several_fang() {
    // Placed into a ring of eight: four cells.
    let ring = "w1w1w1/6/1bbb1w/1b1b2/1bbb1w/w1w1w1 b p10,10";
    check_earns("salmi-6x6", ring, "@c3", 4);
    check_leads("salmi-6x6", ring, "@c3", "w1w1w1/6/1bbb1w/1bbb2/1bbb1w/w1w1w1 b p9,10x4");
    // Stepped between two pairs: two cells.
    check_earns("salmi-6x6", "6/w4w/6/6/bbb2w/b1b3 b m", "b2b1", 0);
    check_earns("salmi-6x6", "6/w4w/6/1b4/b1b2w/bbb3 b m", "b3b2", 2);
    // A fang that stands elsewhere is not new.
    check_earns("salmi-6x6", "bb4/bb4/w5/6/6/5b b m", "f1e1", 0);
    // Two holes, left and right of the stone.
    let holes = "w6/6w/7/1b1b3/b3b2/1b1b3/2b4 b m";
    check_earns("ludii", "w6/6w/2b4/1b1b3/b3b2/1b1b3/7 b m", "c5c4", 0);
    check_earns("ludii", holes, "c1c2", 0);
    check_earns("ludii", "w6/6w/7/1bbb3/b3b2/1b1b3/7 b m", "c4c3", 2);
}

#[test]
fn each_fang_earns_the_same_side_one_removal() {
    let from = "6/w4w/6/1b4/b1b2w/bbb3 b m";
    check_leads("salmi-6x6", from, "b3b2 xa5", "6/5w/6/6/bbb2w/bbb3 b mx1");
    check_leads("salmi-6x6", from, "b3b2 xa5 xf2", "6/5w/6/6/bbb3/bbb3 w m");
    check_pattern("salmi-6x6", from, "b3b2 xa5", "fang");
}

#[test]
fn placing_earns_in_salmi_and_chinese_only() {
    let (before, after) = ("6w/6w/6w/7/7/bb5/b6", "6w/6w/6w/7/7/bb5/bb5");
    for ruleset in ["salmi-7x7", "chinese-wei-7x7", "chinese-tian-7x7"] {
        check_earns(ruleset, &format!("{before} b p22,21"), "@b1", 1);
        check_leads(ruleset, &format!("{before} b p22,21"), "@b1", &format!("{after} b p21,21x1"));
    }
    check_leads("shimizu", &format!("{before} b p21,21"), "@b1", &format!("{after} w p20,21"));
    // Around a hole, too, placing earns nothing.
    let (before, after) = ("6w/6w/6w/7/1b5/b1b4/7", "6w/6w/6w/7/1b5/b1b4/1b5");
    for ruleset in ["ludii", "ludii-1.3"] {
        check_leads(ruleset, &format!("{before} b p21,21"), "@b1", &format!("{after} w p20,21"));
    }
}

#[test]
fn breaking_and_forming_a_fang_again_earns_again() {
    let mut game = game("salmi-6x6", "ww4/6/ww4/6/bb4/bb4 b m");
    assert_eq!(play(&mut game, "b1c1 a6a5 c1b1").earned, 1);
    assert_eq!(play(&mut game, "xb4 a5a6 b1c1 a6a5 c1b1").earned, 1);
}

#[test]
fn stones_of_a_fang_are_protected() {
    let cell = "ww4/ww4/6/w5/6/3b2 b mx1";
    check_legal("salmi-6x6", cell, "xa3");
    check_refused("salmi-6x6", cell, "xb6", "not_protected", "a5 b5 a6 b6");
    check_legal("shimizu", "ww5/ww5/7/w6/7/7/3b3 b mx1", "xa4");
    // In the description of the Ludii portal the four around a hole, and no cell.
    let hole = "ww5/ww5/7/4w2/3w1w1/4w2/3b3 b mx1";
    check_legal("ludii", hole, "xa6 xa7 xb6 xb7");
    check_refused("ludii", hole, "xe4", "not_protected", "e2 d3 f3 e4");
    // In the program nothing is.
    check_legal("ludii-1.3", hole, "xa6 xa7 xb6 xb7 xd3 xe2 xe4 xf3");
}

#[test]
fn targets_when_all_are_protected() {
    let from = "ww4/ww4/6/6/bb4/b1b3 b m";
    // Salmi: the removal lapses, and the turn passes.
    check_earns("salmi-6x6", from, "c1b1", 0);
    check_leads("salmi-6x6", from, "c1b1", "ww4/ww4/6/6/bb4/bb4 w m");
    // Chinese: any of them.
    check_earns("chinese-wei-6x6", from, "c1b1", 1);
    check_legal("chinese-wei-6x6", "ww4/ww4/6/6/bb4/bb4 b mx1", "xa5 xa6 xb5 xb6");
    // But an unprotected one first.
    check_legal("chinese-wei-6x6", "ww4/ww4/6/w5/bb4/bb4 b mx1", "xa3");
    // Ludii: lapses, since removals take unprotected stones only.
    let holes = "4w2/3w1w1/4w2/1b5/b2b3/1b5/7 b m";
    check_leads("ludii", holes, "d3c3", "4w2/3w1w1/4w2/1b5/b1b4/1b5/7 w m");
    check_leads("ludii-1.3", holes, "d3c3", "4w2/3w1w1/4w2/1b5/b1b4/1b5/7 b mx1");
}

#[test]
fn second_removal_without_a_target_lapses() {
    let from = "ww4/ww3w/6/1b4/b1b3/bbb3 b m";
    check_earns("salmi-6x6", from, "b3b2", 2);
    check_leads("salmi-6x6", from, "b3b2 xf5", "ww4/ww4/6/6/bbb3/bbb3 w m");
    // Under the Chinese text the second takes one of the protected.
    check_leads("chinese-tian-6x6", from, "b3b2 xf5", "ww4/ww4/6/6/bbb3/bbb3 b mx1");
}

/// The last of some actions lets so many removals lapse.
#[track_caller]
fn check_lapses(ruleset: &str, from: &str, actions: &str, lapsed: u8) {
    let played = play(&mut game(ruleset, from), actions);
    assert_eq!(played.lapsed, lapsed, "{actions} from {from}");
}

#[test]
fn removals_that_lapse_are_reported() {
    let all_protected = "ww4/ww4/6/6/bb4/b1b3 b m";
    check_lapses("salmi-6x6", all_protected, "c1b1", 1);
    check_lapses("chinese-wei-6x6", all_protected, "c1b1", 0);
    // Both at once, or the second alone.
    check_lapses("salmi-6x6", "ww4/ww4/6/1b4/b1b3/bbb3 b m", "b3b2", 2);
    check_lapses("salmi-6x6", "ww4/ww3w/6/1b4/b1b3/bbb3 b m", "b3b2 xf5", 1);
    // While placing, a side may have no stone on the board.
    check_lapses("salmi-6x6", "6/6/6/6/bb4/bbb2w b p13,14x2", "xf1", 1);
    // Removals still owed when the last stone is taken are of no use to the winner.
    check_lapses("salmi-6x6", "6/6/6/5w/bbb3/bbb3 b mx2", "xf3", 0);
    check_lapses("ludii-1.3", "7/7/7/1b1b3/b1b1b2/1b1b2w/7 b mx2", "xg2", 0);
}

#[test]
fn taking_a_protected_stone_may_unprotect_the_rest() {
    let from = "ww4/ww4/6/6/bbb3/bbb3 b mx2";
    check_leads("chinese-tian-6x6", from, "xa6", "1w4/ww4/6/6/bbb3/bbb3 b mx1");
    check_legal("chinese-tian-6x6", "1w4/ww4/6/6/bbb3/bbb3 b mx1", "xa5 xb5 xb6");
}

#[test]
fn diagonal_hole_at_line_end_earns_in_program() {
    // d4 is empty and c3, e3, c5, e5 become black; the line d4-c3 joins hole and stone.
    let centre = "w6/7/2b1b2/7/1b2b2/7/7 b m";
    check_earns("ludii-1.3", centre, "b3c3", 1);
    check_earns("ludii", centre, "b3c3", 0);
    // c3 is empty and b2, d2, b4, d4 become black.
    check_earns("ludii-1.3", "w6/7/3b3/1b5/7/1b1b3/7 b m", "d5d4", 1);
    // The same around b3, which no diagonal line joins to any corner.
    check_earns("ludii-1.3", "w6/7/2b4/b6/7/b1b4/7 b m", "c5c4", 0);
    // The diagonal line is there, but the stone arrives at a corner that it does not join.
    check_earns("ludii-1.3", "w6/7/b6/1b1b3/7/b2b3/1b5 b m", "b1b2", 0);
}

#[test]
fn in_the_program_a_point_earns_once() {
    // Stepping to d4, the hole d3 has four orthogonal and four diagonal neighbours.
    check_earns("ludii-1.3", "w6/7/3b3/2b1b2/2b1b2/2bbb2/7 b m", "d5d4", 1);
    // Two holes earn two.
    check_earns("ludii-1.3", "w6/6w/7/1bbb3/b3b2/1b1b3/7 b m", "c4c3", 2);
}
