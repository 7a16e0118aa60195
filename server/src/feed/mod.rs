//! The readers of the sequence of ended games, which keep ratings, tallies and the explorer up to date.
//!
//! A commit that ends a match adds the game to the sequence and wakes this task; regularly it also
//! looks for games that were imported, or that another node ended. It reads a little at a time, and not
//! while moves wait for the journal. How far each reader is stands in the database, so that it continues
//! there after a restart. Of several nodes the leader of the feed reads; the others only look how far
//! it is.

use crate::leaders::{Lead, Leaders};
use crate::live::Journal;
use crate::metrics::metrics;
use crate::runtime::Runtime;
use domain::MatchId;
use std::sync::Arc;
use std::time::Duration;
use store::{Database, FeedBatch, FeedReader, Role, StoreError};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout_at};
use tokio_util::sync::CancellationToken;

/// How often games are looked for that nothing announces, on one node and on several.
const LOOK: Duration = Duration::from_secs(1);
const SHARED_LOOK: Duration = Duration::from_millis(250);

/// How long the readers give way to moves that wait for the journal, at most, and how often they look.
const GIVE_WAY: Duration = Duration::from_secs(5);
const GLANCE: Duration = Duration::from_millis(2);

/// The longest wait for a game to be rated.
const WAIT: Duration = Duration::from_secs(2);

/// The readers of ended games.
#[derive(Debug)]
pub(crate) struct Feed {
    store: Database,
    journal: Journal,
    leaders: Arc<Leaders>,
    /// Changes whenever no rated game is left to read.
    rated: watch::Sender<()>,
}

/// Starts the readers.
pub(crate) fn start(runtime: &Runtime, journal: Journal, leaders: Arc<Leaders>) -> Arc<Feed> {
    let feed = Feed::new(runtime.store.clone(), journal, leaders);
    runtime.add("readers of the game feed", Arc::clone(&feed).run(runtime.shutdown.clone()));
    feed
}

impl Feed {
    pub(crate) fn new(store: Database, journal: Journal, leaders: Arc<Leaders>) -> Arc<Self> {
        Arc::new(Self { store, journal, leaders, rated: watch::Sender::default() })
    }

    /// Reads games as they end, until the server stops.
    pub(crate) async fn run(self: Arc<Self>, shutdown: CancellationToken) {
        let mut looks = interval(if self.store.is_shared() { SHARED_LOOK } else { LOOK });
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = self.journal.game_ended() => {}
                _ = looks.tick() => {}
            }
            match self.read_all(&shutdown).await {
                Ok(()) => {}
                // Another node leads, and reads the rest.
                Err(StoreError::Fenced) => self.leaders.hurry(),
                Err(error) => tracing::warn!(%error, "ended games cannot be read"),
            }
        }
    }

    /// Reads until no reader has anything left. Ratings, which people wait for, go first whenever a game
    /// has ended meanwhile.
    async fn read_all(&self, shutdown: &CancellationToken) -> Result<(), StoreError> {
        while !shutdown.is_cancelled() {
            let unread = self.store.unread().await?;
            metrics().record_games_unread(unread.into_iter().max().unwrap_or(0));
            if unread[0] == 0 {
                self.rated.send_replace(());
            }
            let Lead::Ours(by) = self.leaders.lead(Role::Feed) else { return Ok(()) };
            let behind = FeedReader::ALL.into_iter().zip(unread).find(|(_, unread)| *unread > 0);
            let Some((reader, _)) = behind else { return Ok(()) };
            self.give_way(shutdown).await;
            self.store.lead_on(by, reader, FeedBatch::small(reader)).await?;
        }
        Ok(())
    }

    /// Lets moves go first that wait for the journal.
    async fn give_way(&self, shutdown: &CancellationToken) {
        let until = Instant::now() + GIVE_WAY;
        while self.journal.waiting() > 0 && Instant::now() < until && !shutdown.is_cancelled() {
            sleep(GLANCE).await;
        }
    }

    /// Waits until a game is rated, two seconds at most; at once for a match that is not in the archive.
    ///
    /// However many wait, the database is not queried again before no game is left to rate.
    pub(crate) async fn until_rated(&self, game: MatchId) -> Result<(), StoreError> {
        let until = Instant::now() + WAIT;
        let mut rated = self.rated.subscribe();
        while self.store.is_read(FeedReader::Ratings, game).await? == Some(false) {
            if timeout_at(until, rated.changed()).await.is_err() {
                break;
            }
        }
        Ok(())
    }
}
