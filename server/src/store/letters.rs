//! Letters from one server to another on the same database, which have no other way to each other.
//!
//! A server sends its letters one commit after another and numbers them, so they are read in the
//! order in which they were sent, and one that was sent twice because the outcome was in doubt is
//! recognised. Letters of and to a server that is gone are deleted. SQLite serves a single server,
//! so the default methods describe that case.

use super::StoreFuture;
use futures_util::FutureExt;
use futures_util::future::ready;

/// A letter to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// The server it is for.
    pub receiver: i64,
    /// Counts up with each letter of the sender.
    pub number: i64,
    /// What the servers make of it.
    pub body: String,
}

/// A letter that has arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The server that sent it.
    pub sender: i64,
    /// Its number with that server.
    pub number: i64,
    /// What the servers make of it.
    pub body: String,
}

/// The letters between servers.
pub trait Letters {
    /// Sends letters; those to servers that are gone are dropped. What was sent before under the same
    /// number, and has not been read, stays as it is.
    fn send_letters<'a>(&'a self, letters: &'a [Letter]) -> StoreFuture<'a, ()> {
        let _ = letters;
        ready(Ok(())).boxed()
    }

    /// Up to `limit` letters to this server, by sender and number. They stay until they are
    /// discarded.
    fn read_letters(&self, limit: u32) -> StoreFuture<'_, Vec<Received>> {
        let _ = limit;
        ready(Ok(Vec::new())).boxed()
    }

    /// Deletes letters that have been read, each given by its sender and number.
    fn discard_letters<'a>(&'a self, read: &'a [(i64, i64)]) -> StoreFuture<'a, ()> {
        let _ = read;
        ready(Ok(())).boxed()
    }
}
