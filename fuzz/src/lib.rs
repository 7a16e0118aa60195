//! Invariants under any bytes: every reader answers or refuses, and every game that can be
//! played keeps its invariants.
//!
//! A [target](Target) takes bytes and panics if something does not hold. `libfuzzer/` is the
//! crate that hunts for such bytes with cargo-fuzz (`./check --long` does for a while), `corpus/`
//! keeps the bytes that showed something new, and the tests of this crate play them again.
//!
//! Where bytes need a game, their first line names it: `xia-si original`, or
//! `diu-fang chinese board=7x7 style=tian`.

mod action;
mod opened;
mod play;
mod position;
mod record;
mod setup;
mod state;
#[cfg(feature = "wire")]
mod wire;

use records::Kind;

/// Treatment of any bytes.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name: that of its corpus, and of its program in `libfuzzer/targets`.
    pub name: &'static str,
    /// Takes the bytes.
    ///
    /// # Panics
    ///
    /// If something does not hold.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "position", run: position::run },
    Target { name: "action", run: action::run },
    Target { name: "play", run: play::run },
    Target { name: "txt", run: |bytes| record::run(Kind::Plain, "txt", bytes) },
    Target { name: "kif", run: |bytes| record::run(Kind::Kif, "kif", bytes) },
    Target { name: "csa", run: |bytes| record::run(Kind::Csa, "csa", bytes) },
    Target { name: "usi", run: |bytes| record::run(Kind::Usi, "usi", bytes) },
    Target { name: "fen", run: |bytes| record::run(Kind::Fen, "fen", bytes) },
    Target { name: "iccs", run: |bytes| record::run(Kind::Pgn, "iccs", bytes) },
    Target { name: "wxf", run: |bytes| record::run(Kind::Pgn, "wxf", bytes) },
    Target { name: "cn", run: |bytes| record::run(Kind::Pgn, "cn", bytes) },
    Target { name: "open", run: |bytes| opened::run(b"", bytes) },
    Target {
        name: "ki2", run: |bytes| opened::run("手合割：平手\n▲７六歩".as_bytes(), bytes)
    },
    Target { name: "pgn", run: |bytes| opened::run(b"[Variant \"xiangqi\"]\n", bytes) },
    Target { name: "dhtmlxq", run: |bytes| opened::run(b"[DhtmlXQ]", bytes) },
    Target { name: "cbf", run: |bytes| opened::run(b"<ChineseChessRecord>", bytes) },
    Target { name: "xqf", run: |bytes| opened::run(b"XQ", bytes) },
    Target { name: "cbr", run: |bytes| opened::run(b"CCBridge Record\0", bytes) },
    // A library is a head, which nothing is read of, and records: here the bytes are its first one.
    Target { name: "cbl", run: |bytes| opened::run(b"CCBridgeLibrary\0CCBridge Record\0", bytes) },
    #[cfg(feature = "wire")]
    Target { name: "wire", run: wire::run },
];

/// Runs the target of that name.
///
/// # Panics
///
/// If something does not hold, or there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("a target of that name").run)(bytes);
}
