//! Diu Fang in the plainest words: a map of stones and one question after the other. It shares
//! nothing with the engine, not even the rulesets' data.

use std::collections::BTreeMap;

type Point = (i32, i32);

/// The effects of an action.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Done {
    /// Stones taken, with the pattern.
    pub(crate) captures: Vec<(String, &'static str)>,
    /// Removals earned and not lapsed.
    pub(crate) earned: u32,
    /// Whether there was a capture, a removal or a placement.
    pub(crate) progress: bool,
}

/// A position with everything the rules need to know of it.
#[derive(Debug, Clone)]
pub(crate) struct Oracle {
    ruleset: &'static str,
    files: i32,
    ranks: i32,
    stones: BTreeMap<Point, char>,
    side: char,
    /// `p`, `r`, `e` or `m`.
    phase: char,
    /// Stones in hand, black's and white's.
    hands: [i32; 2],
    /// Opening removals or exchanges left.
    left: i32,
    fill: Option<Point>,
    owed: u32,
    passes: u32,
    /// Winner (`b`, `w`, `-`) and reason, once the position is finished.
    pub(crate) over: Option<(char, &'static str)>,
}

const AROUND: [Point; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const CORNERS: [Point; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const D4: Point = (3, 3);

fn other(side: char) -> char {
    if side == 'b' { 'w' } else { 'b' }
}

/// The name of a point from its file and rank, both from 0.
pub(crate) fn name((file, rank): Point) -> String {
    let letter = |base: u8, value: i32| char::from(base + u8::try_from(value).expect("small"));
    format!("{}{}", letter(b'a', file), letter(b'1', rank))
}

fn named(text: &str) -> Point {
    let bytes = text.as_bytes();
    (i32::from(bytes[0]) - i32::from(b'a'), i32::from(bytes[1]) - i32::from(b'1'))
}

impl Oracle {
    /// The start of a game; `ruleset` is `salmi`, `chinese-wei`, `chinese-tian`, `shimizu`,
    /// `ludii` or `ludii-1.3`.
    pub(crate) fn start(ruleset: &'static str, files: i32, ranks: i32) -> Self {
        let points = files * ranks;
        let hands = match ruleset {
            "shimizu" | "ludii" | "ludii-1.3" => [24, 24],
            _ => [points - points / 2, points / 2],
        };
        Self {
            ruleset,
            files,
            ranks,
            stones: BTreeMap::new(),
            side: 'b',
            phase: 'p',
            hands,
            left: 0,
            fill: None,
            owed: 0,
            passes: 0,
            over: None,
        }
    }

    /// A position from its text, which must be well formed.
    pub(crate) fn read(ruleset: &'static str, files: i32, ranks: i32, text: &str) -> Self {
        let mut position = Self::start(ruleset, files, ranks);
        let fields: Vec<&str> = text.split(' ').collect();
        for (down, row) in (1..).zip(fields[0].split('/')) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += i32::try_from(run).expect("a digit"),
                    None => {
                        position.stones.insert((file, ranks - down), letter);
                        file += 1;
                    }
                }
            }
        }
        position.side = fields[1].chars().next().expect("a side");
        position.phase = fields[2].chars().next().expect("a phase");
        let end = fields[2].find(['f', 'x', 'z']).unwrap_or(fields[2].len());
        let (phase, rest) = fields[2].split_at(end);
        if let Some((black, white)) = phase[1..].split_once(',') {
            position.hands = [black, white].map(|hand| hand.parse().expect("a number"));
        } else {
            position.hands = [0, 0];
            position.left = phase[1..].parse().unwrap_or(0);
        }
        match rest.chars().next() {
            Some('f') => position.fill = Some(named(&rest[1..])),
            Some('x') => position.owed = rest[1..].parse().expect("a number"),
            Some('z') => position.passes = 1,
            _ => {}
        }
        position.find_end();
        if position.over.is_none() && position.fill.is_none() && position.owed == 0 {
            position.find_encirclement();
        }
        position
    }

    fn is(&self, rulesets: &[&str]) -> bool {
        rulesets.contains(&self.ruleset)
    }

    fn chinese(&self) -> bool {
        self.ruleset.starts_with("chinese")
    }

