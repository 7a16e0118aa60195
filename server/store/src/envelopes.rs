//! Messages in envelopes, from one server to another on the same database, which have no other way
//! to each other.
//!
//! A server sends its envelopes one commit after another and numbers them, so they are read in the
//! order in which they were sent, and one that was sent twice because the outcome was in doubt is
//! recognised. Envelopes of and to a server that is gone are deleted. SQLite serves a single server,
//! which has no others to exchange anything with.

use crate::{Database, StoreError, fault};

/// An envelope to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// The server it is for.
    pub receiver: i64,
    /// Counts up with each envelope of the sender.
    pub number: i64,
    /// The message, which the store does not read.
    pub body: String,
}

/// An envelope that has arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The server that sent it.
    pub sender: i64,
    /// Its number with that server.
    pub number: i64,
    /// The message, which the store does not read.
    pub body: String,
}

/// The envelopes between servers.
impl Database {
    /// Sends envelopes; those to servers that are gone are dropped. An unread envelope of the same number
    /// stays as it is.
    pub async fn send_envelopes(&self, envelopes: &[Envelope]) -> Result<(), StoreError> {
        let Some((store, node)) = self.node() else { return Ok(()) };
        let receivers: Vec<i64> = envelopes.iter().map(|envelope| envelope.receiver).collect();
        let numbers: Vec<i64> = envelopes.iter().map(|envelope| envelope.number).collect();
        let bodies: Vec<&str> = envelopes.iter().map(|envelope| envelope.body.as_str()).collect();
        sqlx::query(
            "insert into envelope (sender, number, receiver, body)
             select $1, number, receiver, body
             from unnest($2::bigint[], $3::bigint[], $4::text[])
                 as given (number, receiver, body)
             where receiver in (select id from node)
             on conflict do nothing",
        )
        .bind(node)
        .bind(numbers)
        .bind(receivers)
        .bind(bodies)
        .execute(&store.pool)
        .await
        .map(drop)
        .map_err(|error| fault::of_write(&error))
    }

    /// Up to `limit` envelopes to this server, by sender and number. They stay until they are
    /// discarded.
    pub async fn read_envelopes(&self, limit: u32) -> Result<Vec<Received>, StoreError> {
        let Some((store, node)) = self.node() else { return Ok(Vec::new()) };
        let rows: Vec<(i64, i64, String)> = sqlx::query_as(
            "select sender, number, body from envelope where receiver = $1
             order by sender, number limit $2",
        )
        .bind(node)
        .bind(i64::from(limit))
        .fetch_all(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
        let envelope = |(sender, number, body)| Received { sender, number, body };
        Ok(rows.into_iter().map(envelope).collect())
    }

    /// Deletes envelopes that have been read, each given by its sender and number.
    pub async fn discard_envelopes(&self, read: &[(i64, i64)]) -> Result<(), StoreError> {
        let Some(store) = self.shared() else { return Ok(()) };
        let (senders, numbers): (Vec<i64>, Vec<i64>) = read.iter().copied().unzip();
        sqlx::query(
            "delete from envelope using unnest($1::bigint[], $2::bigint[]) as read (sender, number)
             where envelope.sender = read.sender and envelope.number = read.number",
        )
        .bind(senders)
        .bind(numbers)
        .execute(&store.pool)
        .await
        .map(drop)
        .map_err(|error| fault::of_write(&error))
    }
}
