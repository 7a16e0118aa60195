//! Position texts: FEN, SFEN and those of the folk games.

use crate::setup::Setup;
use crate::state::{check_actions, check_text};

/// The setup's line, then a position text.
pub(crate) fn run(bytes: &[u8]) {
    let Some((setup, rest)) = Setup::read(bytes) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let Some(game) = setup.start(Some(text.trim_end_matches('\n'))) else { return };
    check_text(&setup, &game);
    check_actions(&setup, &game);
}