    /// Every point, rank by rank.
    pub(crate) fn points(&self) -> Vec<Point> {
        (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank))).collect()
    }

    fn on_board(&self, (file, rank): Point) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    fn stones_of(&self, side: char) -> Vec<Point> {
        self.points().into_iter().filter(|point| self.stones.get(point) == Some(&side)).collect()
    }

    /// Whether the points so far from `point` all exist and carry stones of `side`.
    fn all_are(&self, point: Point, offsets: [Point; 4], side: char) -> bool {
        offsets.iter().all(|(files, ranks)| {
            self.stones.get(&(point.0 + files, point.1 + ranks)) == Some(&side)
        })
    }

    fn is_empty(&self, point: Point) -> bool {
        self.on_board(point) && !self.stones.contains_key(&point)
    }

    fn joined(&self, one: Point, two: Point) -> bool {
        let apart = (one.0.abs_diff(two.0), one.1.abs_diff(two.1));
        let diagonal = apart == (1, 1) && (one == D4 || two == D4);
        apart == (0, 1) || apart == (1, 0) || (diagonal && self.is(&["ludii", "ludii-1.3"]))
    }

    /// The stones of `side`, four by four, that form fang.
    fn fang(&self, side: char) -> Vec<[Point; 4]> {
        let mut found = Vec::new();
        for point in self.points() {
            let four = |offsets: [Point; 4]| offsets.map(|(f, r)| (point.0 + f, point.1 + r));
            let cell = [(0, 0), (1, 0), (0, 1), (1, 1)];
            if self.is(&["ludii", "ludii-1.3"]) {
                if self.is_empty(point) && self.all_are(point, AROUND, side) {
                    found.push(four(AROUND));
                }
            } else if self.all_are(point, cell, side) {
                found.push(four(cell));
            }
        }
        found
    }

    /// The number of fang that the stone that has just arrived at `point` has formed.
    fn formed(&self, point: Point) -> usize {
        let side = self.stones[&point];
        if self.ruleset != "ludii-1.3" {
            return self.fang(side).iter().filter(|four| four.contains(&point)).count();
        }
        let earns = |hole: &Point| {
            let include = |offsets: [Point; 4]| {
                self.all_are(*hole, offsets, side)
                    && offsets.iter().any(|(f, r)| (hole.0 + f, hole.1 + r) == point)
            };
            self.is_empty(*hole)
                && self.joined(*hole, point)
                && (include(AROUND) || include(CORNERS))
        };
        self.points().iter().filter(|hole| earns(hole)).count()
    }

    /// The enemy stones that `side` may remove.
    fn targets(&self, side: char) -> Vec<Point> {
        let enemy = self.stones_of(other(side));
        if self.ruleset == "ludii-1.3" {
            return enemy;
        }
        let fang = self.fang(other(side));
        let free: Vec<Point> = enemy
            .iter()
            .copied()
            .filter(|point| !fang.iter().any(|four| four.contains(point)))
            .collect();
        if free.is_empty() && self.chinese() { enemy } else { free }
    }

    fn own_neighbours(&self, point: Point) -> Vec<Point> {
        self.stones_of(self.side).into_iter().filter(|&own| self.joined(own, point)).collect()
    }

    /// With which stones an exchange may begin.
    fn exchanges(&self) -> Vec<Point> {
        let targets = self.targets(self.side);
        let near: Vec<Point> =
            targets.iter().copied().filter(|&at| !self.own_neighbours(at).is_empty()).collect();
        if near.is_empty() { targets } else { near }
    }

    fn steps(&self, side: char) -> Vec<String> {
        let mut steps = Vec::new();
        for from in self.stones_of(side) {
            for to in self.points() {
                if self.is_empty(to) && self.joined(from, to) {
                    steps.push(name(from) + &name(to));
                }
            }
        }
        steps
    }

    /// The legal actions, sorted.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut legal = self.legal_unsorted();
        legal.sort_unstable();
        legal
    }

    fn legal_unsorted(&self) -> Vec<String> {
        let removals =
            |points: Vec<Point>| points.into_iter().map(|at| format!("x{}", name(at))).collect();
        if self.over.is_some() {
            return Vec::new();
        }
        if let Some(point) = self.fill {
            return self
                .own_neighbours(point)
                .into_iter()
                .map(|at| name(at) + &name(point))
                .collect();
        }
        if self.owed > 0 {
            if self.stones_of(other(self.side)).is_empty() {
                return vec!["pass".to_owned()];
            }
            return removals(self.targets(self.side));
        }
        match self.phase {
            'p' => {
                let first = self.stones.is_empty() && !self.chinese() && self.ruleset != "salmi";
                let points = self.points().into_iter().filter(|&at| self.is_empty(at));
                points.filter(|&at| !first || at == D4).map(|at| format!("@{}", name(at))).collect()
            }
            'r' => removals(self.targets(self.side)),
            'e' => removals(self.exchanges()),
            _ => {
                if self.ruleset == "shimizu" && !self.exchanges().is_empty() {
                    return removals(self.exchanges());
                }
                let steps = self.steps(self.side);
                if steps.is_empty() { vec!["pass".to_owned()] } else { steps }
            }
        }
    }

    /// Plays a legal action.
    pub(crate) fn play(&mut self, action: &str) -> Done {
        let mut done = Done::default();
        let by = self.side;
        let arrived = if action == "pass" {
            if self.owed > 0 {
                self.owed = 0;
                self.find_end();
                return done;
            }
            self.passes += 1;
            if self.passes == 2 && self.ruleset != "ludii-1.3" {
                self.over = Some(('-', "two_passes"));
                return done;
            }
            self.passes = 1;
            None
        } else if let Some(at) = action.strip_prefix('@') {
            done.progress = true;
            self.stones.insert(named(at), by);
            self.hands[usize::from(by == 'w')] -= 1;
            Some(named(at)).filter(|_| self.chinese() || self.ruleset == "salmi")
        } else if let Some(at) = action.strip_prefix('x') {
            done.progress = true;
            self.remove(named(at), &mut done);
            None
        } else {
            let (from, to) = (named(&action[..2]), named(&action[2..]));
            self.stones.remove(&from);
            self.stones.insert(to, by);
            self.fill = None;
            Some(to)
        };
        if action != "pass" {
            self.passes = 0;
        }
        if let Some(point) = arrived {
            let formed = u32::try_from(self.formed(point)).expect("a few");
            if formed > 0 && !self.targets(by).is_empty() {
                self.owed = formed;
                done.earned = formed;
            }
        }
        self.find_end();
        if self.over.is_none() && self.fill.is_none() && self.owed == 0 {
            self.end_turn();
        }
        done
    }

    fn remove(&mut self, at: Point, done: &mut Done) {
        self.stones.remove(&at);
        let pattern = if self.owed > 0 {
            self.owed -= 1;
            let last_is_gone = self.stones_of(other(self.side)).is_empty();
            if self.targets(self.side).is_empty() && !(last_is_gone && self.ruleset == "ludii-1.3")
            {
                self.owed = 0;
            }
            "fang"
        } else if self.phase == 'r' {
            "opening"
        } else {
            if !self.own_neighbours(at).is_empty() {
                self.fill = Some(at);
            }
            "exchange"
        };
        done.captures.push((name(at), pattern));
    }

    /// Once placing is over a side without stones has lost.
    fn find_end(&mut self) {
        if self.over.is_some() || self.owed > 0 || (self.phase == 'p' && self.hands != [0, 0]) {
            return;
        }
        for side in ['b', 'w'] {
            if self.stones_of(side).is_empty() {
                self.over = Some((other(side), "elimination"));
                self.fill = None;
                return;
            }
        }
    }

    /// Under `chinese-wei` a side without a step has lost.
    fn find_encirclement(&mut self) {
        if self.ruleset == "chinese-wei" && self.phase == 'm' && self.steps(self.side).is_empty() {
            self.over = Some((other(self.side), "no_legal_move"));
        }
    }

    /// Passes the turn on: the side that did not act last begins the next phase, if this one is
    /// done, and a side that has nothing to remove or exchange is skipped.
    fn end_turn(&mut self) {
        let last = self.side;
        self.side = other(last);
        match self.phase {
            'p' if self.hands == [0, 0] => {
                let full = self.stones.len() == self.points().len();
                (self.phase, self.left) = match self.ruleset {
                    "salmi" if full => ('r', 2),
                    "chinese-wei" | "chinese-tian" => ('r', 2),
                    "ludii" => ('e', 2),
                    _ => ('m', 0),
                };
            }
            'r' | 'e' => self.left -= 1,
            _ => {}
        }
        while matches!(self.phase, 'r' | 'e') && self.left > 0 && self.targets(self.side).is_empty()
        {
            self.left -= 1;
            self.side = other(self.side);
        }
        if matches!(self.phase, 'r' | 'e') && self.left == 0 {
            self.phase = 'm';
            self.side = other(last);
        }
        self.find_encirclement();
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.ranks).rev() {
            let mut row: String = (0..self.files)
                .map(|file| self.stones.get(&(file, rank)).copied().unwrap_or('.'))
                .collect();
            for run in (1..=9).rev() {
                row = row.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(row);
        }
        let phase = match self.phase {
            'p' => format!("p{},{}", self.hands[0], self.hands[1]),
            'm' => "m".to_owned(),
            phase => format!("{phase}{}", self.left),
        };
        let ending = match (self.fill, self.owed, self.passes) {
            (Some(point), _, _) => format!("f{}", name(point)),
            (_, 0, 0) => String::new(),
            (_, 0, _) => "z".to_owned(),
            (_, owed, _) => format!("x{owed}"),
        };
        format!("{} {} {phase}{ending}", rows.join("/"), self.side)
    }
}
