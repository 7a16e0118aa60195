//! Writes xiangqi in the form of PGN, in any of its move notations, with variations in round
//! brackets.
//!
//! A record without variations is written by the engine; with variations, its headers and result
//! are taken from there. A variation stands directly after the move it replaces, and every move
//! that follows a bracket repeats its number.

use crate::score::Score;
use engine::xiangqi::notation::Notation;
use engine::xiangqi::{Move, Xiangqi};
use engine::{NotationError, Position, Side};

pub(super) fn write(score: &Score, notation: &str) -> Result<String, NotationError> {
    let main = score.main_line().write(notation)?;
    let known = Notation::from_id(notation);
    let game = score.main_line().replay_on()?;
    let line = score.tree.main_line();
    let branches = score.tree.len() > line.len() + 1;
    let marked = line.iter().any(|&id| !score.tree.node(id).marks.is_empty());
    let more = branches || marked;
    let (Some(notation), Some(game), true) = (known, game.typed::<Xiangqi>(), more) else {
        return Ok(main);
    };
    // The headers and the result are those of the main line.
    let head = main.split("\n\n").next().unwrap_or("");
    let mut out = format!("{head}\n\n");
    let mut writer = Writer { score, notation, out: String::new() };
    writer.comment(&score.tree.node(0).comment);
    writer.line(0, *game.start(), game.start().to_act() == Side::Second);
    out.push_str(writer.out.trim_end());
    let result = main.lines().last().unwrap_or("*");
    out.push_str(&format!("\n{result}\n"));
    Ok(out)
}

struct Writer<'a> {
    score: &'a Score,
    notation: Notation,
    out: String,
}

impl Writer<'_> {
    /// Writes the line that continues from a node, whose position is `position`.
    fn line(&mut self, from: usize, mut position: Xiangqi, shifted: bool) {
        let tree = &self.score.tree;
        let mut at = from;
        let mut begins = true;
        loop {
            let main = tree.next(at);
            if let Some(main) = main {
                self.played(main, &position, shifted, begins);
                begins = false;
            }
            // At the end of the line, its number shows that a variation continues it.
            for &other in tree.others(at) {
                self.out.push_str("\n(");
                self.played(other, &position, shifted, true);
                let mut after = position;
                if let Ok(action) = Move::parse(&tree.node(other).action) {
                    after.apply(action);
                }
                self.line(other, after, shifted);
                self.out.push_str(")\n");
                begins = true;
            }
            let Some(main) = main else { return };
            if let Ok(action) = Move::parse(&tree.node(main).action) {
                position.apply(action);
            }
            at = main;
        }
    }

    /// Writes a move with its number, time and comment.
    fn played(&mut self, node: usize, position: &Xiangqi, shifted: bool, begins: bool) {
        let node = self.score.tree.node(node);
        let half = node.ply - 1 + usize::from(shifted);
        let number = half / 2 + 1;
        if half.is_multiple_of(2) {
            self.out.push_str(&format!("{number}. "));
        } else if begins {
            self.out.push_str(&format!("{number}... "));
        }
        match (Move::parse(&node.action), self.notation) {
            (Ok(action), Notation::Iccs) => {
                let points = format!("{}-{}", action.from, action.to);
                self.out.push_str(&points.to_ascii_uppercase());
            }
            (Ok(action), notation) => self.out.push_str(&notation.write(position, action)),
            (Err(_), _) => {}
        }
        for mark in node.marks.split_whitespace() {
            // A text that is no mark of PGN would be read as part of the move.
            let blank = if mark.starts_with('$') { " " } else { "" };
            self.out.push_str(&format!("{blank}{mark}"));
        }
        if let Some(time) = node.time {
            let (seconds, rest) = (time / 1_000, time % 1_000);
            let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
            self.out.push_str(&format!(" {{[%emt {hours}:{minutes:02}:{seconds:02}.{rest:03}]}}"));
        }
        self.out.push(if half.is_multiple_of(2) { ' ' } else { '\n' });
        self.comment(&node.comment);
    }

    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if text.contains(['{', '}']) || text.trim() != text || text.starts_with("[%emt") {
            if !self.out.is_empty() && !self.out.ends_with('\n') {
                self.out.push('\n');
            }
            for line in text.split('\n') {
                self.out.push_str(&format!("; {line}\n"));
            }
        } else {
            self.out.push_str(&format!("{{{text}}}\n"));
        }
    }
}
