//! Conditional moves: the replies of a side to possible actions of its opponent, in a correspondence game.
//!
//! A plan is a set of lines that begin with the next action. As the game continues, lines that differ from
//! it are dropped and the others lose the actions that were played; the next action of a line is played at once when its side is to act. So a plan never plays an action that is in none of its lines.

use engine::{ActionRefused, AnyGame, Side};

/// The most lines of a plan.
pub const MAX_PLAN_LINES: usize = 20;

/// The most actions of a line, those of the opponent among them.
pub const MAX_PLAN_LENGTH: usize = 40;

/// The most bytes of a plan, each action with the marks around it in the journal: of both sides 64 KiB.
pub(super) const MAX_PLAN_BYTES: usize = 32 << 10;

/// A plan cannot be stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPlan {
    /// Too many lines.
    #[error("a plan has at most {MAX_PLAN_LINES} lines")]
    TooManyLines,
    /// Too many bytes.
    #[error("a plan has at most {MAX_PLAN_BYTES} bytes")]
    TooLong,
    /// A line without anything to answer, or too long.
    #[error("line {0} has no reply, or more than {MAX_PLAN_LENGTH} actions")]
    Length(usize),
    /// Two lines answer the same in different ways.
    #[error("lines {0} and {1} have different replies to the same actions")]
    TwoReplies(usize, usize),
    /// The rules forbid an action.
    #[error("line {line}, action {at}: {refused}")]
    Illegal {
        /// In which line, from 1.
        line: usize,
        /// The number of the action in it, from 1.
        at: usize,
        /// Why.
        refused: ActionRefused,
    },
}

/// The replies of a side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    lines: Vec<Vec<String>>,
    /// The number of the event that holds it; 0 before there was one.
    seq: u32,
}

impl Plan {
    /// The plan of `side` as the game stands; without lines there is none.
    ///
    /// # Errors
    ///
    /// [`BadPlan`] names the line.
    pub fn new(game: &AnyGame, side: Side, lines: &[Vec<String>]) -> Result<Self, BadPlan> {
        if lines.len() > MAX_PLAN_LINES {
            return Err(BadPlan::TooManyLines);
        }
        let bytes = lines.iter().flatten().map(|action| action.len() + 3).sum::<usize>();
        if bytes > MAX_PLAN_BYTES {
            return Err(BadPlan::TooLong);
        }
        let mut read: Vec<Vec<(String, bool)>> = Vec::new();
        for (line, number) in lines.iter().zip(1..) {
            let read_line = read_line(game, side, line, number)?;
            for (other, other_number) in read.iter().zip(1..) {
                let forks = other.iter().zip(&read_line).find(|(one, other)| one.0 != other.0);
                if forks.is_some_and(|(one, _)| one.1) {
                    return Err(BadPlan::TwoReplies(other_number, number));
                }
            }
            read.push(read_line);
        }
        let texts =
            |line: Vec<(String, bool)>| line.into_iter().map(|(action, _)| action).collect();
        Ok(Self { lines: read.into_iter().map(texts).collect(), seq: 0 })
    }

    /// The same as it was stored.
    #[must_use]
    pub const fn kept(lines: Vec<Vec<String>>, seq: u32) -> Self {
        Self { lines, seq }
    }

    /// The number of the event that holds it; none before there was one.
    #[must_use]
    pub fn seq(&self) -> Option<u32> {
        Some(self.seq).filter(|&seq| seq > 0)
    }

    /// The rest of its lines, each from the next action on.
    #[must_use]
    pub fn lines(&self) -> &[Vec<String>] {
        &self.lines
    }

    /// The action that it plays now, if it is its side's turn.
    #[must_use]
    pub fn reply(&self) -> Option<&str> {
        self.lines.first()?.first().map(String::as_str)
    }

    /// Notes that an action was played.
    pub fn follow(&mut self, action: &str) {
        self.lines.retain_mut(|line| {
            let goes_on = line.len() > 1 && line[0] == action;
            if goes_on {
                line.remove(0);
            }
            goes_on
        });
    }

    /// Plans nothing any more.
    pub fn clear(&mut self) {
        self.lines.clear();
    }
}

/// A line in the game's own notation, each action with whether it is of `side`.
fn read_line(
    game: &AnyGame,
    side: Side,
    line: &[String],
    number: usize,
) -> Result<Vec<(String, bool)>, BadPlan> {
    if line.len() > MAX_PLAN_LENGTH {
        return Err(BadPlan::Length(number));
    }
    let mut game = game.clone();
    let mut read = Vec::with_capacity(line.len());
    for (action, at) in line.iter().zip(1..) {
        let by = game.to_act();
        let illegal = |refused| BadPlan::Illegal { line: number, at, refused };
        let played = game.play(action).map_err(illegal)?;
        read.push((played.action, by == side));
    }
    if read.iter().any(|&(_, own)| own) { Ok(read) } else { Err(BadPlan::Length(number)) }
}
