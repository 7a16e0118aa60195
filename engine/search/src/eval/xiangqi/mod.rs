//! Xiangqi: material, where pieces stand, how freely they move, and how safe the generals are.
//!
//! - **Material**: cannons lose and horses gain as the board empties.
//! - **Places**: soldiers gain across the river and near the palace, horses and chariots forward
//!   and away from the edge, cannons behind.
//! - **Mobility** of chariots, cannons and horses; a horse without a leap is nearly out of play.
//! - **Attack**: pieces across the river weigh more the fewer advisors and elephants the enemy
//!   has left, and the more of them there are.
//! - **Cannons** on the general's file: with nothing between, or over exactly two.
//! - **Chariots** on the enemy general's file or rank.

mod activity;
mod weights;

use super::exchange::{self, Attacker};
use super::loud::Onto;
use crate::levels::Level;
use crate::{Duty, Habits, Score, Searchable};
use engine::xiangqi::{Move, Role, Square, Xiangqi};
use engine::{Position, Side};

use activity::activity;
use weights::WEIGHTS;
pub use weights::Weights;

/// A general is worth more than anything else.
const GENERAL_VALUE: Score = 20_000;

/// The weights by which actions are judged before they are searched.
static IN_USE: Weights = WEIGHTS;

/// Sums over the pieces, the first side's less the second's, and their value as attackers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally(Score);

/// The points from which each kind of piece may give check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aim {
    chariot: u128,
    cannon: u128,
    horse: u128,
    soldier: u128,
}

impl Searchable for Xiangqi {
    type Tally = Tally;
    type Weights = Weights;
    type Aim = Aim;

    const HABITS: Habits = Habits {
        slots: 7 * 90,
        quiet_limit: Some(120),
        captures_return: false,
        margin: 100,
        skips_late: true,
    };

    const WEIGHTS: Weights = WEIGHTS;

    const LEVELS: [Level; 8] = [
        Level::new(840, 2, 1_046).with_random(16),
        Level::new(1_000, 2, 800),
        Level::new(1_300, 2, 580),
        Level::new(1_600, 2, 400),
        Level::new(1_900, 3, 325),
        Level::new(2_400, 4, 228),
        Level::new(3_100, 4, 152),
        Level::new(3_700, 5, 122),
    ];

    fn tally(&self, weights: &Weights) -> Tally {
        let mut total = 0;
        for square in squares(self.occupied_by(Side::First) | self.occupied_by(Side::Second)) {
            if let Some(piece) = self.piece_at(square) {
                total += signed(piece.side, worth(weights, piece.side, piece.role, square));
            }
        }
        Tally(total)
    }

    fn tally_after(&self, weights: &Weights, tally: Tally, action: Move, _next: &Self) -> Tally {
        let side = self.to_act();
        let Some(piece) = self.piece_at(action.from) else { return tally };
        let place = |square| worth(weights, side, piece.role, square);
        let mut change = place(action.to) - place(action.from);
        if let Some(taken) = self.piece_at(action.to) {
            change += worth(weights, side.other(), taken.role, action.to);
        }
        Tally(tally.0 + signed(side, change))
    }

    fn evaluate(&self, weights: &Weights, tally: Tally) -> Score {
        let score =
            tally.0 + activity(self, weights, Side::First) - activity(self, weights, Side::Second);
        signed(self.to_act(), score) + weights.turn
    }

    fn code(action: Move) -> u16 {
        1 + 90 * u16::from(action.from.index()) + u16::from(action.to.index())
    }

    fn slot(&self, action: Move) -> usize {
        let role = self.piece_at(action.from).map_or(0, |piece| piece.role as usize);
        role * 90 + usize::from(action.to.index())
    }

    fn gain(&self, action: Move) -> Score {
        self.piece_at(action.to)
            .map_or(0, |taken| worth(&IN_USE, taken.side, taken.role, action.to))
    }

    fn is_loud(&self, action: Move) -> bool {
        self.piece_at(action.to).is_some()
    }

