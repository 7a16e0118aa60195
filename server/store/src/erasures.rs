//! Deleted players, as long as something of them may remain in the journals of running matches.
//!
//! [`Database::erase`](super::Database::erase) removes at once all that is found by an index. A journal has
//! none by player, so that a move costs nothing more: its events are looked through afterwards, for all
//! players who were deleted since the last look at once. [`scrubbed`] returns the event without them.
//!
//! The journals are read on a connection for lists, which delays no move, and rewritten in small
//! transactions. A row that has moved since it was read is found by reading again, so the last look of
//! each call finds nothing.

use crate::database::{on, write, write_on};
use crate::sql::{Backend, Dialect, Stamp, sql};
use crate::{Database, StoreError, codec};
use domain::names::SOMEONE;
use domain::{Change, CommandId, Event, Moment, Player, PlayerId};
use std::collections::HashSet;
use std::sync::Arc;
use uuid::Uuid;

/// How long after a deletion a journal may still get an event of that player, in milliseconds: until
/// every server has noticed.
pub(super) const SETTLED_AFTER: u64 = 10_000;

/// How many rows are rewritten in one transaction.
const REWRITTEN: usize = 100;

/// How often the journals are read in one call.
const MAX_LOOKS: u32 = 5;

/// The journal's rows, which each database names in its own way.
pub(crate) trait JournalRows {
    /// The events, except actions, that players of the JSON list $1 of ids caused or are shown in: the
    /// match, the place of the row, its text, and the key of its command.
    const FIND: &'static str;
    /// Gives the row of the match $1 at the place $2 the text $3.
    const REWRITE: &'static str;
}

/// A row of [`JournalRows::FIND`].
type Row = (Uuid, i64, String, Option<String>);

/// A row with its new text.
type Rewritten = (Uuid, i64, String);

/// Deleted players.
impl Database {
    /// Up to `limit` players who were deleted after a moment, the latest first.
    pub async fn erased_since(
        &self,
        since: Moment,
        limit: u32,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let found: Vec<Uuid> =
            on!(self, |store| sql("select player_id from erasure where erasure.at > $1
                 order by erasure.at desc limit $2")
            .bind(Stamp(since))
            .bind(i64::from(limit))
            .read_values(store))?;
        Ok(found.into_iter().map(PlayerId).collect())
    }

    /// Removes the names and chat lines of deleted players from the journals, of up to `limit` players
    /// who still have some; returns how many there were. It reads every journal if there
    /// is one, and none otherwise.
    pub async fn scrub_journals(&self, limit: u32, now: Moment) -> Result<u32, StoreError> {
        on!(self, |store| scrub_journals(store, limit, now))
    }

    /// Removes players who were deleted before a moment and who have left nothing.
    pub async fn forget_erasures(&self, before: Moment) -> Result<(), StoreError> {
        write!(self, |connection| forget(connection, before))
    }
}

/// The text of an event of the journal without anything of deleted players; none if it has nothing of
/// them, or does not read. `command` is the key of the command that caused it.
pub(super) fn scrubbed(
    text: &str,
    command: Option<&str>,
    is_erased: impl Fn(PlayerId) -> bool,
) -> Option<Arc<str>> {
    let mut numbered = codec::read_event(text).ok()?;
    let before = numbered.clone();
    let anonymise = |player: &mut Player| {
        if is_erased(player.id) {
            *player = nobody(player);
        }
    };
    match &mut numbered.event {
        Event::Created(created) => {
            anonymise(&mut created.player);
            if let Some(invited) = &mut created.invited {
                anonymise(invited);
            }
        }
        Event::Joined { player, .. } | Event::Renamed { player, .. } => anonymise(player),
        Event::Chat { name, text, .. } => {
            let author = command.and_then(CommandId::read_key).map(|(author, _)| author);
            if author.is_some_and(is_erased) {
                (*name, *text) = (SOMEONE.into(), "".into());
            }
        }
        _ => {}
    }
    (numbered != before).then(|| codec::write_event(&numbered))
}

/// The text of a change of an analysis tree without the name of its author, and without the text of a
/// note; none if it does not read.
pub(super) fn scrubbed_change(text: &str) -> Option<Arc<str>> {
    let mut change = codec::read_change(text).ok()?;
    change.by = nobody(&change.by);
    if let Change::Noted { text, .. } = &mut change.change {
        *text = "".into();
    }
    Some(codec::write_change(&change))
}

/// The player of the same id without a name.
fn nobody(player: &Player) -> Player {
    Player { bot: player.bot, ..Player::new(player.id, SOMEONE, player.guest) }
}

async fn scrub_journals<B: Backend + JournalRows>(
    store: &B,
    limit: u32,
    now: Moment,
) -> Result<u32, StoreError> {
    let open: bool = sql("select exists (select 1 from erasure where done_at is null)")
        .read_value(store)
        .await?;
    if !open {
        return Ok(0);
    }
    let erased = claimed(store, limit, now).await?;
    if !erased.is_empty() {
        scrub(store, &erased).await?;
        write_on!(store, |connection| settle(connection, &erased, now))?;
    }
    Ok(u32::try_from(erased.len()).unwrap_or(u32::MAX))
}

/// The players to look for now, so that no other server does at the same time.
async fn claimed<B: Backend>(
    store: &B,
    limit: u32,
    now: Moment,
) -> Result<HashSet<PlayerId>, StoreError> {
    let claimed: Vec<(Uuid,)> = write_on!(store, |connection| sql(
        "update erasure set scanned_at = $1 where player_id in (
             select player_id from erasure
             where done_at is null and (scanned_at is null or scanned_at <= $2)
             order by erasure.at limit $3)
         returning player_id",
    )
    .bind(Stamp(now))
    .bind(Stamp(now.before(SETTLED_AFTER)))
    .bind(i64::from(limit))
    .all(connection))?;
    Ok(claimed.into_iter().map(|(id,)| PlayerId(id)).collect())
}

