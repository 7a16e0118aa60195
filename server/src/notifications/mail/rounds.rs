//! The times at which this server closes the mails that it gathers, and looks for mails that others
//! have left.
//!
//! The store has the gathered notices; this is only the order in which to look there. Each
//! mail is open for the same time, so those that were opened first are closed first. A player without
//! room here is found by the next look at everything.

use domain::PlayerId;
use std::collections::{HashSet, VecDeque};
use std::time::Duration;
use tokio::time::Instant;

/// For how many people something is gathered here at a time.
const MAX_PEOPLE: usize = 10_000;

/// How often is looked for what other servers have left, or this one before it was restarted.
const LOOK: Duration = Duration::from_secs(60);

/// When the first look is: pages that were open have come back by then.
const FIRST_LOOK: Duration = Duration::from_secs(10);

/// The next step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    /// To close a player's mail.
    Close(PlayerId),
    /// To look for whatever has been left.
    Look,
}

/// The order of the steps.
#[derive(Debug)]
pub(super) struct Rounds {
    gathered: Duration,
    closing: VecDeque<(Instant, PlayerId)>,
    known: HashSet<PlayerId>,
    look: Instant,
}

impl Rounds {
    pub(super) fn new(gathered: Duration, now: Instant) -> Self {
        let look = now + gathered.min(FIRST_LOOK);
        Self { gathered, closing: VecDeque::new(), known: HashSet::new(), look }
    }

    /// Notes that a notice is gathered for a player.
    pub(super) fn open(&mut self, to: PlayerId, now: Instant) {
        if self.known.len() < MAX_PEOPLE && self.known.insert(to) {
            self.closing.push_back((now + self.gathered, to));
        }
    }

    /// When there is something to do.
    pub(super) fn next(&self) -> Instant {
        self.closing.front().map_or(self.look, |&(at, _)| at.min(self.look))
    }

    /// The work that is due by now.
    pub(super) fn take(&mut self, now: Instant) -> Option<Round> {
        if let Some((_, to)) = self.closing.pop_front_if(|&mut (at, _)| at <= now) {
            self.known.remove(&to);
            return Some(Round::Close(to));
        }
        (self.look <= now).then(|| {
            self.look = now + LOOK;
            Round::Look
        })
    }

    /// For how long something must have been overdue before it counts as left: the server that
    /// gathered it knows better who has a page open.
    pub(super) fn patience(&self) -> Duration {
        self.gathered.min(LOOK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GATHERED: Duration = Duration::from_secs(300);

    #[test]
    fn each_mail_is_closed_once_and_everything_looked_at_now_and_then() {
        let now = Instant::now();
        let mut rounds = Rounds::new(GATHERED, now);
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        assert_eq!((rounds.next(), rounds.take(now)), (now + FIRST_LOOK, None));
        rounds.open(one, now);
        rounds.open(other, now + Duration::from_secs(1));
        rounds.open(one, now + Duration::from_secs(2));
        assert_eq!(rounds.take(now + FIRST_LOOK), Some(Round::Look));
        assert_eq!(rounds.next(), now + FIRST_LOOK + LOOK);
        let late = now + GATHERED;
        assert_eq!(rounds.take(late), Some(Round::Close(one)));
        assert_eq!(rounds.take(late), Some(Round::Look));
        assert_eq!((rounds.take(late), rounds.next()), (None, late + Duration::from_secs(1)));
        rounds.open(one, late);
        let later = late + GATHERED;
        let all = std::iter::from_fn(|| rounds.take(later)).collect::<Vec<_>>();
        assert_eq!(all, [Round::Close(other), Round::Close(one), Round::Look]);
        assert!(rounds.known.is_empty());
    }

    #[test]
    fn people_are_bounded() {
        let now = Instant::now();
        let mut rounds = Rounds::new(Duration::ZERO, now);
        for _ in 0..=MAX_PEOPLE {
            rounds.open(PlayerId::fresh(), now);
        }
        assert_eq!((rounds.closing.len(), rounds.known.len()), (MAX_PEOPLE, MAX_PEOPLE));
    }
}
