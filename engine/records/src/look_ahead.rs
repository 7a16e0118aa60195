//! Resolves an ambiguous move: it is the one after which the rest of the game can be played.

use crate::builder::Table;

/// The most moves read ahead.
pub(crate) const MAX_MOVES: usize = 60;

/// The most lines or tokens searched for them.
pub(crate) const MAX_PARTS: usize = 1_000;

/// The most moves tried for all ambiguous moves of a game.
pub(crate) const MAX_TRIES: usize = 20_000;

/// The most moves tried for one ambiguous move.
const MAX_TRIES_EACH: usize = 2_000;

/// Returns every move that a word can mean in a position, given the move that led there.
type Meanings<'a, T> = dyn Fn(&T, <T as Table>::Action, &str) -> Vec<<T as Table>::Action> + 'a;

/// The words after an ambiguous move.
pub(crate) struct LookAhead<'a, T: Table> {
    /// The moves that follow in the same line of play, at most [`MAX_MOVES`].
    pub(crate) words: &'a [&'a str],
    /// Reads one of them.
    pub(crate) meanings: &'a Meanings<'a, T>,
}

impl<T: Table> LookAhead<'_, T> {
    /// Returns the possible move after which most of the words can be played, `None` if two are
    /// equal. Subtracts the moves that it tried from `tries`.
    pub(crate) fn choose(
        &self,
        board: &T,
        possible: &[T::Action],
        tries: &mut usize,
    ) -> Option<T::Action> {
        let before = MAX_TRIES_EACH.min(*tries);
        let mut left = before;
        let mut found: Vec<(usize, T::Action)> = Vec::new();
        for &action in possible {
            if board.refuse(action).is_some() {
                continue;
            }
            let mut board = board.clone();
            board.apply(action);
            found.push((self.length(&board, action, self.words, &mut left), action));
        }
        *tries -= before - left;
        let most = found.iter().map(|&(length, _)| length).max()?;
        let mut longest = found.iter().filter(|&&(length, _)| length == most);
        let (_, action) = longest.next()?;
        longest.next().is_none().then_some(*action)
    }

    /// Counts the words that can be played one after another.
    fn length(&self, board: &T, last: T::Action, words: &[&str], tries: &mut usize) -> usize {
        let Some((word, rest)) = words.split_first() else { return 0 };
        let mut most = 0;
        for action in (self.meanings)(board, last, word) {
            let Some(left) = tries.checked_sub(1) else { break };
            *tries = left;
            if board.refuse(action).is_some() {
                continue;
            }
            let mut after = board.clone();
            after.apply(action);
            most = most.max(1 + self.length(&after, action, rest, tries));
            if most == words.len() {
                break;
            }
        }
        most
    }
}
