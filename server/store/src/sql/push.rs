//! Subscriptions to web push.
//!
//! The endpoint is the key, so a browser that changes hands takes its subscription along. A
//! person's oldest subscriptions beyond the bound are deleted in the transaction that adds one.

use super::credentials::generation_of;
use super::links::{columns, pass};
use super::{Backend, Dialect, Stamp, sql, write};
use crate::push::{PushSubscription, PushSubscriptions};
use crate::{NoticeKinds, StoreError, StoreFuture};
use domain::PlayerId;
use uuid::Uuid;

/// A row of `push_subscription`.
type Row = (String, Uuid, Option<Uuid>, Option<Uuid>, Vec<u8>, Vec<u8>, bool, bool, bool, Stamp);

fn read(row: Row) -> Result<PushSubscription, StoreError> {
    let (endpoint, player, session, token, key, secret, turn, challenge, found, created_at) = row;
    let Stamp(created_at) = created_at;
    let damaged = |_| StoreError::Damaged("a push subscription");
    Ok(PushSubscription {
        endpoint,
        player: PlayerId(player),
        pass: pass(session, token),
        public_key: key.try_into().map_err(damaged)?,
        secret: secret.try_into().map_err(damaged)?,
        kinds: NoticeKinds { turn, challenge, found },
        created_at,
    })
}

impl<B: Backend> PushSubscriptions for B {
    fn put_push<'a>(
        &'a self,
        subscription: &'a PushSubscription,
        most: u32,
    ) -> StoreFuture<'a, bool> {
        write!(self, connection => put(connection, subscription, most))
    }

    fn pushes(&self, player: PlayerId) -> StoreFuture<'_, Vec<PushSubscription>> {
        Box::pin(async move {
            let rows: Vec<Row> =
                // That of a guest who has registered counts no more, should one be left.
                sql("select endpoint, player_id, session, token, public_key, secret, turn,
                    challenge, found, created_at
                 from push_subscription where player_id = $1
                    and (session is not null or token is not null
                        or not exists (select 1 from person where id = $1))
                 order by push_subscription.created_at, endpoint")
                .bind(player.0)
                .read_all(self)
                .await?;
            rows.into_iter().map(read).collect()
        })
    }

    fn remove_push<'a>(&'a self, player: PlayerId, endpoint: &'a str) -> StoreFuture<'a, bool> {
        write!(self, connection => remove(connection, player, endpoint))
    }
}

async fn put(
    connection: &mut impl Dialect,
    subscription: &PushSubscription,
    most: u32,
) -> sqlx::Result<bool> {
    let PushSubscription { endpoint, player, pass, public_key, secret, kinds, created_at } =
        subscription;
    let (session, token) = columns(*pass);
    let mut transaction = connection.start().await?;
    if generation_of(&mut *transaction, *player, *pass).await?.is_none() {
        return Ok(false);
    }
    sql("insert into push_subscription
            (endpoint, player_id, session, token, public_key, secret, turn, challenge, found,
            created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (endpoint) do update
         set player_id = excluded.player_id, session = excluded.session,
            token = excluded.token, public_key = excluded.public_key,
            secret = excluded.secret, turn = excluded.turn, challenge = excluded.challenge,
            found = excluded.found, created_at = excluded.created_at")
    .bind(&**endpoint)
    .bind(player.0)
    .bind(session)
    .bind(token)
    .bind(public_key.as_slice())
    .bind(secret.as_slice())
    .bind(kinds.turn)
    .bind(kinds.challenge)
    .bind(kinds.found)
    .bind(Stamp(*created_at))
    .execute(&mut *transaction)
    .await?;
    sql("delete from push_subscription where player_id = $1 and endpoint not in (
            select endpoint from push_subscription where player_id = $1
            order by created_at desc, endpoint desc limit $2)")
    .bind(player.0)
    .bind(i64::from(most))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(true)
}

async fn remove(
    connection: &mut impl Dialect,
    player: PlayerId,
    endpoint: &str,
) -> sqlx::Result<bool> {
    let removed = sql("delete from push_subscription where player_id = $1 and endpoint = $2")
        .bind(player.0)
        .bind(endpoint)
        .execute(connection)
        .await?;
    Ok(removed > 0)
}