    fn promise(&self, action: Move) -> i32 {
        let own = self.piece_at(action.from).map_or(0, |piece| IN_USE.value[piece.role as usize]);
        8 * self.gain(action) - own
    }

    fn exchange_is_below(&self, action: Move, least: Score) -> bool {
        let side = self.to_act();
        let Some(mover) = self.piece_at(action.from) else { return false };
        let to = action.to;
        let value = |side, role| {
            if role == Role::General { GENERAL_VALUE } else { worth(&IN_USE, side, role, to) }
        };
        let risk = value(side, mover.role);
        let mut occupied = (self.occupied_by(Side::First) | self.occupied_by(Side::Second))
            & !bit(action.from)
            | bit(to);
        exchange::is_below(self.gain(action), risk, least, side, |side| {
            let attackers = self.attackers(to, occupied) & self.occupied_by(side) & !bit(to);
            let mut least: Option<(Score, Square, Role)> = None;
            for square in squares(attackers) {
                let Some(piece) = self.piece_at(square) else { continue };
                let value = value(side, piece.role);
                if least.is_none_or(|(other, ..)| value < other) {
                    least = Some((value, square, piece.role));
                }
            }
            let (value, square, role) = least?;
            occupied &= !bit(square);
            Some(Attacker { value, royal: role == Role::General })
        })
    }

    fn aim(&self) -> Aim {
        let general = self.general(self.to_act().other());
        Aim {
            chariot: self.chariot_attacks(general),
            cannon: self.points_over_one(general),
            horse: Self::leaps(general),
            soldier: Self::around(general),
        }
    }

    fn gives_check(&self, aim: &Aim, action: Move) -> bool {
        let set = match self.piece_at(action.from).map(|piece| piece.role) {
            Some(Role::Chariot) => aim.chariot,
            Some(Role::Cannon) => aim.cannon,
            Some(Role::Horse) => aim.horse,
            Some(Role::Soldier) => aim.soldier,
            Some(Role::General | Role::Advisor | Role::Elephant) | None => 0,
        };
        set & bit(action.to) != 0
    }

    fn loud(&self, list: &mut Vec<Move>) -> Duty {
        let enemy = self.occupied_by(self.to_act().other());
        self.actions(&mut Onto { mask: enemy, list, wanted: |_| false });
        Duty::Free
    }

    fn with_turn_passed(&self) -> Option<Self> {
        let strong = self.of(Role::Chariot) | self.of(Role::Cannon) | self.of(Role::Horse);
        let able = (strong & self.occupied_by(self.to_act())).count_ones() >= 2;
        able.then(|| Self::with_turn_passed(self))
    }
}

#[inline]
const fn signed(side: Side, score: Score) -> Score {
    match side {
        Side::First => score,
        Side::Second => -score,
    }
}

#[inline]
const fn bit(square: Square) -> u128 {
    1 << square.index()
}

#[inline]
fn squares(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        #[expect(clippy::cast_possible_truncation, reason = "a bit index is below 128")]
        let square = Square::from_index(set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

#[inline]
fn count(set: u128) -> Score {
    i32::try_from(set.count_ones()).unwrap_or(0)
}

/// The value of a piece on a square.
#[inline]
fn worth(weights: &Weights, side: Side, role: Role, square: Square) -> Score {
    let place = FOLDED[side.index()][usize::from(square.index())];
    weights.value[role as usize] + weights.places[role as usize][usize::from(place)]
}

/// The places of [`Weights::places`] by square, for each side.
static FOLDED: [[u8; 90]; 2] = {
    let mut table = [[0; 90]; 2];
    let mut square = 0;
    while square < 90 {
        let (file, rank) = (square % 9_u8, square / 9);
        let side = file.abs_diff(4);
        table[0][square as usize] = 5 * rank + side;
        table[1][square as usize] = 5 * (9 - rank) + side;
        square += 1;
    }
    table
};
