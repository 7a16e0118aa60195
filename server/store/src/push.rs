//! Subscriptions to web push: where a browser can be reached when no page is open, and about what.
//!
//! The endpoint and the secret allow any holder to send to that browser, so they are
//! never logged, and `Debug` leaves them out. An endpoint has one owner; subscribing again on the
//! same browser replaces the old subscription.
//!
//! The endpoint is the key, so a browser that changes hands takes its subscription along. A
//! person's oldest subscriptions beyond the bound are deleted in the transaction that adds one.

use crate::credentials::{Pass, generation_of};
use crate::database::{on, write};
use crate::links::{columns, pass};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{Moment, NotificationKinds, PlayerId};
use std::fmt;
use uuid::Uuid;

/// The address at which a browser can be reached.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// The address at the browser's push service, which is a secret.
    pub endpoint: String,
    /// The player.
    pub player: PlayerId,
    /// The credential that made it, with which it ends; that of a guest ends when they register.
    pub pass: Pass,
    /// The browser's public key: an uncompressed point of P-256.
    pub public_key: [u8; 65],
    /// The secret that the browser and the server share.
    pub secret: [u8; 16],
    /// The notices they want to receive.
    pub kinds: NotificationKinds,
    /// When it was made, or changed last.
    pub created_at: Moment,
}

// Written by hand, since address and secret must not appear in a log.
impl fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushSubscription")
            .field("player", &self.player)
            .field("kinds", &self.kinds)
            .finish_non_exhaustive()
    }
}

/// A row of `push_subscription`.
type Row = (String, Uuid, Option<Uuid>, Option<Uuid>, Vec<u8>, Vec<u8>, i32, Stamp);

fn read(row: Row) -> Result<PushSubscription, StoreError> {
    let (endpoint, player, session, token, key, secret, kinds, created_at) = row;
    let Stamp(created_at) = created_at;
    let damaged = |_| StoreError::Damaged("a push subscription");
    Ok(PushSubscription {
        endpoint,
        player: PlayerId(player),
        pass: pass(session, token),
        public_key: key.try_into().map_err(damaged)?,
        secret: secret.try_into().map_err(damaged)?,
        kinds: NotificationKinds::from_bits(kinds),
        created_at,
    })
}

/// Subscriptions.
impl Database {
    /// Stores a subscription, in place of one with the same address, whosever that was. Of more than `most` of
    /// one person the oldest go. False if the credential that made it has ended.
    pub async fn put_push(
        &self,
        subscription: &PushSubscription,
        most: u32,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| put(connection, subscription, most))
    }

    /// The subscriptions of a player, the oldest first.
    pub async fn pushes(&self, player: PlayerId) -> Result<Vec<PushSubscription>, StoreError> {
        let rows: Vec<Row> =
                // That of a guest who has registered counts no more, should one be left.
                on!(self, |store| sql("select endpoint, player_id, session, token, public_key, secret,
                        kinds, created_at
                     from push_subscription where player_id = $1
                        and (session is not null or token is not null
                            or not exists (select 1 from account where id = $1))
                     order by push_subscription.created_at, endpoint")
                .bind(player.0)
                .read_all(store))?;
        rows.into_iter().map(read).collect()
    }

    /// Forgets a subscription of a player; false if they have none with that address.
    pub async fn remove_push(&self, player: PlayerId, endpoint: &str) -> Result<bool, StoreError> {
        write!(self, |connection| remove(connection, player, endpoint))
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
            (endpoint, player_id, session, token, public_key, secret, kinds, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (endpoint) do update
         set player_id = excluded.player_id, session = excluded.session,
            token = excluded.token, public_key = excluded.public_key,
            secret = excluded.secret, kinds = excluded.kinds, created_at = excluded.created_at")
    .bind(&**endpoint)
    .bind(player.0)
    .bind(session)
    .bind(token)
    .bind(public_key.as_slice())
    .bind(secret.as_slice())
    .bind(kinds.bits())
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
