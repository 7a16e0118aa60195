//! The kinds of notifications, and the set of those that a player wants by a channel.
//!
//! A new kind is one more line in the list here, a constructor of the server's `Notice`, its texts of mails
//! and the client's switch. A set is stored as a number with a bit for each kind.

use engine::words;

words! {
    /// The subject of a notification. The order is stored: a new kind goes to the end.
    pub NotificationKind {
        /// It is the player's turn.
        Turn = "turn",
        /// The player is challenged.
        Challenge = "challenge",
        /// A seek has found an opponent, or a match with one has begun.
        Found = "found",
    }
}

impl NotificationKind {
    /// The number by which a notification of this kind is stored: its place in the list, from 1.
    #[must_use]
    pub const fn number(self) -> i16 {
        self as i16 + 1
    }

    /// The kind with this number, if there is one.
    #[must_use]
    pub fn numbered(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }

    const fn bit(self) -> i32 {
        1 << self as i32
    }
}

/// A set of kinds.
///
/// ```
/// use domain::{NotificationKind, NotificationKinds};
///
/// let kinds = NotificationKinds::from_iter([NotificationKind::Turn]);
/// assert!(kinds.contains(NotificationKind::Turn));
/// assert!(!kinds.contains(NotificationKind::Challenge));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NotificationKinds(i32);

impl NotificationKinds {
    /// Whether a kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: NotificationKind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// The set without a kind.
    #[must_use]
    pub const fn without(self, kind: NotificationKind) -> Self {
        Self(self.0 & !kind.bit())
    }

    /// The kinds in the set, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = NotificationKind> {
        NotificationKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }

    /// The number that is stored.
    #[must_use]
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// The set with this number; bits of unknown kinds are dropped.
    #[must_use]
    pub fn from_bits(bits: i32) -> Self {
        NotificationKind::ALL.into_iter().filter(|kind| bits & kind.bit() != 0).collect()
    }
}

impl FromIterator<NotificationKind> for NotificationKinds {
    fn from_iter<I: IntoIterator<Item = NotificationKind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | kind.bit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Databases contain these numbers.
    #[test]
    fn stored_numbers_never_change() {
        for (kind, number, bits) in [
            (NotificationKind::Turn, 1, 1),
            (NotificationKind::Challenge, 2, 2),
            (NotificationKind::Found, 3, 4),
        ] {
            assert_eq!(
                (kind.number(), NotificationKinds::from_iter([kind]).bits()),
                (number, bits)
            );
            assert_eq!(NotificationKind::numbered(number), Some(kind));
        }
        assert_eq!(NotificationKind::numbered(0), None);
    }

    #[test]
    fn set_has_the_kinds_put_into_it() {
        for bits in 0..8 {
            let kinds = NotificationKinds::from_bits(bits);
            assert_eq!(kinds.bits(), bits);
            assert_eq!(kinds.iter().collect::<NotificationKinds>(), kinds);
            let rest = kinds.without(NotificationKind::Found);
            assert_eq!(rest.bits(), bits & 3);
        }
        let twice = [NotificationKind::Found; 2];
        assert_eq!(twice.into_iter().collect::<NotificationKinds>().bits(), 4);
        assert_eq!(NotificationKinds::from_bits(-8), NotificationKinds::default());
    }
}
