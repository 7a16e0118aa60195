//! The queue of notices, and the task that distributes them to one lane for each push service.
//!
//! Everything is bounded: the queue, the lanes, and what waits in each; a notice for which there is
//! no room is dropped and counted, because a match must never wait for a push service. A slow
//! service holds up only its own lane.

use super::delivery::Transport;
use super::endpoint::{Endpoint, Reach};
use super::lane::{self, Means, Parcel};
use super::notice::Notice;
use super::vapid::Vapid;
use crate::metrics::metrics;
use crate::store::SharedStore;
use crate::time::TimeSource;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How many notices wait to be looked at.
const MAX_NOTICES: usize = 4_096;

/// How many push services are sent to at a time. Browsers know five; anybody can run one.
const MAX_LANES: usize = 128;

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
    pub fn tell(&self, notice: Notice) {
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
    /// By service: scheme, host and port.
    lanes: HashMap<String, mpsc::Sender<Parcel>>,
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
        (push, Self { notices, lanes: HashMap::new(), means, tasks })
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
        let (text, topic) = (Arc::<str>::from(notice.text()), notice.topic().map(Arc::from));
        for subscription in subscriptions {
            if !subscription.kinds.wants(notice.kind()) {
                continue;
            }
            // One of a server with other flags.
            let reach = self.means.transport.reach();
            let Ok(endpoint) = Endpoint::parse(&subscription.endpoint, reach) else { continue };
            let (text, topic, kept) = (Arc::clone(&text), topic.clone(), notice.kept());
            let parcel = Parcel { subscription, endpoint, text, kept, topic };
            if !self.hand_over(parcel, shutdown) {
                metrics().count_push("dropped");
            }
        }
    }

    /// Puts a message into its lane; false if there is no room.
    fn hand_over(&mut self, parcel: Parcel, shutdown: &CancellationToken) -> bool {
        let service = parcel.endpoint.origin();
        if let Some(lane) = self.lanes.get(&service) {
            return lane.try_send(parcel).is_ok();
        }
        if self.lanes.len() >= MAX_LANES {
            // Those with nothing to do end; what they are at is still sent.
            self.lanes.retain(|_, lane| lane.capacity() < lane.max_capacity());
            if self.lanes.len() >= MAX_LANES {
                return false;
            }
        }
        let (lane, parcels) = mpsc::channel(lane::MAX_WAITING);
        let (means, shutdown) = (Arc::clone(&self.means), shutdown.clone());
        self.tasks.spawn(async move {
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = lane::run(means, parcels) => {}
            }
        });
        let handed = lane.try_send(parcel).is_ok();
        self.lanes.insert(service, lane);
        handed
    }
}
