//! Plays events and stored games again, to compare their results with the stored ones.

use e2e::Setup;
use engine::{AnyGame, BySide, Options, Side};
use serde_json::Value;

/// Every position, turn and hash in these events is the engine's result of the actions.
pub(super) fn check_positions(setup: &Setup, events: &[Value]) -> Result<(), String> {
    let mut game = setup.begin();
    for event in events {
        match event["kind"].as_str() {
            Some("moved") => {
                if event["ply"] != game.ply() {
                    return Err(format!("ply {} expected: {event}", game.ply()));
                }
                let action = event["move"].as_str().unwrap_or_default();
                game.play(action).map_err(|refused| format!("{}: {event}", refused.rule))?;
            }
            Some("left") => game.truncate(0),
            Some("taken_back") => {
                game.truncate(usize::try_from(event["ply"].as_u64().unwrap_or(0)).unwrap_or(0));
            }
            _ => continue,
        }
        if event["hash"] != hash(&game) {
            return Err(format!("the hash is {}: {event}", hash(&game)));
        }
    }
    Ok(())
}

/// The position's key as it is written.
pub(crate) fn hash(game: &AnyGame) -> String {
    format!("{:016x}", game.key())
}

/// A stored game replays to its hash.
pub(crate) fn check_stored(stored: &Value) -> Result<(), String> {
    let text = |key: &str| stored[key].as_str().unwrap_or_default();
    let options: Options = stored["options"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default()))
        .collect();
    let game = AnyGame::new(text("game"), Some(text("ruleset")), &options, Some(text("start")));
    let mut game = game.map_err(|error| error.to_string())?;
    for action in stored["moves"].as_array().into_iter().flatten() {
        let action = action.as_str().unwrap_or_default();
        game.play(action).map_err(|refused| format!("{action}: {}", refused.rule))?;
    }
    if text("hash") == hash(&game) {
        Ok(())
    } else {
        Err(format!(
            "{} is stored with hash {}, and comes to {}",
            text("id"),
            text("hash"),
            hash(&game)
        ))
    }
}

/// The charged time of an action.
#[derive(Debug, Clone, Copy)]
pub(super) struct Charged {
    pub(super) side: Side,
    /// When the player's time began to run, by the server's word.
    pub(super) since: u64,
    /// How much was charged.
    pub(super) time: u64,
}

/// Follows the clock through events.
#[derive(Debug, Default)]
pub(super) struct Turns {
    since: u64,
    left: Option<BySide<u64>>,
    /// Whether a side has a grace, in which an action is charged nothing.
    is_free: bool,
}

impl Turns {
    /// Applies an event; returns its charged time, if it is an action on a clock.
    pub(super) fn take(&mut self, event: &Value) -> Result<Option<Charged>, String> {
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let clock = &event["clock"];
        let shown = clock
            .is_object()
            .then(|| BySide { first: number(&clock["first"]), second: number(&clock["second"]) });
        let since = self.since;
        let is_free = self.is_free;
        if shown.is_some() {
            self.is_free = clock["grace"].is_object();
        }
        match event["kind"].as_str() {
            Some("moved") => {
                let side: Side = event["by"]
                    .as_str()
                    .and_then(|by| by.parse().ok())
                    .ok_or_else(|| format!("by nobody: {event}"))?;
                let time = number(&event["time"]);
                let before = self.left;
                self.since = number(&event["at"]);
                self.left = shown;
                let (Some(before), Some(after)) = (before, shown) else { return Ok(None) };
                if is_free && after != before {
                    return Err(format!("a first action is charged: {before:?}, {event}"));
                }
                // An increment may have been added, and the opponent's time stands still.
                if after[side] + time < before[side] || after[side.other()] != before[side.other()]
                {
                    return Err(format!("before: {before:?}, {event}"));
                }
                Ok((!is_free).then_some(Charged { side, since, time }))
            }
            Some("joined" | "taken_back") => {
                self.since = number(&event["at"]);
                self.left = shown;
                Ok(None)
            }
            _ => Ok(None),
        }
    }
}
