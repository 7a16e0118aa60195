//! Checking a table against the engine: every position against its successors.
//!
//! The engine's own legal actions and effects are used, and none of the solver's code but the
//! numbering of positions. That is a proof: a win or a loss is right if those of its successors
//! are, whose distances are shorter; and if every draw has a successor that is a draw and none that
//! is better, neither side can ever force more.

use crate::board::upside_down;
use crate::fold::Class;
use crate::probe::{finished, stones_of};
use crate::solve::Workers;
use crate::table::{ProbeError, Table};
use crate::value::Value;
use engine::line::{LinePosition, LineRules, Phase};
use engine::{Position, SetupError, Side};
use std::sync::Mutex;

/// A table is wrong or cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A position has another value than its successors give it.
    #[error("`{position}` is worth {expected:?} by its successors, and {found:?} in the table")]
    Wrong {
        /// The position.
        position: String,
        /// The expected value.
        expected: Value,
        /// The value in the table.
        found: Value,
    },
    /// The table lacks a class of positions.
    #[error("the table lacks the positions of {0} stones against {1}")]
    Missing(u8, u8),
    /// The table does not answer.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The engine does not take a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Checks the positions of one orbit of a class.
pub(crate) type CheckPart = fn(&Table, Class, usize) -> Result<(), VerifyError>;

impl Table {
    /// The number of values that [`verify`](Self::verify) checks.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.classes().map(|class| self.reader().len(class) as u64).sum()
    }

    /// Whether the table has no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Checks every value against those of the successors by the engine's rules. `checked` is
    /// given how many values were checked since it was called last.
    ///
    /// # Errors
    ///
    /// [`VerifyError`] names the first position found wrong.
    pub fn verify(
        &self,
        workers: &dyn Workers,
        checked: &(dyn Fn(u64) + Sync),
    ) -> Result<(), VerifyError> {
        let all = self.solved().pairs().concat();
        if let Some(missing) = all.into_iter().find(|class| !self.classes().any(|c| c == *class)) {
            return Err(VerifyError::Missing(missing.own, missing.enemy));
        }
        let failed = Mutex::new(None);
        for class in self.classes() {
            let orbits = self.reader().orbits(class);
            let span = (self.reader().len(class) / orbits.max(1)) as u64;
            workers.run(orbits, &|orbit| {
                let mut error = None;
                if !failed.lock().is_ok_and(|failed| failed.is_some()) {
                    error = (self.solved().in_types.check_part)(self, class, orbit).err();
                }
                if let (Some(error), Ok(mut failed)) = (error, failed.lock()) {
                    failed.get_or_insert(error);
                }
                checked(span);
            });
        }
        match failed.into_inner() {
            Ok(Some(error)) => Err(error),
            Ok(None) | Err(_) => Ok(()),
        }
    }
}

/// Checks the positions of one orbit of a class by the engine's positions of that type.
pub(crate) fn check_part<R: LineRules, const N: u8>(
    table: &Table,
    class: Class,
    orbit: usize,
) -> Result<(), VerifyError> {
    let rules = R::of(table.solved().ruleset);
    let span = table.reader().len(class) / table.reader().orbits(class).max(1);
    let mut actions = Vec::new();
    for number in orbit * span..(orbit + 1) * span {
        let (own, enemy) = table.reader().stones(class, number);
        // Each side is the one to act in turn.
        let side = Side::ALL[number % 2];
        let text = text::<N>(own, enemy, side);
        let position = LinePosition::<R, N>::parse(rules, &text)?;
        let expected = by_successors(table, &position, &mut actions)?;
        let found = table.entry(class, number)?;
        if expected != found {
            return Err(VerifyError::Wrong { position: text, expected, found });
        }
    }
    Ok(())
}

/// The value of a position according to its successors.
fn by_successors<R: LineRules, const N: u8>(
    table: &Table,
    position: &LinePosition<R, N>,
    spare: &mut Vec<Vec<engine::line::LineAction>>,
) -> Result<Value, VerifyError> {
    if let Some(outcome) = position.outcome() {
        return Ok(finished(outcome, position.to_act()));
    }
    let mut actions = spare.pop().unwrap_or_default();
    actions.clear();
    position.actions(&mut actions);
    let mut best = Value::Loss(0);
    for &action in &actions {
        let mut next = *position;
        next.apply(action);
        let mut value = match next.outcome() {
            Some(outcome) => finished(outcome, next.to_act()),
            None if next.phase() == Phase::Step => table.value_of(stones_of(&next))?,
            None => {
                let value = by_successors(table, &next, spare)?;
                let found = table.value_of(stones_of(&next))?;
                if found != value {
                    let position = next.to_text();
                    return Err(VerifyError::Wrong { position, expected: value, found });
                }
                value
            }
        };
        if next.to_act() != position.to_act() {
            value = value.for_other();
        }
        best = best.max(value.one_action_before());
    }
    spare.push(actions);
    Ok(best)
}

/// The text of a position in which any step may be made, `own` being turned to the bottom.
pub(crate) fn text<const N: u8>(own: u64, enemy: u64, side: Side) -> String {
    let (first, second) = match side {
        Side::First => (own, enemy),
        Side::Second => (upside_down::<N>(enemy), upside_down::<N>(own)),
    };
    let mut text = String::with_capacity(48);
    for rank in (0..N).rev() {
        let mut run = 0_u8;
        let end_run = |text: &mut String, run: &mut u8| {
            if *run > 0 {
                text.push(char::from(b'0' + std::mem::take(run)));
            }
        };
        for file in 0..N {
            let bit = 1 << (rank * N + file);
            let letter = if first & bit != 0 {
                'b'
            } else if second & bit != 0 {
                'w'
            } else {
                run += 1;
                continue;
            };
            end_run(&mut text, &mut run);
            text.push(letter);
        }
        end_run(&mut text, &mut run);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push_str(match side {
        Side::First => "b -",
        Side::Second => "w -",
    });
    text
}
