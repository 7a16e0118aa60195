//! `yiguan games`: prints the catalogue of games, rulesets and options, in the form in which `GET
//! /api/games` sends it, as one line of JSON.

use protocol::Catalogue;
use std::io::{self, ErrorKind, Write};

/// Prints the catalogue as one line of JSON.
///
/// # Errors
///
/// The error of `output`, unless it is a closed pipe.
pub fn games(mut output: impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(&Catalogue::current())?;
    line.push(b'\n');
    match output.write_all(&line).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}
