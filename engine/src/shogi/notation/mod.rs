//! Whole games as text: KIF, CSA and USI.
//!
//! | | start | players, date, comments | time | result | options |
//! |---|---|---|---|---|---|
//! | [`kif`], also `kifu` | handicap or board | yes | whole seconds | a word | a header `ルール` |
//! | [`csa`] | handicap or board | yes | whole seconds | a word | a header `$RULES` |
//! | [`usi`] | handicap or board | no | no | no | the handicap |
//!
//! Single moves can also be written as in Japanese books ([`japanese`]) and in the West
//! ([`western`]); Western games are read.
//!
//! Readers play what they read: a record that is read replays. A start position that is a
//! handicap's is read as that handicap. A reason for which a notation has no word is read as that
//! of the nearest word, or as none; what the rules decide is always taken from the rules.

mod csa;
mod japanese;
mod kif;
mod recognise;
mod usi;
mod western;

pub(super) use recognise::recognise;

use super::sfen;
use super::{Action, Handicap, Rules, Shogi};
use crate::{
    Fault, Game, NotationError, Options, Position, Reason, Record, RecordError, RecordedMove,
    RecordedResult, SetupError, Side,
};

/// Ways to write a single move besides those of the records.
pub(super) const MOVE_NOTATIONS: [&str; 2] = [japanese::ID, western::ID];

/// Writes a record that replays in a notation.
pub(super) fn write(notation: &str, record: &Record) -> Result<String, NotationError> {
    let write = match notation {
        "kif" | "kifu" => kif::write,
        "csa" => csa::write,
        "usi" => usi::write,
        _ => return Err(NotationError::Unknown(notation.to_owned())),
    };
    Ok(write(&Played::through(record)?))
}

/// Reads a record in a notation.
pub(super) fn read(notation: &str, text: &str) -> Result<Record, NotationError> {
    let read = match notation {
        "kif" | "kifu" => kif::read,
        "csa" => csa::read,
        "usi" => usi::read,
        western::ID => western::read,
        _ => return Err(NotationError::Unknown(notation.to_owned())),
    };
    Ok(read(text.strip_prefix('\u{feff}').unwrap_or(text))?)
}

/// Writes a move as in the lines of a record or as in books; `previous` is the one before it.
pub(super) fn move_text(
    notation: &str,
    before: &Shogi,
    action: Action,
    previous: Option<Action>,
) -> Option<String> {
    let last = || previous.map(|previous| kif::destination(previous.unpack()));
    match notation {
        "kif" | "kifu" => Some(kif::move_text(before, action.unpack(), last())),
        "csa" => Some(csa::move_text(before, action.unpack())),
        japanese::ID => Some(japanese::move_text(before, action.unpack(), last())),
        western::ID => Some(western::move_text(before, action.unpack())),
        _ => None,
    }
}

/// A record played through, ready to be written.
struct Played<'a> {
    record: &'a Record,
    rules: Rules,
    start: Shogi,
    /// Every move with the position before it.
    plies: Vec<(Shogi, Action, &'a RecordedMove)>,
    end: Shogi,
}

impl<'a> Played<'a> {
    fn through(record: &'a Record) -> Result<Self, NotationError> {
        record.replay_on()?;
        let rules = Rules::read(&record.options).map_err(NotationError::Setup)?;
        let start = match &record.start {
            None => Shogi::start(rules),
            Some(text) => Shogi::parse(rules, text).map_err(NotationError::Setup)?,
        };
        let mut position = start;
        let mut plies = Vec::with_capacity(record.moves.len());
        for recorded in &record.moves {
            // The record has just been replayed, so that every action reads.
            let Ok(action) = Action::parse(&recorded.action) else { break };
            plies.push((position, action, recorded));
            position.apply(action);
        }
        Ok(Self { record, rules, start, plies, end: position })
    }

    /// Whether the game starts from its handicap's position, the even one included.
    fn starts_regularly(&self) -> bool {
        self.start == Shogi::start(self.rules)
    }

    /// The options that are not at their defaults, as `impasse=24-point fouls=lose`. The
    /// handicap is among them only if the start position does not show it.
    fn options_text(&self) -> String {
        let regular = self.starts_regularly();
        let pairs = self.record.options.iter().filter(|&(key, value)| match key {
            "handicap" => !regular && value != Handicap::None.as_str(),
            _ => defaults().get(key) != Some(value),
        });
        pairs.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    }
}

/// Every option at its default.
fn defaults() -> Options {
    super::info::INFO.rulesets[0].complete(&Options::none()).unwrap_or_default()
}

/// The lines of a comment, none if it is empty.
fn comment_lines(comment: &str) -> impl Iterator<Item = &str> {
    comment.split('\n').filter(|_| !comment.is_empty())
}

/// Whole seconds of a time in milliseconds.
const fn seconds(millis: u64) -> u64 {
    millis / 1_000
}

