//! The archive in Postgres: one row for each finished game.
//!
//! `insert` belongs to the transaction of the commit that ends a match; `import` adds games from
//! outside, and leaves alone those that are archived or being played here. A new game enters the
//! sequence of ended games in the same transaction.

use super::{PostgresStore, ended, explorer};
use crate::filter::opening;
use crate::listing::{self, Dialect, Order, Page};
use crate::rows::{Columns, GameRow, SummaryRow, millis, seat};
use crate::source::{Detail, FEW_GAMES, Source};
use crate::sql::{Archived, Unsynced};
use crate::{Cursor, GameFilter, StoreError, StoreStream, fault};
use domain::explorer::Seen;
use domain::{FinishedGame, GameSummary, MatchId};
use sqlx::Postgres;
use sqlx::postgres::{PgArguments, PgBindIterExt, PgConnection, PgPool};
use sqlx::query::Query;
use uuid::Uuid;

/// The columns of a summary in the types that its row has on both databases.
pub(super) const SUMMARY: &str = concat!(
    "id, game, ruleset, ruleset_version, options, start, position, hash, plies,
    clock_initial, clock_increment, clock_period, clock_periods, clock_days, ",
    seat!("first"),
    ", ",
    seat!("second"),
    ", result, reason, rated, found, origin, (extract(epoch from started_at) * 1000)::bigint as started_at,
    (extract(epoch from ended_at) * 1000)::bigint as ended_at"
);

/// The columns of a whole game beyond those of a summary.
pub(super) const REST: &str =
    ", to_jsonb(moves) as moves, to_jsonb(times) as times, last_seq, commands";

impl Archived for PgConnection {
    const SUMMARY: &'static str = SUMMARY;
    const REST: &'static str = REST;

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
    const LAST: &'static str = "select last from ended_game_count";
    const UNNUMBERED: &'static str = "(select count(*) from ended_game where number is null)";
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

const DIALECT: Dialect = Dialect {
    moment: ("timestamptz 'epoch' + ", " * interval '1 millisecond'"),
    join: "join",
    index: None,
    game_of_few: "game || ''",
    fence: " offset 0",
};

/// The statement that inserts a game; `$conflict` ends it and decides what happens to a game that
/// is there already.
macro_rules! insert {
    ($conflict:literal) => {
        concat!(
            "insert into game (id, game, ruleset, ruleset_version, options, start, position, hash,
                moves, times, clock_initial, clock_increment, clock_period, clock_periods, clock_days,
                first_id, first_name, first_guest, first_bot, second_id, second_name, second_guest,
                second_bot, result, reason, rated, started_at, ended_at, last_seq, commands,
                opening, found, origin)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                $18, $19, $20, $21, $22, $23, $24, $25, $26,
                timestamptz 'epoch' + $27 * interval '1 millisecond',
                timestamptz 'epoch' + $28 * interval '1 millisecond', $29, $30, $31, $32, $33)",
            $conflict
        )
    };
}

const INSERT: &str = insert!("");

const INSERT_IF_NEW: &str = insert!(" on conflict (id) do nothing");

/// Those of these matches that are not over.
const LIVE: &str = "select distinct match_id from match_event where match_id = any($1)";

pub(super) async fn insert(connection: &mut PgConnection, game: &FinishedGame) -> sqlx::Result<()> {
    bind(sqlx::query(INSERT), game).execute(connection).await?;
    Ok(())
}

fn bind<'q>(
    query: Query<'q, Postgres, PgArguments>,
    game: &FinishedGame,
) -> Query<'q, Postgres, PgArguments> {
    let columns = Columns::of(game);
    let summary = &game.summary;
    let first = summary.players.first.as_ref();
    let second = summary.players.second.as_ref();
    query
        .bind(summary.id.0)
        .bind(&*summary.game)
        .bind(&*summary.ruleset)
        .bind(columns.version)
        .bind(columns.options)
        .bind(&*summary.start)
        .bind(&*summary.position)
        .bind(summary.hash.cast_signed())
        .bind(game.moves.as_slice())
        .bind(columns.times)
        .bind(columns.clock.initial)
        .bind(columns.clock.increment)
        .bind(columns.clock.period)
        .bind(columns.clock.periods)
        .bind(columns.clock.days)
        .bind(first.map(|player| player.id.0))
        .bind(first.map(|player| &*player.name))
        .bind(first.map(|player| player.guest))
        .bind(first.is_some_and(|player| player.bot))
        .bind(second.map(|player| player.id.0))
        .bind(second.map(|player| &*player.name))
        .bind(second.map(|player| player.guest))
        .bind(second.is_some_and(|player| player.bot))
        .bind(summary.result.map(|result| result.as_str()))
        .bind(summary.reason.as_str())
        .bind(summary.rated)
        .bind(millis(summary.started_at))
        .bind(millis(summary.ended_at))
        .bind(i64::from(game.last_seq))
        .bind(columns.commands)
        .bind(opening(&game.moves))
        .bind(summary.found)
        .bind(summary.origin.map(|origin| origin.as_str()))
}

pub(crate) async fn game(
    store: &PostgresStore,
    id: MatchId,
) -> Result<Option<FinishedGame>, StoreError> {
    let mut query = sqlx::QueryBuilder::<Postgres>::new("select ");
    query.push(SUMMARY).push(REST).push(" from game where id = ").push_bind(id.0);
    let row: Option<GameRow> = query
        .build_query_as()
        .fetch_optional(&store.pool)
        .await
        .map_err(|error| fault::of_read(&error))?;
    row.map(GameRow::read).transpose()
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
    let rows: Vec<SummaryRow> = listing::query(SUMMARY, &DIALECT, &page)
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
        let games: i64 = listing::how_many(&DIALECT, filter, detail, FEW_GAMES + 1)
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
            let rows: Vec<GameRow> = listing::query(&format!("{SUMMARY}{REST}"), &DIALECT, &page)
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
            let inserted =
                bind(sqlx::query(INSERT_IF_NEW), game).execute(&mut *transaction).await?;
            if inserted.rows_affected() > 0 {
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
