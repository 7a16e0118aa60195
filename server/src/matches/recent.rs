//! The latest commands of a match, so that one sent again is answered again.

use crate::ids::PlayerId;
use crate::store::Event;
use crate::wire::CommandId;
use std::collections::VecDeque;

/// How many commands are remembered; the store is asked about older ones.
const KEPT: usize = 8;

/// The latest commands with the numbers of their events.
#[derive(Debug, Default)]
pub(super) struct Recent(VecDeque<(PlayerId, CommandId, u32)>);

impl Recent {
    /// How the journal names a command: ids are the clients' own, so two clients may use the
    /// same one.
    pub(super) fn key(who: PlayerId, id: CommandId) -> Box<str> {
        let mut key = String::with_capacity(33 + CommandId::MAX);
        let mut digits = uuid::Uuid::encode_buffer();
        key.push_str(who.0.simple().encode_lower(&mut digits));
        key.push(':');
        key.push_str(id.as_str());
        key.into()
    }

    /// What [`key`](Self::key) was made from.
    fn read_key(key: &str) -> Option<(PlayerId, CommandId)> {
        let (who, id) = key.split_once(':')?;
        Some((who.parse().ok()?, id.parse().ok()?))
    }

    /// The latest commands of a journal: a match that ends soon after it was restored takes
    /// them along into the archive.
    pub(super) fn of_journal(events: &[Event]) -> Self {
        let mut recent = Self::default();
        for event in events {
            if let Some((who, id)) = event.command.as_deref().and_then(Self::read_key) {
                recent.note(who, id, event.seq);
            }
        }
        recent
    }

    /// The event of a command.
    pub(super) fn find(&self, who: PlayerId, id: CommandId) -> Option<u32> {
        let mut commands = self.0.iter().rev();
        commands.find(|&&(by, known, _)| by == who && known == id).map(|&(_, _, seq)| seq)
    }

    /// Remembers a command.
    pub(super) fn note(&mut self, who: PlayerId, id: CommandId, seq: u32) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((who, id, seq));
    }

    /// Every command remembered, as the journal names it.
    pub(super) fn keys(&self) -> Vec<(Box<str>, u32)> {
        self.0.iter().map(|&(who, id, seq)| (Self::key(who, id), seq)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Frame;

    #[test]
    fn the_latest_commands_are_read_back_from_a_journal() {
        let who = PlayerId::fresh();
        let id = |n: u32| format!("c{n}").parse::<CommandId>().expect("it is plain");
        let event = |seq: u32| Event {
            seq,
            command: seq.is_multiple_of(2).then(|| Recent::key(who, id(seq))),
            payload: Frame::from(String::new()),
        };
        let events: Vec<Event> = (1..=40).map(event).collect();
        let recent = Recent::of_journal(&events);
        assert_eq!(recent.find(who, id(40)), Some(40));
        assert_eq!(recent.find(who, id(26)), Some(26), "the eighth from the end");
        assert_eq!(recent.find(who, id(24)), None);
        assert_eq!(recent.find(PlayerId::fresh(), id(40)), None);
    }
}
