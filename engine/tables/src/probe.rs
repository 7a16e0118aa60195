//! Probing with games of the engine.
//!
//! A table answers for positions, not for games: it leaves out the rules about history (repetition,
//! moves without progress, the ban on recreating a position), see [`Solved::history`]. A finished
//! position has no actions; its value is its result, at distance 0.

use crate::games::Solved;
use crate::table::{ProbeError, Stones, Table};
use crate::value::Value;
use engine::line::{LinePosition, LineRules};
use engine::{AnyGame, Outcome, Position, SetupError, Side};

/// A legal action with the value of the position after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionValue {
    /// The action in its canonical text.
    pub action: String,
    /// Its value to the side that plays it, its own act counted in the distance.
    pub value: Value,
}

/// The values of a position and its actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactValues {
    /// The value of the position to the side to act.
    pub value: Value,
    /// Every legal action with its value for the side that plays it, sorted as text.
    pub actions: Vec<ActionValue>,
}

/// A position cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub enum LookUpError {
    /// It is no position of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The table does not answer.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

/// Looks a position text up in a table of the game.
pub(crate) type LookUp = fn(&Table, &str) -> Result<ExactValues, LookUpError>;

/// Looks up the text of a position of that type.
pub(crate) fn look_up<R: LineRules, const N: u8>(
    table: &Table,
    text: &str,
) -> Result<ExactValues, LookUpError> {
    let position = LinePosition::<R, N>::parse(R::of(table.solved().ruleset), text)?;
    let mut actions: Vec<ActionValue> = values_after(table, &position)?
        .into_iter()
        .map(|(next, value)| ActionValue { action: next.action, value })
        .collect();
    actions.sort_unstable_by(|a, b| a.action.cmp(&b.action));
    Ok(ExactValues { value: table.value_of(stones_of(&position))?, actions })
}

/// A legal action and the position that it leads to.
struct Next<R, const N: u8> {
    action: String,
    position: LinePosition<R, N>,
}

/// Every legal action of a position with its value for the side that plays it.
fn values_after<R: LineRules, const N: u8>(
    table: &Table,
    position: &LinePosition<R, N>,
) -> Result<Vec<(Next<R, N>, Value)>, ProbeError> {
    let mut legal = Vec::new();
    if position.outcome().is_none() {
        position.actions(&mut legal);
    }
    let mut values = Vec::new();
    for action in legal {
        let mut next = *position;
        next.apply(action);
        let value = table.value_of(stones_of(&next))?;
        let same = next.to_act() == position.to_act();
        let value = if same { value } else { value.for_other() }.one_action_before();
        let action = position.action_text(action);
        values.push((Next { action, position: next }, value));
    }
    Ok(values)
}

/// Finds the [traps](Table::traps_among) of a position text.
pub(crate) type Traps = fn(&Table, &str, &[String]) -> Result<Vec<ActionValue>, LookUpError>;

/// Finds the traps of a position of that type.
pub(crate) fn traps<R: LineRules, const N: u8>(
    table: &Table,
    text: &str,
    allowed: &[String],
) -> Result<Vec<ActionValue>, LookUpError> {
    let position = LinePosition::<R, N>::parse(R::of(table.solved().ruleset), text)?;
    let mut values = values_after(table, &position)?;
    values.retain(|(next, _)| allowed.contains(&next.action));
    values.sort_unstable_by(|(a, _), (b, _)| a.action.cmp(&b.action));
    let Some(best) = values.iter().map(|(_, value)| *value).max() else {
        return Ok(Vec::new());
    };
    let mut traps = MostWrong::default();
    for (next, value) in values {
        if !is_preserving(value, best) {
            continue;
        }
        let answers = if next.position.to_act() == position.to_act() {
            Vec::new()
        } else {
            values_after(table, &next.position)?.into_iter().map(|(_, value)| value).collect()
        };
        traps.add(ActionValue { action: next.action, value }, &answers);
    }
    Ok(traps.found)
}

/// Whether an action preserves the value of the position, where `best` is the best there is.
fn is_preserving(value: Value, best: Value) -> bool {
    match best {
        // Going round a longer way could continue for ever.
        Value::Win(_) => value == best,
        Value::Draw | Value::Loss(_) => value.is_same_result(best),
    }
}

/// Collects the actions after which most answers are wrong.
#[derive(Default)]
struct MostWrong {
    most: usize,
    found: Vec<ActionValue>,
}

impl MostWrong {
    /// Takes an action, and the values of the other side's answers to that side.
    fn add(&mut self, action: ActionValue, answers: &[Value]) {
        let best = answers.iter().max();
        let is_wrong = |value: &&Value| best.is_some_and(|best| !value.is_same_result(*best));
        let wrong = answers.iter().filter(is_wrong).count();
        if wrong > self.most {
            self.most = wrong;
            self.found.clear();
        }
        if wrong == self.most {
            self.found.push(action);
        }
    }
}

