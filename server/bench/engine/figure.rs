//! The figures that the engine's benchmark measures, read from `figures.json` beside this file.
//!
//! A figure is a perft count with its known result, or a number of random games with a fixed seed,
//! so that every run does the same work. A count that is not the known one is an error: speed
//! without correctness is not reported. Figures whose game the catalogue lacks are skipped.

use crate::BenchError;
use engine::{AnyGame, Options};
use serde::Deserialize;
use std::time::Duration;

/// The work that a run has done.
pub(super) struct Work {
    /// Nodes or plies.
    pub(super) units: f64,
    /// The time measured by the run itself, if the time around it is not what counts.
    pub(super) elapsed: Option<Duration>,
}

/// The set-up of a figure in Fairy-Stockfish, which has its own FEN for shogi.
#[derive(Debug, Deserialize)]
pub(super) struct FairySetup {
    pub(super) variant: String,
    pub(super) fen: String,
    #[serde(skip)]
    pub(super) depth: u32,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "figure", rename_all = "lowercase")]
enum Kind {
    /// A count of action sequences.
    Perft {
        depth: u32,
        nodes: u64,
        fairy: Option<FairySetup>,
        /// Whether the crate `haitaka` has the game.
        #[serde(default)]
        #[cfg_attr(not(feature = "peers"), expect(dead_code, reason = "only that peer asks"))]
        haitaka: bool,
    },
    /// Games of random actions, the whole legal list built at every ply.
    Playout { cap: u32, games: u32 },
}

/// One line of the file.
#[derive(Debug, Deserialize)]
struct Line {
    game: String,
    ruleset: Option<String>,
    name: String,
    position: Option<String>,
    #[serde(flatten)]
    kind: Kind,
}

/// A figure with its game set up.
pub(super) struct Figure {
    line: Line,
    game: AnyGame,
}

type Run<'a> = Box<dyn FnMut() -> Result<Work, BenchError> + 'a>;

impl Figure {
    /// Every figure of the file whose game the catalogue has.
    pub(super) fn all() -> Result<Vec<Self>, BenchError> {
        let lines: Vec<Line> = serde_json::from_str(include_str!("figures.json"))
            .map_err(|error| BenchError::Answer(error.to_string()))?;
        lines
            .into_iter()
            .filter(|line| engine::find_game(&line.game).is_ok())
            .map(Self::new)
            .collect()
    }

    fn new(mut line: Line) -> Result<Self, BenchError> {
        if let Kind::Perft { depth, fairy: Some(fairy), .. } = &mut line.kind {
            fairy.depth = *depth;
        }
        let position = line.position.as_deref();
        let game = AnyGame::new(&line.game, line.ruleset.as_deref(), &Options::none(), position)
            .map_err(|error| BenchError::Game(line.game.clone(), error.to_string()))?;
        Ok(Self { line, game })
    }

    /// Game, ruleset and position.
    pub(super) fn label(&self) -> String {
        let Line { game, name, kind, .. } = &self.line;
        let ruleset = self.game.ruleset().id;
        match kind {
            Kind::Perft { depth, .. } => format!("{game} {ruleset}, {name}, perft {depth}"),
            Kind::Playout { .. } => format!("{game} {ruleset}, {name}"),
        }
    }

    pub(super) const fn fairy(&self) -> Option<&FairySetup> {
        match &self.line.kind {
            Kind::Perft { fairy, .. } => fairy.as_ref(),
            Kind::Playout { .. } => None,
        }
    }

    /// The runs of peers that are crates, if this build has them.
    pub(super) fn crates(&self) -> Vec<(&'static str, Run<'_>)> {
        #[cfg(feature = "peers")]
        if let Kind::Perft { depth, haitaka: true, .. } = self.line.kind {
            let sfen = self.game.position_text();
            return vec![("haitaka", Box::new(move || super::haitaka::perft(&sfen, depth)))];
        }
        Vec::new()
    }

    /// The known count; 0 for random games.
    pub(super) const fn nodes(&self) -> u64 {
        match self.line.kind {
            Kind::Perft { nodes, .. } => nodes,
            Kind::Playout { .. } => 0,
        }
    }

    /// Our runs of this figure, each with its function.
    pub(super) fn runs(&self) -> Vec<(&'static str, Run<'_>)> {
        match self.line.kind {
            Kind::Perft { depth, nodes, .. } => vec![
                ("counted", Box::new(move || self.check(self.game.perft(depth), nodes))),
                ("built", Box::new(move || self.check(self.game.perft_built(depth), nodes))),
            ],
            Kind::Playout { cap, games } => {
                vec![("plies, lists built", Box::new(move || Ok(self.play(cap, games))))]
            }
        }
    }

    fn check(&self, counted: u64, known: u64) -> Result<Work, BenchError> {
        if counted == known {
            return Ok(Work { units: as_f64(counted), elapsed: None });
        }
        Err(BenchError::Miscount { name: self.label(), counted, known })
    }

    /// The same random games in every round: the generator's seed is fixed.
    fn play(&self, cap: u32, games: u32) -> Work {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut plies = 0;
        for _ in 0..games {
            plies += u64::from(self.game.playout(cap, &mut |count| {
                // Marsaglia's xorshift; the high half scaled to the number of actions.
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let scaled = ((state >> 32) * (count as u64)) >> 32;
                usize::try_from(scaled).unwrap_or(0)
            }));
        }
        Work { units: as_f64(plies), elapsed: None }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
const fn as_f64(number: u64) -> f64 {
    number as f64
}
