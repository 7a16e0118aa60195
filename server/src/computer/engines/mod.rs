//! Other programs as computer players: `--engine GAME=PATH` adds a few levels to ours in that game.
//!
//! A program is never trusted. Its choice is played only if it is legal; one that ends, stays
//! silent, writes unreadable output or chooses an illegal action is ended and set aside for a
//! while, and our own engine plays on in its seat.

mod dialect;
mod process;
#[cfg(test)]
mod tests;

pub use process::EngineError;

use dialect::{Effort, Subject, subjects};
use domain::Player;
use domain::computer_players::{ENGINE_LEVELS, LEVELS};
use engine::{AnyGame, Options};
use process::Process;
use protocol::{EngineEntry, Snapshot};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long a program that failed is not asked.
const SET_ASIDE: Duration = Duration::from_secs(300);

/// How long a program thinks at most for one action.
const MAX_THINKING: Duration = Duration::from_secs(1);

/// How many positions a program looks at, by level; at the last level it has its time.
const NODES: [u64; ENGINE_LEVELS as usize - 1] = [2_000, 20_000, 200_000];

/// The part of the time left on a clock that may go into an action.
const SHARE: u32 = 20;

/// An engine cannot be used; nothing is served then.
#[derive(Debug, thiserror::Error)]
#[error("--engine {game}={}: {reason}", path.display())]
pub struct UnusableEngine {
    /// For which game.
    pub game: String,
    /// The program.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

/// The programs that play here.
#[derive(Debug, Default)]
pub struct Engines(Vec<Engine>);

/// A program for one game.
#[derive(Debug)]
pub struct Engine {
    subject: Subject,
    path: PathBuf,
    name: String,
    state: Mutex<State>,
    /// How many matches wait for it.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct State {
    process: Option<Process>,
    /// Until when it is not asked.
    aside: Option<Instant>,
}

impl Engines {
    /// Starts programs, each for a game, and has each play an action to see that it can.
    ///
    /// # Errors
    ///
    /// [`UnusableEngine`]: one that is no engine, does not play the game, or is named for a game that has
    /// one already.
    pub async fn start(
        programs: impl IntoIterator<Item = (&str, &Path)>,
    ) -> Result<Self, UnusableEngine> {
        let mut engines: Vec<Engine> = Vec::new();
        for (game, path) in programs {
            let unusable = |reason: String| UnusableEngine {
                game: game.to_owned(),
                path: path.to_owned(),
                reason,
            };
            let subject = subjects().into_iter().find(|subject| subject.game == game);
            let Some(subject) = subject else {
                let games: Vec<String> = subjects().into_iter().map(|one| one.game).collect();
                return Err(unusable(format!("there are engines for {} only", games.join(", "))));
            };
            if engines.iter().any(|engine| engine.subject.game == game) {
                return Err(unusable("the game has an engine already".to_owned()));
            }
            let engine = Engine::start(subject, path).await;
            engines.push(engine.map_err(|error| unusable(error.to_string()))?);
        }
        Ok(Self(engines))
    }

    /// The programs as the catalogue lists them.
    #[must_use]
    pub fn entries(&self) -> Vec<EngineEntry> {
        let entry = |engine: &Engine| EngineEntry {
            game: engine.subject.game.clone(),
            rulesets: engine.subject.rulesets.clone(),
            name: engine.name.clone(),
            levels: (LEVELS + 1..=LEVELS + ENGINE_LEVELS).collect(),
        };
        self.0.iter().map(entry).collect()
    }

    /// The program that plays a game under a ruleset, if there is one.
    #[must_use]
    pub fn of(&self, game: &str, ruleset: &str) -> Option<&Engine> {
        self.0.iter().find(|engine| {
            engine.subject.game == game && engine.subject.rulesets.iter().any(|has| has == ruleset)
        })
    }

