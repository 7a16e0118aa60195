//! Recovery codes: each signs its player in once, or confirms a session, and is deleted in the
//! transaction that accepts it. Codes are stored as digests only.

use crate::accounts::Digest;
use crate::credentials::{Generation, confirm, hold, renew};
use crate::database::{on, write};
use crate::sql::{Dialect, sql};
use crate::{Database, StoreError};
use domain::{Moment, PlayerId, SessionId, TokenId};
use uuid::Uuid;

/// A player who came back by a recovery code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// The player.
    pub player: PlayerId,
    /// The generation that has begun.
    pub generation: Generation,
    /// The tokens that ended.
    pub ended: Vec<TokenId>,
}

/// Recovery codes.
impl Database {
    /// Uses a recovery code up and ends all credentials of its owner; also replaces the hash of the
    /// password, if there is a new one.
    pub async fn recover(
        &self,
        code: Digest,
        password: Option<&str>,
    ) -> Result<Option<Recovered>, StoreError> {
        write!(self, |connection| recover(connection, code, password))
    }

    /// Replaces all recovery codes of a player; false, with nothing changed, unless it is a session of
    /// theirs.
    pub async fn set_recovery_codes(
        &self,
        player: PlayerId,
        session: SessionId,
        codes: &[Digest],
    ) -> Result<bool, StoreError> {
        write!(self, |connection| set_recovery_codes(connection, player, session, codes))
    }

    /// The number of recovery codes that a player has left.
    pub async fn recovery_codes_left(&self, player: PlayerId) -> Result<u32, StoreError> {
        let left: i64 =
            on!(self, |store| sql("select count(*) from recovery_code where account_id = $1")
                .bind(player.0)
                .read_value(store))?;
        Ok(u32::try_from(left).unwrap_or(u32::MAX))
    }

    /// Records that a player has confirmed in a session who they are by a recovery code, which is used
    /// up; false, with nothing changed, if either is not theirs.
    pub async fn confirm_by_code(
        &self,
        player: PlayerId,
        session: SessionId,
        code: Digest,
        now: Moment,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| confirm_by_code(connection, player, session, code, now))
    }
}

async fn recover(
    connection: &mut impl Dialect,
    code: Digest,
    password: Option<&str>,
) -> sqlx::Result<Option<Recovered>> {
    let mut transaction = connection.start().await?;
    let taken: Option<(Uuid,)> =
        sql("delete from recovery_code where digest = $1 returning account_id")
            .bind(code.as_slice())
            .optional(&mut *transaction)
            .await?;
    let Some((id,)) = taken else { return Ok(None) };
    let player = PlayerId(id);
    let renewed = renew(&mut *transaction, player, None, password).await?;
    let Some((generation, ended)) = renewed else { return Ok(None) };
    transaction.commit().await?;
    Ok(Some(Recovered { player, generation, ended }))
}

pub(super) async fn insert_codes(
    connection: &mut impl Dialect,
    id: PlayerId,
    codes: &[Digest],
) -> sqlx::Result<()> {
    for code in codes {
        sql("insert into recovery_code (digest, account_id) values ($1, $2)")
            .bind(code.as_slice())
            .bind(id.0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn set_recovery_codes(
    connection: &mut impl Dialect,
    player: PlayerId,
    session: SessionId,
    codes: &[Digest],
) -> sqlx::Result<bool> {
    let mut transaction = connection.start().await?;
    if !hold(&mut *transaction, player, session).await? {
        return Ok(false);
    }
    sql("delete from recovery_code where account_id = $1")
        .bind(player.0)
        .execute(&mut *transaction)
        .await?;
    insert_codes(&mut *transaction, player, codes).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn confirm_by_code(
    connection: &mut impl Dialect,
    player: PlayerId,
    session: SessionId,
    code: Digest,
    now: Moment,
) -> sqlx::Result<bool> {
    let mut transaction = connection.start().await?;
    let taken = sql("delete from recovery_code where digest = $1 and account_id = $2")
        .bind(code.as_slice())
        .bind(player.0)
        .execute(&mut *transaction)
        .await?;
    if taken == 0 || !confirm(&mut *transaction, player, session, now).await? {
        return Ok(false);
    }
    transaction.commit().await?;
    Ok(true)
}
