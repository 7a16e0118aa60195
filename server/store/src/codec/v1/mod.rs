//! Version 1 of the stored format.
//!
//! It reads everything that a release has written, and always will. Only fields that an earlier
//! release ignores may be added to the texts that it writes.

mod change;
mod event;
mod seek;
mod values;

pub(super) use change::ChangeRecord;
pub(super) use event::EventRecord;
pub(super) use seek::{DealRecord, SeekRecord};

use super::CodecError;

/// Checks the version that a record names, if it names one.
fn check_version(v: Option<u32>) -> Result<(), CodecError> {
    match v {
        None | Some(1) => Ok(()),
        Some(version) => Err(CodecError::Newer(version)),
    }
}
