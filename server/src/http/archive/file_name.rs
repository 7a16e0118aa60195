//! The name of the file that a stored game is saved as: who played, what, and when.

use axum::http::HeaderValue;
use domain::FinishedGame;
use engine::Side;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use time::OffsetDateTime;

/// The most characters of a name before its ending.
const MAX_NAME_LENGTH: usize = 100;

/// The characters encoded in an extended value: all but those of RFC 8187, section 3.2.1, that every
/// program leaves as they are.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// The header that names the file: as it is in `filename*` (RFC 6266), and by the game's id for programs
/// that do not read this.
pub(in crate::http) fn attachment(game: &FinishedGame, ending: &str) -> HeaderValue {
    let id = game.summary.id;
    let name = utf8_percent_encode(&name(game), ENCODED).to_string();
    let text = format!("attachment; filename=\"{id}.{ending}\"; filename*=UTF-8''{name}.{ending}");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

/// The name without its ending.
fn name(game: &FinishedGame) -> String {
    let summary = &game.summary;
    let players = Side::ALL.into_iter().filter_map(|side| summary.players[side].as_ref());
    let who: Vec<&str> = players.map(|player| &*player.name).collect();
    let title = engine::find_game(&summary.game).map_or(&*summary.game, |info| info.name.en);
    let mut parts = vec![who.join(" - "), title.to_owned()];
    let seconds = i64::try_from(summary.ended_at.0 / 1_000).unwrap_or_default();
    if let Ok(at) = OffsetDateTime::from_unix_timestamp(seconds) {
        parts.push(at.date().to_string());
    }
    parts.retain(|part| !part.is_empty());
    // No system allows these in a name, nor all of them a dot or a blank at an end.
    let is_forbidden = |c: char| c.is_control() || r#"\/:*?"<>|"#.contains(c);
    let whole = parts.join(", ").replace(is_forbidden, "_");
    let short: String = whole.chars().take(MAX_NAME_LENGTH).collect();
    short.trim_matches(['.', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use domain::{Moment, Player, PlayerId};
    use engine::BySide;

    #[test]
    fn file_says_who_played_what_and_when() {
        let mut game = samples::games().expect("they are read").remove(0);
        game.summary.game = "xiangqi".to_owned();
        game.summary.ended_at = Moment(1_760_000_000_000);
        let ids = BySide::from_fn(|_| PlayerId::fresh());
        let called = |side: Side, name: &str| Some(Player::new(ids[side], name.to_owned(), false));
        game.summary.players =
            BySide { first: called(Side::First, "李白"), second: called(Side::Second, "A/B. ") };
        assert_eq!(name(&game), "李白 - A_B. , Xiangqi, 2025-10-09");
        let header = attachment(&game, "kif");
        let text = header.to_str().expect("it is plain");
        let id = game.summary.id;
        assert_eq!(
            text,
            format!(
                "attachment; filename=\"{id}.kif\"; \
                 filename*=UTF-8''%E6%9D%8E%E7%99%BD%20-%20A_B.%20%2C%20Xiangqi%2C%202025-10-09.kif"
            )
        );
        game.summary.players = BySide::default();
        assert_eq!(name(&game), "Xiangqi, 2025-10-09");
        game.summary.players =
            BySide { first: called(Side::First, &"长".repeat(200)), second: None };
        assert_eq!(name(&game).chars().count(), MAX_NAME_LENGTH);
    }
}
