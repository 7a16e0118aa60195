//! DhtmlXQ (东萍象棋), also called UBB: `[DhtmlXQ_movelist]77477062…[/DhtmlXQ_movelist]`, by
//! itself or within a page, several in a file.
//!
//! Points are two digits, the file from the left and the rank from the second side's, both from
//! 0. `binit` has 32 of them, `99` for a piece that is gone. `move_0_5_1` is a line numbered 1
//! that leaves line 0 at its move 5; `comment7` is on move 7 of the main line, `comment1_7` on
//! that of line 1. `||` stands for the end of a line.

use super::Scores;
use super::board::Board;
use super::setup::{begin, begins_with, finish, result};
use crate::builder::{Builder, Place};
use crate::score::{Head, Score};
use crate::text::known;
use crate::tree::MAX_MOVES;
use engine::xiangqi::{Move, Piece, Role, Square};
use engine::{Fault, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Each side's pieces in the order of `binit`.
const PIECES: [Role; 16] = [
    Role::Chariot,
    Role::Horse,
    Role::Elephant,
    Role::Advisor,
    Role::General,
    Role::Advisor,
    Role::Elephant,
    Role::Horse,
    Role::Chariot,
    Role::Cannon,
    Role::Cannon,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
];

/// What the end of a tag begins with.
const END: &str = "[/DhtmlXQ_";

/// How many lines may leave one another; further ones are left out.
const MAX_DEPTH: usize = 100;

/// A tag of the form.
struct Tag<'a> {
    name: &'a str,
    value: &'a str,
    place: Place,
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    let mut scores = Scores::new();
    let mut tags: Vec<Tag<'_>> = Vec::new();
    let mut names = BTreeSet::new();
    let mut place = Place::START;
    let mut done = 0;
    // Where the next end of a tag stands that was found last, so that none is looked for twice.
    let mut next_end = Some(0);
    while let Some(found) = text[done..].find("[DhtmlXQ") {
        let start = done + found;
        place = after(place, &text[done..start]);
        let Some(end) = text[start..].find(']').map(|end| start + end) else { break };
        let name = &text[start + "[DhtmlXQ".len()..end];
        // A tag that comes again begins another game.
        let name = name.strip_prefix('_');
        if name.is_none_or(|name| names.contains(name)) && !tags.is_empty() {
            scores.push(game(&tags));
            tags.clear();
            names.clear();
        }
        let value_at = end + 1;
        let Some(name) = name else {
            place = after(place, &text[start..value_at]);
            done = value_at;
            continue;
        };
        if next_end.is_some_and(|at| at < value_at) {
            next_end = text[value_at..].find(END).map(|at| value_at + at);
        }
        let value = &text[value_at..];
        let is_of_this = |at: &usize| {
            text[at + END.len()..].strip_prefix(name).is_some_and(|rest| rest.starts_with(']'))
        };
        let value = match next_end.filter(is_of_this) {
            Some(at) => &text[value_at..at],
            // Some leave the end out; then the next tag ends it.
            None => &value[..value.find('[').unwrap_or(value.len())],
        };
        place = after(place, &text[start..value_at]);
        tags.push(Tag { name, value, place });
        names.insert(name);
        place = after(place, value);
        done = value_at + value.len();
    }
    if !tags.is_empty() {
        scores.push(game(&tags));
    }
    scores
}

/// The place behind a text that begins at a place.
fn after(place: Place, text: &str) -> Place {
    match text.rsplit_once('\n') {
        None => place.after(text.chars().count()),
        Some((before, last)) => {
            let line = place.line + before.matches('\n').count() + 1;
            Place::new(line, last.chars().count() + 1)
        }
    }
}

/// What a value says, without the marks of a page.
fn plain(value: &str) -> String {
    let mut text = value.replace("||", "\n");
    for (mark, sign) in [
        ("<br>", "\n"),
        ("<br/>", "\n"),
        ("<br />", "\n"),
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ] {
        text = text.replace(mark, sign);
    }
    text.trim().to_owned()
}

