//! The solver: exact values by retrograde analysis, class by class from below.
//!
//! A step that takes nothing leads from a class to the one [turned](Class::turned); every other act
//! leads to fewer stones, whose values are known by then. Within a pair of classes values are
//! settled in the order of their distance: from each position that is newly known to be lost, the
//! steps taken back lead to positions that are won; from each newly won one they lead to positions
//! that are lost if all their other steps lose as well. A position that is never reached is a draw,
//! since both sides can continue for ever.
//!
//! The solver has no threads of its own: the caller brings [`Workers`].

use crate::board::{all, neighbours, points};
use crate::fold::{Class, Fold, Free, MAX_STONES, following};
use crate::games::Solved;
use crate::play::{Effect, Lookup, Play};
use crate::value::{MAX_DISTANCE, Value};
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// The workers of the solver.
pub trait Workers: Sync {
    /// Does `job` for every number below `jobs`, in any order, and returns when all are done.
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync));
}

/// Does one job after the other.
#[derive(Debug, Clone, Copy)]
pub struct SingleThreaded;

impl Workers for SingleThreaded {
    fn run(&self, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..jobs).for_each(job);
    }
}

/// A position of the game is worth more actions than a table can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a distance is longer than {MAX_DISTANCE} actions")]
pub struct TooLong;

/// The packed values of a class, by number.
type Packed = Vec<AtomicU16>;

/// The bit of a packed value that marks a win.
const WIN: u16 = 1;

/// The packed value of an unknown position: that of a draw, which it is if nothing else is found.
const UNKNOWN: u16 = 0;

/// The values of all classes solved so far.
#[derive(Debug)]
pub(crate) struct Solver<const N: u8> {
    play: Play<N>,
    fold: Fold<N>,
    /// By the stones of the side to act and of the other side.
    classes: [[Packed; MAX_STONES + 1]; MAX_STONES + 1],
}

impl<const N: u8> Lookup for Solver<N> {
    type Error = Infallible;

    #[inline]
    fn value(&self, own: u64, enemy: u64) -> Result<Value, Infallible> {
        let packed = self.packed(own, enemy);
        Ok(Value::unpack(packed).unwrap_or(Value::Draw))
    }
}

impl<const N: u8> Solver<N> {
    pub(crate) fn new(solved: Solved) -> Self {
        Self {
            play: Play::new(solved),
            fold: Fold::new(solved.symmetry, solved.most),
            classes: Default::default(),
        }
    }

    const fn class(&self, class: Class) -> &Packed {
        &self.classes[class.own as usize][class.enemy as usize]
    }

    /// The number of values of a class.
    pub(crate) fn len(&self, class: Class) -> usize {
        self.fold.len(class)
    }

    /// Takes the packed values of a class that was solved before; `false` if they are not as many as
    /// the class has.
    pub(crate) fn restore(&mut self, class: Class, values: Vec<u16>) -> bool {
        let fits = values.len() == self.fold.len(class);
        if fits {
            self.classes[usize::from(class.own)][usize::from(class.enemy)] =
                values.into_iter().map(AtomicU16::new).collect();
        }
        fits
    }

    /// The packed values of a solved class, by number.
    pub(crate) fn values(&self, class: Class) -> impl Iterator<Item = u16> {
        self.class(class).iter().map(|value| value.load(Ordering::Relaxed))
    }

    #[inline]
    fn packed(&self, own: u64, enemy: u64) -> u16 {
        self.class(Class::of(own, enemy))
            .get(self.fold.index(own, enemy))
            .map_or(UNKNOWN, |value| value.load(Ordering::Relaxed))
    }

    /// Works out the classes of a pair, all classes with fewer stones being known. `layer` is
    /// given each distance that is settled.
    pub(crate) fn solve(
        &mut self,
        pair: &[Class],
        workers: &dyn Workers,
        layer: &mut dyn FnMut(u16),
    ) -> Result<(), TooLong> {
        for &class in pair {
            let len = self.fold.len(class);
            self.classes[usize::from(class.own)][usize::from(class.enemy)] =
                (0..len).map(|_| AtomicU16::new(UNKNOWN)).collect();
        }
        let solver = &*self;
        let settling =
            Settling { solver, deepest: AtomicU16::new(0), too_long: AtomicBool::new(false) };
        for &class in pair {
            workers.run(solver.fold.orbits(class), &|orbit| settling.start(class, orbit));
        }
        let mut distance = 0;
        while distance <= settling.deepest.load(Ordering::Relaxed) {
            for &class in pair {
                workers.run(solver.fold.orbits(class), &|orbit| {
                    settling.take_back(class, orbit, distance);
                });
            }
            layer(distance);
            distance += 1;
        }
        if settling.too_long.load(Ordering::Relaxed) { Err(TooLong) } else { Ok(()) }
    }
}

/// A pair of classes while its values are being settled.
///
/// A value of a distance up to the current one is final. A win of a greater distance is an upper
/// bound, which captures give: a shorter win may still be found. A loss is always final.
struct Settling<'a, const N: u8> {
    solver: &'a Solver<N>,
    /// The greatest distance that was set.
    deepest: AtomicU16,
    too_long: AtomicBool,
}

