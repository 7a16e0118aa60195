//! Envelopes between servers in Postgres.

use super::PostgresStore;
use crate::{Envelope, Envelopes, Received, StoreFuture, fault};

impl Envelopes for PostgresStore {
    fn send_envelopes<'a>(&'a self, envelopes: &'a [Envelope]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let Some(node) = &self.node else { return Ok(()) };
            let receivers: Vec<i64> = envelopes.iter().map(|envelope| envelope.receiver).collect();
            let numbers: Vec<i64> = envelopes.iter().map(|envelope| envelope.number).collect();
            let bodies: Vec<&str> =
                envelopes.iter().map(|envelope| envelope.body.as_str()).collect();
            sqlx::query(
                "insert into envelope (sender, number, receiver, body)
                 select $1, number, receiver, body
                 from unnest($2::bigint[], $3::bigint[], $4::text[])
                     as given (number, receiver, body)
                 where receiver in (select id from node)
                 on conflict do nothing",
            )
            .bind(node.id)
            .bind(numbers)
            .bind(receivers)
            .bind(bodies)
            .execute(&self.pool)
            .await
            .map(drop)
            .map_err(|error| fault::of_write(&error))
        })
    }

    fn read_envelopes(&self, limit: u32) -> StoreFuture<'_, Vec<Received>> {
        Box::pin(async move {
            let Some(node) = &self.node else { return Ok(Vec::new()) };
            let rows: Vec<(i64, i64, String)> = sqlx::query_as(
                "select sender, number, body from envelope where receiver = $1
                 order by sender, number limit $2",
            )
            .bind(node.id)
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
            let envelope = |(sender, number, body)| Received { sender, number, body };
            Ok(rows.into_iter().map(envelope).collect())
        })
    }

    fn discard_envelopes<'a>(&'a self, read: &'a [(i64, i64)]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let (senders, numbers): (Vec<i64>, Vec<i64>) = read.iter().copied().unzip();
            sqlx::query(
                "delete from envelope using unnest($1::bigint[], $2::bigint[]) as read (sender, number)
                 where envelope.sender = read.sender and envelope.number = read.number",
            )
            .bind(senders)
            .bind(numbers)
            .execute(&self.pool)
            .await
            .map(drop)
            .map_err(|error| fault::of_write(&error))
        })
    }
}
