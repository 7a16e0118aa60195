//! Where rate limiters remember whom they count: those who asked lately, and no more than so many of them.

use super::lock;
use governor::nanos::Nanos;
use governor::state::StateStore;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

/// How many keys each of two generations remembers. When the younger one is full the elder is
/// forgotten: those that have asked for nothing since. No key is searched for among all others.
pub(super) const KEPT: usize = 25_000;

/// The stores that `governor` brings grow with everybody who asks, and are shrunk by those alone whose
/// allowance is whole again: a flood from a network of IPv6 would fill them. This one is bounded; its
/// clones are the same store.
#[derive(Debug)]
pub(super) struct Recent<K>(Arc<Mutex<Generations<K>>>);

#[derive(Debug)]
struct Generations<K> {
    young: HashMap<K, Nanos>,
    old: HashMap<K, Nanos>,
}

impl<K: Hash + Eq> Generations<K> {
    fn take(&mut self, key: &K) -> Option<Nanos> {
        self.young.remove(key).or_else(|| self.old.remove(key))
    }

    fn keep(&mut self, key: K, measured: Nanos) {
        if self.young.len() >= KEPT {
            // A flood from everywhere cannot be stopped by counting addresses, and addresses that
            // are not counted must not suffer for it.
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, measured);
    }
}

impl<K> Clone for Recent<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K> Default for Recent<K> {
    fn default() -> Self {
        let generations = Generations { young: HashMap::new(), old: HashMap::new() };
        Self(Arc::new(Mutex::new(generations)))
    }
}

impl<K: Hash + Eq + Clone> StateStore for Recent<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut generations = lock(&self.0);
        let known = generations.take(key);
        let decided = decide(known);
        // Those who are refused are remembered too, for as long as they go on asking.
        if let Some(measured) = decided.as_ref().map_or(known, |&(_, next)| Some(next)) {
            generations.keep(key.clone(), measured);
        }
        decided.map(|(answer, _)| answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(recent: &Recent<usize>, key: usize) -> Option<Nanos> {
        let answer: Result<_, ()> =
            recent.measure_and_replace(&key, |known| Ok((known, Nanos::from(key as u64))));
        answer.expect("it is always granted")
    }

    #[test]
    fn so_many_are_kept_and_no_more() {
        let recent = Recent::default();
        for key in 0..4 * KEPT {
            assert_eq!(count(&recent, key), None);
        }
        let generations = lock(&recent.0);
        assert!(generations.young.len() <= KEPT && generations.old.len() <= KEPT);
    }

    #[test]
    fn what_was_measured_is_given_back_also_after_a_refusal_and_from_the_elder_generation() {
        let recent = Recent::default();
        count(&recent, 7);
        let refused: Result<(), _> = recent.measure_and_replace(&7, Err);
        assert_eq!(refused, Err(Some(Nanos::from(7))));
        for key in 100..100 + KEPT {
            count(&recent, key);
        }
        assert_eq!(count(&recent, 7), Some(Nanos::from(7)));
    }

    #[test]
    fn who_is_refused_at_once_is_not_kept() {
        let recent = Recent::default();
        assert_eq!(recent.measure_and_replace(&7, |_| Err::<((), Nanos), _>(())), Err(()));
        assert_eq!(count(&recent, 7), None);
    }
}
