//! Figures of a table: how many positions have which value, how long wins take, and which
//! positions are hard.

use crate::fold::Class;
use crate::solve::Workers;
use crate::table::{ProbeError, Table};
use crate::value::Value;
use std::sync::Mutex;

/// A position that stands out, as stones: those of the side to act at the bottom, and the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The class it belongs to.
    pub class: Class,
    /// Its number in the class.
    pub number: usize,
    /// Its value.
    pub value: Value,
    /// The number of steps of the side to act that throw the value away.
    pub wrong: usize,
}

/// The numbers of positions of a class by value, with the side to act to win, draw or lose. Counted
/// on the board as it is, without folding symmetric positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Won for the side to act.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for the side to act.
    pub losses: u64,
}

/// The figures of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Survey {
    /// For each class how many positions have which value.
    pub counts: Vec<(Class, Counts)>,
    /// The longest win.
    pub longest: Option<Example>,
    /// Of the won positions with a single step that keeps the win, one with the most that do not,
    /// the longest win of those.
    pub hardest: Option<Example>,
}

impl Table {
    /// Counts through the table. `counted` is given how many values were counted since it was called last.
    ///
    /// # Errors
    ///
    /// [`ProbeError`] if the table cannot be read.
    pub fn survey(
        &self,
        workers: &dyn Workers,
        counted: &(dyn Fn(u64) + Sync),
    ) -> Result<Survey, ProbeError> {
        let mut survey = Survey::default();
        for class in self.classes() {
            let total = Mutex::new(Ok((Counts::default(), None, None)));
            let orbits = self.reader().orbits(class);
            workers.run(orbits, &|orbit| {
                let part = self.survey_orbit(class, orbit);
                if let Ok(mut total) = total.lock() {
                    match (part, &mut *total) {
                        (Ok(part), Ok((counts, longest, hardest))) => {
                            counts.wins += part.0.wins;
                            counts.draws += part.0.draws;
                            counts.losses += part.0.losses;
                            take_greater(longest, part.1, |example| example.distance());
                            take_greater(hardest, part.2, |example| example.hardness());
                        }
                        (Err(error), total) => *total = Err(error),
                        (Ok(_), Err(_)) => {}
                    }
                }
                counted((self.reader().len(class) / orbits.max(1)) as u64);
            });
            let Ok(total) = total.into_inner() else { continue };
            let (counts, longest, hardest) = total?;
            survey.counts.push((class, counts));
            take_greater(&mut survey.longest, longest, |example| example.distance());
            take_greater(&mut survey.hardest, hardest, |example| example.hardness());
        }
        Ok(survey)
    }

    fn survey_orbit(&self, class: Class, orbit: usize) -> Result<Part, ProbeError> {
        let (mut counts, mut longest, mut hardest) = (Counts::default(), None, None);
        let weight = self.reader().weight(class, orbit);
        let span = self.reader().len(class) / self.reader().orbits(class).max(1);
        for number in orbit * span..(orbit + 1) * span {
            let value = self.entry(class, number)?;
            match value {
                Value::Draw => counts.draws += weight,
                Value::Loss(_) => counts.losses += weight,
                Value::Win(_) => {
                    counts.wins += weight;
                    let (own, enemy) = self.reader().stones(class, number);
                    let steps = self.steps(own, enemy)?;
                    let wrong = steps.iter().filter(|step| !step.is_same_result(value)).count();
                    let example = Example { class, number, value, wrong };
                    take_greater(&mut longest, Some(example), |example| example.distance());
                    if wrong + 1 == steps.len() {
                        take_greater(&mut hardest, Some(example), |example| example.hardness());
                    }
                }
            }
        }
        Ok((counts, longest, hardest))
    }

    /// The text of a position of a survey, the first side to act.
    #[must_use]
    pub fn text_of(&self, example: &Example) -> String {
        let (own, enemy) = self.reader().stones(example.class, example.number);
        self.reader().text(own, enemy)
    }

    /// The text of the `number`th value of the table, the first side to act; `None` if the table has fewer.
    /// Those of a class follow one another, the classes in the order in which they were solved.
    #[must_use]
    pub fn text_at(&self, number: u64) -> Option<String> {
        let mut left = number;
        for class in self.classes() {
            let count = self.reader().len(class) as u64;
            if left < count {
                let (own, enemy) = self.reader().stones(class, usize::try_from(left).ok()?);
                return Some(self.reader().text(own, enemy));
            }
            left -= count;
        }
        None
    }
}

type Part = (Counts, Option<Example>, Option<Example>);

impl Example {
    /// The number at its end makes the choice independent of the order in which the orbits are
    /// counted.
    fn distance(&self) -> (Option<u16>, std::cmp::Reverse<usize>) {
        (self.value.distance(), std::cmp::Reverse(self.number))
    }

    fn hardness(&self) -> (usize, Option<u16>, std::cmp::Reverse<usize>) {
        (self.wrong, self.value.distance(), std::cmp::Reverse(self.number))
    }
}

/// Keeps the greater of two examples.
fn take_greater<K: Ord>(
    greatest: &mut Option<Example>,
    other: Option<Example>,
    key: impl Fn(&Example) -> K,
) {
    if other.as_ref().map(&key) > greatest.as_ref().map(&key) {
        *greatest = other;
    }
}
