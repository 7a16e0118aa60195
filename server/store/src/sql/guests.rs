//! What is stored about a player besides tokens: the name, and whether they are a program, keep
//! their identity, or have deleted it.
//!
//! The name of a person who keeps their identity takes precedence over one they chose as a guest.

use super::statement::{MAX_IDS, sql_of_ids};
use super::{Backend, Dialect, Stamp, idle_guests, sql, write};
use crate::{Guest, Guests, StoreFuture};
use domain::likeness::likeness;
use domain::{Moment, PlayerId};
use std::collections::HashMap;
use uuid::Uuid;

impl<B: Backend> Guests for B {
    fn guest(&self, id: PlayerId) -> StoreFuture<'_, Guest> {
        Box::pin(async move {
            let row: Option<(Option<String>, bool, bool, bool)> =
                sql("select coalesce((select name from person where id = $1),
                         (select name from guest_name where player_id = $1)),
                     exists (select 1 from bot where player_id = $1),
                     exists (select 1 from person where id = $1 and deleted_at is null),
                     exists (select 1 from person where id = $1 and deleted_at is not null)")
                .bind(id.0)
                .read_optional(self)
                .await?;
            let (name, bot, kept, gone) = row.unwrap_or_default();
            Ok(Guest { name, bot, kept, gone })
        })
    }

    fn guests<'a>(&'a self, ids: &'a [PlayerId]) -> StoreFuture<'a, Vec<Guest>> {
        Box::pin(async move {
            let mut guests = HashMap::new();
            for ids in ids.chunks(MAX_IDS) {
                let statement = sql_of_ids(GUESTS).bind_ids(ids.iter().map(|id| id.0));
                let rows: Vec<(Uuid, String, Option<String>)> = statement.read_all(self).await?;
                for (id, what, name) in rows {
                    add(guests.entry(id).or_default(), &what, name);
                }
            }
            let guest = |id: &PlayerId| guests.get(&id.0).cloned().unwrap_or_default();
            Ok(ids.iter().map(guest).collect())
        })
    }

    fn set_name<'a>(
        &'a self,
        id: PlayerId,
        name: Option<&'a str>,
        now: Moment,
    ) -> StoreFuture<'a, ()> {
        write!(self, connection => set_name(connection, id, name, now))
    }

    fn sweep_guests(
        &self,
        after: Option<PlayerId>,
        before: Moment,
        limit: u32,
    ) -> StoreFuture<'_, Vec<(PlayerId, bool)>> {
        Box::pin(idle_guests::sweep(self, after, before, limit))
    }

    fn forget_guests<'a>(&'a self, guests: &'a [PlayerId], before: Moment) -> StoreFuture<'a, ()> {
        write!(self, connection => idle_guests::forget(connection, guests, before))
    }
}

/// What is known of up to [`MAX_IDS`] players, a row for each thing. Each part is answered from an
/// index.
const GUESTS: &str = "
    select id, 'kept', name from person where deleted_at is null and id in {ids}
    union all
    select id, 'gone', null from person where deleted_at is not null and id in {ids}
    union all
    select player_id, 'name', name from guest_name where player_id in {ids}
    union all
    select player_id, 'bot', null from bot where player_id in {ids}";

/// Adds what a row says. The name of a person takes precedence over one chosen as a guest.
fn add(guest: &mut Guest, what: &str, name: Option<String>) {
    match what {
        "kept" => {
            guest.kept = true;
            guest.name = name.or(guest.name.take());
        }
        "gone" => guest.gone = true,
        "bot" => guest.bot = true,
        _ => guest.name = guest.name.take().or(name),
    }
}

async fn set_name(
    connection: &mut impl Dialect,
    id: PlayerId,
    name: Option<&str>,
    now: Moment,
) -> sqlx::Result<()> {
    let query = match name {
        Some(name) => sql(
            "insert into guest_name (player_id, name, changed_at, likeness) values ($1, $2, $3, $4)
             on conflict (player_id) do update set name = excluded.name,
                 changed_at = excluded.changed_at, likeness = excluded.likeness",
        )
        .bind(id.0)
        .bind(name)
        .bind(Stamp(now))
        .bind(likeness(name)),
        None => sql("delete from guest_name where player_id = $1").bind(id.0),
    };
    query.execute(connection).await?;
    Ok(())
}
