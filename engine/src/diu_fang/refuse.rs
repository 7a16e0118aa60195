//! Reasons for refusing an action: plain code over files and ranks, written from the rule text and
//! independent of the generator.

use super::action::{Act, Action};
use super::board::{CENTRE, bit};
use super::position::{DiuFang, Pending, Phase};
use super::rules::{Fang, Stuck, Targets, Turn};
use crate::{Points, Refusal, Rule, Side};

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The point this many files and ranks away, if it is on the board.
fn offset(position: &DiuFang, point: u8, (files, ranks): (i8, i8)) -> Option<u8> {
    let board = position.rules.board;
    let file = board.file(point).checked_add_signed(files)?;
    let rank = board.rank(point).checked_add_signed(ranks)?;
    (file < board.files() && rank < board.ranks()).then_some(board.point(file, rank))
}

/// Every point of the board.
fn all_points(position: &DiuFang) -> impl Iterator<Item = u8> {
    let board = position.rules.board;
    (0..board.ranks())
        .flat_map(move |rank| (0..board.files()).map(move |file| board.point(file, rank)))
}

/// Whose stone stands on a point.
fn stone(position: &DiuFang, point: u8) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| position.stones[side] & bit(point) != 0)
}

/// Whether a line joins two points one step apart.
fn joined(position: &DiuFang, from: u8, to: u8) -> bool {
    let is_off = |offsets: [(i8, i8); 4]| {
        offsets.into_iter().any(|by| offset(position, from, by) == Some(to))
    };
    let meets_centre = from == CENTRE || to == CENTRE;
    is_off(ORTHOGONAL) || (position.rules.law().diagonals && meets_centre && is_off(DIAGONAL))
}

/// Whether a stone of `side` is joined to `point`.
fn has_neighbour(position: &DiuFang, point: u8, side: Side) -> bool {
    all_points(position)
        .any(|other| stone(position, other) == Some(side) && joined(position, other, point))
}

/// The four stones of a fang that protects the stone of `side` at `point`.
fn protecting(position: &DiuFang, point: u8, side: Side) -> Option<Points> {
    let all_own = |points: &[Option<u8>]| -> Option<Points> {
        let points: Option<Points> =
            points.iter().copied().collect::<Option<Vec<u8>>>().map(|p| p.into_iter().collect());
        points.filter(|points| points.as_slice().iter().all(|&p| stone(position, p) == Some(side)))
    };
    match position.rules.law().fang {
        Fang::Cell => [(0, 0), (-1, 0), (0, -1), (-1, -1)].into_iter().find_map(|corner| {
            let corner = offset(position, point, corner)?;
            all_own(&[(0, 0), (1, 0), (0, 1), (1, 1)].map(|by| offset(position, corner, by)))
        }),
        Fang::Hole | Fang::HoleEitherWay => ORTHOGONAL.into_iter().find_map(|by| {
            let hole = offset(position, point, by)?;
            if stone(position, hole).is_some() {
                return None;
            }
            all_own(&ORTHOGONAL.map(|by| offset(position, hole, by)))
        }),
    }
}

/// Whether the opponent of `side` has a stone that no fang protects.
fn any_unprotected(position: &DiuFang, side: Side) -> bool {
    let enemy = side.other();
    all_points(position).any(|point| {
        stone(position, point) == Some(enemy) && protecting(position, point, enemy).is_none()
    })
}

/// The refusal to remove the stone at `point`, if there is one.
fn refuse_target(position: &DiuFang, point: u8) -> Option<Refusal> {
    let enemy = position.to_act.other();
    if stone(position, point) != Some(enemy) {
        return Some(Refusal::at(Rule::NotEnemy, point));
    }
    let protects = match position.rules.law().targets {
        Targets::Any => false,
        Targets::Unprotected => true,
        Targets::UnprotectedFirst => any_unprotected(position, position.to_act),
    };
    if !protects {
        return None;
    }
    protecting(position, point, enemy).map(|points| Refusal::with(Rule::NotProtected, points))
}

/// The refusal to begin an exchange with the stone at `point`, if there is one.
fn refuse_exchange(position: &DiuFang, point: u8) -> Option<Refusal> {
    let side = position.to_act;
    refuse_target(position, point).or_else(|| {
        let some_other = all_points(position).any(|other| {
            refuse_target(position, other).is_none() && has_neighbour(position, other, side)
        });
        let lacks = some_other && !has_neighbour(position, point, side);
        lacks.then(|| Refusal::at(Rule::NoNeighbour, point))
    })
}

