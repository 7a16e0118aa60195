//! The five line games in the plainest words: a board of letters, lines read as strings from
//! both ends, and a list of all positions so far. It shares nothing with the engine.

use std::collections::HashMap;

type Point = (usize, usize);

/// The oracle's result for an action.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Done {
    /// Stones taken, with the pattern, sorted.
    pub(crate) captures: Vec<(String, &'static str)>,
    /// Removals earned.
    pub(crate) earned: usize,
}

/// A line game with its history.
#[derive(Debug, Clone)]
pub(crate) struct Oracle {
    game: &'static str,
    ruleset: &'static str,
    size: usize,
    /// `board[rank][file]`: `b`, `w` or `.`.
    board: Vec<Vec<char>>,
    side: char,
    /// As in the position text.
    phase: String,
    /// The number of times that each position text came about since the last capture or removal.
    seen: HashMap<String, u32>,
    /// Actions since the last capture or removal.
    quiet: u32,
}

fn other(side: char) -> char {
    if side == 'b' { 'w' } else { 'b' }
}

fn name((file, rank): Point) -> String {
    let letter = |from: char, n: usize| (from..).nth(n).expect("a small board");
    format!("{}{}", letter('a', file), letter('1', rank))
}

/// The points named in an action text, one after the other.
fn named(text: &str) -> Vec<Point> {
    let bytes = text.trim_start_matches('x').as_bytes();
    bytes.chunks(2).map(|p| (usize::from(p[0] - b'a'), usize::from(p[1] - b'1'))).collect()
}

impl Oracle {
    /// The start of a game.
    pub(crate) fn start(game: &'static str, ruleset: &'static str) -> Self {
        let size = match game {
            "er-chi-yi" => 5,
            "zhuo-qi-zi" | "tui-da-che" | "xia-si" => 4,
            "xia-liu" => 6,
            _ => panic!("{game} is not a line game"),
        };
        let mut board = vec![vec!['.'; size]; size];
        board[0].fill('b');
        board[size - 1].fill('w');
        Self::set_up(game, ruleset, board, 'b')
    }

    /// A game from a board, in the plain phase.
    pub(crate) fn set_up(
        game: &'static str,
        ruleset: &'static str,
        board: Vec<Vec<char>>,
        side: char,
    ) -> Self {
        let size = board.len();
        let phase = "-".to_owned();
        let mut oracle =
            Self { game, ruleset, size, board, side, phase, seen: HashMap::new(), quiet: 0 };
        // Under `original` only positions that were brought about count as seen.
        if !oracle.forbids_return() {
            oracle.seen.insert(oracle.text(), 1);
        }
        oracle
    }

    fn forbids_return(&self) -> bool {
        self.game.starts_with("xia") && self.ruleset == "original"
    }

    fn at(&self, (file, rank): Point) -> char {
        self.board[rank][file]
    }

    /// The number of points the board has a side.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Every point of the board.
    pub(crate) fn points(&self) -> Vec<Point> {
        (0..self.size).flat_map(|rank| (0..self.size).map(move |file| (file, rank))).collect()
    }

    fn count(&self, side: char) -> usize {
        self.points().into_iter().filter(|&p| self.at(p) == side).count()
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        let ranks: Vec<String> = self
            .board
            .iter()
            .rev()
            .map(|rank| {
                let mut text: String = rank.iter().collect();
                for run in (1..=self.size).rev() {
                    text = text.replace(&".".repeat(run), &run.to_string());
                }
                text
            })
            .collect();
        format!("{} {} {}", ranks.join("/"), self.side, self.phase)
    }

    /// The result and its reason, once the game is over.
    pub(crate) fn end(&self) -> Option<(&'static str, &'static str)> {
        let winner = |side: char| if side == 'b' { "first" } else { "second" };
        for side in ['b', 'w'] {
            if self.count(side) == 0 {
                return Some((winner(other(side)), "elimination"));
            }
        }
        if self.count('b') == 1 && self.count('w') == 1 {
            return Some(("draw", "dead_position"));
        }
        let actions = self.actions();
        if actions.is_empty() {
            return Some((winner(other(self.side)), "no_legal_move"));
        }
        if self.forbids_return() {
            if actions.iter().all(|action| self.returns(action)) {
                return Some(("draw", "repetition"));
            }
        } else if self.seen.get(&self.text()).is_some_and(|&times| times >= 3) {
            return Some(("draw", "repetition"));
        }
        (self.quiet >= 100).then_some(("draw", "no_progress"))
    }

    /// The legal actions, sorted; history included.
    pub(crate) fn legal(&self) -> Vec<String> {
        if self.end().is_some() {
            return Vec::new();
        }
        let mut actions = self.actions();
        if self.forbids_return() {
            actions.retain(|action| !self.returns(action));
        }
        actions.sort();
        actions
    }

