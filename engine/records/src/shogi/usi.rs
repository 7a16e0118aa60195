//! The `position` command of USI, positions in SFEN, moves alone.
//!
//! Read: `position`, `startpos` or `sfen` and the position, `moves` and the moves, in one line
//! or several, each line a game of its own; and at the end words such as `resign`. A line of
//! SFEN, with or without its hands, is a position.

use super::setup::{Setup, finish};
use super::table::Board;
use super::{Scores, names};
use crate::builder::SourcePlace;
use crate::text::{is_blank, lines, narrow, words};
use engine::shogi::{Action, Piece, Role, Square};
use engine::{Fault, Reason, RecordedResult, Side};

/// Whether a text looks like this.
pub(crate) fn is_usi(text: &str) -> bool {
    let mut words = text.split(is_blank).filter(|word| !word.is_empty()).skip_while(|&word| {
        word.eq_ignore_ascii_case("position") || word.eq_ignore_ascii_case("usi")
    });
    let first = words.next().map(str::to_ascii_lowercase);
    match (first.as_deref(), words.next()) {
        (Some("sfen"), Some(_)) => true,
        (Some("startpos"), next) => match next {
            Some(moves) if moves.eq_ignore_ascii_case("moves") => {
                words.next().is_none_or(|word| action(word).is_some())
            }
            next => next.is_none_or(|word| action(word).is_some()),
        },
        (Some(board), Some("b" | "w")) => board.matches('/').count() == 8,
        (Some(first), second) => {
            action(first).is_some()
                && second
                    .is_none_or(|word| action(word).is_some() || end(word, Side::First).is_some())
        }
        (None, _) => false,
    }
}

/// The action of a word, in any case and width.
pub(super) fn action(word: &str) -> Option<Action> {
    let word = narrow(word);
    Action::parse(&word).ok().or_else(|| {
        // A piece that is dropped is a capital letter, a rank a small one.
        let mut text = word.to_ascii_lowercase();
        if text.as_bytes().get(1) == Some(&b'*') {
            text[..1].make_ascii_uppercase();
        }
        Action::parse(&text).ok()
    })
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut game: Vec<(SourcePlace, &str)> = Vec::new();
    for (number, line) in lines(text) {
        let words = words(line, number);
        // A line that begins a game ends the one before it.
        let begins = words.first().is_some_and(|(_, word)| {
            ["position", "startpos", "sfen"].iter().any(|&known| known.eq_ignore_ascii_case(word))
                || word.matches('/').count() == 8
        });
        if begins && !game.is_empty() {
            scores.extend(read_game(&game));
            game.clear();
        }
        game.extend(words);
    }
    scores.extend(read_game(&game));
    scores
}

fn read_game(words: &[(SourcePlace, &str)]) -> Option<crate::score::Score> {
    let first = words.first()?.0;
    let mut setup = Setup::default();
    let is = |word: &str, known: &str| word.eq_ignore_ascii_case(known);
    let words = if is(words[0].1, "position") { &words[1..] } else { words };
    let split = words.iter().position(|&(_, word)| is(word, "moves"));
    let (start, moves) = match split {
        Some(at) => (&words[..at], &words[at + 1..]),
        // Moves without the word before them.
        None => match words.first() {
            Some((_, word)) if is(word, "startpos") => words.split_at(1),
            Some((_, word)) if action(word).is_some() => (&words[..0], words),
            _ => {
                let first = words.iter().position(|&(_, word)| action(word).is_some());
                words.split_at(first.unwrap_or(words.len()))
            }
        },
    };
    let start = match start {
        [(_, word), rest @ ..] if is(word, "sfen") => rest,
        other => other,
    };
    match start {
        [] => setup.head.seen = split.is_some(),
        [(_, word), more @ ..] if is(word, "startpos") => {
            setup.head.seen = true;
            for &(place, word) in more {
                setup.fault(place, Fault::NotAMove(word.to_owned()));
            }
        }
        [(place, _), ..] => {
            let fields: Vec<&str> = start.iter().map(|&(_, word)| word).collect();
            let fields_end = fields.len().min(4);
            setup.sfen(&fields[..fields_end].join(" "), *place);
            setup.head.seen = setup.faults.is_empty();
            if let Some(&(place, number)) = start.get(3)
                && number.parse::<u32>().is_err()
            {
                setup.fault(place, Fault::BadMoveNumber);
            }
            for &(place, word) in &start[fields_end..] {
                setup.fault(place, Fault::NotAMove(word.to_owned()));
            }
        }
    }
    let (mut head, mut builder) = setup.begin();
    let mut at = 0;
    let mut ended = false;
    for (index, &(place, word)) in moves.iter().enumerate() {
        if ended {
            builder.fault(place, Fault::AfterResult);
            break;
        }
        let to_act = builder.table(at).to_act;
        let lower = word.to_ascii_lowercase();
        if let Some((winner, reason)) = end(&lower, to_act) {
            head.result = Some(RecordedResult { winner, reason: reason.to_owned() });
            ended = true;
            continue;
        }
        if matches!(lower.as_str(), "interrupt" | "break" | "abort") {
            head.tag("end", word);
            ended = true;
            continue;
        }
        let next = match action(word) {
            Some(action) => builder.play(at, action, place),
            None => {
                builder.fault(place, Fault::NotAMove(word.to_owned()));
                None
            }
        };
        let Some(next) = next else {
            // The words after the fault become a comment.
            let rest: Vec<&str> = moves[index + 1..].iter().map(|&(_, word)| word).collect();
            if !rest.is_empty() {
                builder.tree.comment(at, &rest.join(" "));
            }
            break;
        };
        at = next;
    }
    if builder.tree.len() == 1 && builder.faults.is_empty() && !head.seen && head.start.is_none() {
        builder.fault(first, Fault::NoMove);
    }
    Some(finish(head, builder))
}

