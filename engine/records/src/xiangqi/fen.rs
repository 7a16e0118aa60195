//! Reads the `position` command of UCCI and UCI, and positions in FEN; each line is a game.
//!
//! A `setoption` line selects the ruleset for the lines after it. The move counters of a FEN may be
//! missing, and `startpos` means the usual start.

use super::moves::Reading;
use super::setup::{begin_under, board, finish};
use super::{Scores, moves};
use crate::builder::SourcePlace;
use crate::score::{Head, Score};
use crate::text::{is_blank, lines, words};
use engine::Fault;
use engine::xiangqi::Ruleset;

/// Whether a text has this form.
pub(crate) fn is_fen(text: &str) -> bool {
    let mut words = text.split(is_blank).filter(|word| !word.is_empty());
    let first = words.next().map(str::to_ascii_lowercase);
    match (first.as_deref(), words.next()) {
        (Some("setoption" | "position" | "startpos" | "fen" | "ucinewgame"), Some(_)) => true,
        (Some("startpos"), None) => true,
        (Some(board), _) => board.len() < 120 && board.matches('/').count() == 9,
        (None, _) => false,
    }
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut rules = Ruleset::Standard;
    let mut scores = Scores::new();
    // The fault of the ruleset of the next game.
    let mut unknown = None;
    for (number, line) in lines(text) {
        let words = words(line, number);
        if let [(_, "setoption"), .., (place, value)] = words[..] {
            match value {
                "walker" => rules = Ruleset::Walker,
                "standard" => rules = Ruleset::Standard,
                // Options of programs are none of the game.
                _ if !words.iter().any(|&(_, word)| word == "ruleset") => {}
                _ => unknown = Some((place, Fault::UnknownRuleset(value.to_owned()))),
            }
        } else if !words.is_empty() && words[0].1 != "ucinewgame" {
            // The moves that can be played decide which number the nearest rank has.
            let score = game(&words, rules, 0);
            let other = (!score.faults.is_empty()).then(|| game(&words, rules, 1));
            let other = other.filter(|other| other.tree.len() > score.tree.len());
            let mut score = other.unwrap_or(score);
            if let Some((place, fault)) = unknown.take() {
                score.faults.insert(0, place.fault(fault));
            }
            scores.push(score);
        }
    }
    if let Some((place, fault)) = unknown {
        let mut head = Head::default();
        let mut builder = begin_under(&mut head, rules, None, place);
        builder.fault(place, fault);
        scores.push(finish(head, builder));
    }
    scores
}

fn game(words: &[(SourcePlace, &str)], rules: Ruleset, base: u8) -> Score {
    let is = |word: &str, known: &str| word.eq_ignore_ascii_case(known);
    let mut rest = words;
    while let [(_, word), more @ ..] = rest
        && (is(word, "position") || is(word, "fen"))
    {
        rest = more;
    }
    let split = rest.iter().position(|&(_, word)| is(word, "moves"));
    let (start, played) = match split {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => match rest {
            [(_, word), ..] if is(word, "startpos") => rest.split_at(1),
            // Moves behind a position without the word before them.
            _ => {
                let first = rest
                    .iter()
                    .position(|&(_, word)| moves::points(word, 0).is_some() && word.len() > 3);
                rest.split_at(first.unwrap_or(rest.len()))
            }
        },
    };
    let place = start.first().map_or(SourcePlace::START, |&(place, _)| place);
    let mut head = Head::default();
    let mut faults = Vec::new();
    let own = match start {
        [] => None,
        [(_, word), more @ ..] if is(word, "startpos") => {
            faults.extend(
                more.iter().map(|&(place, word)| (place, Fault::NotAMove(word.to_owned()))),
            );
            None
        }
        start => {
            let text: Vec<&str> = start.iter().map(|&(_, word)| word).collect();
            // Side, two fields that are not used, and two numbers.
            let extra = start.get(6..).unwrap_or(&[]);
            faults.extend(
                extra.iter().map(|&(place, word)| (place, Fault::NotAMove(word.to_owned()))),
            );
            for &(place, word) in start.get(2..6.min(start.len())).unwrap_or(&[]) {
                if word != "-" && word.parse::<u32>().is_err() {
                    faults.push((place, Fault::NotAMove(word.to_owned())));
                }
            }
            match board(&text.join(" ")) {
                Ok(board) => Some(board),
                Err(fault) => {
                    let mut builder = begin_under(&mut head, rules, None, place);
                    builder.fault(place, fault);
                    return finish(head, builder);
                }
            }
        }
    };
    head.seen = true;
    let mut builder = begin_under(&mut head, rules, own, place);
    for (place, fault) in faults {
        builder.fault(place, fault);
    }
    let mut at = 0;
    for (index, &(place, word)) in played.iter().enumerate() {
        let next = match moves::read(builder.table(at), word, Reading { base, algebraic: false }) {
            Ok(action) => builder.play(at, action, place),
            Err(fault) => {
                builder.fault(place, fault);
                None
            }
        };
        let Some(next) = next else {
            // The words after the fault become a comment.
            let rest: Vec<&str> = played[index + 1..].iter().map(|&(_, word)| word).collect();
            if !rest.is_empty() {
                builder.tree.comment(at, &rest.join(" "));
            }
            break;
        };
        at = next;
    }
    finish(head, builder)
}