fn refuse_placement(position: &DiuFang, point: u8, in_hand: u8) -> Option<Refusal> {
    let is_first = all_points(position).all(|other| stone(position, other).is_none());
    if in_hand == 0 {
        Some(Refusal::new(Rule::NoStoneLeft))
    } else if is_first && position.rules.law().centre_first && point != CENTRE {
        Some(Refusal::at(Rule::FirstPlacement, CENTRE))
    } else if stone(position, point).is_some() {
        Some(Refusal::at(Rule::Occupied, point))
    } else {
        None
    }
}

fn refuse_step(position: &DiuFang, from: u8, to: u8) -> Option<Refusal> {
    match stone(position, from) {
        None => Some(Refusal::at(Rule::EmptyOrigin, from)),
        Some(side) if side != position.to_act => Some(Refusal::at(Rule::NotYours, from)),
        Some(_) if !joined(position, from, to) => Some(Refusal::at(Rule::NotAdjacent, to)),
        Some(_) if stone(position, to).is_some() => Some(Refusal::at(Rule::Occupied, to)),
        Some(_) => None,
    }
}

fn refuse_pass(position: &DiuFang) -> Option<Refusal> {
    let can_step = all_points(position)
        .any(|to| stone(position, to).is_none() && has_neighbour(position, to, position.to_act));
    let may_pass = !can_step && position.rules.law().stuck == Stuck::Passes;
    (!may_pass).then(|| Refusal::new(Rule::CannotPass))
}

impl DiuFang {
    /// The refusal of an action, or `None` if it is legal.
    pub(super) fn refusal(&self, action: Action) -> Option<Refusal> {
        if self.outcome().is_some() {
            return Some(Refusal::new(Rule::GameOver));
        }
        match self.pending {
            Pending::Fill(point) => return self.refuse_while_filling(action, point),
            Pending::Removals(_) => return self.refuse_while_removing(action),
            Pending::Nothing | Pending::Passed | Pending::BothPassed => {}
        }
        match self.phase {
            Phase::Placing(left) => match action.act() {
                Act::Place(at) => refuse_placement(self, at, left[self.to_act]),
                Act::Remove(_) | Act::Step { .. } | Act::Pass => {
                    Some(Refusal::new(Rule::WrongPhase))
                }
            },
            Phase::Opening(_) => self.refuse_while_removing(action),
            Phase::Exchanging(_) => self.refuse_while_exchanging(action),
            Phase::Moving => {
                let exchanges = self.rules.law().turn == Turn::Exchange;
                if exchanges && any_unprotected(self, self.to_act) {
                    return self.refuse_while_exchanging(action);
                }
                match action.act() {
                    Act::Step { from, to } => refuse_step(self, from, to),
                    Act::Pass => refuse_pass(self),
                    Act::Remove(at) if exchanges => refuse_target(self, at),
                    Act::Place(_) | Act::Remove(_) => Some(Refusal::new(Rule::WrongPhase)),
                }
            }
        }
    }

    fn refuse_while_filling(&self, action: Action, point: u8) -> Option<Refusal> {
        match action.act() {
            Act::Step { from, to } if to == point => refuse_step(self, from, to),
            Act::Place(_) | Act::Remove(_) | Act::Step { .. } | Act::Pass => {
                Some(Refusal::at(Rule::MustFill, point))
            }
        }
    }

    fn refuse_while_removing(&self, action: Action) -> Option<Refusal> {
        let enemy = self.to_act.other();
        let last_is_gone = all_points(self).all(|point| stone(self, point) != Some(enemy));
        match action.act() {
            Act::Remove(at) => refuse_target(self, at),
            Act::Pass if last_is_gone => None,
            Act::Place(_) | Act::Step { .. } | Act::Pass => Some(Refusal::new(Rule::MustRemove)),
        }
    }

    fn refuse_while_exchanging(&self, action: Action) -> Option<Refusal> {
        match action.act() {
            Act::Remove(at) => refuse_exchange(self, at),
            Act::Place(_) => Some(Refusal::new(Rule::WrongPhase)),
            Act::Step { .. } | Act::Pass => Some(Refusal::new(Rule::MustExchange)),
        }
    }
}
