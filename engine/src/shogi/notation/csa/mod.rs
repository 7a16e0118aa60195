//! The form of the Computer Shogi Association.
//!
//! Source: "CSA標準棋譜ファイル形式", versions 2.2 and 3.0.
//!
//! Written: the encoding as version 3.0 declares it, a comment to older programs, `V2.2`, the players, `$START_TIME`, `$RULES` for options not at their defaults, the
//! start as `PI` with the pieces given away or as nine ranks and hands, the side to act, the
//! moves, each with its time `T` if known, comments as `'*`, and the end.
//!
//! Read: also pieces one by one (`P+2755FU`), `00AL` for all that are left, several statements on
//! a line with commas between, any comment with `'`, other `$` headers, times with decimals,
//! `%MAX_MOVES`, and the first of several games in a file.

mod read;
mod write;

pub(super) use read::read;
pub(super) use write::{move_text, write};

use crate::shogi::{Role, Square};

/// How the line begins that declares the encoding.
const ENCODING: &str = "'CSA encoding=";

/// The codes of the pieces, plain and promoted.
const CODES: [(Role, &str, &str); 8] = [
    (Role::Pawn, "FU", "TO"),
    (Role::Lance, "KY", "NY"),
    (Role::Knight, "KE", "NK"),
    (Role::Silver, "GI", "NG"),
    (Role::Gold, "KI", ""),
    (Role::Bishop, "KA", "UM"),
    (Role::Rook, "HI", "RY"),
    (Role::King, "OU", ""),
];

/// The code of a piece.
fn code(role: Role, promoted: bool) -> &'static str {
    let (_, plain, of_promoted) = CODES[role.index()];
    if promoted { of_promoted } else { plain }
}

/// The piece of a code, and whether it is promoted.
fn of_code(code: &str) -> Option<(Role, bool)> {
    let plain = |&(role, plain, promoted): &(Role, &str, &str)| {
        (code == plain).then_some((role, false)).or((code == promoted).then_some((role, true)))
    };
    if code.is_empty() { None } else { CODES.iter().find_map(plain) }
}

/// A square as file and rank, both from 1.
fn square_text(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}
