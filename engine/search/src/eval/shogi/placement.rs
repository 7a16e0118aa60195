//! The terms of the evaluation of Shogi apart from material: the activity of the pieces, the places
//! of the kings and the danger they are in, pieces that hang.

use super::force::{Force, force};
use super::weights::Weights;
use super::{bit, count};
use crate::Score;
use engine::Side;
use engine::shogi::{Role, Shogi, Square};

/// Everything but material, for the first side.
pub(super) fn placement(position: &Shogi, weights: &Weights) -> Score {
    let kings = [position.king(Side::First), position.king(Side::Second)];
    let first = force(position, weights, Side::First, kings);
    let second = force(position, weights, Side::Second, kings);
    first.score - second.score + danger(position, weights, Side::Second, kings[1], &first, &second)
        - danger(position, weights, Side::First, kings[0], &second, &first)
        + king_place(position, weights, Side::First, kings[0])
        - king_place(position, weights, Side::Second, kings[1])
        + weights.loose
            * (loose(position, Side::Second, &first, &second)
                - loose(position, Side::First, &second, &first))
}

/// The value to the attacker of the danger for the king of `side`.
fn danger(
    position: &Shogi,
    weights: &Weights,
    side: Side,
    king: Square,
    attack: &Force<'_>,
    defence: &Force<'_>,
) -> Score {
    let ring = Shogi::around(king);
    let own = position.occupied_by(side);
    let weak = count(ring & attack.attacked & !defence.attacked);
    let flight = usize::try_from((ring & !own & !attack.attacked).count_ones()).unwrap_or(0);
    let hand = position.hand(side.other());
    let mut reserve = 0;
    for role in Role::HELD {
        let held = i32::from(hand.count(role));
        if held > 0 {
            reserve += weights.reserve[role.index()] * (held.min(2) + 1) / 2;
        }
    }
    let mut units = attack.pressure + weights.weak_square * weak;
    if attack.attackers > 0 {
        units += 3 * attack.attackers + reserve + weights.no_flight[flight.min(8)];
    } else {
        units += reserve / 3 + weights.no_flight[flight.min(8)] / 4;
    }
    // Danger grows faster than its parts, up to a point.
    (units * units / 26).min(12 * units)
}

/// The value of the king's place.
fn king_place(position: &Shogi, weights: &Weights, side: Side, king: Square) -> Score {
    let rank = match side {
        Side::First => 8 - king.rank(),
        Side::Second => king.rank(),
    };
    let file = king.file().abs_diff(4);
    let place = weights.king[usize::from(rank)][usize::from(file)];
    // An enemy without major pieces cannot hunt a king.
    let major =
        (position.of(Role::Rook) | position.of(Role::Bishop)) & position.occupied_by(side.other());
    let hand = position.hand(side.other());
    let majors =
        count(major) + i32::from(hand.count(Role::Rook)) + i32::from(hand.count(Role::Bishop));
    place * (2 + majors) / 4
}

/// The number of pieces of a side that are attacked and not defended.
fn loose(position: &Shogi, side: Side, attack: &Force<'_>, defence: &Force<'_>) -> Score {
    let king = bit(position.king(side));
    let guarded = defence.attacked | Shogi::around(position.king(side));
    let pawns = position.of(Role::Pawn) & !position.promoted();
    let own = position.occupied_by(side) & !king & !pawns;
    count(own & attack.attacked & !guarded)
}
