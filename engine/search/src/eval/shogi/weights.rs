//! The numbers of the evaluation of Shogi, in points of which a pawn on the board has a hundred.
//!
//! Tables by kind have sixteen rows: the roles in the order of `Role::ALL`, then the promoted ones.
//! `yiguan bench tune shogi` fits all numbers to games that the search plays against itself.

use crate::{Numbers, Score};

/// The weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// A piece on the board, in the order of `Role::ALL`.
    pub plain: [Score; 8],
    /// A promoted piece.
    pub promoted: [Score; 8],
    /// A piece in hand.
    pub held: [Score; 8],
    /// The value of nearness to the enemy king, by kind of piece and distance. For pawns only
    /// distances up to four count.
    pub attack: [[Score; 9]; 16],
    /// The value of nearness to the own king. For pawns only distances up to two count.
    pub defence: [[Score; 9]; 16],
    /// The value of a king's place, by its rank from the own edge and its file from the middle; in
    /// full while the enemy has two major pieces.
    pub king: [[Score; 5]; 9],
    /// A square that a lance, a bishop or a rook attacks.
    pub mobility: [Score; 3],
    /// The threat of an attack on a neighbour of the king, by kind of piece.
    pub pressure: [Score; 16],
    /// The addition for a piece in hand once there is an attack.
    pub reserve: [Score; 7],
    /// The threat of a square next to the king that the enemy attacks and only the king defends.
    pub weak_square: Score,
    /// The threat of a lack of squares to flee to, by their number.
    pub no_flight: [Score; 9],
    /// A piece of the enemy that is attacked and not defended.
    pub loose: Score,
    /// Being the one to act.
    pub turn: Score,
}

impl Numbers for Weights {
    fn visit(&mut self, name: &str, each: &mut dyn FnMut(&str, &mut Score)) {
        let Self {
            plain,
            promoted,
            held,
            attack,
            defence,
            king,
            mobility,
            pressure,
            reserve,
            weak_square,
            no_flight,
            loose,
            turn,
        } = self;
        plain.visit(&format!("{name} plain"), each);
        promoted.visit(&format!("{name} promoted"), each);
        held.visit(&format!("{name} held"), each);
        attack.visit(&format!("{name} attack"), each);
        defence.visit(&format!("{name} defence"), each);
        king.visit(&format!("{name} king"), each);
        mobility.visit(&format!("{name} mobility"), each);
        pressure.visit(&format!("{name} pressure"), each);
        reserve.visit(&format!("{name} reserve"), each);
        weak_square.visit(&format!("{name} weak_square"), each);
        no_flight.visit(&format!("{name} no_flight"), each);
        loose.visit(&format!("{name} loose"), each);
        turn.visit(&format!("{name} turn"), each);
    }
}

/// The weights that playing uses.
pub(super) const WEIGHTS: Weights = Weights {
    plain: [100, 280, 310, 460, 520, 730, 880, 0],
    promoted: [480, 500, 510, 520, 520, 1_050, 1_250, 0],
    held: [125, 310, 340, 500, 570, 800, 980, 0],
    attack: [
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
    ],
    defence: [
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
    ],
    king: [
        [-10, 0, 20, 44, 40],
        [-30, -10, 24, 54, 46],
        [-70, -50, -20, 0, 0],
        [-110, -100, -80, -60, -50],
        [-140, -140, -130, -120, -110],
        [-150, -150, -150, -140, -130],
        [-130, -130, -130, -120, -110],
        [-90, -90, -90, -80, -70],
        [-60, -60, -60, -50, -50],
    ],
    mobility: [2, 4, 5],
    pressure: [3, 4, 5, 8, 9, 8, 10, 0, 9, 9, 9, 9, 9, 11, 14, 0],
    reserve: [1, 4, 4, 8, 9, 7, 11],
    weak_square: 9,
    no_flight: [34, 20, 10, 4, 0, 0, 0, 0, 0],
    loose: 22,
    turn: 20,
};
