//! `yiguan perft` and `yiguan games`.

use crate::run::{answers, complained, fed, printed, yiguan};
use serde_json::{Value, json};

/// Source: rules.md, sections 7 and 8.
#[test]
fn the_start_positions() {
    for (game, nodes) in [("shogi", [30, 900, 25_470]), ("xiangqi", [44, 1_920, 79_666])] {
        for (depth, nodes) in (1..).zip(nodes) {
            let depth: i32 = depth;
            let arguments =
                ["perft", "--game", game, "--ruleset", "standard", "--depth", &depth.to_string()];
            assert_eq!(printed(&arguments, b""), format!("{nodes}\n"), "{game} at {depth}");
        }
    }
}

#[test]
fn flags_and_variables() {
    let position = "7lk/9/7SP/9/9/9/9/9/4K4 b G 1";
    let by_flags = printed(
        &[
            "perft",
            "--game",
            "shogi",
            "--option",
            "fouls=lose",
            "--option",
            "impasse=24-point",
            "--position",
            position,
            "--depth",
            "2",
        ],
        b"",
    );
    let mut command = yiguan(&["perft"]);
    command
        .env("YIGUAN_PERFT_GAME", "shogi")
        .env("YIGUAN_PERFT_OPTION", "fouls=lose,impasse=24-point")
        .env("YIGUAN_PERFT_POSITION", position)
        .env("YIGUAN_PERFT_DEPTH", "2");
    assert_eq!(String::from_utf8_lossy(&fed(command, b"").stdout), by_flags);
    for (arguments, complaint) in [
        (vec!["perft", "--game", "go", "--depth", "1"], "unknown game `go`"),
        (vec!["perft", "--game", "shogi"], "--depth"),
        (vec!["perft", "--depth", "1"], "--game"),
        (vec!["perft", "--game", "shogi", "--depth", "99"], "99"),
        (vec!["perft", "--game", "shogi", "--option", "x", "--depth", "1"], "KEY=VALUE"),
        (vec!["perft", "--game", "shogi", "--position", "9", "--depth", "1"], "bad position"),
    ] {
        let error = complained(&arguments);
        assert!(error.contains(complaint), "{arguments:?}: {error}");
    }
}

#[test]
fn a_division_adds_up() {
    let text = printed(&["perft", "--game", "er-chi-yi", "--depth", "3", "--divide"], b"");
    assert_eq!(text, "a1a2: 40\nb1b2: 50\nc1c2: 50\nd1d2: 50\ne1e2: 40\n\n230\n");
    assert_eq!(printed(&["perft", "--game", "er-chi-yi", "--depth", "3"], b""), "230\n");
    let none = printed(&["perft", "--game", "er-chi-yi", "--depth", "0", "--divide"], b"");
    assert_eq!(none, "1\n");
}

#[test]
fn lines_are_answered_in_order() {
    let input = [
        json!({"game":"shogi","ruleset":"standard","depth":3}),
        json!({"game":"xiangqi","ruleset":"standard","options":{},"depth":2}),
        json!({"game":"shogi","depth":1,"moves":["7g7f","3c3d","8h2b+"]}),
        json!({"game":"shogi","depth":0,"position":"7lk/9/7SP/9/9/9/9/9/4K4 b G 1"}),
        json!({"game":"go","depth":1}),
        json!({"game":"shogi","depth":1,"moves":["7g7e"]}),
        json!({"game":"shogi"}),
        json!({"game":"shogi","depth":4_000_000_000_u32}),
        json!({"game":"shogi","depth":-1}),
    ];
    let lines: Vec<String> = input.iter().map(Value::to_string).collect();
    let answers = answers(&["perft", "--jsonl"], lines.join("\n").as_bytes());
    let nodes: Vec<Option<u64>> = answers.iter().map(|answer| answer["nodes"].as_u64()).collect();
    assert_eq!(nodes[..4], [Some(25_470), Some(1_920), Some(33), Some(1)]);
    assert_eq!(nodes[4..], [None; 5]);
    assert!(answers[4..].iter().all(|answer| answer["error"].is_string()), "{answers:?}");
}

#[test]
fn the_catalogue_is_one_line_of_json() {
    let text = printed(&["games"], b"");
    assert_eq!(text.matches('\n').count(), 1);
    let catalogue: Value = serde_json::from_str(&text).expect("it is JSON");
    let games = catalogue["games"].as_array().expect("a list");
    assert!(games.iter().any(|game| game["id"] == "er-chi-yi"), "{text}");
    let words = |words: &Value| ["en", "zh", "ja"].iter().all(|key| words[key].is_string());
    for game in games {
        assert!(words(&game["gloss"]) && words(&game["line"]), "{game}");
        for ruleset in game["rulesets"].as_array().expect("a list") {
            for key in ["name", "summary", "goal", "turn"] {
                assert!(words(&ruleset[key]), "{key} of {ruleset}");
            }
            for phase in ruleset["phases"].as_array().expect("a list") {
                assert!(phase["id"].is_string() && words(&phase["name"]), "{phase}");
                assert!(words(&phase["task"]), "{phase}");
            }
            assert!(ruleset["start"].is_string() && ruleset["version"].is_u64(), "{ruleset}");
        }
    }
    assert_eq!(catalogue["clocks"][1]["initial"], json!({"min":10,"max":10_800}));
}
