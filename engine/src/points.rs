//! A short list of board points, held in place, so that explaining a refusal needs no allocation.
//!
//! It is never longer than `MAX_POINTS`: the list is displayed to a person.

/// The most points that a list holds.
pub const MAX_POINTS: usize = 12;

/// A few points of a board, as indices whose meaning depends on the game.
///
/// Points beyond [`MAX_POINTS`] are left out: the list explains a rule to a person, and a longer
/// one would not help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Points {
    points: [u8; MAX_POINTS],
    len: u8,
}

impl Points {
    /// No point.
    pub const NONE: Self = Self { points: [0; MAX_POINTS], len: 0 };

    /// One point.
    #[must_use]
    pub const fn one(point: u8) -> Self {
        let mut points = [0; MAX_POINTS];
        points[0] = point;
        Self { points, len: 1 }
    }

    /// Adds a point if there is room.
    pub fn push(&mut self, point: u8) {
        if let Some(place) = self.points.get_mut(usize::from(self.len)) {
            *place = point;
            self.len += 1;
        }
    }

    /// The points, in the order they were added.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.points[..usize::from(self.len)]
    }
}

impl FromIterator<u8> for Points {
    fn from_iter<I: IntoIterator<Item = u8>>(points: I) -> Self {
        let mut list = Self::NONE;
        for point in points {
            list.push(point);
        }
        list
    }
}
