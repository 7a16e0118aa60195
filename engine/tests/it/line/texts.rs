//! Texts of the line games: round trips, and refusals of malformed texts with their places.

use engine::{AnyGame, Options, SetupError};
use proptest::prelude::*;

/// Each game with a ruleset that has all its phases, and its board size.
const GAMES: [(&str, &str, usize); 5] = [
    ("er-chi-yi", "standard", 5),
    ("zhuo-qi-zi", "standard", 4),
    ("tui-da-che", "original", 4),
    ("xia-liu", "as-printed", 6),
    ("xia-si", "as-printed", 4),
];

fn set_up(game: &str, ruleset: &str, text: &str) -> Result<AnyGame, SetupError> {
    AnyGame::new(game, Some(ruleset), &Options::none(), Some(text))
}

/// A position text with up to `size` stones of each side, in the plain phase.
fn position_text(size: usize) -> impl Strategy<Value = String> {
    let points = Just((0..size * size).collect::<Vec<usize>>()).prop_shuffle();
    (points, 1..=size, 0..=size, any::<bool>()).prop_map(move |(points, own, enemy, white)| {
        let mut board = vec!['.'; size * size];
        for (i, &point) in points.iter().take(own + enemy).enumerate() {
            board[point] = if i < own { 'b' } else { 'w' };
        }
        let mut text: String =
            board.chunks(size).map(String::from_iter).collect::<Vec<String>>().join("/");
        for run in (1..=size).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        format!("{text} {} -", if white { 'w' } else { 'b' })
    })
}

/// A game with one of its position texts.
fn game_and_text() -> impl Strategy<Value = (&'static str, &'static str, usize, String)> {
    (0..GAMES.len()).prop_flat_map(|i| {
        let (game, ruleset, size) = GAMES[i];
        position_text(size).prop_map(move |text| (game, ruleset, size, text))
    })
}

proptest! {
    #[test]
    fn position_texts_are_read_back((game, ruleset, _, text) in game_and_text()) {
        let set_up = set_up(game, ruleset, &text).expect("a good text");
        prop_assert_eq!(set_up.position_text(), text);
    }

    #[test]
    fn actions_are_written_as_they_were_read(
        (game, ruleset, size, text) in game_and_text(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1..12),
    ) {
        let mut game = set_up(game, ruleset, &text).expect("a good text");
        for choice in choices {
            let legal = game.legal();
            if legal.is_empty() {
                break;
            }
            let action = choice.get(&legal);
            let played = game.play(action).expect("a listed action");
            prop_assert_eq!(&played.action, action);
            prop_assert_eq!(game.action_text(game.ply() - 1), Some(action.clone()));
            // A position in the middle of a chain or a removal is read back as well.
            let again = set_up_again(&game).expect("a text of our own");
            prop_assert_eq!(again.key(), game.key());
            prop_assert_eq!(again.position_text(), game.position_text());
        }
        prop_assert!(size >= 4);
    }

    #[test]
    fn no_text_is_too_strange_to_refuse(text in "\\PC*", action in "\\PC{0,6}") {
        for (id, ruleset, _) in GAMES {
            let game = AnyGame::new(id, Some(ruleset), &Options::none(), None).expect("the start");
            prop_assert!(set_up(id, ruleset, &text).is_err());
            prop_assert!(game.refuse(&action).is_some() || game.legal().contains(&action));
        }
    }
}

fn set_up_again(game: &AnyGame) -> Result<AnyGame, SetupError> {
    set_up(game.info().id, game.ruleset().id, &game.position_text())
}

