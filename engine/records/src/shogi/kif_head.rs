//! The headers of KIF and KI2: `先手：甲`, one on a line or several.
//!
//! A header that has no place of its own in a score becomes one of its tags.

use super::kif::{begins_move, is_numbered_move, number};
use super::kif_board::Diagram;
use super::names::{MARKS, handicap, strip_side};
use super::setup::Setup;
use crate::builder::SourcePlace;
use crate::score::Head;
use crate::text::{is_blank, is_digit, known};
use engine::Fault;

/// The headers before which a line is cut that holds several.
const SPLITTING_HEADERS: [&str; 19] = [
    "先手の持駒",
    "後手の持駒",
    "上手の持駒",
    "下手の持駒",
    "先手",
    "後手",
    "上手",
    "下手",
    "手合割",
    "手番",
    "開始日時",
    "終了日時",
    "対局日",
    "棋戦",
    "場所",
    "持ち時間",
    "戦型",
    "表題",
    "備考",
];

/// Whether a character may stand between two headers of a line.
fn is_separator(character: char) -> bool {
    is_blank(character)
        || matches!(
            character,
            '/' | '／' | '、' | '，' | ',' | ';' | '；' | '|' | '▲' | '△' | '☗' | '☖'
        )
}

/// Keys whose values are short, so that moves behind them are of the next line, whose end was lost.
const SHORT_VALUE_HEADERS: [&str; 10] = [
    "先手",
    "後手",
    "上手",
    "下手",
    "手合割",
    "開始日時",
    "終了日時",
    "対局日",
    "場所",
    "持ち時間",
];

/// The headers of a line, each with its offset in characters, and the moves that follow them.
pub(super) fn split(line: &str) -> (Vec<(usize, &str)>, &str) {
    let mut cuts = vec![0];
    let mut end = line.len();
    let mut before = None;
    // In the value of the last header; and whether that value is so short that moves may follow it.
    let (mut in_value, mut is_short) = (false, false);
    for (at, character) in line.char_indices() {
        let rest = &line[at..];
        let apart = before.is_none_or(is_separator);
        if at > 0 && (apart || in_value) && begins_header(rest) {
            cuts.push(at);
            in_value = false;
        } else if is_short && begins_moves(rest, before) {
            end = at;
            break;
        }
        if !in_value && matches!(character, '：' | ':') {
            in_value = true;
            let key = line[cuts[cuts.len() - 1]..at].trim_matches(is_separator);
            is_short = SHORT_VALUE_HEADERS.contains(&key);
        }
        before = Some(character);
    }
    cuts.push(end);
    let parts = cuts.windows(2).filter_map(|cut| {
        let offset = line[..cut[0]].chars().count();
        let part = &line[cut[0]..cut[1]];
        let last = cut[1] == line.len();
        let part = if last { part } else { part.trim_end_matches(is_separator) };
        // A mark of the side may stand before its header.
        (cut[0] > 0 || part.contains(|c| !is_separator(c))).then_some((offset, part))
    });
    (parts.collect(), &line[end..])
}

/// Whether the moves begin with this text. `before` is the character in front of it.
fn begins_moves(text: &str, before: Option<char>) -> bool {
    let apart = before.is_none_or(is_separator);
    match text.chars().next() {
        Some('1' | '１') => {
            let alone = apart || !before.is_some_and(is_digit);
            alone && number(text).0 == Some(1) && is_numbered_move(text)
        }
        Some(mark) if MARKS.contains(&mark) => {
            begins_move(text[mark.len_utf8()..].trim_start_matches(is_blank))
        }
        Some('手') => text.starts_with("手数--"),
        Some('ま') => {
            apart && text.strip_prefix("まで").is_some_and(|rest| rest.starts_with(is_digit))
        }
        _ => false,
    }
}

/// The place of the first header of a text, which may be the end of the text.
pub(super) fn first_header(text: &str) -> usize {
    let mut before = None;
    let found = text.char_indices().find(|&(at, character)| {
        let apart = before.replace(character).is_some_and(is_blank);
        apart && begins_header(&text[at..])
    });
    found.map_or(text.len(), |(at, _)| at)
}

/// Whether a text begins with a header that is known.
pub(super) fn begins_header(text: &str) -> bool {
    SPLITTING_HEADERS.iter().any(|&key| {
        text.strip_prefix(key)
            .is_some_and(|rest| rest.trim_start_matches(is_blank).starts_with(['：', ':']))
    })
}

/// A header's key and value; `None` if the line is none.
pub(super) fn parts(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(['：', ':'])?;
    let key = key.trim_matches(is_separator);
    (key.chars().count() <= 20 && !key.is_empty()).then_some((key, value))
}

/// Reads a header. `diagram` is the board, which hands and the side to act belong to.
pub(super) fn read(
    key: &str,
    value: &str,
    place: SourcePlace,
    setup: &mut Setup,
    diagram: &mut Option<Diagram>,
) {
    match key {
        "手合割" | "手合" => start(key, value, place, setup),
        "ルール" => setup.options(value, place),
        "手番" => match strip_side(value.trim_matches(is_blank)) {
            Some((side, "" | "番")) => {
                diagram.get_or_insert_with(Diagram::new).set_to_act(side);
            }
            _ => setup.head.tag(key, value),
        },
        _ => match strip_side(key) {
            Some((side, "の持駒" | "持駒" | "の持ち駒" | "持ち駒" | "の手駒" | "手駒")) =>
            {
                let diagram = diagram.get_or_insert_with(Diagram::new);
                diagram.by_giver |= key.starts_with(['上', '下']);
                diagram.hand(side, value, place, setup);
            }
            _ => {
                if let Some((_, "" | "名")) = strip_side(key)
                    && key.starts_with(['上', '下'])
                {
                    setup.by_giver = true;
                }
                of_head(key, value, &mut setup.head);
            }
        },
    }
}

/// Reads a header that does not change the start: names, dates, and headers without a meaning here.
pub(super) fn of_head(key: &str, value: &str, head: &mut Head) {
    let slot = match key {
        "開始日時" | "対局日" | "日時" => &mut head.date,
        "棋戦" | "表題" => &mut head.event,
        key => match strip_side(key) {
            Some((side, "" | "名")) => {
                head.seen = true;
                &mut head.players[side]
            }
            _ => return head.tag(key, value),
        },
    };
    let given = known(value);
    if slot.is_none() {
        *slot = given;
    } else if given.is_some() && *slot != given {
        head.tag(key, value);
    }
}

fn start(key: &str, value: &str, place: SourcePlace, setup: &mut Setup) {
    let name = value.trim_matches(is_blank);
    match handicap(name) {
        Some(Ok(known)) => setup.handicap(known),
        Some(Err(sfen)) => setup.sfen(&sfen, place),
        // The board decides which.
        None if name.contains("その他") || known(name).is_none() => setup.head.tag(key, value),
        None => {
            setup.fault(place, Fault::NotAHandicap(name.to_owned()));
        }
    }
    setup.head.seen = true;
}
