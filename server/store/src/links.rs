//! Links that sign another device in. A link is deleted in the transaction that accepts it, so it works
//! once.

use super::credentials::{counts, generation_of};
use crate::accounts::Digest;
use crate::credentials::{Generation, Pass};
use crate::sql::{Dialect, Stamp, sql};
use domain::{Moment, PlayerId, SessionId, TokenId};
use uuid::Uuid;

pub(super) async fn add_link(
    connection: &mut impl Dialect,
    link: Digest,
    player: PlayerId,
    pass: Pass,
    now: Moment,
    expires_at: Moment,
) -> sqlx::Result<bool> {
    let mut transaction = connection.start().await?;
    let Some(generation) = generation_of(&mut *transaction, player, pass).await? else {
        return Ok(false);
    };
    // One at a time: asking for another link cancels the one before.
    sql("delete from identity_link where player_id = $1 or expires_at <= $2")
        .bind(player.0)
        .bind(Stamp(now))
        .execute(&mut *transaction)
        .await?;
    let (session, token) = columns(pass);
    sql("insert into identity_link (digest, player_id, generation, session, token, expires_at)
         values ($1, $2, $3, $4, $5, $6)")
    .bind(link.as_slice())
    .bind(player.0)
    .bind(generation.0)
    .bind(session)
    .bind(token)
    .bind(Stamp(expires_at))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(true)
}

/// The session and the token of a credential, as links and subscriptions have them in two columns.
pub(super) fn columns(pass: Pass) -> (Option<Uuid>, Option<Uuid>) {
    match pass {
        Pass::Guest => (None, None),
        Pass::Session(id) => (Some(id.0), None),
        Pass::Token(id) => (None, Some(id.0)),
    }
}

/// The credential of the two columns.
pub(super) fn pass(session: Option<Uuid>, token: Option<Uuid>) -> Pass {
    match (session, token) {
        (Some(id), _) => Pass::Session(SessionId(id)),
        (None, Some(id)) => Pass::Token(TokenId(id)),
        (None, None) => Pass::Guest,
    }
}

pub(super) async fn take_link(
    connection: &mut impl Dialect,
    link: Digest,
    now: Moment,
) -> sqlx::Result<Option<(PlayerId, Generation)>> {
    let mut transaction = connection.start().await?;
    let found: Option<(Uuid, i64)> = sql(concat!(
        "select player_id, generation from identity_link
         where digest = $1 and expires_at > $2 and ",
        counts!("identity_link")
    ))
    .bind(link.as_slice())
    .bind(Stamp(now))
    .optional(&mut *transaction)
    .await?;
    // Of two devices that open it at once, one deletes it.
    let taken = sql("delete from identity_link where digest = $1")
        .bind(link.as_slice())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    let found = found.filter(|_| taken == 1);
    Ok(found.map(|(id, generation)| (PlayerId(id), Generation(generation))))
}
