//! The legal moves, generated as sets of destinations and legal as they come: nothing is tried
//! out but the one pawn drop that could mate.

use super::board::{self, Board, far_ranks, forward};
use super::danger::{Danger, safe};
use super::moves::Action;
use super::piece::Role;
use super::square::{SIZE, Square, squares};
use super::{Shogi, lines, steps};
use crate::{AnyAction, Position, Side, Sink};

/// Hands every legal move to the sink.
#[inline]
pub(super) fn generate<S: Sink<Action>>(position: &Shogi, sink: &mut S) {
    match position.to_act {
        Side::First => Generator::<true>::new(position).generate(sink),
        Side::Second => Generator::<false>::new(position).generate(sink),
    };
}

/// The moves of the first side, if `FIRST`, or of the second.
struct Generator<'a, const FIRST: bool> {
    position: &'a Shogi,
    board: &'a Board,
    own: u128,
    occupied: u128,
    king: Square,
    danger: Danger,
}

impl<'a, const FIRST: bool> Generator<'a, FIRST> {
    const SIDE: Side = if FIRST { Side::First } else { Side::Second };
    /// The three far ranks, on which pieces promote.
    const PROMOTION_ZONE: u128 = far_ranks::<FIRST>(3);
    const LAST_RANK: u128 = far_ranks::<FIRST>(1);
    const LAST_TWO_RANKS: u128 = far_ranks::<FIRST>(2);

    #[inline]
    fn new(position: &'a Shogi) -> Self {
        let board = &position.board;
        let king = board.king(Self::SIDE);
        Self {
            position,
            board,
            own: board.side(Self::SIDE),
            occupied: board.occupied(),
            king,
            danger: Danger::of(board, Self::SIDE, king),
        }
    }

    /// Returns whether the sink wanted no more.
    #[inline]
    fn generate<S: Sink<Action>>(&self, sink: &mut S) -> bool {
        if self.king_moves(sink) {
            return true;
        }
        let checkers = self.danger.checkers;
        if checkers == 0 {
            return self.board_moves(board::ALL & !self.own, sink)
                || self.pinned_moves(sink)
                || self.drops(board::ALL & !self.occupied, sink);
        }
        if checkers & (checkers - 1) != 0 {
            // Nothing but a king's move answers two checks.
            return false;
        }
        // A pinned piece cannot answer: its line and the check's meet only at the king.
        let between = self.danger.between;
        self.board_moves(between | checkers, sink) || self.drops(between, sink)
    }

    #[inline]
    fn king_moves<S: Sink<Action>>(&self, sink: &mut S) -> bool {
        let king = self.king;
        let steps = steps::king(king) & !self.own;
        steps != 0 && plain(king, safe::<FIRST>(self.board, king, steps), sink)
    }

    /// Moves of pieces that are not pinned to squares of `allowed`.
    #[inline]
    fn board_moves<S: Sink<Action>>(&self, allowed: u128, sink: &mut S) -> bool {
        let free = self.own & !self.danger.pinned;
        let board = self.board;
        if self.pawns(board.plain(Role::Pawn) & free, allowed, sink)
            || self.knights(board.plain(Role::Knight) & free, allowed, sink)
        {
            return true;
        }
        for from in squares(board.golds() & free) {
            if plain(from, steps::gold(Self::SIDE, from) & allowed, sink) {
                return true;
            }
        }
        for from in squares(board.plain(Role::Silver) & free) {
            let to = steps::silver(Self::SIDE, from) & allowed;
            if self.promotable(from, to, 0, sink) {
                return true;
            }
        }
        for from in squares(board.plain(Role::Lance) & free) {
            if self.promotable(from, self.lance(from) & allowed, Self::LAST_RANK, sink) {
                return true;
            }
        }
        for from in squares(board.of(Role::Bishop) & free) {
            if self.slider(from, lines::bishop(from, self.occupied), allowed, sink) {
                return true;
            }
        }
        for from in squares(board.of(Role::Rook) & free) {
            if self.slider(from, lines::rook(from, self.occupied), allowed, sink) {
                return true;
            }
        }
        false
    }

    /// All pawns step at once.
    #[inline]
    fn pawns<S: Sink<Action>>(&self, pawns: u128, allowed: u128, sink: &mut S) -> bool {
        let to = forward::<FIRST>(pawns) & allowed;
        let back = |to: u8| Square::of_bit(if FIRST { to + 1 } else { to - 1 });
        sink.push_set(to & !Self::LAST_RANK, |to| {
            Action::board(back(to), Square::of_bit(to), false)
        }) || sink.push_set(to & Self::PROMOTION_ZONE, |to| {
            Action::board(back(to), Square::of_bit(to), true)
        })
    }

    /// All knights leap at once, first to one side, then to the other.
    #[inline]
    fn knights<S: Sink<Action>>(&self, knights: u128, allowed: u128, sink: &mut S) -> bool {
        if knights == 0 {
            return false;
        }
        let ahead = forward::<FIRST>(forward::<FIRST>(knights));
        let back = if FIRST { 2 } else { -2 };
        let files = i8::from_ne_bytes([SIZE]);
        let left = ((ahead << SIZE) & allowed, back - files);
        let right = ((ahead >> SIZE) & allowed, back + files);
        [left, right].into_iter().any(|(to, back)| {
            let origin = |to: u8| Square::of_bit(to.wrapping_add_signed(back));
            sink.push_set(to & !Self::LAST_TWO_RANKS, |to| {
                Action::board(origin(to), Square::of_bit(to), false)
            }) || sink.push_set(to & Self::PROMOTION_ZONE, |to| {
                Action::board(origin(to), Square::of_bit(to), true)
            })
        })
    }

