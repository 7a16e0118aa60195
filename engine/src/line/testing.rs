//! Helpers for the tests of the line games: play an action from a position given as text, and
//! compare captures, refusals and endings with a table.
//!
//! The checks go through `AnyGame`, so they test texts and rules together, as clients use them.

use crate::{AnyGame, Options, Outcome, Pattern, Rule};

/// A game and one of its rulesets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Played(pub(crate) &'static str, pub(crate) &'static str);

impl Played {
    fn game(self, position: Option<&str>) -> AnyGame {
        AnyGame::new(self.0, Some(self.1), &Options::none(), position)
            .unwrap_or_else(|error| panic!("{position:?}: {error}"))
    }

    /// Plays one action and compares the stones it takes and the position it leaves.
    #[track_caller]
    pub(crate) fn check(
        self,
        position: &str,
        action: &str,
        taken: &[(&str, Pattern)],
        after: &str,
    ) {
        let mut game = self.game(Some(position));
        let played = game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        let captures: Vec<(&str, Pattern)> =
            played.captures.iter().map(|c| (c.at.as_str(), c.pattern)).collect();
        assert_eq!(captures, taken, "taken by {action} in {position}");
        assert_eq!(game.position_text(), after, "after {action} in {position}");
    }

    /// An action that takes nothing; the turn passes.
    #[track_caller]
    pub(crate) fn check_quiet(self, position: &str, action: &str) {
        let mut game = self.game(Some(position));
        let stones = |game: &AnyGame| game.picture().pieces.len();
        let (side, before) = (game.to_act(), stones(&game));
        let played = game.play(action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        assert_eq!(played.captures, [], "taken by {action} in {position}");
        assert_eq!(played.earned, 0, "earned by {action} in {position}");
        assert_eq!(stones(&game), before);
        assert_eq!(game.to_act(), side.other(), "whose turn after {action} in {position}");
    }

    /// Compares the refusal of an action: its rule and the points it names, if it is refused.
    #[track_caller]
    pub(crate) fn check_refused(self, position: &str, action: &str, rule: Rule, points: &[&str]) {
        let refusal = self.game(Some(position)).refuse(action).expect("the action is refused");
        assert_eq!(refusal.rule, rule, "{action} in {position}");
        assert_eq!(refusal.squares, points, "{action} in {position}");
    }

    /// Plays actions, separated by spaces, from a position or the start, and compares the end.
    #[track_caller]
    pub(crate) fn check_end(self, position: Option<&str>, actions: &str, end: Option<Outcome>) {
        assert_eq!(self.after(position, actions).outcome(), end);
    }

    /// The game after actions separated by spaces.
    #[track_caller]
    pub(crate) fn after(self, position: Option<&str>, actions: &str) -> AnyGame {
        let mut game = self.game(position);
        for action in actions.split_whitespace() {
            assert_eq!(game.outcome(), None, "over before {action}");
            if let Err(refusal) = game.play(action) {
                panic!("{action} in {}: {refusal}", game.position_text());
            }
        }
        game
    }
}
