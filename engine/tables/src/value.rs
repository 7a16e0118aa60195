//! The value of a position with best play: win, draw or loss, with the distance to the end.
//!
//! Values are ordered by how good they are for their side, so the best action is the maximum. The
//! packed form has two bytes; a distance above `MAX_DISTANCE` does not fit, and solving reports it.

use std::cmp::Ordering;

/// The longest distance a table can hold, in actions.
pub const MAX_DISTANCE: u16 = u16::MAX >> 2;

/// The value of a position for the side to act, with best play by both sides: the winner
/// takes the shortest way, the loser the longest. Distances count the actions of both sides until
/// the game is over, so a finished position has distance 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to act wins in that many actions.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to act loses in that many actions.
    Loss(u16),
}

impl Value {
    /// `win`, `draw` or `loss`, as on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Draw => "draw",
            Self::Loss(_) => "loss",
        }
    }

    /// The number of actions until the end of the game; `None` in a draw.
    #[must_use]
    pub const fn distance(self) -> Option<u16> {
        match self {
            Self::Win(distance) | Self::Loss(distance) => Some(distance),
            Self::Draw => None,
        }
    }

    /// The same position seen by the other side.
    #[must_use]
    pub const fn for_other(self) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance),
        }
    }

    /// The value one action earlier, for the same side.
    #[must_use]
    pub const fn one_action_before(self) -> Self {
        match self {
            Self::Win(distance) => Self::Win(distance.saturating_add(1)),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Loss(distance.saturating_add(1)),
        }
    }

    /// Whether both are wins, both draws or both losses, at any distances.
    #[must_use]
    pub const fn is_same_result(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Win(_), Self::Win(_))
                | (Self::Draw, Self::Draw)
                | (Self::Loss(_), Self::Loss(_))
        )
    }

    /// Two bytes: the distance times four, plus 0 for a draw, 1 for a win, 2 for a loss.
    pub(crate) const fn pack(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Win(distance) => (distance << 2) | 1,
            Self::Loss(distance) => (distance << 2) | 2,
        }
    }

    /// Reads a value that [`pack`](Self::pack) wrote; `None` if it cannot have written this.
    pub(crate) const fn unpack(packed: u16) -> Option<Self> {
        match packed & 3 {
            0 if packed == 0 => Some(Self::Draw),
            1 => Some(Self::Win(packed >> 2)),
            2 => Some(Self::Loss(packed >> 2)),
            _ => None,
        }
    }

    const fn rank(self) -> i32 {
        match self {
            Self::Win(distance) => i32::MAX - distance as i32,
            Self::Draw => 0,
            Self::Loss(distance) => i32::MIN + distance as i32,
        }
    }
}

/// The better value for its side is the greater: a win before a draw before a loss, a shorter
/// win, a longer loss.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_value_is_the_greater() {
        let rising = [
            Value::Loss(0),
            Value::Loss(9),
            Value::Draw,
            Value::Win(MAX_DISTANCE),
            Value::Win(3),
            Value::Win(0),
        ];
        assert!(rising.is_sorted());
    }

    #[test]
    fn packed_values_alone_are_read_back() {
        let read = (0..=u16::MAX).filter_map(|packed| {
            let value = Value::unpack(packed)?;
            assert_eq!(value.pack(), packed);
            Some(value)
        });
        assert_eq!(read.count(), 2 * (usize::from(MAX_DISTANCE) + 1) + 1);
    }
}