/// Position texts of Xia Liu `as-printed`, each with its fault and the place, in characters from 1
/// (0: as a whole).
const INVALID: [(&str, usize, &str); 24] = [
    ("", 0, "is written like"),
    ("6/6/6/6/6/bw4", 0, "is written like"),
    ("6/6/6/6/6/bw4 b", 0, "is written like"),
    ("6/6/6/6/6/bw4 b - ", 0, "is written like"),
    ("6/6/6/6/6/bw4  b -", 0, "is written like"),
    ("6/6/6/6/6/6 b -", 0, "empty"),
    ("bbbbbb/b5/6/6/6/w5 b -", 0, "more stones than"),
    ("wwwwww/w5/6/6/6/b5 b -", 0, "more stones than"),
    ("6/6/6/6/6/bx4 b -", 12, "expected"),
    ("6/6/6/6/6/bB4 b -", 12, "expected"),
    ("6/6/6/6/6/b0w4 b -", 12, "expected"),
    ("6/6/6/6/6/bw棋3 b -", 13, "expected"),
    ("6/6/6/6/6/bw5 b -", 13, "has 6 points"),
    ("bbbbbbb/6/6/6/6/w5 b -", 7, "has 6 points"),
    ("6/6/6/6/bw3/6 b -", 12, "has 6 points"),
    ("6/6/6/6/6/bw3 b -", 14, "6 ranks"),
    ("6/6/6/6/bw4 b -", 12, "6 ranks"),
    ("6/6/6/6/6/bw4/6 b -", 14, "6 ranks"),
    ("6/6/6/6/6/bw13 b -", 14, "one digit"),
    ("6/6/6/6/6/bw4 x -", 15, "b, w"),
    ("6/6/6/6/6/bw4 b x3", 17, "the phase is"),
    ("6/6/6/6/6/bw4 b c", 17, "no capture to continue with"),
    ("6/6/6/6/6/bw4 b x2", 17, "not enough stones"),
    ("6/6/6/6/6/b5 b x1", 16, "not enough stones"),
];

#[test]
fn invalid_position_texts_are_refused_with_their_place() {
    for (text, column, reason) in INVALID {
        let Err(SetupError::Position(error)) = set_up("xia-liu", "as-printed", text) else {
            panic!("{text} was accepted");
        };
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.fault.to_string().contains(reason), "{text}: {error}");
    }
}

#[test]
fn phases_absent_from_a_ruleset_are_refused() {
    let cases = [
        ("er-chi-yi", "standard", "4w/5/5/1bw2/b4 b c", "no such phase"),
        ("er-chi-yi", "standard", "4w/5/5/1bw2/b4 b x1", "no such phase"),
        ("xia-si", "original", "3w/4/1bw1/b3 b c", "no such phase"),
        ("xia-si", "as-printed", "3w/4/1bw1/b3 b x1", "no such phase"),
        ("xia-liu", "original", "5w/6/6/6/1bw3/b5 b c", "no such phase"),
    ];
    for (game, ruleset, text, reason) in cases {
        let Err(SetupError::Position(error)) = set_up(game, ruleset, text) else {
            panic!("{text} was accepted");
        };
        assert!(error.fault.to_string().contains(reason), "{text}: {error}");
    }
}

/// Source: rules.md §4–5: *complete* takes any two enemies or the last one; the side that captures
/// every enemy stone wins; one stone each is a draw, since neither can capture.
#[test]
fn one_stone_each_with_removal_owed_continues() {
    for ruleset in ["as-printed", "original"] {
        for (text, removal, expected) in [
            ("6/6/6/6/6/b4w b x1", "xf1", "first elimination"),
            ("6/6/6/6/6/b4w w x1", "xa1", "second elimination"),
            // The last removal leaves one each.
            ("6/6/6/6/w5/b4w b x1", "xf1", "draw dead_position"),
            ("6/6/6/6/b5/b4w w x1", "xa2", "draw dead_position"),
        ] {
            let mut game = set_up("xia-liu", ruleset, text).expect("a good text");
            assert_eq!(game.outcome(), None, "{text}");
            assert_eq!(game.position_text(), text);
            assert!(game.legal().iter().all(|action| action.starts_with('x')), "{text}");
            assert!(game.legal().contains(&removal.to_owned()), "{text}");
            game.play(removal).expect("legal");
            let end = game.outcome().map(|end| format!("{} {}", end.as_str(), end.reason));
            assert_eq!(end.as_deref(), Some(expected), "{removal} at {text}");
        }
        // Nothing is owed.
        let game = set_up("xia-liu", ruleset, "6/6/6/6/6/b4w b -").expect("a good text");
        let end = game.outcome().map(|end| format!("{} {}", end.as_str(), end.reason));
        assert_eq!(end.as_deref(), Some("draw dead_position"));
        assert!(game.legal().is_empty());
    }
}
