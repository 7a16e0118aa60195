//! The analysis trees that people make of archived games, stored as a log of changes for each game.
//!
//! The store keeps the order of the changes and refuses a number or command that occurs twice; `analysis`
//! decides the effect of a change on a tree before it is written here.

use crate::database::{on, write};
use crate::rows::EventRow;
use crate::sql::{Dialect, sql};
use crate::{Database, Event, StoreError};
use domain::MatchId;

/// The logs of changes from which analysis trees are rebuilt.
impl Database {
    /// The changes of the tree of an archived game with numbers above `since`, in order.
    pub async fn changes(&self, game: MatchId, since: u32) -> Result<Vec<Event>, StoreError> {
        let rows: Vec<EventRow> = on!(self, |store| sql(
            "select match_id, seq, command_id, cast(payload as text) as payload
             from analysis_change where match_id = $1 and seq > $2 order by seq"
        )
        .bind(game.0)
        .bind(i64::from(since))
        .read_all(store))?;
        rows.into_iter().map(|row| Ok(row.read()?.1)).collect()
    }

    /// Writes changes of the tree of an archived game, all of them or none.
    ///
    /// Fails with [`StoreError::Conflict`] if a number or a command exists already, with
    /// [`StoreError::Ambiguous`] if the outcome is unknown: [`Database::changes`] shows whether they were
    /// written.
    pub async fn add_changes(&self, game: MatchId, changes: &[Event]) -> Result<(), StoreError> {
        on!(self, analysis::add(game, changes))
    }

    /// Removes the changes of the tree of an archived game before the one of that number.
    pub async fn drop_changes(&self, game: MatchId, before: u32) -> Result<(), StoreError> {
        write!(self, |connection| drop_changes(connection, game, before))
    }
}

async fn drop_changes(
    connection: &mut impl Dialect,
    game: MatchId,
    before: u32,
) -> sqlx::Result<()> {
    sql("delete from analysis_change where match_id = $1 and seq < $2")
        .bind(game.0)
        .bind(i64::from(before))
        .execute(connection)
        .await
        .map(drop)
}
