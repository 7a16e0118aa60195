//! Shogi moves as Western players write them, in a row or as PSN.
//!
//! `P-7f`, `Bx2b+`, `S-4b=`, `P*5e`, `G6i-5h`; in PSN every move names its origin, `P7g-7f`.
//! Tags, comments and numbers are those of PGN; squares may have digits for their ranks.

use super::Scores;
use super::setup::{Setup, finish};
use super::table::Board;
use crate::builder::{Builder, SourcePlace, Table};
use crate::look_ahead::{LookAhead, MAX_MOVES, MAX_PARTS, MAX_TRIES};
use crate::score::Head;
use crate::text::{is_blank, is_digit, known, narrow};
use crate::tokens::{Token, Tokens, spaced_result, tokens};
use engine::shogi::{Action, Piece, Role, Square};
use engine::{Fault, RecordedResult, Side};

/// Whether a text looks like this: its first word that is no number is such a move.
pub(crate) fn is_western(text: &str) -> bool {
    let mut words = text.split(is_blank).map(after_number).filter(|word| !word.is_empty());
    words.next().is_some_and(is_move)
}

/// A word without the number and the mark of the side before it.
pub(crate) fn after_number(word: &str) -> &str {
    let rest = word.trim_start_matches(is_digit);
    let shown = rest.trim_start_matches(['.', '．', '…', '☗', '☖', '▲', '△', '▼', '▽']);
    if shown.len() < rest.len() || rest.is_empty() || Phrase::read(rest).is_some() {
        shown
    } else {
        word
    }
}

/// Whether a word has the form of a move.
pub(crate) fn is_move(word: &str) -> bool {
    Phrase::read(word).is_some()
}

/// A move, taken apart.
struct Phrase {
    role: Role,
    promoted: bool,
    from: Option<Square>,
    drop: bool,
    to: Square,
    /// Whether it promotes, if that is given.
    promote: Option<bool>,
}

impl Phrase {
    fn read(text: &str) -> Option<Self> {
        let text = narrow(text);
        let text = text.trim_end_matches(['!', '?', ',', '#']);
        let (promoted, text) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (text, promote) = match (text.strip_suffix('+'), text.strip_suffix('=')) {
            (Some(rest), _) => (rest, Some(true)),
            (None, Some(rest)) => (rest, Some(false)),
            (None, None) => (text, None),
        };
        let (letter, rest) = text.split_at_checked(1)?;
        let role = Role::from_letter(letter.chars().next()?)?;
        let way = rest.find(['-', 'x', 'X', '*', '\'', '~'])?;
        let (origin, goal) = rest.split_at_checked(way)?;
        let from = if origin.is_empty() { None } else { Some(square(origin)?) };
        let drop = goal.starts_with(['*', '\'']);
        let to = square(goal.get(1..)?)?;
        let phrase = Self { role, promoted, from, drop, to, promote };
        let possible = if drop { !promoted && from.is_none() } else { true };
        possible.then_some(phrase)
    }

    /// The moves it can mean; more than one if it is ambiguous. The rules may refuse a single one.
    fn find(&self, board: &Board) -> Result<Vec<Action>, Fault> {
        if self.drop {
            return Ok(vec![Action::drop(self.role, self.to)]);
        }
        let reaching = board.origins(self.role, self.promoted, self.to);
        if let Some(from) = self.from {
            let piece = board.piece_at(from);
            let named = piece.is_some_and(|piece| {
                piece.role() == self.role && piece.promoted() == self.promoted
            });
            if !named {
                return Err(Fault::NoSuchPiece(from.to_string()));
            }
        }
        let meant = |from: &&Square| self.from.is_none_or(|given| given == **from);
        let fitting = |promote: bool| -> Vec<Action> {
            let all =
                reaching.iter().filter(meant).map(|&from| Action::board(from, self.to, promote));
            all.filter(|&action| board.refuse(action).is_none()).collect()
        };
        // A move that must promote need not be marked as promoting.
        let found = match self.promote {
            Some(promote) => fitting(promote),
            None => Some(fitting(false)).filter(|all| !all.is_empty()).unwrap_or(fitting(true)),
        };
        if !found.is_empty() {
            return Ok(found);
        }
        // The rules give the reason why none of them can go there.
        let piece = Piece::new(board.to_act, self.role, self.promoted);
        let any = || Square::all().find(|&square| board.piece_at(square) == Some(piece));
        let from = self.from.or_else(|| reaching.first().copied()).or_else(any);
        let from = from.ok_or(Fault::NoPieceThere)?;
        Ok(vec![Action::board(from, self.to, self.promote == Some(true))])
    }
}

