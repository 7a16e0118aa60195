//! Rows of the tables in the types that both databases return, and the conversion between them and
//! values of the domain.
//!
//! The queries of each database convert their columns to these types, so that rows are read in one
//! place. A value that the domain would refuse (an unknown word, a clock out of range, a negative
//! count) is reported as `StoreError::Damaged`, never repaired. Moments are milliseconds since 1970
//! UTC; position hashes are stored as signed numbers with the same bits.

use super::game_row::GameRow;
use super::row::row;
use super::{EndedGame, Event, StoreError};
use domain::{MatchId, Moment};
use std::sync::Arc;
use uuid::Uuid;

row! {
    /// A row of `match_event`.
    pub(super) struct EventRow {
        match_id: Uuid,
        seq: i64,
        command_id: Option<String>,
        payload: String,
    }
}

impl EventRow {
    pub(super) fn read(self) -> Result<(MatchId, Event), StoreError> {
        let event = Event {
            seq: seq(self.seq)?,
            command: self.command_id.map(Into::into),
            payload: Arc::from(self.payload),
        };
        Ok((MatchId(self.match_id), event))
    }
}

row! {
    /// A row of `seek`.
    pub(super) struct SeekRow {
        made_at: i64,
        expires_at: i64,
        pub(super) payload: String,
    }
}

impl SeekRow {
    /// When it was made, and until when it is valid.
    pub(super) fn times(&self) -> Result<(Moment, Moment), StoreError> {
        Ok((moment(self.made_at)?, moment(self.expires_at)?))
    }
}

row! {
    /// A game with its number in the sequence of the archive.
    pub(super) struct EndedRow {
        number: i64,
    } and { game: GameRow }
}

impl EndedRow {
    pub(super) fn number(&self) -> Result<u64, StoreError> {
        number_of(self.number)
    }

    pub(super) fn read(self) -> Result<EndedGame, StoreError> {
        Ok(EndedGame { number: number_of(self.number)?, game: self.game.read()? })
    }
}

/// A number of that sequence as both databases store it.
pub(super) fn place(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn number_of(place: i64) -> Result<u64, StoreError> {
    u64::try_from(place).map_err(|_| StoreError::Damaged("a number of the archive below zero"))
}

/// A moment as it is bound in both databases: milliseconds since 1970 UTC.
pub(super) fn millis(moment: Moment) -> i64 {
    i64::try_from(moment.0).unwrap_or(i64::MAX)
}

pub(super) fn moment(millis: i64) -> Result<Moment, StoreError> {
    u64::try_from(millis).map(Moment).map_err(|_| StoreError::Damaged("a moment before 1970"))
}

pub(super) fn seq(seq: i64) -> Result<u32, StoreError> {
    u32::try_from(seq).map_err(|_| StoreError::Damaged("an event's number is out of range"))
}

pub(super) fn count(number: i32) -> Result<u32, StoreError> {
    u32::try_from(number).map_err(|_| StoreError::Damaged("a count below zero"))
}
