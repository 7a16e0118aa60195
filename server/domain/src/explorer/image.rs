//! Positions and actions as a mirror shows them, worked out on their texts.
//!
//! The texts are those of the folk games: ranks of `b`, `w` and runs of empty points, the side, the phase, in
//! which a point stands behind `f`; an action names its points as a letter and a digit.

/// One of the eight reflections and turns of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Image {
    /// Files and ranks change places, before anything else.
    pub(super) diagonal: bool,
    /// Left becomes right.
    pub(super) files: bool,
    /// Top becomes bottom.
    pub(super) ranks: bool,
}

/// How many files and ranks a board has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) files: usize,
    pub(super) ranks: usize,
}

impl Image {
    /// The board as it is.
    pub(super) const SAME: Self = Self { diagonal: false, files: false, ranks: false };

    /// Left and right exchanged.
    pub(super) const FLOPPED: Self = Self { diagonal: false, files: true, ranks: false };

    /// All of a square board, or those of any other.
    pub(super) fn all(is_square: bool) -> impl Iterator<Item = Self> {
        let both = [false, true];
        both.into_iter().filter(move |&diagonal| is_square || !diagonal).flat_map(move |diagonal| {
            both.into_iter().flat_map(move |files| {
                both.into_iter().map(move |ranks| Self { diagonal, files, ranks })
            })
        })
    }

    /// The image of a point of a board: file and rank from 0.
    fn point(self, size: Size, (file, rank): (usize, usize)) -> (usize, usize) {
        let (file, rank) = if self.diagonal { (rank, file) } else { (file, rank) };
        (
            if self.files { size.files - 1 - file } else { file },
            if self.ranks { size.ranks - 1 - rank } else { rank },
        )
    }

    /// A text with every point in it replaced by its image.
    pub(super) fn action(self, size: Size, text: &str) -> String {
        let bytes = text.as_bytes();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let point = bytes.get(at + 1).and_then(|&digit| {
                let file = usize::from(byte.checked_sub(b'a')?);
                let rank = usize::from(digit.checked_sub(b'1')?);
                (file < size.files && rank < size.ranks).then_some((file, rank))
            });
            match point {
                Some(point) => {
                    let (file, rank) = self.point(size, point);
                    out.extend(letter(b'a', file));
                    out.extend(letter(b'1', rank));
                    at += 2;
                }
                None => {
                    out.push(char::from(byte));
                    at += 1;
                }
            }
        }
        out
    }

    /// The image of a position; `None` if the text has no such board.
    pub(super) fn position(self, text: &str) -> Option<String> {
        let (board, rest) = text.split_once(' ')?;
        let (side, phase) = rest.split_once(' ')?;
        let (size, points) = read(board)?;
        let mut image = vec![b'.'; points.len()];
        for (place, &stone) in points.iter().enumerate() {
            let (file, rank) = self.point(size, (place % size.files, place / size.files));
            *image.get_mut(rank * size.files + file)? = stone;
        }
        let phase = match phase.split_once('f') {
            Some((phase, point)) => format!("{phase}f{}", self.action(size, point)),
            None => phase.to_owned(),
        };
        Some(format!("{} {side} {phase}", write(size, &image)))
    }
}

fn letter(first: u8, number: usize) -> Option<char> {
    u8::try_from(number).ok().and_then(|number| first.checked_add(number)).map(char::from)
}

/// The size of a position's board.
pub(super) fn size(position: &str) -> Option<Size> {
    read(position.split(' ').next()?).map(|(size, _)| size)
}

/// The points of a board from the bottom left, rank by rank.
fn read(board: &str) -> Option<(Size, Vec<u8>)> {
    let mut points = Vec::with_capacity(81);
    let mut files = None;
    for row in board.rsplit('/') {
        let start = points.len();
        for byte in row.bytes() {
            match byte {
                b'1'..=b'9' => points.extend((0..byte - b'0').map(|_| b'.')),
                _ => points.push(byte),
            }
        }
        let found = points.len() - start;
        if *files.get_or_insert(found) != found {
            return None;
        }
    }
    let files = files.filter(|&files| files > 0)?;
    Some((Size { files, ranks: points.len() / files }, points))
}

fn write(size: Size, points: &[u8]) -> String {
    let mut out = String::with_capacity(points.len() + size.ranks);
    for (number, row) in points.chunks(size.files).rev().enumerate() {
        if number > 0 {
            out.push('/');
        }
        let mut run = 0;
        for &point in row {
            if point == b'.' {
                run += 1;
                continue;
            }
            if run > 0 {
                out.push_str(&run.to_string());
                run = 0;
            }
            out.push(char::from(point));
        }
        if run > 0 {
            out.push_str(&run.to_string());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn images_differ_and_turn_back() {
        let text = "b1w2/5/1w3/4b/bb3 w -";
        let images: HashSet<_> = Image::all(true).map(|image| image.position(text)).collect();
        assert_eq!(images.len(), 8);
        for image in Image::all(true).filter(|image| !image.diagonal) {
            let there = image.position(text).expect("a board");
            assert_eq!(image.position(&there).as_deref(), Some(text), "{image:?}");
        }
    }

    #[test]
    fn text_that_is_no_point_stays() {
        let size = Size { files: 7, ranks: 7 };
        for (action, image) in [
            ("pass", "pass"),
            ("@d4", "@d4"),
            ("xa1", "xg1"),
            ("a1b1", "g1f1"),
            ("g7h7", "a7h7"), // the board has no file h
            ("g7g8", "a7g8"),
        ] {
            assert_eq!(Image::FLOPPED.action(size, action), image);
        }
        let moved = Image::FLOPPED.position("7/7/7/3b3/7/7/b6 w e2fa2");
        assert_eq!(moved.as_deref(), Some("7/7/7/3b3/7/7/6b w e2fg2"));
        assert_eq!(Image::FLOPPED.position("bb/b w -"), None);
        assert_eq!(Image::FLOPPED.position(""), None);
        assert_eq!(super::size(""), None);
    }
}