impl<const N: u8> Settling<'_, N> {
    fn set(&self, class: Class, index: usize, value: Value) {
        let distance = value.distance().unwrap_or(0);
        // One less than can be held, so that one action more still can.
        if distance >= MAX_DISTANCE {
            self.too_long.store(true, Ordering::Relaxed);
            return;
        }
        if let Some(place) = self.solver.class(class).get(index) {
            place.store(value.pack(), Ordering::Relaxed);
            self.deepest.fetch_max(distance, Ordering::Relaxed);
        }
    }

    /// Gives the positions of an orbit their values by captures and by having no step.
    fn start(&self, class: Class, orbit: usize) {
        let fold = &self.solver.fold;
        let own = fold.representative(class, orbit);
        let free = Free::new::<N>(own);
        let mut among_free = (1_u64 << class.enemy) - 1;
        let span = Fold::<N>::span(class);
        for index in orbit * span..(orbit + 1) * span {
            let (quiet, best) = self.by_captures(own, free.spread(among_free));
            among_free = following(among_free);
            match best {
                // A draw or a loss by capturing is no bound where there are other steps.
                Value::Win(_) => self.set(class, index, best),
                Value::Loss(_) if !quiet => self.set(class, index, best),
                Value::Draw | Value::Loss(_) => {}
            }
        }
    }

    /// Whether a position has a step that takes nothing, and the best of those that do.
    fn by_captures(&self, own: u64, enemy: u64) -> (bool, Value) {
        let mut quiet = false;
        let mut best = Value::Loss(0);
        Play::<N>::steps(own, enemy, |step| {
            match self.solver.play.effect(step.own, enemy, step.to) {
                Effect::Quiet => quiet = true,
                Effect::Captured { own, enemy, earned } => {
                    best = best.max(self.after_capture(own, enemy, earned).one_action_before());
                }
            }
            true
        });
        (quiet, best)
    }

    fn after_capture(&self, own: u64, enemy: u64, earned: u8) -> Value {
        let Ok(value) = self.solver.play.after_capture(own, enemy, earned, self.solver);
        value
    }

    /// Takes steps back from the positions of an orbit whose value has just become final, those of
    /// this distance.
    fn take_back(&self, class: Class, orbit: usize, distance: u16) {
        let solver = self.solver;
        let own = solver.fold.representative(class, orbit);
        let span = Fold::<N>::span(class);
        let won = Value::Win(distance).pack();
        let lost = Value::Loss(distance).pack();
        let Some(values) = solver.class(class).get(orbit * span..(orbit + 1) * span) else {
            return;
        };
        let mut free = None;
        for (number, value) in values.iter().enumerate() {
            let value = value.load(Ordering::Relaxed);
            if value != won && value != lost {
                continue;
            }
            let free = free.get_or_insert_with(|| Free::new::<N>(own));
            self.take_back_from(own, free.at(number, class.enemy), value == lost, distance);
        }
    }

    fn take_back_from(&self, own: u64, enemy: u64, lost: bool, distance: u16) {
        let play = &self.solver.play;
        // The other side has just moved; seen by it, its stones are `own`.
        let (own, enemy) = play.turn(own, enemy);
        let free = all::<N>() & !(own | enemy);
        for to in points(own) {
            let from_points = const { neighbours::<N>() }[usize::from(to)] & free;
            if from_points == 0 || !matches!(play.effect(own, enemy, to), Effect::Quiet) {
                continue;
            }
            for from in points(from_points) {
                let before = own ^ (1 << to) ^ (1 << from);
                if lost {
                    self.win(before, enemy, distance + 1);
                } else {
                    self.lose_if_all_lose(before, enemy, distance);
                }
            }
        }
    }

    /// A position from which a lost one is reached is won.
    fn win(&self, own: u64, enemy: u64, distance: u16) {
        let class = Class::of(own, enemy);
        let value = Value::Win(distance);
        self.solver.fold.indices(own, enemy, |index| {
            let known = self.solver.class(class).get(index).map(|v| v.load(Ordering::Relaxed));
            if known
                .is_some_and(|known| known == UNKNOWN || (known & WIN != 0 && known > value.pack()))
            {
                self.set(class, index, value);
            }
        });
    }

    /// A position of which every step loses is lost.
    fn lose_if_all_lose(&self, own: u64, enemy: u64, distance: u16) {
        if self.solver.packed(own, enemy) != UNKNOWN {
            return;
        }
        let settled = Value::Win(distance).pack();
        // After any step that takes nothing the side to act has the same stones.
        let (other, _) = self.solver.play.turn(own, enemy);
        let seat = self.solver.fold.seat(other);
        let values = self.solver.class(Class::of(enemy, own));
        let mut longest = 0;
        let mut all_lose = true;
        Play::<N>::steps(own, enemy, |step| {
            let value = match self.solver.play.effect(step.own, enemy, step.to) {
                Effect::Quiet => {
                    let (_, enemy) = self.solver.play.turn(step.own, enemy);
                    let packed = values
                        .get(seat.index(enemy))
                        .map_or(UNKNOWN, |value| value.load(Ordering::Relaxed));
                    if packed & WIN != 0 && packed <= settled { Some(packed >> 2) } else { None }
                }
                Effect::Captured { own, enemy, earned } => {
                    match self.after_capture(own, enemy, earned) {
                        Value::Loss(distance) => Some(distance),
                        Value::Draw | Value::Win(_) => None,
                    }
                }
            };
            match value {
                Some(distance) => longest = longest.max(distance),
                None => all_lose = false,
            }
            all_lose
        });
        if all_lose {
            let class = Class::of(own, enemy);
            let value = Value::Loss(longest + 1);
            self.solver.fold.indices(own, enemy, |index| self.set(class, index, value));
        }
    }
}
