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
use crate::builder::{Builder, SourcePlace};
use crate::score::{Head, Score};
use crate::text::{entity, is_blank, known, narrow, narrow_one, unescaped};
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

/// The beginning of a tag's end.
const END_TAG: &str = "[/dhtmlxq_";

/// The greatest number of lines that leave one another; further ones are left out.
const MAX_DEPTH: usize = 100;

/// A tag of the form.
struct Tag<'a> {
    name: &'a str,
    value: &'a str,
    place: SourcePlace,
}

/// Reads every game.
pub(crate) fn read(text: &str) -> Scores {
    // Names may be in any case.
    let lower = text.to_ascii_lowercase();
    let mut scores = Scores::new();
    let mut tags: Vec<Tag<'_>> = Vec::new();
    let mut names = BTreeSet::new();
    let mut place = SourcePlace::START;
    let mut done = 0;
    // Where the next end of a tag stands that was found last, so that none is looked for twice.
    let mut next_end = Some(0);
    // Whether tags stand within the mark of a game, and the other text there.
    let mut opened = false;
    let mut strays: Vec<(SourcePlace, String)> = Vec::new();
    while let Some(found) = lower[done..].find("[dhtmlxq") {
        let start = done + found;
        if opened || has_tag(&text[done..start]) {
            strays.extend(strays_of(&text[done..start], place));
        }
        opened &= !lower[done..start].contains("[/dhtmlxq]");
        place = after(place, &text[done..start]);
        let Some(end) = text[start..].find(']').map(|end| start + end) else { break };
        let name = &lower[start + "[dhtmlxq".len()..end];
        // A tag that comes again begins another game.
        let name = name.strip_prefix('_').map(str::trim_end);
        if name.is_none_or(|name| names.contains(name)) && !tags.is_empty() {
            scores.push(game(&tags, std::mem::take(&mut strays)));
            tags.clear();
            names.clear();
        }
        opened |= name.is_none();
        let value_at = end + 1;
        let Some(name) = name else {
            place = after(place, &text[start..value_at]);
            done = value_at;
            continue;
        };
        if next_end.is_some_and(|at| at < value_at) {
            next_end = lower[value_at..].find(END_TAG).map(|at| value_at + at);
        }
        let value = &text[value_at..];
        let is_of_this = |at: &usize| {
            lower[at + END_TAG.len()..].strip_prefix(name).is_some_and(|rest| rest.starts_with(']'))
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
        if opened || has_tag(&text[done..]) {
            strays.extend(strays_of(&text[done..], place));
        }
        scores.push(game(&tags, strays));
    }
    scores
}

/// Whether the text after a tag's value contains a tag in full width, or the end of a tag that has no
/// beginning.
fn has_tag(text: &str) -> bool {
    let text = narrow(text).to_ascii_lowercase();
    text.contains("[dhtmlxq_") || text.rfind(END_TAG).is_some_and(|at| at > 0)
}

/// The text between two tags of a game that is neither the end of one nor a mark of a page: its
/// first part on each line.
fn strays_of(between: &str, place: SourcePlace) -> Vec<(SourcePlace, String)> {
    let lower = between.to_ascii_lowercase();
    let between = &between[..lower.find("[/dhtmlxq]").unwrap_or(between.len())];
    let (mut found, mut inside) = (Vec::new(), None);
    let mut line_is_told = false;
    let mut here = (0, place);
    for (at, character) in between.char_indices() {
        match (inside, character) {
            (None, '<') => inside = Some('>'),
            (None, '[') if lower[at..].starts_with("[/dhtmlxq_") => inside = Some(']'),
            (Some(end), character) if character == end => inside = None,
            (_, '\n') => line_is_told = false,
            (None, character) if !is_blank(character) && !line_is_told => {
                line_is_told = true;
                let line = between[at..].lines().next().unwrap_or_default();
                here = (at, after(here.1, &between[here.0..at]));
                found.push((here.1, line.chars().take(40).collect()));
            }
            _ => {}
        }
    }
    found
}

/// The place behind a text that begins at a place.
fn after(place: SourcePlace, text: &str) -> SourcePlace {
    match text.rsplit_once('\n') {
        None => place.after(text.chars().count()),
        Some((before, last)) => {
            let line = place.line + before.matches('\n').count() + 1;
            SourcePlace::new(line, last.chars().count() + 1)
        }
    }
}

/// The text of a value, without the marks of a page.
fn plain(value: &str) -> String {
    let mut text = value.replace("||", "\n");
    for mark in ["<br>", "<br/>", "<br />", "<BR>", "<BR/>", "<BR />"] {
        text = text.replace(mark, "\n");
    }
    unescaped(&text).trim().to_owned()
}

fn game(tags: &[Tag<'_>], strays: Vec<(SourcePlace, String)>) -> Score {
    let find = |name: &str| tags.iter().find(|tag| tag.name == name);
    let given = |name: &str| find(name).and_then(|tag| known(&plain(tag.value)));
    let with_team = |name: &str, team: &str| given(name).or_else(|| given(team));
    let mut head = Head { seen: true, ..Head::default() };
    head.players.first = with_team("red", "redteam").or_else(|| given("redname"));
    head.players.second = with_team("black", "blackteam").or_else(|| given("blackname"));
    head.date = given("date");
    head.event = given("event").or_else(|| given("title"));
    for tag in tags {
        let name = tag.name;
        let numbered = ["movelist", "binit", "result", "move_", "comment"];
        let text = plain(tag.value);
        let used = numbered.iter().any(|&known| name.starts_with(known) && name != "movecount")
            || [&head.players.first, &head.players.second, &head.date, &head.event]
                .into_iter()
                .any(|value| value.as_deref() == known(&text).as_deref());
        if !used {
            head.tag(name, &text.replace('\n', " "));
        }
    }
    let mut bad_result = None;
    if let Some(tag) = find("result") {
        match result(tag.value) {
            Some(given) => head.result = given,
            None => bad_result = Some(tag.place),
        }
    }
    let main = find("movelist");
    let first = main.and_then(|tag| points(tag).next()).and_then(|(_, action, _)| action);
    let start = find("binit").filter(|tag| tag.value.trim().len() >= 4);
    let start_place = start.map_or(SourcePlace::START, |tag| tag.place);
    let mut bad_board = false;
    let board = start.map(|tag| {
        let (mut board, bad) = board(tag.value);
        bad_board = bad;
        begins_with(&mut board, first.map(|action| action.from));
        board
    });
    let mut builder = begin(&mut head, board, start_place);
    if let Some(place) = bad_result {
        builder.fault(place, Fault::BadResult("红胜, 黑胜, 和棋, 未知"));
    }
    for (place, text) in strays {
        builder.fault(place, Fault::Stray(text));
    }
    if bad_board {
        builder.fault(
            start_place,
            Fault::BadPosition("8979695949392919097717866646260600102030405060708012720323436383"),
        );
    }
    let mut lines = Lines::new();
    if let Some(tag) = main {
        let nodes = play(&mut builder, 0, tag);
        lines.insert(0, Line { parent: None, ply: 1, depth: 0, nodes });
    }
    for tag in tags {
        let Some(numbers) = tag.name.strip_prefix("move_") else { continue };
        let numbers: Vec<u32> = numbers.split('_').filter_map(|part| part.parse().ok()).collect();
        let [parent, ply, own] = numbers[..] else {
            builder.fault(tag.place, Fault::NoLine);
            continue;
        };
        let ply = usize::try_from(ply).unwrap_or(usize::MAX).max(1);
        let depth = lines.get(&parent).map_or(0, |line| line.depth + 1);
        match node_at(&lines, parent, ply - 1) {
            Some(_) if depth > MAX_DEPTH => builder.fault(tag.place, Fault::TooLong(MAX_MOVES)),
            Some(node) => {
                // One that begins behind the last move continues nothing that was played.
                builder.tree.stop(node);
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
            _ => (0, 0),
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

/// A line of play: its own part after it left another.
struct Line {
    /// The line it left; none for the main line.
    parent: Option<u32>,
    /// The number of its own first move.
    ply: usize,
    /// The number of lines between it and the main line.
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

/// Plays the moves of a tag after a node; returns the nodes they lead to. Moves after a fault
/// become a comment on the last move before it.
fn play(builder: &mut Builder<Board>, from: usize, tag: &Tag<'_>) -> Vec<usize> {
    let mut line: Vec<usize> = Vec::new();
    let mut rest: Option<String> = None;
    for (place, action, text) in points(tag) {
        if let Some(rest) = &mut rest {
            rest.push_str(&text);
            continue;
        }
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
            None => rest = Some(String::new()),
        }
    }
    if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
        builder.tree.comment(line.last().copied().unwrap_or(from), &rest);
    }
    line
}

/// The digits of a value with their offsets: a page may wrap it, so blanks and marks are passed over.
fn digits(value: &str) -> impl Iterator<Item = (usize, char)> {
    let mut inside = false;
    // Where a mark such as `&nbsp;` ends.
    let mut behind = 0;
    value.char_indices().filter_map(move |(at, character)| {
        if at < behind {
            return None;
        }
        match character {
            '&' => {
                if let Some((' ' | '\u{a0}', length)) = entity(&value[at + 1..]) {
                    behind = at + 1 + length;
                    return None;
                }
            }
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                return None;
            }
            _ => {}
        }
        (!inside && !is_blank(character)).then(|| (at, narrow_one(character)))
    })
}

/// The moves of a tag with their places and texts; no move for a text that is none.
fn points<'a>(tag: &'a Tag<'_>) -> impl Iterator<Item = (SourcePlace, Option<Move>, String)> + 'a {
    let value = tag.value;
    let mut signs = digits(value);
    let (mut done, mut place) = (0, tag.place);
    std::iter::from_fn(move || {
        let four: Vec<(usize, char)> = signs.by_ref().take(4).collect();
        let &(start, _) = four.first()?;
        place = after(place, &value[done..start]);
        done = start;
        let digit = |at: usize| four.get(at).and_then(|&(_, c)| u8::try_from(c).ok());
        let action = (|| {
            let from = point(digit(0)?, digit(1)?)?;
            Some(Move { from, to: point(digit(2)?, digit(3)?)? })
        })();
        Some((place, action, four.into_iter().map(|(_, c)| c).collect()))
    })
}

fn point(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.checked_sub(b'0')?, 9_u8.checked_sub(rank.checked_sub(b'0')?)?)
}

/// The board of `binit`, and whether some of it is none.
fn board(value: &str) -> (Board, bool) {
    let mut board = Board::empty();
    let bytes: Vec<u8> = digits(value).map(|(_, c)| u8::try_from(c).unwrap_or(b'?')).collect();
    let mut bad = bytes.len() != 64;
    for (at, digits) in bytes.chunks(2).take(32).enumerate() {
        let square = match digits {
            // Gone.
            b"99" => continue,
            &[file, rank] => point(file, rank),
            _ => None,
        };
        let side = if at < 16 { Side::First } else { Side::Second };
        match square {
            Some(square) if board.piece_at(square).is_none() => {
                board.put(square, Some(Piece { side, role: PIECES[at % 16] }));
            }
            _ => bad = true,
        }
    }
    (board, bad)
}
