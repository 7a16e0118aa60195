//! Small solved games in the browser, for a worker that loads them for the value of a position.
//!
//! No table is sent to the browser: each is solved where it is needed, in a moment and into 320 kB,
//! by the solver and through the format of the server. So the answers are the same with a network
//! and without. Positions come as texts, in which a game's history is left out; answers are JSON
//! texts, those of `GET /api/tablebase/{game}`.

use std::fmt::Write as _;
use tables::{
    ActionValue, LookUpError, SingleThreaded, Solved, Table, Value, small_solved, solve_in_memory,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The tables solved so far.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Shelf(Vec<Table>);

#[wasm_bindgen]
impl Shelf {
    /// A shelf without a table.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a position to the side to act, and every legal action with its value to the
    /// side that plays it: `{"value","distance","actions":[{"action","value","distance"},…]}`, the
    /// actions sorted as text and the distance null in a draw. `version` is that of the ruleset,
    /// today's if it is left out. The first request for a ruleset solves it, which takes a moment.
    ///
    /// # Errors
    ///
    /// Throws `{"code"}`: `no_tablebase` or `bad_position`, as in `docs/protocol.md`.
    pub fn look_up(
        &mut self,
        game: &str,
        ruleset: &str,
        version: Option<u32>,
        position: &str,
    ) -> Result<String, String> {
        let truth =
            self.table(game, ruleset, version)?.look_up(position).map_err(|e| thrown(&e))?;
        let mut out = String::from("{");
        write_value(&mut out, truth.value);
        out.push_str(",\"actions\":[");
        for (place, ActionValue { action, value }) in truth.actions.iter().enumerate() {
            // Actions are made of letters, digits and `@`, which need no escape; writing to a
            // string cannot fail.
            let _ = write!(out, "{}{{\"action\":\"{action}\",", if place > 0 { "," } else { "" });
            write_value(&mut out, *value);
            out.push('}');
        }
        out.push_str("]}");
        Ok(out)
    }

    /// Chooses, of the actions that are `allowed`, one that preserves the value of the position and
    /// after which most answers are wrong: `{"action","value","distance"}`, undefined if none is
    /// allowed. The same `seed` chooses the same.
    ///
    /// # Errors
    ///
    /// As [`look_up`](Self::look_up).
    #[expect(clippy::needless_pass_by_value, reason = "lists cross the border by value")]
    pub fn choose(
        &mut self,
        game: &str,
        ruleset: &str,
        version: Option<u32>,
        position: &str,
        allowed: Vec<String>,
        seed: u32,
    ) -> Result<Option<String>, String> {
        let table = self.table(game, ruleset, version)?;
        let traps = table.traps_among(position, &allowed).map_err(|error| thrown(&error))?;
        let place = (seed as usize).checked_rem(traps.len());
        Ok(place.and_then(|place| traps.get(place)).map(|ActionValue { action, value }| {
            let mut out = format!("{{\"action\":\"{action}\",");
            write_value(&mut out, *value);
            out.push('}');
            out
        }))
    }
}

impl Shelf {
    /// The table of a ruleset, solved if it is not there yet.
    fn table(&mut self, game: &str, ruleset: &str, version: Option<u32>) -> Result<&Table, String> {
        let is_it = |solved: &Solved| {
            (solved.game, solved.ruleset) == (game, ruleset)
                && version.is_none_or(|version| solved.version == version)
        };
        let place = match self.0.iter().position(|table| is_it(table.solved())) {
            Some(place) => place,
            None => {
                let solved = small_solved().into_iter().find(is_it).ok_or_else(no_tablebase)?;
                self.0.push(solve_in_memory(solved, &SingleThreaded).map_err(|_| no_tablebase())?);
                self.0.len() - 1
            }
        };
        self.0.get(place).ok_or_else(no_tablebase)
    }
}

fn no_tablebase() -> String {
    String::from("{\"code\":\"no_tablebase\"}")
}

fn thrown(error: &LookUpError) -> String {
    match error {
        LookUpError::Setup(_) => String::from("{\"code\":\"bad_position\"}"),
        LookUpError::Probe(_) => no_tablebase(),
    }
}

fn write_value(out: &mut String, value: Value) {
    let word = value.as_str();
    let _ = match value.distance() {
        Some(distance) => write!(out, "\"value\":\"{word}\",\"distance\":{distance}"),
        None => write!(out, "\"value\":\"{word}\",\"distance\":null"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_and_allowed_traps_are_answered() {
        let mut shelf = Shelf::new();
        let position = "1ww1/1w1w/b1b1/1b1b b -";
        let answer =
            shelf.look_up("tui-da-che", "original", Some(1), position).expect("it is solved");
        assert!(
            answer.starts_with("{\"value\":\"win\",\"distance\":37,\"actions\":[{"),
            "{answer}"
        );
        assert_eq!(
            answer.matches("\"value\":\"win\"").count(),
            2,
            "a single action wins: {answer}"
        );
        let all: Vec<String> = answer
            .split("\"action\":\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .map(str::to_owned)
            .collect();
        let mut choose = |allowed: &[String]| {
            shelf.choose("tui-da-che", "original", Some(1), position, allowed.to_vec(), 5)
        };
        let won = choose(&all).expect("it is solved").expect("one is allowed");
        assert!(won.ends_with("\"value\":\"win\",\"distance\":37}"), "{won}");
        let others: Vec<String> =
            all.iter().filter(|action| !won.contains(action.as_str())).cloned().collect();
        let next = choose(&others).expect("it is solved").expect("one is allowed");
        assert!(!next.contains("win"), "{next}");
        assert_eq!(choose(&[]), Ok(None));
    }

    #[test]
    fn missing_table_is_a_code() {
        let mut shelf = Shelf::new();
        let code = |found: Result<String, String>| found.expect_err("it is refused");
        let no_tablebase = "{\"code\":\"no_tablebase\"}";
        assert_eq!(code(shelf.look_up("shogi", "standard", None, "")), no_tablebase);
        assert_eq!(code(shelf.look_up("xia-si", "original", Some(2), "")), no_tablebase);
        let bad = code(shelf.look_up("xia-si", "original", None, "4/4 b"));
        assert_eq!(bad, "{\"code\":\"bad_position\"}");
    }
}
