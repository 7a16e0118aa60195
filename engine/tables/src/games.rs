//! The games that have tables, listed once.
//!
//! A line game needs nothing but its line here: its figures, chains and complete lines are read
//! from the engine's [`LineRules`].

use crate::board::Symmetry;
use crate::fold::Class;
use crate::make::{Making, making};
use crate::probe::{LookUp, ReadStones, Traps, look_up, read_stones, traps};
use crate::table::{Reader, reader};
use crate::verify::{CheckPart, check_part};
use engine::line::{Complete, Figure, LineRules};
use engine::{RepetitionEffect, er_chi_yi, tui_da_che, xia_liu, xia_si, zhuo_qi_zi};

/// A ruleset of a game for which there is a table, as the solver sees it.
#[derive(Debug, Clone, Copy)]
pub struct Solved {
    /// The game's id.
    pub game: &'static str,
    /// The ruleset's id.
    pub ruleset: &'static str,
    /// The ruleset's version.
    pub version: u32,
    /// The number of points a side of the board has.
    pub size: u8,
    /// The most stones that each side has.
    pub most: u8,
    /// Whether the whole game is in the table, and not only its endings.
    pub whole: bool,
    /// Whether the table is solved in a moment, and so needs no file.
    pub small: bool,
    /// The symmetries by which positions are folded.
    pub symmetry: Symmetry,
    /// The treatment of cycles and of a game's history, in a sentence for the table's header.
    pub history: &'static str,
    pub(crate) figures: &'static [Figure],
    pub(crate) complete: Complete,
    pub(crate) chains: bool,
    pub(crate) in_types: InTypes,
}

/// The functions that need the types of a game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InTypes {
    pub(crate) read_stones: ReadStones,
    pub(crate) making: fn(Solved) -> Box<dyn Making>,
    pub(crate) reader: fn(Solved) -> Box<dyn Reader>,
    pub(crate) check_part: CheckPart,
    pub(crate) look_up: LookUp,
    pub(crate) traps: Traps,
}

/// A table knows positions and no history.
const CYCLES_DRAW: &str = "cycles are draws; repetition and moves without progress are not counted";

/// The same where a ruleset refuses to recreate earlier positions.
const CYCLES_REFUSED: &str = "cycles are draws; the ban on recreating an earlier position is not applied: wins and losses hold unless a position on the way has stood before, a draw says that no side wins without the help of the ban";

/// The size of a table, and the time to solve it.
#[derive(Clone, Copy)]
enum Extent {
    /// Every position of a small board.
    Small,
    /// Every position of a larger board.
    Whole,
    /// Positions with at most this many stones a side.
    Endings(u8),
}

fn solved<R: LineRules, const N: u8>(extent: Extent) -> impl Iterator<Item = Solved> {
    let size = N;
    R::INFO.rulesets.iter().map(move |ruleset| {
        let rules = R::of(ruleset.id);
        let most = match extent {
            Extent::Small | Extent::Whole => size,
            Extent::Endings(most) => most,
        };
        // Where too few stones are left to fill a line, none is ever full.
        let complete = match rules.complete() {
            Complete::OwnStones if most < size => Complete::Never,
            Complete::AnyStones if 2 * most < size => Complete::Never,
            complete => complete,
        };
        Solved {
            game: R::INFO.id,
            ruleset: ruleset.id,
            version: ruleset.version,
            size,
            most,
            whole: !matches!(extent, Extent::Endings(_)),
            small: matches!(extent, Extent::Small),
            symmetry: match complete {
                Complete::Never => Symmetry::Square,
                Complete::OwnStones | Complete::AnyStones => Symmetry::Mirror,
            },
            history: match rules.repetition().effect {
                RepetitionEffect::Refused => CYCLES_REFUSED,
                RepetitionEffect::Draw
                | RepetitionEffect::LostByChecker
                | RepetitionEffect::LostByChaser
                | RepetitionEffect::Continues => CYCLES_DRAW,
            },
            figures: rules.captures().figures,
            complete,
            chains: rules.chains(),
            in_types: InTypes {
                read_stones: read_stones::<R, N>,
                making: making::<N>,
                reader: reader::<N>,
                check_part: check_part::<R, N>,
                look_up: look_up::<R, N>,
                traps: traps::<R, N>,
            },
        }
    })
}

/// Every ruleset that has a table.
#[must_use]
pub fn all_solved() -> Vec<Solved> {
    let mut all = small_solved();
    all.extend(solved::<er_chi_yi::Rules, 5>(Extent::Whole));
    all.extend(solved::<xia_liu::Rules, 6>(Extent::Endings(3)));
    all
}

/// Every ruleset whose table is [small](Solved::small). A program that names no other, as the one
/// for the browser, is built without the larger boards.
#[must_use]
pub fn small_solved() -> Vec<Solved> {
    let mut small = Vec::new();
    small.extend(solved::<zhuo_qi_zi::Rules, 4>(Extent::Small));
    small.extend(solved::<tui_da_che::Rules, 4>(Extent::Small));
    small.extend(solved::<xia_si::Rules, 4>(Extent::Small));
    small
}

/// There is no table of that game or ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSolved {
    /// No game of that id.
    #[error("there is no table of {0}")]
    Game(String),
    /// No ruleset of that id.
    #[error("{0} has no ruleset {1}")]
    Ruleset(String, String),
}

impl Solved {
    /// The ruleset of a game, the game's default if `ruleset` is absent.
    ///
    /// # Errors
    ///
    /// [`NotSolved`].
    pub fn find(game: &str, ruleset: Option<&str>) -> Result<Self, NotSolved> {
        let mut of_game = all_solved().into_iter().filter(|solved| solved.game == game).peekable();
        if of_game.peek().is_none() {
            return Err(NotSolved::Game(game.to_owned()));
        }
        of_game
            .find(|solved| ruleset.is_none_or(|ruleset| solved.ruleset == ruleset))
            .ok_or_else(|| NotSolved::Ruleset(game.to_owned(), ruleset.unwrap_or("").to_owned()))
    }

    /// The classes of positions of a table, those first that others are worked out from. A
    /// class and the one [turned](Class::turned) stand together and are solved together.
    #[must_use]
    pub fn pairs(&self) -> Vec<Vec<Class>> {
        let mut pairs = Vec::new();
        for total in 3..=2 * self.most {
            for own in (total.div_ceil(2)..=self.most).rev() {
                let Some(enemy) = total.checked_sub(own).filter(|&enemy| enemy > 0) else {
                    continue;
                };
                let class = Class { own, enemy };
                if own == enemy {
                    pairs.push(vec![class]);
                } else {
                    pairs.push(vec![class, class.turned()]);
                }
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_solved_from_below() {
        for solved in all_solved() {
            let pairs = solved.pairs();
            assert!(pairs.iter().map(|pair| pair[0].own + pair[0].enemy).is_sorted());
            let most = usize::from(solved.most);
            // All pairs of counts but one stone each, which is a draw.
            assert_eq!(pairs.iter().map(Vec::len).sum::<usize>(), most * most - 1);
        }
    }

    #[test]
    fn a_game_without_a_table_is_an_error() {
        assert_eq!(Solved::find("shogi", None).err(), Some(NotSolved::Game("shogi".into())));
        let error = Solved::find("xia-si", Some("walker")).err();
        assert_eq!(error, Some(NotSolved::Ruleset("xia-si".into(), "walker".into())));
        assert_eq!(Solved::find("xia-si", None).map(|solved| solved.ruleset), Ok("as-printed"));
    }
}
