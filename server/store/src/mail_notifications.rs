//! Notices gathered for the next mail to a player, so that they outlive the server.
//!
//! A [`MailNotification`] is a line of that mail, one for each match. The first of them decides when the
//! mail is due. A server that sends them takes them for a while; they are removed once the mail is
//! settled, and if that server dies another one takes them when the while is over. So of a mail that
//! was on its way when a server died, at worst two arrive.
//!
//! Taking is one statement, so that of several servers one has a line; a line that is gathered again
//! while it is being sent is no longer taken, and stays when the mail is settled. The rows go with
//! the address that they wait for.

use crate::database::{on, write};
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{MatchId, Moment, NotificationKind, PlayerId};
use uuid::Uuid;

/// A line of a mail, about one match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailNotification {
    /// Its subject.
    pub kind: NotificationKind,
    /// The game, by its id in the catalogue.
    pub game: Box<str>,
    /// The match.
    pub of: MatchId,
    /// The opponent's name, if they chose one.
    pub opponent: Option<Box<str>>,
}

/// A row of `mail_notification` without the person and the times.
type Row = (Uuid, i16, String, Option<String>);

fn read((of, kind, game, opponent): Row) -> Result<MailNotification, StoreError> {
    let damaged = StoreError::Damaged("a notice for mail");
    let kind = NotificationKind::numbered(kind).ok_or(damaged)?;
    let opponent = opponent.map(String::into_boxed_str);
    Ok(MailNotification { kind, game: game.into_boxed_str(), of: MatchId(of), opponent })
}

/// Notices that wait for a mail.
impl Database {
    /// Stores a notice in place of an earlier one of the same match; false if the player has `most`
    /// others already, or no address. It joins the notices gathered for them since an earlier one, if there is one.
    pub async fn gather_mail(
        &self,
        to: PlayerId,
        notice: &MailNotification,
        most: u32,
        now: Moment,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| gather(connection, to, notice, most, now))
    }

    /// Removes the notices of a match, of all players.
    pub async fn withdraw_mail(&self, of: MatchId) -> Result<(), StoreError> {
        // Nearly always there is nothing, for which no write should wait.
        let some: Option<(i32,)> =
            on!(self, |store| sql("select 1 from mail_notification where match_id = $1 limit 1")
                .bind(of.0)
                .read_optional(store))?;
        match some {
            Some(_) => write!(self, |connection| withdraw(connection, of)),
            None => Ok(()),
        }
    }

    /// Players with notices gathered since `since` or longer that no server is sending at `now`,
    /// those who have waited longest first, at most `most` of them.
    pub async fn due_mail(
        &self,
        since: Moment,
        now: Moment,
        most: u32,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let ids: Vec<Uuid> = on!(self, |store| sql("select player_id from mail_notification
             where since <= $1 and (sending_until is null or sending_until <= $2)
             group by player_id order by min(since) limit $3")
        .bind(Stamp(since))
        .bind(Stamp(now))
        .bind(i64::from(most))
        .read_values(store))?;
        Ok(ids.into_iter().map(PlayerId).collect())
    }

    /// Takes the notices gathered for a player, in the order of the matches' ids, that no server is
    /// sending at `now`: until `until` no other takes them.
    pub async fn take_mail(
        &self,
        to: PlayerId,
        now: Moment,
        until: Moment,
    ) -> Result<Vec<MailNotification>, StoreError> {
        let mut taken = write!(self, |connection| take(connection, to, now, until))?;
        taken.sort_by_key(|row| row.0);
        taken.into_iter().map(read).collect()
    }

    /// Removes the notices taken for a player until `until`: they have been sent, or are not to be.
    /// New ones of the same matches stay.
    pub async fn settle_mail(&self, to: PlayerId, until: Moment) -> Result<(), StoreError> {
        write!(self, |connection| settle(connection, to, until))
    }

    /// Leaves the notices taken for a player until `until` to be taken again.
    pub async fn leave_mail(&self, to: PlayerId, until: Moment) -> Result<(), StoreError> {
        write!(self, |connection| leave(connection, to, until))
    }
}

async fn gather(
    connection: &mut impl Dialect,
    to: PlayerId,
    notice: &MailNotification,
    most: u32,
    now: Moment,
) -> sqlx::Result<bool> {
    // After `where` SQLite does not read the rest as a join.
    let kept = sql("insert into mail_notification (player_id, match_id, kind, game, opponent, since)
         select $1, $2, $3, $4, $5, coalesce((select min(since) from mail_notification
            where player_id = $1 and sending_until is null), $6)
         where exists (select 1 from mail_address where player_id = $1)
            and (select count(*) from mail_notification where player_id = $1 and match_id <> $2) < $7
         on conflict (player_id, match_id) do update
         set kind = excluded.kind, game = excluded.game, opponent = excluded.opponent,
            since = excluded.since, sending_until = null")
    .bind(to.0)
    .bind(notice.of.0)
    .bind(notice.kind.number())
    .bind(notice.game.to_string())
    .bind(notice.opponent.as_deref().map(str::to_owned))
    .bind(Stamp(now))
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(kept > 0)
}

async fn withdraw(connection: &mut impl Dialect, of: MatchId) -> sqlx::Result<()> {
    sql("delete from mail_notification where match_id = $1").bind(of.0).execute(connection).await?;
    Ok(())
}

async fn take(
    connection: &mut impl Dialect,
    to: PlayerId,
    now: Moment,
    until: Moment,
) -> sqlx::Result<Vec<Row>> {
    sql("update mail_notification set sending_until = $3
         where player_id = $1 and (sending_until is null or sending_until <= $2)
         returning match_id, kind, game, opponent")
    .bind(to.0)
    .bind(Stamp(now))
    .bind(Stamp(until))
    .all(connection)
    .await
}

async fn settle(connection: &mut impl Dialect, to: PlayerId, until: Moment) -> sqlx::Result<()> {
    sql("delete from mail_notification where player_id = $1 and sending_until = $2")
        .bind(to.0)
        .bind(Stamp(until))
        .execute(connection)
        .await?;
    Ok(())
}

async fn leave(connection: &mut impl Dialect, to: PlayerId, until: Moment) -> sqlx::Result<()> {
    sql("update mail_notification set sending_until = null where player_id = $1 and sending_until = $2")
        .bind(to.0)
        .bind(Stamp(until))
        .execute(connection)
        .await?;
    Ok(())
}
