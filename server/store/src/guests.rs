//! Data about guests other than their tokens: the name that a guest has chosen.
//!
//! A guest who never chose a name has no row, and costs nothing. Names are checked by the domain
//! before they arrive here.
//!
//! The name of a person who keeps their identity takes precedence over one they chose as a guest.

use crate::database::{on, write};
use crate::sql::{Dialect, MAX_IDS, Stamp, sql, sql_of_ids};
use crate::{Database, Guest, StoreError, idle_guests};
use domain::likeness::likeness;
use domain::{Moment, PlayerId};
use std::collections::HashMap;
use uuid::Uuid;

/// Data about guests other than their tokens.
impl Database {
    /// The data about a guest.
    pub async fn guest(&self, id: PlayerId) -> Result<Guest, StoreError> {
        let row: Option<(Option<String>, bool, bool, bool)> =
            on!(self, |store| sql("select coalesce((select name from account where id = $1),
                     (select name from guest_name where player_id = $1)),
                 exists (select 1 from bot where player_id = $1),
                 exists (select 1 from account where id = $1 and deleted_at is null),
                 exists (select 1 from account where id = $1 and deleted_at is not null)")
            .bind(id.0)
            .read_optional(store))?;
        let (name, bot, registered, gone) = row.unwrap_or_default();
        Ok(Guest { name, bot, registered, gone })
    }

    /// The same of each of some players, in their order.
    pub async fn guests(&self, ids: &[PlayerId]) -> Result<Vec<Guest>, StoreError> {
        let mut guests = HashMap::new();
        for ids in ids.chunks(MAX_IDS) {
            let rows: Vec<(Uuid, String, Option<String>)> = on!(self, |store| sql_of_ids(GUESTS)
                .bind_ids(ids.iter().map(|id| id.0))
                .read_all(store))?;
            for (id, what, name) in rows {
                add(guests.entry(id).or_default(), &what, name);
            }
        }
        let guest = |id: &PlayerId| guests.get(&id.0).cloned().unwrap_or_default();
        Ok(ids.iter().map(guest).collect())
    }

    /// Sets the name of a guest from `now` on, or removes it.
    pub async fn set_name(
        &self,
        id: PlayerId,
        name: Option<&str>,
        now: Moment,
    ) -> Result<(), StoreError> {
        write!(self, |connection| set_name(connection, id, name, now))
    }

    /// Up to `limit` guests with stored data, in the order of their ids after one of
    /// them, each with whether they are idle: nothing of theirs is as recent as `before`, and they
    /// have no account, finished game or seek.
    pub async fn sweep_guests(
        &self,
        after: Option<PlayerId>,
        before: Moment,
        limit: u32,
    ) -> Result<Vec<(PlayerId, bool)>, StoreError> {
        on!(self, |store| idle_guests::sweep(store, after, before, limit))
    }

    /// Deletes everything about some idle guests; their tokens are invalid from then on.
    pub async fn forget_guests(
        &self,
        guests: &[PlayerId],
        before: Moment,
    ) -> Result<(), StoreError> {
        write!(self, |connection| idle_guests::forget(connection, guests, before))
    }
}

/// The data about up to [`MAX_IDS`] players, a row for each thing. Each part is answered from an
/// index.
const GUESTS: &str = "
    select id, 'registered', name from account where deleted_at is null and id in {ids}
    union all
    select id, 'gone', null from account where deleted_at is not null and id in {ids}
    union all
    select player_id, 'name', name from guest_name where player_id in {ids}
    union all
    select player_id, 'bot', null from bot where player_id in {ids}";

/// Adds the data of a row. The name of a person takes precedence over one chosen as a guest.
fn add(guest: &mut Guest, what: &str, name: Option<String>) {
    match what {
        "registered" => {
            guest.registered = true;
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
