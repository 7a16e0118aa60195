//! Reads and writes game records for the browser.
//!
//! A record in any notation of a game becomes JSON, and a game in memory becomes a text. What is
//! read has also been played by the rules, so a record that is returned contains legal actions
//! only; errors are JSON, with the place in the text where it is known. The notations themselves
//! are in the engine.

use crate::json::{self, Object, object, write_list, write_object};
use crate::{thrown, write_fault};
use engine::{
    AnyGame, BySide, Fault, NotationError, Record, RecordError, RecordedMove, RecordedResult,
    ReplayError, Side,
};

/// Reads a record, see [`crate::read_record`].
pub(crate) fn read(game: &str, notation: &str, text: &str) -> Result<String, String> {
    let record = Record::read(game, notation, text).map_err(|error| error_json(&error))?;
    // The actions of a plain record are not played while it is read.
    let played = record.replay().map_err(|error| error_json(&placed(error, text)))?;
    Ok(object(|json| {
        json.text("game", record.game.as_str());
        json.text("ruleset", played.ruleset().id);
        json.field("options", |out| {
            write_object(out, |json| {
                played.options().iter().for_each(|(key, value)| json.text(key, value));
            });
        });
        json.text("start", played.start_text().as_str());
        json.field("players", |out| {
            write_object(out, |json| {
                json.text("first", record.players.first.as_deref());
                json.text("second", record.players.second.as_deref());
            });
        });
        json.text("date", record.date.as_deref());
        json.text("comment", record.comment.as_str());
        json.field("moves", |out| write_list(out, &record.moves, write_move));
        let result = record.result.as_ref();
        let winner = result.map(|result| result.winner.map_or("draw", Side::as_str));
        json.text("result", winner);
        json.text("reason", result.map(|result| result.reason.as_str()));
    }))
}

/// A refused action of a plain record, where it stands in the text: on the line of its number.
fn placed(error: ReplayError, text: &str) -> NotationError {
    if let ReplayError::Refused { ply, refused, .. } = &error {
        let number = format!("{} ", ply + 1);
        let found = (1..).zip(text.lines()).find(|(_, line)| line.starts_with(&number));
        if let Some((line, _)) = found {
            let fault = Fault::Illegal(refused.rule);
            return RecordError::at(line, number.len() + 1, fault).into();
        }
    }
    error.into()
}

fn write_move(out: &mut String, recorded: &RecordedMove) {
    write_object(out, |json: &mut Object<'_>| {
        json.text("action", recorded.action.as_str());
        if let Some(time) = recorded.time {
            json.plain("time", time);
        }
        json.text("comment", recorded.comment.as_str());
    });
}

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
            NotationError::Text(fault) => {
                json.plain("line", fault.line);
                json.plain("column", fault.column);
                write_fault(json, &fault.fault);
                json.text("error", fault.fault.to_string().as_str());
            }
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
