//! Boards, stones, lines and the first placement: the upper rows of the table.

use super::{check_legal, check_refused, game};
use engine::{GAMES, Options};

#[test]
fn boards_and_hands_at_the_start() {
    // Half the points each, the first side one more if their number is odd; 24 of 49 in the
    // rulesets that leave a point free.
    const STARTS: [(&str, &str); 13] = [
        ("salmi", "7/7/7/7/7/7/7/7 b p28,28"),
        ("salmi-7x8", "7/7/7/7/7/7/7/7 b p28,28"),
        ("salmi-7x7", "7/7/7/7/7/7/7 b p25,24"),
        ("salmi-6x6", "6/6/6/6/6/6 b p18,18"),
        ("salmi-8x8", "8/8/8/8/8/8/8/8 b p32,32"),
        ("salmi-9x9", "9/9/9/9/9/9/9/9/9 b p41,40"),
        ("chinese-wei", "7/7/7/7/7/7/7/7 b p28,28"),
        ("chinese-tian-7x7", "7/7/7/7/7/7/7 b p25,24"),
        ("chinese-wei-6x6", "6/6/6/6/6/6 b p18,18"),
        ("chinese-tian-9x9", "9/9/9/9/9/9/9/9/9 b p41,40"),
        ("shimizu", "7/7/7/7/7/7/7 b p24,24"),
        ("ludii", "7/7/7/7/7/7/7 b p24,24"),
        ("ludii-1.3", "7/7/7/7/7/7/7 b p24,24"),
    ];
    for (ruleset, start) in STARTS {
        assert_eq!(game(ruleset, "").position_text(), start, "{ruleset}");
    }
}

#[test]
fn salmi_and_wei_boards_and_styles_are_defaults() {
    let info = GAMES.iter().find(|info| info.id == "diu-fang").expect("in the catalogue");
    let ids: Vec<&str> = info.rulesets.iter().map(|ruleset| ruleset.id).collect();
    assert_eq!(ids, ["salmi", "chinese", "shimizu", "ludii", "ludii-1.3"]);
    let defaults = |id| {
        let options = info.ruleset(id).expect("listed").complete(&Options::none());
        let options = options.expect("no option is wrong");
        options.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(defaults(None), "board=7x8");
    assert_eq!(defaults(Some("chinese")), "board=7x8 style=wei");
    for id in ["shimizu", "ludii", "ludii-1.3"] {
        assert_eq!(defaults(Some(id)), "", "{id} has no options");
    }
}

#[test]
fn first_stone_goes_anywhere_or_to_the_centre() {
    for (ruleset, points) in [("salmi", 56), ("chinese-wei", 56), ("chinese-tian-6x6", 36)] {
        assert_eq!(game(ruleset, "").legal().len(), points, "{ruleset}");
    }
    for ruleset in ["shimizu", "ludii", "ludii-1.3"] {
        check_legal(ruleset, "", "@d4");
        check_refused(ruleset, "", "@a1", "first_placement", "d4");
        // The second stone is free.
        assert_eq!(game(ruleset, "7/7/7/3b3/7/7/7 w p23,24").legal().len(), 48);
    }
}

#[test]
fn ludii_has_four_diagonals_at_the_centre() {
    let centre = "w6/7/7/3b3/7/7/7 b m";
    for ruleset in ["ludii", "ludii-1.3"] {
        check_legal(ruleset, centre, "d4c3 d4c4 d4c5 d4d3 d4d5 d4e3 d4e4 d4e5");
        check_legal(ruleset, "w6/7/7/7/2b4/7/7 b m", "c3b3 c3c2 c3c4 c3d3 c3d4");
        // No other point has diagonals.
        check_legal(ruleset, "w6/7/7/2b4/7/7/7 b m", "c4b4 c4c3 c4c5 c4d4");
        check_legal(ruleset, "w6/7/7/7/7/1b5/7 b m", "b2a2 b2b1 b2b3 b2c2");
    }
    for ruleset in ["salmi-7x7", "chinese-wei-7x7"] {
        check_legal(ruleset, centre, "d4c4 d4d3 d4d5 d4e4");
    }
}

#[test]
fn shimizu_has_diagonals_but_no_diagonal_moves() {
    // All white stones are protected, so that Black steps.
    check_legal("shimizu", "ww5/ww5/7/3b3/7/7/7 b m", "d4c4 d4d3 d4d5 d4e4");
    for (ruleset, lines) in
        [("shimizu", 18), ("ludii", 18), ("ludii-1.3", 18), ("salmi-7x7", 14), ("salmi", 15)]
    {
        assert_eq!(game(ruleset, "").picture().lines.len(), lines, "{ruleset}");
    }
}

#[test]
fn hands_are_pictured_while_placing() {
    let picture = game("salmi-6x6", "6/6/6/6/6/2b3 w p17,18").picture();
    assert_eq!((picture.hands.first[0].count, picture.hands.second[0].count), (17, 18));
    let picture = game("salmi-6x6", "w5/6/6/6/6/2b3 w m").picture();
    assert!(picture.hands.first.is_empty() && picture.hands.second.is_empty());
}
