//! The exports that run: how many at a time, and how long one waits for its reader.
//!
//! Each holds a page of whole games for its reader. One that reads too slowly (`UNREAD`) loses its
//! place, because places are few.

use crate::addresses::{Addresses, Admitted};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// How many go on at a time, and how many of one address unless limits are off.
const MAX_EXPORTS: usize = 16;
const EXPORTS_OF_ONE: u32 = 2;

/// How long an export waits for its reader.
const UNREAD: Duration = Duration::from_secs(30);

/// How many lines of an export a reader must take within [`UNREAD`].
const EXPORT_STEP: u32 = 50;

/// How many lines are read ahead of the reader.
const LINES_AHEAD: usize = 8;

/// The places of exports.
#[derive(Debug)]
pub(crate) struct Exports {
    all: Arc<Semaphore>,
    addresses: Arc<Addresses>,
    tasks: TaskTracker,
    shutdown: CancellationToken,
}

/// The place of one export, which is another's when this value is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    _one_of_all: OwnedSemaphorePermit,
    _one_of_an_address: Admitted,
}

/// No export can begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPermit {
    /// The address has enough exports.
    #[error("too many exports are running for this address")]
    OfAddress,
    /// There are as many exports as there may be.
    #[error("too many exports are running")]
    OfAll,
}

impl Exports {
    /// Nothing is exported yet.
    pub(crate) fn new(is_limited: bool, tasks: TaskTracker, shutdown: CancellationToken) -> Self {
        Self {
            all: Arc::new(Semaphore::new(MAX_EXPORTS)),
            addresses: Addresses::new(is_limited.then_some(EXPORTS_OF_ONE)),
            tasks,
            shutdown,
        }
    }

    /// Takes a place for an export.
    ///
    /// # Errors
    ///
    /// [`NoPermit`].
    pub(crate) fn begin(&self, address: IpAddr) -> Result<Permit, NoPermit> {
        let of_an_address = self.addresses.admit(address).ok_or(NoPermit::OfAddress)?;
        let of_all = Arc::clone(&self.all).try_acquire_owned().map_err(|_| NoPermit::OfAll)?;
        Ok(Permit { _one_of_all: of_all, _one_of_an_address: of_an_address })
    }

    /// Starts a task that sends lines as fast as the reader takes them, and returns what it sends.
    pub(crate) fn start<E, F>(
        &self,
        permit: Permit,
        export: E,
    ) -> impl Stream<Item = io::Result<Bytes>> + use<E, F>
    where
        E: FnOnce(Reader) -> F,
        F: Future<Output = ()> + Send + 'static,
    {
        let (sender, receiver) = mpsc::channel(LINES_AHEAD);
        let shutdown = self.shutdown.clone();
        self.tasks.spawn(export(Reader { sender, shutdown, _permit: permit }));
        stream::unfold(receiver, |mut receiver| async move {
            receiver.recv().await.map(|line| (line, receiver))
        })
    }
}

/// The reader of an export, with its place.
#[derive(Debug)]
pub(crate) struct Reader {
    sender: mpsc::Sender<io::Result<Bytes>>,
    shutdown: CancellationToken,
    _permit: Permit,
}

impl Reader {
    /// Sends lines until the last, an error, the stop of the server, or until the reader is too slow.
    pub(crate) async fn send_all(self, lines: impl Stream<Item = io::Result<Bytes>>) {
        let mut lines = pin!(lines);
        let (mut taken, mut since) = (0_u32, Instant::now());
        while let Some(line) = tokio::select! {
            line = lines.next() => line,
            () = self.shutdown.cancelled() => Some(Err(io::Error::other("shutting down"))),
        } {
            let ends = line.is_err();
            // A client that reads nothing for this long loses its place.
            let sent = timeout(UNREAD, self.sender.send(line)).await;
            if !matches!(sent, Ok(Ok(()))) || ends {
                return;
            }
            // So does one that takes this long for all lines of a step.
            taken += 1;
            if taken.is_multiple_of(EXPORT_STEP) {
                if since.elapsed() > UNREAD {
                    return;
                }
                since = Instant::now();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn so_many_exports_go_on_at_a_time_and_fewer_of_one_address() {
        let exports = Exports::new(true, TaskTracker::new(), CancellationToken::new());
        let address = |number: u32| IpAddr::V4(Ipv4Addr::from_bits(number));
        let mut places = Vec::new();
        for _ in 0..EXPORTS_OF_ONE {
            places.push(exports.begin(address(1)).expect("there is room"));
        }
        assert!(matches!(exports.begin(address(1)), Err(NoPermit::OfAddress)));
        for number in 2.. {
            match exports.begin(address(number)) {
                Ok(place) => places.push(place),
                Err(error) => {
                    assert_eq!(error, NoPermit::OfAll);
                    break;
                }
            }
        }
        assert_eq!(places.len(), MAX_EXPORTS);
        places.clear();
        assert!(exports.begin(address(1)).is_ok());
    }
}
