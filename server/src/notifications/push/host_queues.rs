//! The queues that are open: one for each push service that something is being sent to.
//!
//! Strangers can run push services, as many as they like, that never answer. So queues are bounded, and one
//! is closed only when nothing waits in it and nothing is on its way; while all are busy a further service
//! gets none. The services of the browsers that most people use have a queue whatever others do.

use super::host_queue::{MAX_WAITING, QueuedPush};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::mpsc;

/// The most push services that are sent to at a time, without the reserved ones.
const MAX_LANES: usize = 128;

/// A push is in its queue, waiting or on its way, until this is dropped.
#[derive(Debug)]
pub(super) struct InLane(#[expect(dead_code, reason = "only counted")] Arc<()>);

#[derive(Debug)]
struct HostQueue {
    pushes: mpsc::Sender<(QueuedPush, InLane)>,
    /// Held once more for each push in the queue.
    load: Arc<()>,
}

impl HostQueue {
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.load) == 1
    }

    /// Whether there was room for the push.
    fn take(&self, push: QueuedPush) -> bool {
        self.pushes.try_send((push, InLane(Arc::clone(&self.load)))).is_ok()
    }
}

/// Every open queue, by its service: scheme, host and port.
#[derive(Debug, Default)]
pub(super) struct HostQueues {
    reserved: HashMap<String, HostQueue>,
    others: HashMap<String, HostQueue>,
}

impl HostQueues {
    /// Puts a push into the queue of its service, which `open` serves if it is new; false if there is no
    /// room.
    pub(super) fn put(
        &mut self,
        push: QueuedPush,
        open: impl FnOnce(mpsc::Receiver<(QueuedPush, InLane)>),
    ) -> bool {
        let service = push.endpoint.origin();
        let queues =
            if push.endpoint.is_reserved() { &mut self.reserved } else { &mut self.others };
        // The task of a queue that is closed has failed.
        if let Some(queue) = queues.get(&service).filter(|queue| !queue.pushes.is_closed()) {
            return queue.take(push);
        }
        if queues.len() >= MAX_LANES {
            queues.retain(|_, queue| !queue.is_idle());
            if queues.len() >= MAX_LANES {
                return false;
            }
        }
        let (pushes, receiver) = mpsc::channel(MAX_WAITING);
        open(receiver);
        let queue = HostQueue { pushes, load: Arc::new(()) };
        let taken = queue.take(push);
        queues.insert(service, queue);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notifications::push::Reach;
    use crate::notifications::push::endpoint::{Endpoint, RESERVED};
    use domain::{Moment, NotificationKind, PlayerId};
    use std::time::Duration;
    use store::{Pass, PushSubscription};

    fn push(host: &str) -> QueuedPush {
        let endpoint = format!("https://{host}/send");
        QueuedPush {
            endpoint: Endpoint::parse(&endpoint, Reach::Internet).expect("an address"),
            subscription: PushSubscription {
                endpoint,
                player: PlayerId::fresh(),
                pass: Pass::Guest,
                public_key: [4; 65],
                secret: [0; 16],
                kinds: NotificationKind::ALL.into_iter().collect(),
                created_at: Moment(0),
            },
            text: "{}".into(),
            kept: Duration::ZERO,
            topic: None,
        }
    }

    #[test]
    fn services_that_never_answer_fill_at_most_the_queues_there_are() {
        let mut queues = HostQueues::default();
        let mut held = Vec::new();
        for number in 0..MAX_LANES {
            assert!(queues.put(push(&format!("s{number}.example")), |queue| held.push(queue)));
        }
        // On its way is as busy as waiting.
        let mut underway: Vec<_> =
            held.iter_mut().map(|queue| queue.try_recv().expect("a push")).collect();
        assert!(!queues.put(push("late.example"), |_| panic!("all are busy")));
        assert!(queues.put(push("s0.example"), |_| panic!("it has a queue")));
        for host in RESERVED {
            assert!(queues.put(push(host), |queue| held.push(queue)), "{host}");
            let elsewhere = push(&format!("{host}:8443"));
            assert!(!queues.put(elsewhere, |_| panic!("anybody's port")), "{host}");
        }
        // One that has nothing to do any more makes room.
        underway.pop();
        assert!(queues.put(push("late.example"), |queue| held.push(queue)));
    }

    #[test]
    fn queue_of_a_host_is_bounded() {
        let (mut queues, mut held) = (HostQueues::default(), None);
        for _ in 0..MAX_WAITING {
            assert!(queues.put(push("push.example"), |queue| held = Some(queue)));
        }
        assert!(!queues.put(push("push.example"), |_| panic!("it has a queue")));
    }
}
