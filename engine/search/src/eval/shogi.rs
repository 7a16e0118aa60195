//! Shogi: material on the board and in hand, where pieces stand towards both kings, and how
//! safe the kings are.
//!
//! - **Material**: a piece in hand is worth more than on the board, since it can be dropped
//!   where it is needed.
//! - **Distance**: golds and silvers are worth more near either king, the own one to guard and
//!   the enemy's to attack; pieces left behind are worth less.
//! - **Mobility** of lances, bishops and rooks.
//! - **King's place**: at home, away from the middle, as long as the enemy has much to attack
//!   with.
//! - **King's danger**: enemy pieces that attack the squares around the king, by their kind;
//!   squares around it that the enemy attacks and only the king defends; squares left to flee
//!   to; and all of that more the more the enemy holds in hand.
//! - **Loose pieces**: attacked ones that nothing defends.

use super::exchange::{self, Attacker};
use super::loud::Onto;
use crate::levels::Level;
use crate::{Duty, Habits, Score, Searchable};
use engine::shogi::{Action, Move, Piece, Role, Shogi, Square};
use engine::{Position, Side};

/// On the board, in the order of [`Role::ALL`].
const PLAIN: [Score; 8] = [100, 280, 310, 460, 520, 730, 880, 0];
/// Promoted on the board.
const PROMOTED: [Score; 8] = [480, 500, 510, 520, 520, 1_050, 1_250, 0];
/// In hand.
const HELD: [Score; 8] = [125, 310, 340, 500, 570, 800, 980, 0];

/// By kind (roles, then promoted ones) and distance to the enemy king: the value of being near.
const ATTACK: [[Score; 9]; 16] = [
    [0, 12, 8, 4, 2, 0, 0, 0, 0],
    [0, 6, 4, 3, 2, 0, 0, 0, 0],
    [0, 14, 16, 10, 4, 0, -2, -4, -4],
    [0, 34, 26, 14, 6, 0, -4, -6, -8],
    [0, 30, 22, 10, 2, -4, -8, -10, -10],
    [0, 8, 8, 6, 4, 2, 0, 0, 0],
    [0, 10, 10, 8, 4, 2, 0, 0, 0],
    [0; 9],
    [0, 42, 30, 14, 2, -10, -20, -28, -34],
    [0, 38, 28, 12, 2, -10, -20, -28, -34],
    [0, 38, 28, 12, 2, -10, -20, -28, -34],
    [0, 38, 28, 12, 2, -10, -20, -28, -34],
    [0; 9],
    [0, 40, 34, 22, 12, 6, 0, -4, -8],
    [0, 48, 38, 24, 14, 8, 2, -4, -8],
    [0; 9],
];

/// The same for the distance to the own king.
const DEFENCE: [[Score; 9]; 16] = [
    [0, 9, 5, 0, 0, 0, 0, 0, 0],
    [0, 4, 2, 0, 0, 0, 0, 0, 0],
    [0, 4, 2, 0, 0, 0, 0, 0, 0],
    [0, 24, 14, 4, 0, -2, -4, -4, -4],
    [0, 32, 22, 8, 0, -6, -10, -14, -16],
    [0, 0, 2, 2, 0, 0, 0, 0, 0],
    [0, -20, -10, 0, 0, 0, 0, 0, 0],
    [0; 9],
    [0, 10, 6, 2, 0, 0, 0, 0, 0],
    [0, 10, 6, 2, 0, 0, 0, 0, 0],
    [0, 10, 6, 2, 0, 0, 0, 0, 0],
    [0, 10, 6, 2, 0, 0, 0, 0, 0],
    [0; 9],
    [0, 30, 24, 12, 4, 0, 0, 0, 0],
    [0, 14, 12, 6, 2, 0, 0, 0, 0],
    [0; 9],
];

/// What a king's place is worth by its rank from the own edge and its file from the middle.
const KING: [[Score; 5]; 9] = [
    [-10, 0, 20, 44, 40],
    [-30, -10, 24, 54, 46],
    [-70, -50, -20, 0, 0],
    [-110, -100, -80, -60, -50],
    [-140, -140, -130, -120, -110],
    [-150, -150, -150, -140, -130],
    [-130, -130, -130, -120, -110],
    [-90, -90, -90, -80, -70],
    [-60, -60, -60, -50, -50],
];

