//! Perpetual chase: the threats of a cycle's moves to the enemy's pieces.
//!
//! A move chases an enemy piece if by it a capture of that piece became possible or profitable: the
//! captures that pay after the move, had its side the turn again, less those that paid before.
//! Attackers and victims are followed through the cycle piece by piece, not point by point. A side
//! chases perpetually if some piece is chased by every one of its moves; a move that checks chases
//! nothing.
//!
//! Source: rules.md §8, *Asian rules on repetition*. Captures that pay are in [`threat`].

mod threat;

use super::danger::leg;
use super::piece::Role;
use super::square::{POINTS, squares};
use super::tables::LEAP;
use super::{Move, Xiangqi};
use crate::{BySide, Chase, Position, Side};
use threat::{Threat, ground, threats};

/// The sides that chase one and the same piece with every move of a cycle, which begins at `start`.
pub(super) fn chasers(start: &Xiangqi, actions: &[Move]) -> BySide<bool> {
    let mut cycle = Cycle::new(start);
    for &action in actions {
        cycle.play(action);
        if cycle.is_idle() {
            return BySide::default();
        }
    }
    let prey = cycle.prey();
    BySide { first: prey.first != 0, second: prey.second != 0 }
}

/// The chases of each move of a cycle.
pub(super) fn chases(start: &Xiangqi, actions: &[Move]) -> Vec<Vec<Chase>> {
    let mut cycle = Cycle::new(start);
    let mut plies = Vec::with_capacity(actions.len());
    for &action in actions {
        let side = cycle.position.to_act;
        let chased = cycle.chased_by(action);
        cycle.play(action);
        plies.push((side, cycle.position, chased));
    }
    let prey = cycle.prey();
    let describe = |(side, after, chased): (Side, Xiangqi, Vec<Followed>)| {
        let turn = after.with_turn_passed();
        let chase = |followed: Followed| {
            let Threat { attacker, victim } = followed.threat;
            let role = |square| turn.piece_at(square).map_or("", |piece| piece.role.as_str());
            Chase {
                attacker: attacker.index(),
                attacker_piece: role(attacker),
                victim: victim.index(),
                victim_piece: role(victim),
                ground: ground(&turn, followed.threat),
                perpetual: prey[side] & followed.victim != 0,
            }
        };
        chased.into_iter().map(chase).collect()
    };
    plies.into_iter().map(describe).collect()
}

/// A capture that pays, with the pieces as they are called throughout the cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Followed {
    threat: Threat,
    /// The attacker, as the bit of the point where it stood when the cycle began.
    attacker: u128,
    /// The piece attacked, likewise.
    victim: u128,
}

/// A chariot that keeps a horse's leap from its general, and the horse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Held {
    chariot: u128,
    horse: u128,
}

/// The moves of a cycle so far.
#[derive(Debug)]
struct Cycle {
    position: Xiangqi,
    /// The point of each piece at the start of the cycle, by its point now.
    origins: [u8; POINTS],
    /// The pieces that every move of a side has chased, the enemy's, by their first points.
    prey: BySide<u128>,
    /// The enemy chariots that a side's horses have held with every move of it; `None` before
    /// the first.
    held: BySide<Option<Vec<Held>>>,
}

impl Cycle {
    fn new(start: &Xiangqi) -> Self {
        let mut origins = [0; POINTS];
        for (origin, place) in origins.iter_mut().zip(0..) {
            *origin = place;
        }
        // No captures lie on a cycle, so the pieces at its start are those throughout.
        let first = start.board.side(Side::First);
        let second = start.board.side(Side::Second);
        Self {
            position: *start,
            origins,
            prey: BySide { first: second, second: first },
            held: BySide::default(),
        }
    }

    /// Whether no side can be chasing perpetually any more.
    fn is_idle(&self) -> bool {
        self.prey.first | self.prey.second == 0
    }

    fn play(&mut self, action: Move) {
        let side = self.position.to_act;
        if self.prey[side] != 0 {
            let chased = self.chased_by(action);
            self.prey[side] &= chased.iter().fold(0, |all, one| all | one.victim);
        }
        self.advance(action);
        let now = self.held_by(side);
        match &mut self.held[side] {
            Some(held) => held.retain(|held| now.contains(held)),
            held @ None => *held = Some(now),
        }
    }

    fn advance(&mut self, action: Move) {
        self.position.apply(action);
        let from = self.origins[usize::from(action.from.index())];
        self.origins[usize::from(action.to.index())] = from;
    }

    /// The chases of a move that did not exist before it.
    fn chased_by(&self, action: Move) -> Vec<Followed> {
        let mut after = Self {
            position: self.position,
            origins: self.origins,
            prey: self.prey,
            held: BySide::default(),
        };
        after.advance(action);
        if after.position.is_check() {
            return Vec::new();
        }
        let mut chased = after.followed(&after.position.with_turn_passed());
        if !chased.is_empty() {
            let before = self.followed(&self.position);
            chased.retain(|new| {
                !before.iter().any(|old| (old.attacker, old.victim) == (new.attacker, new.victim))
            });
        }
        chased
    }

    /// The captures that pay for the side to act in `position`, on this board.
    fn followed(&self, position: &Xiangqi) -> Vec<Followed> {
        let origin = |square: super::Square| 1 << self.origins[usize::from(square.index())];
        threats(position)
            .into_iter()
            .map(|threat| Followed {
                threat,
                attacker: origin(threat.attacker),
                victim: origin(threat.victim),
            })
            .collect()
    }

    /// The enemy chariots that the horses of `side` hold before the enemy general.
    fn held_by(&self, side: Side) -> Vec<Held> {
        let board = &self.position.board;
        let general = board.general(side.other());
        let horses = LEAP[usize::from(general.index())] & board.of(Role::Horse) & board.side(side);
        let chariots = board.of(Role::Chariot) & board.side(side.other());
        let origin = |square: super::Square| 1 << self.origins[usize::from(square.index())];
        squares(horses)
            .map(|horse| (horse, leg(horse, general)))
            .filter(|(_, leg)| chariots & leg.bit() != 0)
            .map(|(horse, leg)| Held { chariot: origin(leg), horse: origin(horse) })
            .collect()
    }

    /// The pieces that each side chases perpetually.
    ///
    /// Article 19: a chariot that cannot move because of an enemy horse may not be chased, and its
    /// threat to that horse from where it stands is no chase in return.
    fn prey(&self) -> BySide<u128> {
        let mut prey = self.prey;
        for side in Side::ALL {
            for held in self.held[side].iter().flatten() {
                if self.prey[side] & held.chariot != 0 {
                    prey[side.other()] &= !held.horse;
                }
            }
        }
        prey
    }
}
