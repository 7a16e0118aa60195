//! Messages in envelopes, from one server to another on the same database, which have no other way
//! to each other.
//!
//! A server sends its envelopes one commit after another and numbers them, so they are read in the
//! order in which they were sent, and one that was sent twice because the outcome was in doubt is
//! recognised. Envelopes of and to a server that is gone are deleted. SQLite serves a single server,
//! so the default methods describe that case.

use super::StoreFuture;
use futures_util::FutureExt;
use futures_util::future::ready;

/// An envelope to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// The server it is for.
    pub receiver: i64,
    /// Counts up with each envelope of the sender.
    pub number: i64,
    /// What the servers make of it.
    pub body: String,
}

/// An envelope that has arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The server that sent it.
    pub sender: i64,
    /// Its number with that server.
    pub number: i64,
    /// What the servers make of it.
    pub body: String,
}

/// The envelopes between servers.
pub trait Envelopes {
    /// Sends envelopes; those to servers that are gone are dropped. What was sent before under the same
    /// number, and has not been read, stays as it is.
    fn send_envelopes<'a>(&'a self, envelopes: &'a [Envelope]) -> StoreFuture<'a, ()> {
        let _ = envelopes;
        ready(Ok(())).boxed()
    }

    /// Up to `limit` envelopes to this server, by sender and number. They stay until they are
    /// discarded.
    fn read_envelopes(&self, limit: u32) -> StoreFuture<'_, Vec<Received>> {
        let _ = limit;
        ready(Ok(Vec::new())).boxed()
    }

    /// Deletes envelopes that have been read, each given by its sender and number.
    fn discard_envelopes<'a>(&'a self, read: &'a [(i64, i64)]) -> StoreFuture<'a, ()> {
        let _ = read;
        ready(Ok(())).boxed()
    }
}