    /// The action of a program in a match in which one has the seat to act; `None` if ours is to play there.
    pub(super) async fn action(&self, snapshot: &Snapshot) -> Option<String> {
        let side = snapshot.turn?;
        let player = if side == engine::Side::First {
            snapshot.players.first.as_ref()
        } else {
            snapshot.players.second.as_ref()
        };
        let level = player?.computer.filter(|level| *level > LEVELS)?;
        let engine = self.of(&snapshot.game, &snapshot.ruleset)?;
        let game = super::decision::game_of(snapshot)?;
        engine.action(&game, level, super::decision::remaining(snapshot, side)).await
    }
}

/// Starts a program and has it play an action.
async fn test(path: &Path, subject: &Subject) -> Result<Process, EngineError> {
    let mut process = Process::start(path, subject).await?;
    let ruleset = subject.rulesets.first().map(String::as_str);
    if let Ok(game) = AnyGame::new(&subject.game, ruleset, &Options::none(), None) {
        let effort = Effort::Nodes(NODES[0], MAX_THINKING);
        let action = process.think(&game.start_text(), &[], effort).await?;
        check(&game, action)?;
    }
    Ok(process)
}

/// The action, if it is legal.
fn check(game: &AnyGame, action: String) -> Result<String, EngineError> {
    match game.clone().play(&action) {
        Ok(_) => Ok(action),
        Err(_) => Err(EngineError::Illegal(action.chars().take(40).collect())),
    }
}

/// One of those that wait for a program, until it is answered or goes away.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Engine {
    async fn start(subject: Subject, path: &Path) -> Result<Self, EngineError> {
        let process = test(path, &subject).await?;
        let (engine, game) = (process.name.as_str(), subject.game.as_str());
        tracing::info!(engine, game, pid = process.id(), "an engine is ready");
        Ok(Self {
            path: path.to_owned(),
            name: process.name.clone(),
            subject,
            state: Mutex::new(State { process: Some(process), aside: None }),
            waiting: AtomicUsize::new(0),
        })
    }

    /// It as a computer player of a level.
    #[must_use]
    pub fn player(&self, level: u8) -> Option<Player> {
        let id = domain::computer_players::id_of(level).filter(|_| level > LEVELS)?;
        let name: String = self.name.chars().take(24).collect();
        Some(Player::new(id, format!("{name} ({})", level - LEVELS), false))
    }

    /// The action it plays with `left` milliseconds on its clock; `None` while it is set aside.
    async fn action(&self, game: &AnyGame, level: u8, left: Option<u64>) -> Option<String> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        let mut state = self.state.lock().await;
        if state.aside.is_some_and(|until| Instant::now() < until) {
            return None;
        }
        // Whoever goes away in the middle of an answer leaves no program that still has one to give.
        let process = state.process.take();
        let among = self.waiting.load(Ordering::Relaxed);
        match self.ask(process, game, effort(level, left, among)).await {
            Ok((process, action)) => {
                *state = State { process: Some(process), aside: None };
                Some(action)
            }
            Err(error) => {
                let (engine, game) = (self.name.as_str(), self.subject.game.as_str());
                tracing::warn!(engine, game, %error, "an engine is set aside for {SET_ASIDE:?}");
                state.aside = Some(Instant::now() + SET_ASIDE);
                None
            }
        }
    }

    async fn ask(
        &self,
        process: Option<Process>,
        game: &AnyGame,
        effort: Effort,
    ) -> Result<(Process, String), EngineError> {
        let mut process = match process {
            Some(process) => process,
            None => Process::start(&self.path, &self.subject).await?,
        };
        let action = process.think(&game.start_text(), &game.action_texts(), effort).await?;
        Ok((process, check(game, action)?))
    }
}

/// How long a level thinks with `left` milliseconds on its clock, if `among` matches wait.
fn effort(level: u8, left: Option<u64>, among: usize) -> Effort {
    let among = u32::try_from(among.max(1)).unwrap_or(u32::MAX);
    let clock = left.map_or(MAX_THINKING, |left| Duration::from_millis(left) / SHARE);
    let longest = MAX_THINKING.min(clock) / among;
    let place = usize::from(level.saturating_sub(LEVELS + 1));
    NODES.get(place).map_or(Effort::Time(longest), |nodes| {
        Effort::Nodes((nodes / u64::from(among)).max(500), longest)
    })
}
