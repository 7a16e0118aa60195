//! The catalogue as clients receive it: games, rulesets, options, phases, the ranges of clocks, and
//! external engines.
//!
//! It is derived from `engine::GAMES` and names no game itself. Texts come in three languages,
//! because a client may change its language without another request. Start positions are computed,
//! so they are those of the rules.

use domain::clock::{Byoyomi, Correspondence, Fischer};
use engine::{AnyGame, GAMES, GameInfo, Options, RulesetInfo, Text};
use serde::Serialize;
use utoipa::ToSchema;

/// All games, and the clocks that a match can have.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Catalogue {
    games: Vec<GameEntry>,
    clocks: [ClockEntry; 4],
    /// External engines that play here as computer players.
    engines: Vec<EngineEntry>,
}

/// An external engine that plays a game here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct EngineEntry {
    /// The id of the game.
    pub game: String,
    /// The rulesets that it can play.
    pub rulesets: Vec<String>,
    /// Its name, as it reports it.
    pub name: String,
    /// Its levels, weakest first, for `computer` in `POST /api/matches`.
    pub levels: Vec<u8>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct GameEntry {
    id: &'static str,
    name: Words,
    /// The meaning of the name, or other names of the game.
    gloss: Words,
    /// The size of the board and how long a game takes.
    line: Words,
    /// The notations of its moves and records.
    notations: &'static [&'static str],
    rulesets: Vec<RulesetEntry>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct RulesetEntry {
    id: &'static str,
    version: u32,
    name: Words,
    summary: Words,
    /// How to win, in one sentence.
    goal: Words,
    /// A description of a turn.
    turn: Words,
    /// The phases of a game in order; empty if it has only one.
    phases: Vec<PhaseEntry>,
    source: Words,
    sides: SidesEntry,
    options: Vec<OptionEntry>,
    start: String,
    /// Further notations in which a stored game is available.
    records: &'static [&'static str],
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct SidesEntry {
    first: Words,
    second: Words,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct PhaseEntry {
    /// The letter that the last part of a position's text begins with during the phase.
    id: &'static str,
    name: Words,
    /// A description of the task of a side during the phase.
    task: Words,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct OptionEntry {
    key: &'static str,
    name: Words,
    values: Vec<ValueEntry>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
struct ValueEntry {
    id: &'static str,
    name: Words,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct Words {
    en: &'static str,
    zh: &'static str,
    ja: &'static str,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum ClockEntry {
    None,
    Fischer { initial: Range, increment: Range },
    Byoyomi { main: Range, period: Range, periods: Range },
    Correspondence { days: Range },
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct Range {
    min: u32,
    max: u32,
}

impl Catalogue {
    /// The catalogue of this program.
    #[must_use]
    pub fn current() -> Self {
        let range = |(min, max)| Range { min, max };
        let fischer = ClockEntry::Fischer {
            initial: range(Fischer::INITIAL),
            increment: range(Fischer::INCREMENT),
        };
        let byoyomi = ClockEntry::Byoyomi {
            main: range(Byoyomi::MAIN),
            period: range(Byoyomi::PERIOD),
            periods: range(Byoyomi::PERIODS),
        };
        let by_days = ClockEntry::Correspondence { days: range(Correspondence::DAYS) };
        Self {
            games: GAMES.iter().copied().map(GameEntry::new).collect(),
            clocks: [ClockEntry::None, fischer, byoyomi, by_days],
            engines: Vec::new(),
        }
    }

    /// The same with these external engines.
    #[must_use]
    pub fn with_engines(self, engines: Vec<EngineEntry>) -> Self {
        Self { engines, ..self }
    }
}

impl GameEntry {
    fn new(info: &'static GameInfo) -> Self {
        Self {
            id: info.id,
            name: info.name.into(),
            gloss: info.gloss.into(),
            line: info.line.into(),
            notations: info.notations,
            rulesets: info
                .rulesets
                .iter()
                .map(|ruleset| RulesetEntry::new(info.id, ruleset))
                .collect(),
        }
    }
}

impl RulesetEntry {
    fn new(game: &str, info: &'static RulesetInfo) -> Self {
        let start = AnyGame::new(game, Some(info.id), &Options::none(), None)
            .map(|game| game.start_text())
            .expect("every ruleset of the catalogue starts under its defaults");
        let option = |option: &'static engine::OptionInfo| OptionEntry {
            key: option.key,
            name: option.name.into(),
            values: option
                .values
                .iter()
                .map(|value| ValueEntry { id: value.id, name: value.name.into() })
                .collect(),
        };
        Self {
            id: info.id,
            version: info.version,
            name: info.name.into(),
            summary: info.summary.into(),
            goal: info.goal.into(),
            turn: info.turn.into(),
            phases: info.phases.iter().copied().map(PhaseEntry::new).collect(),
            source: info.source.into(),
            sides: SidesEntry { first: info.sides.first.into(), second: info.sides.second.into() },
            options: info.options.iter().map(option).collect(),
            start,
            records: records::more_notations(game, info.id),
        }
    }
}

impl PhaseEntry {
    fn new(info: engine::PhaseInfo) -> Self {
        Self { id: info.id, name: info.name.into(), task: info.task.into() }
    }
}

impl From<Text> for Words {
    fn from(text: Text) -> Self {
        Self { en: text.en, zh: text.zh, ja: text.ja }
    }
}
