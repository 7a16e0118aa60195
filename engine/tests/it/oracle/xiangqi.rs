//! Xiangqi on a board of letters: every move is made and examined.
//!
//! A letter is a piece as in FEN, `.` an empty point; rank 0 is the bottom row.

/// A board, whose turn it is and the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Oracle {
    rows: [[u8; 9]; 10],
    upper_to_act: bool,
    walker: bool,
}

pub(crate) type Point = (i8, i8);

const CROSS: [Point; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANT: [Point; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl Oracle {
    /// Reads the board and the side of a FEN that is known to be right.
    pub(crate) fn new(fen: &str, walker: bool) -> Self {
        let (board, rest) = fen.split_once(' ').expect("a board and a side");
        let mut rows = [[b'.'; 9]; 10];
        for (row, text) in rows.iter_mut().rev().zip(board.split('/')) {
            let mut x = 0;
            for letter in text.bytes() {
                if letter.is_ascii_digit() {
                    x += usize::from(letter - b'0');
                } else {
                    row[x] = letter;
                    x += 1;
                }
            }
        }
        Self { rows, upper_to_act: rest.starts_with('w'), walker }
    }

    /// The legal moves in ICCS, sorted.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.moves().into_iter().map(text).collect();
        texts.sort_unstable();
        texts
    }

    /// Counts move sequences.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|(from, to)| self.after(from, to).perft(depth - 1)).sum(),
        }
    }

    /// Whether the general of the side to act is attacked; facing generals count under walker.
    pub(crate) fn check(&self) -> bool {
        let general = self.find(self.upper_to_act);
        self.attacked(general, !self.upper_to_act) || self.facing()
    }

    /// The position after a move in ICCS that is known to be legal.
    pub(crate) fn play(&self, action: &str) -> Self {
        let (from, to) = Self::points_of(action);
        self.after(from, to)
    }

    /// Whether the side with the upper-case letters acts next.
    pub(crate) fn is_first_to_act(&self) -> bool {
        self.upper_to_act
    }

    /// The same pieces with the turn passed.
    pub(super) fn passed(&self) -> Self {
        Self { upper_to_act: !self.upper_to_act, ..self.clone() }
    }

    /// The same board with a point emptied.
    pub(super) fn without(&self, point: Point) -> Self {
        let mut without = self.clone();
        without.rows[row(point)][column(point)] = b'.';
        without
    }

    /// The points of a move in ICCS.
    pub(super) fn points_of(action: &str) -> (Point, Point) {
        let &[from_x, from_y, to_x, to_y] = action.as_bytes() else { panic!("{action}") };
        let number = |byte: u8, zero: u8| (byte - zero).cast_signed();
        ((number(from_x, b'a'), number(from_y, b'0')), (number(to_x, b'a'), number(to_y, b'0')))
    }

    /// The number of pieces on the board.
    pub(crate) fn pieces(&self) -> usize {
        points().filter(|&point| self.owner(point).is_some()).count()
    }

    /// Whether no piece is left that can cross the river.
    pub(crate) fn is_dead(&self) -> bool {
        !self.rows.iter().flatten().any(|letter| b"RNCPrncp".contains(letter))
    }

    fn moves(&self) -> Vec<(Point, Point)> {
        if self.is_dead() {
            return Vec::new();
        }
        let mut legal = Vec::new();
        for from in points() {
            if self.owner(from) != Some(self.upper_to_act) {
                continue;
            }
            for to in self.reach(from) {
                if self.owner(to) != Some(self.upper_to_act) && self.is_legal(from, to) {
                    legal.push((from, to));
                }
            }
        }
        legal
    }

    pub(super) fn is_legal(&self, from: Point, to: Point) -> bool {
        let after = self.after(from, to);
        let general = after.find(self.upper_to_act);
        if after.attacked(general, !self.upper_to_act) {
            return false;
        }
        if !after.facing() {
            return true;
        }
        // Rule 9 of Walker's leaflet: the piece stood between and left the file.
        let enemy = self.find(!self.upper_to_act);
        let between = general.0 == from.0
            && enemy.0 == from.0
            && (general.1.min(enemy.1)..general.1.max(enemy.1)).contains(&from.1);
        self.walker && between && from != self.find(self.upper_to_act) && to.0 != from.0
    }

    pub(super) fn after(&self, from: Point, to: Point) -> Self {
        let mut after = self.clone();
        after.rows[row(to)][column(to)] = self.at(from);
        after.rows[row(from)][column(from)] = b'.';
        after.upper_to_act = !self.upper_to_act;
        after
    }

    pub(super) fn at(&self, point: Point) -> u8 {
        self.rows[row(point)][column(point)]
    }

    pub(super) fn owner(&self, point: Point) -> Option<bool> {
        let letter = self.at(point);
        letter.is_ascii_alphabetic().then(|| letter.is_ascii_uppercase())
    }

    pub(super) fn find(&self, upper: bool) -> Point {
        let letter = if upper { b'K' } else { b'k' };
        points().find(|&point| self.at(point) == letter).expect("both generals stand")
    }

    fn attacked(&self, target: Point, by_upper: bool) -> bool {
        points()
            .filter(|&from| self.owner(from) == Some(by_upper))
            .any(|from| self.reach(from).contains(&target))
    }

    fn facing(&self) -> bool {
        let (upper, lower) = (self.find(true), self.find(false));
        let mut y = upper.1 + 1;
        while upper.0 == lower.0 && y < lower.1 && self.at((upper.0, y)) == b'.' {
            y += 1;
        }
        upper.0 == lower.0 && y == lower.1
    }

    /// The points a piece goes to or takes on, own pieces there included.
    pub(super) fn reach(&self, (x, y): Point) -> Vec<Point> {
        let letter = self.at((x, y));
        let upper = letter.is_ascii_uppercase();
        // How far a rank is from the piece's own edge.
        let depth = |rank: i8| if upper { rank } else { 9 - rank };
        let palace = |&(x, y): &Point| (3..=5).contains(&x) && depth(y) <= 2;
        let step = |directions: &[Point]| -> Vec<Point> {
            directions.iter().map(|(dx, dy)| (x + dx, y + dy)).filter(on_board).collect()
        };
        match letter.to_ascii_uppercase() {
            b'K' => step(&CROSS).into_iter().filter(palace).collect(),
            b'A' => step(&SLANT).into_iter().filter(palace).collect(),
            b'B' => SLANT
                .iter()
                .map(|(dx, dy)| ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)))
                .filter(|(_, to)| on_board(to) && depth(to.1) <= 4)
                .filter(|&(eye, _)| self.at(eye) == b'.')
                .map(|(_, to)| to)
                .collect(),
            b'N' => {
                let mut reach = Vec::new();
                for (dx, dy) in CROSS {
                    let leg = (x + dx, y + dy);
                    if on_board(&leg) && self.at(leg) == b'.' {
                        let ends = [
                            (leg.0 + dx + dy, leg.1 + dy + dx),
                            (leg.0 + dx - dy, leg.1 + dy - dx),
                        ];
                        reach.extend(ends.into_iter().filter(on_board));
                    }
                }
                reach
            }
            b'R' | b'C' => {
                let cannon = letter.eq_ignore_ascii_case(&b'c');
                let mut reach = Vec::new();
                for (dx, dy) in CROSS {
                    let mut ahead = (1..)
                        .map(|n| (x + n * dx, y + n * dy))
                        .take_while(on_board)
                        .collect::<Vec<_>>()
                        .into_iter();
                    for point in ahead.by_ref() {
                        if self.at(point) == b'.' {
                            reach.push(point);
                            continue;
                        }
                        if !cannon {
                            reach.push(point);
                        }
                        break;
                    }
                    if cannon {
                        reach.extend(ahead.find(|&point| self.at(point) != b'.'));
                    }
                }
                reach
            }
            b'P' => {
                let forward = if upper { (0, 1) } else { (0, -1) };
                if depth(y) <= 4 { step(&[forward]) } else { step(&[forward, (1, 0), (-1, 0)]) }
            }
            _ => Vec::new(),
        }
    }
}

pub(super) fn points() -> impl Iterator<Item = Point> {
    (0..10).flat_map(|y| (0..9).map(move |x| (x, y)))
}

fn on_board(&(x, y): &Point) -> bool {
    (0..9).contains(&x) && (0..10).contains(&y)
}

fn column(point: Point) -> usize {
    usize::from(point.0.unsigned_abs())
}

fn row(point: Point) -> usize {
    usize::from(point.1.unsigned_abs())
}

fn text((from, to): (Point, Point)) -> String {
    name(from) + &name(to)
}

/// The name of a point in ICCS.
pub(crate) fn name((x, y): Point) -> String {
    format!("{}{y}", char::from(b'a' + x.unsigned_abs()))
}