/// A square with a letter or a digit for its rank.
fn square(text: &str) -> Option<Square> {
    let &[file, rank] = text.as_bytes() else { return None };
    let rank = match rank.to_ascii_lowercase() {
        rank @ b'a'..=b'i' => rank - b'a',
        rank @ b'1'..=b'9' => rank - b'1',
        _ => return None,
    };
    Square::new(file.checked_sub(b'1')?, rank)
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut reader = Reader::default();
    let mut all = tokens(text, |_| false);
    while let Some((place, token)) = all.next() {
        match token {
            Token::Tag(key, value, at) => {
                if reader.begun.is_some() {
                    reader.finish(&mut scores);
                    reader = Reader::default();
                }
                reader.header(&key, &value, at);
            }
            Token::Comment(text) => reader.comment(text.trim()),
            Token::CommentLine(text) => reader.comment(text.trim()),
            Token::Unclosed(text) => {
                reader.comment(text.trim());
                reader.fault(place, Fault::NoEnd('{'));
            }
            Token::Open => {
                // Text in brackets becomes a comment, unchanged.
                let (text, closed) = bracketed(&mut all);
                reader.comment(&text);
                if !closed {
                    reader.fault(place, Fault::NoEnd('('));
                }
            }
            Token::Close => reader.word(")", place, &all),
            Token::Word(word) => match spaced_result(word, all.clone()) {
                Some(result) => {
                    all.nth(1);
                    reader.word(result, place, &all);
                }
                None => reader.word(word, place, &all),
            },
            Token::Escape(text) => reader.head().tag("%", text),
            Token::Prose(_) | Token::BlankLine => {}
        }
    }
    reader.finish(&mut scores);
    scores
}

/// The text up to the end of a bracket, and whether the bracket has one in its game.
fn bracketed(all: &mut Tokens<'_>) -> (String, bool) {
    let mut parts = vec!["(".to_owned()];
    let mut depth = 1_usize;
    let mut ahead = all.clone();
    while let Some((_, token)) = ahead.next() {
        match token {
            Token::Tag(..) => break,
            Token::Open => {
                depth += 1;
                parts.push("(".to_owned());
            }
            Token::Close => {
                depth -= 1;
                parts.push(")".to_owned());
            }
            Token::Word(word) => parts.push(word.to_owned()),
            Token::Comment(text) | Token::Unclosed(text) => parts.push(format!("{{{text}}}")),
            Token::CommentLine(text) | Token::Escape(text) | Token::Prose(text) => {
                parts.push(text.to_owned());
            }
            Token::BlankLine => {}
        }
        all.clone_from(&ahead);
        if depth == 0 {
            break;
        }
    }
    (parts.join(" "), depth == 0)
}

#[derive(Default)]
struct Reader {
    setup: Setup,
    /// The side that the word before names.
    named: Option<Side>,
    begun: Option<(Head, Builder<Board>)>,
    early: Vec<String>,
    at: usize,
    over: bool,
    dead: bool,
    left_out: Vec<String>,
    /// The moves tried so far to resolve ambiguous ones.
    tried: usize,
}

impl Reader {
    fn head(&mut self) -> &mut Head {
        match &mut self.begun {
            Some((head, _)) => head,
            None => &mut self.setup.head,
        }
    }

    fn fault(&mut self, place: SourcePlace, fault: Fault) {
        match &mut self.begun {
            Some((_, builder)) => builder.fault(place, fault),
            None => self.setup.fault(place, fault),
        }
    }

    fn header(&mut self, key: &str, value: &str, place: SourcePlace) {
        let head = &mut self.setup.head;
        head.seen = true;
        let slot = match key.to_ascii_lowercase().as_str() {
            "sente" | "black" => &mut head.players.first,
            "gote" | "white" => &mut head.players.second,
            "date" => &mut head.date,
            "event" | "tournament" => &mut head.event,
            "result" => {
                match ends(value, Side::First) {
                    Some(result) => head.result = result,
                    None => self.setup.fault(place, Fault::BadResult("1-0, 0-1, 1/2-1/2, *")),
                }
                return;
            }
            "sfen" | "fen" if !value.trim().is_empty() => return self.setup.sfen(value, place),
            _ => return head.tag(key, value),
        };
        let given = known(value);
        if slot.is_none() {
            *slot = given;
        } else if given.is_some() && *slot != given {
            head.tag(key, value);
        }
    }

    fn begin(&mut self) -> (&mut Head, &mut Builder<Board>) {
        let (setup, early) = (&mut self.setup, &mut self.early);
        let (head, builder) = self.begun.get_or_insert_with(|| {
            let (head, mut builder) = setup.begin();
            for comment in early.drain(..) {
                builder.tree.comment(0, &comment);
            }
            (head, builder)
        });
        (head, builder)
    }

    fn comment(&mut self, text: &str) {
        let at = self.at;
        match &mut self.begun {
            _ if self.dead => self.left_out.push(format!("{{{text}}}")),
            Some((_, builder)) => builder.tree.comment(at, text),
            None => self.early.push(text.to_owned()),
        }
    }

