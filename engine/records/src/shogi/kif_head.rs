//! The headers of KIF and KI2: `先手：甲`, one on a line or several.
//!
//! A header that has no place of its own in a score becomes one of its tags.

use super::kif_board::Diagram;
use super::names::{handicap, strip_side};
use super::setup::Setup;
use crate::builder::Place;
use crate::score::Head;
use crate::text::{is_blank, known};
use engine::Fault;

/// The headers before which a line is cut that holds several.
const KEYS: [&str; 18] = [
    "先手の持駒",
    "後手の持駒",
    "上手の持駒",
    "下手の持駒",
    "先手",
    "後手",
    "上手",
    "下手",
    "手合割",
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

/// What may stand between two headers of a line.
fn is_separator(character: char) -> bool {
    is_blank(character)
        || matches!(
            character,
            '/' | '／' | '、' | '，' | ',' | ';' | '；' | '|' | '▲' | '△' | '☗' | '☖'
        )
}

/// The headers of a line, each with its offset in characters.
pub(super) fn split(line: &str) -> Vec<(usize, &str)> {
    let mut cuts = vec![0];
    let mut before = None;
    for (at, character) in line.char_indices() {
        if at > 0 && before.is_some_and(is_separator) && begins_header(&line[at..]) {
            cuts.push(at);
        }
        before = Some(character);
    }
    cuts.push(line.len());
    let parts = cuts.windows(2).map(|cut| {
        let offset = line[..cut[0]].chars().count();
        let part = &line[cut[0]..cut[1]];
        let last = cut[1] == line.len();
        (offset, if last { part } else { part.trim_end_matches(is_separator) })
    });
    parts.collect()
}

/// Whether a text begins with a header that is known.
pub(super) fn begins_header(text: &str) -> bool {
    KEYS.iter().any(|&key| {
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
    place: Place,
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
            Some((side, "の持駒" | "持駒" | "の持ち駒" | "持ち駒")) => {
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

/// Reads a header that does not change the start: names, dates, and what is kept as it is.
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

fn start(key: &str, value: &str, place: Place, setup: &mut Setup) {
    let name = value.trim_matches(is_blank);
    match handicap(name) {
        Some(Ok(known)) => setup.handicap(known),
        Some(Err(sfen)) => setup.sfen(&sfen, place),
        // The board says which.
        None if name.contains("その他") || known(name).is_none() => setup.head.tag(key, value),
        None => {
            setup.fault(place, Fault::NotAHandicap(name.to_owned()));
        }
    }
    setup.head.seen = true;
}
