//! The pieces that a side holds in hand, as counts packed into one number.
//!
//! Only the seven roles that can be held have a field, each wide enough for all pieces of its role
//! in a set, so adding a captured piece cannot overflow into the next field.

use super::piece::Role;

/// The pieces a side holds: how many of each of the seven roles.
///
/// One number with a field of bits for each role, wide enough for a whole set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u32);

/// The first bit of the field of a role. The king's is beyond all others and stays empty.
const fn shift(role: Role) -> u32 {
    match role {
        Role::Pawn => 0,
        Role::Lance => 5,
        Role::Knight => 8,
        Role::Silver => 11,
        Role::Gold => 14,
        Role::Bishop => 17,
        Role::Rook => 19,
        Role::King => 21,
    }
}

/// The bits of a role's field, at its place.
const fn field(role: Role) -> u32 {
    let width = match role {
        Role::Pawn => 5,
        Role::Lance | Role::Knight | Role::Silver | Role::Gold => 3,
        Role::Bishop | Role::Rook => 2,
        Role::King => 0,
    };
    ((1 << width) - 1) << shift(role)
}

impl Hand {
    /// An empty hand.
    pub const EMPTY: Self = Self(0);

    /// The number of pieces of a role held.
    #[must_use]
    #[inline]
    pub const fn count(self, role: Role) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "a field is at most five bits wide")]
        let count = ((self.0 & field(role)) >> shift(role)) as u8;
        count
    }

    /// Whether any of a role is held.
    #[must_use]
    #[inline]
    pub const fn has(self, role: Role) -> bool {
        self.0 & field(role) != 0
    }

    /// Whether nothing is held.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds one. A position never has more than a whole set, so the field cannot overflow.
    #[inline]
    pub(super) const fn add(&mut self, role: Role) {
        self.0 += 1 << shift(role);
    }

    /// Removes one; there must be at least one.
    #[inline]
    pub(super) const fn remove(&mut self, role: Role) {
        debug_assert!(self.has(role));
        self.0 -= 1 << shift(role);
    }
}
