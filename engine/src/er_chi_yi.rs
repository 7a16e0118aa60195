//! Er Chi Yi 二吃一: a first, plain implementation to be replaced by the shared line engine.

use crate::grid::{parse_point, point_text};
use crate::zobrist::keys;
use crate::{
    AnyAction, BySide, Effects, Game, GameInfo, Options, Outcome, Pattern, Position, PositionError,
    Reason, Refusal, Rule, RulesetInfo, SetupError, Side, Sink, Text,
};

const SIZE: u8 = 5;
const KEYS: [u64; 51] = keys(1_000);

const INFO: GameInfo = GameInfo {
    id: "er-chi-yi",
    name: Text { en: "Er Chi Yi", zh: "二吃一", ja: "二吃一" },
    rulesets: &[RulesetInfo {
        id: "standard",
        version: 1,
        name: Text { en: "Standard", zh: "标准", ja: "標準" },
        summary: Text { en: "", zh: "", ja: "" },
        source: Text { en: "", zh: "", ja: "" },
        sides: BySide {
            first: Text { en: "Black", zh: "黑", ja: "黒" },
            second: Text { en: "White", zh: "白", ja: "白" },
        },
        options: &[],
    }],
    notations: &["txt"],
};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
/// A position.
pub struct ErChiYi {
    board: [Option<Side>; 25],
    to_act: Side,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
/// A step.
pub struct Step {
    from: u8,
    to: u8,
}

fn neighbours(point: u8) -> impl Iterator<Item = u8> {
    let (file, rank) = (point % SIZE, point / SIZE);
    [
        (file > 0).then(|| point - 1),
        (file + 1 < SIZE).then(|| point + 1),
        (rank > 0).then(|| point - SIZE),
        (rank + 1 < SIZE).then(|| point + SIZE),
    ]
    .into_iter()
    .flatten()
}

impl ErChiYi {
    fn count(&self, side: Side) -> usize {
        self.board.iter().filter(|&&p| p == Some(side)).count()
    }
}

impl Position for ErChiYi {
    type Action = Step;
    type Rules = ();
    const INFO: &'static GameInfo = &INFO;

    fn rules(_: &str, _: &Options) -> Result<(), SetupError> {
        Ok(())
    }

    fn start((): ()) -> Self {
        let mut board = [None; 25];
        board[..5].fill(Some(Side::First));
        board[20..].fill(Some(Side::Second));
        Self { board, to_act: Side::First }
    }

