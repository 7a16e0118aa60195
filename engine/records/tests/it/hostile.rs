//! Hostile records: the size of the file bounds the size of its scores.

use crate::support::Tables;
use records::{OpenError, Score, open, to_json};

/// The most faults of a game.
const MAX_FAULTS: usize = 200;

/// Opens a file, and checks that its scores are no larger than a small multiple of it.
#[track_caller]
fn bounded(name: &str, bytes: &[u8]) -> Vec<Score> {
    let scores = match open(bytes, &Tables) {
        Ok(scores) => scores,
        Err(error) => {
            assert!(error.to_json().len() < 4_000, "{name}: {error}");
            return Vec::new();
        }
    };
    let mut written = 0;
    for score in &scores {
        assert!(score.faults.len() <= MAX_FAULTS + 1, "{name}: {} faults", score.faults.len());
        assert!(score.tree.len() <= 500_001, "{name}");
        written += to_json(score).len();
    }
    let most = 40 * bytes.len() + 4_000 * scores.len() + 100_000;
    assert!(written <= most, "{name}: {written} bytes of {}", bytes.len());
    scores
}

/// The number of repetitions of a part.
const REPETITIONS: usize = 6_000;

#[test]
fn nested_variations_are_bounded() {
    let pgn = format!("[Game \"Chinese Chess\"]\n1. h2e2 {}", "(1. b2e2 h9g7 ".repeat(REPETITIONS));
    bounded("nested variations", pgn.as_bytes());
    let closed = format!("1. h2e2 {}{}", "(1. b2e2 ".repeat(REPETITIONS), ")".repeat(REPETITIONS));
    bounded("closed variations", closed.as_bytes());
    let kif = format!(
        "手合割：平手\n1 ７六歩(77)\n{}",
        "変化：1手\n1 ２六歩(27)\n2 ３四歩(33)\n".repeat(REPETITIONS)
    );
    assert_eq!(bounded("variations of KIF", kif.as_bytes())[0].tree.len(), 4);
    let tags: String = (0..REPETITIONS)
        .map(|n| format!("[DhtmlXQ_move_{n}_1_{}]7747[/DhtmlXQ_move_{n}_1_{}]", n + 1, n + 1))
        .collect();
    bounded(
        "lines of DhtmlXQ",
        format!("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]{tags}").as_bytes(),
    );
}

#[test]
fn a_file_beyond_the_limit_is_refused() {
    let large = vec![b' '; records::MAX_BYTES + 1];
    assert_eq!(open(&large, &Tables), Err(OpenError::TooLarge));
}

#[test]
fn long_comments_and_lines_are_bounded() {
    let comment = "x".repeat(1_000_000);
    bounded("a comment", format!("1. h2e2 {{{comment}}} h9g7 *").as_bytes());
    bounded("an open comment", format!("1. h2e2 {{{comment}").as_bytes());
    bounded("a comment of KIF", format!("手合割：平手\n*{comment}\n1 ７六歩(77)\n").as_bytes());
    bounded("a name", format!("V2.2\nN+{comment}\nPI\n+\n+7776FU\n").as_bytes());
}

#[test]
fn many_moves_on_one_line_are_bounded() {
    let shuffle = "+2838HI-8272HI+3828HI-7282HI";
    bounded("moves of CSA", format!("PI\n+\n{}", shuffle.repeat(REPETITIONS / 4)).as_bytes());
    let kif = (1..=REPETITIONS / 4).map(|n| match n % 4 {
        1 => format!("{n} ３八飛(28) "),
        2 => format!("{n} ７二飛(82) "),
        3 => format!("{n} ２八飛(38) "),
        _ => format!("{n} ８二飛(72) "),
    });
    bounded("moves of KIF", format!("手合割：平手\n{}", kif.collect::<String>()).as_bytes());
    bounded("moves of PGN", "h0g2 h9g7 g2h0 g7h9 ".repeat(REPETITIONS / 4).as_bytes());
    bounded(
        "moves of USI",
        format!("startpos moves {}", "2h3h 8b7b 3h2h 7b8b ".repeat(REPETITIONS / 4)).as_bytes(),
    );
}

#[test]
fn many_games_are_bounded() {
    let games = "[Red \"A\"]\n\n1. h2e2 *\n\n".repeat(REPETITIONS / 4);
    assert_eq!(bounded("games of PGN", games.as_bytes()).len(), REPETITIONS / 4);
    let games = "PI\n+\n+7776FU\n/\n".repeat(REPETITIONS / 4);
    assert_eq!(bounded("games of CSA", games.as_bytes()).len(), REPETITIONS / 4);
}

#[test]
fn brackets_and_tags_without_ends_are_bounded() {
    bounded("brackets", "[a".repeat(REPETITIONS).as_bytes());
    bounded("quotes", "[Red \"A\"]\n[a \" ".repeat(REPETITIONS).as_bytes());
    bounded(
        "round brackets",
        format!("手合割：平手\n1 ７六歩{}", "(".repeat(REPETITIONS)).as_bytes(),
    );
    bounded(
        "xml",
        format!("<ChineseChessRecord>{}", "<Move value=\"77-47\">".repeat(REPETITIONS)).as_bytes(),
    );
    bounded("json", format!("{{\"a\":{}", "[".repeat(REPETITIONS)).as_bytes());
}

#[test]
fn binary_files_without_sense_are_bounded() {
    bounded("gzip", &[&[0x1f, 0x8b, 8, 0][..], &[0xff; 5_000]].concat());
    let mut xqf = vec![0xff; 200_000];
    xqf[..3].copy_from_slice(b"XQ\x0a");
    bounded("xqf", &xqf);
    let mut library = b"CCBridgeLibrary\0".to_vec();
    library.extend(b"CCBridge Record\0".repeat(REPETITIONS));
    bounded("cbl", &library);
}

/// Of moves that are not clear each costs a look ahead; a file has only so many.
#[test]
fn moves_that_are_not_clear_are_bounded() {
    let fen = "3k5/9/9/9/9/9/9/9/9/R2K3R1 w";
    let game = format!("[Variant \"xiangqi\"]\n[FEN \"{fen}\"]\n\n1. Re0 Kd8 (1. Rf0) *\n\n");
    bounded("unclear moves", game.repeat(REPETITIONS / 20).as_bytes());
}
