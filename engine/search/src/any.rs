//! Searches in games of any kind, with actions as texts: the interface of the server and the
//! browser.
//!
//! A `Player` remembers results from one search to the next, for one kind of game. The same game,
//! level, seed and budget yield the same action on every machine: nothing depends on time unless
//! the host sets a limit of time. The searchers of the games come from the catalogue's list, so no
//! game is named here.

use crate::{Host, Limits, Report, Score, Search, Searchable, Unattended, levels};
use engine::{AnyGame, Game};

/// An action chosen at a level, in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The action.
    pub action: String,
    /// Its value to the side to act, as far as the level knows.
    pub score: Score,
    /// The value that the best action would have had.
    pub best: Score,
    /// The action and the play expected after it.
    pub line: Vec<String>,
    /// The number of positions visited.
    pub nodes: u64,
}

/// One line of a report, in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLine {
    /// Its value to the side to act; an upper bound unless `exact`.
    pub score: Score,
    /// Whether the score is exact rather than an upper bound.
    pub exact: bool,
    /// The action and the best play after it.
    pub actions: Vec<String>,
}

/// The progress of a search, in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyReport {
    /// The depth searched to the end.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// The root actions, the best first.
    pub lines: Vec<TextLine>,
}

/// The caller of a search of a game of any kind; see [`Host`].
pub trait TextHost {
    /// Whether the search is to end now.
    fn stop(&self) -> bool {
        false
    }

    /// Milliseconds since the search began.
    fn elapsed(&self) -> u64 {
        0
    }

    /// Called when a depth is finished.
    fn report(&mut self, _report: &AnyReport) {}
}

impl TextHost for Unattended {}

/// A searcher of one game that remembers results from one search to the next.
pub struct Player(Box<dyn TextSearch + Send>);

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Player").finish_non_exhaustive()
    }
}

impl Player {
    /// A searcher of games of the kind of `game`, whose table takes `64 << bits` bytes.
    #[must_use]
    pub fn new(game: &AnyGame, bits: u32) -> Option<Self> {
        searcher(game, bits).map(Self)
    }

    /// Chooses an action; see [`choose`]. `None` if the game is over, or of another kind than the
    /// searcher was made for.
    pub fn choose(
        &mut self,
        game: &AnyGame,
        level: u8,
        seed: u64,
        budget: u64,
        host: &mut dyn TextHost,
    ) -> Option<Choice> {
        self.0.choose(game, Strength::Level(level), seed, budget, host)
    }

    /// Chooses an action with a strength that need not be one of the game's levels.
    pub fn choose_with(
        &mut self,
        game: &AnyGame,
        strength: levels::Level,
        sees_ends: bool,
        seed: u64,
        host: &mut dyn TextHost,
    ) -> Option<Choice> {
        self.0.choose(game, Strength::Custom(strength, sees_ends), seed, u64::MAX, host)
    }

    /// Searches; see [`analyse`]. `None` if the game is of another kind than the searcher was made
    /// for.
    pub fn analyse(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        host: &mut dyn TextHost,
    ) -> Option<AnyReport> {
        self.0.analyse(game, limits, host)
    }
}

/// The table of [`choose`] and [`analyse`]: 4 MB.
const TABLE_BITS: u32 = 16;

/// Chooses an action at a level, 1 to 8, visiting no more positions than `budget`. The same game,
/// level, seed and budget yield the same action everywhere. `None` if the game is over.
#[must_use]
pub fn choose(game: &AnyGame, level: u8, seed: u64, budget: u64) -> Option<Choice> {
    Player::new(game, TABLE_BITS)?.choose(game, level, seed, budget, &mut Unattended)
}

/// Searches the current position of a game and reports the values of its actions. The report has no
/// line if the game is over.
pub fn analyse(game: &AnyGame, limits: &Limits, host: &mut dyn TextHost) -> Option<AnyReport> {
    Player::new(game, TABLE_BITS)?.analyse(game, limits, host)
}

