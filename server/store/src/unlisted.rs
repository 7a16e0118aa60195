//! Players who have opted out of the list of players online.
//!
//! Every player is listed who has not switched it off. The choice belongs to the player, a guest
//! as well as a registered one.

use crate::database::{on, write};
use crate::sql::{Dialect, MAX_IDS, sql, sql_of_ids};
use crate::{Database, StoreError};
use domain::PlayerId;

/// Players who are not listed.
impl Database {
    /// Sets whether a player is listed from now on.
    pub async fn set_listed(&self, player: PlayerId, listed: bool) -> Result<(), StoreError> {
        write!(self, |connection| set_listed(connection, player, listed))
    }

    /// Those of some players who do not want to be listed, in any order.
    pub async fn unlisted_of(&self, players: &[PlayerId]) -> Result<Vec<PlayerId>, StoreError> {
        let mut unlisted = Vec::new();
        for players in players.chunks(MAX_IDS) {
            let found = on!(self, |store| sql_of_ids(
                "select player_id from unlisted where player_id in {ids}"
            )
            .bind_ids(players.iter().map(|id| id.0))
            .read_values(store))?;
            unlisted.extend(found.into_iter().map(PlayerId));
        }
        Ok(unlisted)
    }
}

async fn set_listed(
    connection: &mut impl Dialect,
    player: PlayerId,
    listed: bool,
) -> sqlx::Result<()> {
    let statement = if listed {
        "delete from unlisted where player_id = $1"
    } else {
        "insert into unlisted (player_id) values ($1) on conflict do nothing"
    };
    sql(statement).bind(player.0).execute(connection).await.map(drop)
}