    /// Every text that has the form of an action on this board.
    pub(crate) fn forms(&self) -> Vec<String> {
        let points: Vec<String> = self.points().into_iter().map(name).collect();
        let mut forms: Vec<String> = points.iter().map(|p| format!("x{p}")).collect();
        for from in &points {
            forms.extend(points.iter().map(|to| format!("{from}{to}")));
        }
        forms
    }

    /// The actions that the position allows. Forms of steps that are not to a neighbour are left
    /// out beforehand, which only saves time.
    fn actions(&self) -> Vec<String> {
        let points = self.points();
        let near = |a: Point, b: Point| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let steps = points.iter().flat_map(|&from| {
            points
                .iter()
                .filter(move |&&to| self.at(from) == self.side && near(from, to))
                .map(move |&to| name(from) + &name(to))
        });
        let removals = points.iter().map(|&at| format!("x{}", name(at)));
        steps.chain(removals).filter(|action| self.refuse_by_position(action).is_none()).collect()
    }

    /// The rule that refuses an action of this game in progress.
    pub(crate) fn refuse(&self, action: &str) -> Option<&'static str> {
        self.refuse_by_position(action)
            .or_else(|| (self.forbids_return() && self.returns(action)).then_some("repetition"))
    }

    fn refuse_by_position(&self, action: &str) -> Option<&'static str> {
        let removing = self.phase.starts_with('x');
        let points = named(action);
        if action.starts_with('x') {
            return match (removing, self.at(points[0]) == other(self.side)) {
                (false, _) => Some("wrong_phase"),
                (true, false) => Some("not_enemy"),
                (true, true) => None,
            };
        }
        if removing {
            return Some("must_remove");
        }
        let (from, to) = (points[0], points[1]);
        let (stands, goes) = (self.at(from), self.at(to));
        let adjacent = (from.0 == to.0 && from.1.abs_diff(to.1) == 1)
            || (from.1 == to.1 && from.0.abs_diff(to.0) == 1);
        if stands == '.' {
            Some("empty_origin")
        } else if stands != self.side {
            Some("not_yours")
        } else if !adjacent {
            Some("not_adjacent")
        } else if goes != '.' {
            Some("occupied")
        } else if self.phase == "c" && !self.is_capture(from, to) {
            Some("must_capture")
        } else {
            None
        }
    }

    fn returns(&self, action: &str) -> bool {
        if action.starts_with('x') {
            return false;
        }
        let mut next = self.clone();
        next.play(action);
        next.quiet > 0 && self.seen.contains_key(&next.text())
    }

    fn is_capture(&self, from: Point, to: Point) -> bool {
        let mut next = self.clone();
        next.board[from.1][from.0] = '.';
        next.board[to.1][to.0] = self.side;
        !next.taken(to).is_empty() || next.is_complete(to)
    }

    /// The row and the column through a point, as points.
    fn lines(&self, (file, rank): Point) -> [Vec<Point>; 2] {
        [(0..self.size).map(|f| (f, rank)).collect(), (0..self.size).map(|r| (file, r)).collect()]
    }

    /// Whether the stone that moved to `to` made a line complete.
    fn is_complete(&self, to: Point) -> bool {
        if self.game != "xia-liu" {
            return false;
        }
        let home = if self.side == 'b' { 0 } else { self.size - 1 };
        let [row, column] = self.lines(to);
        let full = |line: Vec<Point>| {
            line.into_iter().all(|p| match self.ruleset {
                "original" => self.at(p) == self.side,
                _ => self.at(p) != '.',
            })
        };
        full(column) || (to.1 != home && full(row))
    }

    /// The stones that the one that moved to `to` takes, each once, with its pattern.
    fn taken(&self, to: Point) -> Vec<(Point, &'static str)> {
        let mut taken: Vec<(Point, &'static str)> = Vec::new();
        for line in self.lines(to) {
            // `M` for the stone that moved, `o` for its side, `e` for the enemy.
            let text: String = line
                .iter()
                .map(|&p| match self.at(p) {
                    '.' => '.',
                    _ if p == to => 'M',
                    stone if stone == self.side => 'o',
                    _ => 'e',
                })
                .collect();
            for (place, pattern) in self.taken_on(&text) {
                if taken.iter().all(|&(point, _)| point != line[place]) {
                    taken.push((line[place], pattern));
                }
            }
        }
        taken
    }

    /// The places that the figures of this game take on a line, the first named first.
    fn taken_on(&self, line: &str) -> Vec<(usize, &'static str)> {
        match self.game {
            "er-chi-yi" | "zhuo-qi-zi" => top(line),
            "tui-da-che" => [top(line), push(line, self.ruleset)].concat(),
            _ => [minor(line), major(line), sandwich(line), centre(line)].concat(),
        }
    }

    /// Plays an action that is legal.
    pub(crate) fn play(&mut self, action: &str) -> Done {
        let points = named(action);
        let mut done = Done::default();
        let enemy = other(self.side);
        if action.starts_with('x') {
            let (file, rank) = points[0];
            self.board[rank][file] = '.';
            done.captures.push((name(points[0]), "complete"));
            self.quiet = 0;
            self.seen.clear();
            if self.phase == "x2" {
                self.phase = "x1".to_owned();
            } else {
                self.end_turn(true);
            }
        } else {
            let (from, to) = (points[0], points[1]);
            self.board[from.1][from.0] = '.';
            self.board[to.1][to.0] = self.side;
            let (taken, complete) = (self.taken(to), self.is_complete(to));
            for &((file, rank), _) in &taken {
                self.board[rank][file] = '.';
            }
            done.captures = taken.iter().map(|&(point, pattern)| (name(point), pattern)).collect();
            done.captures.sort();
            if complete {
                done.earned = self.count(enemy).min(2);
            }
            if taken.is_empty() && !complete {
                self.quiet += 1;
            } else {
                self.quiet = 0;
                self.seen.clear();
            }
            match done.earned {
                0 => self.end_turn(!taken.is_empty()),
                earned => self.phase = format!("x{earned}"),
            }
        }
        done
    }

    /// After a step and its removals: a chain, the end, or the other side's turn.
    fn end_turn(&mut self, captured: bool) {
        self.phase = "-".to_owned();
        let enemy = other(self.side);
        let dead = self.count(self.side) == 1 && self.count(enemy) == 1;
        if captured && (self.count(enemy) == 0 || dead) {
            return;
        }
        if captured && self.game.starts_with("xia") && self.ruleset == "as-printed" {
            self.phase = "c".to_owned();
            if !self.actions().is_empty() {
                return;
            }
            self.phase = "-".to_owned();
        }
        self.side = enemy;
        let text = self.text();
        *self.seen.entry(text).or_default() += 1;
    }
}

