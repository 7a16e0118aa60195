//! Recognises the notation of a text by its form, without reading it: a WXF file, a FEN, or moves
//! in ICCS, WXF or Chinese.
//!
//! The first word that is a move decides between the move notations; headers and comments are
//! skipped to find it.

use super::{Notation, chinese, fen, wxf};
use crate::xiangqi::RANKS;

/// The notation of a text that looks like a record or a position of this game.
pub(in super::super) fn recognise(text: &str) -> Option<&'static str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if super::pgn::is_wxf_file(text) {
        return Some(Notation::Wxf.as_str());
    }
    if is_fen(text) {
        return Some(fen::ID);
    }
    let by_word = first_word(text).and_then(of_move).map(Notation::as_str);
    let headed = text.lines().any(|line| line.starts_with("[Red \"") || line.contains(GAME));
    by_word.or_else(|| headed.then_some(Notation::Wxf.as_str()))
}

/// The header that names the game in PGN.
const GAME: &str = "[Game \"Chinese Chess\"]";

fn is_fen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some("setoption" | "position" | "startpos" | "fen"), _) => true,
        (Some(board), Some("w" | "b" | "r")) => {
            board.matches('/').count() + 1 == usize::from(RANKS)
        }
        _ => false,
    }
}

/// The first word that is neither in a header or a comment nor a number.
fn first_word(text: &str) -> Option<&str> {
    let mut inside = false;
    text.lines()
        .filter(|line| !line.starts_with(['[', ';']))
        .flat_map(str::split_whitespace)
        .filter(|word| {
            inside |= word.starts_with('{');
            let outside = !inside;
            inside &= !word.ends_with('}');
            outside
        })
        .map(super::pgn::after_number)
        .find(|word| !word.is_empty())
}

/// The notation that a word has the form of.
fn of_move(word: &str) -> Option<Notation> {
    let word = word.trim_end_matches(['!', '?']);
    let notation = Notation::guess(word);
    let fits = match notation {
        Notation::Iccs => super::iccs(word).is_ok(),
        Notation::Wxf => wxf::has_form(word),
        Notation::Chinese => chinese::has_form(word),
    };
    fits.then_some(notation)
}
