//! The Asian rules on repetition in the plainest words: every capture is made on a board of
//! letters, and every answer to it.
//!
//! Source: rules.md §8, sentence by sentence, and article 19 of the printed rules.

use super::xiangqi::{Oracle, Point, points};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of a move of a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Label {
    Check,
    /// The points of the pieces chased, after the move.
    Chase(BTreeSet<Point>),
    Idle,
}

/// The loser by a cycle, if there is one: the side with the upper-case letters if `by_upper`, and
/// its offence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Draw,
    Check { by_upper: bool },
    Chase { by_upper: bool },
}

/// Judges the moves of a cycle, played from the first of its positions.
pub(crate) fn judge(start: &Oracle, actions: &[&str]) -> Verdict {
    let labels = labels(start, actions);
    let only_checks = |upper: bool| {
        let mut own = labels.iter().filter(|ply| ply.by_upper == upper);
        own.all(|ply| ply.label == Label::Check)
    };
    match (only_checks(true), only_checks(false)) {
        (true, true) => return Verdict::Draw,
        (true, false) => return Verdict::Check { by_upper: true },
        (false, true) => return Verdict::Check { by_upper: false },
        (false, false) => {}
    }
    let mut prey = [true, false].map(|upper| common(&labels, upper, |ply| &ply.names));
    let held = [true, false].map(|upper| common(&labels, upper, |ply| &ply.held));
    let before = prey.clone();
    for side in 0..2 {
        for (chariot, horse) in &held[side] {
            if before[side].contains(chariot) {
                prey[1 - side].remove(horse);
            }
        }
    }
    match (prey[0].is_empty(), prey[1].is_empty()) {
        (false, true) => Verdict::Chase { by_upper: true },
        (true, false) => Verdict::Chase { by_upper: false },
        _ => Verdict::Draw,
    }
}

/// The elements that are in the sets of all moves of a side.
fn common<T: Ord + Clone>(
    labels: &[Labelled],
    upper: bool,
    set: impl Fn(&Labelled) -> &BTreeSet<T>,
) -> BTreeSet<T> {
    let mut own = labels.iter().filter(|ply| ply.by_upper == upper).map(set);
    let first = own.next().cloned().unwrap_or_default();
    own.fold(first, |all, more| all.intersection(more).cloned().collect())
}

/// A move of a cycle with its kind.
#[derive(Debug)]
pub(crate) struct Labelled {
    by_upper: bool,
    pub(crate) label: Label,
    /// The pieces chased, by where they stood at the start.
    names: BTreeSet<Point>,
    /// Chariots that a horse of the mover keeps from moving, each with the horse.
    held: BTreeSet<(Point, Point)>,
}

/// The kind of each move.
pub(crate) fn labels(start: &Oracle, actions: &[&str]) -> Vec<Labelled> {
    let mut names: BTreeMap<Point, Point> = points().map(|point| (point, point)).collect();
    let mut board = start.clone();
    let mut labels = Vec::new();
    for action in actions {
        let by_upper = board.is_first_to_act();
        let old: BTreeSet<(Point, Point)> =
            threats(&board).into_iter().map(|(a, x)| (names[&a], names[&x])).collect();
        let (from, to) = Oracle::points_of(action);
        board = board.play(action);
        let name = names[&from];
        names.insert(to, name);
        let mut chased = BTreeSet::new();
        if !board.check() {
            for (attacker, victim) in threats(&board.passed()) {
                if !old.contains(&(names[&attacker], names[&victim])) {
                    chased.insert(victim);
                }
            }
        }
        labels.push(Labelled {
            by_upper,
            names: chased.iter().map(|point| names[point]).collect(),
            label: match (board.check(), chased.is_empty()) {
                (true, _) => Label::Check,
                (false, false) => Label::Chase(chased),
                (false, true) => Label::Idle,
            },
            held: held(&board, by_upper).into_iter().map(|(r, n)| (names[&r], names[&n])).collect(),
        });
    }
    labels
}

/// The chariots without which a horse would give check, each with the horse.
fn held(board: &Oracle, by_upper: bool) -> Vec<(Point, Point)> {
    let general = board.find(!by_upper);
    let (chariot, horse) = if by_upper { (b'r', b'N') } else { (b'R', b'n') };
    let mut held = Vec::new();
    for at in points().filter(|&at| board.at(at) == chariot) {
        let without = board.without(at);
        for by in points().filter(|&by| board.at(by) == horse) {
            let leaps = |board: &Oracle| board.reach(by).contains(&general);
            if leaps(&without) && !leaps(board) {
                held.push((at, by));
            }
        }
    }
    held
}

/// The captures of the side to act that count: attackers and victims.
fn threats(board: &Oracle) -> Vec<(Point, Point)> {
    let upper = board.is_first_to_act();
    let mut threats = Vec::new();
    for attacker in points().filter(|&at| board.owner(at) == Some(upper)) {
        for victim in board.reach(attacker) {
            if board.owner(victim) == Some(!upper) && counts(board, attacker, victim) {
                threats.push((attacker, victim));
            }
        }
    }
    threats
}

fn counts(board: &Oracle, attacker: Point, victim: Point) -> bool {
    let kind = |point| board.at(point).to_ascii_lowercase();
    let upper = board.is_first_to_act();
    let crossed = if upper { victim.1 < 5 } else { victim.1 > 4 };
    if matches!(kind(attacker), b'k' | b'p') || !board.is_legal(attacker, victim) {
        return false;
    }
    match kind(victim) {
        b'k' => return false,
        b'p' if !crossed => return false,
        b'r' if matches!(kind(attacker), b'n' | b'c') => return true,
        _ => {}
    }
    let after = board.after(attacker, victim);
    let is_rooted = points()
        .filter(|&root| after.owner(root) == Some(!upper))
        .any(|root| after.reach(root).contains(&victim) && after.is_legal(root, victim));
    let exchange = kind(attacker) == kind(victim)
        && board.reach(victim).contains(&attacker)
        && board.passed().is_legal(victim, attacker);
    !is_rooted && !exchange
}
