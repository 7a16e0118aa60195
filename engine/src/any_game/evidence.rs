//! The evidence of a repetition, translated into texts, and the rulings of the game's other
//! rulesets on the same cycle.
//!
//! It lets a client explain a ruling: which actions form the cycle, which of them gave check or
//! chased a piece, and why. The analysis itself is `Game::evidence`; nothing is judged here a
//! second time.

use super::AnyGame;
use crate::{Evidence, Ground, Options, Position, RepetitionRule, Ruling, Side};

/// [`Evidence`] in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceAt {
    /// The plies before which the position stood, the earliest first.
    pub stood: Vec<usize>,
    /// The cycle.
    pub plies: Vec<ConductAt>,
    /// The actions that history forbids, where nothing else is left.
    pub barred: Vec<String>,
    /// The ruling of the ruleset.
    pub ruling: Ruling,
}

/// The conduct of one action of a cycle, in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConductAt {
    /// The action.
    pub action: String,
    /// The side that played it.
    pub by: Side,
    /// Whether it gave check.
    pub check: bool,
    /// The chases that it makes.
    pub chases: Vec<ChaseAt>,
}

/// A piece that a move chases, in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChaseAt {
    /// The point of the piece that attacks.
    pub attacker: String,
    /// The attacking piece, such as `chariot`.
    pub attacker_piece: &'static str,
    /// The point of the piece chased.
    pub victim: String,
    /// The chased piece.
    pub victim_piece: &'static str,
    /// The ground on which the attack counts.
    pub ground: Ground,
    /// The point of a false root.
    pub root: Option<String>,
    /// Whether this piece is chased throughout.
    pub perpetual: bool,
}

/// The ruling of another ruleset of the game on a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulingUnder {
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its version.
    pub version: u32,
    /// The occurrence at which it steps in.
    pub limit: usize,
    /// The ruling.
    pub ruling: Ruling,
}

impl EvidenceAt {
    pub(super) fn of<P: Position>(position: &P, evidence: &Evidence<P::Action>) -> Self {
        let point = |point| position.point_name(point);
        let plies = evidence.plies.iter().map(|ply| ConductAt {
            action: position.action_text(ply.action),
            by: ply.by,
            check: ply.check,
            chases: ply
                .chases
                .iter()
                .map(|chase| ChaseAt {
                    attacker: point(chase.attacker),
                    attacker_piece: chase.attacker_piece,
                    victim: point(chase.victim),
                    victim_piece: chase.victim_piece,
                    ground: chase.ground,
                    root: match chase.ground {
                        Ground::FalseRoot(root) => Some(point(root)),
                        Ground::Unrooted | Ground::Chariot => None,
                    },
                    perpetual: chase.perpetual,
                })
                .collect(),
        });
        let barred = evidence.barred.iter().map(|&action| position.action_text(action));
        Self {
            stood: evidence.stood.clone(),
            plies: plies.collect(),
            barred: barred.collect(),
            ruling: evidence.ruling,
        }
    }
}

impl AnyGame {
    /// The evidence for an intervention because a position has recurred; see
    /// [`crate::Game::evidence`].
    #[must_use]
    pub fn evidence(&self) -> Option<EvidenceAt> {
        self.kind.game().evidence()
    }

    /// The rulings of the game's other rulesets, and of the current version of its own, on the
    /// plies since `first`, before which the current position stood.
    #[must_use]
    pub fn rulings_elsewhere(&self, first: usize) -> Vec<RulingUnder> {
        let own = (self.ruleset.id, self.ruleset.version);
        let others = self.info().rulesets.iter().filter(|other| (other.id, other.version) != own);
        others
            .filter_map(|other| {
                let start = Self::under(self.info(), other, &Options::none(), None).ok()?;
                let rule: RepetitionRule = start.repetition_rule();
                let ruling = self.kind.game().ruling_under(&rule, first.min(self.ply()));
                let (ruleset, version) = (other.id, other.version);
                Some(RulingUnder { ruleset, version, limit: rule.limit, ruling })
            })
            .collect()
    }
}
