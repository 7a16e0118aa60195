//! The archive in Postgres: one row for each finished game.
//!
//! `insert` belongs to the transaction of the commit that ends a match; `import` adds games from
//! outside, and leaves alone those that are archived or being played here. A new game enters the
//! sequence of ended games in the same transaction.

use super::{PostgresStore, ended, explorer, leader};
use crate::game_row::{self, GameRow, REST, SUMMARY, SummaryRow};
use crate::listing::{self, Order, Page, Syntax};
use crate::source::{Detail, FEW_GAMES, Source};
use crate::sql::{Archived, Unsynced};
use crate::{Cursor, GameFilter, StoreError, StoreStream, fault};
use domain::explorer::Seen;
use domain::{FinishedGame, GameSummary, MatchId};
use sqlx::postgres::{PgBindIterExt, PgConnection, PgPool};
use uuid::Uuid;

impl Archived for PgConnection {
    const IN_SEQUENCE: &'static str = "join";
    const GIVE_NUMBERS: Option<[&'static str; 2]> = Some([
        "select last from ended_game_count for update",
        "with unnumbered as (
            select game_id, row_number() over (order by entry) as place
            from ended_game where number is null),
        numbered as (
            update ended_game set number = last + place from unnumbered, ended_game_count
            where ended_game.game_id = unnumbered.game_id returning number)
        update ended_game_count set last = last + (select count(*) from numbered)
        where exists (select from numbered)",
    ]);
    const LAST_NUMBER: &'static str = "select last from ended_game_count";
    const UNNUMBERED: &'static str = "(select count(*) from ended_game where number is null)";
    const LEADS: Option<&'static str> = Some(leader::LEADS);
    const FOR_UPDATE: &'static str = " for update";
    const UNSYNCED: Unsynced =
        Unsynced { around: None, within: Some("set local synchronous_commit = off") };
    const FORGET_SEEN: &'static [&'static str] = &["truncate seen, reached"];

    fn record_seen(
        &mut self,
        game: &FinishedGame,
        seen: &[Seen],
    ) -> impl Future<Output = sqlx::Result<()>> + Send {
        explorer::insert(self, game, seen)
    }
}

const SYNTAX: Syntax = Syntax {
    moment: ("timestamptz 'epoch' + ", " * interval '1 millisecond'"),
    join: "join",
    index: None,
    game_of_few: "game || ''",
    fence: " offset 0",
};

/// Keeps a game that is already stored.
const IF_NEW: &str = "on conflict (id) do nothing";

/// Those of these matches that are not over.
const LIVE: &str = "select distinct match_id from match_event where match_id = any($1)";

pub(super) async fn insert(connection: &mut PgConnection, game: &FinishedGame) -> sqlx::Result<()> {
    game_row::insert(game, "").execute(connection).await?;
    Ok(())
}

pub(crate) async fn games(
    store: &PostgresStore,
    filter: &GameFilter,
    after: Option<Cursor>,
    limit: u32,
) -> Result<Vec<GameSummary>, StoreError> {
    let pool = &store.browsers;
    let source = source(pool, filter).await?;
    let page = Page { filter, order: Order::NewestFirst, after, limit, source };
    let rows: Vec<SummaryRow> = listing::query(SUMMARY, &SYNTAX, &page)
        .build_query_as()
        .fetch_all(pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    rows.into_iter().map(SummaryRow::read).collect()
}

async fn source(pool: &PgPool, filter: &GameFilter) -> Result<Source, StoreError> {
    if let Some(place) = filter.place {
        let games = explorer::games_through(pool, place).await?;
        let source = Source::of(filter, place, games);
        if source != Source::Archive {
            return Ok(source);
        }
    }
    for detail in Detail::of(filter) {
        let games: i64 = listing::how_many(&SYNTAX, filter, detail, FEW_GAMES + 1)
            .build_query_scalar()
            .fetch_one(pool)
            .await
            .map_err(|error| fault::of_read(&error))?;
        if games <= FEW_GAMES {
            return Ok(Source::Few(detail));
        }
    }
    Ok(Source::Archive)
}

pub(crate) fn export(store: &PostgresStore, filter: GameFilter) -> StoreStream<'_, FinishedGame> {
    let pool = &store.browsers;
    listing::export(filter, move |filter, after, limit| {
        Box::pin(async move {
            let source = source(pool, &filter).await?;
            let page = Page { filter: &filter, order: Order::OldestFirst, after, limit, source };
            let rows: Vec<GameRow> = listing::query(&format!("{SUMMARY}{REST}"), &SYNTAX, &page)
                .build_query_as()
                .fetch_all(pool)
                .await
                .map_err(|error| fault::of_read(&error))?;
            rows.into_iter().map(GameRow::read).collect()
        })
    })
}

pub(crate) async fn import(
    store: &PostgresStore,
    games: &[FinishedGame],
) -> Result<u64, StoreError> {
    let stored = async {
        let mut transaction = store.pool.begin().await?;
        // A match that is being played here enters the archive when it ends here.
        let ids = games.iter().map(|game| game.summary.id.0);
        let live: Vec<Uuid> =
            sqlx::query_scalar(LIVE).bind(ids.bind_iter()).fetch_all(&mut *transaction).await?;
        let mut new = Vec::new();
        for game in games.iter().filter(|game| !live.contains(&game.summary.id.0)) {
            let inserted = game_row::insert(game, IF_NEW).execute(&mut *transaction).await?;
            if inserted > 0 {
                new.push(game);
            }
        }
        let ids: Vec<MatchId> = new.iter().map(|game: &&FinishedGame| game.summary.id).collect();
        ended::add(&mut transaction, &ids).await?;
        transaction.commit().await?;
        Ok(new.len() as u64)
    };
    stored.await.map_err(|error: sqlx::Error| fault::of_read(&error))
}