/// The outcome that a word stands for.
fn end(word: &str, to_act: Side) -> Option<(Option<Side>, &'static str)> {
    match word {
        "resign" => Some((Some(to_act.other()), "resignation")),
        "win" => Some((Some(to_act), Reason::Declaration.as_str())),
        "timeout" => Some((Some(to_act.other()), "timeout")),
        "rep_draw" | "repetition" => Some((None, Reason::Repetition.as_str())),
        "draw" => Some((None, "")),
        _ => None,
    }
}

/// The board of an SFEN, however many pieces it has. The hands and the number may be missing.
pub(super) fn board(text: &str) -> Result<Board, Fault> {
    let mut fields = text.split_whitespace();
    let mut board = Board::empty();
    let ranks: Vec<&str> = fields.next().unwrap_or("").split('/').collect();
    if ranks.len() != 9 {
        return Err(Fault::Ranks(9));
    }
    for (rank, text) in (0..).zip(ranks) {
        let mut file: u8 = 9;
        let mut promoted = false;
        for letter in text.chars() {
            if letter == '+' {
                promoted = true;
                continue;
            }
            if let Some(run) = letter.to_digit(10).and_then(|run| u8::try_from(run).ok()) {
                if promoted {
                    return Err(Fault::NothingToPromote);
                }
                file = file.checked_sub(run).ok_or(Fault::RankPoints(9))?;
                continue;
            }
            let (side, role) = of_letter(letter)?;
            file = file.checked_sub(1).ok_or(Fault::RankPoints(9))?;
            let square = Square::new(file, rank).ok_or(Fault::RankPoints(9))?;
            if promoted && !role.promotes() {
                return Err(Fault::NoPromotion(letter));
            }
            board.put(square, Some(Piece::new(side, role, promoted)));
            promoted = false;
        }
        if promoted {
            return Err(Fault::NothingToPromote);
        }
        if file != 0 {
            return Err(Fault::RankPoints(9));
        }
    }
    board.to_act = match fields.next() {
        None | Some("b" | "B") => Side::First,
        Some("w" | "W") => Side::Second,
        Some(_) => return Err(Fault::BadSide("b, w")),
    };
    let held = fields.next().unwrap_or("-");
    let mut digits = String::new();
    for letter in held.chars().filter(|&letter| letter != '-') {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        let (side, role) = of_letter(letter)?;
        let count = names::count(&digits).filter(|&count| count <= 18).ok_or(Fault::BadCount)?;
        if role == Role::King {
            return Err(Fault::CannotBeHeld(letter.to_string()));
        }
        board.hold(side, role, count);
        digits.clear();
    }
    if !digits.is_empty() {
        return Err(Fault::CountAlone);
    }
    Ok(board)
}

fn of_letter(letter: char) -> Result<(Side, Role), Fault> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    let role = Role::from_letter(letter.to_ascii_uppercase());
    role.map(|role| (side, role)).ok_or_else(|| Fault::NotAPiece(letter.to_string()))
}
