//! Builds the queries for pages of the archive, shared by both databases, which differ only in how
//! they spell moments and indexes (`Syntax`).
//!
//! A page is read by keyset (after a `Cursor`), never by offset, and each combination of conditions
//! has an index that yields the games in the order of the list. An export is a sequence of such
//! pages, so that no transaction stays open while a slow client reads.

use super::source::{Detail, FEW_GAMES, Source, outcome};
use super::{Cursor, GameFilter, StoreError, StoreStream, filter, rows};
use domain::FinishedGame;
use futures_util::future::BoxFuture;
use futures_util::{StreamExt, TryStreamExt, stream};
use sqlx::{Database, Encode, QueryBuilder, Type};
use uuid::Uuid;

/// The number of games in one page of an export: enough to make a query worthwhile, few enough to
/// hold in memory for every client that reads one.
pub(super) const EXPORT_PAGE: u32 = 50;

/// How one database spells what differs between the two.
pub(super) struct Syntax {
    /// The SQL before a moment that is bound in milliseconds, and after it.
    pub(super) moment: (&'static str, &'static str),
    /// The words that join a table which is to be read for each row of the one before.
    pub(super) join: &'static str,
    /// The words before the name of the index to use, for a database whose planner would choose
    /// another one for lack of statistics.
    pub(super) index: Option<&'static str>,
    /// The game as the indexes of few games have it (`Detail::index`).
    pub(super) game_of_few: &'static str,
    /// The end of a query within another that is to be carried out by itself.
    pub(super) fence: &'static str,
}

/// The direction of a listing.
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
    /// The source of the games.
    pub(super) source: Source,
}

/// The columns by which the rows of a source are ordered and passed over.
struct Columns {
    ended: &'static str,
    id: &'static str,
    plies: &'static str,
}

const OF_GAME: Columns = Columns { ended: "game.ended_at", id: "game.id", plies: "plies" };

const OF_PLACE: Columns =
    Columns { ended: "reached.ended", id: "reached.game_id", plies: "reached.actions" };

/// The seat of a player in the games of one part of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seat {
    First,
    Second,
}

/// The query for a page; aborted games are on none.
///
/// A player's games are those of either seat, each read in the order of the list by an index of its
/// own; a condition on both at once would have the database read all of them and sort.
pub(super) fn query<DB>(columns: &str, syntax: &Syntax, page: &Page<'_>) -> QueryBuilder<DB>
where
    DB: Database,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let mut query = QueryBuilder::new("");
    if let Source::Place(place) = page.source {
        through(&mut query, columns, syntax, page, place);
        return query;
    }
    let by_column = (OF_GAME.ended, OF_GAME.id);
    if let Source::Few(_) = page.source {
        query.push("select * from (");
        part(&mut query, columns, syntax, page, None);
        query.push(syntax.fence).push(") as found");
        push_order(&mut query, page, ("ended_at", "id"));
        return query;
    }
    if page.filter.player.is_none() {
        part(&mut query, columns, syntax, page, None);
        push_order(&mut query, page, by_column);
        return query;
    }
    query.push("select * from (");
    part(&mut query, columns, syntax, page, Some(Seat::First));
    push_order(&mut query, page, by_column);
    query.push(") as games_as_first union all select * from (");
    part(&mut query, columns, syntax, page, Some(Seat::Second));
    push_order(&mut query, page, by_column);
    query.push(") as games_as_second");
    push_order(&mut query, page, ("ended_at", "id"));
    query
}

/// How many games of the filter's game pass one of its conditions, or `most` if there are more.
pub(super) fn how_many<DB>(
    syntax: &Syntax,
    filter: &GameFilter,
    detail: Detail,
    most: i64,
) -> QueryBuilder<DB>
where
    DB: Database,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let mut query = QueryBuilder::new("select count(*) from (");
    passing(&mut query, syntax, filter, (detail, most));
    query.push(") as passing");
    query
}

/// The ids of up to `most` games of the filter's game that pass one of its conditions.
fn passing<DB>(
    query: &mut QueryBuilder<DB>,
    syntax: &Syntax,
    filter: &GameFilter,
    (detail, most): (Detail, i64),
) where
    DB: Database,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    query.push("select id as passing_id from game");
    if let Some(indexed) = syntax.index {
        query.push(indexed).push(detail.index());
    }
    query.push(" where result is not null and ").push(syntax.game_of_few).push(" = ");
    query.push_bind(filter.game.clone().unwrap_or_default());
    match detail {
        Detail::Length => push_length(query, filter, OF_GAME.plies),
        Detail::Rating => push_rating(query, filter, None),
        Detail::Opening => push_opening(query, filter),
    }
    query.push(" limit ").push_bind(most);
}