/// The milliseconds of a number of seconds that may have decimals.
fn decimal_millis(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let mut millis = 0;
    let mut digits = decimals.chars();
    for _ in 0..3 {
        millis = 10 * millis + u64::from(digits.next().unwrap_or('0').to_digit(10)?);
    }
    if !digits.all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()? };
    whole.checked_mul(1_000)?.checked_add(millis)
}

/// Where the reader of a line is.
#[derive(Debug, Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    const fn fault(self, fault: Fault) -> RecordError {
        RecordError::at(self.line, self.column, fault)
    }

    /// The fault of a text here that cannot be set up.
    fn setup(self, error: &SetupError) -> RecordError {
        RecordError::of_setup(self.line, self.column, error)
    }

    /// So many characters further on.
    const fn after(self, characters: usize) -> Self {
        Self { column: self.column + characters, ..self }
    }
}

/// A record that is being read: first its head, then, once begun, its moves.
struct Reading {
    record: Record,
    game: Option<Game<Shogi>>,
    /// Whether the last move, or the start, has a line of comment already.
    commented: bool,
}

impl Reading {
    fn new() -> Self {
        let record = Record { game: super::info::INFO.id.to_owned(), ..Record::default() };
        Self { record, game: None, commented: false }
    }

    /// Reads an option from a header, if it is not at its default.
    fn options(&mut self, text: &str, place: Place) -> Result<(), RecordError> {
        let ruleset = &super::info::INFO.rulesets[0];
        for pair in text.split_whitespace() {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| place.fault(Fault::BadHeader("impasse=24-point")))?;
            let given = Options::from_iter([(key, value)]);
            ruleset.complete(&given).map_err(|error| place.setup(&error))?;
            if defaults().get(key) != Some(value) {
                self.record.options.set(key, value);
            }
        }
        Ok(())
    }

    fn handicap(&mut self, handicap: Handicap) {
        if handicap != Handicap::None {
            self.record.options.set("handicap", handicap.as_str());
        }
    }

    /// Sets up a position; one that is a handicap's start is read as that.
    fn start(&mut self, sfen: &str, place: Place) -> Result<(), RecordError> {
        let rules = self.rules(place)?;
        let position = sfen::parse(rules, sfen).map_err(|error| place.setup(&error.into()))?;
        let text = position.to_text();
        let known = Handicap::ALL.into_iter().find(|handicap| handicap.start() == text);
        match known {
            Some(handicap) if rules.handicap == Handicap::None || rules.handicap == handicap => {
                self.handicap(handicap);
            }
            Some(_) | None => self.record.start = Some(text),
        }
        Ok(())
    }

    fn rules(&self, place: Place) -> Result<Rules, RecordError> {
        Rules::read(&self.record.options).map_err(|error| place.setup(&error))
    }

    /// The game, set up from the head.
    fn game(&mut self, place: Place) -> Result<&mut Game<Shogi>, RecordError> {
        let game = match self.game.take() {
            Some(game) => game,
            None => self.begin(place)?,
        };
        Ok(self.game.insert(game))
    }

    fn begin(&self, place: Place) -> Result<Game<Shogi>, RecordError> {
        let rules = self.rules(place)?;
        let Some(text) = &self.record.start else { return Ok(Game::new(rules)) };
        let start = sfen::parse(rules, text).map_err(|error| place.setup(&error.into()))?;
        Ok(Game::from_position(start))
    }

    fn play(&mut self, action: Action, place: Place) -> Result<(), RecordError> {
        let game = self.game(place)?;
        game.play(action).map_err(|refusal| place.fault(Fault::Illegal(refusal.rule)))?;
        let action = action.to_string();
        self.record.moves.push(RecordedMove { action, ..RecordedMove::default() });
        self.commented = false;
        Ok(())
    }

    /// Adds a line to the comment on the last move, or on the start.
    fn comment(&mut self, line: &str) {
        let line = line.trim_end_matches('\r');
        let comment = match self.record.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut self.record.comment,
        };
        if std::mem::replace(&mut self.commented, true) {
            comment.push('\n');
        }
        comment.push_str(line);
    }

    /// Notes how the game ended, unless the rules have decided it.
    fn result(&mut self, winner: Option<Side>, reason: &str) {
        self.record.result = Some(RecordedResult { winner, reason: reason.to_owned() });
    }

    /// The record, with the result by the rules.
    fn finish(mut self) -> Result<Record, RecordError> {
        let outcome = self.game(Place { line: 1, column: 1 })?.outcome();
        if let Some(outcome) = outcome {
            self.result(outcome.winner, outcome.reason.as_str());
        }
        Ok(self.record)
    }
}

/// The loser of a foul, of whatever kind.
fn fouled(result: &RecordedResult) -> Option<Side> {
    let fouls = [Reason::Foul, Reason::PerpetualCheck, Reason::WrongDeclaration];
    let foul = fouls.into_iter().any(|reason| reason.as_str() == result.reason);
    if foul { result.winner.map(Side::other) } else { None }
}
