//! Computer players for the games of the engine: a search that works on any of them, one
//! evaluation for each game, and eight levels that feel like people.
//!
//! [`Search`] is iterative deepening alpha-beta over a [`Game`](engine::Game) in types; each game
//! implements [`Searchable`] for it, in [`eval`]. [`choose`] plays at a level and [`analyse`]
//! reports the value as far as the search knows it, both for a game of any kind in texts.
//!
//! The crate is pure: no I/O, no clock, no threads. The same game, seed and number of positions
//! give the same answer on every machine. A caller that needs time limits or wants to stop a search
//! passes in a [`Host`].

mod any;
pub mod eval;
pub mod levels;
mod limits;
mod random;
mod score;
mod search;
mod searchable;
mod session;
pub mod tune;
mod weights;

pub use any::{AnyReport, Choice, Player, TextHost, TextLine, analyse, choose, levels_of};
pub use limits::{Host, Limits, Line, MAX_DEPTH, Report, Unattended, Width};
pub use random::Random;
pub use score::{DECIDED, Score, WIN, distance};
pub(crate) use score::{EVALUATION_LIMIT, WON_BY_REPETITION};
pub use search::Search;
pub use searchable::{Duty, Habits, Searchable};
pub use session::Session;
pub use weights::Numbers;
