//! Who does not want to be listed among those who are here: a row for each of them.

use super::statement::{MAX_IDS, sql_of_ids};
use super::{Backend, Dialect, sql, write};
use crate::{StoreFuture, Unlisted};
use domain::PlayerId;

impl<B: Backend> Unlisted for B {
    fn set_listed(&self, player: PlayerId, listed: bool) -> StoreFuture<'_, ()> {
        write!(self, connection => set_listed(connection, player, listed))
    }

    fn unlisted_of<'a>(&'a self, players: &'a [PlayerId]) -> StoreFuture<'a, Vec<PlayerId>> {
        Box::pin(async move {
            let mut unlisted = Vec::new();
            for players in players.chunks(MAX_IDS) {
                let statement =
                    sql_of_ids("select player_id from unlisted where player_id in {ids}");
                let statement = statement.bind_ids(players.iter().map(|id| id.0));
                unlisted.extend(statement.read_values(self).await?.into_iter().map(PlayerId));
            }
            Ok(unlisted)
        })
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