    /// Takes a move, its number or the end.
    fn word(&mut self, word: &str, place: SourcePlace, after: &Tokens<'_>) {
        let shown = after_number(word);
        let place = place.after(word.chars().count() - shown.chars().count());
        if shown.is_empty() {
            return;
        }
        let (at, dead, over, named) = (self.at, self.dead, self.over, self.named.take());
        let mut tries = MAX_TRIES.saturating_sub(self.tried);
        let (head, builder) = self.begin();
        let to_act = builder.table(at).to_act;
        if over {
            return match ends(shown, to_act) {
                Some(result)
                    if result.as_ref().is_none_or(|result| {
                        Some(result.winner) == head.result.as_ref().map(|known| known.winner)
                    }) => {}
                _ if is_move(shown) => builder.fault(place, Fault::AfterResult),
                _ => head.tag("text", word),
            };
        }
        let signs = shown.trim_matches(['-', '.', ',']);
        if signs.is_empty() {
            return;
        }
        // `White resigns`: the side is named before its word.
        if let (Some(side), Some((_, Token::Word(next)))) = (side(shown), after.clone().next())
            && narrow(next).to_ascii_lowercase().starts_with("resign")
        {
            self.named = Some(side);
            return;
        }
        if let Some(result) = ends(shown, named.unwrap_or(to_act)) {
            match (&mut head.result, result) {
                (Some(known), Some(result)) if known.winner != result.winner => {
                    builder.fault(place, Fault::OtherResult);
                }
                (Some(known), Some(result)) if known.reason.is_empty() => {
                    known.reason = result.reason;
                }
                (known @ None, result) => *known = result,
                (Some(_), _) => {}
            }
            self.over = true;
            return;
        }
        if dead {
            return self.left_out.push(word.to_owned());
        }
        let marks = &shown[shown.trim_end_matches(['!', '?']).len()..];
        if shown.len() == marks.len() || shown.starts_with('$') {
            return builder.tree.mark(at, shown);
        }
        let board = builder.table(at);
        let action = Phrase::read(shown)
            .ok_or_else(|| Fault::NotAMove(shown.to_owned()))
            .and_then(|phrase| phrase.find(board))
            .and_then(|actions| match actions[..] {
                [action] => Ok(action),
                _ => choose(board, &actions, after, &mut tries).ok_or(Fault::Ambiguous),
            });
        let next = match action {
            Ok(action) => builder.play(at, action, place),
            Err(fault) => {
                builder.fault(place, fault);
                None
            }
        };
        if let Some(next) = next
            && !marks.is_empty()
        {
            builder.tree.mark(next, marks);
        }
        self.tried = MAX_TRIES - tries;
        match next {
            Some(next) => self.at = next,
            None => self.dead = true,
        }
    }

    fn finish(mut self, scores: &mut Scores) {
        let seen = self.setup.head.seen || self.begun.is_some();
        if !seen && self.early.is_empty() && self.setup.faults.is_empty() {
            return;
        }
        let headed = self.setup.head.seen;
        self.begin();
        let text = self.left_out.join(" ");
        if let Some((mut head, mut builder)) = self.begun {
            if !text.is_empty() {
                builder.tree.comment(self.at, &text);
            }
            head.seen |= headed;
            scores.push(finish(head, builder));
        }
    }
}

/// Resolves an ambiguous move by the moves that follow.
fn choose(
    board: &Board,
    possible: &[Action],
    after: &Tokens<'_>,
    tries: &mut usize,
) -> Option<Action> {
    let mut words = Vec::new();
    for (_, token) in after.clone().take(MAX_PARTS) {
        match token {
            Token::Tag(..) => break,
            Token::Word(word) if is_move(after_number(word)) => words.push(after_number(word)),
            // The game is over; another one may follow.
            Token::Word(word) if ends(word, board.to_act).is_some() => break,
            _ => {}
        }
        if words.len() >= MAX_MOVES {
            break;
        }
    }
    let meanings = |board: &Board, _, word: &str| {
        Phrase::read(word).and_then(|phrase| phrase.find(board).ok()).unwrap_or_default()
    };
    LookAhead { words: &words, meanings: &meanings }.choose(board, possible, tries)
}

/// The side that a word names.
fn side(word: &str) -> Option<Side> {
    match narrow(word).to_ascii_lowercase().as_str() {
        "black" | "sente" => Some(Side::First),
        "white" | "gote" => Some(Side::Second),
        _ => None,
    }
}

/// The outcome that a word stands for; the inner `None` is an unfinished game.
fn ends(word: &str, to_act: Side) -> Option<Option<RecordedResult>> {
    let of = |winner, reason: &str| Some(RecordedResult { winner, reason: reason.to_owned() });
    let word = narrow(word).replace('½', "1/2").to_ascii_lowercase();
    Some(match word.trim_matches(['.', ',']).replace(':', "-").as_str() {
        "1-0" => of(Some(Side::First), ""),
        "0-1" => of(Some(Side::Second), ""),
        "1/2-1/2" | "1/2" | "draw" => of(None, ""),
        "*" | "?" => None,
        "resigns" | "resign" => of(Some(to_act.other()), "resignation"),
        "mate" | "checkmate" => of(Some(to_act.other()), engine::Reason::Checkmate.as_str()),
        _ => return None,
    })
}
