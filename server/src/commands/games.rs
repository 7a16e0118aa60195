//! `yiguan games`: prints the catalogue, as `GET /api/games` answers it.

use crate::wire::Catalogue;
use std::io::{self, ErrorKind, Write};

/// Prints the catalogue as one line of JSON.
///
/// # Errors
///
/// Whatever befalls `output`, unless nobody reads it any more.
pub fn games(mut output: impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(&Catalogue::current())?;
    line.push(b'\n');
    match output.write_all(&line).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}
