//! Receivers of the actions that a generator finds.
//!
//! A generator passes on single actions or whole *sets* of destinations. A counter adds up the size
//! of a set without looking at its members, which makes perft fast; a list expands it; a probe
//! stops at the first.

/// Takes the actions of a position, each once.
pub trait Sink<A> {
    /// Takes one action. Returns whether the generator may stop.
    fn push(&mut self, action: A) -> bool;

    /// Takes the action that `make` builds for every set bit of `targets`, lowest first.
    /// Returns whether the generator may stop.
    #[inline]
    fn push_set(&mut self, targets: u128, make: impl Fn(u8) -> A) -> bool {
        // The halves one after the other, since 64 bits step faster than 128.
        #[expect(clippy::cast_possible_truncation, reason = "the halves of a u128")]
        let halves = [(targets as u64, 0), ((targets >> 64) as u64, 64)];
        for (mut rest, base) in halves {
            while rest != 0 {
                #[expect(clippy::cast_possible_truncation, reason = "a bit index is below 128")]
                let point = rest.trailing_zeros() as u8 + base;
                rest &= rest - 1;
                if self.push(make(point)) {
                    return true;
                }
            }
        }
        false
    }
}

/// A list that is reused does not allocate.
impl<A> Sink<A> for Vec<A> {
    #[inline]
    fn push(&mut self, action: A) -> bool {
        Self::push(self, action);
        false
    }
}

/// Counts actions without building them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counter {
    /// The number of actions found.
    pub count: u64,
}

impl<A> Sink<A> for Counter {
    #[inline]
    fn push(&mut self, _action: A) -> bool {
        self.count += 1;
        false
    }

    #[inline]
    fn push_set(&mut self, targets: u128, _make: impl Fn(u8) -> A) -> bool {
        self.count += u64::from(targets.count_ones());
        false
    }
}

/// Asks whether there is any action at all, and stops at the first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnyAction {
    /// Whether one was found.
    pub found: bool,
}

impl<A> Sink<A> for AnyAction {
    #[inline]
    fn push(&mut self, _action: A) -> bool {
        self.found = true;
        true
    }

    #[inline]
    fn push_set(&mut self, targets: u128, _make: impl Fn(u8) -> A) -> bool {
        self.found |= targets != 0;
        self.found
    }
}
