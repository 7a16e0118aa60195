//! Writes whole games as text: KIF, CSA and USI. The crate `records` reads them.
//!
//! | | start | players, date, comments | time | result | options |
//! |---|---|---|---|---|---|
//! | [`kif`], also `kifu` | handicap or board | yes | whole seconds | a word | a header `ルール` |
//! | [`csa`] | handicap or board | yes | whole seconds | a word | a header `$RULES` |
//! | [`usi`] | handicap or board | no | no | no | the handicap |
//!
//! Single moves can also be written as in Japanese books ([`japanese`]) and in the West
//! ([`western`]). A reason for which a notation has no word is written as the nearest word, or as
//! none.

mod csa;
mod japanese;
mod kif;
mod usi;
mod western;

use super::{Action, Handicap, Rules, Shogi};
use crate::{NotationError, Options, Position, Reason, Record, RecordedMove, RecordedResult, Side};

/// Ways to write a single move, in addition to those of the records.
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

/// The loser of a foul of any kind.
fn fouled(result: &RecordedResult) -> Option<Side> {
    let fouls = [Reason::Foul, Reason::PerpetualCheck, Reason::WrongDeclaration];
    let foul = fouls.into_iter().any(|reason| reason.as_str() == result.reason);
    if foul { result.winner.map(Side::other) } else { None }
}
