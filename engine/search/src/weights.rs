//! The numbers of an evaluation, so that a program can read, change and name each of them.
//!
//! Every game keeps its numbers in one struct, its `Weights`, which implements [`Numbers`] by listing its
//! fields. Evaluating takes the struct as an argument: playing uses the game's own, tuning others.

use crate::Score;
use std::fmt::Debug;

/// Numbers that can be visited one after the other, always in the same order.
pub trait Numbers: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// Calls `each` with the name of every number, which begins with `name`, and the number itself.
    fn visit(&mut self, name: &str, each: &mut dyn FnMut(&str, &mut Score));
}

impl Numbers for Score {
    fn visit(&mut self, name: &str, each: &mut dyn FnMut(&str, &mut Score)) {
        each(name, self);
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn visit(&mut self, name: &str, each: &mut dyn FnMut(&str, &mut Score)) {
        for (place, part) in self.iter_mut().enumerate() {
            part.visit(&format!("{name} {place}"), each);
        }
    }
}

/// The names of all numbers.
pub(crate) fn names<W: Numbers>(weights: &W) -> Vec<String> {
    let mut names = Vec::new();
    weights.clone().visit("", &mut |name, _| names.push(name.trim_start().to_owned()));
    names
}

/// All numbers, in the order of their names.
pub(crate) fn to_list<W: Numbers>(weights: &W) -> Vec<Score> {
    let mut list = Vec::new();
    weights.clone().visit("", &mut |_, number| list.push(*number));
    list
}

/// The weights with other numbers, in the order of their names; those that `list` does not have stay.
pub(crate) fn with_list<W: Numbers>(weights: &W, list: &[Score]) -> W {
    let mut weights = weights.clone();
    let mut rest = list.iter();
    weights.visit("", &mut |_, number| *number = *rest.next().unwrap_or(number));
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_listed_by_name_and_read_back() {
        let weights = [[1, 2], [3, 4]];
        assert_eq!(names(&weights), ["0 0", "0 1", "1 0", "1 1"]);
        assert_eq!(to_list(&weights), [1, 2, 3, 4]);
        assert_eq!(with_list(&weights, &[5, 6, 7, 8]), [[5, 6], [7, 8]]);
        assert_eq!(with_list(&weights, &[5]), [[5, 2], [3, 4]]);
    }
}
