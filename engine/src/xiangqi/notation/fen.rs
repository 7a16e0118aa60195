//! Writes a game as UCCI gives it to a program: `position fen … moves h2e2 …` on one line.
//!
//! Source: UCCI, "中国象棋通用引擎协议", version 3.0. It knows no ruleset, so that a game under
//! another than `standard` has a line `setoption ruleset …` before. Players, date, comments,
//! times and the result are not in it.

use crate::xiangqi::Ruleset;
use crate::{NotationError, Record};

/// The id and the ending of files.
pub(super) const ID: &str = "fen";

/// The ruleset where the text names none, as texts from elsewhere do not.
const DEFAULT_RULESET: Ruleset = Ruleset::Standard;

/// Writes a record.
pub(super) fn write(record: &Record) -> Result<String, NotationError> {
    let game = record.replay_on()?;
    let mut text = String::new();
    if game.ruleset().id != DEFAULT_RULESET.as_str() {
        text = format!("setoption ruleset {}\n", game.ruleset().id);
    }
    text.push_str("position fen ");
    text.push_str(&game.start_text());
    if game.ply() > 0 {
        text.push_str(" moves ");
        text.push_str(&game.action_texts().join(" "));
    }
    text.push('\n');
    Ok(text)
}
