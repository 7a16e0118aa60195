//! DhtmlXQ, the format of Chinese xiangqi sites, with variations and comments.
//!
//! A record is a list of tags, `[DhtmlXQ_name]value[/DhtmlXQ_name]`. A move is four digits, the file
//! and rank of both points, from 0 at the top left. Lines are numbered: `movelist` is line 0, and
//! `move_<parent>_<ply>_<number>` is a variation that leaves line `parent` at `ply`. A comment is
//! `comment<ply>` on line 0 and `comment<number>_<ply>` on others. Only the ruleset [`RULESET`]
//! can be written.

use crate::score::Score;
use engine::{NotationError, Side};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The pieces of a side in the order of `binit`.
const PIECES: &str = "RNBAKABNRCCPPPPP";

/// The only ruleset that the form knows.
pub(super) const RULESET: &str = "standard";

pub(super) fn write(score: &Score) -> Result<String, NotationError> {
    let game = score.main_line().replay_on()?;
    if game.ruleset().id != RULESET {
        return Err(NotationError::Unknown("dhtmlxq".to_owned()));
    }
    let mut text = String::from("[DhtmlXQ]\n");
    let mut tag = |name: &str, value: &str| {
        // A bracket would end the value, and a line's end is written otherwise.
        let value = value.replace('[', "（").replace(']', "）").replace('\n', "||");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    };
    if let Some(event) = &score.event {
        tag("title", event);
        tag("event", event);
    }
    if let Some(date) = &score.date {
        tag("date", date);
    }
    for (side, name) in [(Side::First, "red"), (Side::Second, "black")] {
        if let Some(player) = &score.players[side] {
            tag(name, player);
        }
    }
    let result = match score.result.as_ref().map(|result| result.winner) {
        None => "未知",
        Some(None) => "和棋",
        Some(Some(Side::First)) => "红胜",
        Some(Some(Side::Second)) => "黑胜",
    };
    tag("result", result);
    tag("binit", &pieces(&score.start_text()));
    // Every line by its number: the node it leaves from is in that of its parent.
    let mut lines: Vec<(usize, usize)> = vec![(0, 0)];
    let mut line_of: BTreeMap<usize, usize> = BTreeMap::new();
    let mut next = 0;
    while next < lines.len() {
        let (parent, first) = lines[next];
        let nodes = score.tree.line_from(first);
        let moves: String =
            nodes.iter().map(|&node| points(&score.tree.node(node).action)).collect();
        match first {
            0 => tag("movelist", &moves),
            first => tag(&format!("move_{parent}_{}_{next}", score.tree.node(first).ply), &moves),
        }
        for node in nodes {
            line_of.insert(node, next);
            lines.extend(score.tree.others(node).iter().map(|&other| (next, other)));
        }
        next += 1;
    }
    for (node, line) in line_of {
        let node = score.tree.node(node);
        if !node.comment.is_empty() {
            let name = match line {
                0 => format!("comment{}", node.ply),
                line => format!("comment{line}_{}", node.ply),
            };
            tag(&name, &node.comment);
        }
    }
    text.push_str("[/DhtmlXQ]\n");
    Ok(text)
}

/// A move's points, files from the left and ranks from the second side's, both from 0.
fn points(action: &str) -> String {
    let mut text = String::new();
    for letter in action.chars() {
        match letter {
            'a'..='i' => {
                let _ = write!(text, "{}", u32::from(letter) - u32::from('a'));
            }
            other => {
                let _ = write!(text, "{}", 9 - other.to_digit(10).unwrap_or(9));
            }
        }
    }
    text
}

/// The points of all pieces of a FEN in the order of the form.
fn pieces(fen: &str) -> String {
    let mut at: BTreeMap<char, Vec<(u32, usize)>> = BTreeMap::new();
    for (rank, text) in fen.split([' ', '/']).take(10).enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(run) => file += run,
                None => {
                    at.entry(letter).or_default().push((file, rank));
                    file += 1;
                }
            }
        }
    }
    let sides = [PIECES.to_owned(), PIECES.to_ascii_lowercase()];
    let order = sides.iter().flat_map(|side| side.chars());
    order
        .map(|letter| match at.get_mut(&letter).filter(|left| !left.is_empty()) {
            Some(left) => {
                let (file, rank) = left.remove(0);
                format!("{file}{rank}")
            }
            None => "99".to_owned(),
        })
        .collect()
}
