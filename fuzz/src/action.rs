//! Action texts.

use crate::setup::Setup;
use crate::state::state;

/// The setup's line, then a line with a position, which may be empty, then actions one a line.
pub(crate) fn run(bytes: &[u8]) {
    let Some((setup, rest)) = Setup::read(bytes) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let mut lines = text.split('\n');
    let position = lines.next().filter(|position| !position.is_empty());
    let Some(mut game) = setup.start(position) else { return };
    for action in lines {
        let before = state(&game);
        let legal = game.legal();
        let refusal = game.refuse(action);
        let told = game.recurrence_after(action);
        match game.play(action) {
            Err(refused) => {
                assert_eq!(refusal, Some(refused), "{action} in `{}`", before.0);
                assert!(legal.binary_search(&action.to_owned()).is_err(), "{action} is listed");
                assert_eq!(state(&game), before, "the refused {action} changed something");
            }
            Ok(played) => {
                assert_eq!(refusal, None, "{action} in `{}`", before.0);
                assert!(legal.binary_search(&played.action).is_ok(), "{action} is not listed");
                assert_eq!(told.map(|told| told.occurrences), Ok(game.repetitions()));
                assert_eq!(game.action_texts().last(), Some(&played.action));
            }
        }
    }
}
