//! Makes commands idempotent: remembers the latest commands of a match with the numbers of their
//! events, so that a command sent twice is done once and answered twice.
//!
//! The memory is bounded (`MAX_COMMANDS`, `SAID`, `REFUSED`). The store keeps the key of every command that
//! was done and is queried for older ones. Refusals are remembered only here: they wrote nothing.

use domain::{CHAT_LINES, CommandId, Event, NumberedEvent, PlayerId, Refusal};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use store::JournalRow;

/// How many commands are remembered; the store is queried for older ones.
const MAX_COMMANDS: usize = 8;

/// How many chat commands are remembered in addition. Chat is all that can still be done after the
/// end of a match, when the store is not queried.
const SAID: usize = 64;

/// How many refusals are remembered.
const REFUSED: usize = 8;

/// How many authors of chat lines are remembered: of all lines that the match remembers.
const SPEAKERS: usize = 2 * CHAT_LINES;

/// A command with the number of its event.
type Known = (PlayerId, CommandId, u32);

/// The latest commands, and the latest chat lines.
#[derive(Debug, Default)]
pub(super) struct Recent {
    latest: VecDeque<Known>,
    said: VecDeque<Known>,
    /// The authors of the latest chat lines, by the numbers of their events.
    speakers: VecDeque<(u32, PlayerId)>,
    /// The latest refusals. The second copy of a duplicated frame must not succeed where the first
    /// was refused, for instance because an offer has been made again in between.
    refused: VecDeque<(PlayerId, CommandId, Refusal)>,
}

impl Recent {
    /// The latest commands of a journal, with their events. A match that ends soon after it was
    /// restored takes them into the archive.
    pub(super) fn of_journal(journal: &[JournalRow<'_>], events: &[NumberedEvent]) -> Self {
        let mut recent = Self::default();
        for (stored, numbered) in journal.iter().zip(events) {
            if let Some((who, id)) = stored.command.and_then(CommandId::read_key) {
                recent.record((who, id, stored.seq), &numbered.event);
            }
        }
        recent
    }

    /// The commands that the archive has of a match.
    pub(super) fn of_archive(commands: &[(Arc<str>, u32)]) -> Self {
        let known = |(key, seq): &(Arc<str>, u32)| {
            let (who, id) = CommandId::read_key(key)?;
            Some((who, id, *seq))
        };
        let said = commands.iter().filter_map(known).collect();
        Self { said, ..Self::default() }
    }

    /// The number of a command's event.
    pub(super) fn find(&self, who: PlayerId, id: CommandId) -> Option<u32> {
        let mut known = self.latest.iter().rev().chain(self.said.iter().rev());
        known.find(|&&(by, known, _)| by == who && known == id).map(|&(_, _, seq)| seq)
    }

    /// Why a command was refused, if it was refused a short while ago.
    pub(super) fn find_refused(&self, who: PlayerId, id: CommandId) -> Option<&Refusal> {
        let mut refused = self.refused.iter().rev();
        refused.find(|(by, known, _)| *by == who && *known == id).map(|(_, _, refusal)| refusal)
    }

    /// Remembers a refusal.
    pub(super) fn record_refused(&mut self, who: PlayerId, id: CommandId, refusal: Refusal) {
        push(&mut self.refused, REFUSED, (who, id, refusal));
    }

    /// Remembers a command and its event.
    pub(super) fn record(&mut self, command: Known, event: &Event) {
        push(&mut self.latest, MAX_COMMANDS, command);
        if matches!(event, Event::Chat { .. }) {
            push(&mut self.said, SAID, command);
            let (author, _, seq) = command;
            push(&mut self.speakers, SPEAKERS, (seq, author));
        }
    }

    /// The numbers of the chat lines of a player.
    pub(super) fn lines_of(&self, who: PlayerId) -> Vec<u32> {
        let own = self.speakers.iter().filter(|(_, author)| *author == who);
        own.map(|&(seq, _)| seq).collect()
    }

    /// The authors of the latest chat lines, as often as they have written one.
    pub(super) fn speakers(&self) -> impl Iterator<Item = PlayerId> {
        self.speakers.iter().map(|&(_, author)| author)
    }

    /// Every command remembered, as the journal names it, in their order.
    pub(super) fn keys(&self) -> Vec<(Arc<str>, u32)> {
        let known = self.said.iter().chain(&self.latest);
        let by_seq: BTreeMap<u32, _> = known.map(|&(who, id, seq)| (seq, (who, id))).collect();
        by_seq.into_iter().map(|(seq, (who, id))| (id.key(who), seq)).collect()
    }
}

/// Adds to a queue that keeps only its last `most` entries.
fn push<T>(queue: &mut VecDeque<T>, most: usize, command: T) {
    while queue.len() >= most {
        queue.pop_front();
    }
    queue.push_back(command);
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Channel, Moment, Offer};
    use engine::Side;
    use store::{Event as Stored, JournalText};

    /// Every second event is a command's, every tenth is a chat message.
    fn journal(last: u32, who: PlayerId) -> (JournalText, Vec<NumberedEvent>) {
        let event = |seq: u32| match seq.is_multiple_of(10) {
            true => Event::Chat {
                by: Some(Side::First),
                name: "Guest".into(),
                channel: Channel::Players,
                text: "hello".into(),
            },
            false => Event::Offered { offer: Offer::Draw, by: Side::First },
        };
        let stored = |seq: u32| Stored {
            seq,
            command: seq.is_multiple_of(2).then(|| id(seq).key(who)),
            payload: Arc::from(String::new()),
        };
        let frame = |seq: u32| NumberedEvent { seq, at: Moment(0), event: event(seq) };
        let stored: Vec<Stored> = (1..=last).map(stored).collect();
        (JournalText::from(&*stored), (1..=last).map(frame).collect())
    }

    fn id(number: u32) -> CommandId {
        format!("c{number}").parse().expect("it is plain")
    }

    #[test]
    fn the_latest_commands_are_read_back_from_a_journal() {
        let who = PlayerId::fresh();
        let (stored, frames) = journal(1_000, who);
        let recent = Recent::of_journal(&stored.rows().expect("it reads"), &frames);
        for (number, known) in [(1_000, true), (986, true), (984, false), (370, true), (360, false)]
        {
            assert_eq!(recent.find(who, id(number)), known.then_some(number), "{number}");
        }
        assert_eq!(recent.find(PlayerId::fresh(), id(1_000)), None);
    }

    #[test]
    fn archive_knows_the_commands_of_the_match() {
        let who = PlayerId::fresh();
        let (stored, frames) = journal(100, who);
        let recent = Recent::of_journal(&stored.rows().expect("it reads"), &frames);
        let keys = recent.keys();
        assert!(keys.is_sorted_by_key(|&(_, seq)| seq));
        assert_eq!(keys.len(), 16, "eight latest, ten said, two of them both");
        let archived = Recent::of_archive(&keys);
        for number in 1..=100 {
            let found = archived.find(who, id(number));
            assert_eq!(found, recent.find(who, id(number)), "{number}");
        }
    }
}