    fn parse((): (), text: &str) -> Result<Self, SetupError> {
        let bad = || PositionError::whole("malformed");
        let mut parts = text.split(' ');
        let (Some(rows), Some(side), Some("-"), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(bad().into());
        };
        let mut board = [None; 25];
        let mut rank = SIZE;
        for row in rows.split('/') {
            rank = rank.checked_sub(1).ok_or_else(bad)?;
            let mut file = 0;
            for c in row.chars() {
                match c {
                    'b' | 'w' if file < SIZE => {
                        board[usize::from(rank * SIZE + file)] =
                            Some(if c == 'b' { Side::First } else { Side::Second });
                        file += 1;
                    }
                    '1'..='5' => file += c as u8 - b'0',
                    _ => return Err(bad().into()),
                }
            }
            if file != SIZE {
                return Err(bad().into());
            }
        }
        let to_act = if side == "b" { Side::First } else { Side::Second };
        Ok(Self { board, to_act })
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        for rank in (0..SIZE).rev() {
            let mut run = 0u8;
            for file in 0..=SIZE {
                let point =
                    if file < SIZE { self.board[usize::from(rank * SIZE + file)] } else { None };
                if run > 0 && (file == SIZE || point.is_some()) {
                    text.push(char::from(b'0' + run));
                    run = 0;
                }
                match point {
                    Some(Side::First) => text.push('b'),
                    Some(Side::Second) => text.push('w'),
                    None => run += 1,
                }
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push_str(if self.to_act == Side::First { "b -" } else { "w -" });
        text
    }

    fn parse_action(&self, text: &str) -> Result<Step, Refusal> {
        let point = |t: Option<&str>| {
            let (file, rank) = parse_point(t?, SIZE, SIZE)?;
            Some(rank * SIZE + file)
        };
        match (point(text.get(..2)), point(text.get(2..))) {
            (Some(from), Some(to)) => Ok(Step { from, to }),
            _ => Err(Refusal::new(Rule::Syntax)),
        }
    }

    fn action_text(&self, action: Step) -> String {
        self.point_name(action.from) + &self.point_name(action.to)
    }

    fn point_name(&self, point: u8) -> String {
        point_text(point % SIZE, point / SIZE)
    }

    fn to_act(&self) -> Side {
        self.to_act
    }

    fn outcome(&self) -> Option<Outcome> {
        let (own, enemy) = (self.count(self.to_act), self.count(self.to_act.other()));
        if own == 0 {
            return Some(Outcome::win(self.to_act.other(), Reason::Elimination));
        }
        if own == 1 && enemy == 1 {
            return Some(Outcome::draw(Reason::DeadPosition));
        }
        let mut any = AnyAction::default();
        self.actions(&mut any);
        (!any.found).then(|| Outcome::win(self.to_act.other(), Reason::NoLegalMove))
    }

    fn actions<S: Sink<Step>>(&self, sink: &mut S) {
        if self.count(Side::First).min(self.count(Side::Second)) == 0
            || self.count(Side::First) + self.count(Side::Second) == 2
        {
            return;
        }
        for from in 0..25 {
            if self.board[usize::from(from)] == Some(self.to_act) {
                for to in neighbours(from) {
                    if self.board[usize::from(to)].is_none() && sink.push(Step { from, to }) {
                        return;
                    }
                }
            }
        }
    }

    fn refuse(&self, action: Step) -> Option<Refusal> {
        match self.board[usize::from(action.from)] {
            None => Some(Refusal::at(Rule::EmptyOrigin, action.from)),
            Some(side) if side != self.to_act => Some(Refusal::at(Rule::NotYours, action.from)),
            Some(_) if !neighbours(action.from).any(|p| p == action.to) => {
                Some(Refusal::at(Rule::NotAdjacent, action.to))
            }
            Some(_) if self.board[usize::from(action.to)].is_some() => {
                Some(Refusal::at(Rule::Occupied, action.to))
            }
            Some(_) => None,
        }
    }

    fn apply(&mut self, action: Step) -> Effects {
        let mut effects = Effects::NONE;
        self.board[usize::from(action.from)] = None;
        self.board[usize::from(action.to)] = Some(self.to_act);
        let (file, rank) = (action.to % SIZE, action.to / SIZE);
        let lines: [[u8; 5]; 2] = [
            std::array::from_fn(|i| rank * SIZE + u8::try_from(i).unwrap_or(0)),
            std::array::from_fn(|i| u8::try_from(i).unwrap_or(0) * SIZE + file),
        ];
        for line in lines {
            let stones: Vec<usize> =
                (0..5).filter(|&i| self.board[usize::from(line[i])].is_some()).collect();
            if let &[a, b, c] = stones.as_slice()
                && c == a + 2
            {
                let at = |i: usize| self.board[usize::from(line[i])] == Some(self.to_act);
                match (at(a), at(b), at(c)) {
                    (true, true, false) => effects.capture(line[c], Pattern::Top),
                    (false, true, true) => effects.capture(line[a], Pattern::Top),
                    _ => {}
                }
            }
        }
        for capture in effects.captures() {
            self.board[usize::from(capture.at)] = None;
        }
        self.to_act = self.to_act.other();
        effects
    }

    fn key(&self) -> u64 {
        let mut key = if self.to_act == Side::First { 0 } else { KEYS[50] };
        for (i, side) in self.board.iter().enumerate() {
            if let Some(side) = side {
                key ^= KEYS[2 * i + side.index()];
            }
        }
        key
    }

    fn adjudicate(game: &Game<Self>) -> Option<Outcome> {
        if game.repetitions() >= 3 {
            return Some(Outcome::draw(Reason::Repetition));
        }
        (game.quiet() >= 100).then(|| Outcome::draw(Reason::NoProgress))
    }
}