/// How much an attack on a square beside the king threatens, by kind.
const PRESSURE: [Score; 16] = [3, 4, 5, 8, 9, 8, 10, 0, 9, 9, 9, 9, 9, 11, 14, 0];
/// How much a piece in hand adds once there is an attack.
const RESERVE: [Score; 7] = [1, 4, 4, 8, 9, 7, 11];
const WEAK_SQUARE: Score = 9;
const NO_FLIGHT: [Score; 9] = [34, 20, 10, 4, 0, 0, 0, 0, 0];
const LOOSE: Score = 22;
const TURN: Score = 20;

/// Distances in steps of a king.
const DISTANCES: [[u8; 81]; 81] = {
    let mut table = [[0; 81]; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let files = (a / 9_u8).abs_diff(b / 9);
            let ranks = (a % 9_u8).abs_diff(b % 9);
            table[a as usize][b as usize] = if files > ranks { files } else { ranks };
            b += 1;
        }
        a += 1;
    }
    table
};

static DISTANCE: [[u8; 81]; 81] = DISTANCES;

/// Material and hands, the first side's less the second's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally(Score);

/// The squares from which each kind of piece gives check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aim {
    plain: [u128; 8],
    promoted: [u128; 8],
}

impl Searchable for Shogi {
    type Tally = Tally;
    type Aim = Aim;

    const HABITS: Habits = Habits {
        slots: 32 * 81 * 2,
        quiet_limit: None,
        captures_return: true,
        margin: 150,
        skips_late: true,
    };

    const LEVELS: [Level; 8] = [
        Level::new(610, 1, 1_630),
        Level::new(790, 1, 1_136),
        Level::new(910, 2, 923),
        Level::new(880, 2, 976),
        Level::new(1_100, 2, 699),
        Level::new(1_400, 3, 494),
        Level::new(1_800, 3, 349),
        Level::new(2_400, 4, 238),
    ];

    fn tally(&self) -> Tally {
        let mut total = 0;
        for side in Side::ALL {
            let mut worth = 0;
            for square in squares(self.occupied_by(side)) {
                worth += self.piece_at(square).map_or(0, on_board);
            }
            for role in Role::HELD {
                worth += i32::from(self.hand(side).count(role)) * HELD[role.index()];
            }
            total += signed(side, worth);
        }
        Tally(total)
    }

    fn tally_after(&self, tally: Tally, action: Action, _next: &Self) -> Tally {
        let change = match action.unpack() {
            Move::Board { to, .. } => {
                let taken = self.piece_at(to).map_or(0, worth_taken);
                taken + self.promotion(action)
            }
            Move::Drop { role, .. } => PLAIN[role.index()] - HELD[role.index()],
        };
        Tally(tally.0 + signed(self.to_act(), change))
    }

    fn evaluate(&self, tally: Tally) -> Score {
        let score = tally.0 + placement(self);
        signed(self.to_act(), score) + TURN
    }

    fn code(action: Action) -> u16 {
        match action.unpack() {
            Move::Board { from, to, promote } => {
                1 + 81 * u16::from(from.index())
                    + u16::from(to.index())
                    + if promote { 8_192 } else { 0 }
            }
            Move::Drop { role, to } => {
                1 + 16_384 + 81 * u16::try_from(role.index()).unwrap_or(0) + u16::from(to.index())
            }
        }
    }

    fn slot(&self, action: Action) -> usize {
        match action.unpack() {
            Move::Board { from, to, .. } => {
                let kind = self.piece_at(from).map_or(0, kind);
                kind * 81 + usize::from(to.index())
            }
            Move::Drop { role, to } => (16 + role.index()) * 81 + usize::from(to.index()),
        }
    }

    fn gain(&self, action: Action) -> Score {
        match action.unpack() {
            Move::Board { to, .. } => {
                self.piece_at(to).map_or(0, worth_taken) + self.promotion(action)
            }
            Move::Drop { .. } => 0,
        }
    }

