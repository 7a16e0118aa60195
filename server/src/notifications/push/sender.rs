//! The task that distributes notices to one queue for each push service.
//!
//! Everything is bounded: the queues, and what waits in each; a notice for which there is
//! no room is dropped and counted, because a match must never wait for a push service. A slow
//! service holds up only its own queue.

use super::delivery::Transport;
use super::endpoint::{Endpoint, Reach};
use super::host_queue::{self, PushContext, QueuedPush};
use super::host_queues::HostQueues;
use super::payload;
use super::vapid::Vapid;
use crate::metrics::{PushOutcome, metrics};
use crate::notifications::{Channel, Notice, Update};
use crate::time::TimeSource;
use std::sync::Arc;
use std::time::Duration;
use store::Database;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How long the store may take to find the subscriptions of a player.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// Sends the notices that are handed in.
#[derive(Debug)]
pub struct Sender {
    news: mpsc::Receiver<Update>,
    queues: HostQueues,
    context: Arc<PushContext>,
    tasks: TaskTracker,
}

impl Sender {
    /// The sender as `vapid`, with queues that `tasks` tracks, and the way for its notices.
    #[must_use]
    pub fn new(
        store: Database,
        time: TimeSource,
        vapid: Arc<Vapid>,
        reach: Reach,
        tasks: TaskTracker,
    ) -> (Channel, Self) {
        let (way, news) = Channel::immediate(|| metrics().count_push(PushOutcome::Dropped));
        let context =
            Arc::new(PushContext { transport: Transport::new(reach), vapid, store, time });
        (way, Self { news, queues: HostQueues::default(), context, tasks })
    }

    /// Sends until the server stops; messages on their way are given up.
    pub async fn run(mut self, shutdown: CancellationToken) {
        loop {
            let news = tokio::select! {
                () = shutdown.cancelled() => return,
                news = self.news.recv() => news,
            };
            match news {
                Some(Update::Notice(notice)) => self.pass_on(&notice, &shutdown).await,
                Some(Update::Past(_)) => {}
                None => return,
            }
        }
    }

    /// Hands a notice to the queue of every browser that is to show it.
    async fn pass_on(&mut self, notice: &Notice, shutdown: &CancellationToken) {
        let found = timeout(STORE_TIMEOUT, self.context.store.pushes(notice.to())).await;
        let Ok(Ok(subscriptions)) = found else {
            metrics().count_push(PushOutcome::Dropped);
            return;
        };
        let topic = payload::topic(notice).map(Arc::from);
        for subscription in subscriptions {
            let Some(kind) = notice.kind_for(subscription.kinds) else { continue };
            // One of a server with other flags.
            let reach = self.context.transport.reach();
            let Ok(endpoint) = Endpoint::parse(&subscription.endpoint, reach) else { continue };
            let (text, topic) = (payload::text(notice, kind).into(), topic.clone());
            let kept = payload::kept(notice);
            let push = QueuedPush { subscription, endpoint, text, kept, topic };
            if !self.hand_over(push, shutdown) {
                metrics().count_push(PushOutcome::Dropped);
            }
        }
    }

    /// Puts a message into its queue; false if there is no room.
    fn hand_over(&mut self, push: QueuedPush, shutdown: &CancellationToken) -> bool {
        let Self { queues, context, tasks, .. } = self;
        queues.put(push, |pushes| {
            let (context, shutdown) = (Arc::clone(context), shutdown.clone());
            tasks.spawn(async move {
                tokio::select! {
                    () = shutdown.cancelled() => {}
                    () = host_queue::run(context, pushes) => {}
                }
            });
        })
    }
}
