//! Steps, captures and their consequences, as the solver plays.
//!
//! A position is the stones of the side to act and those of the other side; where home rows
//! matter it is turned so that the side to act has its own at the bottom. Written apart from the
//! engine's generator, from the same figures; checking a table by the engine holds the two equal.

use crate::board::{
    Symmetry, all, from_file, from_rank, neighbours, on_file, on_rank, points, upside_down,
};
use crate::fold::Class;
use crate::games::Solved;
use crate::value::Value;
use engine::line::{Complete, Line};

/// Finds the value of a position in which the side to act may make any step.
pub(crate) trait Lookup {
    /// The reason why a value is not known.
    type Error;

    /// The value, for the side to act.
    fn value(&self, own: u64, enemy: u64) -> Result<Value, Self::Error>;
}

/// The effect of a step apart from moving a stone.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Effect {
    /// Nothing: the turn passes.
    Quiet,
    /// Stones went, or a line is complete.
    Captured {
        own: u64,
        enemy: u64,
        /// The number of enemy stones that the mover is to remove.
        earned: u8,
    },
}

/// A step as two sets: the mover's stones after it and the point it went to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub(crate) own: u64,
    pub(crate) to: u8,
}

/// The rules of one game on a board of `N` x `N` points.
#[derive(Debug)]
pub(crate) struct Play<const N: u8> {
    solved: Solved,
    /// The captures on a line: by the place of the moved stone, the enemy stones, the own stones.
    taken: Vec<u8>,
}

impl<const N: u8> Play<N> {
    pub(crate) fn new(solved: Solved) -> Self {
        let mut taken = vec![0; usize::from(N) << (2 * N)];
        for moved in 0..N {
            for own in (0..1_u8 << N).filter(|own| own & (1 << moved) != 0) {
                for enemy in (0..1_u8 << N).filter(|enemy| own & enemy == 0) {
                    let line = Line { own, enemy, moved, len: N };
                    taken[Self::place(moved, own.into(), enemy.into())] =
                        solved.figures.iter().fold(0, |taken, figure| taken | figure.takes(line));
                }
            }
        }
        Self { solved, taken }
    }

    const fn place(moved: u8, own: usize, enemy: usize) -> usize {
        ((moved as usize) << (2 * N)) | (enemy << N) | own
    }

    /// Every step of the side to act; ends when `each` returns false.
    #[inline]
    pub(crate) fn steps(own: u64, enemy: u64, mut each: impl FnMut(Step) -> bool) {
        let free = all::<N>() & !(own | enemy);
        for from in points(own) {
            for to in points(const { neighbours::<N>() }[usize::from(from)] & free) {
                if !each(Step { own: own ^ (1 << from) ^ (1 << to), to }) {
                    return;
                }
            }
        }
    }

    /// The effect of the step that brought the stone to `to`; `own` are the stones after it.
    #[inline]
    pub(crate) fn effect(&self, own: u64, enemy: u64, to: u8) -> Effect {
        let (file, rank) = (to % N, to / N);
        let (own_rank, own_file) = (on_rank::<N>(own, rank), on_file::<N>(own, file));
        let (enemy_rank, enemy_file) = (on_rank::<N>(enemy, rank), on_file::<N>(enemy, file));
        let on_rank = self.taken[Self::place(file, own_rank, enemy_rank)];
        let on_file = self.taken[Self::place(rank, own_file, enemy_file)];
        let full = (1 << N) - 1;
        let completes = match self.solved.complete {
            Complete::Never => false,
            Complete::OwnStones => own_file == full || (own_rank == full && rank != 0),
            Complete::AnyStones => {
                own_file | enemy_file == full || (own_rank | enemy_rank == full && rank != 0)
            }
        };
        if on_rank | on_file == 0 && !completes {
            return Effect::Quiet;
        }
        let left = !(from_rank::<N>(on_rank, rank) | from_file::<N>(on_file, file));
        let (own, enemy) = (own & left, enemy & left);
        let earned = match Class::of(own, enemy).enemy {
            count if completes => count.min(2),
            _ => 0,
        };
        Effect::Captured { own, enemy, earned }
    }

    /// The position for the other side, whose turn it then is.
    #[inline]
    pub(crate) fn turn(&self, own: u64, enemy: u64) -> (u64, u64) {
        match self.solved.symmetry {
            Symmetry::Square => (enemy, own),
            Symmetry::Mirror => (upside_down::<N>(enemy), upside_down::<N>(own)),
        }
    }

    /// The value, for the mover, after an act that took stones, `earned` of which are still to be
    /// removed: the mover removes, continues or ends the turn. Each act leaves fewer stones.
    pub(crate) fn after_capture<L: Lookup>(
        &self,
        own: u64,
        enemy: u64,
        earned: u8,
        lookup: &L,
    ) -> Result<Value, L::Error> {
        if own == 0 {
            return Ok(Value::Loss(0));
        }
        if enemy == 0 {
            return Ok(Value::Win(0));
        }
        if earned > 0 {
            let mut best = Value::Loss(0);
            for at in points(enemy) {
                let value = self.after_capture(own, enemy & !(1 << at), earned - 1, lookup)?;
                best = best.max(value.one_action_before());
            }
            return Ok(best);
        }
        if own.is_power_of_two() && enemy.is_power_of_two() {
            return Ok(Value::Draw);
        }
        if self.solved.chains
            && let Some(value) = self.chain(own, enemy, lookup)?
        {
            return Ok(value);
        }
        let (own, enemy) = self.turn(own, enemy);
        Ok(lookup.value(own, enemy)?.for_other())
    }

    /// The value if the side to act must make a capturing step; `None` if it has none.
    pub(crate) fn chain<L: Lookup>(
        &self,
        own: u64,
        enemy: u64,
        lookup: &L,
    ) -> Result<Option<Value>, L::Error> {
        let mut best: Result<Option<Value>, L::Error> = Ok(None);
        Self::steps(own, enemy, |step| {
            let Effect::Captured { own, enemy, earned } = self.effect(step.own, enemy, step.to)
            else {
                return true;
            };
            match (self.after_capture(own, enemy, earned, lookup), &mut best) {
                (Ok(value), Ok(best)) => {
                    *best = (*best).max(Some(value.one_action_before()));
                    true
                }
                (Err(error), _) => {
                    best = Err(error);
                    false
                }
                (Ok(_), Err(_)) => false,
            }
        });
        best
    }
}
