//! The archive's pages, which differ between the databases in the spelling of columns only.

use super::{Cursor, FinishedGame, GameFilter, StoreError, StoreStream, rows};
use futures_util::future::BoxFuture;
use futures_util::{StreamExt, TryStreamExt, stream};
use sqlx::{Database, Encode, QueryBuilder, Type};
use uuid::Uuid;

/// The games of one page of an export: enough to make a query worth while, few enough to hold
/// in memory.
const EXPORT_PAGE: u32 = 500;

/// How one database spells a moment bound in milliseconds.
pub(super) struct BoundMoment {
    pub(super) before: &'static str,
    pub(super) after: &'static str,
}

/// Which way a listing runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    NewestFirst,
    OldestFirst,
}

/// A page of a listing.
pub(super) struct Page<'a> {
    pub(super) filter: &'a GameFilter,
    pub(super) order: Order,
    /// The last game of the page before.
    pub(super) after: Option<Cursor>,
    pub(super) limit: u32,
}

/// The query for a page; aborted games are on none.
pub(super) fn query<DB>(columns: &str, bound: &BoundMoment, page: &Page<'_>) -> QueryBuilder<DB>
where
    DB: Database,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let filter = page.filter;
    let mut query = QueryBuilder::new("select ");
    query.push(columns).push(" from game where ");
    match filter.result {
        Some(result) => query.push("result = ").push_bind(result.as_str()),
        None => query.push("result is not null"),
    };
    query.push(" and not exists (select 1 from hidden_game where match_id = game.id)");
    if let Some(game) = &filter.game {
        query.push(" and game = ").push_bind(game.as_str());
    }
    if let Some(ruleset) = &filter.ruleset {
        query.push(" and ruleset = ").push_bind(ruleset.as_str());
    }
    if let Some(player) = filter.player {
        query.push(" and (first_id = ").push_bind(player.0);
        query.push(" or second_id = ").push_bind(player.0).push(")");
    }
    let (beyond, order) = match page.order {
        Order::NewestFirst => ("<", " order by ended_at desc, id desc limit "),
        Order::OldestFirst => (">", " order by ended_at, id limit "),
    };
    if let Some(cursor) = page.after {
        query.push(" and (ended_at, id) ").push(beyond).push(" (").push(bound.before);
        query.push_bind(rows::millis(cursor.ended_at)).push(bound.after);
        query.push(", ").push_bind(cursor.id.0).push(")");
    }
    query.push(order).push_bind(i64::from(page.limit));
    query
}

/// Every game of a filter, oldest first, page by page: no transaction stays open meanwhile,
/// however slowly the games are taken.
pub(super) fn export<'a, F>(filter: GameFilter, fetch: F) -> StoreStream<'a, FinishedGame>
where
    F: Fn(GameFilter, Option<Cursor>, u32) -> BoxFuture<'a, Result<Vec<FinishedGame>, StoreError>>
        + Send
        + 'a,
{
    let pages = stream::try_unfold((Some(None), fetch), move |(place, fetch)| {
        let filter = filter.clone();
        async move {
            let Some(after) = place else { return Ok(None) };
            let games = fetch(filter, after, EXPORT_PAGE).await?;
            let full = u32::try_from(games.len()).is_ok_and(|count| count == EXPORT_PAGE);
            let next = games.last().filter(|_| full).map(|game| Some(game.summary.cursor()));
            Ok(Some((stream::iter(games.into_iter().map(Ok)), (next, fetch))))
        }
    });
    pages.try_flatten().boxed()
}
