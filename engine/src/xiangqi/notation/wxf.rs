//! Moves as the World Xiangqi Federation writes them: `C2.5`, `H8+7`, `R1-2`.
//!
//! Source: WXF, "Official Xiangqi Piece Names and Notation" (C. W. Huang, 1980; revised 1995
//! and 1997), with its special cases for tandem pawns.
//!
//! Four characters: the piece (`K` general, `A` advisor, `E` elephant, `H` horse, `R` chariot,
//! `C` cannon, `P` soldier), its file, `+` forwards, `-` backwards or `.` sideways, and the
//! file it goes to or how many points it goes along its own. Of pieces that share a file:
//!
//! | on the file | from the front |
//! |---|---|
//! | two | `C+` `C-` |
//! | three soldiers on file 3 | `P+` `P3` `P-` |
//! | four soldiers | `++` `P+` `P-` `--` |
//! | five soldiers on file 3 | `++` `P+` `P3` `P-` `--` |
//! | several soldiers on file 3 and on another | `3+` `33` `3-` |
//!
//! Two advisors or elephants keep the file, `A4+5`: the rear one can only go forwards, the
//! front one only backwards. Written in upper case for both sides.
//!
//! Also read: lower case, `=` for `.` or nothing at all (`C25`), the sign before the letter
//! (`+C.5`), the letters `B` and `N` of FEN for `E` and `H`, and the file of a piece that shares it
//! if only one of them can go there.

use super::MoveError;
use super::phrase::{
    Direction, Phrase, PlaceOnFile, Standing, describe, standings, two_files_shared,
};
use crate::Fault;
use crate::xiangqi::{Move, Role, Xiangqi};

/// The number of soldiers on one file from which `++` and `--` name the outermost.
const LONG_FILE_SOLDIERS: usize = 4;

/// Writes a move; `None` if the side to act has no piece there.
pub(super) fn write(position: &Xiangqi, action: Move) -> Option<String> {
    let (all, phrase) = describe(position, action)?;
    let standing = all.iter().find(|standing| standing.square == action.from)?;
    let [first, second] = subject(phrase.role, standing, two_files_shared(&all));
    let direction = match phrase.direction {
        Direction::Forward => '+',
        Direction::Backward => '-',
        Direction::Sideways => '.',
    };
    Some(format!("{first}{second}{direction}{}", phrase.number))
}

/// The first two characters.
fn subject(role: Role, standing: &Standing, two_files: bool) -> [char; 2] {
    let &Standing { index, count, .. } = standing;
    let (letter, file) = (letter(role), char::from(b'0' + standing.file));
    let sign = |behind: usize| if index < behind { '+' } else { '-' };
    if count == 1 || matches!(role, Role::Advisor | Role::Elephant) {
        return [letter, file];
    }
    let behind = count - index - 1;
    let first = if two_files { file } else { letter };
    if index == behind {
        [first, file]
    } else if count >= LONG_FILE_SOLDIERS && (index == 0 || behind == 0) {
        [sign(behind); 2]
    } else {
        [first, sign(behind)]
    }
}

const fn letter(role: Role) -> char {
    match role {
        Role::Elephant => 'E',
        Role::Horse => 'H',
        Role::General | Role::Advisor | Role::Chariot | Role::Cannon | Role::Soldier => {
            role.letter()
        }
    }
}

fn role(letter: char) -> Option<Role> {
    Role::ALL.into_iter().find(|&role| self::letter(role) == letter || role.letter() == letter)
}

/// Reads a move.
pub(super) fn read(position: &Xiangqi, text: &str) -> Result<Move, MoveError> {
    let mut letters: Vec<char> = text.chars().map(|letter| letter.to_ascii_uppercase()).collect();
    if let [_, _, '0'..='9'] = letters[..] {
        letters.insert(2, '.');
    }
    let &[first, second, direction, number] = letters.as_slice() else {
        let column = letters.len().min(4) + 1;
        return Err(MoveError::at(column, Fault::BadMove("C2.5")));
    };
    let direction = match direction {
        '+' => Direction::Forward,
        '-' => Direction::Backward,
        '.' | '=' => Direction::Sideways,
        _ => return Err(MoveError::at(3, Fault::Expected("+ / - / ."))),
    };
    let end = text.chars().count();
    let number = digit(number).ok_or_else(|| MoveError::at(end, Fault::ExpectedDigit))?;
    let (role, file, place) = read_subject(position, first, second)?;
    Phrase { role, file, place, direction, number }.find(position, end)
}

/// The piece, its file and its place on the file, as far as two characters can give them.
fn read_subject(
    position: &Xiangqi,
    first: char,
    second: char,
) -> Result<(Role, Option<u8>, Option<PlaceOnFile>), MoveError> {
    let signs = matches!(first, '+' | '-') && matches!(second, '+' | '-');
    if signs || digit(first).is_some() {
        return read_soldier(first, second);
    }
    // The sign may go before the letter, but not the file.
    let swapped = matches!(first, '+' | '-');
    let (name, which) = if swapped { (second, first) } else { (first, second) };
    let column = if swapped { 2 } else { 1 };
    let role =
        role(name).ok_or_else(|| MoveError::at(column, Fault::NotAPiece(name.to_string())))?;
    let soldiers = if role == Role::Soldier { standings(position, role) } else { Vec::new() };
    let longest = soldiers.iter().map(|soldier| soldier.count).max().unwrap_or(0);
    let inwards = usize::from(longest >= LONG_FILE_SOLDIERS);
    match which {
        '+' => Ok((role, None, Some(PlaceOnFile::FromFront(inwards)))),
        '-' => Ok((role, None, Some(PlaceOnFile::FromRear(inwards)))),
        _ => {
            let file =
                digit(which).ok_or_else(|| MoveError::at(2, Fault::Expected("1 … 9 / + / -")))?;
            let on_file = soldiers.iter().filter(|soldier| soldier.file == file).count();
            let middle = on_file > 1 && on_file % 2 == 1;
            Ok((role, Some(file), middle.then_some(PlaceOnFile::Middle)))
        }
    }
}

/// A soldier named by signs, or by its file.
fn read_soldier(
    first: char,
    second: char,
) -> Result<(Role, Option<u8>, Option<PlaceOnFile>), MoveError> {
    let file = digit(first);
    let place = match (first, second) {
        (_, '+') if first != '-' => PlaceOnFile::FromFront(0),
        (_, '-') if first != '+' => PlaceOnFile::FromRear(0),
        _ if first == second => PlaceOnFile::Middle,
        _ => return Err(MoveError::at(2, Fault::Expected("1 … 9 / + / -"))),
    };
    Ok((Role::Soldier, file, Some(place)))
}

fn digit(letter: char) -> Option<u8> {
    letter.to_digit(10).filter(|&digit| digit > 0).and_then(|digit| u8::try_from(digit).ok())
}
