//! A game in progress that is searched repeatedly, in texts, set up without the catalogue: its
//! names and notations are not linked in, which keeps a build for the browser small.

use crate::any::{Strength, TextHost, analyse_in_texts, choose_in_texts};
use crate::{AnyReport, Choice, Limits, Search, Searchable};
use engine::{Game, Options, SetupError};

/// A game with its searcher.
pub struct Session(Box<dyn Searched>);

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Session").finish_non_exhaustive()
    }
}

impl Session {
    /// Sets up a game under a ruleset, with `options` that are complete, from a position or the
    /// start. Whether the catalogue has the ruleset and the options is not checked: the caller has
    /// set the game up with the engine already. The table takes `64 << bits` bytes.
    ///
    /// # Errors
    ///
    /// [`SetupError`]: an unknown game, options that make no sense, a malformed position.
    pub fn new(
        game: &str,
        ruleset: &str,
        options: &Options,
        position: Option<&str>,
        bits: u32,
    ) -> Result<Self, SetupError> {
        searched(game, ruleset, options, position, bits).map(Self)
    }

    /// Plays an action. Returns whether it was legal; if not, nothing has changed.
    pub fn play(&mut self, action: &str) -> bool {
        self.0.play(action)
    }

    /// Goes back to the position before `ply`.
    pub fn truncate(&mut self, ply: usize) {
        self.0.truncate(ply);
    }

    /// The number of actions played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.0.ply()
    }

    /// Chooses an action at a level; see [`choose`](crate::choose). The results of earlier searches
    /// are cleared, so that the answer is the same on every machine.
    pub fn choose(&mut self, level: u8, seed: u64, budget: u64) -> Option<Choice> {
        self.0.choose(level, seed, budget)
    }

    /// Searches the current position; the results of earlier searches help.
    pub fn analyse(&mut self, limits: &Limits, host: &mut dyn TextHost) -> AnyReport {
        self.0.analyse(limits, host)
    }
}

trait Searched {
    fn play(&mut self, action: &str) -> bool;
    fn truncate(&mut self, ply: usize);
    fn ply(&self) -> usize;
    fn choose(&mut self, level: u8, seed: u64, budget: u64) -> Option<Choice>;
    fn analyse(&mut self, limits: &Limits, host: &mut dyn TextHost) -> AnyReport;
}

struct TypedSession<P: Searchable> {
    game: Game<P>,
    search: Search<P>,
}

impl<P: Searchable> TypedSession<P> {
    fn new(
        ruleset: &str,
        options: &Options,
        position: Option<&str>,
        bits: u32,
    ) -> Result<Self, SetupError> {
        let rules = P::rules(ruleset, options)?;
        let game = match position {
            None => Game::new(rules),
            Some(text) => Game::from_position(P::parse(rules, text)?),
        };
        Ok(Self { game, search: Search::new(bits) })
    }
}

impl<P: Searchable> Searched for TypedSession<P> {
    fn play(&mut self, action: &str) -> bool {
        let Ok(action) = self.game.position().parse_action(action) else { return false };
        let mut legal = Vec::new();
        self.game.legal(&mut legal);
        let found = legal.contains(&action);
        if found {
            self.game.play_trusted(action);
        }
        found
    }

    fn truncate(&mut self, ply: usize) {
        self.game.truncate(ply);
    }

    fn ply(&self) -> usize {
        self.game.plies().len()
    }

    fn choose(&mut self, level: u8, seed: u64, budget: u64) -> Option<Choice> {
        self.search.forget();
        let host = &mut crate::Unattended;
        choose_in_texts(&mut self.search, &self.game, Strength::Level(level), seed, budget, host)
    }

    fn analyse(&mut self, limits: &Limits, host: &mut dyn TextHost) -> AnyReport {
        analyse_in_texts(&mut self.search, &self.game, limits, host)
    }
}

/// Makes [`searched`] from the catalogue's list of games.
macro_rules! sessions {
    ($($(#[$doc:meta])* $variant:ident($position:ty)),+ $(,)?) => {
        fn searched(
            game: &str,
            ruleset: &str,
            options: &Options,
            position: Option<&str>,
            bits: u32,
        ) -> Result<Box<dyn Searched>, SetupError> {
            $(
                if game == <$position as engine::Position>::INFO.id {
                    return Ok(Box::new(TypedSession::<$position>::new(ruleset, options, position, bits)?));
                }
            )+
            Err(SetupError::UnknownGame(game.to_owned()))
        }
    };
}

engine::games!(sessions);
