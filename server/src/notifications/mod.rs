//! Notices to players whose page is closed: one place that takes them from matches, seeks and
//! challenges, and passes them to every way, which are web push and mail.
//!
//! A [`Notice`] has its subject and its reader, and the kind by which a player can switch it
//! off. A [`Channel`] is a bounded queue that a task of its own reads, so that one that is slow
//! holds up no other; a sender never waits, and a notice for which a way has
//! no room is dropped and counted.

pub mod mail;
mod notice;
pub mod push;

pub use notice::Notice;
pub(crate) use notice::is_correspondence;

use crate::accounts::sockets::OpenSockets;
use crate::runtime::Runtime;
use domain::MatchId;
use mail::{Mail, Settings};
use push::{Reach, Sender, Vapid};
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many notices wait for one way to look at them.
const MAX_WAITING: usize = 4_096;

/// The handles of notifications.
pub(crate) struct Notifications {
    /// The sender of notices.
    pub(crate) notices: Notices,
    /// The part for handlers; none without a mail server.
    pub(crate) mail: Option<Arc<Mail>>,
}

/// Starts web push, and mail if there are settings for it.
pub(crate) fn start(
    runtime: &Runtime,
    vapid: Arc<Vapid>,
    reach: Reach,
    settings: Option<Settings>,
    sockets: &Arc<OpenSockets>,
) -> Notifications {
    let (store, time, tasks) = (&runtime.store, runtime.time, &runtime.tasks);
    let (push, sender) = Sender::new(store.clone(), time, vapid, reach, tasks.clone());
    runtime.add("web push", sender.run(runtime.shutdown.clone()));
    let mut channels = vec![push];
    let mail = settings.map(|settings| {
        let (store, sockets, shutdown) = (store.clone(), Arc::clone(sockets), &runtime.shutdown);
        let opened = mail::open(settings, store, sockets, time, tasks, shutdown.clone());
        let (mail, way, writer) = opened;
        channels.push(way);
        runtime.add("mail", writer.run(shutdown.clone()));
        Arc::new(mail)
    });
    Notifications { notices: Notices::by(channels), mail }
}

/// A message to a way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Update {
    /// A notice for a player.
    Notice(Notice),
    /// The notices of a match are out of date.
    Past(MatchId),
}

/// A way of telling people something.
#[derive(Debug)]
pub struct Channel {
    news: mpsc::Sender<Update>,
    wants_past: bool,
    dropped: fn(),
}

impl Channel {
    /// A way that sends at once, and its queue. `dropped` counts a notice for which there
    /// is no room.
    pub(crate) fn immediate(dropped: fn()) -> (Self, mpsc::Receiver<Update>) {
        let (news, receiver) = mpsc::channel(MAX_WAITING);
        (Self { news, wants_past: false, dropped }, receiver)
    }

    /// The same for a way that waits before it sends, and so must learn which notices are out of date.
    pub(crate) fn batched(dropped: fn()) -> (Self, mpsc::Receiver<Update>) {
        let (way, receiver) = Self::immediate(dropped);
        (Self { wants_past: true, ..way }, receiver)
    }
}

/// The sender of notices. Cloning it is cheap.
#[derive(Debug, Clone)]
pub struct Notices(Arc<[Channel]>);

impl Notices {
    /// Sends notices by these channels.
    #[must_use]
    pub fn by(channels: Vec<Channel>) -> Self {
        Self(channels.into())
    }

    /// Sends no notices.
    #[must_use]
    pub fn silent() -> Self {
        Self::by(Vec::new())
    }

    /// Sends a player a notice if they want it. It does not wait: while thousands are queued, the
    /// notice is dropped.
    pub fn notify(&self, notice: &Notice) {
        for way in &*self.0 {
            if way.news.try_send(Update::Notice(notice.clone())).is_err() {
                (way.dropped)();
            }
        }
    }

    /// Withdraws the waiting notices of a match.
    pub fn withdraw(&self, of: MatchId) {
        for way in self.0.iter().filter(|way| way.wants_past) {
            // At worst a player reads a state of some minutes ago.
            let _ = way.news.try_send(Update::Past(of));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::PlayerId;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_way_that_is_stuck_holds_up_no_other() {
        static DROPPED: AtomicUsize = AtomicUsize::new(0);
        let (stuck, _unread) = Channel::immediate(|| {
            DROPPED.fetch_add(1, Ordering::Relaxed);
        });
        let (other, mut read) = Channel::batched(|| panic!("there is room"));
        let notices = Notices::by(vec![stuck, other]);
        let of = MatchId::fresh();
        let notice = Notice::turn(PlayerId::fresh(), of, "shogi", None);
        for _ in 0..MAX_WAITING + 3 {
            notices.notify(&notice);
            assert_eq!(read.try_recv(), Ok(Update::Notice(notice.clone())));
        }
        assert_eq!(DROPPED.load(Ordering::Relaxed), 3);
        notices.withdraw(of);
        assert_eq!(read.try_recv(), Ok(Update::Past(of)));
        assert_eq!(DROPPED.load(Ordering::Relaxed), 3, "it wants to know nothing of it");
    }
}
