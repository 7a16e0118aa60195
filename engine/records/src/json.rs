//! Writes a score, or the reason why a file could not be opened, as one line of JSON.
//! `docs/notation.md` describes the shape.
//!
//! It is written by hand because this crate has no serialisation library. Members without content
//! are left out, except those that readers rely on, which are null. Faults carry a key and its
//! arguments, so that a client can translate them.

use crate::OpenError;
use crate::score::Score;
use crate::tree::Tree;
use engine::{NotationError, RecordError, Side};
use std::fmt::Write;

/// A score as one line of JSON, without the line's end.
#[must_use]
pub fn to_json(score: &Score) -> String {
    let mut out = String::from("{");
    member(&mut out, "game", |out| string(out, &score.game));
    let ruleset = score.set_up().map(|game| game.ruleset().id.to_owned());
    let ruleset = ruleset.as_ref().or(score.ruleset.as_ref());
    member(&mut out, "ruleset", |out| optional(out, ruleset.map(String::as_str)));
    if score.options.iter().next().is_some() {
        member(&mut out, "options", |out| {
            out.push('{');
            for (key, value) in score.options.iter() {
                member(out, key, |out| string(out, value));
            }
            out.push('}');
        });
    }
    member(&mut out, "start", |out| string(out, &score.start_text()));
    line(&mut out, &score.tree, 0);
    member(&mut out, "players", |out| {
        out.push('{');
        for side in Side::ALL {
            member(out, side.as_str(), |out| optional(out, score.players[side].as_deref()));
        }
        out.push('}');
    });
    for (key, value) in [("date", &score.date), ("event", &score.event)] {
        if let Some(value) = value {
            member(&mut out, key, |out| string(out, value));
        }
    }
    if !score.tags.is_empty() {
        member(&mut out, "tags", |out| {
            list(out, &score.tags, |out, (key, value)| {
                list(out, &[key, value], |out, text| string(out, text));
            });
        });
    }
    let result = score.result.as_ref();
    let winner = result.map(|result| result.winner.map_or("draw", Side::as_str));
    member(&mut out, "result", |out| optional(out, winner));
    let reason = result.map(|result| result.reason.as_str()).filter(|reason| !reason.is_empty());
    member(&mut out, "reason", |out| optional(out, reason));
    if let Some(kind) = score.kind {
        member(&mut out, "kind", |out| string(out, kind.id()));
    }
    if let Some(chosen) = score.encoding {
        member(&mut out, "encoding", |out| string(out, chosen.label));
        if chosen.doubtful {
            member(&mut out, "doubtful_encoding", |out| out.push_str("true"));
        }
    }
    member(&mut out, "faults", |out| list(out, &score.faults, fault));
    out.push('}');
    out
}

/// The moves, times, comments and variations of the line that begins at a node: the start, or the
/// first move of a variation.
fn line(out: &mut String, tree: &Tree, first: usize) {
    let nodes = tree.line_from(first);
    let moves = if first == 0 { &nodes[1..] } else { &nodes[..] };
    member(out, "moves", |out| list(out, moves, |out, &id| string(out, &tree.node(id).action)));
    if moves.iter().any(|&id| tree.node(id).time.is_some()) {
        member(out, "times", |out| {
            list(out, moves, |out, &id| match tree.node(id).time {
                Some(time) => {
                    let _ = write!(out, "{time}");
                }
                None => out.push_str("null"),
            });
        });
    }
    if nodes.iter().any(|&id| !tree.node(id).comment.is_empty()) {
        member(out, "comments", |out| {
            out.push('{');
            for node in nodes.iter().map(|&id| tree.node(id)) {
                if !node.comment.is_empty() {
                    member(out, &node.ply.to_string(), |out| string(out, &node.comment));
                }
            }
            out.push('}');
        });
    }
    if nodes.iter().any(|&id| !tree.node(id).marks.is_empty()) {
        member(out, "marks", |out| {
            out.push('{');
            for node in nodes.iter().map(|&id| tree.node(id)) {
                if !node.marks.is_empty() {
                    member(out, &node.ply.to_string(), |out| string(out, &node.marks));
                }
            }
            out.push('}');
        });
    }
    if nodes.iter().any(|&id| tree.node(id).evaluation.is_some()) {
        member(out, "evaluations", |out| {
            out.push('{');
            for node in nodes.iter().map(|&id| tree.node(id)) {
                let Some(evaluation) = &node.evaluation else { continue };
                member(out, &node.ply.to_string(), |out| {
                    out.push('{');
                    member(out, "value", |out| {
                        let _ = write!(out, "{}", evaluation.value);
                    });
                    member(out, "line", |out| {
                        list(out, &evaluation.line, |out, text| string(out, text));
                    });
                    out.push('}');
                });
            }
            out.push('}');
        });
    }
    // The other children of each node. Those of the node before a variation belong to its parent.
    let others: Vec<usize> = nodes.iter().flat_map(|&id| tree.others(id)).copied().collect();
    if !others.is_empty() {
        member(out, "variations", |out| {
            list(out, &others, |out, &id| {
                out.push('{');
                member(out, "ply", |out| {
                    let _ = write!(out, "{}", tree.node(id).ply);
                });
                line(out, tree, id);
                out.push('}');
            });
        });
    }
}

impl OpenError {
    /// The error as JSON: the kind that the file looks like, or null, and its first fault, if there is
    /// one.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::from("{");
        match self {
            Self::TooLarge | Self::Unknown => {
                member(&mut out, "kind", |out| out.push_str("null"));
                member(&mut out, "error", |out| string(out, &self.to_string()));
            }
            Self::Unreadable { kind, error } => {
                member(&mut out, "kind", |out| string(out, kind.id()));
                fault_members(&mut out, error);
            }
        }
        out.push('}');
        out
    }
}

/// The reason why a game cannot be written, as JSON in the shape of [`OpenError::to_json`].
#[must_use]
pub fn not_written(error: &NotationError) -> String {
    let mut out = String::from("{");
    member(&mut out, "kind", |out| out.push_str("null"));
    member(&mut out, "error", |out| string(out, &error.to_string()));
    out.push('}');
    out
}

fn fault(out: &mut String, error: &RecordError) {
    out.push('{');
    fault_members(out, error);
    out.push('}');
}

fn fault_members(out: &mut String, error: &RecordError) {
    for (key, number) in [("line", error.line), ("column", error.column)] {
        member(out, key, |out| {
            let _ = write!(out, "{number}");
        });
    }
    member(out, "key", |out| string(out, error.fault.key()));
    member(out, "args", |out| {
        out.push('{');
        for (name, value) in error.fault.args() {
            member(out, name, |out| string(out, &value));
        }
        out.push('}');
    });
    member(out, "error", |out| string(out, &error.fault.to_string()));
}

fn member(out: &mut String, key: &str, value: impl FnOnce(&mut String)) {
    if !out.ends_with('{') {
        out.push(',');
    }
    string(out, key);
    out.push(':');
    value(out);
}

fn list<T>(out: &mut String, items: &[T], write: impl Fn(&mut String, &T)) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

fn optional(out: &mut String, text: Option<&str>) {
    match text {
        Some(text) => string(out, text),
        None => out.push_str("null"),
    }
}

fn string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            character if character < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            character => out.push(character),
        }
    }
    out.push('"');
}
