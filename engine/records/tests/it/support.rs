//! Helpers that the tests share.

use records::{Decode, Encoding, Score, open, to_json};
use serde_json::Value;

/// The encodings of `encoding_rs`.
pub(crate) struct Tables;

impl Decode for Tables {
    fn decode(&self, encoding: Encoding, bytes: &[u8]) -> String {
        of(encoding).decode_without_bom_handling(bytes).0.into_owned()
    }
}

pub(crate) fn of(encoding: Encoding) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(encoding.label().as_bytes()).expect("a standard label")
}

/// The games of a file, which can be read.
#[track_caller]
pub(crate) fn games(bytes: &[u8]) -> Vec<Score> {
    open(bytes, &Tables).unwrap_or_else(|error| panic!("{error}"))
}

/// The only game of a text.
#[track_caller]
pub(crate) fn game(text: &str) -> Score {
    let mut games = games(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

/// A game as its line of JSON.
pub(crate) fn json(score: &Score) -> Value {
    serde_json::from_str(&to_json(score)).expect("it writes JSON")
}

/// The moves of the main line, with blanks between.
pub(crate) fn moves(score: &Score) -> String {
    let actions = score.tree.main_line().into_iter().map(|id| score.tree.node(id).action.clone());
    actions.collect::<Vec<_>>().join(" ")
}

/// The faults, as `line:column key`.
pub(crate) fn faults(score: &Score) -> Vec<String> {
    let describe = |fault: &engine::RecordError| {
        format!("{}:{} {}", fault.line, fault.column, fault.fault.key())
    };
    score.faults.iter().map(describe).collect()
}

/// Checks the moves and the faults of the only game of a text.
#[track_caller]
pub(crate) fn check(text: &str, expected: &str, expected_faults: &[&str]) -> Score {
    let score = game(text);
    assert_eq!(moves(&score), expected);
    assert_eq!(faults(&score), expected_faults);
    score
}

/// The number of rounds that a random test plays: `quick`, or fifty times as many under `./check
/// --long`.
pub(crate) fn rounds(quick: usize) -> usize {
    if std::env::var_os("YIGUAN_LONG").is_some() { 50 * quick } else { quick }
}

/// A generator of numbers; its seed is printed with a failure.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % end.max(1)
    }
}