fn game(tags: &[Tag<'_>]) -> Score {
    let find = |name: &str| tags.iter().find(|tag| tag.name == name);
    let given = |name: &str| find(name).and_then(|tag| known(&plain(tag.value)));
    let with_team = |name: &str, team: &str| given(name).or_else(|| given(team));
    let mut head = Head { seen: true, ..Head::default() };
    head.players.first = with_team("red", "redteam").or_else(|| given("redname"));
    head.players.second = with_team("black", "blackteam").or_else(|| given("blackname"));
    head.date = given("date");
    head.event = given("event").or_else(|| given("title"));
    let mut bad_result = None;
    if let Some(tag) = find("result") {
        match result(tag.value) {
            Some(given) => head.result = given,
            None => bad_result = Some(tag.place),
        }
    }
    let main = find("movelist");
    let first = main.and_then(|tag| points(tag).next()).and_then(|(_, action)| action);
    let start = find("binit").filter(|tag| tag.value.trim().len() >= 4);
    let start_place = start.map_or(Place::START, |tag| tag.place);
    let board = start.map(|tag| {
        let mut board = board(tag.value);
        begins_with(&mut board, first.map(|action| action.from));
        board
    });
    let mut builder = begin(&mut head, board, start_place);
    if let Some(place) = bad_result {
        builder.fault(place, Fault::BadResult("红胜, 黑胜, 和棋, 未知"));
    }
    let mut lines = Lines::new();
    if let Some(tag) = main {
        let nodes = play(&mut builder, 0, tag);
        lines.insert(0, Line { parent: None, ply: 1, depth: 0, nodes });
    }
    for tag in tags {
        let Some(numbers) = tag.name.strip_prefix("move_") else { continue };
        let numbers: Vec<u32> = numbers.split('_').filter_map(|part| part.parse().ok()).collect();
        let [parent, ply, own] = numbers[..] else { continue };
        let ply = usize::try_from(ply).unwrap_or(usize::MAX).max(1);
        let depth = lines.get(&parent).map_or(0, |line| line.depth + 1);
        match node_at(&lines, parent, ply - 1) {
            Some(_) if depth > MAX_DEPTH => builder.fault(tag.place, Fault::TooLong(MAX_MOVES)),
            Some(node) => {
                let nodes = play(&mut builder, node, tag);
                lines.insert(own, Line { parent: Some(parent), ply, depth, nodes });
            }
            None => builder.fault(tag.place, Fault::NoLine),
        }
    }
    for tag in tags {
        let Some(numbers) = tag.name.strip_prefix("comment") else { continue };
        let numbers: Option<Vec<u32>> =
            numbers.trim_start_matches('_').split('_').map(|part| part.parse().ok()).collect();
        let (line, ply) = match numbers.as_deref() {
            Some(&[ply]) => (0, ply),
            Some(&[line, ply]) => (line, ply),
            _ => continue,
        };
        let ply = usize::try_from(ply).unwrap_or(usize::MAX);
        let last = || {
            let given = lines.get(&line)?;
            given.nodes.last().copied().or_else(|| node_at(&lines, line, given.ply - 1))
        };
        let node = node_at(&lines, line, ply).or_else(last);
        let text = plain(tag.value);
        if !text.is_empty() {
            builder.tree.comment(node.unwrap_or(0), &text);
        }
    }
    finish(head, builder)
}

/// Every line by its number.
type Lines = BTreeMap<u32, Line>;

/// A line of play: what it has of its own after it left another.
struct Line {
    /// The line it left; none for the main line.
    parent: Option<u32>,
    /// The number of its own first move.
    ply: usize,
    /// How many lines it is from the main line.
    depth: usize,
    /// The nodes of its own moves.
    nodes: Vec<usize>,
}

/// The node after so many moves of a line; none if it has fewer.
fn node_at(lines: &Lines, number: u32, ply: usize) -> Option<usize> {
    if ply == 0 {
        return lines.contains_key(&number).then_some(0);
    }
    let mut line = lines.get(&number)?;
    // Lines whose numbers come again may leave one another in a circle.
    for _ in 0..=MAX_DEPTH {
        if ply >= line.ply {
            return line.nodes.get(ply - line.ply).copied();
        }
        line = lines.get(&line.parent?)?;
    }
    None
}

/// Plays the moves of a tag after a node; returns the nodes they lead to.
fn play(builder: &mut Builder<Board>, from: usize, tag: &Tag<'_>) -> Vec<usize> {
    let mut line: Vec<usize> = Vec::new();
    for (place, action) in points(tag) {
        let at = line.last().copied().unwrap_or(from);
        let next = match action {
            Some(action) => builder.play(at, action, place),
            None => {
                builder.fault(place, Fault::BadMove("7747"));
                None
            }
        };
        match next {
            Some(next) => line.push(next),
            None => break,
        }
    }
    line
}

/// The moves of a tag with their places; `None` for what is none.
fn points<'a>(tag: &'a Tag<'_>) -> impl Iterator<Item = (Place, Option<Move>)> + 'a {
    let shown = tag.value.trim_start();
    let place = after(tag.place, &tag.value[..tag.value.len() - shown.len()]);
    let bytes = shown.trim_end().as_bytes();
    bytes.chunks(4).enumerate().map(move |(number, digits)| {
        let action = match digits {
            &[a, b, c, d] => point(a, b).zip(point(c, d)).map(|(from, to)| Move { from, to }),
            _ => None,
        };
        (place.after(4 * number), action)
    })
}

fn point(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.checked_sub(b'0')?, 9_u8.checked_sub(rank.checked_sub(b'0')?)?)
}

fn board(value: &str) -> Board {
    let mut board = Board::empty();
    for (at, digits) in value.trim().as_bytes().chunks(2).take(32).enumerate() {
        let square = match digits {
            &[file, rank] => point(file, rank),
            _ => None,
        };
        let side = if at < 16 { Side::First } else { Side::Second };
        if let Some(square) = square {
            board.put(square, Some(Piece { side, role: PIECES[at % 16] }));
        }
    }
    board
}
