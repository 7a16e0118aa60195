//! Seeks: the wishes of players, and their pairing.
//!
//! A player has one seek at a time, which may name many games, clocks and both sides. It is a row in the
//! database, so that it survives the server, and stays while its owner does something else, until they
//! withdraw it or its time is up. A new one is held at once against all others; those who wait on are
//! matched every second, as many as can be. A player for whom an opponent was found has ten seconds to
//! accept. Then both sit in a new match, and neither seeks any more. A player who does not answer loses the seek and waits
//! before the next one. A guest's seek ends with the page.
//!
//! A player is *there* while a socket of theirs listens, or shortly after a request. One who is not is found
//! only for correspondence games, which they accept by having left the seek.
//!
//! A value decides ([`domain::seek_pool`]); `deciding` stores the
//! result, makes the matches and notifies the affected players. Of several servers on one database one decides for all; the others pass requests on to it, and have a copy of the standings (`correspondence`).

mod correspondence;
mod deciding;
mod matchmaker;
mod ratings;
#[cfg(test)]
mod tests;

pub(crate) use matchmaker::{AnswerError, Matchmaker, SeekError};
pub(crate) use ratings::ratings_of;

use crate::cluster::Cluster;
use crate::leaders::Leaders;
use crate::live::Registry;
use crate::notifications::Notices;
use crate::presence::Presence;
use crate::runtime::{Runtime, until_shutdown};
use std::sync::Arc;

/// Starts the pairing of seeks.
pub(crate) fn start(
    runtime: &Runtime,
    registry: Arc<Registry>,
    presence: Arc<Presence>,
    cluster: Arc<Cluster>,
    leaders: Arc<Leaders>,
    notices: Notices,
) -> Arc<Matchmaker> {
    let (store, tasks) = (runtime.store.clone(), runtime.tasks.clone());
    let matchmaker = Matchmaker::new(registry, presence, cluster, leaders, store, notices, tasks);
    let pairing = Arc::clone(&matchmaker);
    let pairing = until_shutdown(runtime.shutdown.clone(), async move { pairing.run().await });
    runtime.add("pairing of seeks", pairing);
    matchmaker
}
