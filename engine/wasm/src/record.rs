//! Writes game records for the browser; the crate `records` reads them.
//!
//! A game in memory becomes a text in any notation that the engine writes.

use crate::json::{self, object};
use crate::{thrown, write_fault};
use engine::{
    AnyGame, BySide, Fault, NotationError, Record, RecordedMove, RecordedResult, ReplayError,
};

/// Writes a game, see [`crate::Game::record`].
pub(crate) fn write(game: &AnyGame, notation: &str, facts: &str) -> Result<String, String> {
    let facts = json::read_flat_map(facts)
        .ok_or_else(|| thrown("bad_request", "facts are a JSON map of strings"))?;
    let fact = |key: &str| facts.iter().find(|(k, _)| k == key).map(|(_, value)| value.clone());
    let said = |ply: usize| fact(&format!("comment.{ply}")).unwrap_or_default();
    let moves = (1..).zip(game.action_texts()).map(|(ply, action)| RecordedMove {
        action,
        time: fact(&format!("time.{ply}")).and_then(|time| time.parse().ok()),
        comment: said(ply),
    });
    let record = Record {
        game: game.info().id.to_owned(),
        ruleset: Some(game.ruleset().id.to_owned()),
        options: game.options().clone(),
        start: Some(game.start_text()),
        players: BySide { first: fact("first"), second: fact("second") },
        date: fact("date"),
        comment: said(0),
        moves: moves.collect(),
        result: fact("result").map(|word| RecordedResult {
            winner: word.parse().ok(),
            reason: fact("reason").unwrap_or_default(),
        }),
    };
    record.write(notation).map_err(|error| error_json(&error))
}

fn error_json(error: &NotationError) -> String {
    object(|json| {
        json.text("code", "bad_record");
        match error {
            NotationError::Setup(setup) | NotationError::Replay(ReplayError::Setup(setup)) => {
                write_fault(json, &setup.fault());
                json.text("error", setup.to_string().as_str());
            }
            NotationError::Replay(ReplayError::Refused { refused, .. }) => {
                write_fault(json, &Fault::Illegal(refused.rule));
                json.text("error", error.to_string().as_str());
            }
            NotationError::Unknown(_) => {
                write_fault(json, &Fault::NotRead);
                json.text("error", error.to_string().as_str());
            }
        }
    })
}
