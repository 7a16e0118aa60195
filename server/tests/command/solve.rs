//! `yiguan solve` and `yiguan probe`.

use crate::run::{answers, complained, printed};
use serde_json::json;
use std::fs;

#[test]
fn a_game_is_solved_checked_and_probed() {
    let folder = tempfile::tempdir().expect("there is room");
    let tables = folder.path().join("tables").to_string_lossy().into_owned();
    let report = printed(&["solve", "tui-da-che", "--out", &tables, "--verify"], b"");
    assert!(report.contains("start: loss in 40"), "{report}");
    assert!(report.contains("  verified: "), "{report}");

    let lines = br#"{"ruleset":"original","position":"wwww/4/4/bbbb b -"}
{"ruleset":"as-printed","position":"wwww/4/4/bbbb b -"}
{"ruleset":"original","position":"4/4/bb2/4 b -"}
{"ruleset":"original","position":"4/4/bb2/4 w -"}
{"ruleset":"walker","position":"wwww/4/4/bbbb b -"}
{"ruleset":"original","position":"9"}
[]
{"position":"wb2/b2b/4/4 w -"}
"#;
    let found = answers(&["probe", "tui-da-che", "--tables", &tables, "--jsonl"], lines);
    let expected = [
        Some(json!({"value": "loss", "distance": 40})),
        Some(json!({"value": "draw"})),
        Some(json!({"value": "win", "distance": 0})),
        Some(json!({"value": "loss", "distance": 0})),
        None,
        None,
        None,
        Some(json!({"value": "loss", "distance": 0})),
    ];
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        match expected {
            Some(expected) => assert_eq!(*found, expected),
            None => assert!(found["error"].is_string(), "{found}"),
        }
    }

    // A table in the place of another, and one cut short.
    let path = |ruleset: &str| format!("{tables}/tui-da-che.{ruleset}.table");
    let start = br#"{"ruleset":"original","position":"wwww/4/4/bbbb b -"}"#;
    let whole = fs::read(path("original")).expect("it is there");
    for (bytes, complaint) in [
        (fs::read(path("as-printed")).expect("it is there"), "tui-da-che as-printed"),
        (whole[..whole.len() / 2].to_vec(), "truncated"),
    ] {
        fs::write(path("original"), bytes).expect("it is written");
        let found = answers(&["probe", "tui-da-che", "--tables", &tables, "--jsonl"], start);
        let error = found[0]["error"].as_str().expect("it fails");
        assert!(error.contains(complaint), "{error}");
        let error = complained(&["solve", "tui-da-che", "--out", &tables, "--verify"]);
        assert!(error.contains(complaint), "{error}");
    }
}

#[test]
fn unsolved_game_is_refused() {
    for arguments in [
        vec!["solve", "shogi"],
        vec!["solve", "xia-si", "--ruleset", "walker"],
        vec!["probe", "shogi", "--tables", ".", "--jsonl"],
    ] {
        let error = complained(&arguments);
        assert!(error.contains("there is no table of") || error.contains("no ruleset"), "{error}");
    }
    assert!(complained(&["probe", "xia-si", "--jsonl"]).contains("--tables"));
    assert!(complained(&["probe", "xia-si", "--tables", "."]).contains("--jsonl"));
}
