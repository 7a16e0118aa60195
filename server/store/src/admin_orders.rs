//! Data for moderation by operators: the log of operations, bans, the announcement to
//! all, hidden games and draining servers.
//!
//! `yiguan admin` writes here, also while no server runs; a running server reads `orders` regularly
//! and does the open ones. An operation is settled once: its outcome is never overwritten. The
//! operator's reason is for other operators and is not shown to players.
//!
//! Each method is one statement, except `orders` and `tell`, whose statements need no common
//! snapshot: running servers read them again soon. Which servers and matches are running is asked
//! differently of each database (`running` in `sqlite` and `postgres`).

use crate::database::{AnyStore, on, write};
use crate::sql::{Backend, Dialect, Stamp, sql};
use crate::{Database, StoreError, fault};
use domain::{MatchId, Moment};
use uuid::Uuid;

/// Something an operator has done, or has asked running servers to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its number.
    pub id: Uuid,
    /// When it was asked for.
    pub at: Moment,
    /// The operator.
    pub operator: String,
    /// The action, in a word.
    pub action: String,
    /// To what.
    pub target: String,
    /// Why.
    pub reason: String,
    /// Its outcome; `None` while it is still to be done.
    pub outcome: Option<String>,
}

/// A player or address that may not play for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// An address, a range of them, or a guest's id.
    pub subject: String,
    /// Until when.
    pub until: Moment,
    /// Why, for other operators.
    pub reason: String,
}

/// An announcement to all players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Until when.
    pub until: Moment,
}

/// The orders in force.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Orders {
    /// The players who may not play.
    pub bans: Vec<Ban>,
    /// The announcement to all players.
    pub notice: Option<Notice>,
    /// Whether this server accepts no new matches any more.
    pub draining: bool,
    /// The open orders, the oldest first.
    pub open: Vec<Operation>,
}

/// A match that is not over, as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Underway {
    /// The match.
    pub id: MatchId,
    /// Its first event.
    pub created: String,
    /// How many events it has.
    pub events: u32,
}

/// How many open operations are returned at a time.
const MAX_OPERATIONS: i64 = 100;

/// A row of `operation`.
type Row = (Uuid, Stamp, String, String, String, String, Option<String>);

fn read((id, Stamp(at), operator, action, target, reason, outcome): Row) -> Operation {
    Operation { id, at, operator, action, target, reason, outcome }
}

/// Moderation by operators.
impl Database {
    /// Records an operation.
    pub async fn record(&self, operation: &Operation) -> Result<(), StoreError> {
        write!(self, |connection| record(connection, operation))
    }

    /// Records the outcome of an operation; false if it already has one.
    pub async fn settle(&self, id: Uuid, outcome: &str) -> Result<bool, StoreError> {
        write!(self, |connection| settle(connection, id, outcome))
    }

    /// The latest operations, the newest first.
    pub async fn operations(&self, limit: u32) -> Result<Vec<Operation>, StoreError> {
        let rows: Vec<Row> =
            on!(self, |store| sql("select id, at, operator, action, target, reason, outcome
                 from operation order by at desc, id desc limit $1")
            .bind(i64::from(limit))
            .read_all(store))?;
        Ok(rows.into_iter().map(read).collect())
    }

    /// The orders in force at `now`.
    pub async fn orders(&self, now: Moment) -> Result<Orders, StoreError> {
        let node = self.own_node();
        on!(self, |store| read_orders(store, node, now))
    }

    /// Bans a subject, replacing an earlier ban of it.
    pub async fn ban(&self, ban: &Ban) -> Result<(), StoreError> {
        write!(self, |connection| put_ban(connection, ban))
    }

    /// Lifts a ban; false if there is none.
    pub async fn unban(&self, subject: &str) -> Result<bool, StoreError> {
        write!(self, |connection| unban(connection, subject))
    }

    /// Sets the announcement to all players, or removes it.
    pub async fn tell(&self, notice: Option<&Notice>) -> Result<(), StoreError> {
        write!(self, |connection| tell(connection, notice))
    }

    /// Hides a game from the lists, or shows it again; false if nothing changed.
    pub async fn hide(&self, game: MatchId, hidden: bool) -> Result<bool, StoreError> {
        write!(self, |connection| hide(connection, game, hidden))
    }

    /// Starts or stops draining a server.
    pub async fn drain(&self, node: i64, draining: bool) -> Result<(), StoreError> {
        write!(self, |connection| drain(connection, node, draining))
    }

    /// The number of this server: 0 where there is only one.
    #[must_use]
    pub fn own_node(&self) -> i64 {
        match self.store() {
            AnyStore::Sqlite(_) => 0,
            AnyStore::Postgres(store) => store.own(),
        }
    }

    /// Matches that are not over, in no particular order.
    pub async fn underway(&self, limit: u32) -> Result<Vec<Underway>, StoreError> {
        on!(self, running::matches(limit))
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

async fn read_orders(store: &impl Backend, node: i64, now: Moment) -> Result<Orders, StoreError> {
    let read = async {
        let mut reader = store.readers().acquire().await?;
        orders(&mut *reader, node, now).await
    };
    read.await.map_err(|error: sqlx::Error| fault::of_read(&error))
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
    .bind(MAX_OPERATIONS)
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
