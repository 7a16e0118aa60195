//! KI2: the head of KIF, then the moves as books write them, six on a line.

use crate::score::Score;
use engine::{NotationError, Side};

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
    let game = record.replay_on()?;
    let starts = record_starts(score);
    comment(&mut text, &record.comment);
    let mut on_line = 0;
    let moves = game.notated("japanese").unwrap_or_default();
    for (ply, (written, recorded)) in moves.iter().zip(&record.moves).enumerate() {
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
        comment(&mut text, &recorded.comment);
    }
    if on_line > 0 {
        text.push('\n');
    }
    if let Some(end) = kif.lines().last() {
        text.push_str(end);
        text.push('\n');
    }
    Ok(text)
}

fn record_starts(score: &Score) -> Side {
    score.set_up().map_or(Side::First, |game| game.to_act())
}

fn comment(text: &mut String, comment: &str) {
    for line in comment.split('\n').filter(|_| !comment.is_empty()) {
        text.push('*');
        text.push_str(line);
        text.push('\n');
    }
}