    fn is_loud(&self, action: Action) -> bool {
        match action.unpack() {
            Move::Board { to, .. } => {
                self.piece_at(to).is_some() || self.promotion(action) >= LOUD_PROMOTION
            }
            Move::Drop { .. } => false,
        }
    }

    fn promise(&self, action: Action) -> i32 {
        let own = match action.unpack() {
            Move::Board { from, .. } => self.piece_at(from).map_or(0, on_board),
            Move::Drop { .. } => 0,
        };
        8 * self.gain(action) - own
    }

    fn exchange_is_below(&self, action: Action, least: Score) -> bool {
        let side = self.to_act();
        let (to, mover, mut occupied) = match action.unpack() {
            Move::Board { from, to, promote } => {
                let Some(piece) = self.piece_at(from) else { return false };
                let piece = Piece::new(side, piece.role(), piece.promoted() || promote);
                (to, piece, self.occupied() & !bit(from))
            }
            Move::Drop { role, to } => (to, Piece::new(side, role, false), self.occupied()),
        };
        let risk = if mover.role() == Role::King { KING_VALUE } else { worth_taken(mover) };
        occupied |= bit(to);
        exchange::is_below(self.gain(action), risk, least, side, |side| {
            let attackers = self.attackers(to, occupied) & self.occupied_by(side) & !bit(to);
            let mut least: Option<(Score, Square, Role)> = None;
            for square in squares(attackers) {
                let Some(piece) = self.piece_at(square) else { continue };
                let value =
                    if piece.role() == Role::King { KING_VALUE } else { worth_taken(piece) };
                if least.is_none_or(|(other, ..)| value < other) {
                    least = Some((value, square, piece.role()));
                }
            }
            let (value, square, role) = least?;
            occupied &= !bit(square);
            Some(Attacker { value, royal: role == Role::King })
        })
    }

    fn aim(&self) -> Aim {
        let side = self.to_act();
        let king = self.king(side.other());
        // Seen from the king, a piece checks from where one of the other side there would go.
        let from = |role, promoted| self.attacks(Piece::new(side.other(), role, promoted), king);
        let lines = from(Role::Rook, false);
        let diagonals = from(Role::Bishop, false);
        let around = Self::around(king);
        let gold = from(Role::Gold, false);
        Aim {
            plain: [
                from(Role::Pawn, false),
                from(Role::Lance, false),
                from(Role::Knight, false),
                from(Role::Silver, false),
                gold,
                diagonals,
                lines,
                0,
            ],
            promoted: [gold, gold, gold, gold, gold, diagonals | around, lines | around, 0],
        }
    }

    fn gives_check(&self, aim: &Aim, action: Action) -> bool {
        match action.unpack() {
            Move::Board { from, to, promote } => self.piece_at(from).is_some_and(|piece| {
                let role = piece.role().index();
                let promoted = piece.promoted() || promote;
                (if promoted { aim.promoted } else { aim.plain })[role] & bit(to) != 0
            }),
            Move::Drop { role, to } => aim.plain[role.index()] & bit(to) != 0,
        }
    }

    fn loud(&self, list: &mut Vec<Action>) -> Duty {
        let enemy = self.occupied_by(self.to_act().other());
        let wanted = |action| self.promotion(action) >= LOUD_PROMOTION;
        self.actions(&mut Onto { mask: enemy, list, wanted });
        Duty::Free
    }

    fn with_turn_passed(&self) -> Option<Self> {
        Some(Self::with_turn_passed(self))
    }
}

/// Promotions that gain at least this are loud: those of pawns, bishops and rooks.
const LOUD_PROMOTION: Score = 300;

/// More than anything else.
const KING_VALUE: Score = 20_000;

trait Helpers {
    fn occupied(&self) -> u128;
    fn promotion(&self, action: Action) -> Score;
}

impl Helpers for Shogi {
    #[inline]
    fn occupied(&self) -> u128 {
        self.occupied_by(Side::First) | self.occupied_by(Side::Second)
    }

