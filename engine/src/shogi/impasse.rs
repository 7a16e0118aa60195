//! Impasse 持将棋: both kings have entered the enemy's camp and neither can be mated.
//!
//! Under `27-point` and `24-point` a side proposes to count and the other must agree; under
//! `declaration` the side to act declares, and wins or loses by it.
//!
//! Choices where the rules are silent: in a handicap game the removed pieces count for the giver
//! under all three; a count that puts both sides below the limit, possible only from a set-up
//! position without all pieces, draws; only the side to act declares.

use super::piece::{Role, rank_ahead};
use super::square::Square;
use super::{ImpasseRule, Shogi};
use crate::{BySide, Impasse, Outcome, Points, Reason, Refusal, Rule, Side};

/// The promotion zone: the far ranks of a side.
const ZONE_RANKS: u8 = 3;
/// The number of pieces, its king not counted, that a side needs in the zone to declare.
const PIECES_IN_ZONE: usize = 10;
/// The number of points that each side needs to declare.
const DECLARATION_POINTS: BySide<u32> = BySide { first: 28, second: 27 };

/// The points of a piece, promoted or not.
const fn value(role: Role) -> u32 {
    match role {
        Role::King => 0,
        Role::Bishop | Role::Rook => 5,
        Role::Pawn | Role::Lance | Role::Knight | Role::Silver | Role::Gold => 1,
    }
}

fn in_zone(side: Side, square: Square) -> bool {
    rank_ahead(side, square) < ZONE_RANKS
}

impl Shogi {
    /// The points of a side in a counted impasse: its pieces on the board and in hand, and the
    /// giver's in a handicap game also for those it plays without.
    #[must_use]
    pub fn impasse_points(&self, side: Side) -> u32 {
        self.points_on_board(side, |_| true) + self.points_off_board(side)
    }

    /// The points of a side in a declaration: as [`impasse_points`](Self::impasse_points), but
    /// of the pieces on the board only those in its promotion zone.
    #[must_use]
    pub fn declaration_points(&self, side: Side) -> u32 {
        self.points_on_board(side, |square| in_zone(side, square)) + self.points_off_board(side)
    }

    /// Whether the king of a side stands in its promotion zone.
    #[must_use]
    pub fn king_entered(&self, side: Side) -> bool {
        in_zone(side, self.board.king(side))
    }

    fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Role)> {
        Square::all().filter_map(move |square| {
            let piece = self.piece_at(square)?;
            (piece.side() == side).then(|| (square, piece.role()))
        })
    }

    fn points_on_board(&self, side: Side, counts: impl Fn(Square) -> bool) -> u32 {
        self.pieces(side).filter(|&(square, _)| counts(square)).map(|(_, role)| value(role)).sum()
    }

    fn points_off_board(&self, side: Side) -> u32 {
        let points = |role| {
            let mut count = self.hand(side).count(role);
            if side == Side::Second {
                count += self.rules().handicap.removed(role);
            }
            u32::from(count) * value(role)
        };
        Role::HELD.into_iter().map(points).sum()
    }

    /// Whether a declaration of `side` is right: its king in the zone and not in check, ten
    /// other pieces there, and points enough.
    #[must_use]
    pub fn declaration_holds(&self, side: Side) -> bool {
        let others =
            self.pieces(side).filter(|&(square, role)| role != Role::King && in_zone(side, square));
        self.king_entered(side)
            && super::danger::checkers(&self.board, side) == 0
            && others.count() >= PIECES_IN_ZONE
            && self.declaration_points(side) >= DECLARATION_POINTS[side]
    }
}

/// The answer to a proposal of `side` to count, or to its declaration.
pub(super) fn impasse(position: &Shogi, side: Side) -> Result<Impasse, Refusal> {
    let limit = match position.rules().impasse {
        ImpasseRule::Points27 => 27,
        ImpasseRule::Points24 => 24,
        ImpasseRule::Declaration => return declare(position, side),
    };
    let outside: Points = Side::ALL
        .into_iter()
        .filter(|&side| !position.king_entered(side))
        .map(|side| position.board.king(side).index())
        .collect();
    if !outside.as_slice().is_empty() {
        return Err(Refusal::with(Rule::NoImpasse, outside));
    }
    let below = BySide::from_fn(|side| position.impasse_points(side) < limit);
    let outcome = match (below.first, below.second) {
        (true, false) => Outcome::win(Side::Second, Reason::Impasse),
        (false, true) => Outcome::win(Side::First, Reason::Impasse),
        (true, true) | (false, false) => Outcome::draw(Reason::Impasse),
    };
    Ok(Impasse { outcome, by_agreement: true })
}

fn declare(position: &Shogi, side: Side) -> Result<Impasse, Refusal> {
    if side != position.to_act {
        return Err(Refusal::new(Rule::NoImpasse));
    }
    let outcome = if position.declaration_holds(side) {
        Outcome::win(side, Reason::Declaration)
    } else {
        Outcome::win(side.other(), Reason::WrongDeclaration)
    };
    Ok(Impasse { outcome, by_agreement: false })
}
