//! The numbers of the evaluation of Xiangqi, in points of which a soldier at home has eighty.
//!
//! Points that mirror each other have one number. `yiguan bench tune xiangqi` fits them all to games
//! that the search plays against itself.

use crate::{Numbers, Score};

/// The weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// The pieces, in the order of `Role::ALL`.
    pub value: [Score; 7],
    /// The addition of a point to a piece's value, by `5 * rank + file`: the rank from the own
    /// edge, the file from the middle.
    pub places: [[Score; 50]; 7],
    /// A point that a chariot can go to.
    pub chariot_reach: Score,
    /// A chariot on the enemy general's file with at most one piece between, or with more.
    pub chariot_on_file: [Score; 2],
    /// A point that a cannon can go to.
    pub cannon_reach: Score,
    /// A cannon on the enemy general's file with nothing between, with two pieces, or otherwise.
    pub cannon_on_file: [Score; 3],
    /// The gain of the first two of them for each guard that the enemy lacks (an advisor counts
    /// three times, an elephant twice).
    pub cannon_unguarded: [Score; 2],
    /// A cannon on the enemy general's rank with nothing between, or with two pieces.
    pub cannon_on_rank: [Score; 2],
    /// A horse with so many leaps.
    pub horse_leaps: [Score; 9],
    /// A horse, for every four pieces that have left the board.
    pub horse_late: Score,
    /// A cannon, for every four pieces that have left the board.
    pub cannon_late: Score,
    /// The square of the attackers' sum against the enemy general, for every guard that it lacks,
    /// in 256ths.
    pub attack: Score,
    /// Being the one to act.
    pub turn: Score,
}

impl Numbers for Weights {
    fn visit(&mut self, name: &str, each: &mut dyn FnMut(&str, &mut Score)) {
        let Self {
            value,
            places,
            chariot_reach,
            chariot_on_file,
            cannon_reach,
            cannon_on_file,
            cannon_unguarded,
            cannon_on_rank,
            horse_leaps,
            horse_late,
            cannon_late,
            attack,
            turn,
        } = self;
        value.visit(&format!("{name} value"), each);
        places.visit(&format!("{name} places"), each);
        chariot_reach.visit(&format!("{name} chariot_reach"), each);
        chariot_on_file.visit(&format!("{name} chariot_on_file"), each);
        cannon_reach.visit(&format!("{name} cannon_reach"), each);
        cannon_on_file.visit(&format!("{name} cannon_on_file"), each);
        cannon_unguarded.visit(&format!("{name} cannon_unguarded"), each);
        cannon_on_rank.visit(&format!("{name} cannon_on_rank"), each);
        horse_leaps.visit(&format!("{name} horse_leaps"), each);
        horse_late.visit(&format!("{name} horse_late"), each);
        cannon_late.visit(&format!("{name} cannon_late"), each);
        attack.visit(&format!("{name} attack"), each);
        turn.visit(&format!("{name} turn"), each);
    }
}

/// The weights that playing uses.
pub(super) const WEIGHTS: Weights = Weights {
    value: [0, 205, 210, 430, 960, 470, 80],
    places: places(),
    chariot_reach: 5,
    chariot_on_file: [18, 4],
    cannon_reach: 2,
    cannon_on_file: [60, 26, 4],
    cannon_unguarded: [6, 2],
    cannon_on_rank: [30, 22],
    horse_leaps: [-48, -22, -8, 0, 6, 12, 18, 22, 24],
    horse_late: 8,
    cannon_late: -4,
    attack: 16,
    turn: 12,
};

const fn places() -> [[Score; 50]; 7] {
    let mut table = [[0; 50]; 7];
    let mut point = 0;
    while point < 50 {
        #[expect(clippy::cast_possible_truncation, reason = "files and ranks are below ten")]
        let (side, rank) = ((point % 5) as u8 as Score, (point / 5) as u8 as Score);
        table[0][point] = if rank == 0 { 10 - 6 * side } else { -20 * rank - 6 * side };
        table[1][point] = if side == 0 {
            6
        } else if rank == 2 {
            -6
        } else {
            0
        };
        table[2][point] = if side == 0 {
            14
        } else if side == 4 {
            -12
        } else {
            0
        };
        table[3][point] = horse(side, rank);
        table[4][point] = chariot(side, rank);
        table[5][point] = cannon(side, rank);
        table[6][point] = soldier(side, rank);
        point += 1;
    }
    table
}

/// A horse's, by steps from the middle file and rank from the own edge.
const fn horse(side: Score, rank: Score) -> Score {
    let forward = match rank {
        0 => -26,
        1 => -14,
        2 => 0,
        3 => 6,
        4 => 16,
        5 => 26,
        6 => 34,
        7 => 36,
        8 => 22,
        _ => -10,
    };
    let inward = match side {
        0 => {
            if rank < 3 {
                -16
            } else {
                6
            }
        }
        1 | 2 => 12,
        3 => 2,
        _ => -14,
    };
    forward + inward
}

/// A chariot's.
const fn chariot(side: Score, rank: Score) -> Score {
    let forward = match rank {
        0 => -16,
        1 => 2,
        2 => 0,
        3 => 2,
        4 => 8,
        5 => 12,
        6 => 16,
        7 => 12,
        8 => 20,
        _ => 10,
    };
    let inward = match side {
        0 => 8,
        1 => 12,
        2 => 4,
        3 => 6,
        _ => -10,
    };
    forward + inward
}

/// A cannon's.
const fn cannon(side: Score, rank: Score) -> Score {
    let forward = match rank {
        0 => -4,
        1 => 2,
        2 => 6,
        3 => 2,
        4 => 0,
        5 => 2,
        6 => -4,
        7 => -6,
        8 => -2,
        _ => 14,
    };
    let inward = match side {
        0 => {
            if rank == 2 {
                14
            } else {
                8
            }
        }
        1 => 2,
        2 => 2,
        3 => 0,
        _ => -4,
    };
    forward + inward
}

/// A soldier's.
const fn soldier(side: Score, rank: Score) -> Score {
    if rank < 5 {
        let centre = match side {
            0 => 10,
            2 => 6,
            _ => 0,
        };
        return centre + if rank == 4 { 6 } else { 0 };
    }
    let inward = match side {
        0 => 46,
        1 => 44,
        2 => 30,
        3 => 16,
        _ => 0,
    };
    let forward = match rank {
        5 => 50,
        6 => 74,
        7 => 92,
        8 => 80,
        _ => return -20 + inward / 2,
    };
    forward + inward
}
