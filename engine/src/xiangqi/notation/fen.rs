//! A game as UCCI gives it to a program: `position fen … moves h2e2 …` on one line.
//!
//! Source: UCCI, "中国象棋通用引擎协议", version 3.0. It knows no ruleset, so that a game under
//! another than `standard` has a line `setoption ruleset …` before. Players, date, comments,
//! times and the result are not in it.
//!
//! Read besides: `startpos`, the FEN alone, without `position fen`, and any white space.

use crate::xiangqi::{Ruleset, Xiangqi, fen};
use crate::{
    Fault, Game, NotationError, Options, Position, Record, RecordError, RecordedMove, SetupError,
};

/// The id and the ending of files.
pub(super) const ID: &str = "fen";

/// The ruleset where the text names none, as texts from elsewhere do not.
const USUAL: Ruleset = Ruleset::Standard;

/// Writes a record.
pub(super) fn write(record: &Record) -> Result<String, NotationError> {
    let game = record.replay_on()?;
    let mut text = String::new();
    if game.ruleset().id != USUAL.as_str() {
        text = format!("setoption ruleset {}\n", game.ruleset().id);
    }
    text.push_str("position fen ");
    text.push_str(&game.start_text());
    if game.ply() > 0 {
        text.push_str(" moves ");
        text.push_str(&game.action_texts().join(" "));
    }
    text.push('\n');
    Ok(text)
}

/// Reads a record; its moves are legal.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut words = words(text);
    let mut ruleset = USUAL;
    if words.first().is_some_and(|word| word.text == "setoption") {
        let option: Vec<Word<'_>> = words.drain(..words.len().min(3)).collect();
        match option[..] {
            [_, Word { text: "ruleset", .. }, value] => {
                ruleset = Xiangqi::rules(value.text, &Options::none())
                    .map_err(|error| value.setup(&error))?;
            }
            [_, other, ..] if other.text != "ruleset" => {
                return Err(other.fault(Fault::Expected("ruleset")));
            }
            _ => return Err(option[0].fault(Fault::Expected("setoption ruleset …"))),
        }
    }
    let end = Word { text: "", line: text.lines().count().max(1), column: 1 };
    let at_moves = words.iter().position(|word| word.text == "moves").unwrap_or(words.len());
    let moves = words.split_off(at_moves);
    if words.first().is_some_and(|word| word.text == "position") {
        words.remove(0);
    }
    let mut first = words.first().copied().unwrap_or(end);
    let start = match words.split_first() {
        Some((Word { text: "startpos", .. }, [])) => fen::START.to_owned(),
        Some((Word { text: "startpos", .. }, [more, ..])) => {
            return Err(more.fault(Fault::Expected("moves")));
        }
        Some((Word { text: "fen", .. }, position)) => {
            first = position.first().copied().unwrap_or(end);
            join(position)
        }
        _ => join(&words),
    };
    let position = Xiangqi::parse(ruleset, &start).map_err(|error| first.setup(&error))?;
    let default = Xiangqi::start(ruleset);
    let mut record = Record {
        game: Xiangqi::INFO.id.to_owned(),
        ruleset: Some(ruleset.as_str().to_owned()),
        start: (position != default).then(|| position.to_text()),
        ..Record::default()
    };
    let mut game = Game::from_position(position);
    for word in moves.iter().skip(1) {
        let action = super::iccs(word.text).map_err(|error| word.fault(error.fault))?;
        game.play(action).map_err(|refusal| word.fault(Fault::Illegal(refusal.rule)))?;
        let action = action.to_string();
        record.moves.push(RecordedMove { action, ..RecordedMove::default() });
    }
    Ok(record)
}

/// A word of the text and where it stands.
#[derive(Debug, Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    const fn fault(&self, fault: Fault) -> RecordError {
        RecordError::at(self.line, self.column, fault)
    }

    fn setup(&self, error: &SetupError) -> RecordError {
        RecordError::of_setup(self.line, self.column, error)
    }
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut column = 1;
        for text in line.split(char::is_whitespace) {
            if !text.is_empty() {
                words.push(Word { text, line: number, column });
            }
            column += text.chars().count() + 1;
        }
    }
    words
}

fn join(words: &[Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}