    /// What a promotion gains.
    #[inline]
    fn promotion(&self, action: Action) -> Score {
        match action.unpack() {
            Move::Board { from, promote: true, .. } => {
                let role = self.piece_at(from).map_or(0, |piece| piece.role().index());
                PROMOTED[role] - PLAIN[role]
            }
            Move::Board { .. } | Move::Drop { .. } => 0,
        }
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

/// 0 to 7 for the roles, 8 more for promoted pieces.
#[inline]
const fn kind(piece: Piece) -> usize {
    piece.role().index() + if piece.promoted() { 8 } else { 0 }
}

#[inline]
const fn on_board(piece: Piece) -> Score {
    if piece.promoted() { PROMOTED[piece.role().index()] } else { PLAIN[piece.role().index()] }
}

/// The gain of capturing a piece: the other side loses it, and it goes into the hand.
#[inline]
const fn worth_taken(piece: Piece) -> Score {
    on_board(piece) + HELD[piece.role().index()]
}

/// What one side's pieces do.
struct Force {
    /// The squares attacked, those that only the king attacks left out.
    attacked: u128,
    /// How much they press on the squares around the enemy king.
    pressure: Score,
    attackers: Score,
    score: Score,
    /// The squares around the enemy king and its own.
    ring: u128,
    own_king: Square,
    enemy_king: Square,
}

/// Everything but material, for the first side.
fn placement(position: &Shogi) -> Score {
    let kings = [position.king(Side::First), position.king(Side::Second)];
    let first = force(position, Side::First, kings);
    let second = force(position, Side::Second, kings);
    first.score - second.score + danger(position, Side::Second, kings[1], &first, &second)
        - danger(position, Side::First, kings[0], &second, &first)
        + king_place(position, Side::First, kings[0])
        - king_place(position, Side::Second, kings[1])
        + LOOSE
            * (loose(position, Side::Second, &first, &second)
                - loose(position, Side::First, &second, &first))
}

fn force(position: &Shogi, side: Side, kings: [Square; 2]) -> Force {
    let own = position.occupied_by(side);
    let promoted = position.promoted();
    let plain = own & !promoted;
    let mut force = Force::new(kings[side.index()], kings[side.other().index()]);
    force.pawns(side, position.of(Role::Pawn) & plain);
    // Kind by kind, so that the processor can foresee how each piece goes.
    for (role, mobility) in [(Role::Lance, 2), (Role::Knight, 0), (Role::Silver, 0)] {
        let kind = role.index();
        for square in squares(position.of(role) & plain) {
            let attacks = position.attacks(Piece::new(side, role, false), square);
            force.add(kind, square, attacks);
            force.score += mobility * count(attacks & !own);
        }
    }
    let minor = position.of(Role::Pawn)
        | position.of(Role::Lance)
        | position.of(Role::Knight)
        | position.of(Role::Silver);
    for square in squares((position.of(Role::Gold) | minor & promoted) & own) {
        let kind = position.piece_at(square).map_or(0, kind);
        force.add(kind, square, position.attacks(Piece::new(side, Role::Gold, false), square));
    }
    for (role, mobility) in [(Role::Bishop, 4), (Role::Rook, 5)] {
        for square in squares(position.of(role) & own) {
            let promoted = promoted & bit(square) != 0;
            let piece = Piece::new(side, role, promoted);
            let attacks = position.attacks(piece, square);
            force.add(kind(piece), square, attacks);
            force.score += mobility * count(attacks & !own);
        }
    }
    force
}

impl Force {
    fn new(own_king: Square, enemy_king: Square) -> Self {
        Self {
            attacked: 0,
            pressure: 0,
            attackers: 0,
            score: 0,
            ring: Shogi::around(enemy_king) | bit(enemy_king),
            own_king,
            enemy_king,
        }
    }

    /// Adds a piece that is no king with the squares it attacks.
    #[inline]
    fn add(&mut self, kind: usize, square: Square, attacks: u128) {
        let place = usize::from(square.index());
        let to_enemy = DISTANCE[usize::from(self.enemy_king.index())][place];
        let to_own = DISTANCE[usize::from(self.own_king.index())][place];
        self.score +=
            ATTACK[kind][usize::from(to_enemy).min(8)] + DEFENCE[kind][usize::from(to_own).min(8)];
        self.attacked |= attacks;
        let hits = count(attacks & self.ring);
        self.pressure += PRESSURE[kind] * hits;
        self.attackers += i32::from(hits != 0);
    }

    /// Adds all pawns at once.
    #[inline]
    fn pawns(&mut self, side: Side, pawns: u128) {
        let within = |king: Square| &WITHIN[usize::from(king.index())];
        let (enemy, own) = (within(self.enemy_king), within(self.own_king));
        // For each distance, by how much its value exceeds the next one's.
        for (more, within) in const { falls(&ATTACK[0]) }.into_iter().zip(enemy).skip(1) {
            self.score += more * count(pawns & within);
        }
        for (more, within) in const { falls(&DEFENCE[0]) }.into_iter().zip(own).take(3).skip(1) {
            self.score += more * count(pawns & within);
        }
        // A pawn of the first side goes towards lower indices, and none stands on its last rank.
        let attacks = match side {
            Side::First => pawns >> 1,
            Side::Second => pawns << 1,
        };
        self.attacked |= attacks;
        let hits = count(attacks & self.ring);
        self.pressure += PRESSURE[0] * hits;
        self.attackers += hits;
    }
}

/// By square and distance: the other squares that are no further, in steps of a king.
static WITHIN: [[u128; 5]; 81] = {
    let mut table = [[0; 5]; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let mut distance = DISTANCES[a][b] as usize;
            while distance > 0 && distance < 5 {
                table[a][distance] |= 1 << b;
                distance += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// By how much each number is larger than the next.
const fn falls(row: &[Score; 9]) -> [Score; 9] {
    let mut falls = *row;
    let mut place = 0;
    while place < 8 {
        falls[place] -= row[place + 1];
        place += 1;
    }
    falls
}

const _: () = {
    // What pawns further away are worth is left out.
    let mut distance = 3;
    while distance < 9 {
        assert!(DEFENCE[0][distance] == 0 && (distance < 5 || ATTACK[0][distance] == 0));
        distance += 1;
    }
};

/// What the danger for the king of `side` is worth to the attacker.
fn danger(position: &Shogi, side: Side, king: Square, attack: &Force, defence: &Force) -> Score {
    let ring = Shogi::around(king);
    let own = position.occupied_by(side);
    let weak = count(ring & attack.attacked & !defence.attacked);
    let flight = usize::try_from((ring & !own & !attack.attacked).count_ones()).unwrap_or(0);
    let hand = position.hand(side.other());
    let mut reserve = 0;
    for role in Role::HELD {
        let held = i32::from(hand.count(role));
        if held > 0 {
            reserve += RESERVE[role.index()] * (held.min(2) + 1) / 2;
        }
    }
    let mut units = attack.pressure + WEAK_SQUARE * weak;
    if attack.attackers > 0 {
        units += 3 * attack.attackers + reserve + NO_FLIGHT[flight.min(8)];
    } else {
        units += reserve / 3 + NO_FLIGHT[flight.min(8)] / 4;
    }
    // Danger grows faster than what it consists of, up to a point.
    (units * units / 26).min(12 * units)
}

fn king_place(position: &Shogi, side: Side, king: Square) -> Score {
    let rank = match side {
        Side::First => 8 - king.rank(),
        Side::Second => king.rank(),
    };
    let file = king.file().abs_diff(4);
    let place = KING[usize::from(rank)][usize::from(file)];
    // An enemy without major pieces cannot hunt a king.
    let major =
        (position.of(Role::Rook) | position.of(Role::Bishop)) & position.occupied_by(side.other());
    let hand = position.hand(side.other());
    let majors =
        count(major) + i32::from(hand.count(Role::Rook)) + i32::from(hand.count(Role::Bishop));
    place * (2 + majors) / 4
}

/// How many pieces of a side are attacked and not defended.
fn loose(position: &Shogi, side: Side, attack: &Force, defence: &Force) -> Score {
    let king = bit(position.king(side));
    let guarded = defence.attacked | Shogi::around(position.king(side));
    let pawns = position.of(Role::Pawn) & !position.promoted();
    let own = position.occupied_by(side) & !king & !pawns;
    count(own & attack.attacked & !guarded)
}
