//! A match between two bots.

use super::ledger::Ledger;
use super::player::Player;
use super::tab;
use super::tally::Count;
use super::{Arena, now};
use e2e::{Dice, Guest, Setup};
use engine::{BySide, Side};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A match between two bots, and their shared state.
#[derive(Debug)]
pub(crate) struct Table {
    ledger: Mutex<Ledger>,
    /// Whether the two will play again.
    pub(super) rematches: bool,
    /// Whether the player who acted last acts again: inside a chain, or with removals owed.
    pub(super) within_turn: AtomicBool,
    /// Whether it is over.
    pub(super) over: AtomicBool,
    /// Whether the players have gone.
    left: AtomicBool,
    /// Commands of it that were acknowledged.
    pub(super) acknowledged: Count,
}

impl Table {
    pub(super) fn new(id: String, setup: Setup, guests: BySide<Guest>, rematches: bool) -> Self {
        Self {
            ledger: Mutex::new(Ledger::new(id, setup, guests)),
            rematches,
            within_turn: AtomicBool::new(false),
            over: AtomicBool::new(false),
            left: AtomicBool::new(false),
            acknowledged: Count::default(),
        }
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Whether the players have gone.
    pub(super) fn is_left(&self) -> bool {
        self.left.load(Ordering::Relaxed)
    }

    /// Plays until the match is over or the arena closes; the match that follows it, if both
    /// agreed on one.
    pub(super) async fn play(&self, arena: &Arena, dice: &mut Dice) -> Option<String> {
        let mut chance = || Dice::new(u64::try_from(dice.below(usize::MAX)).unwrap_or(0));
        let players =
            [Side::First, Side::Second].map(|side| Player::new(arena, self, side, chance()));
        let tabs = [Side::First, Side::Second].map(|side| tab::run(arena, self, side, chance()));
        let [first, second] = players;
        let [one, two] = tabs;
        let play = async {
            let next = futures_util::future::join(first.play(), second.play()).await;
            self.left.store(true, Ordering::Relaxed);
            next
        };
        let ((first, second), (), ()) = if arena.manner().tabs {
            futures_util::join!(play, one, two)
        } else {
            (play.await, (), ())
        };
        first.or(second)
    }

    /// Notes a new command of a player who knows the events up to `seen`.
    pub(super) fn send(
        &self,
        side: Side,
        attempt: super::ledger::Attempt,
        seen: u64,
    ) -> super::ledger::Sent {
        self.ledger().send(side, attempt, now(), seen)
    }
}
