//! The queue of notices, and the task that distributes them to one lane for each push service.
//!
//! Everything is bounded: the queue, the lanes, and what waits in each; a notice for which there is
//! no room is dropped and counted, because a match must never wait for a push service. A slow
//! service holds up only its own lane.

use super::delivery::Transport;
use super::endpoint::{Endpoint, Reach};
use super::lane::{self, Means, Parcel};
use super::lanes::Lanes;
use super::notice::Notice;
use super::vapid::Vapid;
use crate::metrics::metrics;
use crate::store::SharedStore;
use crate::time::TimeSource;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How many notices wait to be looked at.
const MAX_NOTICES: usize = 4_096;

/// How long the store may take to say where somebody can be reached.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// Where notices are handed in. Cloning it is cheap.
#[derive(Debug, Clone)]
pub struct Push {
    notices: Option<mpsc::Sender<Notice>>,
}

impl Push {
    /// Tells nobody anything.
    #[must_use]
    pub const fn silent() -> Self {
        Self { notices: None }
    }

    /// Tells somebody something if they wish to be told. It does not wait: while thousands are yet to be
    /// told, the notice is dropped.
    pub fn notify(&self, notice: Notice) {
        if let Some(notices) = &self.notices
            && notices.try_send(notice).is_err()
        {
            metrics().count_push("dropped");
        }
    }
}

/// Sends what is handed in.
#[derive(Debug)]
pub struct Sender {
    notices: mpsc::Receiver<Notice>,
    lanes: Lanes,
    means: Arc<Means>,
    tasks: TaskTracker,
}

impl Sender {
    /// What sends as `vapid`, with lanes that `tasks` tracks, and where notices are handed in.
    #[must_use]
    pub fn new(
        store: SharedStore,
        time: TimeSource,
        vapid: Arc<Vapid>,
        reach: Reach,
        tasks: TaskTracker,
    ) -> (Push, Self) {
        let (sender, notices) = mpsc::channel(MAX_NOTICES);
        let means = Arc::new(Means { transport: Transport::new(reach), vapid, store, time });
        let push = Push { notices: Some(sender) };
        (push, Self { notices, lanes: Lanes::default(), means, tasks })
    }

    /// Sends until the server stops; what is on its way then is given up.
    pub async fn run(mut self, shutdown: CancellationToken) {
        loop {
            let notice = tokio::select! {
                () = shutdown.cancelled() => return,
                notice = self.notices.recv() => notice,
            };
            let Some(notice) = notice else { return };
            self.pass_on(&notice, &shutdown).await;
        }
    }

    /// Hands a notice to the lane of every browser that is to show it.
    async fn pass_on(&mut self, notice: &Notice, shutdown: &CancellationToken) {
        let found = timeout(STORE_TIMEOUT, self.means.store.pushes(notice.to())).await;
        let Ok(Ok(subscriptions)) = found else {
            metrics().count_push("dropped");
            return;
        };
        let topic = notice.topic().map(Arc::from);
        for subscription in subscriptions {
            let Some(kind) = notice.kind_for(subscription.kinds) else { continue };
            // One of a server with other flags.
            let reach = self.means.transport.reach();
            let Ok(endpoint) = Endpoint::parse(&subscription.endpoint, reach) else { continue };
            let (text, topic, kept) = (notice.text(kind).into(), topic.clone(), notice.kept());
            let parcel = Parcel { subscription, endpoint, text, kept, topic };
            if !self.hand_over(parcel, shutdown) {
                metrics().count_push("dropped");
            }
        }
    }

    /// Puts a message into its lane; false if there is no room.
    fn hand_over(&mut self, parcel: Parcel, shutdown: &CancellationToken) -> bool {
        let Self { lanes, means, tasks, .. } = self;
        lanes.put(parcel, |parcels| {
            let (means, shutdown) = (Arc::clone(means), shutdown.clone());
            tasks.spawn(async move {
                tokio::select! {
                    () = shutdown.cancelled() => {}
                    () = lane::run(means, parcels) => {}
                }
            });
        })
    }
}
