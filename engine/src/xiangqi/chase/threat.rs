//! Captures that count as threats under the Asian rules on repetition, and the reason why each does
//! (rules.md, "Asian rules on repetition").
//!
//! A threat is a legal capture by a piece that may chase, of a piece that can be chased: one that
//! is not rooted, or a chariot attacked by a horse or cannon, and no offer of an exchange. A root
//! counts only if its recapture is legal; one that is pinned is a false root. Comparing the threats
//! before and after a move, which makes a chase, is up to the parent module.

use crate::Ground;
use crate::xiangqi::danger::{Danger, Guard};
use crate::xiangqi::square::{Square, squares};
use crate::xiangqi::{Move, Role, Xiangqi};
use crate::{Position, Side};

/// A capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Threat {
    /// The point of the piece that captures.
    pub(super) attacker: Square,
    /// The point of the piece that is captured.
    pub(super) victim: Square,
}

impl Threat {
    const fn capture(self) -> Move {
        Move { from: self.attacker, to: self.victim }
    }
}

/// The legal captures of the side to act that count as threats: neither by the general nor a
/// soldier, neither of the general nor of a soldier that has not crossed the river, of a piece
/// without a true root or of a chariot by a horse or a cannon, and no offer of an exchange.
pub(super) fn threats(position: &Xiangqi) -> Vec<Threat> {
    let board = &position.board;
    let side = position.to_act;
    let enemy = side.other();
    let may_chase = board.side(side) & !(board.of(Role::General) | board.of(Role::Soldier));
    let home = home_half(enemy);
    let targets = board.side(enemy) & !(board.of(Role::General) | board.of(Role::Soldier) & home);
    let danger = Danger::of(board, side);
    let guard = Guard::new(board, side, position.ruleset, &danger);
    let mut threats = Vec::new();
    for victim in squares(targets) {
        for attacker in squares(position.attackers(victim, board.occupied()) & may_chase) {
            let threat = Threat { attacker, victim };
            if guard.allows(threat.capture()) && pays(position, threat) {
                threats.push(threat);
            }
        }
    }
    threats
}

/// The reason why a capture counts.
pub(super) fn ground(position: &Xiangqi, threat: Threat) -> Ground {
    let roots = Roots::of(position, threat);
    if roots.holds {
        return Ground::Chariot;
    }
    roots.false_root.map_or(Ground::Unrooted, |root| Ground::FalseRoot(root.index()))
}

/// Whether a legal capture counts: it wins something, or is a horse's or cannon's of a chariot.
fn pays(position: &Xiangqi, threat: Threat) -> bool {
    let role = |square| position.board.role_at(square);
    let (attacker, victim) = (role(threat.attacker), role(threat.victim));
    if victim == Some(Role::Chariot) && matches!(attacker, Some(Role::Horse | Role::Cannon)) {
        return true;
    }
    let is_exchange = attacker == victim && may_take_first(position, threat);
    !is_exchange && !Roots::of(position, threat).holds
}

/// Whether the attacked piece could itself legally capture the attacker if it were its turn.
fn may_take_first(position: &Xiangqi, threat: Threat) -> bool {
    let board = &position.board;
    let Threat { attacker, victim } = threat;
    let enemy = position.to_act.other();
    position.attackers(attacker, board.occupied()) & victim.bit() != 0 && {
        let danger = Danger::of(board, enemy);
        let guard = Guard::new(board, enemy, position.ruleset, &danger);
        guard.allows(Move { from: victim, to: attacker })
    }
}

/// The pieces that could recapture.
struct Roots {
    /// Whether any piece legally can.
    holds: bool,
    /// A piece that could, if that did not expose its general.
    false_root: Option<Square>,
}

impl Roots {
    fn of(position: &Xiangqi, threat: Threat) -> Self {
        let mut taken = *position;
        taken.apply(threat.capture());
        let board = &taken.board;
        let enemy = taken.to_act;
        let danger = Danger::of(board, enemy);
        let guard = Guard::new(board, enemy, taken.ruleset, &danger);
        let mut roots = Self { holds: false, false_root: None };
        let retakers = taken.attackers(threat.victim, board.occupied()) & board.side(enemy);
        for from in squares(retakers) {
            if guard.allows(Move { from, to: threat.victim }) {
                roots.holds = true;
                return roots;
            }
            roots.false_root.get_or_insert(from);
        }
        roots
    }
}

/// The points of a side's own half of the board.
const fn home_half(side: Side) -> u128 {
    const FIRST: u128 = (1 << 45) - 1;
    match side {
        Side::First => FIRST,
        Side::Second => FIRST << 45,
    }
}
