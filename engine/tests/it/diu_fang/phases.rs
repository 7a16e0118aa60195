//! The order of turns and phases, and the opening removals.

use super::{check_goes_on, check_leads, check_legal, check_pattern, check_refused, check_skips};

/// A 6x6 board without a fang on which White places the last stone, at f1.
const CHEQUERED: &str = "wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwb";

/// The same with a point left by a capture.
const CHEQUERED_LESS_ONE: &str = "wbwbw1/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwb";

#[test]
fn black_starts_and_turns_alternate() {
    check_leads("salmi-6x6", "", "@a1", "6/6/6/6/6/b5 w p17,18");
    check_leads("salmi-6x6", "", "@a1 @b1", "6/6/6/6/6/bw4 b p17,17");
    check_leads("salmi-6x6", "w5/6/6/6/6/b5 b m", "a1a2", "w5/6/6/6/b5/6 w m");
}

#[test]
fn side_that_acted_earlier_begins_next_phase() {
    let even = format!("{CHEQUERED}1 w p0,1");
    check_leads("salmi-6x6", &even, "@f1", &format!("{CHEQUERED}w b r2"));
    // On 49 points the first side also places the last stone, and the second removes first.
    let odd = "bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbw";
    check_leads("salmi-7x7", &format!("{odd}1 b p1,0"), "@g1", &format!("{odd}b w r2"));
    check_leads(
        "salmi-6x6",
        &format!("{CHEQUERED}w b r2"),
        "xa6",
        "1bwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw w r1",
    );
    check_leads(
        "salmi-6x6",
        &format!("{CHEQUERED}w b r2"),
        "xa6 xb6",
        "2wbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw b m",
    );
}

#[test]
fn removal_by_last_placement_precedes_next_phase() {
    let from = "bbbbwb/bwbwbw/wbwbwb/bwbwbw/wbwbww/bwbww1 w p0,1";
    // f1 completes the cell e1, f1, e2, f2.
    check_leads("salmi-6x6", from, "@f1", "bbbbwb/bwbwbw/wbwbwb/bwbwbw/wbwbww/bwbwww w p0,0x1");
    // The board is no longer full, so that Salmi has no opening removals.
    check_leads("salmi-6x6", from, "@f1 xb6", "b1bbwb/bwbwbw/wbwbwb/bwbwbw/wbwbww/bwbwww b m");
    check_leads(
        "chinese-wei-6x6",
        from,
        "@f1 xb6",
        "b1bbwb/bwbwbw/wbwbwb/bwbwbw/wbwbww/bwbwww b r2",
    );
}

#[test]
fn opening_removals_if_full_always_or_never() {
    let less = format!("{CHEQUERED_LESS_ONE}1 w p0,1");
    check_leads("salmi-6x6", &less, "@f1", &format!("{CHEQUERED_LESS_ONE}w b m"));
    check_leads("chinese-wei-6x6", &less, "@f1", &format!("{CHEQUERED_LESS_ONE}w b r2"));
    check_leads("chinese-tian-6x6", &less, "@f1", &format!("{CHEQUERED_LESS_ONE}w b r2"));
    let seven = "bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwb";
    let from = format!("{seven}2 w p0,1");
    check_leads("shimizu", &from, "@f1", &format!("{seven}w1 b m"));
    check_leads("ludii", &from, "@f1", &format!("{seven}w1 b e2"));
    check_leads("ludii-1.3", &from, "@f1", &format!("{seven}w1 b m"));
}

#[test]
fn an_opening_removal_follows_the_same_targets() {
    // The cell a5, b5, a6, b6 is White's.
    let board = "wwwbwb/wwbwbw/wbwbwb/bbbwbw/wbwbwb/bwbbbw b r2";
    for ruleset in ["salmi-6x6", "chinese-wei-6x6"] {
        check_refused(ruleset, board, "xa6", "not_protected", "a5 b5 a6 b6");
        check_pattern(ruleset, board, "xc6", "opening");
    }
    check_legal("chinese-tian-6x6", "ww4/ww4/6/6/bb4/bb4 b r2", "xa5 xa6 xb5 xb6");
}

#[test]
fn an_opening_removal_without_a_target_is_skipped() {
    // White's last stone completes its half of the board: no stone of either side is
    // unprotected, so that the earned removal lapses and both opening removals are skipped.
    let from = "bbbbbb/bbbbbb/bbbbbb/wwwww1/wwwwww/wwwwww w p0,1";
    let full = "bbbbbb/bbbbbb/bbbbbb/wwwwww/wwwwww/wwwwww";
    check_leads("salmi-6x6", from, "@f3", &format!("{full} b m"));
    check_goes_on("salmi-6x6", from, "@f3 pass");
    check_skips("salmi-6x6", from, "@f3", 2);
    // Under the Chinese text nothing lapses.
    check_leads("chinese-tian-6x6", from, "@f3", &format!("{full} w p0,0x1"));
    check_skips("chinese-tian-6x6", from, "@f3", 0);
}

#[test]
fn only_the_side_without_a_target_is_skipped() {
    // Every white stone is protected, the black one on a1 is not, and Black places last.
    let from = "bbbbbb1/bbbbbbb/bbbbbbb/wwwwbbb/wwwwwww/wwwwwww/bwwwwww b p1,0";
    let full = "bbbbbbb/bbbbbbb/bbbbbbb/wwwwbbb/wwwwwww/wwwwwww/bwwwwww w r2";
    let after = "bbbbbbb/bbbbbbb/bbbbbbb/wwwwbbb/wwwwwww/wwwwwww/1wwwwww b m";
    check_leads("salmi-7x7", from, "@g7", full);
    check_legal("salmi-7x7", full, "xa1");
    check_leads("salmi-7x7", full, "xa1", after);
    check_skips("salmi-7x7", from, "@g7", 0);
    check_skips("salmi-7x7", full, "xa1", 1);
}
