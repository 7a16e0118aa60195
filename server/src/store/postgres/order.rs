//! Moderation by operators, in Postgres: operations, bans, the notice, hidden games, draining.
//!
//! Each function is one statement, except `orders` and `tell`, whose statements need no common
//! snapshot: running servers read them again soon. `underway` returns the first event as text,
//! because the store does not interpret events.

use crate::store::{Ban, Notice, Operation, Orders, StoreError, Underway, fault, rows};
use domain::{MatchId, Moment};
use sqlx::postgres::{PgConnection, PgPool};
use uuid::Uuid;

/// How many open operations are returned at a time.
const AT_ONCE: i64 = 100;

/// A row of `operation`.
type Row = (Uuid, i64, String, String, String, String, Option<String>);

fn read((id, at, operator, action, target, reason, outcome): Row) -> Result<Operation, StoreError> {
    let at = rows::moment(at)?;
    Ok(Operation { id, at, operator, action, target, reason, outcome })
}

pub(super) async fn record(
    connection: &mut PgConnection,
    operation: &Operation,
) -> sqlx::Result<()> {
    sqlx::query(
        "insert into operation (id, at, operator, action, target, reason, outcome)
         values ($1, timestamptz 'epoch' + $2 * interval '1 millisecond', $3, $4, $5, $6, $7)",
    )
    .bind(operation.id)
    .bind(rows::millis(operation.at))
    .bind(operation.operator.clone())
    .bind(operation.action.clone())
    .bind(operation.target.clone())
    .bind(operation.reason.clone())
    .bind(operation.outcome.clone())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn settle(
    connection: &mut PgConnection,
    id: Uuid,
    outcome: &str,
) -> sqlx::Result<bool> {
    let settled =
        sqlx::query("update operation set outcome = $2 where id = $1 and outcome is null")
            .bind(id)
            .bind(outcome.to_owned())
            .execute(connection)
            .await?;
    Ok(settled.rows_affected() == 1)
}

pub(super) async fn operations(pool: &PgPool, limit: u32) -> Result<Vec<Operation>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(
        "select id, (extract(epoch from at) * 1000)::bigint, operator, action, target, reason, outcome
         from operation order by at desc, id desc limit $1",
    )
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(read).collect()
}

pub(super) async fn orders(pool: &PgPool, node: i64, now: Moment) -> Result<Orders, StoreError> {
    let asked = async {
        let bans: Vec<(String, i64, String)> = sqlx::query_as(
            "select subject, (extract(epoch from until) * 1000)::bigint, reason from ban where until > timestamptz 'epoch' + $1 * interval '1 millisecond'",
        )
        .bind(rows::millis(now))
        .fetch_all(pool)
        .await?;
        let notice: Option<(String, i64)> = sqlx::query_as(
            "select text, (extract(epoch from until) * 1000)::bigint from notice where until > timestamptz 'epoch' + $1 * interval '1 millisecond'",
        )
        .bind(rows::millis(now))
        .fetch_optional(pool)
        .await?;
        let draining: bool =
            sqlx::query_scalar("select exists (select 1 from draining where node = $1)")
                .bind(node)
                .fetch_one(pool)
                .await?;
        let open: Vec<Row> = sqlx::query_as(
            "select id, (extract(epoch from at) * 1000)::bigint, operator, action, target, reason, outcome
             from operation where outcome is null order by at limit $1",
        )
        .bind(AT_ONCE)
        .fetch_all(pool)
        .await?;
        Ok((bans, notice, draining, open))
    };
    let (bans, notice, draining, open) =
        asked.await.map_err(|error: sqlx::Error| fault::of_read(&error))?;
    let ban = |(subject, until, reason)| Ok(Ban { subject, until: rows::moment(until)?, reason });
    Ok(Orders {
        bans: bans.into_iter().map(ban).collect::<Result<_, StoreError>>()?,
        notice: match notice {
            Some((text, until)) => Some(Notice { text, until: rows::moment(until)? }),
            None => None,
        },
        draining,
        open: open.into_iter().map(read).collect::<Result<_, _>>()?,
    })
}

pub(super) async fn ban(connection: &mut PgConnection, ban: &Ban) -> sqlx::Result<()> {
    sqlx::query(
        "insert into ban (subject, until, reason) values ($1, timestamptz 'epoch' + $2 * interval '1 millisecond', $3)
         on conflict (subject) do update set until = excluded.until, reason = excluded.reason",
    )
    .bind(ban.subject.clone())
    .bind(rows::millis(ban.until))
    .bind(ban.reason.clone())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn unban(connection: &mut PgConnection, subject: &str) -> sqlx::Result<bool> {
    let lifted = sqlx::query("delete from ban where subject = $1")
        .bind(subject.to_owned())
        .execute(connection)
        .await?;
    Ok(lifted.rows_affected() > 0)
}

pub(super) async fn tell(
    connection: &mut PgConnection,
    notice: Option<&Notice>,
) -> sqlx::Result<()> {
    sqlx::query("delete from notice").execute(&mut *connection).await?;
    if let Some(notice) = notice {
        sqlx::query("insert into notice (one, text, until) values (true, $1, timestamptz 'epoch' + $2 * interval '1 millisecond')")
            .bind(notice.text.clone())
            .bind(rows::millis(notice.until))
            .execute(connection)
            .await?;
    }
    Ok(())
}

pub(super) async fn hide(
    connection: &mut PgConnection,
    game: MatchId,
    hidden: bool,
) -> sqlx::Result<bool> {
    let query = if hidden {
        sqlx::query(
            "insert into hidden_game (match_id) select id from game where id = $1
             on conflict do nothing",
        )
    } else {
        sqlx::query("delete from hidden_game where match_id = $1")
    };
    Ok(query.bind(game.0).execute(connection).await?.rows_affected() > 0)
}

pub(super) async fn drain(
    connection: &mut PgConnection,
    node: i64,
    draining: bool,
) -> sqlx::Result<()> {
    let query = if draining {
        sqlx::query("insert into draining (node) values ($1) on conflict do nothing")
    } else {
        sqlx::query("delete from draining where node = $1")
    };
    query.bind(node).execute(connection).await?;
    Ok(())
}

pub(super) async fn nodes(pool: &PgPool) -> Result<Vec<(i64, Moment)>, StoreError> {
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "select id, (extract(epoch from alive_at) * 1000)::bigint from node
         where until > clock_timestamp() order by id",
    )
    .fetch_all(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(|(id, at)| Ok((id, rows::moment(at)?))).collect()
}

pub(super) async fn underway(pool: &PgPool, limit: u32) -> Result<Vec<Underway>, StoreError> {
    let rows: Vec<(Uuid, String, i64)> = sqlx::query_as(
        "select match_id, payload::text,
             (select max(seq) from match_event as last where last.match_id = first.match_id)
         from match_event as first where seq = 1 limit $1",
    )
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await
    .map_err(|error| fault::of_read(&error))?;
    let read = |(id, created, events)| {
        Ok(Underway { id: MatchId(id), created, events: rows::seq(events)? })
    };
    rows.into_iter().map(read).collect()
}
