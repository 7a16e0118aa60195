//! The conditional moves of a side, as their player reads them.

/// The conditional moves of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// How many actions have been played before the lines begin.
    pub ply: u32,
    /// The lines.
    pub lines: Vec<Vec<String>>,
    /// The plies at which plans of this side have acted.
    pub fired: Vec<u32>,
}
