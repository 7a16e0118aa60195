//! The archive in SQLite: one row for each finished game.
//!
//! `insert` belongs to the transaction of the commit that ends a match; `import` adds games from
//! outside, and leaves alone those that are archived or being played here. Listings name the index
//! to use (`indexed by`), because SQLite would choose by statistics that a fresh database does not
//! have, and run under `bounded`'s limit of time.

use super::{SqliteStore, bounded, ended, explorer};
use crate::game_row::{self, GameRow, REST, SUMMARY, SummaryRow};
use crate::listing::{self, Order, Page, Syntax};
use crate::source::{Detail, FEW_GAMES, Source};
use crate::sql::{Archived, Backend, Unsynced};
use crate::{Cursor, GameFilter, StoreError, StoreStream, fault};
use domain::explorer::Seen;
use domain::{FinishedGame, GameSummary};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

impl Archived for SqliteConnection {
    // SQLite keeps the order of the tables of a cross join.
    const IN_SEQUENCE: &'static str = "cross join";
    // The connection that writes is the only one, and gives the numbers itself.
    const GIVE_NUMBERS: Option<[&'static str; 2]> = None;
    const LAST_NUMBER: &'static str = "select coalesce(max(number), 0) from ended_game";
    const UNNUMBERED: &'static str = "0";
    const LEADS: Option<&'static str> = None;
    const FOR_UPDATE: &'static str = "";
    /// Also such a commit is in the log of writes, which the next one that waits writes out as a whole.
    const UNSYNCED: Unsynced = Unsynced {
        around: Some(["pragma synchronous = normal", "pragma synchronous = full"]),
        within: None,
    };
    const FORGET_SEEN: &'static [&'static str] = &["delete from seen", "delete from reached"];

    fn record_seen(
        &mut self,
        game: &FinishedGame,
        seen: &[Seen],
    ) -> impl Future<Output = sqlx::Result<()>> + Send {
        explorer::insert(self, game, seen)
    }
}

const SYNTAX: Syntax = Syntax {
    moment: ("", ""),
    join: "cross join",
    index: Some(" indexed by "),
    game_of_few: "game",
    fence: "",
};

/// Keeps a game that is already stored.
const IF_NEW: &str = "on conflict (id) do nothing";

/// Whether a match is unfinished: its first event comes after the last row that ended it.
const IS_LIVE: &str = "select exists (
    select 1 from match_event where match_id = ?1 and seq = 1 and id > coalesce(
        (select max(id) from match_event where match_id = ?1 and payload is null), 0))";

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    game: &FinishedGame,
) -> sqlx::Result<()> {
    game_row::insert(game, "").execute(connection).await?;
    ended::add(connection, game.summary.id).await
}

pub(crate) async fn games(
    store: &SqliteStore,
    filter: &GameFilter,
    after: Option<Cursor>,
    limit: u32,
) -> Result<Vec<GameSummary>, StoreError> {
    let pool = &store.browsers;
    let source = source(pool, filter).await?;
    let page = Page { filter, order: Order::NewestFirst, after, limit, source };
    let rows: Vec<SummaryRow> = bounded::ask(pool, listing::query(SUMMARY, &SYNTAX, &page)).await?;
    rows.into_iter().map(SummaryRow::read).collect()
}

async fn source(pool: &SqlitePool, filter: &GameFilter) -> Result<Source, StoreError> {
    if let Some(place) = filter.place {
        let games = explorer::games_through(pool, place).await?;
        let source = Source::of(filter, place, games);
        if source != Source::Archive {
            return Ok(source);
        }
    }
    for detail in Detail::of(filter) {
        let counted: Vec<(i64,)> =
            bounded::ask(pool, listing::how_many(&SYNTAX, filter, detail, FEW_GAMES + 1)).await?;
        if counted.iter().all(|&(games,)| games <= FEW_GAMES) {
            return Ok(Source::Few(detail));
        }
    }
    Ok(Source::Archive)
}

pub(crate) fn export(store: &SqliteStore, filter: GameFilter) -> StoreStream<'_, FinishedGame> {
    let pool = &store.browsers;
    listing::export(filter, move |filter, after, limit| {
        Box::pin(async move {
            let source = source(pool, &filter).await?;
            let page = Page { filter: &filter, order: Order::OldestFirst, after, limit, source };
            let question = listing::query(&format!("{SUMMARY}{REST}"), &SYNTAX, &page);
            let rows: Vec<GameRow> = bounded::ask(pool, question).await?;
            rows.into_iter().map(GameRow::read).collect()
        })
    })
}

pub(crate) async fn import(store: &SqliteStore, games: &[FinishedGame]) -> Result<u64, StoreError> {
    let mut lent = store.writer().await?;
    let outcome = insert_new(&mut lent, games).await;
    let outcome = outcome.map_err(|error| fault::of_read(&error));
    store.give_back(lent, outcome.as_ref().err()).await;
    outcome
}

async fn insert_new(
    connection: &mut SqliteConnection,
    games: &[FinishedGame],
) -> sqlx::Result<u64> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let mut new = 0;
    for game in games {
        // A match that is being played here enters the archive when it ends here.
        let id = game.summary.id.0;
        if sqlx::query_scalar(IS_LIVE).bind(id).fetch_one(&mut *transaction).await? {
            continue;
        }
        let inserted = game_row::insert(game, IF_NEW).execute(&mut *transaction).await?;
        if inserted > 0 {
            ended::add(&mut transaction, game.summary.id).await?;
            new += 1;
        }
    }
    transaction.commit().await?;
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;
    use crate::sql::sql;
    use crate::sqlite::open;
    use uuid::Uuid;

    /// More than are counted, all of one game and without moves.
    const ARCHIVED: i64 = FEW_GAMES + 50;

    const FILL: &str = "insert into game (id, game, ruleset, ruleset_version, options, start, position,
            hash, moves, times, opening, first_bot, second_bot, result, reason, rated, found,
            started_at, ended_at, last_seq, commands)
        with recursive one (number) as (values (1) union all select number + 1 from one limit $1)
        select randomblob(16), 'xia-si', 'standard', 1, '{}', '', '', 0, '[]', '[]', '', 0, 0, 'first',
            'resignation', 0, 0, 0, number, 0, '{}' from one";

    #[tokio::test]
    async fn games_that_end_after_the_count_are_listed() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let store = open(folder.path(), Purpose::Serve).await.expect("a new database");
        let mut lent = store.lend().await.expect("it is lent");
        sql(FILL).bind(ARCHIVED).execute(&mut *lent).await.expect("the statement runs");
        let game = Some("xia-si".to_owned());
        let filter = GameFilter { game, longest: Some(9), ..GameFilter::default() };
        assert_eq!(source(&store.browsers, &filter).await, Ok(Source::Archive), "they are many");
        // As if they had been few at the count.
        let source = Source::Few(Detail::Length);
        let (order, after, limit) = (Order::NewestFirst, None, u32::MAX);
        let page = Page { filter: &filter, order, after, limit, source };
        let query = listing::query("id, ended_at", &SYNTAX, &page);
        let listed: Vec<(Uuid, i64)> =
            bounded::ask(&store.browsers, query).await.expect("the archive reads");
        let ends: Vec<i64> = listed.into_iter().map(|(_, end)| end).collect();
        assert_eq!(ends, (1..=ARCHIVED).rev().collect::<Vec<_>>());
    }
}
