//! The final result of a command, however long ago it was done.
//!
//! The task of a match remembers its latest commands only. A command that it refuses, or
//! finds in the journal already, may have been done before, even before a restart: then the store knows it.

use super::handle::{MatchHandle, Reply, Unreachable};
use domain::{Command, CommandId, Player, Refusal};
use std::sync::Arc;

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is done: its event is on disk.
    Done {
        /// The number of its event.
        seq: u32,
        /// Whether it was done before, and is not done again.
        again: bool,
    },
    /// It was refused; the match is unchanged.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The last event so far.
        seq: u32,
    },
    /// The store is away, or the match has too much to do; nothing changed, as far as is known.
    Busy {
        /// The last event so far, if the match answered.
        seq: Option<u32>,
        /// Whether the reason is that the store did not answer.
        looked_up: bool,
    },
}

/// Whether the store is queried about a command that the match refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    /// It is: the command may have been done long ago.
    Allowed,
    /// It is not: the refusal is final.
    Spared,
}

/// The task ended without an answer: only its journal knows what became of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the match gave no answer")]
pub struct Unanswered;

/// Too much waits for the match already.
const BUSY: Verdict = Verdict::Busy { seq: None, looked_up: false };

impl MatchHandle {
    /// Does a command of `who`, once: if it was done before, that is the answer.
    ///
    /// # Errors
    ///
    /// [`Unanswered`] if the match's task ended before its answer; the same command may be sent again.
    pub async fn command(
        &self,
        who: Arc<Player>,
        id: CommandId,
        command: Command,
        lookup: Lookup,
    ) -> Result<Verdict, Unanswered> {
        let player = who.id;
        let Ok(reply) = self.ask(who, id, command) else { return Ok(BUSY) };
        let known = match reply.await.map_err(|_| Unanswered)? {
            Reply::Done { seq } => return Ok(Verdict::Done { seq, again: false }),
            Reply::DoneBefore { seq } => return Ok(Verdict::Done { seq, again: true }),
            Reply::Busy { seq } => return Ok(Verdict::Busy { seq: Some(seq), looked_up: false }),
            Reply::Refused { refusal, seq } if lookup == Lookup::Spared => {
                return Ok(Verdict::Refused { refusal, seq });
            }
            Reply::Refused { refusal, seq } => Some((refusal, seq)),
            Reply::Known => None,
        };
        let done = self.store().seq_of_command(self.id(), &id.key(player)).await;
        Ok(match (done, known) {
            (Ok(Some(seq)), _) => Verdict::Done { seq, again: true },
            // The match may have ended since: commands done long ago are then no longer known, and
            // the refusal must not claim that this one was not done.
            (Ok(None), Some((Refusal::Stale, seq))) => {
                let is_over = self.is_over().await.map_err(|Unreachable| Unanswered)?;
                let refusal = if is_over { Refusal::Over } else { Refusal::Stale };
                Verdict::Refused { refusal, seq }
            }
            (Ok(None), Some((refusal, seq))) => Verdict::Refused { refusal, seq },
            (Ok(None) | Err(_), _) => Verdict::Busy { seq: None, looked_up: true },
        })
    }
}
