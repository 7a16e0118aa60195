//! One type for every game, with texts at the border: the interface of the server, the command and
//! the browser.

mod evidence;
mod text_game;

use crate::{
    Game, GameInfo, Impasse, Notated, NotationError, Options, Outcome, Pattern, Picture, Position,
    Record, Recurrence, RepetitionRule, Rule, RulesetInfo, SetupError, Side,
};
pub use evidence::{ChaseAt, ConductAt, EvidenceAt, RulingUnder};
use text_game::TextGame;

/// A refused action in texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("refused: {rule}")]
pub struct ActionRefused {
    /// The rule that forbids the action.
    pub rule: Rule,
    /// The names of the points that matter.
    pub squares: Vec<String>,
}

/// A piece taken, in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapturedAt {
    /// The name of the point it stood on.
    pub at: String,
    /// The figure that took it.
    pub pattern: Pattern,
}

/// The effects of an action, in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionPlayed {
    /// The action in its canonical text.
    pub action: String,
    /// The side that played it.
    pub by: Side,
    /// The pieces taken.
    pub captures: Vec<CapturedAt>,
    /// The number of further removals it earned.
    pub earned: u8,
    /// The number of removals that lapsed by it; see [`Effects::lapsed`](crate::Effects::lapsed).
    pub lapsed: u8,
    /// The number of turns skipped after it; see [`Effects::skipped`](crate::Effects::skipped).
    pub skipped: u8,
    /// Whether the side now to act is in check.
    pub check: bool,
    /// The end of the game, if this was it.
    pub outcome: Option<Outcome>,
}