/// 顶吃: alone on the line, own-own-enemy side by side.
fn top(line: &str) -> Vec<(usize, &'static str)> {
    let plain = line.replace('M', "o");
    match plain.trim_matches('.') {
        "ooe" | "eoo" => vec![(plain.find('e').expect("it is there"), "top")],
        _ => Vec::new(),
    }
}

/// 推: own-own-enemy-enemy fill the line.
fn push(line: &str, ruleset: &str) -> Vec<(usize, &'static str)> {
    match (line.replace('M', "o").as_str(), ruleset) {
        ("ooee", "original") | ("eeoo", "as-printed") => vec![(2, "push")],
        ("eeoo", "original") | ("ooee", "as-printed") => vec![(1, "push")],
        _ => Vec::new(),
    }
}

/// The run of stones that `M` belongs to: where it begins, and its stones.
fn run(line: &str) -> (usize, String) {
    let moved = line.find('M').expect("the stone moved on this line");
    let begin = line[..moved].rfind('.').map_or(0, |gap| gap + 1);
    let end = line[moved..].find('.').map_or(line.len(), |gap| moved + gap);
    (begin, line[begin..end].replace('M', "o"))
}

/// The enemies of a run.
fn enemies((begin, run): (usize, String), pattern: &'static str) -> Vec<(usize, &'static str)> {
    run.match_indices('e').map(|(place, _)| (begin + place, pattern)).collect()
}

/// 小吃.
fn minor(line: &str) -> Vec<(usize, &'static str)> {
    let run = run(line);
    if ["ooe", "eoo"].contains(&run.1.as_str()) { enemies(run, "minor") } else { Vec::new() }
}

/// 大吃.
fn major(line: &str) -> Vec<(usize, &'static str)> {
    let run = run(line);
    let figures = ["ooee", "eeoo", "eooe"];
    if figures.contains(&run.1.as_str()) { enemies(run, "major") } else { Vec::new() }
}

/// 夹吃.
fn sandwich(line: &str) -> Vec<(usize, &'static str)> {
    let right = line.find("Meo").map(|place| (place + 1, "sandwich"));
    let left = line.find("oeM").map(|place| (place + 1, "sandwich"));
    right.into_iter().chain(left).collect()
}

/// 掏心.
fn centre(line: &str) -> Vec<(usize, &'static str)> {
    match line.find("eMe") {
        Some(place) => vec![(place, "centre"), (place + 2, "centre")],
        None => Vec::new(),
    }
}
