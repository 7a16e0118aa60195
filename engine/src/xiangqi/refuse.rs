//! Reasons for refusing a move, from the rule text: slow, on a plain board of 90 points, and
//! independent of the generator.

use super::piece::{Piece, Role, in_palace, own_rank};
use super::square::{POINTS, Square};
use super::{Move, Ruleset, Xiangqi};
use crate::{Points, Refusal, Rule, Side};

pub(super) fn refuse(position: &Xiangqi, action: Move) -> Option<Refusal> {
    View::of(position).check(position.to_act, position.ruleset, action).err()
}

/// The piece on every point.
#[derive(Clone)]
struct View([Option<Piece>; POINTS]);

impl View {
    fn of(position: &Xiangqi) -> Self {
        let mut view = Self([None; POINTS]);
        for square in Square::all() {
            view.0[usize::from(square.index())] = position.piece_at(square);
        }
        view
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.0[usize::from(square.index())]
    }

    /// Checks the geometry first, then the pieces in the way, then the generals.
    fn check(&self, side: Side, ruleset: Ruleset, action: Move) -> Result<(), Refusal> {
        let Move { from, to } = action;
        if !self.0.iter().flatten().any(|piece| crosses_river(piece.role)) {
            return Err(Refusal::new(Rule::GameOver));
        }
        let piece = self.at(from).ok_or(Refusal::at(Rule::EmptyOrigin, from.index()))?;
        if piece.side != side {
            return Err(Refusal::at(Rule::NotYours, from.index()));
        }
        if self.at(to).is_some_and(|other| other.side == side) {
            return Err(Refusal::at(Rule::OwnPiece, to.index()));
        }
        self.reaches(piece, from, to)?;
        let mut after = self.clone();
        after.0[usize::from(from.index())] = None;
        after.0[usize::from(to.index())] = Some(piece);
        after.generals_safe(self, piece, action, ruleset)
    }

    /// Whether a piece goes from one point to another as its kind does, regardless of the generals
    /// and of the piece on the destination, except for the cannon, which takes in another way than
    /// it moves.
    fn reaches(&self, piece: Piece, from: Square, to: Square) -> Result<(), Refusal> {
        let across = from.file().abs_diff(to.file());
        let along = from.rank().abs_diff(to.rank());
        let (rank, to_rank) = (own_rank(piece.side, from.rank()), own_rank(piece.side, to.rank()));
        let fails = |rule| Err(Refusal::at(rule, to.index()));
        match piece.role {
            Role::General | Role::Advisor => {
                let step = if piece.role == Role::General { 1 } else { 2 };
                if across + along != step || across > 1 || along > 1 {
                    fails(Rule::PieceMovement)
                } else if in_palace(to.file(), to_rank) {
                    Ok(())
                } else {
                    fails(Rule::Palace)
                }
            }
            Role::Elephant => {
                if (across, along) != (2, 2) {
                    fails(Rule::PieceMovement)
                } else if to_rank > 4 {
                    fails(Rule::River)
                } else {
                    self.free(middle(from, to), Rule::BlockedElephantEye)
                }
            }
            Role::Horse => match (across, along) {
                (2, 1) => self.free(middle(from, on_rank(to, from.rank())), Rule::HobbledHorse),
                (1, 2) => self.free(middle(from, above(to, from.file())), Rule::HobbledHorse),
                _ => fails(Rule::PieceMovement),
            },
            Role::Chariot | Role::Cannon if across > 0 && along > 0 => fails(Rule::PieceMovement),
            Role::Chariot => {
                let way = self.pieces_between(from, to);
                if way.as_slice().is_empty() {
                    Ok(())
                } else {
                    Err(Refusal::with(Rule::Blocked, way))
                }
            }
            Role::Cannon => {
                let way = self.pieces_between(from, to);
                let screens = usize::from(self.at(to).is_some());
                if way.as_slice().len() == screens {
                    Ok(())
                } else {
                    Err(Refusal::with(Rule::CannonScreen, way))
                }
            }
            Role::Soldier => {
                let forward = across == 0 && to_rank == rank + 1;
                let aside = across == 1 && along == 0 && rank > 4;
                if forward || aside { Ok(()) } else { fails(Rule::PieceMovement) }
            }
        }
    }

