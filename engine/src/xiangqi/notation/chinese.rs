//! Moves in Chinese: `炮二平五`, `馬８進７`.
//!
//! The piece, its file, 進 forwards, 退 backwards or 平 sideways, and the file it goes to or
//! how many points it goes along its own. Written in traditional characters; Red counts in
//! Chinese numerals, Black in full-width figures, whichever of them moves first. Red's pieces
//! are 帥仕相馬車炮兵, Black's 將士象馬車炮卒.
//!
//! Source: 《中国象棋电脑应用规范（二）：着法表示》 (xqbase, revised 2006), part 4. Its numbering of soldiers over two
//! files requires both "from the right" and "the leftmost first", so there the form of the player
//! `DhtmlXQ` is written, and a number without a file is not read.
//!
//! | on the file | from the front |
//! |---|---|
//! | two | 前炮 後炮 |
//! | three soldiers | 前兵 中兵 後兵 |
//! | four or five soldiers | 一兵 二兵 三兵 四兵 五兵, and 一卒 … for Black too |
//! | several soldiers on file 3 and on another | 前三 中三 後三 |
//!
//! Two advisors or elephants keep the file, 仕四進五: the rear one can only go forwards, the
//! front one only backwards.
//!
//! Also read: simplified characters and the variants 傌俥砲包, either colour's name of a piece, any
//! kind of digit, 上 and 下 for 進 and 退, 前兵 and 後兵 for the outermost of four or five, the place after
//! the piece (車前平三), piece and file together (前兵三平四), and the file of a piece that shares it if
//! only one of them can go there.

use super::MoveError;
use super::phrase::{
    Direction, Phrase, PlaceOnFile, Standing, describe, standings, two_files_shared,
};
use crate::xiangqi::{Move, Role, Ruleset, Xiangqi};
use crate::{Fault, Position, Side};

const RED_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// A character of a move.
#[derive(Debug, Clone, Copy)]
enum Sign {
    Piece(Role),
    Number(u8),
    Place(PlaceOnFile),
    Direction(Direction),
}

/// Whether the side to act is Red.
fn is_red(position: &Xiangqi) -> bool {
    let first = position.to_act() == Side::First;
    match position.ruleset() {
        Ruleset::Walker => !first,
        Ruleset::Standard => first,
    }
}

/// Writes a move; `None` if the side to act has no piece there.
pub(super) fn write(position: &Xiangqi, action: Move) -> Option<String> {
    let (all, phrase) = describe(position, action)?;
    let standing = all.iter().find(|standing| standing.square == action.from)?;
    let red = is_red(position);
    let digits = if red { RED_DIGITS } else { BLACK_DIGITS };
    let digit = |number: usize| digits.get(number.wrapping_sub(1)).copied();
    let name = name(phrase.role, red);
    let file = digit(usize::from(standing.file))?;
    let &Standing { index, count, .. } = standing;
    let subject = if count == 1 || matches!(phrase.role, Role::Advisor | Role::Elephant) {
        [name, file]
    } else {
        let place = match (index, count) {
            (0, 2 | 3) => '前',
            (1, 2) | (2, 3) => '後',
            (1, 3) => '中',
            _ => *RED_DIGITS.get(index)?,
        };
        [place, if two_files_shared(&all) { file } else { name }]
    };
    let direction = match phrase.direction {
        Direction::Forward => '進',
        Direction::Backward => '退',
        Direction::Sideways => '平',
    };
    let number = digit(usize::from(phrase.number))?;
    Some([subject[0], subject[1], direction, number].iter().collect())
}

const fn name(role: Role, red: bool) -> char {
    match (role, red) {
        (Role::General, true) => '帥',
        (Role::General, false) => '將',
        (Role::Advisor, true) => '仕',
        (Role::Advisor, false) => '士',
        (Role::Elephant, true) => '相',
        (Role::Elephant, false) => '象',
        (Role::Horse, _) => '馬',
        (Role::Chariot, _) => '車',
        (Role::Cannon, _) => '炮',
        (Role::Soldier, true) => '兵',
        (Role::Soldier, false) => '卒',
    }
}