/// The value of a finished position or game to the side to act.
#[must_use]
pub(crate) fn finished(outcome: Outcome, to_act: Side) -> Value {
    match outcome.winner {
        None => Value::Draw,
        Some(winner) if winner == to_act => Value::Win(0),
        Some(_) => Value::Loss(0),
    }
}

pub(crate) fn stones_of<R: LineRules, const N: u8>(position: &LinePosition<R, N>) -> Stones {
    let to_act = position.to_act();
    Stones {
        own: position.stones(to_act),
        enemy: position.stones(to_act.other()),
        phase: position.phase(),
        home_above: to_act == Side::Second,
    }
}

/// Reads the stones of a position text under the rules of a table.
pub(crate) type ReadStones = fn(&Solved, &str) -> Result<Stones, SetupError>;

/// Reads the text of a position of that type.
pub(crate) fn read_stones<R: LineRules, const N: u8>(
    solved: &Solved,
    text: &str,
) -> Result<Stones, SetupError> {
    let position = LinePosition::<R, N>::parse(R::of(solved.ruleset), text)?;
    Ok(stones_of(&position))
}

impl Table {
    /// The value of the position of a game for the side to act.
    ///
    /// # Errors
    ///
    /// [`ProbeError`].
    pub fn value(&self, game: &AnyGame) -> Result<Value, ProbeError> {
        let solved = self.solved();
        let ruleset = game.ruleset();
        let found = (game.info().id, ruleset.id, ruleset.version);
        let other = || ProbeError::OtherRules {
            found: format!("{} {} version {}", found.0, found.1, found.2),
            wanted: format!("{} {} version {}", solved.game, solved.ruleset, solved.version),
        };
        if found != (solved.game, solved.ruleset, solved.version) {
            return Err(other());
        }
        // By its text, since the types of all games would come along into the browser otherwise.
        let stones = (solved.in_types.read_stones)(solved, &game.position_text());
        self.value_of(stones.map_err(|_| other())?)
    }

    /// Looks up a position by its text, which knows no history.
    ///
    /// # Errors
    ///
    /// [`LookUpError`].
    pub fn look_up(&self, position: &str) -> Result<ExactValues, LookUpError> {
        (self.solved().in_types.look_up)(self, position)
    }

    /// Every legal action of a game with its value, in the order of their texts. An action that
    /// ends the game by its history (a third occurrence, too many moves without progress) has the
    /// value of that end.
    ///
    /// # Errors
    ///
    /// [`ProbeError`].
    pub fn actions(&self, game: &AnyGame) -> Result<Vec<ActionValue>, ProbeError> {
        let by = game.to_act();
        let mut values = Vec::new();
        let mut next = game.clone();
        for action in game.legal() {
            // Listed as legal, so it is not refused.
            if next.play(&action).is_err() {
                continue;
            }
            let value = match next.outcome() {
                Some(outcome) => finished(outcome, by),
                None if next.to_act() == by => self.value(&next)?,
                None => self.value(&next)?.for_other(),
            };
            values.push(ActionValue { action, value: value.one_action_before() });
            next.truncate(game.ply());
        }
        Ok(values)
    }

    /// The legal actions that preserve the value of the position, for a player that never loses
    /// value: while winning those of the shortest way, or else all with the same result. None once
    /// the game is over.
    ///
    /// # Errors
    ///
    /// [`ProbeError`].
    pub fn preserving(&self, game: &AnyGame) -> Result<Vec<ActionValue>, ProbeError> {
        let mut actions = self.actions(game)?;
        let Some(best) = actions.iter().map(|action| action.value).max() else {
            return Ok(actions);
        };
        actions.retain(|action| is_preserving(action.value, best));
        Ok(actions)
    }

    /// Of the actions that [preserve](Self::preserving) the value those with the most wrong
    /// answers: after them the other side has the most actions that throw its own value away.
    ///
    /// # Errors
    ///
    /// [`ProbeError`].
    pub fn traps(&self, game: &AnyGame) -> Result<Vec<ActionValue>, ProbeError> {
        let mut traps = MostWrong::default();
        let mut next = game.clone();
        for preserving_action in self.preserving(game)? {
            // Listed as legal, so it is not refused.
            if next.play(&preserving_action.action).is_err() {
                continue;
            }
            let answers =
                if next.to_act() == game.to_act() { Vec::new() } else { self.actions(&next)? };
            next.truncate(game.ply());
            let values: Vec<Value> = answers.iter().map(|answer| answer.value).collect();
            traps.add(preserving_action, &values);
        }
        Ok(traps.found)
    }

    /// The same by the text of a position, which knows no history: only the legal actions in
    /// `allowed` are considered, from which the caller leaves out those that the game's history
    /// forbids.
    ///
    /// # Errors
    ///
    /// [`LookUpError`].
    pub fn traps_among(
        &self,
        position: &str,
        allowed: &[String],
    ) -> Result<Vec<ActionValue>, LookUpError> {
        (self.solved().in_types.traps)(self, position, allowed)
    }
}