    #[inline]
    fn lance(&self, from: Square) -> u128 {
        lines::file(from, self.occupied) & steps::ahead(Self::SIDE, from)
    }

    /// A bishop or rook, promoted or not, that slides to squares of `reached`.
    #[inline]
    fn slider<S: Sink<Action>>(
        &self,
        from: Square,
        reached: u128,
        allowed: u128,
        sink: &mut S,
    ) -> bool {
        if self.board.promoted_sliders() & from.bit() != 0 {
            plain(from, (reached | steps::king(from)) & allowed, sink)
        } else {
            self.promotable(from, reached & allowed, 0, sink)
        }
    }

    /// Moves of an unpromoted piece, which on squares of `dead` must promote.
    #[inline]
    fn promotable<S: Sink<Action>>(
        &self,
        from: Square,
        to: u128,
        dead: u128,
        sink: &mut S,
    ) -> bool {
        let promotions =
            if from.bit() & Self::PROMOTION_ZONE != 0 { to } else { to & Self::PROMOTION_ZONE };
        plain(from, to & !dead, sink)
            || sink.push_set(promotions, |to| Action::board(from, Square::of_bit(to), true))
    }

    /// Moves of the pinned pieces along their lines.
    #[inline]
    fn pinned_moves<S: Sink<Action>>(&self, sink: &mut S) -> bool {
        self.danger.pins().iter().any(|pin| self.pinned_piece(pin.square, pin.line, sink))
    }

    fn pinned_piece<S: Sink<Action>>(&self, from: Square, line: u128, sink: &mut S) -> bool {
        let Some(piece) = self.board.piece_at(from) else { return false };
        let gold = steps::gold(Self::SIDE, from) & line;
        match (piece.role(), piece.promoted()) {
            // No square that a knight reaches is on a line through its own.
            (Role::King, _) | (Role::Knight, false) => false,
            (Role::Gold, _) | (Role::Pawn | Role::Lance | Role::Knight | Role::Silver, true) => {
                plain(from, gold, sink)
            }
            (Role::Pawn, false) => self.pawns(from.bit(), line, sink),
            (Role::Lance, false) => {
                self.promotable(from, self.lance(from) & line, Self::LAST_RANK, sink)
            }
            (Role::Silver, false) => {
                self.promotable(from, steps::silver(Self::SIDE, from) & line, 0, sink)
            }
            (Role::Bishop, _) => self.slider(from, lines::bishop(from, self.occupied), line, sink),
            (Role::Rook, _) => self.slider(from, lines::rook(from, self.occupied), line, sink),
        }
    }

    /// Drops on squares of `empty`, which has no occupied ones.
    #[inline]
    fn drops<S: Sink<Action>>(&self, empty: u128, sink: &mut S) -> bool {
        let hand = self.position.hands[Self::SIDE];
        if hand.is_empty() || empty == 0 {
            return false;
        }
        let held = |role, to, sink: &mut S| {
            hand.has(role) && sink.push_set(to, |to| Action::drop(role, Square::of_bit(to)))
        };
        held(Role::Lance, empty & !Self::LAST_RANK, sink)
            || held(Role::Knight, empty & !Self::LAST_TWO_RANKS, sink)
            || held(Role::Silver, empty, sink)
            || held(Role::Gold, empty, sink)
            || held(Role::Bishop, empty, sink)
            || held(Role::Rook, empty, sink)
            || (hand.has(Role::Pawn) && self.pawn_drops(empty & !Self::LAST_RANK, sink))
    }

    #[inline]
    fn pawn_drops<S: Sink<Action>>(&self, empty: u128, sink: &mut S) -> bool {
        let mut to = empty & files_without(self.board.plain(Role::Pawn) & self.own);
        let enemy = self.board.king(Self::SIDE.other());
        let before_king = match FIRST {
            true => forward::<false>(enemy.bit()),
            false => forward::<true>(enemy.bit()),
        };
        if to & before_king != 0 && self.pawn_drop_mates(Square::lowest(before_king)) {
            to &= !before_king;
        }
        sink.push_set(to, |to| Action::drop(Role::Pawn, Square::of_bit(to)))
    }

    /// Whether the pawn dropped before the enemy king leaves no reply. None of the replies is a
    /// drop, since nothing can be placed between, so the question is not asked in turn.
    #[cold]
    fn pawn_drop_mates(&self, before_king: Square) -> bool {
        let mut after = *self.position;
        after.apply(Action::drop(Role::Pawn, before_king));
        let mut reply = AnyAction::default();
        generate(&after, &mut reply);
        !reply.found
    }
}

/// Moves without promotion.
#[inline]
fn plain<S: Sink<Action>>(from: Square, to: u128, sink: &mut S) -> bool {
    sink.push_set(to, |to| Action::board(from, Square::of_bit(to), false))
}

/// All squares of the files on which none of `pawns` stands, at most one of which is on a file.
#[inline]
const fn files_without(pawns: u128) -> u128 {
    // Within the nine bits of a file, the last square's bit less the pawn's keeps that bit only
    // if there is no pawn; less one, it then leaves all bits below.
    const LAST_RANK: u128 = board::rank(SIZE - 1);
    let free = (LAST_RANK - pawns) & LAST_RANK;
    free | (free - (free >> (SIZE - 1)))
}
