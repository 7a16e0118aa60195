//! The exchange of `shimizu` and `ludii`.

use super::{check_earns, check_leads, check_legal, check_pattern, check_refused, check_skips};

#[test]
fn exchange_removes_a_neighbour_and_takes_its_place() {
    let from = "w6/7/7/2bw3/7/7/6b b m";
    check_legal("shimizu", from, "xd4");
    check_refused("shimizu", from, "xa7", "no_neighbour", "a7");
    check_pattern("shimizu", from, "xd4", "exchange");
    check_leads("shimizu", from, "xd4", "w6/7/7/2b4/7/7/6b b mfd4");
    check_legal("shimizu", "w6/7/7/2b4/7/7/6b b mfd4", "c4d4");
    check_leads("shimizu", from, "xd4 c4d4", "w6/7/7/3b3/7/7/6b w m");
}

#[test]
fn any_neighbour_may_step() {
    check_legal("shimizu", "w6/7/3b3/2b1b2/3b3/7/7 b mfd4", "c4d4 d3d4 d5d4 e4d4");
}

#[test]
fn ludii_neighbours_follow_lines_shimizu_ones_are_orthogonal() {
    let board = "w6/7/7/3w3/2b4/7/7";
    check_legal("ludii", &format!("{board} b e2"), "xd4");
    check_leads("ludii", &format!("{board} b e2"), "xd4", "w6/7/7/7/2b4/7/7 b e2fd4");
    check_legal("ludii", "w6/7/7/7/2b4/7/7 b e2fd4", "c3d4");
    // No white stone has an orthogonal neighbour: any may go, and nothing steps.
    check_legal("shimizu", &format!("{board} b m"), "xa7 xd4");
    check_leads("shimizu", &format!("{board} b m"), "xd4", "w6/7/7/7/2b4/7/7 w m");
}

#[test]
fn exchange_without_neighbour_removes_any_unprotected_stone() {
    let board = "ww5/ww5/7/3w3/7/7/6b";
    check_legal("shimizu", &format!("{board} b m"), "xd4");
    let holes = "1w5/w1w4/1w5/6w/7/7/b5w";
    check_legal("ludii", &format!("{holes} b e2"), "xg1 xg4");
    check_leads("ludii", &format!("{holes} b e2"), "xg1", "1w5/w1w4/1w5/6w/7/7/b6 w e1");
}

#[test]
fn new_fang_of_the_stepping_stone_earn() {
    // The stone that steps to b1 completes a1, a2, b1, b2.
    let from = "w6/7/7/7/7/bb5/bwb4 b m";
    check_earns("shimizu", "w6/7/7/7/7/bb5/b1b4 b mfb1", "c1b1", 1);
    check_leads("shimizu", from, "xb1 c1b1", "w6/7/7/7/7/bb5/bb5 b mx1");
    check_pattern("shimizu", "ww5/7/7/7/7/bb5/bwb4 b m", "xb1 c1b1 xa7", "fang");
    // From e2 the exchange is over only when the removal is done.
    let ludii = "w5w/7/7/1b5/b1wb3/1b5/6b b e2";
    check_leads("ludii", ludii, "xc3 d3c3", "w5w/7/7/1b5/b1b4/1b5/6b b e2x1");
    check_leads("ludii", ludii, "xc3 d3c3 xa7", "6w/7/7/1b5/b1b4/1b5/6b w e1");
}

#[test]
fn shimizu_steps_if_all_are_protected() {
    let from = "ww5/ww5/7/7/7/7/6b b m";
    check_legal("shimizu", from, "g1f1 g1g2");
    check_leads("shimizu", from, "g1f1", "ww5/ww5/7/7/7/7/5b1 w m");
    check_refused("shimizu", from, "xa7", "not_protected", "a6 b6 a7 b7");
}

#[test]
fn in_shimizu_every_turn_is_an_exchange() {
    let from = "w6/7/7/2bw3/7/7/5wb b m";
    check_leads("shimizu", from, "xd4 c4d4 xg1 f1g1", "w6/7/7/3b3/7/7/6w b m");
    check_legal("shimizu", "w6/7/7/3b3/7/7/6w b m", "xa7 xg1");
}

#[test]
fn ludii_sides_exchange_once_before_steps() {
    let from = "w6/7/7/2bw3/7/7/5wb b e2";
    check_leads("ludii", from, "xd4 c4d4", "w6/7/7/3b3/7/7/5wb w e1");
    check_leads("ludii", from, "xd4 c4d4 xg1 f1g1", "w6/7/7/3b3/7/7/6w b m");
    check_legal("ludii", "w6/7/7/b6/7/7/6w b m", "a4a3 a4a5 a4b4");
}

#[test]
fn ludii_exchange_without_unprotected_stone_is_skipped() {
    // White's last stone closes a hole: all white stones are protected, and only White
    // exchanges. Black begins the moving phase, since White acted last.
    let from = "7/7/7/1w4b/w6/1w5/6b w p0,1";
    check_leads("ludii", from, "@c3", "7/7/7/1w4b/w1w4/1w5/6b w e1");
    check_skips("ludii", from, "@c3", 1);
    check_leads("ludii", from, "@c3 xg1", "7/7/7/1w4b/w1w4/1w5/7 b m");
    // Both sides are protected: neither exchanges, and Black, who did not act last, moves.
    let both = "5b1/4b1b/5b1/1w5/w6/1w5/7 w p0,1";
    check_leads("ludii", both, "@c3", "5b1/4b1b/5b1/1w5/w1w4/1w5/7 b m");
    check_skips("ludii", both, "@c3", 2);
    // Black exchanged and then White is skipped: White begins the moving phase.
    let second = "5b1/4b1b/5b1/7/1w5/7/w6 b e2";
    check_leads("ludii", second, "xa1", "5b1/4b1b/5b1/7/1w5/7/7 w m");
    check_skips("ludii", second, "xa1", 1);
}