/// The levels of the game.
#[must_use]
pub fn levels_of(game: &AnyGame) -> Option<[levels::Level; 8]> {
    searcher(game, 0).map(|searcher| searcher.levels())
}

/// The strength of play.
#[derive(Clone, Copy)]
pub(crate) enum Strength {
    Level(u8),
    Custom(levels::Level, bool),
}

trait TextSearch {
    fn levels(&self) -> [levels::Level; 8];
    fn choose(
        &mut self,
        game: &AnyGame,
        strength: Strength,
        seed: u64,
        budget: u64,
        host: &mut dyn TextHost,
    ) -> Option<Choice>;
    fn analyse(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        host: &mut dyn TextHost,
    ) -> Option<AnyReport>;
}

/// Passes the reports of a typed search on to a host, as texts.
struct Adapter<'a, P: Searchable> {
    position: &'a P,
    host: &'a mut dyn TextHost,
}

impl<P: Searchable> Host<P::Action> for Adapter<'_, P> {
    fn stop(&self) -> bool {
        self.host.stop()
    }

    fn elapsed(&self) -> u64 {
        self.host.elapsed()
    }

    fn report(&mut self, report: &Report<P::Action>) {
        self.host.report(&in_texts(self.position, report));
    }
}

fn texts<P: Searchable>(position: &P, actions: &[P::Action]) -> Vec<String> {
    actions.iter().map(|&action| position.action_text(action)).collect()
}

/// [`levels::choose`] in texts.
pub(crate) fn choose_in_texts<P: Searchable>(
    search: &mut Search<P>,
    game: &Game<P>,
    strength: Strength,
    seed: u64,
    budget: u64,
    host: &mut dyn TextHost,
) -> Option<Choice> {
    let position = game.position();
    let host = &mut Adapter { position, host };
    let chosen = match strength {
        Strength::Level(level) => levels::choose(search, game, level, seed, budget, host),
        Strength::Custom(strength, sees_ends) => {
            levels::choose_with(search, game, strength, sees_ends, seed, budget, host)
        }
    }?;
    Some(Choice {
        action: position.action_text(chosen.action),
        score: chosen.score,
        best: chosen.best,
        line: texts(position, &chosen.line),
        nodes: chosen.nodes,
    })
}

/// [`Search::run`] in texts.
pub(crate) fn analyse_in_texts<P: Searchable>(
    search: &mut Search<P>,
    game: &Game<P>,
    limits: &Limits,
    host: &mut dyn TextHost,
) -> AnyReport {
    let position = game.position();
    let report = search.run(game, limits, &mut Adapter { position, host });
    in_texts(position, &report)
}

fn in_texts<P: Searchable>(position: &P, report: &Report<P::Action>) -> AnyReport {
    let lines = report.lines.iter().map(|line| TextLine {
        score: line.score,
        exact: line.exact,
        actions: texts(position, &line.actions),
    });
    AnyReport { depth: report.depth, nodes: report.nodes, lines: lines.collect() }
}

impl<P: Searchable> TextSearch for Search<P> {
    fn levels(&self) -> [levels::Level; 8] {
        P::LEVELS
    }

    fn choose(
        &mut self,
        game: &AnyGame,
        strength: Strength,
        seed: u64,
        budget: u64,
        host: &mut dyn TextHost,
    ) -> Option<Choice> {
        choose_in_texts(self, game.typed()?, strength, seed, budget, host)
    }

    fn analyse(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        host: &mut dyn TextHost,
    ) -> Option<AnyReport> {
        Some(analyse_in_texts(self, game.typed()?, limits, host))
    }
}

/// Makes [`searcher`] from the catalogue's list of games.
macro_rules! searchers {
    ($($(#[$doc:meta])* $variant:ident($position:ty)),+ $(,)?) => {
        /// A searcher for the kind of game that `game` is.
        fn searcher(game: &AnyGame, bits: u32) -> Option<Box<dyn TextSearch + Send>> {
            $(
                if game.typed::<$position>().is_some() {
                    return Some(Box::new(Search::<$position>::new(bits)));
                }
            )+
            None
        }
    };
}

engine::games!(searchers);
