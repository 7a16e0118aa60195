//! Position texts of the line games: `wwwww/5/5/5/bbbbb b -`.
//!
//! Ranks from the top down, `b` a stone of the first side, `w` of the second, digits for runs
//! of empty points; the side to act; the phase, which is `-`, `c` (must capture again) or
//! `x2`, `x1` (must remove that many). There is one text for a position: runs are written in
//! full, and single spaces stand between the three parts.

use super::{Complete, LinePosition, LineRules, Phase};
use crate::{Fault, PositionError, Side};

/// An example of a position's text.
const EXAMPLE: &str = "wwwww/5/5/5/bbbbb b -";

impl<R: LineRules, const N: u8> LinePosition<R, N> {
    /// Reads a position text.
    pub(super) fn read(rules: R, text: &str) -> Result<Self, PositionError> {
        let mut parts = text.split(' ');
        let (Some(board), Some(side), Some(phase), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(PositionError::whole(Fault::BadPosition(EXAMPLE)));
        };
        let (first, second) = read_board::<N>(board)?;
        let side_column = board.chars().count() + 2;
        let (to_act, own, enemy) = match side {
            "b" => (Side::First, first, second),
            "w" => (Side::Second, second, first),
            _ => return Err(PositionError::at(side_column, Fault::BadSide("b, w"))),
        };
        let phase_column = side_column + 2;
        let phase = read_phase(phase)
            .ok_or_else(|| PositionError::at(phase_column, Fault::BadPhase("-, c, x2, x1")))?;
        let position = Self { own, enemy, to_act, phase, rules };
        match position.fault_of_phase() {
            Some(fault) => Err(PositionError::at(phase_column, fault)),
            None => Ok(position),
        }
    }

    /// The fault of a phase that is impossible with these stones under these rules.
    fn fault_of_phase(&self) -> Option<Fault> {
        match self.phase {
            Phase::Step => None,
            Phase::Chain if !self.rules.chains() => Some(Fault::NoSuchPhase),
            Phase::Chain if self.is_decided() || !self.can_capture() => Some(Fault::NoCapture),
            Phase::Chain => None,
            Phase::RemoveTwo | Phase::RemoveOne if self.rules.complete() == Complete::Never => {
                Some(Fault::NoSuchPhase)
            }
            Phase::RemoveTwo if self.enemy.count_ones() < 2 => Some(Fault::NothingToRemove),
            Phase::RemoveOne if self.enemy == 0 => Some(Fault::NothingToRemove),
            Phase::RemoveTwo | Phase::RemoveOne => None,
        }
    }

    /// The position text.
    pub(super) fn write(&self) -> String {
        let mut text = String::with_capacity(48);
        for rank in (0..N).rev() {
            let mut run = 0;
            for file in 0..N {
                let Some(side) = self.stone(rank * N + file) else {
                    run += 1;
                    continue;
                };
                write_run(&mut text, run);
                run = 0;
                text.push(letter(side));
            }
            write_run(&mut text, run);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(letter(self.to_act));
        text.push_str(match self.phase {
            Phase::Step => " -",
            Phase::Chain => " c",
            Phase::RemoveTwo => " x2",
            Phase::RemoveOne => " x1",
        });
        text
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}

/// Writes the digit of a run of empty points, if there is one.
fn write_run(text: &mut String, run: u8) {
    if run > 0 {
        text.push(char::from(b'0' + run));
    }
}

fn read_phase(text: &str) -> Option<Phase> {
    match text {
        "-" => Some(Phase::Step),
        "c" => Some(Phase::Chain),
        "x2" => Some(Phase::RemoveTwo),
        "x1" => Some(Phase::RemoveOne),
        _ => None,
    }
}

/// The stones of the first and of the second side.
fn read_board<const N: u8>(text: &str) -> Result<(u64, u64), PositionError> {
    let (mut first, mut second) = (0, 0);
    let mut rank = N - 1;
    let mut file = 0;
    let mut after_run = false;
    for (column, letter) in (1..).zip(text.chars()) {
        let at = |fault: Fault| Err(PositionError::at(column, fault));
        let width = match letter {
            'b' | 'w' => 1,
            '1'..='9' if after_run => return at(Fault::RunTwice),
            // The letter is an ASCII digit.
            '1'..='9' => letter as u8 - b'0',
            '/' if file < N => return at(Fault::RankPoints(usize::from(N))),
            '/' if rank == 0 => return at(Fault::Ranks(usize::from(N))),
            '/' => {
                rank -= 1;
                file = 0;
                after_run = false;
                continue;
            }
            _ => return at(Fault::BoardCharacter),
        };
        if width > N - file {
            return at(Fault::RankPoints(usize::from(N)));
        }
        let bit = 1 << (rank * N + file);
        match letter {
            'b' => first |= bit,
            'w' => second |= bit,
            _ => {}
        }
        file += width;
        after_run = letter.is_ascii_digit();
    }
    if rank > 0 || file < N {
        let column = text.chars().count() + 1;
        return Err(PositionError::at(column, Fault::Ranks(usize::from(N))));
    }
    match [first, second].map(u64::count_ones) {
        [0, 0] => Err(PositionError::whole(Fault::EmptyBoard)),
        stones if stones.iter().any(|&n| n > u32::from(N)) => {
            Err(PositionError::whole(Fault::TooManyStones))
        }
        _ => Ok((first, second)),
    }
}
