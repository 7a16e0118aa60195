//! The lanes that are open: one for each push service that something is being sent to.
//!
//! Strangers can run push services, as many as they like, that never answer. So lanes are bounded, and one
//! is closed only when nothing waits in it and nothing is on its way; while all are busy a further service
//! gets none. The services of the browsers that most people use have a lane whatever others do.

use super::lane::{MAX_WAITING, Parcel};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::mpsc;

/// The most push services that are sent to at a time, without the reserved ones.
const MAX_LANES: usize = 128;

/// A parcel is in its lane, waiting or on its way, until this is dropped.
#[derive(Debug)]
pub(super) struct InLane(#[expect(dead_code, reason = "only counted")] Arc<()>);

#[derive(Debug)]
struct Lane {
    parcels: mpsc::Sender<(Parcel, InLane)>,
    /// Held once more for each parcel in the lane.
    load: Arc<()>,
}

impl Lane {
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.load) == 1
    }

    /// Whether there was room for the parcel.
    fn take(&self, parcel: Parcel) -> bool {
        self.parcels.try_send((parcel, InLane(Arc::clone(&self.load)))).is_ok()
    }
}

/// Every open lane, by its service: scheme, host and port.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    reserved: HashMap<String, Lane>,
    others: HashMap<String, Lane>,
}

impl Lanes {
    /// Puts a parcel into the lane of its service, which `open` serves if it is new; false if there is no
    /// room.
    pub(super) fn put(
        &mut self,
        parcel: Parcel,
        open: impl FnOnce(mpsc::Receiver<(Parcel, InLane)>),
    ) -> bool {
        let service = parcel.endpoint.origin();
        let lanes =
            if parcel.endpoint.is_reserved() { &mut self.reserved } else { &mut self.others };
        // The task of a lane that is closed has failed.
        if let Some(lane) = lanes.get(&service).filter(|lane| !lane.parcels.is_closed()) {
            return lane.take(parcel);
        }
        if lanes.len() >= MAX_LANES {
            lanes.retain(|_, lane| !lane.is_idle());
            if lanes.len() >= MAX_LANES {
                return false;
            }
        }
        let (parcels, receiver) = mpsc::channel(MAX_WAITING);
        open(receiver);
        let lane = Lane { parcels, load: Arc::new(()) };
        let taken = lane.take(parcel);
        lanes.insert(service, lane);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notifications::push::Reach;
    use crate::notifications::push::endpoint::{Endpoint, RESERVED};
    use domain::{Moment, PlayerId};
    use std::time::Duration;
    use store::{NoticeKinds, Pass, PushSubscription};

    fn parcel(host: &str) -> Parcel {
        let endpoint = format!("https://{host}/send");
        let kinds = NoticeKinds { turn: true, challenge: true, found: true };
        Parcel {
            endpoint: Endpoint::parse(&endpoint, Reach::Internet).expect("an address"),
            subscription: PushSubscription {
                endpoint,
                player: PlayerId::fresh(),
                pass: Pass::Guest,
                public_key: [4; 65],
                secret: [0; 16],
                kinds,
                created_at: Moment(0),
            },
            text: "{}".into(),
            kept: Duration::ZERO,
            topic: None,
        }
    }

    #[test]
    fn services_that_never_answer_take_no_more_lanes_than_there_are() {
        let mut lanes = Lanes::default();
        let mut held = Vec::new();
        for number in 0..MAX_LANES {
            assert!(lanes.put(parcel(&format!("s{number}.example")), |lane| held.push(lane)));
        }
        // On its way is as busy as waiting.
        let mut underway: Vec<_> =
            held.iter_mut().map(|lane| lane.try_recv().expect("a parcel")).collect();
        assert!(!lanes.put(parcel("late.example"), |_| panic!("all are busy")));
        assert!(lanes.put(parcel("s0.example"), |_| panic!("it has a lane")));
        for host in RESERVED {
            assert!(lanes.put(parcel(host), |lane| held.push(lane)), "{host}");
            let elsewhere = parcel(&format!("{host}:8443"));
            assert!(!lanes.put(elsewhere, |_| panic!("anybody's port")), "{host}");
        }
        // One that has nothing to do any more makes room.
        underway.pop();
        assert!(lanes.put(parcel("late.example"), |lane| held.push(lane)));
    }

    #[test]
    fn a_lane_holds_so_much_and_no_more() {
        let (mut lanes, mut held) = (Lanes::default(), None);
        for _ in 0..MAX_WAITING {
            assert!(lanes.put(parcel("push.example"), |lane| held = Some(lane)));
        }
        assert!(!lanes.put(parcel("push.example"), |_| panic!("it has a lane")));
    }
}
