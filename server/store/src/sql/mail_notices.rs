//! What is gathered for the next mail to somebody.
//!
//! Taking is one statement, so that of several servers one has a line; a line that is gathered anew
//! while it is being sent is no longer taken, and stays when the mail is settled. The rows go with
//! the address that they wait for.

use super::{Backend, Dialect, Stamp, sql, write};
use crate::mail_notices::{MailNotice, MailNotices};
use crate::{NoticeKind, StoreError, StoreFuture};
use domain::{MatchId, Moment, PlayerId};
use uuid::Uuid;

/// A row of `mail_notice` without the person and the times.
type Row = (Uuid, i16, String, Option<String>);

fn read((of, kind, game, opponent): Row) -> Result<MailNotice, StoreError> {
    let kind = match kind {
        1 => NoticeKind::Turn,
        2 => NoticeKind::Challenge,
        3 => NoticeKind::Found,
        _ => return Err(StoreError::Damaged("a notice for mail")),
    };
    let opponent = opponent.map(String::into_boxed_str);
    Ok(MailNotice { kind, game: game.into_boxed_str(), of: MatchId(of), opponent })
}

const fn column(kind: NoticeKind) -> i16 {
    match kind {
        NoticeKind::Turn => 1,
        NoticeKind::Challenge => 2,
        NoticeKind::Found => 3,
    }
}

impl<B: Backend> MailNotices for B {
    fn gather_mail<'a>(
        &'a self,
        to: PlayerId,
        notice: &'a MailNotice,
        most: u32,
        now: Moment,
    ) -> StoreFuture<'a, bool> {
        write!(self, connection => gather(connection, to, notice, most, now))
    }

    fn withdraw_mail(&self, of: MatchId) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            // Nearly always there is nothing, for which no write should wait.
            let some: Option<(i32,)> = sql("select 1 from mail_notice where match_id = $1 limit 1")
                .bind(of.0)
                .read_optional(self)
                .await?;
            match some {
                Some(_) => write!(self, connection => withdraw(connection, of)).await,
                None => Ok(()),
            }
        })
    }

    fn due_mail(&self, since: Moment, now: Moment, most: u32) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(async move {
            let ids: Vec<Uuid> = sql("select player_id from mail_notice
                 where since <= $1 and (sending_until is null or sending_until <= $2)
                 group by player_id order by min(since) limit $3")
            .bind(Stamp(since))
            .bind(Stamp(now))
            .bind(i64::from(most))
            .read_values(self)
            .await?;
            Ok(ids.into_iter().map(PlayerId).collect())
        })
    }

    fn take_mail(
        &self,
        to: PlayerId,
        now: Moment,
        until: Moment,
    ) -> StoreFuture<'_, Vec<MailNotice>> {
        Box::pin(async move {
            let taking: StoreFuture<'_, Vec<Row>> =
                write!(self, connection => take(connection, to, now, until));
            let mut taken = taking.await?;
            taken.sort_by_key(|row| row.0);
            taken.into_iter().map(read).collect()
        })
    }

    fn settle_mail(&self, to: PlayerId, until: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => settle(connection, to, until))
    }

    fn leave_mail(&self, to: PlayerId, until: Moment) -> StoreFuture<'_, ()> {
        write!(self, connection => leave(connection, to, until))
    }
}

async fn gather(
    connection: &mut impl Dialect,
    to: PlayerId,
    notice: &MailNotice,
    most: u32,
    now: Moment,
) -> sqlx::Result<bool> {
    // `where` also tells SQLite that what follows is not a join.
    let kept = sql("insert into mail_notice (player_id, match_id, kind, game, opponent, since)
         select $1, $2, $3, $4, $5, coalesce((select min(since) from mail_notice
            where player_id = $1 and sending_until is null), $6)
         where exists (select 1 from mail_address where player_id = $1)
            and (select count(*) from mail_notice where player_id = $1 and match_id <> $2) < $7
         on conflict (player_id, match_id) do update
         set kind = excluded.kind, game = excluded.game, opponent = excluded.opponent,
            since = excluded.since, sending_until = null")
    .bind(to.0)
    .bind(notice.of.0)
    .bind(column(notice.kind))
    .bind(notice.game.to_string())
    .bind(notice.opponent.as_deref().map(str::to_owned))
    .bind(Stamp(now))
    .bind(i64::from(most))
    .execute(connection)
    .await?;
    Ok(kept > 0)
}

async fn withdraw(connection: &mut impl Dialect, of: MatchId) -> sqlx::Result<()> {
    sql("delete from mail_notice where match_id = $1").bind(of.0).execute(connection).await?;
    Ok(())
}

async fn take(
    connection: &mut impl Dialect,
    to: PlayerId,
    now: Moment,
    until: Moment,
) -> sqlx::Result<Vec<Row>> {
    sql("update mail_notice set sending_until = $3
         where player_id = $1 and (sending_until is null or sending_until <= $2)
         returning match_id, kind, game, opponent")
    .bind(to.0)
    .bind(Stamp(now))
    .bind(Stamp(until))
    .all(connection)
    .await
}

async fn settle(connection: &mut impl Dialect, to: PlayerId, until: Moment) -> sqlx::Result<()> {
    sql("delete from mail_notice where player_id = $1 and sending_until = $2")
        .bind(to.0)
        .bind(Stamp(until))
        .execute(connection)
        .await?;
    Ok(())
}

async fn leave(connection: &mut impl Dialect, to: PlayerId, until: Moment) -> sqlx::Result<()> {
    sql("update mail_notice set sending_until = null where player_id = $1 and sending_until = $2")
        .bind(to.0)
        .bind(Stamp(until))
        .execute(connection)
        .await?;
    Ok(())
}
