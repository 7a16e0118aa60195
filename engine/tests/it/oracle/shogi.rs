//! Shogi on a board of letters: every move is made and looked at.
//!
//! A square holds a letter as in SFEN, with `+` before it when promoted, or nothing. Rows run
//! from rank `a` down, columns from file 9 to file 1.

use std::collections::BTreeMap;

/// A board, the hands and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Oracle {
    rows: Vec<Vec<String>>,
    /// The number of each letter in hand.
    hands: BTreeMap<char, u32>,
    upper_to_act: bool,
}

/// A row and a column.
type Point = (i32, i32);

/// The place from which a move takes a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Board(Point),
    Hand(char),
}

/// Steps of so many rows forward and columns to the right.
const ROOK: &[Point] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
const BISHOP: &[Point] = &[(1, 1), (1, -1), (-1, 1), (-1, -1)];
const GOLD: &[Point] = &[(1, 1), (1, 0), (1, -1), (0, 1), (0, -1), (-1, 0)];
const SILVER: &[Point] = &[(1, 1), (1, 0), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: &[Point] = &[(2, 1), (2, -1)];

/// The single steps of a piece, given without its side, and the directions in which it slides.
fn movement(piece: &str) -> (&'static [Point], &'static [Point]) {
    match piece {
        "P" => (&[(1, 0)], &[]),
        "L" => (&[], &[(1, 0)]),
        "N" => (KNIGHT, &[]),
        "S" => (SILVER, &[]),
        "G" | "+P" | "+L" | "+N" | "+S" => (GOLD, &[]),
        "B" => (&[], BISHOP),
        "R" => (&[], ROOK),
        "+B" => (ROOK, BISHOP),
        "+R" => (BISHOP, ROOK),
        "K" => (&[(1, 1), (1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)], &[]),
        other => panic!("no such piece: {other}"),
    }
}

impl Oracle {
    /// Reads an SFEN that is known to be right.
    pub(crate) fn new(sfen: &str) -> Self {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let rows = fields[0].split('/').map(row).collect();
        let mut hands = BTreeMap::new();
        let mut count = 0;
        for letter in fields[2].chars().filter(|&letter| letter != '-') {
            if let Some(digit) = letter.to_digit(10) {
                count = 10 * count + digit;
            } else {
                hands.insert(letter, count.max(1));
                count = 0;
            }
        }
        Self { rows, hands, upper_to_act: fields[1] == "b" }
    }

    /// The legal moves in USI, sorted.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self
            .candidates()
            .into_iter()
            .filter(|&(origin, to, _)| self.is_legal(origin, to))
            .map(|(origin, to, promote)| text(origin, to, promote))
            .collect();
        texts.sort_unstable();
        texts
    }

    /// Whether the king of the side to act is attacked.
    pub(crate) fn check(&self) -> bool {
        self.attacked(self.upper_to_act)
    }

    fn at(&self, (row, column): Point) -> Option<&str> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).map(String::as_str)
    }

    /// The name of an owned piece without its side, if that side has it.
    fn own(&self, at: Point, upper: bool) -> Option<String> {
        let piece = self.at(at)?;
        let letter = piece.chars().last()?;
        (letter.is_ascii_uppercase() == upper).then(|| piece.to_ascii_uppercase())
    }

    /// The points that a piece reaches, without regard to the kings.
    fn reach(&self, from: Point, piece: &str, upper: bool) -> Vec<Point> {
        let forward = if upper { -1 } else { 1 };
        let (steps, slides) = movement(piece);
        let mut reached = Vec::new();
        for (directions, most) in [(steps, 1), (slides, 8)] {
            for &(ahead, right) in directions {
                for times in 1..=most {
                    let to = (from.0 + times * ahead * forward, from.1 + times * right);
                    let Some(target) = self.at(to) else { break };
                    if self.own(to, upper).is_some() {
                        break;
                    }
                    reached.push(to);
                    if !target.is_empty() {
                        break;
                    }
                }
            }
        }
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// Everything the side to act could play if kings did not matter.
    fn candidates(&self) -> Vec<(Origin, Point, bool)> {
        let upper = self.upper_to_act;
        let mut found = Vec::new();
        for from in points() {
            let Some(piece) = self.own(from, upper) else { continue };
            for to in self.reach(from, &piece, upper) {
                let zone = ahead(from, upper) <= 2 || ahead(to, upper) <= 2;
                if zone && !piece.starts_with('+') && piece != "G" && piece != "K" {
                    found.push((Origin::Board(from), to, true));
                }
                if ahead(to, upper) >= needed_ranks(&piece) {
                    found.push((Origin::Board(from), to, false));
                }
            }
        }
        for &letter in self.hands.keys().filter(|letter| letter.is_ascii_uppercase() == upper) {
            let piece = letter.to_ascii_uppercase().to_string();
            for to in points().filter(|&to| self.at(to) == Some("")) {
                let file = || (0..9).map(|row| (row, to.1));
                let nifu = piece == "P" && file().any(|at| self.own(at, upper) == Some("P".into()));
                if ahead(to, upper) >= needed_ranks(&piece) && !nifu {
                    found.push((Origin::Hand(letter), to, false));
                }
            }
        }
        found
    }

    fn is_legal(&self, origin: Origin, to: Point) -> bool {
        let after = self.after(origin, to);
        if after.attacked(self.upper_to_act) {
            return false;
        }
        let pawn_drop = matches!(origin, Origin::Hand('P' | 'p'));
        // A pawn that checks stands next to the king, so that no drop can answer it.
        let mate = || {
            let answers = after.candidates();
            let mut moves =
                answers.iter().filter(|(origin, ..)| matches!(origin, Origin::Board(_)));
            after.check()
                && moves
                    .all(|&(origin, to, _)| after.after(origin, to).attacked(after.upper_to_act))
        };
        !(pawn_drop && mate())
    }

    /// The position after a move, promotion left out: it changes nothing for the own king, and a
    /// dropped pawn does not promote.
    fn after(&self, origin: Origin, to: Point) -> Self {
        let mut next = self.clone();
        let (row, column) = index(to);
        let taken = next.rows[row][column].chars().last();
        if let Some(letter) = taken {
            let upper = self.upper_to_act;
            let held =
                if upper { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
            *next.hands.entry(held).or_insert(0) += 1;
        }
        next.rows[row][column] = match origin {
            Origin::Hand(letter) => {
                let count = next.hands.remove(&letter).unwrap_or(0);
                if count > 1 {
                    next.hands.insert(letter, count - 1);
                }
                letter.to_string()
            }
            Origin::Board(from) => {
                let (row, column) = index(from);
                std::mem::take(&mut next.rows[row][column])
            }
        };
        next.upper_to_act = !self.upper_to_act;
        next
    }

    /// Whether the king of the upper-case side, or of the other, is attacked.
    fn attacked(&self, upper: bool) -> bool {
        let king = points().find(|&at| self.own(at, upper).as_deref() == Some("K"));
        points().any(|from| {
            self.own(from, !upper).is_some_and(|piece| {
                king.is_some_and(|king| self.reach(from, &piece, !upper).contains(&king))
            })
        })
    }
}

/// One rank of an SFEN.
fn row(text: &str) -> Vec<String> {
    let mut row = Vec::new();
    let mut plus = "";
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(run) => row.extend((0..run).map(|_| String::new())),
            None if letter == '+' => plus = "+",
            None => row.push(format!("{}{letter}", std::mem::take(&mut plus))),
        }
    }
    row
}

fn points() -> impl Iterator<Item = Point> {
    (0..9).flat_map(|row| (0..9).map(move |column| (row, column)))
}

fn index((row, column): Point) -> (usize, usize) {
    let index = |coordinate| usize::try_from(coordinate).expect("a point on the board");
    (index(row), index(column))
}

/// The number of rows ahead of a point.
fn ahead((row, _): Point, upper: bool) -> i32 {
    if upper { row } else { 8 - row }
}

/// The number of rows that a piece needs ahead of it to be able to move.
fn needed_ranks(piece: &str) -> i32 {
    match piece {
        "P" | "L" => 1,
        "N" => 2,
        _ => 0,
    }
}

fn name((row, column): Point) -> String {
    let (row, column) = index((row, column));
    format!("{}{}", 9 - column, ["a", "b", "c", "d", "e", "f", "g", "h", "i"][row])
}

fn text(origin: Origin, to: Point, promote: bool) -> String {
    let plus = if promote { "+" } else { "" };
    match origin {
        Origin::Board(from) => format!("{}{}{plus}", name(from), name(to)),
        Origin::Hand(letter) => format!("{}*{}", letter.to_ascii_uppercase(), name(to)),
    }
}
