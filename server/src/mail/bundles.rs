//! What is gathered for each person until it is sent as one mail.
//!
//! The first notice for somebody opens a bundle, which is closed a fixed time later; what comes
//! meanwhile goes into it. A later notice of a match replaces an earlier one, and what is out of
//! date is taken out. People, and the lines of a bundle, are bounded.

use crate::store::NoticeKind;
use domain::{MatchId, PlayerId};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;
use tokio::time::Instant;

/// For how many people something is gathered at a time.
const MAX_PEOPLE: usize = 10_000;

/// How many matches a mail names; of more it only tells how many.
const MAX_LINES: usize = 20;

/// One thing to tell, of one match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) kind: NoticeKind,
    pub(super) game: &'static str,
    pub(super) of: MatchId,
    pub(super) opponent: Option<Box<str>>,
}

/// What is to be told to one person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bundle {
    pub(super) lines: Vec<Line>,
    /// How many more matches there were.
    pub(super) more: u32,
    /// Whether they had no page open when the latest of it came.
    pub(super) is_away: bool,
}

/// Every bundle that is open.
#[derive(Debug)]
pub(super) struct Bundles {
    gathered: Duration,
    open: HashMap<PlayerId, Bundle>,
    /// Whose bundles are closed when, in this order: each is open for the same time.
    closing: VecDeque<(Instant, PlayerId)>,
    /// In whose bundles a match is.
    holders: HashMap<MatchId, Vec<PlayerId>>,
}

impl Bundles {
    pub(super) fn new(gathered: Duration) -> Self {
        Self { gathered, open: HashMap::new(), closing: VecDeque::new(), holders: HashMap::new() }
    }

    /// Adds something for somebody; false if there is no room.
    pub(super) fn add(&mut self, to: PlayerId, line: Line, is_away: bool, now: Instant) -> bool {
        if !self.open.contains_key(&to) {
            if self.open.len() >= MAX_PEOPLE {
                return false;
            }
            self.closing.push_back((now + self.gathered, to));
        }
        let bundle = self.open.entry(to).or_default();
        bundle.is_away = is_away;
        let known = bundle.lines.iter_mut().find(|known| known.of == line.of);
        if let Some(known) = known {
            *known = line;
        } else if bundle.lines.len() < MAX_LINES {
            self.holders.entry(line.of).or_default().push(to);
            bundle.lines.push(line);
        } else {
            bundle.more += 1;
        }
        true
    }

    /// Takes out what was to be told of a match.
    pub(super) fn withdraw(&mut self, of: MatchId) {
        for holder in self.holders.remove(&of).unwrap_or_default() {
            if let Some(bundle) = self.open.get_mut(&holder) {
                bundle.lines.retain(|line| line.of != of);
            }
        }
    }

    /// When the next bundle is closed.
    pub(super) fn next(&self) -> Option<Instant> {
        self.closing.front().map(|&(at, _)| at)
    }

    /// Closes a bundle whose time has come; those that have become empty are left out.
    pub(super) fn close(&mut self, now: Instant) -> Option<(PlayerId, Bundle)> {
        while let Some(&(_, player)) = self.closing.front().filter(|&&(at, _)| at <= now) {
            self.closing.pop_front();
            let Some(bundle) = self.open.remove(&player) else { continue };
            for line in &bundle.lines {
                if let Some(holders) = self.holders.get_mut(&line.of) {
                    holders.retain(|&holder| holder != player);
                    if holders.is_empty() {
                        self.holders.remove(&line.of);
                    }
                }
            }
            if !bundle.lines.is_empty() {
                return Some((player, bundle));
            }
        }
        None
    }

    /// Closes a bundle before its time.
    pub(super) fn close_early(&mut self) -> Option<(PlayerId, Bundle)> {
        let last = self.closing.back().map(|&(at, _)| at)?;
        self.close(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GATHERED: Duration = Duration::from_secs(300);

    fn line(of: MatchId, kind: NoticeKind) -> Line {
        Line { kind, game: "shogi", of, opponent: None }
    }

    fn kinds(bundle: &Bundle) -> Vec<(MatchId, NoticeKind)> {
        bundle.lines.iter().map(|line| (line.of, line.kind)).collect()
    }

    #[test]
    fn what_comes_within_some_minutes_is_one_mail() {
        let mut bundles = Bundles::new(GATHERED);
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let [a, b] = [MatchId::fresh(), MatchId::fresh()];
        let now = Instant::now();
        assert_eq!(bundles.next(), None);
        assert!(bundles.add(one, line(a, NoticeKind::Challenge), true, now));
        assert!(bundles.add(one, line(b, NoticeKind::Turn), true, now + GATHERED / 2));
        assert!(bundles.add(other, line(b, NoticeKind::Found), false, now + GATHERED / 2));
        assert!(bundles.add(one, line(a, NoticeKind::Turn), false, now + GATHERED / 2));
        assert_eq!(bundles.next(), Some(now + GATHERED));
        assert_eq!(bundles.close(now + GATHERED / 2), None, "it is open");
        let (to, closed) = bundles.close(now + GATHERED).expect("its time has come");
        assert_eq!((to, closed.is_away), (one, false));
        assert_eq!(kinds(&closed), [(a, NoticeKind::Turn), (b, NoticeKind::Turn)]);
        assert_eq!(bundles.close(now + GATHERED), None, "the other's is open");
        let (to, closed) = bundles.close_early().expect("there is one");
        assert_eq!((to, kinds(&closed)), (other, vec![(b, NoticeKind::Found)]));
        assert_eq!((bundles.close_early(), bundles.next()), (None, None));
        assert!(bundles.holders.is_empty() && bundles.open.is_empty());
    }

    #[test]
    fn what_is_out_of_date_is_not_told() {
        let mut bundles = Bundles::new(GATHERED);
        let (one, other) = (PlayerId::fresh(), PlayerId::fresh());
        let [a, b] = [MatchId::fresh(), MatchId::fresh()];
        let now = Instant::now();
        for (to, of) in [(one, a), (other, a), (other, b)] {
            assert!(bundles.add(to, line(of, NoticeKind::Turn), true, now));
        }
        bundles.withdraw(a);
        bundles.withdraw(MatchId::fresh());
        let (to, closed) = bundles.close(now + GATHERED).expect("one has something to tell");
        assert_eq!((to, kinds(&closed)), (other, vec![(b, NoticeKind::Turn)]));
        assert_eq!(bundles.close(now + GATHERED), None);
        assert!(bundles.holders.is_empty() && bundles.open.is_empty());
    }

    #[test]
    fn people_and_lines_are_bounded() {
        let mut bundles = Bundles::new(GATHERED);
        let (one, now) = (PlayerId::fresh(), Instant::now());
        for _ in 0..MAX_LINES + 2 {
            assert!(bundles.add(one, line(MatchId::fresh(), NoticeKind::Turn), true, now));
        }
        let of = MatchId::fresh();
        for _ in 1..MAX_PEOPLE {
            assert!(bundles.add(PlayerId::fresh(), line(of, NoticeKind::Turn), true, now));
        }
        assert!(!bundles.add(PlayerId::fresh(), line(of, NoticeKind::Turn), true, now));
        let (_, closed) = bundles.close(now + GATHERED).expect("there is one");
        assert_eq!((closed.lines.len(), closed.more), (MAX_LINES, 2));
    }
}