/// Makes [`AnyGame`] from the catalogue's list of games.
macro_rules! any_game {
    ($($(#[$doc:meta])* $variant:ident($position:ty)),+ $(,)?) => {
        /// A game of any kind, boxed because positions differ in size by a factor of ten.
        #[derive(Debug, Clone)]
        enum Kind {
            $($(#[$doc])* $variant(Box<crate::Game<$position>>)),+
        }

        impl Kind {
            fn start(
                info: &GameInfo,
                ruleset: &RulesetInfo,
                options: &Options,
                position: Option<&str>,
            ) -> Result<Self, SetupError> {
                $(
                    if info.id == <$position as Position>::INFO.id {
                        let rules = <$position as Position>::rules(ruleset.id, options)?;
                        let start = match position {
                            None => <$position as Position>::start(rules),
                            Some(text) => <$position as Position>::parse(rules, text)?,
                        };
                        let start = start.under_version(ruleset.version);
                        return Ok(Self::$variant(Box::new(Game::from_position(start))));
                    }
                )+
                Err(SetupError::UnknownGame(info.id.to_owned()))
            }

            fn game(&self) -> &dyn TextGame {
                match self {
                    $(Self::$variant(game) => &**game),+
                }
            }

            fn game_mut(&mut self) -> &mut dyn TextGame {
                match self {
                    $(Self::$variant(game) => &mut **game),+
                }
            }
        }

        /// Writes a record in a notation of its game's own.
        pub(crate) fn write_own(
            game: &str,
            notation: &str,
            record: &Record,
        ) -> Result<String, NotationError> {
            $(
                if game == <$position as Position>::INFO.id {
                    return <$position as Notated>::write_record(notation, record);
                }
            )+
            Err(SetupError::UnknownGame(game.to_owned()).into())
        }

        /// Every game, in the order in which they are shown.
        pub const GAMES: &[&GameInfo] = &[$(<$position as Position>::INFO),+];
    };
}

crate::games!(any_game);

/// A game of any kind with its history, whose interface is texts.
///
/// ```
/// use engine::{AnyGame, Options, Rule, Side};
///
/// let mut game = AnyGame::new("shogi", None, &Options::none(), None)?;
/// assert_eq!(game.legal().len(), 30);
/// let refused = game.play("7g7e").expect_err("a pawn goes one step");
/// assert_eq!(refused.rule, Rule::PieceMovement);
/// game.play("7g7f")?;
/// assert_eq!((game.ply(), game.to_act()), (1, Side::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct AnyGame {
    kind: Kind,
    ruleset: &'static RulesetInfo,
    options: Options,
}

impl AnyGame {
    /// Sets up a game: `ruleset` or the game's default, `options` completed with defaults, and
    /// the ruleset's start position or the one given.
    ///
    /// # Errors
    ///
    /// [`SetupError`] names the unknown or malformed part.
    pub fn new(
        game: &str,
        ruleset: Option<&str>,
        options: &Options,
        position: Option<&str>,
    ) -> Result<Self, SetupError> {
        let info = crate::find_game(game)?;
        Self::under(info, info.ruleset(ruleset)?, options, position)
    }

    /// Sets up a game under a version of a ruleset that need not be today's: as a stored game is
    /// replayed.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); a version that is not known is an unknown ruleset.
    pub fn of_version(
        game: &str,
        ruleset: &str,
        version: u32,
        options: &Options,
        position: Option<&str>,
    ) -> Result<Self, SetupError> {
        let info = crate::find_game(game)?;
        Self::under(info, info.version(Some(ruleset), version)?, options, position)
    }

    fn under(
        info: &GameInfo,
        ruleset: &'static RulesetInfo,
        options: &Options,
        position: Option<&str>,
    ) -> Result<Self, SetupError> {
        let options = ruleset.complete(options)?;
        Ok(Self { kind: Kind::start(info, ruleset, &options, position)?, ruleset, options })
    }

    /// The game as one of positions of the type `P`, or `None` if it is another game. With
    /// [`games!`](crate::games), which lists the types, a program works with any game in types.
    ///
    /// ```
    /// use engine::{AnyGame, Options, Position};
    ///
    /// fn key<P: Position>(game: &AnyGame) -> Option<u64> {
    ///     game.typed::<P>().map(|game| game.position().key())
    /// }
    ///
    /// macro_rules! key_of {
    ///     ($($(#[$doc:meta])* $variant:ident($position:ty)),+ $(,)?) => {
    ///         |game: &AnyGame| None$(.or_else(|| key::<$position>(game)))+
    ///     };
    /// }
    ///
    /// let game = AnyGame::new("xiangqi", None, &Options::none(), None)?;
    /// let key_of = engine::games!(key_of);
    /// assert_eq!(key_of(&game), Some(game.key()));
    /// # Ok::<(), engine::SetupError>(())
    /// ```
    #[must_use]
    pub fn typed<P: Position>(&self) -> Option<&Game<P>> {
        self.kind.game().as_any().downcast_ref()
    }

    /// The catalogue's description of the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.kind.game().info()
    }

    /// The ruleset it is played under.
    #[must_use]
    pub const fn ruleset(&self) -> &'static RulesetInfo {
        self.ruleset
    }

    /// Every option with its value.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The side to act next; once the game is over, the side in the position text.
    #[must_use]
    pub fn to_act(&self) -> Side {
        self.kind.game().to_act()
    }

    /// The number of actions played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.kind.game().ply()
    }

    /// The number of actions since the last progress.
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.kind.game().quiet()
    }

    /// The end of the game by its rules.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.kind.game().outcome()
    }

    /// Whether the side to act is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.kind.game().is_check()
    }

    /// The position as text.
    #[must_use]
    pub fn position_text(&self) -> String {
        self.kind.game().position_text()
    }

    /// The position the game started from, as text.
    #[must_use]
    pub fn start_text(&self) -> String {
        self.kind.game().start_text()
    }

    /// The picture of the position.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.kind.game().picture()
    }

    /// The position's 64-bit key; on the wire sixteen hexadecimal digits, called `hash`.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.kind.game().key()
    }

    /// The number of times the current position has stood on the board, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.kind.game().repetitions()
    }

    /// The legal actions, sorted as text; none once the game is over.
    #[must_use]
    pub fn legal(&self) -> Vec<String> {
        self.kind.game().legal()
    }

    /// The action played at `ply`, counted from 0.
    #[must_use]
    pub fn action_text(&self, ply: usize) -> Option<String> {
        self.kind.game().action_text(ply)
    }

    /// All actions played, oldest first.
    #[must_use]
    pub fn action_texts(&self) -> Vec<String> {
        self.kind.game().action_texts()
    }

    /// All actions played, oldest first, as people write them in one of the game's
    /// [notations](GameInfo::notations) or [`Notated::MOVE_NOTATIONS`]; `None` if the game does not have it. A notation
    /// without texts of its own for actions writes them as [`action_texts`](Self::action_texts)
    /// does.
    #[must_use]
    pub fn notated(&self, notation: &str) -> Option<Vec<String>> {
        self.kind.game().notated(notation)
    }

    /// The refusal of an action, or `None` if it is legal.
    #[must_use]
    pub fn refuse(&self, action: &str) -> Option<ActionRefused> {
        self.kind.game().refuse(action)
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// The rule that refuses it; the game is then unchanged.
    pub fn play(&mut self, action: &str) -> Result<ActionPlayed, ActionRefused> {
        self.kind.game_mut().play(action)
    }

    /// Plays an action that the position allows, even where history has ended the game; see
    /// [`Game::play_on`].
    ///
    /// # Errors
    ///
    /// The rule by which the position refuses it; the game is then unchanged.
    pub fn play_on(&mut self, action: &str) -> Result<ActionPlayed, ActionRefused> {
        self.kind.game_mut().play_on(action)
    }

    /// The number of times the position after `action` will have stood on the board, that time
    /// included.
    ///
    /// # Errors
    ///
    /// The rule that refuses the action by the position alone. History refuses no action here, so
    /// that the count can be shown.
    pub fn occurrences_after(&self, action: &str) -> Result<usize, ActionRefused> {
        self.recurrence_after(action).map(|recurrence| recurrence.occurrences)
    }

    /// The ruleset's rule for positions that recur.
    #[must_use]
    pub fn repetition_rule(&self) -> RepetitionRule {
        self.kind.game().repetition_rule()
    }

    /// The recurrence of the position after `action`: how often it will have stood, the ruleset's
    /// effect on it, and when that applies.
    ///
    /// # Errors
    ///
    /// As [`occurrences_after`](Self::occurrences_after).
    pub fn recurrence_after(&self, action: &str) -> Result<Recurrence, ActionRefused> {
        self.kind.game().recurrence_after(action)
    }

    /// The recurrence of the current position, as far as it has stood before.
    #[must_use]
    pub fn recurrence(&self) -> Recurrence {
        self.kind.game().recurrence()
    }

    /// The text of an action that the current position allows, in one of the game's
    /// [notations](GameInfo::notations); `None` if the position does not allow it, or the game does
    /// not have the notation. See [`notated`](Self::notated).
    #[must_use]
    pub fn notate(&self, notation: &str, action: &str) -> Option<String> {
        self.kind.game().notate(notation, action)
    }

    /// Goes back to the position before `ply`; later plies are gone.
    pub fn truncate(&mut self, ply: usize) {
        self.kind.game_mut().truncate(ply);
    }

    /// Ends the game with a foul of `side`, if its rules have that.
    pub fn foul(&mut self, side: Side) -> Option<Outcome> {
        self.kind.game_mut().foul(side)
    }

    /// Ends the game with an outcome decided on request; see [`Game::end_with`].
    pub fn end_with(&mut self, outcome: Outcome) -> Option<Outcome> {
        self.kind.game_mut().end_with(outcome)
    }

    /// The answer to a proposal of `side` to count an impasse, or to its declaration of one; the
    /// game is then ended with [`end_with`](Self::end_with).
    ///
    /// # Errors
    ///
    /// The rule that forbids it, for games without an impasse always.
    pub fn impasse(&self, side: Side) -> Result<Impasse, ActionRefused> {
        self.kind.game().impasse(side)
    }

    /// Counts action sequences from the current position; see [`perft`](crate::perft).
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.kind.game().perft(depth)
    }

    /// [`perft`](Self::perft) with every list built; see [`perft_built`](crate::perft_built).
    #[must_use]
    pub fn perft_built(&self, depth: u32) -> u64 {
        self.kind.game().perft_built(depth)
    }

    /// Plays chosen actions from the current position; see [`playout`](crate::playout).
    pub fn playout(&self, cap: u32, choose: &mut dyn FnMut(usize) -> usize) -> u32 {
        self.kind.game().playout(cap, choose)
    }

    /// [`perft`](Self::perft) below each action.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        self.kind.game().divide(depth)
    }
}
