//! Points of the folk games as text: files `a`, `b`, … from the left, ranks `1`, `2`, … from the
//! bottom, as the first side sees the board.
//!
//! ```text
//! c4  →  file 2, rank 3 (both from 0)
//! ```
//!
//! A text that has the form of a point but lies outside the board is distinguished from one that is
//! no point at all, because the two are refused for different reasons.

/// The file and rank (both from 0) of a point text such as `c4`, if it is on a board of
/// `files` x `ranks`.
#[must_use]
pub(crate) fn parse_point(text: &str, files: u8, ranks: u8) -> Option<(u8, u8)> {
    let &[file, rank] = text.as_bytes() else { return None };
    let file = file.checked_sub(b'a')?;
    let rank = rank.checked_sub(b'1')?;
    (file < files && rank < ranks).then_some((file, rank))
}

/// Whether a text has the form of a point, on any board.
#[must_use]
pub(crate) fn looks_like_point(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z', b'0'..=b'9'])
}

/// The text of a point from its file and rank, both from 0.
#[must_use]
pub(crate) fn point_text(file: u8, rank: u8) -> String {
    let mut text = String::with_capacity(2);
    text.push(char::from(b'a' + file));
    text.push(char::from(b'1' + rank));
    text
}
