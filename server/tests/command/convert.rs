//! `yiguan convert`.

use crate::run::{fed, yiguan};
use serde_json::{Value, json};
use std::fs;

/// The output and the errors of a run, and whether it succeeds.
fn convert(arguments: &[&str], input: &[u8]) -> (String, String, bool) {
    let output = fed(yiguan(&[&["convert"], arguments].concat()), input);
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (text(output.stdout), text(output.stderr), output.status.success())
}

#[test]
fn each_game_gives_a_line_and_each_fault_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("the file is written");
        path.to_str().expect("a plain name").to_owned()
    };
    // Names say nothing: the first is a KIF in Shift-JIS.
    let (kif, _, _) = encoding_rs::SHIFT_JIS.encode("手合割：平手\n先手：山田\n1 ７六歩(77)\n");
    let first = file("a.xqf", &kif);
    let second = file("b.txt", "[Red \"A\"]\n1. h2e2 *\n[Red \"B\"]\n1. C2.5 *\n".as_bytes());
    let third = file("c.kif", b"\x00\x01\x02");
    let (printed, complained, succeeded) = convert(&[&first, &second, &third], b"");
    let lines: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["players"]["first"], json!("山田"));
    assert_eq!(lines[0]["moves"], json!(["7g7f"]));
    assert_eq!([&lines[1]["moves"], &lines[2]["moves"]], [&json!(["h2e2"]), &json!(["h2e2"])]);
    assert!(!succeeded);
    assert!(complained.contains("c.kif: this is no record"), "{complained}");
    assert!(complained.contains("1 of 3 files"), "{complained}");
}

#[test]
fn another_notation_from_standard_input() {
    let (printed, complained, succeeded) = convert(&["--to", "iccs", "-"], b"1. C2=5 h8+7");
    assert!(succeeded, "{complained}");
    assert!(printed.contains("1. H2-E2 H9-G7\n"), "{printed}");
    let (_, complained, succeeded) = convert(&["--to", "kif", "-"], b"1. C2=5 h8+7");
    assert!(!succeeded);
    assert!(complained.contains("unknown notation `kif`"), "{complained}");
}
