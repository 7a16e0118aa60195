//! The ends of credentials: what ends one on this node is news for the others, which read from the database
//! what has ended and close its sockets.

use crate::accounts::sockets::OpenSockets;
use crate::bus::{Bus, News};
use crate::time::TimeSource;
use std::sync::Arc;
use store::Database;

/// Sends and receives news of ended credentials, as long as it is polled.
pub(super) async fn exchange(
    store: Database,
    sockets: Arc<OpenSockets>,
    bus: Arc<Bus>,
    time: TimeSource,
) {
    let mut readings = bus.readings(News::Credentials);
    loop {
        tokio::select! {
            () = sockets.any_ended() => bus.publish(News::Credentials),
            () = readings.due() => {
                readings.take();
                sockets.check(&store, time.now()).await;
            }
        }
    }
}
