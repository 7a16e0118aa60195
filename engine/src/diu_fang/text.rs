//! Position texts: `<board> <side> <phase>`.
//!
//! Board: ranks from the top down, `/` between, `b` a stone of the first side, `w` of the second,
//! digits for runs of empty points. Side: `b` or `w`. Phase: `p<b>,<w>` placing with these numbers
//! of stones in hand, `r2` `r1` opening removals left, `e2` `e1` exchanges left, `m` moving; then,
//! where it applies, `f<point>` that point must be filled, `x<k>` this many removals are owed, `z`
//! the last action was a pass. Each position has exactly one text: any other text for it is
//! refused.

use super::action::{point, point_name};
use super::board::bit;
use super::position::{DiuFang, Pending, Phase};
use super::rules::{Opening, Rules, Stuck, Targets};
use crate::{BySide, Fault, PositionError, Side};

/// An example of a position's text.
const EXAMPLE: &str = "7/7/7/7/7/7/7/7 b p28,28";

/// The phases, as [`write`] writes them.
const PHASES: &str = "p28,28, r2, r1, e2, e1, m";

/// The most fang that one action can form.
const MAX_REMOVALS: u8 = 4;

/// The text of a position.
pub(super) fn write(position: &DiuFang) -> String {
    let board = position.rules.board;
    let mut text = String::with_capacity(100);
    for rank in (0..board.ranks()).rev() {
        let mut run = 0;
        for file in 0..board.files() {
            let point = bit(board.point(file, rank));
            let letter = match () {
                () if position.stones.first & point != 0 => 'b',
                () if position.stones.second & point != 0 => 'w',
                () => {
                    run += 1;
                    continue;
                }
            };
            end_run(&mut text, &mut run);
            text.push(letter);
        }
        end_run(&mut text, &mut run);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push_str(match position.to_act {
        Side::First => "b ",
        Side::Second => "w ",
    });
    text.push_str(&match position.phase {
        Phase::Placing(left) => format!("p{},{}", left.first, left.second),
        Phase::Opening(left) => format!("r{left}"),
        Phase::Exchanging(left) => format!("e{left}"),
        Phase::Moving => "m".to_owned(),
    });
    text.push_str(&match position.pending {
        Pending::Nothing => String::new(),
        Pending::Fill(point) => format!("f{}", point_name(board, point)),
        Pending::Removals(count) => format!("x{count}"),
        Pending::Passed | Pending::BothPassed => "z".to_owned(),
    });
    text
}

fn end_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        text.push(char::from(b'0' + *run));
        *run = 0;
    }
}

/// Reads a position text.
pub(super) fn read(rules: Rules, text: &str) -> Result<DiuFang, PositionError> {
    let mut fields = text.split(' ');
    let (Some(rows), Some(side), Some(phase), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(PositionError::whole(Fault::BadPosition(EXAMPLE)));
    };
    let mut position = DiuFang::start(rules);
    read_board(&mut position, rows)?;
    let side_column = rows.chars().count() + 2;
    position.to_act = match side {
        "b" => Side::First,
        "w" => Side::Second,
        _ => return Err(PositionError::at(side_column, Fault::BadSide("b, w"))),
    };
    let (name, rest) = read_phase(&mut position, phase)
        .map_err(|fault| PositionError::at(side_column + 2, fault))?;
    position.pending = read_pending(rules, rest)
        .map_err(|fault| PositionError::at(side_column + 2 + name, fault))?;
    check(&position).map_err(PositionError::whole)?;
    Ok(position)
}

fn read_board(position: &mut DiuFang, rows: &str) -> Result<(), PositionError> {
    let board = position.rules.board;
    let mut column = 1;
    let mut ranks = (0..board.ranks()).rev();
    for row in rows.split('/') {
        let Some(rank) = ranks.next() else {
            return Err(PositionError::at(column, Fault::Ranks(usize::from(board.ranks()))));
        };
        let points = Fault::RankPoints(usize::from(board.files()));
        let mut file = 0;
        let mut after_run = false;
        for letter in row.chars() {
            let run = match letter {
                'b' | 'w' => 1,
                '1'..='9' if after_run => {
                    return Err(PositionError::at(column, Fault::RunTwice));
                }
                '1'..='9' => letter as u8 - b'0',
                _ => return Err(PositionError::at(column, Fault::BoardCharacter)),
            };
            if file + run > board.files() {
                return Err(PositionError::at(column, points));
            }
            match letter {
                'b' => position.toggle(Side::First, board.point(file, rank)),
                'w' => position.toggle(Side::Second, board.point(file, rank)),
                _ => {}
            }
            after_run = !matches!(letter, 'b' | 'w');
            file += run;
            column += 1;
        }
        if file < board.files() {
            return Err(PositionError::at(column, points));
        }
        column += 1;
    }
    match ranks.next() {
        None => Ok(()),
        Some(_) => Err(PositionError::at(column - 1, Fault::Ranks(usize::from(board.ranks())))),
    }
}