async fn scrub<B: Backend + JournalRows>(
    store: &B,
    erased: &HashSet<PlayerId>,
) -> Result<(), StoreError> {
    let ids: Vec<String> = erased.iter().map(PlayerId::to_string).collect();
    let ids = serde_json::to_string(&ids).expect("texts are JSON");
    for _ in 0..MAX_LOOKS {
        let rows: Vec<Row> = sql(B::FIND).bind(ids.clone()).browse_all(store).await?;
        let is_erased = |player| erased.contains(&player);
        let rewritten: Vec<Rewritten> = rows
            .into_iter()
            .filter_map(|(match_id, place, text, command)| {
                let text = scrubbed(&text, command.as_deref(), is_erased)?;
                Some((match_id, place, String::from(&*text)))
            })
            .collect();
        if rewritten.is_empty() {
            return Ok(());
        }
        for some in rewritten.chunks(REWRITTEN) {
            write_on!(store, |connection| rewrite(connection, B::REWRITE, some))?;
        }
    }
    tracing::warn!("journals went on changing while deleted players were removed from them");
    Err(StoreError::Unavailable)
}

async fn rewrite(
    connection: &mut impl Dialect,
    statement: &'static str,
    rows: &[Rewritten],
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    for (match_id, place, text) in rows {
        sql(statement)
            .bind(*match_id)
            .bind(*place)
            .bind(text.clone())
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

/// Notes players about whom nothing can be written any more.
async fn settle(
    connection: &mut impl Dialect,
    erased: &HashSet<PlayerId>,
    begun: Moment,
) -> sqlx::Result<()> {
    let mut transaction = connection.start().await?;
    for player in erased {
        sql("update erasure set done_at = $2 where player_id = $1 and erasure.at <= $3")
            .bind(player.0)
            .bind(Stamp(begun))
            .bind(Stamp(begun.before(SETTLED_AFTER)))
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await
}

async fn forget(connection: &mut impl Dialect, before: Moment) -> sqlx::Result<()> {
    sql("delete from erasure where erasure.at < $1 and done_at is not null")
        .bind(Stamp(before))
        .execute(connection)
        .await
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Channel, NumberedEvent};
    use engine::Side;

    #[test]
    fn chat_line_is_scrubbed_by_its_author() {
        let (gone, other) = (PlayerId::fresh(), PlayerId::fresh());
        let said = Event::Chat {
            by: None,
            name: "Marker".into(),
            channel: Channel::Spectators,
            text: "marker".into(),
        };
        let text = codec::write_event(&NumberedEvent { seq: 4, at: Moment(1), event: said });
        let id: CommandId = "c1".parse().expect("an id");
        let scrub = |key: Option<&str>| scrubbed(&text, key, |player| player == gone);
        let scrubbed = scrub(Some(&id.key(gone))).expect("it was theirs");
        assert!(!scrubbed.to_lowercase().contains("marker"), "{scrubbed}");
        assert!(codec::read_event(&scrubbed).is_ok_and(|event| event.seq == 4));
        assert!(scrub(Some(&id.key(other))).is_none() && scrub(None).is_none());
    }

    #[test]
    fn seat_keeps_its_id_and_loses_its_name() {
        let gone = PlayerId::fresh();
        let player = Player::new(gone, "Marker", false);
        let renamed = Event::Renamed { seat: Side::First, player };
        let text = codec::write_event(&NumberedEvent { seq: 3, at: Moment(1), event: renamed });
        let once = scrubbed(&text, None, |player| player == gone).expect("it is shown");
        assert!(once.contains(&gone.to_string()) && !once.contains("Marker"));
        assert!(scrubbed(&once, None, |player| player == gone).is_none());
        assert!(scrubbed(&text, None, |_| false).is_none());
    }
}
