//! What is gathered for the next mail to somebody, so that it outlives the server.
//!
//! A [`MailNotice`] is a line of that mail, one for each match. The first of them decides when the
//! mail is due. A server that sends them takes them for a while; they are removed once the mail is
//! settled, and if that server dies another one takes them when the while is over. So of a mail that
//! was on its way when a server died, at worst two arrive.
//!
//! Taking is one statement, so that of several servers one has a line; a line that is gathered anew
//! while it is being sent is no longer taken, and stays when the mail is settled. The rows go with
//! the address that they wait for.

use crate::database::{on, write};
use crate::kinds::NoticeKind;
use crate::sql::{Dialect, Stamp, sql};
use crate::{Database, StoreError};
use domain::{MatchId, Moment, PlayerId};
use uuid::Uuid;

/// One thing to tell somebody, of one match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailNotice {
    /// What it is about.
    pub kind: NoticeKind,
    /// The game, by its id in the catalogue.
    pub game: Box<str>,
    /// The match.
    pub of: MatchId,
    /// The opponent's name, if they chose one.
    pub opponent: Option<Box<str>>,
}

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

/// Notices that wait for a mail.
impl Database {
    /// Keeps a notice in place of an earlier one of the same match; false if somebody has `most`
    /// others already, or no address. It belongs to what has been gathered for them since an earlier
    /// notice, if there is one.
    pub async fn gather_mail(
        &self,
        to: PlayerId,
        notice: &MailNotice,
        most: u32,
        now: Moment,
    ) -> Result<bool, StoreError> {
        write!(self, |connection| gather(connection, to, notice, most, now))
    }

    /// Removes what was to be told of a match, to whomever.
    pub async fn withdraw_mail(&self, of: MatchId) -> Result<(), StoreError> {
        // Nearly always there is nothing, for which no write should wait.
        let some: Option<(i32,)> =
            on!(self, |store| sql("select 1 from mail_notice where match_id = $1 limit 1")
                .bind(of.0)
                .read_optional(store))?;
        match some {
            Some(_) => write!(self, |connection| withdraw(connection, of)),
            None => Ok(()),
        }
    }

    /// For whom something has been gathered since `since` or longer that nobody is sending at `now`,
    /// those who have waited longest first, at most `most` of them.
    pub async fn due_mail(
        &self,
        since: Moment,
        now: Moment,
        most: u32,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let ids: Vec<Uuid> = on!(self, |store| sql("select player_id from mail_notice
             where since <= $1 and (sending_until is null or sending_until <= $2)
             group by player_id order by min(since) limit $3")
        .bind(Stamp(since))
        .bind(Stamp(now))
        .bind(i64::from(most))
        .read_values(store))?;
        Ok(ids.into_iter().map(PlayerId).collect())
    }

    /// Takes what has been gathered for somebody, in the order of the matches' ids, and that nobody is
    /// sending at `now`: until `until` nobody else takes it.
    pub async fn take_mail(
        &self,
        to: PlayerId,
        now: Moment,
        until: Moment,
    ) -> Result<Vec<MailNotice>, StoreError> {
        let mut taken = write!(self, |connection| take(connection, to, now, until))?;
        taken.sort_by_key(|row| row.0);
        taken.into_iter().map(read).collect()
    }

    /// Removes what was taken for somebody until `until`: it has been sent, or is not to be. What has
    /// come anew of the same matches stays.
    pub async fn settle_mail(&self, to: PlayerId, until: Moment) -> Result<(), StoreError> {
        write!(self, |connection| settle(connection, to, until))
    }

    /// Leaves what was taken for somebody until `until` to be taken again.
    pub async fn leave_mail(&self, to: PlayerId, until: Moment) -> Result<(), StoreError> {
        write!(self, |connection| leave(connection, to, until))
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
