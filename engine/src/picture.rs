//! The picture of a position as data: lines, pieces, hands. A renderer needs no knowledge of the
//! game.

use crate::{BySide, Position, Side};

/// A position that can be drawn.
pub trait Pictured: Position {
    /// The picture of the position. The default reads the text of a folk game.
    fn picture(&self) -> Picture {
        Picture::from_stones(&self.to_text())
    }
}

/// The colour in which a side's pieces are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// Black stones, or black characters.
    Black,
    /// White stones.
    White,
    /// Red characters.
    Red,
}

/// The form of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A plain stone in the side's tint.
    Stone,
    /// A round piece with a character in the side's tint.
    Disc,
    /// A five-sided piece that points at the opponent, with a character.
    Wedge,
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PicturePiece {
    /// The file, from 0 at the left.
    pub file: u8,
    /// The rank, from 0 at the bottom.
    pub rank: u8,
    /// Whose it is.
    pub side: Side,
    /// The character on it; empty for a plain stone.
    pub label: &'static str,
    /// Whether the character is shown as a promoted piece's.
    pub promoted: bool,
}

/// A piece in hand and how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureHand {
    /// The character on it.
    pub label: &'static str,
    /// The number of pieces, 1 or more.
    pub count: u8,
}

/// A straight line of the board, in units of its grid: from `(x, y)` to `(x, y)`.
pub type PictureLine = [(u8, u8); 2];

/// A position as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Files, 1 or more.
    pub files: u8,
    /// Ranks, 1 or more.
    pub ranks: u8,
    /// Whether pieces stand in squares (shogi) rather than on the crossings of lines.
    pub squares: bool,
    /// The lines; crossing `(0, 0)` is the lowest on the left.
    pub lines: Vec<PictureLine>,
    /// The form of every piece.
    pub shape: Shape,
    /// The sides' colours.
    pub tints: BySide<Tint>,
    /// The pieces on the board.
    pub pieces: Vec<PicturePiece>,
    /// The pieces in hand.
    pub hands: BySide<Vec<PictureHand>>,
}

impl Picture {
    /// An empty board of black and white stones on a plain grid of points.
    #[must_use]
    pub fn points(files: u8, ranks: u8) -> Self {
        Self {
            files,
            ranks,
            squares: false,
            lines: grid(files.saturating_sub(1), ranks.saturating_sub(1)),
            shape: Shape::Stone,
            tints: BySide { first: Tint::Black, second: Tint::White },
            pieces: Vec::new(),
            hands: BySide::default(),
        }
    }

    /// An empty board of squares.
    #[must_use]
    pub fn squares(files: u8, ranks: u8) -> Self {
        Self { squares: true, lines: grid(files, ranks), ..Self::points(files, ranks) }
    }

    /// The picture of a folk game's position text: its board part, ranks from the top down,
    /// `b` and `w` for stones and digits for runs of empty points.
    #[must_use]
    pub fn from_stones(text: &str) -> Self {
        let rows: Vec<&str> = text.split(' ').next().unwrap_or_default().split('/').collect();
        let width = |row: &str| row.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum::<u32>();
        let files = u8::try_from(rows.first().map_or(1, |row| width(row))).unwrap_or(1);
        let mut picture = Self::points(files, u8::try_from(rows.len()).unwrap_or(1));
        for (rank, row) in (0..).zip(rows.iter().rev()) {
            let mut file = 0;
            for c in row.chars() {
                let side = match c {
                    'b' => Side::First,
                    'w' => Side::Second,
                    _ => {
                        file += u8::try_from(c.to_digit(10).unwrap_or(1)).unwrap_or(1);
                        continue;
                    }
                };
                picture.pieces.push(PicturePiece { file, rank, side, label: "", promoted: false });
                file += 1;
            }
        }
        picture
    }
}

/// The lines of a grid that is `width` units wide and `height` high.
fn grid(width: u8, height: u8) -> Vec<PictureLine> {
    let across = (0..=height).map(|y| [(0, y), (width, y)]);
    let up = (0..=width).map(|x| [(x, 0), (x, height)]);
    across.chain(up).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_placed_as_in_the_text() {
        let picture = Picture::from_stones("w3/4/1b2/4/bbbb b -");
        assert_eq!((picture.files, picture.ranks), (4, 5));
        let at = |file, rank| {
            picture.pieces.iter().find(|p| (p.file, p.rank) == (file, rank)).map(|p| p.side)
        };
        assert_eq!(at(0, 4), Some(Side::Second));
        assert_eq!(at(1, 2), Some(Side::First));
        assert_eq!(at(2, 2), None);
        assert_eq!(picture.pieces.len(), 6);
        assert_eq!(picture.lines.len(), 9);
    }
}
