//! Soldiers that a move names by a number: of those that share a file, in one count.
//!
//! Source: the World Xiangqi Rules of 2018, in which `26=5` is the second soldier from the front on
//! file 6, and xqbase, 《着法表示》, in which 一兵 to 五兵 count the soldiers of all files that hold
//! several, from the mover's right, on each file from the front.

use engine::xiangqi::{Move, Role, Square, Xiangqi};
use engine::{Position, Side};

/// The files from a side's right, each with the side's soldiers on it from the front.
fn files(position: &Xiangqi) -> Vec<Vec<Square>> {
    let side = position.to_act();
    let first = side == Side::First;
    let of_file = |number: u8| {
        let file = if first { 8 - number } else { number };
        let mut squares: Vec<Square> = (0..10).filter_map(|rank| Square::new(file, rank)).collect();
        squares.retain(|&square| {
            position
                .piece_at(square)
                .is_some_and(|piece| piece.side == side && piece.role == Role::Soldier)
        });
        if first {
            squares.reverse();
        }
        squares
    };
    (0..9).map(of_file).collect()
}

/// The move of a soldier by how a piece on its own file would be written: its number is the file.
fn moved(position: &Xiangqi, from: Square, way: char, number: u8) -> Option<Move> {
    let forward = |steps: i8| if position.to_act() == Side::First { steps } else { -steps };
    let to = match way {
        '+' => Square::new(
            from.file(),
            from.rank().checked_add_signed(forward(i8::try_from(number).ok()?))?,
        )?,
        '=' | '.' => {
            let file = number.checked_sub(1)?;
            let file =
                if position.to_act() == Side::First { 8_u8.checked_sub(file)? } else { file };
            Square::new(file, from.rank())?
        }
        _ => return None,
    };
    let action = Move { from, to };
    position.refuse(action).is_none().then_some(action)
}

/// The move of `26=5`.
pub(super) fn by_digits(position: &Xiangqi, text: &str) -> Option<Move> {
    let &[place @ b'1'..=b'5', file @ b'1'..=b'9', way, number @ b'1'..=b'9'] = text.as_bytes()
    else {
        return None;
    };
    let files = files(position);
    let soldiers = files.get(usize::from(file - b'1')).filter(|soldiers| soldiers.len() > 1)?;
    let from = *soldiers.get(usize::from(place - b'1'))?;
    moved(position, from, char::from(way), number - b'0')
}

/// The move of `三兵平六`.
pub(super) fn by_numeral(position: &Xiangqi, text: &str) -> Option<Move> {
    let characters: Vec<char> = text.chars().collect();
    let [place, '兵' | '卒', way, number] = characters[..] else { return None };
    let soldiers: Vec<Square> =
        files(position).into_iter().filter(|soldiers| soldiers.len() > 1).flatten().collect();
    let from = *soldiers.get(usize::from(digit(place)? - 1))?;
    let way = match way {
        '进' | '進' | '上' => '+',
        '平' => '=',
        _ => return None,
    };
    moved(position, from, way, digit(number)?)
}

/// A digit from 1 to 9 in any of its forms.
fn digit(character: char) -> Option<u8> {
    let character = crate::text::narrow_one(character);
    let kanji = "一二三四五六七八九".chars().position(|known| known == character);
    let ascii = character.to_digit(10).filter(|&digit| digit > 0);
    kanji
        .map(|at| at + 1)
        .and_then(|digit| u8::try_from(digit).ok())
        .or_else(|| ascii.and_then(|digit| u8::try_from(digit).ok()))
}
