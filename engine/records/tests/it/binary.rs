//! XQF, CBR and CBL, as small files made here.

use crate::support::{faults, games, json, moves};
use engine::Side;
use serde_json::json;

/// The points of the 32 pieces of the start, red first, files by tens.
const START: [u8; 32] = [
    80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, 9, 19, 29, 39, 49, 59, 69, 79,
    89, 17, 77, 6, 26, 46, 66, 86,
];

/// A move of a tree as both forms store it: from and to as the bytes of the form, whether one
/// follows, whether it has an alternative, and its comment.
pub(crate) type Stored<'a> = (u8, u8, bool, bool, &'a [u8]);

/// The head of an XQF of a version with keys.
fn head(version: u8, keys: [u8; 4]) -> Vec<u8> {
    let mut head = vec![0; 1024];
    head[..3].copy_from_slice(&[b'X', b'Q', version]);
    head[3] = 0xff;
    head[12..16].copy_from_slice(&keys);
    head[16..48].copy_from_slice(&START);
    head[51] = 1;
    for (at, text) in [(80, &b"\xb5\xda\xd2\xbb\xbe\xd6"[..]), (304, b"\xba\xfa"), (320, b"Li")] {
        head[at] = u8::try_from(text.len()).expect("short");
        head[at + 1..at + 1 + text.len()].copy_from_slice(text);
    }
    head
}

