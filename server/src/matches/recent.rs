//! The latest commands of a match, so that one sent again is answered again.

use crate::ids::PlayerId;
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
