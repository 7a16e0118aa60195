//! Deleted players, as long as something of them may remain in the journals of running matches.
//!
//! [`People::erase`](super::People::erase) removes at once all that is found by an index. A journal has
//! none by player, so that a move costs nothing more: its events are looked through afterwards, for all
//! players who were deleted since the last look at once. [`scrubbed`] is what becomes of an event.

use super::{Frame, StoreError, StoreFuture, codec};
use domain::names::SOMEONE;
use domain::{Change, CommandId, Event, Moment, Player, PlayerId};
use futures_util::FutureExt;
use futures_util::future::ready;

/// How long after a deletion a journal may still get an event of that player, in milliseconds: until
/// every server has noticed.
pub(super) const SETTLED_AFTER: u64 = 10_000;

/// Deleted players. A store without them has none.
pub trait Erasures {
    /// Up to `limit` players who were deleted after a moment, the latest first.
    fn erased_since(&self, _since: Moment, _limit: u32) -> StoreFuture<'_, Vec<PlayerId>> {
        ready(Ok(Vec::new())).boxed()
    }

    /// Removes the names and chat lines of deleted players from the journals, of up to `limit` players
    /// for whom this is still to be done; returns how many there were. It reads every journal if there
    /// is one, and none otherwise.
    fn scrub_journals(&self, _limit: u32, _now: Moment) -> StoreFuture<'_, u32> {
        ready(Err(StoreError::Unavailable)).boxed()
    }

    /// Removes players who were deleted before a moment and of whom nothing remains.
    fn forget_erasures(&self, _before: Moment) -> StoreFuture<'_, ()> {
        ready(Err(StoreError::Unavailable)).boxed()
    }
}

/// The text of an event of the journal without anything of deleted players; none if it has nothing of
/// them, or does not read. `command` is the key of the command that caused it.
pub(super) fn scrubbed(
    text: &str,
    command: Option<&str>,
    is_erased: impl Fn(PlayerId) -> bool,
) -> Option<Frame> {
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
        Event::Said { name, text, .. } => {
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
pub(super) fn scrubbed_change(text: &str) -> Option<Frame> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Channel, NumberedEvent};
    use engine::Side;

    #[test]
    fn chat_line_is_scrubbed_by_its_author() {
        let (gone, other) = (PlayerId::fresh(), PlayerId::fresh());
        let said = Event::Said {
            by: None,
            name: "Marker".into(),
            channel: Channel::Watchers,
            text: "marker".into(),
        };
        let text = codec::write_event(&NumberedEvent { seq: 4, at: Moment(1), event: said });
        let id: CommandId = "c1".parse().expect("an id");
        let scrub = |key: Option<&str>| scrubbed(text.as_str(), key, |player| player == gone);
        let scrubbed = scrub(Some(&id.key(gone))).expect("it was theirs");
        assert!(!scrubbed.as_str().to_lowercase().contains("marker"), "{}", scrubbed.as_str());
        assert!(codec::read_event(scrubbed.as_str()).is_ok_and(|event| event.seq == 4));
        assert!(scrub(Some(&id.key(other))).is_none() && scrub(None).is_none());
    }

    #[test]
    fn seat_keeps_its_id_and_loses_its_name() {
        let gone = PlayerId::fresh();
        let player = Player::new(gone, "Marker", false);
        let renamed = Event::Renamed { seat: Side::First, player };
        let text = codec::write_event(&NumberedEvent { seq: 3, at: Moment(1), event: renamed });
        let once = scrubbed(text.as_str(), None, |player| player == gone).expect("it is shown");
        assert!(once.as_str().contains(&gone.to_string()) && !once.as_str().contains("Marker"));
        assert!(scrubbed(once.as_str(), None, |player| player == gone).is_none());
        assert!(scrubbed(text.as_str(), None, |_| false).is_none());
    }
}
