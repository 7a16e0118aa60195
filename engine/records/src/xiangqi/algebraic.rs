//! Moves as chess programs write them: `Cbe2`, `Hc2`, `gxg4`, `Rbb5+`, with the nearest rank
//! called 0 (UCI2WB, XBoard) or 1 (PyChess).

use engine::xiangqi::{Move, Role, Square, Xiangqi};
use engine::{Fault, Position};

/// A move's text, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AlgebraicMove {
    role: Role,
    file: Option<u8>,
    rank: Option<u8>,
    to_file: u8,
    to_rank: u8,
}

impl AlgebraicMove {
    /// Takes a text apart.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '=']);
        let role = match text.as_bytes().first()? {
            b'K' => Role::General,
            b'A' => Role::Advisor,
            b'E' | b'B' => Role::Elephant,
            b'H' | b'N' => Role::Horse,
            b'R' => Role::Chariot,
            b'C' => Role::Cannon,
            b'P' => Role::Soldier,
            // `xg5`: a soldier captures straight ahead.
            b'a'..=b'i' | b'x' => Role::Soldier,
            _ => return None,
        };
        let rest =
            if text.starts_with(|c: char| c.is_ascii_uppercase()) { &text[1..] } else { text };
        if !rest.is_ascii() || rest.len() > 8 {
            return None;
        }
        // The destination is at the end: a file and a rank of one or two digits.
        let digits = rest.bytes().rev().take_while(u8::is_ascii_digit).count();
        let (before, number) = rest.split_at(rest.len() - digits.min(2));
        let to_rank = number.parse().ok()?;
        let to_file = file(*before.as_bytes().last()?)?;
        let mut rest =
            before[..before.len() - 1].bytes().filter(|&byte| !matches!(byte, b'x' | b'-'));
        let mut written = Self { role, file: None, rank: None, to_file, to_rank };
        let mut ranks = String::new();
        for byte in rest.by_ref() {
            match byte {
                b'a'..=b'i' if written.file.is_none() && ranks.is_empty() => {
                    written.file = file(byte);
                }
                b'0'..=b'9' => ranks.push(char::from(byte)),
                _ => return None,
            }
        }
        if !ranks.is_empty() {
            written.rank = Some(ranks.parse().ok()?);
        }
        Some(written)
    }

    /// The legal moves that can be meant, the nearest rank being called `base`.
    pub(super) fn find(self, position: &Xiangqi, base: u8) -> Result<Vec<Move>, Fault> {
        let rank = |rank: u8| rank.checked_sub(base);
        let to = rank(self.to_rank).and_then(|rank| Square::new(self.to_file, rank));
        let to = to.ok_or(Fault::NoSuchPoint)?;
        let from_rank = match self.rank {
            Some(written) => Some(rank(written).ok_or(Fault::NoSuchPoint)?),
            None => None,
        };
        let mut legal: Vec<Move> = Vec::new();
        position.actions(&mut legal);
        legal.retain(|action| {
            action.to == to
                && position.piece_at(action.from).is_some_and(|piece| piece.role == self.role)
                && self.file.is_none_or(|file| file == action.from.file())
                && from_rank.is_none_or(|rank| rank == action.from.rank())
        });
        // A soldier's move that names no file goes straight ahead.
        if legal.len() > 1 && self.role == Role::Soldier && self.file.is_none() {
            legal.retain(|action| action.from.file() == to.file());
        }
        if legal.is_empty() { Err(Fault::NoPieceThere) } else { Ok(legal) }
    }
}

fn file(byte: u8) -> Option<u8> {
    byte.checked_sub(b'a').filter(|&file| file < 9)
}
