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

use super::exchange::{self, Attacker};
use super::loud::Onto;
use crate::levels::Level;
use crate::{Duty, Habits, Score, Searchable};
use engine::xiangqi::{Move, Role, Square, Xiangqi};
use engine::{Position, Side};

/// In the order of [`Role::ALL`].
const VALUE: [Score; 7] = [0, 205, 210, 430, 960, 470, 80];

const TURN: Score = 12;

/// A general is worth more than anything else.
const GENERAL_VALUE: Score = 20_000;

/// The value of a point for a piece of the first side, in addition to the piece's own value.
static PLACES: [[Score; 90]; 7] = places();

const fn places() -> [[Score; 90]; 7] {
    let mut table = [[0; 90]; 7];
    let mut point = 0;
    while point < 90 {
        #[expect(clippy::cast_possible_truncation, reason = "files and ranks are below ten")]
        let (file, rank) = ((point % 9) as u8 as Score, (point / 9) as u8 as Score);
        let side = if file < 4 { 4 - file } else { file - 4 };
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

/// Sums over the pieces, the first side's less the second's, and what they are that attack.
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
    type Aim = Aim;

    const HABITS: Habits = Habits {
        slots: 7 * 90,
        quiet_limit: Some(120),
        captures_return: false,
        margin: 100,
        skips_late: true,
    };

    const LEVELS: [Level; 8] = [
        Level::new(840, 2, 1_046),
        Level::new(1_100, 2, 750),
        Level::new(1_400, 2, 500),
        Level::new(1_500, 2, 450),
        Level::new(2_000, 3, 310),
        Level::new(2_400, 4, 228),
        Level::new(3_100, 4, 152),
        Level::new(3_700, 5, 122),
    ];

    fn tally(&self) -> Tally {
        let mut total = 0;
        for square in squares(self.occupied_by(Side::First) | self.occupied_by(Side::Second)) {
            if let Some(piece) = self.piece_at(square) {
                total += signed(piece.side, worth(piece.side, piece.role, square));
            }
        }
        Tally(total)
    }

    fn tally_after(&self, tally: Tally, action: Move, _next: &Self) -> Tally {
        let side = self.to_act();
        let Some(piece) = self.piece_at(action.from) else { return tally };
        let place = |square| worth(side, piece.role, square);
        let mut change = place(action.to) - place(action.from);
        if let Some(taken) = self.piece_at(action.to) {
            change += worth(side.other(), taken.role, action.to);
        }
        Tally(tally.0 + signed(side, change))
    }

    fn evaluate(&self, tally: Tally) -> Score {
        let score = tally.0 + activity(self, Side::First) - activity(self, Side::Second);
        signed(self.to_act(), score) + TURN
    }

    fn code(action: Move) -> u16 {
        1 + 90 * u16::from(action.from.index()) + u16::from(action.to.index())
    }

    fn slot(&self, action: Move) -> usize {
        let role = self.piece_at(action.from).map_or(0, |piece| piece.role as usize);
        role * 90 + usize::from(action.to.index())
    }

    fn gain(&self, action: Move) -> Score {
        self.piece_at(action.to).map_or(0, |taken| worth(taken.side, taken.role, action.to))
    }

    fn is_loud(&self, action: Move) -> bool {
        self.piece_at(action.to).is_some()
    }

    fn promise(&self, action: Move) -> i32 {
        let own = self.piece_at(action.from).map_or(0, |piece| VALUE[piece.role as usize]);
        8 * self.gain(action) - own
    }

    fn exchange_is_below(&self, action: Move, least: Score) -> bool {
        let side = self.to_act();
        let Some(mover) = self.piece_at(action.from) else { return false };
        let to = action.to;
        let value = |side, role| {
            if role == Role::General { GENERAL_VALUE } else { worth(side, role, to) }
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

#[inline]
fn worth(side: Side, role: Role, square: Square) -> Score {
    let point = match side {
        Side::First => square.index(),
        Side::Second => 89 - square.index(),
    };
    VALUE[role as usize] + PLACES[role as usize][usize::from(point)]
}

/// The half of the board beyond the river, as a side sees it.
const fn beyond(side: Side) -> u128 {
    let bottom = (1 << 45) - 1;
    match side {
        Side::First => bottom << 45,
        Side::Second => bottom,
    }
}

const HORSE_MOBILITY: [Score; 9] = [-48, -22, -8, 0, 6, 12, 18, 22, 24];

/// Mobility and attack of a side's pieces.
fn activity(position: &Xiangqi, side: Side) -> Score {
    let own = position.occupied_by(side);
    let enemy = position.occupied_by(side.other());
    let all = own | enemy;
    let general = position.general(side.other());
    let guards = count((position.of(Role::Advisor)) & enemy);
    let elephants = count((position.of(Role::Elephant)) & enemy);
    let exposed = (2 - guards).max(0) * 3 + (2 - elephants).max(0) * 2;
    let mut score = 0;
    let mut attack = 0;
    let far = beyond(side);
    let ring = Xiangqi::around(general);
    for chariot in squares(position.of(Role::Chariot) & own) {
        let reach = position.chariot_attacks(chariot) & !own;
        score += 5 * count(reach);
        attack += i32::from(far & bit(chariot) != 0) * 3 + 2 * count(reach & ring);
        if chariot.file() == general.file() {
            let between = count(Xiangqi::between(chariot, general) & all);
            score += if between <= 1 { 18 } else { 4 };
        }
    }
    for cannon in squares(position.of(Role::Cannon) & own) {
        let reach = position.cannon_attacks(cannon) & !own;
        score += 2 * count(reach);
        attack += i32::from(far & bit(cannon) != 0) * 2 + count(reach & ring);
        if cannon.file() == general.file() {
            // With nothing between no piece of the enemy may step between; over two pieces,
            // neither may leave.
            match count(Xiangqi::between(cannon, general) & all) {
                0 => score += 60 + 6 * exposed,
                2 => score += 26 + 2 * exposed,
                _ => score += 4,
            }
            attack += 2;
        } else if cannon.rank() == general.rank() {
            match count(Xiangqi::between(cannon, general) & all) {
                0 => score += 30,
                2 => score += 22,
                _ => {}
            }
            attack += 2;
        }
    }
    for horse in squares(position.of(Role::Horse) & own) {
        let reach = position.horse_attacks(horse) & !own;
        let leaps = usize::try_from(reach.count_ones()).unwrap_or(0);
        score += HORSE_MOBILITY[leaps.min(8)];
        attack += i32::from(far & bit(horse) != 0) * 3 + 2 * count(reach & ring);
    }
    let soldiers = position.of(Role::Soldier) & own & far;
    attack += count(soldiers);
    // Horses gain and cannons lose as the board empties.
    let pieces = count(all);
    score += count(position.of(Role::Horse) & own) * (32 - pieces) * 2;
    score -= count(position.of(Role::Cannon) & own) * (32 - pieces);
    // Advisors guard against chariots, elephants against cannons: a lack shows under attack.
    score + attack * attack * (4 + exposed) / 16
}
