//! Web push: notices to players whose page is closed, of a turn, a challenge or an opponent found by a
//! seek.
//!
//! It is one of the channels of [`crate::notifications`]. A task of its own looks up where the person can be reached and
//! gives each address to the queue of its push service (`host_queue`). A service that is slow or silent holds up its
//! own queue alone; a queue, the number of queues and every attempt are bounded.
//!
//! Addresses come from browsers, that is from strangers. Only `https` is sent to, and nothing inside the
//! operator's own network (`endpoint`): names are resolved here, and the connection goes to the very address
//! that was checked. Messages are encrypted for the browser (RFC 8291) and signed with this server's key
//! (`vapid`, RFC 8292). Addresses, secrets and messages are never logged.

mod delivery;
mod encryption;
mod endpoint;
mod host_queue;
mod host_queues;
mod payload;
mod resolver;
mod sender;
mod vapid;

pub use endpoint::{BadEndpoint, Endpoint, Reach};
pub use sender::Sender;
pub use vapid::{BadContact, Contact, Vapid};

use p256::PublicKey;

/// Whether these bytes are a browser's public key: a point of the curve, so that something can be encrypted
/// for it.
#[must_use]
pub fn is_public_key(bytes: &[u8; 65]) -> bool {
    PublicKey::from_sec1_bytes(bytes).is_ok()
}