/// Reads the phase without its ending; returns how long it is and the ending.
fn read_phase<'a>(position: &mut DiuFang, text: &'a str) -> Result<(usize, &'a str), Fault> {
    let end = text.find(['f', 'x', 'z']).unwrap_or(text.len());
    let (phase, rest) = text.split_at(end);
    let opening = position.rules.law().opening;
    let removes = matches!(opening, Opening::IfFull | Opening::Always);
    position.phase = match phase {
        "m" => Phase::Moving,
        "r2" if removes => Phase::Opening(2),
        "r1" if removes => Phase::Opening(1),
        "e2" if opening == Opening::Exchange => Phase::Exchanging(2),
        "e1" if opening == Opening::Exchange => Phase::Exchanging(1),
        "r2" | "r1" | "e2" | "e1" => return Err(Fault::NoSuchPhase),
        _ => {
            let hands = phase.strip_prefix('p').and_then(|hands| hands.split_once(','));
            let (first, second) = hands.ok_or(Fault::BadPhase(PHASES))?;
            let hand = |digits: &str| {
                let value: u8 = digits.parse().ok()?;
                // A sign or a leading zero would be a second text of the same position.
                (value.to_string() == digits).then_some(value)
            };
            let first = hand(first).ok_or(Fault::BadStock)?;
            let second = hand(second).ok_or(Fault::BadStock)?;
            Phase::Placing(BySide { first, second })
        }
    };
    Ok((end, rest))
}

fn read_pending(rules: Rules, text: &str) -> Result<Pending, Fault> {
    let Some(kind) = text.chars().next() else { return Ok(Pending::Nothing) };
    let rest = &text[1..];
    match kind {
        'f' => point(rules.board, rest).map(Pending::Fill).ok_or(Fault::NoSuchPoint),
        'x' => match rest.as_bytes() {
            &[digit @ b'1'..=b'9'] if digit - b'0' <= MAX_REMOVALS => {
                Ok(Pending::Removals(digit - b'0'))
            }
            _ => Err(Fault::BadRemovals(MAX_REMOVALS)),
        },
        _ if rest.is_empty() => Ok(Pending::Passed),
        _ => Err(Fault::BadPhase(PHASES)),
    }
}

/// Rejects a position that cannot occur in a game.
fn check(position: &DiuFang) -> Result<(), Fault> {
    check_hands(position)?;
    let law = position.rules.law();
    match position.pending {
        Pending::Nothing | Pending::BothPassed => {}
        Pending::Fill(point) => {
            let own = position.stones[position.to_act];
            if !position.exchanges() {
                return Err(Fault::NoExchange);
            }
            if position.empty() & bit(point) == 0 {
                return Err(Fault::FillTaken);
            }
            if position.neighbours(bit(point)) & own == 0 {
                return Err(Fault::FillAlone);
            }
        }
        Pending::Removals(_) => {
            let earns = match position.phase {
                Phase::Placing(_) => law.placing_earns,
                Phase::Opening(_) => false,
                Phase::Exchanging(_) | Phase::Moving => true,
            };
            if !earns {
                return Err(Fault::NoFang);
            }
            if position.stones[position.to_act] == 0 {
                return Err(Fault::NoFangStone);
            }
            let ends_with_pass = law.targets == Targets::Any;
            if position.targets(position.to_act) == 0 && !ends_with_pass {
                return Err(Fault::NothingToRemove);
            }
        }
        Pending::Passed => {
            if position.phase != Phase::Moving || law.stuck == Stuck::Loses {
                return Err(Fault::NoPass);
            }
        }
    }
    let decided = position.is_decided();
    if decided && position.pending != Pending::Nothing {
        return Err(Fault::NothingLeft);
    }
    let must_remove = match position.phase {
        Phase::Opening(_) => true,
        Phase::Exchanging(_) => position.pending == Pending::Nothing,
        Phase::Placing(_) | Phase::Moving => false,
    };
    if must_remove && !decided && position.targets(position.to_act) == 0 {
        return Err(Fault::NothingToRemove);
    }
    Ok(())
}

/// Stones and hands must add up, and the sides have placed in turn.
fn check_hands(position: &DiuFang) -> Result<(), Fault> {
    let (first, second) = position.rules.stones();
    let all = BySide { first, second };
    let left = match position.phase {
        Phase::Placing(left) => left,
        Phase::Opening(_) | Phase::Exchanging(_) | Phase::Moving => BySide::default(),
    };
    for side in Side::ALL {
        let count = position.stones[side].count_ones();
        if left[side] > all[side] || count > u32::from(all[side] - left[side]) {
            return Err(Fault::TooManyStones);
        }
    }
    if !matches!(position.phase, Phase::Placing(_)) {
        return Ok(());
    }
    let placed = BySide::from_fn(|side| all[side] - left[side]);
    let removing = matches!(position.pending, Pending::Removals(_));
    // After an even number of placements the second side was the last to place.
    let last = if placed.first == placed.second { Side::Second } else { Side::First };
    if placed.first != placed.second && placed.first != placed.second + 1 {
        return Err(Fault::NotInTurn);
    }
    if left.first == 0 && left.second == 0 && !removing {
        let over = position.is_decided() && position.to_act == last;
        return if over { Ok(()) } else { Err(Fault::NoStoneLeft) };
    }
    let placed_any = placed.first > 0;
    if (removing && !placed_any) || (position.to_act == last) != removing {
        return Err(Fault::HandsAndSide);
    }
    Ok(())
}
