//! Compensation for network lag, limited by a bank.
//!
//! A turn's time includes the way of the opponent's action to the player and that of the answer
//! back. The server measures the round trip, but a client that is slow to answer on purpose looks
//! the same as one that is far away: so there is a bank for each side, which limits the
//! gain.

/// The initial content and the maximum of a bank, in milliseconds.
const MAX_BANK: u64 = 1_000;

/// Its income with each turn, in milliseconds.
const A_TURN: u64 = 100;

/// The credit that a side has left, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bank(u64);

impl Bank {
    pub(super) const FULL: Self = Self(MAX_BANK);

    /// The network's time, or as much of it as the bank has.
    pub(super) fn reach(self, lag: u64) -> u64 {
        lag.min(self.0)
    }

    /// Takes out the network's time, or as much of it as there is.
    pub(super) fn give(&mut self, lag: u64) -> u64 {
        let given = self.reach(lag);
        self.0 -= given;
        given
    }

    /// Notes the end of a turn.
    pub(super) fn fill(&mut self) {
        self.0 = (self.0 + A_TURN).min(MAX_BANK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_given_than_is_there() {
        let mut bank = Bank::FULL;
        assert_eq!([bank.give(300), bank.give(5_000), bank.give(1)], [300, 700, 0]);
        bank.fill();
        assert_eq!([bank.give(60), bank.give(60)], [60, 40]);
    }

    #[test]
    fn a_bank_holds_no_more_than_at_the_beginning() {
        let mut bank = Bank::FULL;
        bank.fill();
        assert_eq!(bank, Bank::FULL);
    }
}
