//! Exchanges on one square: the gain if both sides take there as long as it pays, the least
//! valuable piece first. The usual *static exchange evaluation*.

use crate::Score;
use engine::Side;

/// A piece that takes in its turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attacker {
    /// The gain of the other side if it takes the piece back.
    pub(super) value: Score,
    /// Whether it may take only where nothing can take it back.
    pub(super) royal: bool,
}

/// Whether an exchange ends below `least` for the side that begins it: it gains `gain` and
/// leaves a piece of value `risk` there. `next` names and takes off the least valuable piece of a
/// side that can take now.
pub(super) fn is_below(
    gain: Score,
    risk: Score,
    least: Score,
    by: Side,
    mut next: impl FnMut(Side) -> Option<Attacker>,
) -> bool {
    // The gain that the side to take needs for the exchange to turn its way.
    let mut balance = gain - least;
    if balance < 0 {
        return true;
    }
    balance = risk - balance;
    if balance <= 0 {
        return false;
    }
    let mut below = false;
    let mut side = by;
    loop {
        side = side.other();
        let Some(attacker) = next(side) else { return below };
        if attacker.royal {
            // The king may take last only.
            return if next(side.other()).is_some() { below } else { !below };
        }
        below = !below;
        balance = attacker.value - balance;
        if balance < i32::from(!below) {
            return below;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An exchange begun by the first side; the others' pieces in the order in which they take.
    #[track_caller]
    fn check(gain: Score, risk: Score, second: &[Score], first: &[Score], worth: Score) {
        let below = |least| {
            let (mut first, mut second) = (first.iter(), second.iter());
            is_below(gain, risk, least, Side::First, |side| {
                let value = match side {
                    Side::First => first.next(),
                    Side::Second => second.next(),
                };
                value.map(|&value| Attacker { value, royal: false })
            })
        };
        assert!(!below(worth), "at least {worth}");
        assert!(below(worth + 1), "no more than {worth}");
    }

    #[test]
    fn undefended_piece_is_won() {
        check(100, 500, &[], &[], 100);
    }

    #[test]
    fn a_piece_taken_back_is_exchanged() {
        check(300, 500, &[100], &[], -200);
        check(500, 300, &[100], &[], 200);
    }

    #[test]
    fn exchange_stops_where_it_does_not_pay() {
        // Taking back with a rook that falls to a pawn is left undone.
        check(100, 100, &[900], &[100], 100);
        // The pawn that takes back falls too, but has won more.
        check(300, 500, &[100], &[100], -100);
    }
}
