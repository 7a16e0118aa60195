//! The commits of the bare relay: the least work with which any server could make moves durable, as
//! a baseline for the real one.
//!
//! Frames are appended to a file and synced in batches of the same size, and with a queue of the
//! same length, as in the server's own journal.

use axum::extract::ws::Utf8Bytes;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;

/// How many frames may wait, and be written at once: as many as in the server's own journal.
const QUEUE: usize = 8_192;
const BATCH: usize = 512;

/// A frame, and the channel that is notified when it is on disk.
type Waiting = (Utf8Bytes, oneshot::Sender<()>);

/// The queue to a file; cloning shares it.
#[derive(Clone)]
pub(super) struct Commits(mpsc::Sender<Waiting>);

impl Commits {
    /// Creates the file, or truncates it, and starts the task that writes it.
    pub(super) fn to(path: &Path) -> io::Result<Self> {
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
        };
        let file = File::create(path).map_err(named)?;
        let (sender, inbox) = mpsc::channel(QUEUE);
        tokio::spawn(write(file, inbox));
        Ok(Self(sender))
    }

    /// Waits until a frame is on disk; false if it cannot be written.
    pub(super) async fn save(&self, frame: Utf8Bytes) -> bool {
        let (done, saved) = oneshot::channel();
        self.0.send((frame, done)).await.is_ok() && saved.await.is_ok()
    }
}

/// Writes the frames that wait, in batches; frames that arrive during a sync wait for the next.
async fn write(mut file: File, mut inbox: mpsc::Receiver<Waiting>) {
    let mut waiting = Vec::with_capacity(BATCH);
    let mut bytes = Vec::new();
    while inbox.recv_many(&mut waiting, BATCH).await > 0 {
        bytes.clear();
        waiting.iter().for_each(|(frame, _)| bytes.extend_from_slice(frame.as_bytes()));
        let written = spawn_blocking(move || {
            let written = file.write_all(&bytes).and_then(|()| file.sync_data());
            (file, bytes, written)
        });
        // The senders that wait see the channel close: nothing more is saved.
        let Ok((same_file, same_bytes, Ok(()))) = written.await else { return };
        (file, bytes) = (same_file, same_bytes);
        for (_, done) in waiting.drain(..) {
            // The sender may have gone.
            let _ = done.send(());
        }
    }
}
