//! The interface of a game: positions without memory, and nothing but rules.
//!
//! Texts for people belong to [`Notated`](crate::Notated), pictures to
//! [`Pictured`](crate::Pictured). A search or a solver needs this trait alone.

use crate::{
    BySide, Chase, Effects, Game, GameInfo, Impasse, Options, Outcome, Refusal, RepetitionRule,
    Rule, SetupError, Side, Sink,
};
use std::fmt::Debug;
use std::hash::Hash;

/// A game's position: a value without memory, and all rules that need no history.
///
/// A position has the ruleset and the options it is played under. Rules about earlier positions
/// (repetition, counts without progress, perpetual check) are decided by the two hooks at the end,
/// which read the [`Game`].
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One atomic act of one side: a step, a placement, a removal, a drop, a pass.
    /// Two to four bytes; the meaning is behind accessors.
    type Action: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Ruleset and options, decided at the start: a byte or a few.
    type Rules: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The game's line in the catalogue: ids, names, rulesets, options.
    const INFO: &'static GameInfo;

    /// Reads the rules from a ruleset id and options.
    ///
    /// The catalogue has already checked that the ruleset exists and that every option and
    /// value is among those listed for it, and has filled in the defaults.
    ///
    /// # Errors
    ///
    /// If options contradict each other.
    fn rules(ruleset: &str, options: &Options) -> Result<Self::Rules, SetupError>;

    /// The start position under `rules`.
    fn start(rules: Self::Rules) -> Self;

    /// Reads a position text (see `rules.md`, *Position text*).
    ///
    /// # Errors
    ///
    /// If the text is malformed, or the position could not stand in a game: a missing king,
    /// too many stones, the side not to act in check.
    fn parse(rules: Self::Rules, text: &str) -> Result<Self, SetupError>;

    /// The position text; [`parse`](Self::parse) reads it back.
    fn to_text(&self) -> String;

    /// Reads an action text. Only the form is checked, not whether the action is legal.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with [`Rule::Syntax`](crate::Rule::Syntax) or
    /// [`Rule::OffBoard`](crate::Rule::OffBoard).
    fn parse_action(&self, text: &str) -> Result<Self::Action, Refusal>;

    /// The action text; [`parse_action`](Self::parse_action) reads it back.
    fn action_text(&self, action: Self::Action) -> String;

    /// The name of a point by its index, as in [`Refusal::points`] and
    /// [`Capture::at`](crate::Capture::at).
    fn point_name(&self, point: u8) -> String;

    /// The side to act next (or that acted last, once the game is over, if the rules define it so).
    fn to_act(&self) -> Side;

    /// The end of the game as far as the position alone decides it.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the side to act is in check. Never in games without a king.
    fn is_check(&self) -> bool {
        false
    }

    /// Hands every legal action to `sink`, each once, without allocating. None if the
    /// position is finished.
    fn actions<S: Sink<Self::Action>>(&self, sink: &mut S);

    /// The refusal of an action, or `None` if it is legal. Slow and exact, written from the rule
    /// text and independent of [`actions`](Self::actions); a property test holds them equal.
    fn refuse(&self, action: Self::Action) -> Option<Refusal>;

    /// Plays a legal action.
    ///
    /// # Panics
    ///
    /// May panic, or leave a senseless position, if the action is not legal.
    fn apply(&mut self, action: Self::Action) -> Effects;

    /// A 64-bit key: equal positions with the same side to act have equal keys.
    fn key(&self) -> u64;

    /// The rule for positions that recur; [`adjudicate`](Self::adjudicate) and
    /// [`history_refuses`](Self::history_refuses) apply it.
    fn repetition_rule(&self) -> RepetitionRule {
        RepetitionRule::THIRD_DRAWS
    }

    /// The sides that, in the plies that lead from `start` back to it, have chased one and the same
    /// enemy piece with every one of their plies. Called under rulesets that judge it, once a
    /// position is back.
    fn chasers(_start: &Self, _actions: &[Self::Action]) -> BySide<bool> {
        BySide::default()
    }

    /// The chases of each of the plies that lead from `start` back to it; none in games without a
    /// rule on them.
    fn chases(_start: &Self, actions: &[Self::Action]) -> Vec<Vec<Chase>> {
        vec![Vec::new(); actions.len()]
    }

    /// The same position under an earlier version of its ruleset; see
    /// [`GameInfo::former`](crate::GameInfo::former).
    #[must_use]
    fn under_version(self, _version: u32) -> Self {
        self
    }

    /// The end of the game as history decides it; called after every action of a game whose
    /// position is not finished.
    fn adjudicate(game: &Game<Self>) -> Option<Outcome>;

    /// Whether history could forbid any action now. The default, and the truth for games
    /// whose rules never do, is `false`; then [`history_refuses`](Self::history_refuses) is
    /// not asked.
    fn history_limits(_game: &Game<Self>) -> bool {
        false
    }

    /// The refusal by history of an action that is legal by the position.
    fn history_refuses(_game: &Game<Self>, _action: Self::Action) -> Option<Refusal> {
        None
    }

    /// The end of the game if `side` makes an illegal move: `None` where illegal moves are
    /// refused and the side tries again, which is the default.
    fn foul(&self, _side: Side) -> Option<Outcome> {
        None
    }

    /// The answer to a proposal of `side` to count an impasse now, or to its declaration of one.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with [`Rule::NoImpasse`] if its conditions are not met, which is the
    /// default: most games know no impasse.
    fn impasse(_game: &Game<Self>, _side: Side) -> Result<Impasse, Refusal> {
        Err(Refusal::new(Rule::NoImpasse))
    }
}
