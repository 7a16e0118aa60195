//! The headers of a PGN, and why its game ended.

use super::super::setup::{board, reason, result};
use super::Reader;
use crate::builder::SourcePlace;
use crate::score::Head;
use crate::text::known;
use engine::xiangqi::Ruleset;
use engine::{Fault, Reason};

/// Reasons that no rule decides.
const PLAYER_REASONS: [&str; 5] =
    ["resignation", "timeout", "agreement", "abandonment", "ply_limit"];

impl Reader {
    pub(in super::super) fn header(&mut self, key: &str, value: &str, place: SourcePlace) {
        self.headed = true;
        self.keys.push(key.to_owned());
        let key = match key.to_ascii_lowercase().as_str() {
            "red" | "红方" | "紅方" => "Red",
            "white" => "White",
            "black" | "黑方" => "Black",
            "date" => "Date",
            "event" => "Event",
            "result" => "Result",
            "fen" => "FEN",
            "game" => "Game",
            "variant" => "Variant",
            "ruleset" => "Ruleset",
            "format" => "Format",
            "termination" => "Termination",
            _ => key,
        };
        match key {
            "Ruleset" => match value.to_ascii_lowercase().as_str() {
                "standard" => self.rules = Some(Ruleset::Standard),
                "walker" => self.rules = Some(Ruleset::Walker),
                _ => self.fault(place, Fault::UnknownRuleset(value.to_owned())),
            },
            "FEN" if !value.trim().is_empty() => match board(value) {
                Ok(board) => self.start = Some((board, place)),
                Err(fault) => self.fault(place, fault),
            },
            "Red" | "White" => set(&mut self.red, key, value, &mut self.head.tags),
            "Black" => set(&mut self.black, key, value, &mut self.head.tags),
            "Date" => {
                let Head { date, tags, .. } = &mut self.head;
                set(date, key, value, tags);
            }
            "Event" => {
                let Head { event, tags, .. } = &mut self.head;
                set(event, key, value, tags);
            }
            "Variant" => {
                self.algebraic |= value.to_ascii_lowercase().contains("xiangqi");
                self.head.tag(key, value);
            }
            "Game" => {
                self.algebraic |= value.contains("Chinese");
                if !value.trim().eq_ignore_ascii_case("Chinese Chess") {
                    self.head.tag(key, value);
                }
            }
            "Format"
                if ["wxf", "iccs", "chinese"].contains(&&*value.trim().to_ascii_lowercase()) => {}
            "Termination" => value.trim().clone_into(&mut self.termination),
            "Result" => match result(value) {
                Some(written) => self.head.result = written,
                None => self.fault(place, Fault::BadResult("1-0, 0-1, 1/2-1/2, *")),
            },
            _ => self.head.tag(key, value),
        }
    }

    /// The reason that the header names: its key, or the one that a sentence speaks of. A sentence
    /// becomes a tag.
    pub(super) fn termination(&mut self) -> Option<String> {
        let written = std::mem::take(&mut self.termination);
        if written.is_empty() {
            return None;
        }
        let words: Vec<&str> = written.split_whitespace().collect();
        let key = words.join("_").replace('-', "_").to_ascii_lowercase();
        if key.parse::<Reason>().is_ok() || PLAYER_REASONS.contains(&key.as_str()) {
            return Some(key);
        }
        self.head.tag("Termination", &written);
        // Names are no words of the sentence.
        let mut sentence = written;
        for name in [&self.red, &self.black].into_iter().flatten() {
            sentence = sentence.replace(name.as_str(), "");
        }
        reason(&sentence).map(str::to_owned)
    }
}

/// Sets the value of a header; another value of one that was set becomes a tag.
fn set(slot: &mut Option<String>, key: &str, value: &str, tags: &mut Vec<(String, String)>) {
    let value = known(value);
    if slot.is_none() {
        *slot = value;
    } else if let Some(other) = value.filter(|value| Some(value) != slot.as_ref()) {
        tags.push((key.to_owned(), other));
    }
}