/// The games that went through a position, with as many conditions as the position's own rows can check.
fn through<DB>(
    query: &mut QueryBuilder<DB>,
    columns: &str,
    syntax: &Syntax,
    page: &Page<'_>,
    place: u64,
) where
    DB: Database,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let filter = page.filter;
    query.push("select ").push(columns).push(" from reached ").push(syntax.join);
    query.push(" game on game.id = reached.game_id where reached.place = ");
    query.push_bind(place.cast_signed());
    query.push(" and not exists (select 1 from hidden_game where match_id = reached.game_id)");
    if let Some(result) = filter.result {
        query.push(" and reached.outcome = ").push_bind(outcome(result));
    }
    if let Some(game) = &filter.game {
        query.push(" and game.game = ").push_bind(game.as_str());
    }
    if let Some(ruleset) = &filter.ruleset {
        query.push(" and game.ruleset = ").push_bind(ruleset.as_str());
    }
    if let Some(player) = filter.player {
        query.push(" and (game.first_id = ").push_bind(player.0);
        query.push(" or game.second_id = ").push_bind(player.0).push(")");
    }
    details(query, syntax, filter, (&OF_PLACE, None));
    push_after(query, syntax, page, &OF_PLACE);
    push_order(query, page, (OF_PLACE.ended, OF_PLACE.id));
}

fn part<DB>(
    query: &mut QueryBuilder<DB>,
    columns: &str,
    syntax: &Syntax,
    page: &Page<'_>,
    seat: Option<Seat>,
) where
    DB: Database,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let filter = page.filter;
    query.push("select ").push(columns).push(" from ");
    if let Source::Few(detail) = page.source {
        query.push("(");
        // With room for those that end between the count and this query.
        passing(query, syntax, filter, (detail, 2 * FEW_GAMES));
        query.push(") as passing ").push(syntax.join);
        query.push(" game on game.id = passing.passing_id");
    } else {
        query.push("game");
        if let Some(indexed) = syntax.index {
            query.push(indexed).push(index(filter, seat));
        }
    }
    query.push(" where result is not null");
    query.push(" and not exists (select 1 from hidden_game where match_id = game.id)");
    if let Some(result) = filter.result {
        query.push(" and result = ").push_bind(result.as_str());
    }
    if let Some(game) = &filter.game {
        query.push(" and game = ").push_bind(game.as_str());
    }
    if let Some(ruleset) = &filter.ruleset {
        query.push(" and ruleset = ").push_bind(ruleset.as_str());
    }
    match (seat, filter.player) {
        (Some(Seat::First), Some(player)) => {
            query.push(" and first_id = ").push_bind(player.0);
        }
        (Some(Seat::Second), Some(player)) => {
            query.push(" and second_id = ").push_bind(player.0);
            // Games in which the player had both seats are in the other part.
            query.push(" and (first_id is null or first_id <> ").push_bind(player.0).push(")");
        }
        (None, _) | (_, None) => {}
    }
    details(query, syntax, filter, (&OF_GAME, seat));
    if let Some(place) = filter.place {
        // A value rather than `exists`, which a planner may turn around: all games that went through a
        // common position, to find those of the list among them.
        query.push(" and (select 1 from reached where place = ").push_bind(place.cast_signed());
        query.push(" and ended = game.ended_at and game_id = game.id) is not null");
    }
    push_after(query, syntax, page, &OF_GAME);
}

fn push_after<DB>(query: &mut QueryBuilder<DB>, syntax: &Syntax, page: &Page<'_>, columns: &Columns)
where
    DB: Database,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let Some(cursor) = page.after else { return };
    // Given two bounds for one end of a range, a database may begin at the outer one and read all in between.
    let (beyond, is_outside) = match page.order {
        Order::NewestFirst => {
            ("<", page.filter.until.is_some_and(|until| until <= cursor.ended_at))
        }
        Order::OldestFirst => (">", page.filter.since.is_some_and(|since| since > cursor.ended_at)),
    };
    if is_outside {
        return;
    }
    query.push(format!(" and ({}, {}) {beyond} (", columns.ended, columns.id));
    query.push(syntax.moment.0).push_bind(rows::millis(cursor.ended_at)).push(syntax.moment.1);
    query.push(", ").push_bind(cursor.id.0).push(")");
}

