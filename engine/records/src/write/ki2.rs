//! KI2: the head of KIF, then the moves as books write them, six on a line; after the main line
//! its variations in blocks headed `変化：N手`, the latest first.
//!
//! Moves have no squares of origin. Marks (右, 左, 上, 引, …) distinguish pieces that could go to the
//! same square, so a reader has to know the position. A comment is a line that begins with `*`,
//! after the move it is about.

use crate::score::Score;
use engine::{NotationError, Record, Side};

/// The marks of the sides.
const fn mark(side: Side) -> char {
    match side {
        Side::First => '▲',
        Side::Second => '△',
    }
}

pub(super) fn write(score: &Score) -> Result<String, NotationError> {
    let record = score.main_line();
    let kif = record.write("kif")?;
    let mut text = String::from("#KI2 version=2.0 encoding=UTF-8\n");
    for line in kif.lines().skip(1).take_while(|line| !line.starts_with("手数----")) {
        text.push_str(line);
        text.push('\n');
    }
    text.push('\n');
    comment(&mut text, &record.comment);
    let starts = score.set_up().map_or(Side::First, |game| game.to_act());
    moves(&mut text, &record, starts, 0)?;
    if let Some(end) = kif.lines().last() {
        text.push_str(end);
        text.push('\n');
    }
    variations(score, &mut text, starts, &score.tree.main_line(), 0)?;
    Ok(text)
}

/// Writes the variations of a line after its first `from` moves, each with its own variations in
/// turn.
fn variations(
    score: &Score,
    text: &mut String,
    starts: Side,
    line: &[usize],
    from: usize,
) -> Result<(), NotationError> {
    for node in score.leaving(line, from) {
        let ply = score.tree.node(node).ply;
        text.push_str(&format!("\n変化：{ply}手\n"));
        moves(text, &score.line_through(node), starts, ply - 1)?;
        let mut path = score.tree.path_to(node);
        path.extend(score.tree.line_from(node).into_iter().skip(1));
        variations(score, text, starts, &path, ply)?;
    }
    Ok(())
}

/// Writes the moves of a line after its first `from`, with their comments.
fn moves(
    text: &mut String,
    record: &Record,
    starts: Side,
    from: usize,
) -> Result<(), NotationError> {
    let written = record.replay_on()?.notated("japanese").unwrap_or_default();
    let mut on_line = 0;
    for (ply, (written, recorded)) in written.iter().zip(&record.moves).enumerate().skip(from) {
        let side = if ply % 2 == 0 { starts } else { starts.other() };
        // KI2 has a blank after 同, so that moves are of one width.
        let written = match written.strip_prefix('同') {
            Some(rest) => format!("同　{rest}"),
            None => written.clone(),
        };
        if on_line > 0 {
            text.push_str("    ");
        }
        text.push(mark(side));
        text.push_str(&written);
        on_line += 1;
        if on_line == 6 || !recorded.comment.is_empty() {
            text.push('\n');
            on_line = 0;
        }
        comment(text, &recorded.comment);
    }
    if on_line > 0 {
        text.push('\n');
    }
    Ok(())
}

fn comment(text: &mut String, comment: &str) {
    for line in comment.split('\n').filter(|_| !comment.is_empty()) {
        text.push('*');
        text.push_str(line);
        text.push('\n');
    }
}
