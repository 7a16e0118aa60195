//! Legal moves, written as sets of destinations.
//!
//! Pieces that cannot expose their general have all their destinations; the suspects, the
//! general, and every piece of a side in check are tested move by move. See
//! [`danger`](super::danger).

use super::board::Board;
use super::danger::{Danger, Guard};
use super::piece::{Piece, Role};
use super::square::{FILES, POINTS, Square, squares};
use super::tables::STEP;
use super::{Move, Ruleset};
use crate::{Side, Sink};

/// Hands every legal move of `side` to the sink.
#[inline]
pub(super) fn generate<S: Sink<Move>>(board: &Board, side: Side, rules: Ruleset, sink: &mut S) {
    let danger = Danger::of(board, side);
    let own = board.side(side);
    let careful =
        if danger.checkers == 0 { danger.suspects | board.general(side).bit() } else { own };
    let moves = Moves { board, side, allowed: !(own | danger.hollow) };
    if moves.free(own & !careful, sink) {
        return;
    }
    let moves = Moves { board, side, allowed: !own };
    let guard = Guard::new(board, side, rules, &danger);
    for from in squares(careful) {
        let mut targets = 0;
        for to in squares(moves.reach(from)) {
            if guard.allows(Move { from, to }) {
                targets |= to.bit();
            }
        }
        if targets != 0 && push_from(sink, from, targets) {
            return;
        }
    }
}

/// Generates the moves of one side to the points allowed.
struct Moves<'a> {
    board: &'a Board,
    side: Side,
    allowed: u128,
}

impl Moves<'_> {
    /// Hands over the moves of the pieces in `movers`. Returns whether the sink wants no more.
    #[inline]
    fn free<S: Sink<Move>>(&self, movers: u128, sink: &mut S) -> bool {
        let Self { board, allowed, .. } = *self;
        for from in squares(board.of(Role::Chariot) & movers) {
            if push_from(sink, from, board.chariot(from) & allowed) {
                return true;
            }
        }
        for from in squares(board.of(Role::Cannon) & movers) {
            if push_from(sink, from, board.cannon(from) & allowed) {
                return true;
            }
        }
        for from in squares(board.of(Role::Horse) & movers) {
            if push_from(sink, from, board.horse(from) & allowed) {
                return true;
            }
        }
        push_all(sink, self.soldiers(board.of(Role::Soldier) & movers))
            || push_all(sink, self.advisors(board.of(Role::Advisor) & movers))
            || push_all(sink, self.elephants(board.of(Role::Elephant) & movers))
    }

    /// The points that the piece on a point could reach if its general were safe.
    fn reach(&self, from: Square) -> u128 {
        let Some(role) = self.board.role_at(from) else { return 0 };
        let all = |shifted: &[Shifted]| shifted.iter().fold(0, |set, s| set | s.targets);
        let reach = match role {
            Role::General => STEP[usize::from(from.index())] & zone(self.side, role),
            Role::Advisor => all(&self.advisors(from.bit())),
            Role::Elephant => all(&self.elephants(from.bit())),
            Role::Horse => self.board.horse(from),
            Role::Chariot => self.board.chariot(from),
            Role::Cannon => self.board.cannon(from),
            Role::Soldier => all(&self.soldiers(from.bit())),
        };
        reach & self.allowed
    }

    #[inline]
    fn soldiers(&self, soldiers: u128) -> [Shifted; 3] {
        let forward = match self.side {
            Side::First => 9,
            Side::Second => -9,
        };
        let allowed = self.allowed & BOARD;
        let crossed = soldiers & HALVES[self.side.other().index()];
        [
            Shifted::new(soldiers, forward, allowed),
            Shifted::new(crossed, 1, allowed & !LEFT_FILE),
            Shifted::new(crossed, -1, allowed & !RIGHT_FILE),
        ]
    }

    #[inline]
    fn advisors(&self, advisors: u128) -> [Shifted; 4] {
        let targets = zone(self.side, Role::Advisor) & self.allowed;
        DIAGONALS.map(|step| Shifted::new(advisors, step, targets))
    }

    /// A step to the eye, which must be empty, and another. A step over the edge of the board
    /// comes out on a point where no elephant can stand.
    #[inline]
    fn elephants(&self, elephants: u128) -> [Shifted; 4] {
        let targets = zone(self.side, Role::Elephant) & self.allowed;
        let occupied = self.board.occupied();
        DIAGONALS.map(|step| {
            let eyes = shift(elephants, step) & !occupied;
            Shifted { targets: shift(eyes, step) & targets, step: 2 * step }
        })
    }
}

/// The same step of several pieces at once.
#[derive(Clone, Copy)]
struct Shifted {
    targets: u128,
    step: i8,
}

impl Shifted {
    #[inline]
    const fn new(movers: u128, step: i8, allowed: u128) -> Self {
        Self { targets: shift(movers, step) & allowed, step }
    }

    #[inline]
    fn push<S: Sink<Move>>(self, sink: &mut S) -> bool {
        sink.push_set(self.targets, |to| Move {
            from: Square::of_bit(to.wrapping_add_signed(-self.step)),
            to: Square::of_bit(to),
        })
    }
}

#[inline]
fn push_from<S: Sink<Move>>(sink: &mut S, from: Square, targets: u128) -> bool {
    sink.push_set(targets, |to| Move { from, to: Square::of_bit(to) })
}

#[inline]
fn push_all<S: Sink<Move>, const N: usize>(sink: &mut S, steps: [Shifted; N]) -> bool {
    steps.into_iter().any(|shifted| shifted.push(sink))
}

#[inline]
pub(super) const fn shift(board: u128, step: i8) -> u128 {
    if step > 0 { board << step.unsigned_abs() } else { board >> step.unsigned_abs() }
}

pub(super) const DIAGONALS: [i8; 4] = [10, 8, -8, -10];

const BOARD: u128 = (1 << POINTS) - 1;
const LEFT_FILE: u128 = BOARD / ((1 << FILES) - 1);
const RIGHT_FILE: u128 = LEFT_FILE << (FILES - 1);

/// The own halves of the board, up to the river.
const HALVES: [u128; 2] = {
    let bottom = (1 << (POINTS / 2)) - 1;
    [bottom, BOARD & !bottom]
};

/// The points on which the general, the advisors and the elephants of a side can stand.
#[inline]
pub(super) const fn zone(side: Side, role: Role) -> u128 {
    ZONES[side.index()][role.index()]
}

const ZONES: [[u128; 3]; 2] = {
    let mut zones = [[0; 3]; 2];
    let mut side = 0;
    while side < 2 {
        let mut role = 0;
        while role < 3 {
            let piece = Piece { side: Side::ALL[side], role: Role::ALL[role] };
            let mut place: u8 = 0;
            while let Some(square) = Square::from_index(place) {
                if piece.can_stand_on(square) {
                    zones[side][role] |= square.bit();
                }
                place += 1;
            }
            role += 1;
        }
        side += 1;
    }
    zones
};
