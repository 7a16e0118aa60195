//! Writes KIF with variations: after the main line, a block headed `変化：N手` for each, the latest
//! first.
//!
//! The main line and each variation are written by the engine; this file only puts the parts in the
//! order in which KIF programs read them. A variation's own variations come before the next one of
//! its parent.

use crate::score::Score;
use engine::NotationError;

pub(super) fn write(score: &Score) -> Result<String, NotationError> {
    let mut text = score.main_line().write("kif")?;
    variations(score, &mut text, &score.tree.main_line(), 0)?;
    Ok(text)
}

/// Writes the variations that leave a line after its first `from` moves, each followed by its own.
fn variations(
    score: &Score,
    text: &mut String,
    line: &[usize],
    from: usize,
) -> Result<(), NotationError> {
    for node in score.leaving(line, from) {
        let ply = score.tree.node(node).ply;
        let whole = score.line_through(node).write("kif")?;
        text.push_str(&format!("\n変化：{ply}手\n"));
        for line in moves(&whole).skip_while(|line| number(line).is_none_or(|number| number < ply))
        {
            text.push_str(line);
            text.push('\n');
        }
        let mut path = score.tree.path_to(node);
        path.extend(score.tree.line_from(node).into_iter().skip(1));
        variations(score, text, &path, ply)?;
    }
    Ok(())
}

/// The lines of the moves with their comments, without the end.
fn moves(text: &str) -> impl Iterator<Item = &str> {
    let lines: Vec<&str> = text.lines().collect();
    // The last two lines give the ending.
    let end = lines.len().saturating_sub(2);
    lines.into_iter().take(end)
}

fn number(line: &str) -> Option<usize> {
    line.split_whitespace().next().filter(|_| !line.starts_with('*'))?.parse().ok()
}
