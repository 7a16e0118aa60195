//! Writes game records for the browser; the crate `records` reads them.
//!
//! A game in memory becomes a text in any notation that the engine writes.

use crate::json::object;
use crate::write_fault;
use engine::{
    AnyGame, BySide, Fault, NotationError, Record, RecordedMove, RecordedResult, ReplayError,
};

/// Writes a game, see [`crate::Game::record`].
pub(crate) fn write(game: &AnyGame, notation: &str, facts: &[String]) -> Result<String, String> {
    let fact =
        |key: &str| facts.chunks_exact(2).find(|pair| pair[0] == key).map(|pair| pair[1].clone());
    let comment = |ply: usize| fact(&format!("comment.{ply}")).unwrap_or_default();
    let moves = (1..).zip(game.action_texts()).map(|(ply, action)| RecordedMove {
        action,
        time: fact(&format!("time.{ply}")).and_then(|time| time.parse().ok()),
        comment: comment(ply),
    });
    let record = Record {
        game: game.info().id.to_owned(),
        ruleset: Some(game.ruleset().id.to_owned()),
        options: game.options().clone(),
        start: Some(game.start_text()),
        players: BySide { first: fact("first"), second: fact("second") },
        date: fact("date"),
        comment: comment(0),
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