/// An XQF of version 10, in which nothing is hidden.
pub(crate) fn plain(tree: &[Stored<'_>]) -> Vec<u8> {
    let mut file = head(10, [0; 4]);
    for &(from, to, has_next, has_alternative, comment) in tree {
        let marks = if has_next { 0xf0 } else { 0 } | if has_alternative { 0x0f } else { 0 };
        file.extend([from.wrapping_add(24), to.wrapping_add(32), marks, 0]);
        file.extend(u32::try_from(comment.len()).expect("short").to_le_bytes());
        file.extend(comment);
    }
    file
}

/// The same game hidden as version 18 does, with every byte of the keys worked out by hand:
/// a key `k` of points becomes `(((k² · 3 + 9) · 3 + 8) · 2 + 1) · 3 + 8` times the key before.
pub(crate) fn hidden(tree: &[Stored<'_>]) -> Vec<u8> {
    let [sum, p, f, t] = [3, 1, 2, 4];
    let mut file = head(18, [sum, p, f, t]);
    let mix = |key: u32| (((key * key * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8;
    let points = mix(u32::from(p)) * u32::from(p) % 256;
    let from_key = mix(u32::from(f)) * points % 256;
    let to_key = mix(u32::from(t)) * from_key % 256;
    let byte = |number: u32| u8::try_from(number % 256).expect("a byte");
    for (at, &point) in START.iter().enumerate() {
        let stored = (at + 32 - (usize::from(byte(points)) + 1) % 32) % 32;
        file[16 + stored] = point.wrapping_add(byte(points));
    }
    let copyright = b"[(C) Copyright Mr. Dong Shiwei.]";
    let masks = [sum, p, f, t];
    let length_key = (u32::from(sum) * 256 + u32::from(p)) % 32_000 + 767;
    let mut body = Vec::new();
    for &(from, to, has_next, has_alternative, comment) in tree {
        let has_comment = !comment.is_empty();
        let marks =
            u8::from(has_next) << 7 | u8::from(has_alternative) << 6 | u8::from(has_comment) << 5;
        body.push(from.wrapping_add(24).wrapping_add(byte(from_key)));
        body.push(to.wrapping_add(32).wrapping_add(byte(to_key)));
        body.extend([marks, 0]);
        if has_comment {
            let length = u32::try_from(comment.len()).expect("short") + length_key;
            body.extend(length.to_le_bytes());
            body.extend(comment);
        }
    }
    let running = |at: usize| copyright[at % 32] & masks[at % 4];
    file.extend(body.iter().enumerate().map(|(at, byte)| byte.wrapping_add(running(at))));
    file
}

/// 炮二平五 with a comment, then 馬８進７, and as its alternative 馬２進３.
pub(crate) const TREE: [Stored<'static>; 4] = [
    (0, 0, true, false, b"\xbf\xaa\xca\xbc"),
    (72, 42, true, false, b"good"),
    (79, 67, false, true, b""),
    (19, 27, false, false, b""),
];

#[test]
fn xqf_plain_and_hidden() {
    for file in [plain(&TREE), hidden(&TREE)] {
        let score = games(&file).remove(0);
        assert_eq!(moves(&score), "h2e2 h9g7");
        assert_eq!(faults(&score), [""; 0]);
        let value = json(&score);
        assert_eq!(value["comments"], json!({"0": "开始", "1": "good"}));
        assert_eq!(value["variations"], json!([{"ply": 2, "moves": ["b9c7"]}]));
        assert_eq!(value["players"], json!({"first": "胡", "second": "Li"}));
        assert_eq!((&value["event"], &value["result"]), (&json!("第一局"), &json!("first")));
    }
}

#[test]
fn damaged_xqf_is_read_up_to_the_fault() {
    let file = plain(&TREE);
    let score = games(&file[..file.len() - 5]).remove(0);
    assert_eq!(moves(&score), "h2e2 h9g7");
    assert_eq!(score.faults.len(), 1);
    assert_eq!(score.faults[0].fault.key(), "cut_off");
    // The horse cannot reach the point, and the moves after it cannot be played either.
    let mut bad = TREE;
    bad[2].1 = 50;
    let score = games(&plain(&bad)).remove(0);
    assert_eq!(moves(&score), "h2e2 b9c7");
    assert_eq!(faults(&score), ["1:1049 illegal"]);
}

/// A record of CCBridge.
pub(crate) fn cbr(tree: &[Stored<'_>]) -> Vec<u8> {
    let mut file = vec![0xcc; 2214];
    file[..16].copy_from_slice(b"CCBridge Record\0");
    for (at, text) in [(180, "局"), (692, "杯"), (884, "2024"), (1076, "甲"), (1300, "乙")] {
        let units: Vec<u8> = text.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
        file[at..at + units.len()].copy_from_slice(&units);
    }
    file[2076] = 2;
    file[2112] = 1;
    let rows: [[u8; 9]; 10] = [
        [0x21, 0x22, 0x23, 0x24, 0x25, 0x24, 0x23, 0x22, 0x21],
        [0; 9],
        [0, 0x26, 0, 0, 0, 0, 0, 0x26, 0],
        [0x27, 0, 0x27, 0, 0x27, 0, 0x27, 0, 0x27],
        [0; 9],
        [0; 9],
        [0x17, 0, 0x17, 0, 0x17, 0, 0x17, 0, 0x17],
        [0, 0x16, 0, 0, 0, 0, 0, 0x16, 0],
        [0; 9],
        [0x11, 0x12, 0x13, 0x14, 0x15, 0x14, 0x13, 0x12, 0x11],
    ];
    file[2120..2210].copy_from_slice(&rows.concat());
    for &(from, to, has_next, has_alternative, comment) in tree {
        let has_comment = !comment.is_empty();
        let marks =
            u8::from(!has_next) | u8::from(has_alternative) << 1 | u8::from(has_comment) << 2;
        file.extend([marks, 0, from, to]);
        if has_comment {
            let text = String::from_utf8_lossy(comment);
            let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            file.extend(u32::try_from(units.len()).expect("short").to_le_bytes());
            file.extend(units);
        }
    }
    file
}

/// The tree of [`TREE`] with points counted by rows from the top.
pub(crate) const ROWS: [Stored<'static>; 4] = [
    (0, 0, true, false, "开始".as_bytes()),
    (70, 67, true, false, b"good"),
    (7, 24, false, true, b""),
    (1, 20, false, false, b""),
];

#[test]
fn cbr_and_a_library_of_two() {
    let file = cbr(&ROWS);
    let score = games(&file).remove(0);
    assert_eq!(moves(&score), "h2e2 h9g7");
    assert_eq!(score.result.as_ref().and_then(|result| result.winner), Some(Side::Second));
    let value = json(&score);
    assert_eq!(value["comments"], json!({"0": "开始", "1": "good"}));
    assert_eq!(value["variations"], json!([{"ply": 2, "moves": ["b9c7"]}]));
    assert_eq!(value["players"], json!({"first": "甲", "second": "乙"}));
    assert_eq!((&value["event"], &value["date"]), (&json!("杯"), &json!("2024")));
    let mut library = b"CCBridgeLibrary\0".to_vec();
    library.extend([0; 100]);
    library.extend(&file);
    library.extend(&file);
    assert_eq!(games(&library).len(), 2);
}

#[test]
fn xqf_names_and_comments_may_differ_in_encoding() {
    let mut file = plain(&TREE);
    for (at, text) in [(304, "红方".as_bytes()), (320, "黑方".as_bytes())] {
        file[at] = u8::try_from(text.len()).expect("short");
        file[at + 1..=at + text.len()].copy_from_slice(text);
    }
    let value = json(&games(&file).remove(0));
    assert_eq!(value["players"], json!({"first": "红方", "second": "黑方"}));
    assert_eq!((&value["event"], &value["comments"]["0"]), (&json!("第一局"), &json!("开始")));
}