/// The conditions that the lists are not sorted by. The indexes by game, ruleset and player contain
/// all of these columns, so games that do not pass are skipped without reading their rows.
fn details<DB>(
    query: &mut QueryBuilder<DB>,
    syntax: &Syntax,
    filter: &GameFilter,
    (columns, seat): (&Columns, Option<Seat>),
) where
    DB: Database,
    for<'q> String: Encode<'q, DB> + Type<DB>,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    push_length(query, filter, columns.plies);
    for (bound, sign) in [(filter.since, ">="), (filter.until, "<")] {
        if let Some(moment) = bound {
            query.push(format!(" and {} {sign} ", columns.ended)).push(syntax.moment.0);
            query.push_bind(rows::millis(moment)).push(syntax.moment.1);
        }
    }
    push_rating(query, filter, seat);
    push_opening(query, filter);
}

fn push_length<DB>(query: &mut QueryBuilder<DB>, filter: &GameFilter, column: &str)
where
    DB: Database,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    for (bound, sign) in [(filter.shortest, ">="), (filter.longest, "<=")] {
        if let Some(plies) = bound {
            query.push(format!(" and {column} {sign} ")).push_bind(i64::from(plies));
        }
    }
}

/// The rating that counts is the opponent's, which depends on the seat of the filter's player.
fn push_rating<DB>(query: &mut QueryBuilder<DB>, filter: &GameFilter, seat: Option<Seat>)
where
    DB: Database,
    for<'q> Uuid: Encode<'q, DB> + Type<DB>,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let Some(rating) = filter.rating else { return };
    match (seat, filter.player) {
        (Some(Seat::First), _) => query.push(" and second_rating"),
        (Some(Seat::Second), _) => query.push(" and first_rating"),
        (None, Some(player)) => query
            .push(" and case first_id when ")
            .push_bind(player.0)
            .push(" then second_rating else first_rating end"),
        (None, None) => query.push(" and strength"),
    };
    query.push(" >= ").push_bind(i64::from(rating));
}

fn push_opening<DB>(query: &mut QueryBuilder<DB>, filter: &GameFilter)
where
    DB: Database,
    for<'q> String: Encode<'q, DB> + Type<DB>,
{
    if !filter.opening.is_empty() {
        let opening = filter::opening(&filter.opening);
        let beyond = filter::beyond(&opening);
        query.push(" and opening >= ").push_bind(opening);
        query.push(" and opening < ").push_bind(beyond);
    }
}

fn push_order<DB>(query: &mut QueryBuilder<DB>, page: &Page<'_>, (ended, id): (&str, &str))
where
    DB: Database,
    for<'q> i64: Encode<'q, DB> + Type<DB>,
{
    let way = match page.order {
        Order::NewestFirst => " desc",
        Order::OldestFirst => "",
    };
    query.push(format!(" order by {ended}{way}, {id}{way} limit "));
    query.push_bind(i64::from(page.limit));
}

/// The index that contains the games of a filter in the order of the list.
const fn index(filter: &GameFilter, seat: Option<Seat>) -> &'static str {
    match (seat, &filter.game, &filter.ruleset, filter.result) {
        (Some(Seat::First), ..) => "game_by_first",
        (Some(Seat::Second), ..) => "game_by_second",
        (None, Some(_), Some(_), _) if filter.is_detailed() => "game_by_ruleset",
        (None, Some(_), None, _) if filter.is_detailed() => "game_by_game",
        (None, Some(_), Some(_), Some(_)) => "game_by_ruleset_result",
        (None, Some(_), Some(_), None) => "game_by_ruleset",
        (None, Some(_), None, Some(_)) => "game_by_game_result",
        (None, Some(_), None, None) => "game_by_game",
        // Only the command line filters by a ruleset without a game.
        (None, None, _, Some(_)) => "game_by_result",
        (None, None, _, None) => "game_by_end",
    }
}

/// Every game that passes a filter, oldest first, page by page: no transaction stays open, however
/// slowly the games are consumed.
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
            let next = games.last().filter(|_| full).map(|game| Some(Cursor::after(&game.summary)));
            Ok(Some((stream::iter(games.into_iter().map(Ok)), (next, fetch))))
        }
    });
    pages.try_flatten().boxed()
}