/// The meaning of a character.
fn sign(letter: char) -> Option<Sign> {
    Some(match letter {
        '帥' | '帅' | '將' | '将' => Sign::Piece(Role::General),
        '仕' | '士' => Sign::Piece(Role::Advisor),
        '相' | '象' => Sign::Piece(Role::Elephant),
        '馬' | '马' | '傌' => Sign::Piece(Role::Horse),
        '車' | '车' | '俥' => Sign::Piece(Role::Chariot),
        '炮' | '砲' | '包' => Sign::Piece(Role::Cannon),
        '兵' | '卒' => Sign::Piece(Role::Soldier),
        '前' => Sign::Place(PlaceOnFile::FromFront(0)),
        '中' => Sign::Place(PlaceOnFile::Middle),
        '後' | '后' => Sign::Place(PlaceOnFile::FromRear(0)),
        '進' | '进' | '上' => Sign::Direction(Direction::Forward),
        '退' | '下' => Sign::Direction(Direction::Backward),
        '平' => Sign::Direction(Direction::Sideways),
        _ => Sign::Number(number(letter)?),
    })
}

/// The number of a digit of any of the three kinds.
fn number(letter: char) -> Option<u8> {
    let place = [RED_DIGITS, BLACK_DIGITS, ['1', '2', '3', '4', '5', '6', '7', '8', '9']]
        .iter()
        .find_map(|digits| digits.iter().position(|&digit| digit == letter))?;
    u8::try_from(place + 1).ok()
}

/// Reads a move.
pub(super) fn read(position: &Xiangqi, text: &str) -> Result<Move, MoveError> {
    let mut signs = Vec::with_capacity(5);
    for (column, letter) in (1..).zip(text.chars()) {
        let read =
            sign(letter).ok_or_else(|| MoveError::at(column, Fault::Stray(letter.to_string())))?;
        signs.push(read);
    }
    let length = signs.len();
    if !(4..=5).contains(&length) {
        return Err(MoveError::at(length.min(5) + 1, Fault::BadMove("炮二平五")));
    }
    let (subject, number) = match signs[..] {
        [ref subject @ .., Sign::Direction(direction), Sign::Number(number)] => {
            (subject, (direction, number))
        }
        [.., Sign::Direction(_), _] => {
            return Err(MoveError::at(length, Fault::ExpectedDigit));
        }
        _ => return Err(MoveError::at(length - 1, Fault::Expected("進 / 退 / 平"))),
    };
    let (direction, number) = number;
    let (role, file, place) =
        read_subject(position, subject).ok_or_else(|| MoveError::at(1, Fault::ExpectedSubject))?;
    Phrase { role, file, place, direction, number }.find(position, length)
}

/// The piece, its file and its place on the file, as far as they are given.
fn read_subject(
    position: &Xiangqi,
    subject: &[Sign],
) -> Option<(Role, Option<u8>, Option<PlaceOnFile>)> {
    let nth = |number: u8| PlaceOnFile::FromFront(usize::from(number) - 1);
    Some(match *subject {
        [Sign::Piece(role), Sign::Number(file)] => (role, Some(file), None),
        [Sign::Place(place), Sign::Piece(role)] | [Sign::Piece(role), Sign::Place(place)] => {
            (role, None, Some(place))
        }
        [Sign::Number(number), Sign::Piece(role)] => {
            if two_files_shared(&standings(position, role)) {
                return None;
            }
            (role, None, Some(nth(number)))
        }
        [Sign::Place(place), Sign::Number(file)] => (Role::Soldier, Some(file), Some(place)),
        [Sign::Number(number), Sign::Number(file)] => {
            (Role::Soldier, Some(file), Some(nth(number)))
        }
        [Sign::Place(place), Sign::Piece(role), Sign::Number(file)] => {
            (role, Some(file), Some(place))
        }
        [Sign::Number(number), Sign::Piece(role), Sign::Number(file)] => {
            (role, Some(file), Some(nth(number)))
        }
        _ => return None,
    })
}