    fn free(&self, square: Square, rule: Rule) -> Result<(), Refusal> {
        match self.at(square) {
            None => Ok(()),
            Some(_) => Err(Refusal::at(rule, square.index())),
        }
    }

    /// The pieces strictly between two points of a rank or a file.
    fn pieces_between(&self, from: Square, to: Square) -> Points {
        let inside = |at: u8, a: u8, b: u8| a.min(b) < at && at < a.max(b);
        Square::all()
            .filter(|square| {
                let same_rank = from.rank() == to.rank() && square.rank() == from.rank();
                let same_file = from.file() == to.file() && square.file() == from.file();
                same_rank && inside(square.file(), from.file(), to.file())
                    || same_file && inside(square.rank(), from.rank(), to.rank())
            })
            .filter(|&square| self.at(square).is_some())
            .map(Square::index)
            .collect()
    }

    /// Whether a move that `piece` made from the position `before` leaves its general out of
    /// check, and the generals apart unless the ruleset allows that they face.
    fn generals_safe(
        &self,
        before: &Self,
        piece: Piece,
        action: Move,
        ruleset: Ruleset,
    ) -> Result<(), Refusal> {
        let (Some(own), Some(enemy)) = (self.general(piece.side), self.general(piece.side.other()))
        else {
            // Every position has both generals, and none is ever taken.
            return Ok(());
        };
        let mut checkers: Points = Square::all()
            .filter(|&square| {
                self.at(square).is_some_and(|other| {
                    other.side != piece.side && self.reaches(other, square, own).is_ok()
                })
            })
            .map(Square::index)
            .collect();
        let facing = self.generals_face();
        if ruleset == Ruleset::Walker && facing && before.generals_face() {
            checkers.push(enemy.index());
        }
        if !checkers.as_slice().is_empty() {
            return Err(Refusal::with(Rule::InCheck, checkers));
        }
        let leaves_file = piece.role != Role::General
            && action.from.file() == own.file()
            && action.to.file() != own.file();
        if facing && !(ruleset == Ruleset::Walker && leaves_file) {
            let both = [own.index(), enemy.index()].into_iter().collect();
            return Err(Refusal::with(Rule::FacingGenerals, both));
        }
        Ok(())
    }

    fn general(&self, side: Side) -> Option<Square> {
        let general = Some(Piece { side, role: Role::General });
        Square::all().find(|&square| self.at(square) == general)
    }

    fn generals_face(&self) -> bool {
        match (self.general(Side::First), self.general(Side::Second)) {
            (Some(first), Some(second)) => {
                first.file() == second.file()
                    && self.pieces_between(first, second).as_slice().is_empty()
            }
            _ => false,
        }
    }
}

const fn crosses_river(role: Role) -> bool {
    match role {
        Role::General | Role::Advisor | Role::Elephant => false,
        Role::Horse | Role::Chariot | Role::Cannon | Role::Soldier => true,
    }
}

/// The point halfway between two that are an even distance apart.
fn middle(a: Square, b: Square) -> Square {
    on_board(u8::midpoint(a.file(), b.file()), u8::midpoint(a.rank(), b.rank()))
}

/// The point on the file of `square` and another rank.
fn on_rank(square: Square, rank: u8) -> Square {
    on_board(square.file(), rank)
}

/// The point on the rank of `square` and another file.
fn above(square: Square, file: u8) -> Square {
    on_board(file, square.rank())
}

fn on_board(file: u8, rank: u8) -> Square {
    Square::new(file, rank).expect("a file and a rank of points on the board")
}
