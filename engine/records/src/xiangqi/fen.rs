//! Reads the `position` command of UCCI and UCI, and positions in FEN; each line is a game.
//!
//! A `setoption` line selects the ruleset for the lines after it. The move counters of a FEN may be
//! missing, and `startpos` means the usual start.

use super::setup::{begin_under, board, finish};
use super::{Scores, moves};
use crate::builder::Place;
use crate::score::{Head, Score};
use crate::text::{lines, words};
use engine::Fault;
use engine::xiangqi::Ruleset;

/// Whether a text has this form.
pub(crate) fn is_fen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some("setoption" | "position" | "startpos" | "fen"), Some(_)) => true,
        (Some("startpos"), None) => true,
        (Some(board), _) => board.len() < 100 && board.matches('/').count() == 9,
        (None, _) => false,
    }
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut rules = Ruleset::Standard;
    let mut scores = Scores::new();
    for (number, line) in lines(text) {
        let words = words(line, number);
        if let [(_, "setoption"), .., (place, value)] = words[..] {
            match value {
                "walker" => rules = Ruleset::Walker,
                "standard" => rules = Ruleset::Standard,
                _ => {
                    let mut head = Head::default();
                    let mut builder = begin_under(&mut head, rules, None, place);
                    builder.fault(place, Fault::UnknownRuleset(value.to_owned()));
                    scores.push(finish(head, builder));
                }
            }
        } else if !words.is_empty() {
            scores.push(game(&words, rules));
        }
    }
    scores
}

fn game(words: &[(Place, &str)], rules: Ruleset) -> Score {
    let mut rest = words;
    while let [(_, "position" | "fen"), more @ ..] = rest {
        rest = more;
    }
    let split = rest.iter().position(|&(_, word)| word == "moves");
    let (start, played) = match split {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &rest[rest.len()..]),
    };
    let place = start.first().map_or(Place::START, |&(place, _)| place);
    let mut head = Head::default();
    let mut fault = None;
    let own = match start {
        [] | [(_, "startpos"), ..] => None,
        start => {
            let text: Vec<&str> = start.iter().map(|&(_, word)| word).collect();
            board(&text.join(" ")).map_err(|error| fault = Some(error)).ok()
        }
    };
    head.seen = fault.is_none();
    let mut builder = begin_under(&mut head, rules, own, place);
    if let Some(fault) = fault {
        builder.fault(place, fault);
        return finish(head, builder);
    }
    let mut at = 0;
    for &(place, word) in played {
        let next = match moves::read(builder.table(at), word, None) {
            Ok(action) => builder.play(at, action, place),
            Err(fault) => {
                builder.fault(place, fault);
                None
            }
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    finish(head, builder)
}
