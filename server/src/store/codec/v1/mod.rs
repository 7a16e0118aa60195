//! Version 1 of the stored format: what was on the wire when there was one format for both.
//!
//! Nothing here may change in what it reads. In what it writes only fields may be added that
//! older programs pass over.

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
        None | Some(0 | 1) => Ok(()),
        Some(version) => Err(CodecError::Newer(version)),
    }
}
