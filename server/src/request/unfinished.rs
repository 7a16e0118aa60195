//! The bytes that a socket's client has sent since its last whole message.
//!
//! The WebSocket library reports whole messages only: a message in fragments without an end, or one that
//! arrives byte by byte, would cost the server time and never be counted. So the stream below the library
//! counts bytes, and the socket reports whole messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The most bytes of a control frame: a head of two, a mask of four, and a payload of 125 (RFC 6455,
/// section 5.5).
const CONTROL_FRAME: usize = 131;

/// The most bytes that a socket's client may send without a whole message.
const MAX_BYTES: usize = 16 * 1_024;

/// The count of one connection, shared by its stream and its socket. It counts only once the connection
/// has become a socket.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unfinished(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_socket: AtomicBool,
    bytes: AtomicUsize,
}

impl Unfinished {
    /// Begins to count: the connection is a socket from now on.
    pub(crate) fn start(&self) {
        self.0.is_socket.store(true, Relaxed);
    }

    /// Whether bytes are counted.
    pub(crate) fn is_counted(&self) -> bool {
        self.0.is_socket.load(Relaxed)
    }

    /// How many bytes were read since the last whole message.
    pub(crate) fn bytes(&self) -> usize {
        self.0.bytes.load(Relaxed)
    }

    /// Whether they are more than a client may send.
    pub(crate) fn is_too_long(&self) -> bool {
        self.bytes() > MAX_BYTES
    }

    /// Adds bytes that were read.
    pub(crate) fn add(&self, bytes: usize) {
        self.0.bytes.fetch_add(bytes, Relaxed);
    }

    /// A message was whole.
    pub(crate) fn finish_message(&self) {
        self.0.bytes.store(0, Relaxed);
    }

    /// A control frame was read, which may stand between the fragments of a message that is not whole.
    pub(crate) fn finish_control_frame(&self) {
        let bytes = self.bytes().saturating_sub(CONTROL_FRAME);
        self.0.bytes.store(bytes, Relaxed);
    }
}
