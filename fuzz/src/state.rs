//! Invariants of a game at any moment.

use crate::setup::Setup;
use engine::AnyGame;

/// The common parts of two games in the same state.
pub(crate) fn state(game: &AnyGame) -> (String, u64, bool, usize) {
    (game.position_text(), game.key(), game.is_check(), game.legal().len())
}

/// Checks the position text: read again it is the same position, with a past or without.
pub(crate) fn check_text(setup: &Setup<'_>, game: &AnyGame) {
    let text = game.position_text();
    let again = setup.start(Some(&text)).unwrap_or_else(|| panic!("`{text}` is not read back"));
    assert_eq!(again.position_text(), text);
    assert_eq!(again.key(), game.key(), "the key of `{text}`");
    assert_eq!(again.is_check(), game.is_check(), "check in `{text}`");
    assert_eq!(again.to_act(), game.to_act(), "who acts in `{text}`");
    let nodes = again.perft(1);
    assert_eq!(again.perft_built(1), nodes, "counts from `{text}`");
    // Its past can end a game earlier and forbid actions, never allow more.
    let legal = game.legal();
    assert!(legal.len() as u64 <= nodes, "`{text}` has {} actions, not {nodes}", legal.len());
    assert!(game.outcome().is_some() || again.outcome().is_none(), "the end of `{text}`");
}

/// Checks every legal action: it is listed once, not refused, told of alike, and plays.
pub(crate) fn check_actions(setup: &Setup<'_>, game: &AnyGame) {
    let legal = game.legal();
    let text = game.position_text();
    assert!(legal.is_sorted_by(|one, other| one < other), "listed twice in `{text}`: {legal:?}");
    assert_eq!(legal.is_empty(), game.outcome().is_some(), "actions and the end of `{text}`");
    for action in &legal {
        assert_eq!(game.refuse(action), None, "{action} in `{text}`");
        let told = game.recurrence_after(action).expect("a legal action");
        let mut next = game.clone();
        let played = next.play(action).expect("a legal action");
        assert_eq!(&played.action, action, "{action} in `{text}`");
        assert_eq!(played.outcome, next.outcome(), "{action} in `{text}`");
        assert_eq!(played.check, next.is_check(), "{action} in `{text}`");
        assert_eq!(next.repetitions(), told.occurrences, "{action} in `{text}`");
        for notation in game.info().notations {
            assert!(game.notate(notation, action).is_some(), "{action} in {notation}");
        }
        check_text(setup, &next);
    }
    let picture = game.picture();
    assert!(picture.files > 0 && picture.ranks > 0);
}
