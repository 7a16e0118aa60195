//! Registering and signing in, as far as they end credentials of a guest.

use super::credentials::token_ids;
use super::recovery_codes::insert_codes;
use crate::credentials::{Generation, Left, Pass, Registering, Registration};
use crate::passkeys;
use crate::sql::{Dialect, Stamp, sql};
use domain::{Moment, PlayerId, SessionId, TokenId};

pub(super) async fn register(
    connection: &mut impl Dialect,
    registration: Registration<'_>,
) -> sqlx::Result<Registering> {
    let Registration { account, likeness, codes, passkey, pass } = registration;
    let mut transaction = connection.start().await?;
    let kept = sql("insert into account (id, name, likeness, password, registered_at, generation)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing")
    .bind(account.id.0)
    .bind(account.name.clone())
    .bind(likeness.map(str::to_owned))
    .bind(account.password.clone())
    .bind(Stamp(account.registered_at))
    .bind(Generation::REGISTERED.0)
    .execute(&mut *transaction)
    .await?;
    if kept == 0 {
        let is_known: bool = sql("select exists (select 1 from account where id = $1)")
            .bind(account.id.0)
            .value(&mut *transaction)
            .await?;
        return Ok(if is_known { Registering::AlreadyRegistered } else { Registering::NameTaken });
    }
    // The name chosen as a guest no longer counts; it need not have been unique.
    sql("delete from guest_name where player_id = $1")
        .bind(account.id.0)
        .execute(&mut *transaction)
        .await?;
    insert_codes(&mut *transaction, account.id, codes).await?;
    if let Some(passkey) = passkey
        && !passkeys::insert(&mut *transaction, passkey, u32::MAX).await?
    {
        return Ok(Registering::PasskeyKnown);
    }
    if !promote(&mut *transaction, account.id, pass, account.registered_at).await? {
        return Ok(Registering::Ended);
    }
    let ended = sql("delete from token where player_id = $1 and generation <> $2 returning id")
        .bind(account.id.0)
        .bind(Generation::REGISTERED.0)
        .all(&mut *transaction)
        .await?;
    for statement in [
        "delete from session where player_id = $1 and generation <> $2",
        "delete from identity_link where player_id = $1 and generation <> $2",
    ] {
        sql(statement)
            .bind(account.id.0)
            .bind(Generation::REGISTERED.0)
            .execute(&mut *transaction)
            .await?;
    }
    forget_pushes_of_guest(&mut *transaction, account.id).await?;
    transaction.commit().await?;
    Ok(Registering::Registered(token_ids(ended)))
}

/// Takes the credential of a guest who registers into the first generation; false if it has ended.
async fn promote(
    connection: &mut impl Dialect,
    player: PlayerId,
    pass: Pass,
    now: Moment,
) -> sqlx::Result<bool> {
    let promoted = match pass {
        Pass::Guest => 0,
        Pass::Session(id) => {
            sql("update session set generation = $3, confirmed_at = $4
                 where player_id = $1 and id = $2 and generation = $5")
            .bind(player.0)
            .bind(id.0)
            .bind(Generation::REGISTERED.0)
            .bind(Stamp(now))
            .bind(Generation::GUEST.0)
            .execute(connection)
            .await?
        }
        Pass::Token(id) => {
            sql("update token set generation = $3
                 where player_id = $1 and id = $2 and generation = $4")
            .bind(player.0)
            .bind(id.0)
            .bind(Generation::REGISTERED.0)
            .bind(Generation::GUEST.0)
            .execute(connection)
            .await?
        }
    };
    Ok(promoted == 1)
}

/// Ends the subscriptions that a guest made without a session or a token.
async fn forget_pushes_of_guest(
    connection: &mut impl Dialect,
    player: PlayerId,
) -> sqlx::Result<()> {
    sql("delete from push_subscription where player_id = $1 and session is null and token is null")
        .bind(player.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends the earlier session of a browser that signed in as `player`, and the tokens of the guest that
/// it was; returns these tokens.
pub(super) async fn leave(
    connection: &mut impl Dialect,
    left: Left,
    player: PlayerId,
    session: SessionId,
) -> sqlx::Result<Vec<TokenId>> {
    let mut ended = Vec::new();
    let is_guest: bool = sql("select not exists (select 1 from account where id = $1)")
        .bind(left.player.0)
        .value(connection)
        .await?;
    if is_guest && left.player != player {
        ended = sql("delete from token where player_id = $1 returning id")
            .bind(left.player.0)
            .all(connection)
            .await?;
        sql("delete from identity_link where player_id = $1")
            .bind(left.player.0)
            .execute(connection)
            .await?;
        forget_pushes_of_guest(connection, left.player).await?;
    }
    if let Some(id) = left.session {
        // The browser remains that of the same player, in another session.
        sql("update push_subscription set session = $3 where player_id = $1 and session = $2")
            .bind(player.0)
            .bind(id.0)
            .bind(session.0)
            .execute(connection)
            .await?;
        sql("delete from session where player_id = $1 and id = $2")
            .bind(left.player.0)
            .bind(id.0)
            .execute(connection)
            .await?;
    }
    Ok(token_ids(ended))
}
