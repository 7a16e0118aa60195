//! The activity of the pieces of Xiangqi apart from their places: mobility, and the attack on the
//! general.

use super::weights::Weights;
use super::{bit, count, squares};
use crate::Score;
use engine::Side;
use engine::xiangqi::{Role, Xiangqi};

/// The half of the board beyond the river, as a side sees it.
const fn beyond(side: Side) -> u128 {
    let bottom = (1 << 45) - 1;
    match side {
        Side::First => bottom << 45,
        Side::Second => bottom,
    }
}

/// Mobility and attack of a side's pieces.
pub(super) fn activity(position: &Xiangqi, weights: &Weights, side: Side) -> Score {
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
        score += weights.chariot_reach * count(reach);
        attack += i32::from(far & bit(chariot) != 0) * 3 + 2 * count(reach & ring);
        if chariot.file() == general.file() {
            let between = count(Xiangqi::between(chariot, general) & all);
            score += weights.chariot_on_file[usize::from(between > 1)];
        }
    }
    let [open, over_two, otherwise] = weights.cannon_on_file;
    let [open_unguarded, over_two_unguarded] = weights.cannon_unguarded;
    for cannon in squares(position.of(Role::Cannon) & own) {
        let reach = position.cannon_attacks(cannon) & !own;
        score += weights.cannon_reach * count(reach);
        attack += i32::from(far & bit(cannon) != 0) * 2 + count(reach & ring);
        if cannon.file() == general.file() {
            // With nothing between no piece of the enemy may step between; over two pieces,
            // neither may leave.
            match count(Xiangqi::between(cannon, general) & all) {
                0 => score += open + open_unguarded * exposed,
                2 => score += over_two + over_two_unguarded * exposed,
                _ => score += otherwise,
            }
            attack += 2;
        } else if cannon.rank() == general.rank() {
            match count(Xiangqi::between(cannon, general) & all) {
                0 => score += weights.cannon_on_rank[0],
                2 => score += weights.cannon_on_rank[1],
                _ => {}
            }
            attack += 2;
        }
    }
    for horse in squares(position.of(Role::Horse) & own) {
        let reach = position.horse_attacks(horse) & !own;
        let leaps = usize::try_from(reach.count_ones()).unwrap_or(0);
        score += weights.horse_leaps[leaps.min(8)];
        attack += i32::from(far & bit(horse) != 0) * 3 + 2 * count(reach & ring);
    }
    let soldiers = position.of(Role::Soldier) & own & far;
    attack += count(soldiers);
    // Horses gain and cannons lose as the board empties.
    let late = weights.horse_late * count(position.of(Role::Horse) & own)
        + weights.cannon_late * count(position.of(Role::Cannon) & own);
    score += late * (32 - count(all)) / 4;
    // Advisors guard against chariots, elephants against cannons: a lack shows under attack.
    score + attack * attack * (4 + exposed) * weights.attack / 256
}
