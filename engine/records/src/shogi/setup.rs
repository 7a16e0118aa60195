//! The start of a shogi game, as a record's head describes it: options, handicap, or a position of
//! its own.
//!
//! A position that is a handicap's start becomes that handicap. A position that the rules do not
//! have (a problem without a king) becomes a start with a fault, and its moves are checked by the
//! pieces' ways only.

use super::game;
use super::table::Board;
use crate::builder::{Builder, SourcePlace};
use crate::score::{Head, Score};
use engine::shogi::{Handicap, Rules, Shogi};
use engine::{AnyGame, Fault, Options, Position, RecordError, SetupError, Side};

/// A start that is being read.
#[derive(Debug, Default)]
pub(super) struct Setup {
    /// The statements about the game so far.
    pub(super) head: Head,
    /// A position of its own, and its place in the text.
    pub(super) board: Option<(Board, Option<SourcePlace>)>,
    /// Whether the options name the handicap, which then holds for any position.
    states_handicap: bool,
    /// Faults found before the first move.
    pub(super) faults: Vec<RecordError>,
    /// Whether the sides are called giver and receiver of a handicap.
    pub(super) by_giver: bool,
    /// The side to act, where no board is given.
    pub(super) turn: Option<Side>,
}

impl Setup {
    pub(super) fn fault(&mut self, place: SourcePlace, fault: Fault) {
        self.faults.push(place.fault(fault));
    }

    pub(super) fn handicap(&mut self, handicap: Handicap) {
        if handicap != Handicap::None {
            self.head.options.set("handicap", handicap.as_str());
        }
    }

    /// Options in this project's words, as `impasse=24-point fouls=lose`.
    pub(super) fn options(&mut self, text: &str, place: SourcePlace) {
        for pair in text.split_whitespace() {
            let Some((key, value)) = pair.split_once('=') else {
                self.fault(place, Fault::BadHeader("impasse=24-point"));
                continue;
            };
            let given = Options::from_iter([(key, value)]);
            match AnyGame::new(game(), None, &given, None) {
                Ok(_) => {
                    self.states_handicap |= key == "handicap";
                    self.head.options.set(key, value);
                }
                Err(error) => self.fault(place, error.fault()),
            }
        }
    }

    /// Sets up a position by its text.
    pub(super) fn sfen(&mut self, text: &str, place: SourcePlace) {
        match super::usi::board(text) {
            Ok(board) => self.board = Some((board, Some(place))),
            Err(fault) => self.fault(place, fault),
        }
    }

    /// Begins the game.
    pub(super) fn begin(&mut self) -> (Head, Builder<Board>) {
        let mut head = std::mem::take(&mut self.head);
        let rules = |options: &Options| -> Result<Rules, SetupError> {
            let complete = Shogi::INFO.ruleset(None)?.complete(options)?;
            <Shogi as Position>::rules(Shogi::INFO.rulesets[0].id, &complete)
        };
        let usual = Shogi::start(rules(&head.options).unwrap_or_default());
        // A side to act that is not that of the usual start makes a position of its own.
        if let (None, Some(turn)) = (&self.board, self.turn)
            && usual.to_act() != turn
        {
            let mut board = Board::of(usual);
            board.to_act = turn;
            self.board = Some((board, None));
        }
        let board = match self.board.take() {
            None => Board::of(usual),
            Some((board, place)) => {
                let text = board.sfen();
                let known = Handicap::ALL.into_iter().find(|known| known.start() == text);
                let stated = head.options.get("handicap").filter(|_| self.states_handicap);
                let stated = stated.map(str::to_owned);
                let fits = |known: &Handicap| {
                    stated.as_deref().is_none_or(|stated| stated == known.as_str())
                };
                match known.filter(fits) {
                    Some(Handicap::None) => head.options = without_handicap(&head.options),
                    Some(known) => head.options.set("handicap", known.as_str()),
                    None => {
                        if stated.is_none() {
                            head.options = without_handicap(&head.options);
                        }
                        head.start = Some(text);
                    }
                }
                let rules = rules(&head.options).unwrap_or_default();
                let (board, error) = board.judged(rules);
                if let Some(error) = error {
                    let place = place.unwrap_or(SourcePlace::START);
                    self.faults.push(place.fault(error.fault()));
                }
                board
            }
        };
        let mut builder = Builder::new(board);
        builder.faults = std::mem::take(&mut self.faults);
        (head, builder)
    }
}

/// The score of a game that has been read.
pub(super) fn finish(head: Head, builder: Builder<Board>) -> Score {
    Score::of(game(), head, builder)
}

fn without_handicap(options: &Options) -> Options {
    options.iter().filter(|&(key, _)| key != "handicap").collect()
}
