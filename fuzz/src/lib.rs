//! What must hold of any bytes: every reader answers or refuses, and every game that can be
//! played keeps its invariants.
//!
//! A [target](Target) takes bytes and panics if something does not hold. `libfuzzer/` is the
//! crate that hunts for such bytes with cargo-fuzz (`./check --long` does for a while), `corpus/`
//! keeps the bytes that showed something new, and the tests of this crate play them again.
//!
//! Where bytes need a game, their first line names it: `xia-si original`, or
//! `diu-fang chinese board=7x7 style=tian`.

mod action;
mod play;
mod position;
mod record;
mod setup;
mod state;
#[cfg(feature = "wire")]
mod wire;

/// What is done with any bytes.
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
    Target { name: "txt", run: |bytes| record::run("", "txt", bytes) },
    Target { name: "kif", run: |bytes| record::run("shogi", "kif", bytes) },
    Target { name: "csa", run: |bytes| record::run("shogi", "csa", bytes) },
    Target { name: "usi", run: |bytes| record::run("shogi", "usi", bytes) },
    Target { name: "fen", run: |bytes| record::run("xiangqi", "fen", bytes) },
    Target { name: "iccs", run: |bytes| record::run("xiangqi", "iccs", bytes) },
    Target { name: "wxf", run: |bytes| record::run("xiangqi", "wxf", bytes) },
    Target { name: "cn", run: |bytes| record::run("xiangqi", "cn", bytes) },
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
