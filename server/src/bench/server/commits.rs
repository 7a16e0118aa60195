//! The least a server can do to keep a move: frames are appended to a file and synced.

use axum::extract::ws::Utf8Bytes;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;

/// As many frames may wait, and be written at once, as in the server's own journal.
const QUEUE: usize = 8_192;
const BATCH: usize = 512;

/// A frame, and whom to tell when it is on disk.
type Waiting = (Utf8Bytes, oneshot::Sender<()>);

/// The way to a file; cloning shares it.
#[derive(Clone)]
pub(super) struct Commits(mpsc::Sender<Waiting>);

impl Commits {
    /// Begins the file anew.
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

/// Writes whatever waits, again and again; what comes during a sync waits for the next.
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
        // Whoever waits learns by the end of this task that nothing more is saved.
        let Ok((same_file, same_bytes, Ok(()))) = written.await else { return };
        (file, bytes) = (same_file, same_bytes);
        for (_, done) in waiting.drain(..) {
            // Who sent it may have gone.
            let _ = done.send(());
        }
    }
}
