//! Guests who never played: found by a sweep over all guests with rows, and forgotten a few at a
//! time.
//!
//! Both statements are bounded: the sweep reads at most `limit` ids after the last one, and the
//! deletion takes [`MAX_IDS`] ids at a time. Every condition is answered from an index.

use crate::StoreError;
use crate::sql::{Backend, Dialect, MAX_IDS, Stamp, sql, sql_of_ids};
use domain::{Moment, PlayerId};
use uuid::Uuid;

/// Up to `$2` guests with rows, in the order of their ids after `$1`, and whether nothing of theirs
/// is as recent as `$3` and they have neither an account, nor a finished game, nor a seek.
const SWEEP: &str = "
    select id, not (
           exists (select 1 from account where account.id = found.id)
        or exists (select 1 from passkey where account_id = found.id)
        or exists (select 1 from seek where player_id = found.id)
        or exists (select 1 from token where player_id = found.id and created_at >= $3)
        or exists (select 1 from session where player_id = found.id and seen_at >= $3)
        or exists (select 1 from guest_name where player_id = found.id and changed_at >= $3)
        or exists (select 1 from bot where player_id = found.id and since >= $3)
        or exists (select 1 from game where first_id = found.id and result is not null)
        or exists (select 1 from game where second_id = found.id and result is not null))
    from (
        select id from (select distinct player_id as id from token
            where player_id > $1 order by player_id limit $2) as tokens
        union
        select id from (select distinct player_id as id from session
            where player_id > $1 order by player_id limit $2) as sessions
        union
        select id from (select player_id as id from guest_name
            where player_id > $1 order by player_id limit $2) as names
        union
        select id from (select player_id as id from bot
            where player_id > $1 order by player_id limit $2) as bots
        order by id limit $2) as found
    order by id";

/// The deletion of everything about some guests. A guest who has registered since is left alone,
/// and so is whatever is as recent as `$2`.
macro_rules! deletion {
    ($table:literal, $player:literal, $recent:literal) => {
        concat!(
            "delete from ",
            $table,
            " where ",
            $player,
            " in {ids} and not exists (select 1 from account where account.id = ",
            $player,
            ")",
            $recent
        )
    };
}

const DELETIONS: [&str; 10] = [
    deletion!("token", "player_id", " and created_at < $2"),
    deletion!("session", "player_id", " and seen_at < $2"),
    deletion!("guest_name", "player_id", " and changed_at < $2"),
    deletion!("bot", "player_id", " and since < $2"),
    deletion!("identity_link", "player_id", ""),
    deletion!("block", "player_id", ""),
    deletion!("follow", "player_id", ""),
    deletion!("push_subscription", "player_id", ""),
    deletion!("vacation", "player_id", ""),
    deletion!("unlisted", "player_id", ""),
];

pub(super) async fn sweep(
    store: &impl Backend,
    after: Option<PlayerId>,
    before: Moment,
    limit: u32,
) -> Result<Vec<(PlayerId, bool)>, StoreError> {
    let rows: Vec<(Uuid, bool)> = sql(SWEEP)
        .bind(after.map_or(Uuid::nil(), |id| id.0))
        .bind(i64::from(limit))
        .bind(Stamp(before))
        .read_all(store)
        .await?;
    Ok(rows.into_iter().map(|(id, is_idle)| (PlayerId(id), is_idle)).collect())
}

pub(super) async fn forget(
    connection: &mut impl Dialect,
    guests: &[PlayerId],
    before: Moment,
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    for guests in guests.chunks(MAX_IDS) {
        for deletion in DELETIONS {
            let statement = sql_of_ids(deletion).bind_ids(guests.iter().map(|id| id.0));
            let statement =
                if deletion.ends_with("$2") { statement.bind(Stamp(before)) } else { statement };
            statement.execute(&mut *transaction).await?;
        }
    }
    transaction.commit().await
}
