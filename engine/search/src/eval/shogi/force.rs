//! The activity of the pieces of one side of Shogi: their distances from the kings, their mobility,
//! and their pressure on the enemy king.

use super::distance::{DISTANCE, WITHIN};
use super::weights::Weights;
use super::{bit, count, kind, squares};
use crate::Score;
use engine::Side;
use engine::shogi::{Piece, Role, Shogi, Square};

/// The activity of one side's pieces.
pub(super) struct Force<'a> {
    weights: &'a Weights,
    /// The squares attacked, those that only the king attacks left out.
    pub(super) attacked: u128,
    /// Their pressure on the squares around the enemy king.
    pub(super) pressure: Score,
    /// The number of pieces that exert it.
    pub(super) attackers: Score,
    /// The value of their distances and their mobility.
    pub(super) score: Score,
    /// The squares around the enemy king and its own.
    ring: u128,
    own_king: Square,
    enemy_king: Square,
}

/// The activity of the pieces of a side, with the kings on these squares.
pub(super) fn force<'a>(
    position: &Shogi,
    weights: &'a Weights,
    side: Side,
    kings: [Square; 2],
) -> Force<'a> {
    let own = position.occupied_by(side);
    let promoted = position.promoted();
    let plain = own & !promoted;
    let mut force = Force::new(weights, kings[side.index()], kings[side.other().index()]);
    let [lance, bishop, rook] = weights.mobility;
    force.pawns(side, position.of(Role::Pawn) & plain);
    // Kind by kind, so that the processor can foresee how each piece goes.
    for (role, mobility) in [(Role::Lance, lance), (Role::Knight, 0), (Role::Silver, 0)] {
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
    for (role, mobility) in [(Role::Bishop, bishop), (Role::Rook, rook)] {
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

impl<'a> Force<'a> {
    fn new(weights: &'a Weights, own_king: Square, enemy_king: Square) -> Self {
        Self {
            weights,
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
        self.score += self.weights.attack[kind][usize::from(to_enemy).min(8)]
            + self.weights.defence[kind][usize::from(to_own).min(8)];
        self.attacked |= attacks;
        let hits = count(attacks & self.ring);
        self.pressure += self.weights.pressure[kind] * hits;
        self.attackers += i32::from(hits != 0);
    }

    /// Adds all pawns at once.
    #[inline]
    fn pawns(&mut self, side: Side, pawns: u128) {
        let within = |king: Square| &WITHIN[usize::from(king.index())];
        let (enemy, own) = (within(self.enemy_king), within(self.own_king));
        // For each distance, by how much its value exceeds the next one's.
        let [_, a, b, c, d, ..] = self.weights.attack[0];
        for (more, within) in [a - b, b - c, c - d, d].into_iter().zip(&enemy[1..]) {
            self.score += more * count(pawns & within);
        }
        let [_, a, b, ..] = self.weights.defence[0];
        for (more, within) in [a - b, b].into_iter().zip(&own[1..]) {
            self.score += more * count(pawns & within);
        }
        // A pawn of the first side goes towards lower indices, and none stands on its last rank.
        let attacks = match side {
            Side::First => pawns >> 1,
            Side::Second => pawns << 1,
        };
        self.attacked |= attacks;
        let hits = count(attacks & self.ring);
        self.pressure += self.weights.pressure[0] * hits;
        self.attackers += hits;
    }
}
