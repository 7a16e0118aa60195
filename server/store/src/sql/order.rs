//! Moderation by operators: operations, bans, the notice, hidden games, draining.
//!
//! Each method is one statement, except `orders` and `tell`, whose statements need no common
//! snapshot: running servers read them again soon. Which servers and matches are running differs
//! between the databases ([`Running`]).

use super::{Backend, Dialect, Stamp, sql, write};
use crate::{Ban, Notice, Operation, Order, Orders, StoreFuture, Underway, fault};
use domain::{MatchId, Moment};
use uuid::Uuid;

/// How many open operations are returned at a time.
const AT_ONCE: i64 = 100;

/// What is running on a database, which each finds in its own way.
pub(crate) trait Running {
    /// The number of this server: 0 where there is only one.
    fn node(&self) -> i64;

    /// The servers that run, each with its last sign of life.
    fn running_nodes(&self) -> StoreFuture<'_, Vec<(i64, Moment)>>;

    /// Matches that are not over. The first event is returned as text, because the store does not
    /// interpret events.
    fn running_matches(&self, limit: u32) -> StoreFuture<'_, Vec<Underway>>;
}

/// A row of `operation`.
type Row = (Uuid, Stamp, String, String, String, String, Option<String>);

fn read((id, Stamp(at), operator, action, target, reason, outcome): Row) -> Operation {
    Operation { id, at, operator, action, target, reason, outcome }
}

impl<B: Backend + Running> Order for B {
    fn record<'a>(&'a self, operation: &'a Operation) -> StoreFuture<'a, ()> {
        write!(self, connection => record(connection, operation))
    }

    fn settle<'a>(&'a self, id: Uuid, outcome: &'a str) -> StoreFuture<'a, bool> {
        write!(self, connection => settle(connection, id, outcome))
    }

    fn operations(&self, limit: u32) -> StoreFuture<'_, Vec<Operation>> {
        Box::pin(async move {
            let rows: Vec<Row> = sql("select id, at, operator, action, target, reason, outcome
                 from operation order by at desc, id desc limit $1")
            .bind(i64::from(limit))
            .read_all(self)
            .await?;
            Ok(rows.into_iter().map(read).collect())
        })
    }

    fn orders(&self, now: Moment) -> StoreFuture<'_, Orders> {
        Box::pin(async move {
            let read = async {
                let mut reader = self.readers().acquire().await?;
                orders(&mut *reader, self.node(), now).await
            };
            read.await.map_err(|error: sqlx::Error| fault::of_read(&error))
        })
    }

    fn ban<'a>(&'a self, ban: &'a Ban) -> StoreFuture<'a, ()> {
        write!(self, connection => put_ban(connection, ban))
    }

    fn unban<'a>(&'a self, subject: &'a str) -> StoreFuture<'a, bool> {
        write!(self, connection => unban(connection, subject))
    }

    fn tell<'a>(&'a self, notice: Option<&'a Notice>) -> StoreFuture<'a, ()> {
        write!(self, connection => tell(connection, notice))
    }

    fn hide(&self, game: MatchId, hidden: bool) -> StoreFuture<'_, bool> {
        write!(self, connection => hide(connection, game, hidden))
    }

    fn drain(&self, node: i64, draining: bool) -> StoreFuture<'_, ()> {
        write!(self, connection => drain(connection, node, draining))
    }

    fn own_node(&self) -> i64 {
        self.node()
    }

    fn nodes(&self) -> StoreFuture<'_, Vec<(i64, Moment)>> {
        self.running_nodes()
    }

    fn underway(&self, limit: u32) -> StoreFuture<'_, Vec<Underway>> {
        self.running_matches(limit)
    }
}

async fn record(connection: &mut impl Dialect, operation: &Operation) -> sqlx::Result<()> {
    sql("insert into operation (id, at, operator, action, target, reason, outcome)
         values ($1, $2, $3, $4, $5, $6, $7)")
    .bind(operation.id)
    .bind(Stamp(operation.at))
    .bind(&*operation.operator)
    .bind(&*operation.action)
    .bind(&*operation.target)
    .bind(&*operation.reason)
    .bind(operation.outcome.clone())
    .execute(connection)
    .await?;
    Ok(())
}

async fn settle(connection: &mut impl Dialect, id: Uuid, outcome: &str) -> sqlx::Result<bool> {
    let settled = sql("update operation set outcome = $2 where id = $1 and outcome is null")
        .bind(id)
        .bind(outcome)
        .execute(connection)
        .await?;
    Ok(settled == 1)
}

async fn orders(connection: &mut impl Dialect, node: i64, now: Moment) -> sqlx::Result<Orders> {
    let bans: Vec<(String, Stamp, String)> =
        sql("select subject, until, reason from ban where until > $1")
            .bind(Stamp(now))
            .all(connection)
            .await?;
    let notice: Option<(String, Stamp)> = sql("select text, until from notice where until > $1")
        .bind(Stamp(now))
        .optional(connection)
        .await?;
    let draining = sql("select exists (select 1 from draining where node = $1)")
        .bind(node)
        .value(connection)
        .await?;
    let open: Vec<Row> = sql("select id, at, operator, action, target, reason, outcome
         from operation where outcome is null order by at limit $1")
    .bind(AT_ONCE)
    .all(connection)
    .await?;
    let ban = |(subject, Stamp(until), reason)| Ban { subject, until, reason };
    Ok(Orders {
        bans: bans.into_iter().map(ban).collect(),
        notice: notice.map(|(text, Stamp(until))| Notice { text, until }),
        draining,
        open: open.into_iter().map(read).collect(),
    })
}

async fn put_ban(connection: &mut impl Dialect, ban: &Ban) -> sqlx::Result<()> {
    sql("insert into ban (subject, until, reason) values ($1, $2, $3)
         on conflict (subject) do update set until = excluded.until, reason = excluded.reason")
    .bind(&*ban.subject)
    .bind(Stamp(ban.until))
    .bind(&*ban.reason)
    .execute(connection)
    .await?;
    Ok(())
}

async fn unban(connection: &mut impl Dialect, subject: &str) -> sqlx::Result<bool> {
    let lifted =
        sql("delete from ban where subject = $1").bind(subject).execute(connection).await?;
    Ok(lifted > 0)
}

async fn tell(connection: &mut impl Dialect, notice: Option<&Notice>) -> sqlx::Result<()> {
    sql("delete from notice").execute(connection).await?;
    if let Some(notice) = notice {
        sql("insert into notice (one, text, until) values ($1, $2, $3)")
            .bind(true)
            .bind(&*notice.text)
            .bind(Stamp(notice.until))
            .execute(connection)
            .await?;
    }
    Ok(())
}

async fn hide(connection: &mut impl Dialect, game: MatchId, hidden: bool) -> sqlx::Result<bool> {
    let query = if hidden {
        sql("insert into hidden_game (match_id) select id from game where id = $1
             on conflict do nothing")
    } else {
        sql("delete from hidden_game where match_id = $1")
    };
    Ok(query.bind(game.0).execute(connection).await? > 0)
}

async fn drain(connection: &mut impl Dialect, node: i64, draining: bool) -> sqlx::Result<()> {
    let query = if draining {
        sql("insert into draining (node) values ($1) on conflict do nothing")
    } else {
        sql("delete from draining where node = $1")
    };
    query.bind(node).execute(connection).await?;
    Ok(())
}
